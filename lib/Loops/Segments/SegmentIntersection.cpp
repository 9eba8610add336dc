//===- SegmentIntersection.cpp - Merges of two segments -------------------===//
//----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks for the parts of an intersection, each of which is a condition: a loop
// that lacks one, or has more, is left as it is.
//
//===----------------------------------------------------------------------===//

#include "Segments/SegmentIntersection.h"

#include "Analysis/ArrayOrigins.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

/// How many operations a match may have, which are in the code once more.
static constexpr int64_t kMaxMatchSize = 100;

/// Whether an operation is a comparison, of two values in any order.
static bool isEqual(arith::CmpIOp op, Value one, Value other) {
  return op.getPredicate() == arith::CmpIPredicate::eq &&
         ((op.getLhs() == one && op.getRhs() == other) ||
          (op.getLhs() == other && op.getRhs() == one));
}

/// Whether a value is the conjunction of two others.
static bool isBoth(Value value, Value one, Value other) {
  auto both = value.getDefiningOp<arith::AndIOp>();
  return both && ((both.getLhs() == one && both.getRhs() == other) ||
                  (both.getLhs() == other && both.getRhs() == one));
}

/// Whether a value is a position, or the next one where the coordinate at it is
/// present.
static bool isStep(Value value, Value position, Value isPresent) {
  auto sum = value.getDefiningOp<arith::AddIOp>();
  if (!sum)
    return false;
  auto adds = [&](Value kept, Value added) {
    auto cast = added.getDefiningOp<arith::IndexCastUIOp>();
    return kept == position && cast && cast.getIn() == isPresent;
  };
  return adds(sum.getLhs(), sum.getRhs()) || adds(sum.getRhs(), sum.getLhs());
}

