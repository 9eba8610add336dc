//===- Gallop.cpp - Loops that skip and stop --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two ways to visit less than all entries. Where only coordinates that all
// iterators have count, one that is behind can move on by exponential search:
// the steps are logarithmic in what is skipped, so that a short segment is
// intersected with a long one in time that hardly depends on the long one. And
// a loop can stop when what it computes cannot change any more.
//
//===----------------------------------------------------------------------===//

#include "LoopEmitter.h"

#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

//===----------------------------------------------------------------------===//
// Early exit
//===----------------------------------------------------------------------===//

Value weft::lattice::emitGoesOn(OpBuilder &builder, CoiterateOp op,
                                ValueRange carried) {
  if (!op.getExits())
    return {};
  Location loc = op.getLoc();
  Value goesOn;
  for (auto [exit, value] : llvm::zip_equal(*op.getExits(), carried)) {
    if (isa<UnitAttr>(exit))
      continue;
    Value number =
        arith::ConstantOp::create(builder, loc, cast<TypedAttr>(exit));
    Value differs = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ne, value, number);
    goesOn =
        goesOn ? arith::OrIOp::create(builder, loc, goesOn, differs) : differs;
  }
  return goesOn;
}

//===----------------------------------------------------------------------===//
// Exponential search
//===----------------------------------------------------------------------===//

bool Iterator::canGallop() {
  if (isUniverse() || !iteratesPositions() || !levels->isSingle() ||
      getStride() != 0 || op.getBase() || op.getPositions() ||
      op.getNumDimensions() != 1)
    return false;
  // The first of several positions of a coordinate is found like the only one.
  level::LevelTypeAttrInterface type = levels->getLastType();
  return type.isOrdered() && type.isCompact();
}

Value Iterator::emitGallop(OpBuilder &builder, Value position, Value target) {
  Location loc = op.getLoc();
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value next = arith::AddIOp::create(builder, loc, position, one);
  return level::SearchOp::create(builder, loc, op.getStorages()[segment],
                                 op.getSegment(segment).getFirstLevel(), next,
                                 end, target, op.getCoordsOf(segment),
                                 /*gallops=*/true);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

bool LoopEmitter::gallops(unsigned point) {
  return op.getGallop() && !onlyMerges && lattice.isIntersection(point) &&
         llvm::any_of(lattice[point].iterators.set_bits(),
                      [&](unsigned id) { return iterators[id].canGallop(); });
}

Value LoopEmitter::emitIsSkewed(ArrayRef<unsigned> points) {
  int64_t least = op.getGallopAttr().getInt();
  if (least <= 1)
    return {};
  Location loc = op.getLoc();
  llvm::SmallBitVector ids(iterators.size());
  SmallVector<llvm::SmallBitVector> sets;
  for (unsigned point : points) {
    if (!gallops(point))
      continue;
    ids |= lattice[point].iterators;
    for (llvm::SmallBitVector &set : lattice.leastIterators(point))
      if (!llvm::is_contained(sets, set))
        sets.push_back(std::move(set));
  }
  SmallVector<Value> lengths(iterators.size());
  for (unsigned id : ids.set_bits())
    lengths[id] = arith::SubIOp::create(builder, loc, iterators[id].getEnd(),
                                        iterators[id].getBegin().front());
  // An intersection has no more coordinates than its shortest segment; of
  // several, the one with most counts.
  Value shortest;
  for (const llvm::SmallBitVector &set : sets) {
    Value most;
    for (unsigned id : set.set_bits())
      most = most ? arith::MinUIOp::create(builder, loc, most, lengths[id])
                  : lengths[id];
    shortest =
        shortest ? arith::MaxUIOp::create(builder, loc, shortest, most) : most;
  }
  Value longest;
  for (unsigned id : ids.set_bits())
    longest = longest
                  ? arith::MaxUIOp::create(builder, loc, longest, lengths[id])
                  : lengths[id];
  Value divisor = arith::ConstantIndexOp::create(builder, loc, least);
  Value part = arith::DivUIOp::create(builder, loc, longest, divisor);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge, part,
                               shortest);
}

