//===- FillSegments.cpp - Dense results filled piece by piece ----*- C++
//-*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A result that does not fit the cache goes through memory twice if it is
// filled first and computed then. A row that is filled when its iteration
// begins is still there when numbers are added to it, and belongs to the thread
// that does so. What is overwritten is not filled at all.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/Passes.h"
#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {
#define GEN_PASS_DEF_WEFTFILLSEGMENTS
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::level;

/// Whether a loop runs over a whole dimension.
static bool isWhole(scf::ForOp loop, Value size) {
  return isConstantIntValue(loop.getLowerBound(), 0) &&
         isConstantIntValue(loop.getStep(), 1) &&
         isEqualConstantIntOrValue(loop.getUpperBound(), size);
}

/// The only operation of a block that changes a builder, or hands it on; null
/// if there are several, or what they are is not all known.
static OpOperand *findOnlyUse(Value state) {
  OpOperand *only = nullptr;
  for (OpOperand &use : state.getUses()) {
    if (isa<LocateOp>(use.getOwner()))
      continue;
    if (only || use.getOwner()->getBlock() != state.getParentBlock())
      return nullptr;
    only = &use;
  }
  return only;
}

/// Whether an operation uses builders of a type below one coordinate of a level
/// alone, or hands them on.
static bool isBelow(Operation &op, BuilderType type, int64_t level,
                    Value coordinate) {
  auto isPlace = [&](LocateOp locate) {
    return static_cast<int64_t>(locate.getCoords().size()) > level &&
           locate.getCoords()[level] == coordinate;
  };
  auto isPosition = [&](Value position) {
    auto locate = position.getDefiningOp<LocateOp>();
    return locate && locate.getStored().getType() == type && isPlace(locate);
  };
  if (auto locate = dyn_cast<LocateOp>(op))
    return isPlace(locate);
  if (auto load = dyn_cast<LoadOp>(op))
    return isPosition(load.getPosition());
  if (auto store = dyn_cast<StoreOp>(op))
    return isPosition(store.getPosition());
  return isa<scf::SCFDialect>(op.getDialect());
}

/// Whether all that a loop does with builders of a type is below the coordinate
/// of its iteration.
static bool staysBelow(scf::ForOp loop, BuilderType type, int64_t level) {
  auto isOfType = [&](Type other) { return other == type; };
  WalkResult result = loop.getBody()->walk([&](Operation *op) {
    bool isUse = llvm::any_of(op->getOperandTypes(), isOfType) ||
                 llvm::any_of(op->getResultTypes(), isOfType);
    return !isUse || isBelow(*op, type, level, loop.getInductionVar())
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

/// The loops, from the outermost level on, that run over whole dimensions of
/// what an operation begins and use it first.
static SmallVector<scf::ForOp> findLoops(InitOp init) {
  BuilderType type = init.getState().getType();
  FormatAttr format = type.getFormat();
  SmallVector<scf::ForOp> loops;
  Value state = init.getState();
  for (int64_t level = 0, end = format.getNumLevels(); level != end; ++level) {
    OpOperand *use = findOnlyUse(state);
    auto loop =
        dyn_cast_if_present<scf::ForOp>(use ? use->getOwner() : nullptr);
    if (!loop || !isWhole(loop, init.getSizes()[format.getLevelDim(level)]) ||
        !staysBelow(loop, type, level))
      break;
    loops.push_back(loop);
    state = loop.getTiedLoopRegionIterArg(use);
  }
  return loops;
}

/// Whether the first that happens to a component is that it is stored.
static bool isOverwritten(Value state) {
  OpOperand *use = findOnlyUse(state);
  return use && isa<StoreOp>(use->getOwner());
}

/// Fills in the innermost of the loops what it computes, unless it overwrites
/// that.
static void fillIn(InitOp init, ArrayRef<scf::ForOp> loops) {
  init.setUnfilled(true);
  Value state = init.getState();
  for (scf::ForOp loop : loops)
    state = loop.getTiedLoopRegionIterArg(findOnlyUse(state));
  int64_t numLevels = init.getState().getType().getFormat().getNumLevels();
  if (numLevels == static_cast<int64_t>(loops.size()) && isOverwritten(state))
    return;
  scf::ForOp innermost = loops.back();
  auto b =
      ImplicitLocOpBuilder::atBlockBegin(init.getLoc(), innermost.getBody());
  Value position = arith::ConstantIndexOp::create(b, 0);
  SmallVector<Value> coords;
  llvm::SmallPtrSet<Operation *, 4> own;
  for (scf::ForOp loop : loops) {
    coords.push_back(loop.getInductionVar());
    auto place =
        LocateOp::create(b, state, coords.size() - 1, position, coords);
    position = place.getPosition();
    own.insert(place);
  }
  auto filled = FillSegmentOp::create(b, state, loops.size() - 1, position);
  own.insert(filled);
  state.replaceUsesWithIf(
      filled, [&](OpOperand &use) { return !own.contains(use.getOwner()); });
}

namespace {
struct FillSegments : weft::impl::WeftFillSegmentsBase<FillSegments> {
  void runOnOperation() override {
    SmallVector<InitOp> inits;
    getOperation().walk([&](InitOp init) { inits.push_back(init); });
    for (InitOp init : inits) {
      BuilderType type = init.getState().getType();
      if (init.getUnfilled() || type.getAssembly() != Assembly::Fused ||
          type.getTensor().getRank() == 0 || !type.getFormat().isPlain())
        continue;
      SmallVector<scf::ForOp> loops = findLoops(init);
      if (!loops.empty())
        fillIn(init, loops);
    }
  }
};
} // namespace
