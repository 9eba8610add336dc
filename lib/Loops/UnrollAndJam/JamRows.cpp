//===- JamRows.cpp - Rows that go by three at a time ----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The unknowns of a node of a mesh have the same neighbors, so that their rows
// have the same coordinates and lead to the same rows of a dense operand. Where
// these are long, it takes longer to bring them from the second cache than to
// multiply them. So three such rows go by at once, and what the dense operand
// has is loaded once for all (decision 194).
//
//===----------------------------------------------------------------------===//

#include "Analysis/ElementBytes.h"
#include "Analysis/ValueDependence.h"
#include "UnrollAndJam/RowJam.h"
#include "UnrollAndJam/UnrollAndJam.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <vector>

using namespace mlir;
using namespace weft;

/// As many rows go by at once: nodes of meshes have three coordinates.
static constexpr int64_t kNumRows = 3;
/// Coordinates are compared in vectors of so many bytes.
static constexpr int64_t kVectorBytes = 64;
/// How many groups are looked at where what entries lead to is not so long, and
/// how many of them are alike.
static constexpr int64_t kNumSamples = 8, kMinAlike = 3;

namespace {
/// Writes a loop over groups of rows.
class GroupsOfRows {
public:
  explicit GroupsOfRows(const RowJam &found)
      : found(found), rows(found.rows), b(rows.getLoc(), rows) {}
  void emit();

private:
  Value getIndex(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  bool isOfAllRows(Operation *branch) {
    return isInvariant(cast<scf::IfOp>(branch).getCondition(), rows);
  }
  Value emitCompare(arith::CmpIPredicate predicate, Value left, Value right) {
    return arith::CmpIOp::create(b, predicate, left, right);
  }
  /// Whether the loops gain from it, whatever the rows are: what an entry leads
  /// to is long, and branches that are the same for all rows go that way.
  Value emitIsWorthIt();
  /// The bytes that an entry leads to, or `kMinBytes` if they are more.
  Value emitBytes(IRMapping &mapping);
  /// Whether most of some groups begin alike.
  Value emitAreMostAlike();
  /// Whether a branch takes the way that rows have in common.
  Value emitIsTaken(Operation *branch, bool isThen, IRMapping &mapping);
  /// Whether a value holds; in a branch, which is not entered otherwise.
  Value emitIf(Value condition, llvm::function_ref<Value()> emitThen);
  SmallVector<Value> emitGroup(Value first);
  /// Whether rows of a group have the same coordinates, or may have: the same
  /// number of them and the same first one.
  Value emitAreAlike(ArrayRef<Value> group, bool quick = false);
  /// Whether as many coordinates are the same from two places on.
  Value emitAreSame(Value array, Value begin, Value end, Value other);
  void emitJam(ArrayRef<Value> group);

  const RowJam &found;
  scf::ForOp rows;
  ImplicitLocOpBuilder b;
};
} // namespace

Value GroupsOfRows::emitIsTaken(Operation *branch, bool isThen,
                                IRMapping &mapping) {
  Value condition =
      emitInFront(b, cast<scf::IfOp>(branch).getCondition(), rows, mapping);
  if (isThen)
    return condition;
  return arith::XOrIOp::create(b, condition,
                               arith::ConstantIntOp::create(b, 1, 1));
}

Value GroupsOfRows::emitBytes(IRMapping &mapping) {
  Value bytes = getIndex(found.bytes), none = getIndex(0);
  // Each factor is limited, so that the product is no larger than a number.
  Value most = getIndex(kMinBytes);
  for (scf::ForOp loop : found.around) {
    Value length = arith::SubIOp::create(
        b, emitInFront(b, loop.getUpperBound(), rows, mapping),
        emitInFront(b, loop.getLowerBound(), rows, mapping));
    length = arith::MaxSIOp::create(b, length, none);
    Value count = arith::CeilDivUIOp::create(
        b, length, getIndex(*getConstantIntValue(loop.getStep())));
    count = arith::MinSIOp::create(b, count, most);
    bytes =
        arith::MinSIOp::create(b, arith::MulIOp::create(b, bytes, count), most);
  }
  return bytes;
}

Value GroupsOfRows::emitAreMostAlike() {
  Value lower = rows.getLowerBound(), upper = rows.getUpperBound();
  Value none = getIndex(0), size = getIndex(kNumRows);
  Value count =
      arith::SubIOp::create(b, arith::MaxSIOp::create(b, upper, lower), lower);
  Value numGroups = arith::DivUIOp::create(b, count, size);
  return emitIf(
      emitCompare(arith::CmpIPredicate::sgt, numGroups, none), [&]() -> Value {
        Value distance = arith::MulIOp::create(
            b, arith::DivUIOp::create(b, numGroups, getIndex(kNumSamples)),
            size);
        auto samples = scf::ForOp::create(b, none, getIndex(kNumSamples),
                                          getIndex(1), none);
        markShortLoop(samples);
        {
          OpBuilder::InsertionGuard guard(b);
          b.setInsertionPointToStart(samples.getBody());
          Value first =
              arith::MulIOp::create(b, samples.getInductionVar(), distance);
          Value alike =
              emitAreAlike(emitGroup(arith::AddIOp::create(b, lower, first)),
                           /*quick=*/true);
          alike = arith::IndexCastUIOp::create(b, b.getIndexType(), alike);
          alike = arith::AddIOp::create(b, samples.getRegionIterArgs().front(),
                                        alike);
          scf::YieldOp::create(b, alike);
        }
        return emitCompare(arith::CmpIPredicate::sge, samples.getResult(0),
                           getIndex(kMinAlike));
      });
}

Value GroupsOfRows::emitIsWorthIt() {
  IRMapping mapping;
  Value bytes = emitBytes(mapping);
  Value holds =
      emitCompare(arith::CmpIPredicate::sge, bytes, getIndex(kMinAlikeBytes));
  for (auto [branch, isThen] : found.alike.branches)
    if (isOfAllRows(branch))
      holds =
          arith::AndIOp::create(b, holds, emitIsTaken(branch, isThen, mapping));
  Value isLong =
      emitCompare(arith::CmpIPredicate::eq, bytes, getIndex(kMinBytes));
  Value isShort =
      arith::XOrIOp::create(b, isLong, arith::ConstantIntOp::create(b, 1, 1));
  Value areAlike = emitIf(arith::AndIOp::create(b, holds, isShort),
                          [&] { return emitAreMostAlike(); });
  return arith::OrIOp::create(b, arith::AndIOp::create(b, holds, isLong),
                              areAlike);
}

SmallVector<Value> GroupsOfRows::emitGroup(Value first) {
  SmallVector<Value> group{first};
  while (group.size() != kNumRows)
    group.push_back(arith::AddIOp::create(b, group.back(), getIndex(1)));
  return group;
}

Value GroupsOfRows::emitIf(Value condition,
                           llvm::function_ref<Value()> emitThen) {
  auto branch = scf::IfOp::create(b, b.getI1Type(), condition,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.elseBlock());
  Value no = arith::ConstantIntOp::create(b, 0, 1);
  scf::YieldOp::create(b, no);
  b.setInsertionPointToStart(branch.thenBlock());
  Value value = emitThen();
  scf::YieldOp::create(b, value);
  return branch.getResult(0);
}

Value GroupsOfRows::emitAreSame(Value array, Value begin, Value end,
                                Value other) {
  Type type = cast<MemRefType>(array.getType()).getElementType();
  int64_t lanes = kVectorBytes / getPackedBytes(type);
  auto vectorType = VectorType::get(lanes, type);
  auto indexType = VectorType::get(lanes, b.getIndexType());
  Value zeros =
      arith::ConstantOp::create(b, vectorType, b.getZeroAttr(vectorType));
  Value numbers = arith::ConstantOp::create(
      b, DenseIntElementsAttr::get(indexType,
                                   llvm::to_vector(llvm::seq<int64_t>(lanes))));
  Value width = getIndex(lanes);
  Value distance = arith::SubIOp::create(b, other, begin);
  auto strips = scf::ForOp::create(b, begin, end, width, zeros);
  markShortLoop(strips);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(strips.getBody());
    Value place = strips.getInductionVar();
    Value left = arith::SubIOp::create(b, end, place);
    Value mask = emitCompare(arith::CmpIPredicate::slt, numbers,
                             vector::BroadcastOp::create(b, indexType, left));
    auto load = [&](Value from) {
      return vector::MaskedLoadOp::create(b, vectorType, array, from, mask,
                                          zeros);
    };
    Value one = load(place);
    Value another = load(arith::AddIOp::create(b, place, distance));
    Value differs = arith::XOrIOp::create(b, one, another);
    Value all =
        arith::OrIOp::create(b, strips.getRegionIterArgs().front(), differs);
    scf::YieldOp::create(b, all);
  }
  Value any = vector::ReductionOp::create(b, vector::CombiningKind::OR,
                                          strips.getResult(0));
  Value zero = arith::ConstantOp::create(b, type, b.getZeroAttr(type));
  return emitCompare(arith::CmpIPredicate::eq, any, zero);
}

