//===- JamRows.cpp - Unroll-and-jam of rows with equal coordinates --------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a matrix of a mesh, the rows of the unknowns of a node have the same
// coordinates, so that they gather the same rows of a dense operand. If these
// are long, loading them from the second cache takes longer than multiplying
// them. This transformation unrolls the loop over rows by three, compares the
// coordinates of each group at run time and jams the rows if they are equal:
// each gathered row is loaded once for the group
// (docs/decisions/unroll-and-jam.md).
//
//===----------------------------------------------------------------------===//

#include "Analysis/ElementBytes.h"
#include "Analysis/ValueDependence.h"
#include "UnrollAndJam/RowJam.h"
#include "UnrollAndJam/UnrollAndJam.h"
#include "Vectorization/BlockReduction.h"
#include "Vectorization/VectorLoop.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <vector>

using namespace mlir;
using namespace weft;

/// The number of rows in a group. Nodes of meshes in space have three unknowns.
static constexpr int64_t kNumRows = 3;
/// The number of groups that are sampled if an entry gathers fewer bytes than
/// the machine's `jammed_row_min_bytes`, and how many of them have to match.
static constexpr int64_t kNumSamples = 8, kMinMatches = 3;

namespace {
/// Emits a loop over groups of rows.
class RowGroups {
public:
  explicit RowGroups(const RowJam &found)
      : found(found), rows(found.rows), machine(Machine::of(rows)),
        b(rows.getLoc(), rows) {}
  void emit();

private:
  Value getIndex(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  /// Whether the condition of a branch is the same for all rows.
  bool isUniform(Operation *branch) {
    return isInvariant(cast<scf::IfOp>(branch).getCondition(), rows);
  }
  Value emitCompare(arith::CmpIPredicate predicate, Value left, Value right) {
    return arith::CmpIOp::create(b, predicate, left, right);
  }
  /// Emits the profitability guard before the loop: an entry gathers enough
  /// bytes, and branches with uniform conditions have the required direction.
  Value emitGuard();
  /// Emits the bytes that an entry gathers, at most the machine's
  /// `jammed_row_min_bytes`.
  Value emitBytes(IRMapping &mapping);
  /// Emits whether enough of the sampled groups match.
  Value emitSamplesMatch();
  /// Emits whether a branch has the required direction.
  Value emitIsTaken(Operation *branch, bool isThen, IRMapping &mapping);
  /// Emits the conjunction of two conditions, of which the second is evaluated
  /// only if the first holds.
  Value emitAnd(Value condition, llvm::function_ref<Value()> emitThen);
  SmallVector<Value> emitGroup(Value first);
  /// Emits whether the rows of a group have the same coordinates. With `quick`,
  /// compares only the number of coordinates and the first one.
  Value emitMatch(ArrayRef<Value> group, bool quick = false);
  /// Emits whether the coordinates from `begin` to `end` are equal to those
  /// from `other` on.
  Value emitEqual(Value array, Value begin, Value end, Value other);
  /// Emits the jammed nests of a group.
  void emitJam(ArrayRef<Value> group);

  const RowJam &found;
  scf::ForOp rows;
  Machine machine;
  ImplicitLocOpBuilder b;
};
} // namespace

Value RowGroups::emitIsTaken(Operation *branch, bool isThen,
                             IRMapping &mapping) {
  Value condition =
      emitBeforeLoop(b, cast<scf::IfOp>(branch).getCondition(), rows, mapping);
  if (isThen)
    return condition;
  return arith::XOrIOp::create(b, condition,
                               arith::ConstantIntOp::create(b, 1, 1));
}

Value RowGroups::emitBytes(IRMapping &mapping) {
  Value bytes = getIndex(found.bytes), none = getIndex(0);
  // Each factor is bounded, so that the product does not overflow.
  Value most = getIndex(machine.jammedRowMinBytes);
  for (scf::ForOp loop : found.around) {
    Value length = arith::SubIOp::create(
        b, emitBeforeLoop(b, loop.getUpperBound(), rows, mapping),
        emitBeforeLoop(b, loop.getLowerBound(), rows, mapping));
    length = arith::MaxSIOp::create(b, length, none);
    Value count = arith::CeilDivUIOp::create(
        b, length, getIndex(*getConstantIntValue(loop.getStep())));
    count = arith::MinSIOp::create(b, count, most);
    bytes =
        arith::MinSIOp::create(b, arith::MulIOp::create(b, bytes, count), most);
  }
  return bytes;
}

Value RowGroups::emitSamplesMatch() {
  Value lower = rows.getLowerBound(), upper = rows.getUpperBound();
  Value none = getIndex(0), size = getIndex(kNumRows);
  Value count =
      arith::SubIOp::create(b, arith::MaxSIOp::create(b, upper, lower), lower);
  Value numGroups = arith::DivUIOp::create(b, count, size);
  return emitAnd(
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
          Value matches =
              emitMatch(emitGroup(arith::AddIOp::create(b, lower, first)),
                        /*quick=*/true);
          matches = arith::IndexCastUIOp::create(b, b.getIndexType(), matches);
          matches = arith::AddIOp::create(
              b, samples.getRegionIterArgs().front(), matches);
          scf::YieldOp::create(b, matches);
        }
        return emitCompare(arith::CmpIPredicate::sge, samples.getResult(0),
                           getIndex(kMinMatches));
      });
}