/// Whether an operation has no loops inside, lowered or not.
static bool isInnermost(CoiterateOp op) {
  WalkResult result = op.walk([&](Operation *inner) {
    return inner != op && isa<CoiterateOp, LoopLikeOpInterface>(inner)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

/// The most operations of a loop body that has a version with search and one
/// without, which bounds the code size.
static constexpr int64_t kMaxVersionedOps = 64;

/// Whether the regions of an operation have at most `kMaxVersionedOps`
/// operations. Reports that they have more.
static bool isSmall(CoiterateOp op) {
  int64_t numOps = 0;
  op.walk([&](Operation *inner) {
    numOps += inner != op && !inner->hasTrait<OpTrait::IsTerminator>();
  });
  if (numOps <= kMaxVersionedOps)
    return true;
  (void)reportMissed(op, "gallop",
                     "the loop has no version without search, since its body "
                     "has more than " +
                         Twine(kMaxVersionedOps) + " operations");
  return false;
}

void LoopEmitter::emitMerge(unsigned point) {
  // Of a nest, the number of copies would grow exponentially with its depth.
  if (!skewed || !isInnermost(op) || !isSmall(op)) {
    emitWhile(point);
    return;
  }
  auto branch =
      scf::IfOp::create(builder, op.getLoc(), ValueRange(carried).getTypes(),
                        skewed, /*withElseRegion=*/true);
  auto emitVersion = [&](Block *block) {
    OpBuilder::InsertionGuard guard(builder);
    llvm::SaveAndRestore inductions(current, current);
    llvm::SaveAndRestore values(carried, carried);
    builder.setInsertionPointToStart(block);
    emitWhile(point);
    if (!carried.empty())
      scf::YieldOp::create(builder, op.getLoc(), carried);
  };
  skewed = {};
  emitVersion(branch.thenBlock());
  onlyMerges = true;
  emitVersion(branch.elseBlock());
  onlyMerges = false;
  carried.assign(branch.getResults().begin(), branch.getResults().end());
}

SmallVector<Value> LoopEmitter::emitGallop(OpBuilder &builder, const Step &step,
                                           ArrayRef<Value> inductions) {
  Location loc = op.getLoc();
  const llvm::SmallBitVector &ids = lattice[step.point].iterators;
  // The furthest coordinate is the first that all of an intersection may have;
  // of several, the one whose is the nearest counts.
  Value target;
  for (const llvm::SmallBitVector &set : lattice.leastIterators(step.point)) {
    Value furthest;
    for (unsigned id : set.set_bits()) {
      Value coordinate = step.places[id].coordinates.front();
      furthest =
          furthest ? arith::MaxUIOp::create(builder, loc, furthest, coordinate)
                   : coordinate;
    }
    target = target ? arith::MinUIOp::create(builder, loc, target, furthest)
                    : furthest;
  }
  SmallVector<Value> next;
  for (unsigned id : ids.set_bits()) {
    const Place &place = step.places[id];
    ArrayRef<Value> own = getInductionsOf(id, step.point, inductions);
    if (!iterators[id].canGallop()) {
      llvm::append_range(next, iterators[id].emitNext(builder, own, place));
      continue;
    }
    Value isBehind =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                              place.coordinates.front(), target);
    if (skewed)
      isBehind = arith::AndIOp::create(builder, loc, skewed, isBehind);
    auto move = scf::IfOp::create(
        builder, loc, isBehind,
        [&](OpBuilder &builder, Location loc) {
          scf::YieldOp::create(
              builder, loc,
              iterators[id].emitGallop(builder, own.front(), target));
        },
        [&](OpBuilder &builder, Location loc) {
          scf::YieldOp::create(builder, loc,
                               iterators[id].emitNext(builder, own, place));
        });
    next.push_back(move.getResult(0));
  }
  return next;
}
