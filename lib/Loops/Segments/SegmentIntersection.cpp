//===- SegmentIntersection.cpp - Intersections of two segments ------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches the parts of an intersection one by one. A loop that lacks a part, or
// has further effects, is not transformed, and a remark names the part.
//
//===----------------------------------------------------------------------===//

#include "Segments/SegmentIntersection.h"

#include "Analysis/ArrayOrigins.h"
#include "Segments/SegmentVectors.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

/// The largest number of operations of a match, which are duplicated.
static constexpr int64_t kMaxMatchSize = 100;

/// Whether an operation tests two values for equality, in either order.
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

/// Whether a value is the position plus one if the coordinate at the position
/// is the minimum.
static bool isAdvance(Value value, Value position, Value isPresent) {
  auto sum = value.getDefiningOp<arith::AddIOp>();
  if (!sum)
    return false;
  auto adds = [&](Value kept, Value added) {
    auto cast = added.getDefiningOp<arith::IndexCastUIOp>();
    return kept == position && cast && cast.getIn() == isPresent;
  };
  return adds(sum.getLhs(), sum.getRhs()) || adds(sum.getRhs(), sum.getLhs());
}

/// Whether the only effects of an operation are reads of memory.
static bool onlyReads(Operation *op) {
  return isMemoryEffectFree(op) || hasSingleEffect<MemoryEffects::Read>(op);
}

