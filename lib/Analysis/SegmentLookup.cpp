//===- SegmentLookup.cpp - Segments that can be looked up -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks what does not change in a loop, and whether there is one position for a
// coordinate, and one coordinate for a position.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/SegmentLookup.h"

#include "weft/Analysis/IterationLattice.h"
#include "weft/Analysis/LatticeFromIR.h"
#include "weft/Dialect/Level/IR/Level.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;
using lattice::CoiterateOp;

/// Whether a value is there before an operation.
static bool isBefore(Value value, Operation *op) {
  return !op->isAncestor(value.getParentBlock()->getParentOp());
}

/// Whether a segment is the same in all iterations of a loop.
static bool isInvariant(CoiterateOp op, unsigned id, Operation *loop) {
  return isBefore(op.getParentBegins()[id], loop) &&
         isBefore(op.getParentEnds()[id], loop) &&
         llvm::all_of(op.getCoordsOf(id),
                      [&](Value coord) { return isBefore(coord, loop); });
}

namespace {
/// The loops around a coiteration that one thread runs, and the one around them
/// whose iterations threads share, if there is one.
struct ThreadLoops {
  CoiterateOp outermost, parallel;
};
} // namespace

static ThreadLoops findLoops(CoiterateOp op) {
  ThreadLoops loops = {op, {}};
  for (Operation *around = op->getParentOp(); !isa<FunctionOpInterface>(around);
       around = around->getParentOp()) {
    auto loop = dyn_cast<CoiterateOp>(around);
    if (!loop || loop.getLoopInfo().vector || loop.getLoopInfo().gpu)
      return {};
    if (!loops.parallel && loop.isParallel())
      loops.parallel = loop;
    if (!loops.parallel)
      loops.outermost = loop;
  }
  return loops;
}

/// Whether the number of positions of a level can be told before all loops.
static bool isCountable(CoiterateOp op, unsigned id) {
  level::FormatAttr format = level::getFormat(
      cast<level::StorageType>(op.getStorages()[id].getType()).getTensor());
  if (format.getNumSlots() != 0)
    return false;
  return llvm::all_of(
      llvm::seq<int64_t>(0, op.getSegment(id).getFirstLevel() + 1),
      [&](int64_t level) {
        level::LevelTypeAttrInterface type = format.getLevelType(level);
        return type.hasPositionIterate() ? type.isCompact()
                                         : type.isFull() && type.hasLocate();
      });
}

/// Whether each position of a segment has a coordinate of its own, in order.
static bool hasCoordinatesInOrder(CoiterateOp op, unsigned id) {
  return op.getLevelTypes(id).size() == 1 &&
         op.getSegment(id).getStride() == 0 &&
         canCarryCoordinates(op.getLevelType(id));
}

/// Whether a coiteration is over all coordinates of a dimension, by one loop
/// that merges or searches as lengths are.
static bool isMerged(CoiterateOp op) {
  return op.getGallop().value_or(0) > 1 && !op.getGuarded() &&
         !op.getWindowed() && !op.getPositions() && !op.getOriginals() &&
         !op.getBase() && !op.getExits() && op.getNumDimensions() == 1 &&
         matchPattern(op.getLower(), m_Zero());
}

/// The argument of the region with the position of a segment.
static BlockArgument getPositionArgument(CoiterateOp op, unsigned id) {
  unsigned number = op.getBlock(0).getNumArguments() - op.getInits().size();
  SmallVector<int64_t> present = op.getSegmentsOf(0);
  for (int64_t segment : llvm::reverse(present)) {
    number -= op.hasPositionRange(segment) ? 2 : 1;
    if (segment == id)
      return op.getBlock(0).getArgument(number);
  }
  llvm_unreachable("the segment is present");
}

/// The type of the components of a segment if iterations only load and compute,
/// and use its position for nothing but the component, and some number of the
/// type can say that there is none; null otherwise.
static FloatType getLoadedComponent(CoiterateOp op, unsigned id) {
  Value storage = op.getStorages()[id];
  BlockArgument position = getPositionArgument(op, id);
  auto type = dyn_cast<FloatType>(
      cast<level::StorageType>(storage.getType()).getTensor().getElementType());
  bool isOnlyLoaded = llvm::all_of(position.getUsers(), [&](Operation *user) {
    auto load = dyn_cast<level::LoadOp>(user);
    return load && load.getStored() == storage &&
           load->getBlock() == position.getOwner();
  });
  bool onlyComputes =
      op.getNumResults() != 0 &&
      llvm::all_of(op.getBlock(0).without_terminator(), [](Operation &inner) {
        return isa<level::LoadOp>(inner) || isMemoryEffectFree(&inner);
      });
  // LLVM takes apart numbers that are smaller.
  bool isWhole = type && (type.isF32() || type.isF64());
  return isWhole && isOnlyLoaded && onlyComputes && !position.use_empty()
             ? type
             : FloatType();
}

llvm::cl::ValuesClass analysis::getLookupValues() {
  return llvm::cl::values(
      clEnumValN(Lookups::None, "none", "nothing"),
      clEnumValN(Lookups::Positions, "positions", "positions"),
      clEnumValN(Lookups::Components, "components",
                 "components where that is all there is to do"));
}

/// What the configuration of a coiteration says, and without one `lookups`.
static Lookups getChosen(CoiterateOp op, Lookups lookups) {
  StringRef byDefault = lookups == Lookups::None        ? ""
                        : lookups == Lookups::Positions ? "positions"
                                                        : "components";
  StringRef chosen =
      getChosenKeyword(op, LoweringOption::LookupTables, byDefault);
  return chosen == "components"  ? Lookups::Components
         : chosen == "positions" ? Lookups::Positions
                                 : Lookups::None;
}

std::optional<SegmentLookup> analysis::findLookup(CoiterateOp op,
                                                  Lookups lookups) {
  lookups = getChosen(op, lookups);
  auto loop = dyn_cast<CoiterateOp>(op->getParentOp());
  if (lookups == Lookups::None || !loop || !isMerged(op))
    return std::nullopt;
  IterationLattice lattice =
      IterationLattice::inOrder(getPoints(op), getSegments(op));
  if (lattice.size() != 1 || lattice[0].iterators.count() != 2 ||
      !lattice.isIntersection(0))
    return std::nullopt;
  auto [outermost, parallel] = findLoops(op);
  if (!outermost || outermost == op)
    return std::nullopt;
  CoiterateOp all = parallel ? parallel : outermost;
  if (!isBefore(op.getUpper(), all))
    return std::nullopt;
  unsigned first = lattice[0].iterators.find_first();
  unsigned second = lattice[0].iterators.find_next(first);
  if (isInvariant(op, first, loop))
    std::swap(first, second);
  if (isInvariant(op, first, loop) || !isInvariant(op, second, loop) ||
      !isBefore(op.getStorages()[second], all) || !isCountable(op, second) ||
      !hasCoordinatesInOrder(op, first) || !hasCoordinatesInOrder(op, second))
    return std::nullopt;
  // What is the same in all iterations would be stored by each.
  if (parallel && isInvariant(op, second, parallel))
    return std::nullopt;
  FloatType component = lookups == Lookups::Components
                            ? getLoadedComponent(op, second)
                            : FloatType();
  return SegmentLookup{outermost, first, second, component, parallel};
}