/// Whether something only reads memory, if that.
static bool onlyReads(Operation *op) {
  return isMemoryEffectFree(op) || hasSingleEffect<MemoryEffects::Read>(op);
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

/// The load of an element that is an index, or is cast to one.
static memref::LoadOp getLoad(Value coordinate) {
  Operation *op = coordinate.getDefiningOp();
  if (isa_and_present<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    op = op->getOperand(0).getDefiningOp();
  return dyn_cast_or_null<memref::LoadOp>(op);
}

bool SegmentIntersection::findCoordinates() {
  LoopInfo info(getLoopAttr(loop));
  if (!info.isIntersection || info.segments.size() != segments.size())
    return false;
  Block *body = loop.getAfterBody();
  for (auto candidate : body->getOps<arith::MinUIOp>()) {
    std::array<Value, 2> coordinates = {candidate.getLhs(), candidate.getRhs()};
    bool areLoaded = true;
    for (auto [number, segment] : llvm::enumerate(segments)) {
      memref::LoadOp load = getLoad(coordinates[number]);
      areLoaded &= load && load->getBlock() == body &&
                   load.getIndices() == ValueRange(body->getArgument(number)) &&
                   loop.isDefinedOutsideOfLoop(load.getMemRef()) &&
                   load.getMemRefType().isLastDimUnitStride();
      segment = {
          static_cast<unsigned>(number), {}, load, coordinates[number], {}};
    }
    if (areLoaded) {
      minimum = candidate;
      break;
    }
  }
  if (!minimum)
    return false;
  // Vectors of coordinates are compared before they are cast.
  return segments[0].coordinate.getDefiningOp()->getName() ==
             segments[1].coordinate.getDefiningOp()->getName() &&
         segments[0].load.getType() == segments[1].load.getType();
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

bool SegmentIntersection::findBounds() {
  Block *test = loop.getBeforeBody();
  scf::ConditionOp condition = loop.getConditionOp();
  auto both = condition.getCondition().getDefiningOp<arith::AndIOp>();
  if (!both || !llvm::equal(condition.getArgs(), test->getArguments()) ||
      !llvm::hasNItems(*test, 4))
    return false;
  for (IntersectedSegment &segment : segments) {
    Value position = test->getArgument(segment.number);
    for (Value side : {both.getLhs(), both.getRhs()}) {
      auto isInside = side.getDefiningOp<arith::CmpIOp>();
      if (isInside && isInside.getPredicate() == arith::CmpIPredicate::ult &&
          isInside.getLhs() == position &&
          loop.isDefinedOutsideOfLoop(isInside.getRhs()))
        segment.end = isInside.getRhs();
    }
    if (!segment.end)
      return false;
  }
  return true;
}

bool SegmentIntersection::findMatch() {
  for (IntersectedSegment &segment : segments)
    for (Operation *user : minimum->getUsers()) {
      auto compare = dyn_cast<arith::CmpIOp>(user);
      if (compare && compare->getBlock() == loop.getAfterBody() &&
          isEqual(compare, segment.coordinate, minimum))
        segment.isPresent = compare;
    }
  if (!segments[0].isPresent || !segments[1].isPresent)
    return false;
  for (auto branch : loop.getAfterBody()->getOps<scf::IfOp>())
    if (isBoth(branch.getCondition(), segments[0].isPresent,
               segments[1].isPresent)) {
      if (match)
        return false;
      match = branch;
    }
  return match &&
         (!match.elseBlock() || llvm::hasSingleElement(*match.elseBlock()));
}

bool SegmentIntersection::findSearch(IntersectedSegment &segment, Value next) {
  Value position = loop.getAfterArguments()[segment.number];
  if (isStep(next, position, segment.isPresent))
    return true;
  auto move = next.getDefiningOp<scf::IfOp>();
  auto both = move ? move.getCondition().getDefiningOp<arith::AndIOp>()
                   : arith::AndIOp();
  if (!both || move->getNumResults() != 1 ||
      !isStep(move.elseYield().getOperand(0), position, segment.isPresent))
    return false;
  for (Value side : {both.getLhs(), both.getRhs()})
    if (loop.isDefinedOutsideOfLoop(side) && (!searches || searches == side)) {
      searches = side;
      return true;
    }
  return false;
}

bool SegmentIntersection::findAdvance() {
  return llvm::all_of(segments, [&](IntersectedSegment &segment) {
    return loop.getResult(segment.number).use_empty() &&
           findSearch(segment, loop.getYieldOp().getOperand(segment.number));
  });
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

bool SegmentIntersection::carriesMatches() {
  unsigned numCarried = 0;
  for (auto [number, next] : llvm::enumerate(loop.getYieldOp().getOperands())) {
    if (number == segments[0].number || number == segments[1].number)
      continue;
    auto result = dyn_cast<OpResult>(next);
    if (!result || result.getOwner() != match || !result.hasOneUse() ||
        match.elseYield().getOperand(result.getResultNumber()) !=
            loop.getAfterArguments()[number])
      return false;
    ++numCarried;
  }
  return numCarried == match.getNumResults();
}

void SegmentIntersection::visitOthers(
    llvm::function_ref<void(Operation *)> visit) {
  for (Operation &op : *loop.getAfterBody()) {
    if (&op == match)
      return;
    bool isPart = &op == minimum || llvm::any_of(segments, [&](auto &segment) {
      return &op == segment.load || &op == segment.isPresent ||
             &op == segment.coordinate.getDefiningOp();
    });
    // A search is for the loop that stays.
    if (!isPart && op.getNumRegions() == 0)
      visit(&op);
  }
}

bool SegmentIntersection::hasOnlyEffectsOfMatches() {
  return llvm::all_of(
      loop.getAfterBody()->without_terminator(), [&](Operation &op) {
        auto move = dyn_cast<scf::IfOp>(op);
        // Where a segment moves on by search, the loop stays.
        bool isSearch = move && move != match && searches &&
                        move->getNumResults() == 1 && move->hasOneUse() &&
                        *move->user_begin() == loop.getYieldOp();
        return &op == match || isSearch ||
               (op.getNumRegions() == 0 && onlyReads(&op));
      });
}

bool SegmentIntersection::keepsCoordinates() {
  auto isOther = [&](Value array) {
    return isAllocatedHere(array) &&
           llvm::none_of(segments, [&](IntersectedSegment &segment) {
             return mayOverlap(array, segment.getArray());
           });
  };
  int64_t size = 0;
  auto keeps = [&](Operation *op) {
    if (++size > kMaxMatchSize)
      return false;
    if (isa<scf::IfOp>(op) || (op->getNumRegions() == 0 && onlyReads(op)))
      return true;
    if (auto store = dyn_cast<memref::StoreOp>(op))
      return isOther(store.getMemRef());
    // A function has the arrays that it is given.
    return isa<func::CallOp>(op) &&
           llvm::all_of(op->getOperands(), [&](Value operand) {
             return !isa<BaseMemRefType>(operand.getType()) || isOther(operand);
           });
  };
  return !match.getThenRegion()
              .walk([&](Operation *op) {
                return keeps(op) ? WalkResult::advance()
                                 : WalkResult::interrupt();
              })
              .wasInterrupted();
}

std::optional<SegmentIntersection>
SegmentIntersection::find(scf::WhileOp loop) {
  SegmentIntersection found{loop, {}, {}, {}, {}};
  if (!found.findCoordinates() || !found.findBounds() || !found.findMatch() ||
      !found.findAdvance() || !found.carriesMatches() ||
      !found.hasOnlyEffectsOfMatches() || !found.keepsCoordinates())
    return std::nullopt;
  return found;
}