LogicalResult SegmentIntersection::missed(const Twine &reason) {
  return reportMissed(loop, LoweringOption::VectorizeIntersections, reason);
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

/// The load of a coordinate, which may be cast; null if it is not loaded.
static memref::LoadOp getLoad(Value coordinate) {
  Operation *op = coordinate.getDefiningOp();
  if (isa_and_present<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    op = op->getOperand(0).getDefiningOp();
  return dyn_cast_or_null<memref::LoadOp>(op);
}

/// Takes a minimum as that of the coordinates of both segments. Returns a
/// reason if it is none.
std::optional<StringRef>
SegmentIntersection::setMinimum(arith::MinUIOp candidate) {
  Block *body = loop.getAfterBody();
  std::array<Value, 2> coordinates = {candidate.getLhs(), candidate.getRhs()};
  for (auto [number, segment] : llvm::enumerate(segments)) {
    memref::LoadOp load = getLoad(coordinates[number]);
    if (!load || load->getBlock() != body)
      return "a coordinate is not loaded in the loop";
    if (load.getIndices() != ValueRange(body->getArgument(number)))
      return "a coordinate is not loaded at the loop-carried position of its "
             "segment";
    if (!loop.isDefinedOutsideOfLoop(load.getMemRef()))
      return "a coordinate array is defined in the loop";
    if (!load.getMemRefType().isLastDimUnitStride())
      return "a coordinate array has a non-unit stride";
    segment = {
        static_cast<unsigned>(number), {}, load, coordinates[number], {}};
  }
  minimum = candidate;
  return std::nullopt;
}

LogicalResult SegmentIntersection::findCoordinates() {
  size_t numSegments = LoopInfo(getLoopAttr(loop)).segments.size();
  if (numSegments != segments.size())
    return missed("the loop intersects " + Twine(numSegments) +
                  " segments instead of two");
  std::optional<StringRef> reason =
      "the loop does not compute the minimum of the two coordinates";
  for (auto candidate : loop.getAfterBody()->getOps<arith::MinUIOp>())
    if (reason = setMinimum(candidate); !reason)
      break;
  if (reason)
    return missed(*reason);
  // Vectors compare coordinates before they are cast.
  Type first = segments[0].load.getType(), second = segments[1].load.getType();
  if (first != second) {
    std::string types;
    llvm::raw_string_ostream(types) << first << " and " << second;
    return missed("the coordinates of the segments have different types: " +
                  types);
  }
  if (segments[0].coordinate.getDefiningOp()->getName() !=
      segments[1].coordinate.getDefiningOp()->getName())
    return missed(
        "the coordinates of the segments are cast by different operations");
  return success();
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

LogicalResult SegmentIntersection::findBounds() {
  Block *test = loop.getBeforeBody();
  scf::ConditionOp condition = loop.getConditionOp();
  if (!llvm::equal(condition.getArgs(), test->getArguments()))
    return missed(
        "`scf.condition` does not forward the loop-carried values unchanged");
  auto both = condition.getCondition().getDefiningOp<arith::AndIOp>();
  if (!both || !llvm::hasNItems(*test, 4))
    return missed("the loop condition is not the conjunction of one bound "
                  "check for each segment");
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
      return missed(
          "the loop condition does not compare the position of segment " +
          Twine(segment.number) + " with a loop-invariant bound by `ult`");
  }
  return success();
}

LogicalResult SegmentIntersection::findMatch() {
  for (IntersectedSegment &segment : segments)
    for (Operation *user : minimum->getUsers()) {
      auto compare = dyn_cast<arith::CmpIOp>(user);
      if (compare && compare->getBlock() == loop.getAfterBody() &&
          isEqual(compare, segment.coordinate, minimum))
        segment.isPresent = compare;
    }
  if (!segments[0].isPresent || !segments[1].isPresent)
    return missed("a coordinate is not compared with the minimum for equality");
  for (auto branch : loop.getAfterBody()->getOps<scf::IfOp>())
    if (isBoth(branch.getCondition(), segments[0].isPresent,
               segments[1].isPresent)) {
      if (match)
        return missed(
            "several `scf.if` test that both coordinates equal the minimum");
      match = branch;
    }
  if (!match)
    return missed("no `scf.if` tests that both coordinates equal the minimum");
  if (match.elseBlock() && !llvm::hasSingleElement(*match.elseBlock()))
    return missed("the else region of the `scf.if` for equal coordinates "
                  "contains operations");
  return success();
}

static std::string describePosition(const IntersectedSegment &segment) {
  memref::LoadOp load = segment.load;
  return "the position in " + describeArray(load.getMemRef());
}

/// Matches the next position of a segment: one more for the minimum, or the
/// result of a search under an invariant condition.
LogicalResult SegmentIntersection::findSearch(IntersectedSegment &segment,
                                              Value next) {
  Value position = loop.getAfterArguments()[segment.number];
  if (isAdvance(next, position, segment.isPresent))
    return success();
  auto move = next.getDefiningOp<scf::IfOp>();
  if (!move || move->getNumResults() != 1 ||
      !isAdvance(move.elseYield().getOperand(0), position, segment.isPresent))
    return missed(describePosition(segment) +
                  " advances neither by 1 nor by a guarded search");
  if (auto both = move.getCondition().getDefiningOp<arith::AndIOp>())
    for (Value side : {both.getLhs(), both.getRhs()})
      if (loop.isDefinedOutsideOfLoop(side) &&
          (!searches || searches == side)) {
        searches = side;
        return success();
      }
  return missed(describePosition(segment) +
                " advances by galloping search, and not only under a "
                "loop-invariant condition common to both segments");
}

LogicalResult SegmentIntersection::findAdvance() {
  for (IntersectedSegment &segment : segments) {
    if (!loop.getResult(segment.number).use_empty())
      return missed(describePosition(segment) + " is used after the loop");
    if (failed(
            findSearch(segment, loop.getYieldOp().getOperand(segment.number))))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

/// Checks that the loop carries the positions and the results of the match,
/// which change only if it executes.
LogicalResult SegmentIntersection::checkCarried() {
  unsigned numCarried = 0;
  for (auto [number, next] : llvm::enumerate(loop.getYieldOp().getOperands())) {
    if (number == segments[0].number || number == segments[1].number)
      continue;
    auto result = dyn_cast<OpResult>(next);
    if (!result || result.getOwner() != match || !result.hasOneUse() ||
        match.elseYield().getOperand(result.getResultNumber()) !=
            loop.getAfterArguments()[number])
      return missed(
          "iter_arg #" + Twine(number) +
          " is not updated by the `scf.if` for equal coordinates alone");
    ++numCarried;
  }
  if (numCarried != match.getNumResults())
    return missed("a result of the `scf.if` for equal coordinates is not "
                  "yielded by the loop");
  return success();
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
    // Only the version with searches executes a search.
    if (!isPart && op.getNumRegions() == 0)
      visit(&op);
  }
}

/// Checks that only the match has effects other than reads. Searches execute in
/// the version with searches only.
LogicalResult SegmentIntersection::checkEffects() {
  for (Operation &op : loop.getAfterBody()->without_terminator()) {
    auto move = dyn_cast<scf::IfOp>(op);
    bool isSearch = move && move != match && searches &&
                    move->getNumResults() == 1 && move->hasOneUse() &&
                    *move->user_begin() == loop.getYieldOp();
    if (&op != match && !isSearch &&
        (op.getNumRegions() != 0 || !onlyReads(&op)))
      return missed("'" + op.getName().getStringRef() +
                    "' outside of the `scf.if` for equal coordinates has "
                    "regions or side effects");
  }
  return success();
}

/// Checks that an operation of the match does not write coordinates.
LogicalResult SegmentIntersection::checkMatchOp(Operation *op) {
  auto isOther = [&](Value array) {
    return isAllocatedHere(array) &&
           llvm::none_of(segments, [&](IntersectedSegment &segment) {
             return mayOverlap(array, segment.getArray());
           });
  };
  if (isa<scf::IfOp>(op) || (op->getNumRegions() == 0 && onlyReads(op)))
    return success();
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return isOther(store.getMemRef())
               ? success()
               : missed("the `scf.if` for equal coordinates stores to " +
                        describeArray(store.getMemRef()) +
                        ", which may alias a coordinate array");
  if (!isa<func::CallOp>(op))
    return missed("the `scf.if` for equal coordinates contains '" +
                  op->getName().getStringRef() + "'");
  // A function may write the arrays that it is given.
  for (Value operand : op->getOperands())
    if (isa<BaseMemRefType>(operand.getType()) && !isOther(operand))
      return missed(
          "the `scf.if` for equal coordinates calls a function with " +
          describeArray(operand) + ", which may alias a coordinate array");
  return success();
}

/// Checks that a match is small and keeps the coordinates.
LogicalResult SegmentIntersection::checkMatch() {
  int64_t size = 0;
  WalkResult result = match.getThenRegion().walk([&](Operation *op) {
    if (++size > kMaxMatchSize) {
      (void)missed("the `scf.if` for equal coordinates has more than " +
                   Twine(kMaxMatchSize) + " operations");
      return WalkResult::interrupt();
    }
    return WalkResult(checkMatchOp(op));
  });
  return failure(result.wasInterrupted());
}

std::optional<SegmentIntersection>
SegmentIntersection::find(scf::WhileOp loop) {
  if (!LoopInfo(getLoopAttr(loop)).isIntersection)
    return std::nullopt;
  SegmentIntersection found{loop, {}, {}, {}, {}};
  if (failed(found.findCoordinates()) || failed(found.findBounds()) ||
      failed(found.findMatch()) || failed(found.findAdvance()) ||
      failed(found.checkCarried()) || failed(found.checkEffects()) ||
      failed(found.checkMatch()))
    return std::nullopt;
  return found;
}
