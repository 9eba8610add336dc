//===- Share.cpp - Bounds of partitions of equal work -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both bounds of a partition are found by bisection: the work before a tuple
// does not decrease from one to the next. Each partition finds its own, so that
// nothing is stored and nobody waits.
//
//===----------------------------------------------------------------------===//

#include "Share.h"

#include "Coordinates.h"
#include "LoopEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

namespace {
class ShareEmitter {
public:
  ShareEmitter(ShareOp op, OpBuilder &builder)
      : op(op), b(op.getLoc(), builder) {}

  SmallVector<Value> emit();

private:
  Value emitIndex(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  /// The work before the tuple of a number.
  Value emitWork(Value number) {
    Coordinates tuple = emitTuple(b, op.getLoc(), number, op.getSizes());
    return inlineRegion(b, op.getWork().front(), tuple).front();
  }
  Value emitTarget(Value partition);
  /// The number of the first tuple before which there is enough work.
  Value emitSearch(Value target);

  ShareOp op;
  ImplicitLocOpBuilder b;
  /// How many tuples there are, the work before the first, and that of all.
  Value count, before, total;
};
} // namespace

Value ShareEmitter::emitTarget(Value partition) {
  // The product of both could be too large.
  Value partitions = emitIndex(op.getPartitions());
  Value whole = arith::DivUIOp::create(b, total, partitions);
  Value rest = arith::RemUIOp::create(b, total, partitions);
  whole = arith::MulIOp::create(b, partition, whole);
  rest = arith::MulIOp::create(b, partition, rest);
  rest = arith::DivUIOp::create(b, rest, partitions);
  Value share = arith::AddIOp::create(b, whole, rest);
  return arith::AddIOp::create(b, before, share);
}

Value ShareEmitter::emitSearch(Value target) {
  Value zero = emitIndex(0), one = emitIndex(1);
  auto hasMore = [&](OpBuilder &builder, Location loc, ValueRange range) {
    Value isOpen = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, range[0], range[1]);
    scf::ConditionOp::create(builder, loc, isOpen, range);
  };
  auto halve = [&](OpBuilder &builder, Location loc, ValueRange range) {
    OpBuilder::InsertionGuard guard(b);
    b.restoreInsertionPoint(builder.saveInsertionPoint());
    Value length = arith::SubIOp::create(b, range[1], range[0]);
    Value middle = arith::AddIOp::create(
        b, range[0], arith::ShRUIOp::create(b, length, one));
    Value isBefore = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                           emitWork(middle), target);
    Value next = arith::AddIOp::create(b, middle, one);
    scf::YieldOp::create(
        b, ValueRange{arith::SelectOp::create(b, isBefore, next, range[0]),
                      arith::SelectOp::create(b, isBefore, range[1], middle)});
  };
  auto loop =
      scf::WhileOp::create(b, TypeRange{b.getIndexType(), b.getIndexType()},
                           ValueRange{zero, count}, hasMore, halve);
  return loop.getResult(0);
}

SmallVector<Value> ShareEmitter::emit() {
  count = op.getSizes().front();
  for (Value size : op.getSizes().drop_front())
    count = arith::MulIOp::create(b, count, size);
  before = emitWork(emitIndex(0));
  total = arith::SubIOp::create(b, emitWork(count), before);
  // The same code finds both bounds, one after the other.
  Value zero = emitIndex(0), one = emitIndex(1);
  auto bounds = scf::ForOp::create(
      b, zero, emitIndex(2), one, ValueRange{zero, zero},
      [&](OpBuilder &builder, Location loc, Value offset, ValueRange found) {
        OpBuilder::InsertionGuard guard(b);
        b.restoreInsertionPoint(builder.saveInsertionPoint());
        Value partition = arith::AddIOp::create(b, op.getPartition(), offset);
        Value bound = emitSearch(emitTarget(partition));
        // What comes behind all work belongs to the last partition.
        Value isLast =
            arith::CmpIOp::create(b, arith::CmpIPredicate::eq, partition,
                                  emitIndex(op.getPartitions()));
        bound = arith::SelectOp::create(b, isLast, count, bound);
        scf::YieldOp::create(b, ValueRange{found[1], bound});
      });
  return SmallVector<Value>(bounds.getResults());
}

SmallVector<Value> lattice::emitShare(ShareOp op, OpBuilder &builder) {
  return ShareEmitter(op, builder).emit();
}