Value RowGroups::emitGuard() {
  IRMapping mapping;
  Value bytes = emitBytes(mapping);
  Value holds = emitCompare(arith::CmpIPredicate::sge, bytes,
                            getIndex(machine.jammedRowMinSampledBytes));
  for (auto [branch, isThen] : found.guarantees.branches)
    if (isUniform(branch))
      holds =
          arith::AndIOp::create(b, holds, emitIsTaken(branch, isThen, mapping));
  Value isLong = emitCompare(arith::CmpIPredicate::eq, bytes,
                             getIndex(machine.jammedRowMinBytes));
  Value isShort =
      arith::XOrIOp::create(b, isLong, arith::ConstantIntOp::create(b, 1, 1));
  Value samplesMatch = emitAnd(arith::AndIOp::create(b, holds, isShort),
                               [&] { return emitSamplesMatch(); });
  return arith::OrIOp::create(b, arith::AndIOp::create(b, holds, isLong),
                              samplesMatch);
}

SmallVector<Value> RowGroups::emitGroup(Value first) {
  SmallVector<Value> group{first};
  while (group.size() != kNumRows)
    group.push_back(arith::AddIOp::create(b, group.back(), getIndex(1)));
  return group;
}

Value RowGroups::emitAnd(Value condition,
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

Value RowGroups::emitEqual(Value array, Value begin, Value end, Value other) {
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

Value RowGroups::emitMatch(ArrayRef<Value> group, bool quick) {
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
    segment.begin = emitBeforeLoop(b, found.guarantees.begin, rows, mapping);
    segment.length = arith::SubIOp::create(
        b, emitBeforeLoop(b, found.guarantees.end, rows, mapping),
        segment.begin);
    segment.end = emitBeforeLoop(b, loop.getUpperBound(), rows, mapping);
    segments.push_back(segment);
    require(emitCompare(arith::CmpIPredicate::eq, segment.length,
                        segments.front().length));
    for (auto [branch, isThen] : found.guarantees.branches)
      if (!isUniform(branch))
        require(emitIsTaken(branch, isThen, mapping));
  }
  Segment first = segments.front();
  require(emitCompare(arith::CmpIPredicate::sge, first.length,
                      getIndex(found.getStep())));
  llvm::SmallSetVector<Value, 2> arrays;
  for (Operation *load : found.guarantees.coordinates)
    arrays.insert(cast<memref::LoadOp>(load).getMemRef());
  // The first coordinate decides for most rows that differ.
  for (Value array : arrays)
    holds = emitAnd(holds, [&] {
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
      holds = emitAnd(holds, [&] {
        return emitEqual(array, first.begin, first.end, other.begin);
      });
  return holds;
}

void RowGroups::emitJam(ArrayRef<Value> group) {
  IterationJam jam(b, found.guarantees, group.size());
  jam.map(rows.getInductionVar(), group);
  for (Operation &op : *rows.getBody()) {
    jam.emit(&op);
    if (&op == found.nest)
      return;
  }
}

void RowGroups::emit() {
  Value isProfitable = emitGuard(), one = getIndex(1);
  Value size = getIndex(kNumRows);
  Value lower = rows.getLowerBound(), upper = rows.getUpperBound();
  Value count =
      arith::SubIOp::create(b, arith::MaxSIOp::create(b, upper, lower), lower);
  auto groups = scf::ForOp::create(
      b, getIndex(0), arith::CeilDivUIOp::create(b, count, size), one);
  inheritDistribution(rows, groups);
  b.setInsertionPointToStart(groups.getBody());
  Value first = arith::AddIOp::create(
      b, lower, arith::MulIOp::create(b, groups.getInductionVar(), size));
  SmallVector<Value> group = emitGroup(first);
  Value isFull = emitCompare(arith::CmpIPredicate::slt, group.back(), upper);
  Value matches = emitAnd(arith::AndIOp::create(b, isProfitable, isFull),
                          [&] { return emitMatch(group); });
  auto branch = scf::IfOp::create(b, matches, /*withElseRegion=*/false);
  b.setInsertionPoint(branch.thenBlock()->getTerminator());
  emitJam(group);
  b.setInsertionPointAfter(branch);
  // A loop over the rows of the group executes the other operations of each
  // row, and the nest if the rows do not match.
  updateLoopInfo(rows, [](LoopInfo &info) { info.parallel = {}; });
  markShortLoop(rows);
  rows.setLowerBound(first);
  rows.setUpperBound(arith::MinSIOp::create(
      b, arith::AddIOp::create(b, group.back(), one), upper));
  rows->moveBefore(groups.getBody()->getTerminator());
  for (Operation &op : llvm::make_early_inc_range(*rows.getBody()))
    if (op.hasAttr(kPerPartitionAttr))
      op.moveBefore(groups.getBody()->getTerminator());
  b.setInsertionPoint(found.nest);
  Value isLeft =
      arith::XOrIOp::create(b, matches, arith::ConstantIntOp::create(b, 1, 1));
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
  for (RowJam &found : nests) {
    reportPassed(found.rows, LoweringOption::JamRows,
                 "unrolls the loop by " + Twine(kNumRows) +
                     " and jams rows with identical coordinates");
    RowGroups(found).emit();
  }
}