Value GroupsOfRows::emitAreAlike(ArrayRef<Value> group, bool quick) {
  struct Segment {
    Value begin, end, length;
  };
  SmallVector<Segment> segments;
  scf::ForOp loop = found.segment;
  Value holds = arith::ConstantIntOp::create(b, 1, 1);
  auto require = [&](Value condition) {
    holds = arith::AndIOp::create(b, holds, condition);
  };
  for (Value row : group) {
    IRMapping mapping;
    mapping.map(rows.getInductionVar(), row);
    Segment segment;
    segment.begin = emitInFront(b, found.alike.begin, rows, mapping);
    segment.length = arith::SubIOp::create(
        b, emitInFront(b, found.alike.end, rows, mapping), segment.begin);
    segment.end = emitInFront(b, loop.getUpperBound(), rows, mapping);
    segments.push_back(segment);
    require(emitCompare(arith::CmpIPredicate::eq, segment.length,
                        segments.front().length));
    for (auto [branch, isThen] : found.alike.branches)
      if (!isOfAllRows(branch))
        require(emitIsTaken(branch, isThen, mapping));
  }
  Segment first = segments.front();
  require(emitCompare(arith::CmpIPredicate::sge, first.length,
                      getIndex(found.getStep())));
  llvm::SmallSetVector<Value, 2> arrays;
  for (Operation *load : found.alike.coordinates)
    arrays.insert(cast<memref::LoadOp>(load).getMemRef());
  // Most rows that differ do so in the first coordinate.
  for (Value array : arrays)
    holds = emitIf(holds, [&] {
      Value coordinate = memref::LoadOp::create(b, array, first.begin);
      Value areSame = arith::ConstantIntOp::create(b, 1, 1);
      for (const Segment &other : ArrayRef(segments).drop_front()) {
        Value another = memref::LoadOp::create(b, array, other.begin);
        areSame = arith::AndIOp::create(
            b, areSame,
            emitCompare(arith::CmpIPredicate::eq, coordinate, another));
      }
      return areSame;
    });
  if (quick)
    return holds;
  for (Value array : arrays)
    for (const Segment &other : ArrayRef(segments).drop_front())
      holds = emitIf(holds, [&] {
        return emitAreSame(array, first.begin, first.end, other.begin);
      });
  return holds;
}

void GroupsOfRows::emitJam(ArrayRef<Value> group) {
  IterationJam jam(b, found.alike, group.size());
  jam.map(rows.getInductionVar(), group);
  for (Operation &op : *rows.getBody()) {
    jam.emit(&op);
    if (&op == found.nest)
      return;
  }
}

void GroupsOfRows::emit() {
  Value isWorthIt = emitIsWorthIt(), one = getIndex(1);
  Value size = getIndex(kNumRows);
  Value lower = rows.getLowerBound(), upper = rows.getUpperBound();
  Value count =
      arith::SubIOp::create(b, arith::MaxSIOp::create(b, upper, lower), lower);
  auto groups = scf::ForOp::create(
      b, getIndex(0), arith::CeilDivUIOp::create(b, count, size), one);
  groups->setDiscardableAttrs(rows->getDiscardableAttrDictionary());
  b.setInsertionPointToStart(groups.getBody());
  Value first = arith::AddIOp::create(
      b, lower, arith::MulIOp::create(b, groups.getInductionVar(), size));
  SmallVector<Value> group = emitGroup(first);
  Value areAll = emitCompare(arith::CmpIPredicate::slt, group.back(), upper);
  Value areAlike = emitIf(arith::AndIOp::create(b, isWorthIt, areAll),
                          [&] { return emitAreAlike(group); });
  auto branch = scf::IfOp::create(b, areAlike, /*withElseRegion=*/false);
  b.setInsertionPoint(branch.thenBlock()->getTerminator());
  emitJam(group);
  b.setInsertionPointAfter(branch);
  // What else there is of them goes by one at a time.
  updateLoopInfo(rows, [](LoopInfo &info) { info.parallel = {}; });
  markShortLoop(rows);
  rows.setLowerBound(first);
  rows.setUpperBound(arith::MinSIOp::create(
      b, arith::AddIOp::create(b, group.back(), one), upper));
  rows->moveBefore(groups.getBody()->getTerminator());
  for (Operation &op : llvm::make_early_inc_range(*rows.getBody()))
    if (op.hasAttr(kPerPartAttr))
      op.moveBefore(groups.getBody()->getTerminator());
  b.setInsertionPoint(found.nest);
  Value isLeft =
      arith::XOrIOp::create(b, areAlike, arith::ConstantIntOp::create(b, 1, 1));
  auto alone = scf::IfOp::create(b, isLeft, /*withElseRegion=*/false);
  found.nest->moveBefore(alone.thenBlock()->getTerminator());
}

void weft::jamRows(func::FuncOp function) {
  std::vector<RowJam> nests;
  function.walk([&](scf::ForOp loop) {
    if (!isChosen(loop, LoweringOption::JamRows))
      return;
    if (std::optional<RowJam> found = findRowJam(loop))
      nests.push_back(std::move(*found));
  });
  for (RowJam &found : nests)
    GroupsOfRows(found).emit();
}
