//===- BlockEmitter.cpp - Intersections of blocks -------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the parts of an intersection of blocks. The vector of one segment is
// loaded with a mask, since fewer coordinates may remain. Masked lanes are
// zero, which may be a coordinate of the other segment: their bits are cleared.
// The block with the smaller last coordinate is complete, and its segment
// advances.
//
//===----------------------------------------------------------------------===//

#include "Segments/BlockEmitter.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace weft;

BlockEmitter::BlockEmitter(SegmentIntersection &intersection, int64_t lanes)
    : intersection(intersection),
      b(intersection.loop.getLoc(), intersection.loop), lanes(lanes),
      type(VectorType::get(lanes, intersection.segments[0].load.getType())) {}

Value BlockEmitter::emitIndex(int64_t number) {
  return arith::ConstantIndexOp::create(b, number);
}

Value BlockEmitter::emitAdd(Value position, Value count) {
  return arith::AddIOp::create(b, position, count);
}

Value BlockEmitter::emitCompare(arith::CmpIPredicate predicate, Value lhs,
                                Value rhs) {
  return arith::CmpIOp::create(b, predicate, lhs, rhs);
}

Value BlockEmitter::emitLoad(unsigned segment, Value position) {
  return memref::LoadOp::create(b, intersection.segments[segment].getArray(),
                                position);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

Value BlockEmitter::emitEqualLanes(Value vector, Value number) {
  return emitCompare(arith::CmpIPredicate::eq, vector,
                     vector::BroadcastOp::create(b, type, number));
}

Value BlockEmitter::emitBits(Value mask) {
  Type bits = b.getIntegerType(lanes);
  Value vector = vector::BitCastOp::create(b, VectorType::get(1, bits), mask);
  return arith::ExtUIOp::create(b, b.getI32Type(),
                                vector::ExtractOp::create(b, vector, 0));
}

Value BlockEmitter::emitLowBits(Value count) {
  Type word = b.getI32Type();
  Value one = arith::ConstantIntOp::create(b, word, 1);
  Value bit = arith::ShLIOp::create(
      b, one, arith::IndexCastUIOp::create(b, word, count));
  return arith::SubIOp::create(b, bit, one);
}

Value BlockEmitter::emitVector(unsigned segment, Value position, Value bits) {
  Type narrow = b.getIntegerType(lanes);
  Value number = vector::BroadcastOp::create(
      b, VectorType::get(1, narrow), arith::TruncIOp::create(b, narrow, bits));
  Value mask = vector::BitCastOp::create(
      b, VectorType::get(lanes, b.getI1Type()), number);
  Value zeros = arith::ConstantOp::create(b, b.getZeroAttr(type));
  return vector::MaskedLoadOp::create(b, type,
                                      intersection.segments[segment].getArray(),
                                      position, mask, zeros);
}

Value BlockEmitter::emitLowest(Value bits) {
  return arith::IndexCastUIOp::create(
      b, b.getIndexType(), math::CountTrailingZerosOp::create(b, bits));
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

BlockEmitter::Found BlockEmitter::emitBlock(Value vector, Value last,
                                            Pair positions) {
  Value mask, lastOfOther;
  for (int64_t lane : llvm::seq(lanes)) {
    lastOfOther = emitLoad(1, emitAdd(positions[1], emitIndex(lane)));
    Value equal = emitEqualLanes(vector, lastOfOther);
    mask = mask ? arith::OrIOp::create(b, mask, equal) : equal;
  }
  // The block with the smaller last coordinate is complete; both are if these
  // are equal.
  Value all = emitIndex(lanes), none = emitIndex(0);
  auto emitNext = [&](Value position, Value end, Value otherEnd) {
    Value isDone = emitCompare(arith::CmpIPredicate::ule, end, otherEnd);
    return emitAdd(position, arith::SelectOp::create(b, isDone, all, none));
  };
  return {emitBits(mask),
          {emitNext(positions[0], last, lastOfOther),
           emitNext(positions[1], lastOfOther, last)}};
}

Value BlockEmitter::emitIsInRest(Value position, Value last) {
  Value isInside = emitCompare(arith::CmpIPredicate::ult, position,
                               intersection.segments[1].end);
  auto branch = scf::IfOp::create(b, b.getI1Type(), isInside,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  ImplicitLocOpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(
      b, emitCompare(arith::CmpIPredicate::ule, emitLoad(1, position), last));
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, ValueRange{isInside});
  return branch.getResult(0);
}

BlockEmitter::Found BlockEmitter::emitRest(Value vector, Value last,
                                           Pair positions) {
  Value none = arith::ConstantIntOp::create(b, b.getI32Type(), 0);
  auto loop = scf::WhileOp::create(
      b, TypeRange{b.getIndexType(), b.getI32Type()},
      ValueRange{positions[1], none},
      [&](OpBuilder &builder, Location, ValueRange args) {
        ImplicitLocOpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(builder.getInsertionBlock());
        scf::ConditionOp::create(b, emitIsInRest(args[0], last), args);
      },
      [&](OpBuilder &builder, Location, ValueRange args) {
        ImplicitLocOpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(builder.getInsertionBlock());
        Value equal = emitBits(emitEqualLanes(vector, emitLoad(1, args[0])));
        Value bits = arith::OrIOp::create(b, args[1], equal);
        Value next = emitAdd(args[0], emitIndex(1));
        scf::YieldOp::create(b, ValueRange{next, bits});
      });
  return {loop.getResult(1),
          {emitAdd(positions[0], emitIndex(lanes)), loop.getResult(0)}};
}

//===----------------------------------------------------------------------===//
// Matches
//===----------------------------------------------------------------------===//

SmallVector<Value> BlockEmitter::emitMatch(Pair positions, Value coordinate,
                                           ValueRange carried) {
  IRMapping mapping;
  mapping.map(intersection.loop.getAfterArguments(), carried);
  Value yes = arith::ConstantIntOp::create(b, b.getI1Type(), 1);
  for (auto [segment, position] : llvm::zip(intersection.segments, positions)) {
    mapping.map(intersection.loop.getAfterArguments()[segment.number],
                position);
    mapping.map(segment.load.getResult(), coordinate);
    mapping.map(segment.isPresent.getResult(), yes);
  }
  // The coordinates are equal, so that one cast serves both.
  Value index = coordinate;
  Value own = intersection.segments[0].coordinate;
  if (own != intersection.segments[0].load.getResult())
    index = b.clone(*own.getDefiningOp(), mapping)->getResult(0);
  mapping.map(intersection.minimum.getResult(), index);
  for (IntersectedSegment &segment : intersection.segments)
    mapping.map(segment.coordinate, index);

  intersection.visitOthers([&](Operation *op) { b.clone(*op, mapping); });
  for (Operation &op : intersection.match.thenBlock()->without_terminator())
    b.clone(op, mapping);
  SmallVector<Value> results(carried);
  for (auto [number, next] :
       llvm::enumerate(intersection.loop.getYieldOp().getOperands()))
    if (auto result = dyn_cast<OpResult>(next);
        result && result.getOwner() == intersection.match)
      results[number] = mapping.lookupOrDefault(
          intersection.match.thenYield().getOperand(result.getResultNumber()));
  return results;
}

SmallVector<Value> BlockEmitter::emitMatches(Value bits, Value other,
                                             Pair positions,
                                             ValueRange carried) {
  SmallVector<Value> inits = {bits};
  llvm::append_range(inits, carried);
  Type word = b.getI32Type();
  auto loop = scf::WhileOp::create(
      b, ValueRange(inits).getTypes(), inits,
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        Value none = arith::ConstantIntOp::create(builder, loc, word, 0);
        Value has = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::ne, args[0], none);
        scf::ConditionOp::create(builder, loc, has, args);
      },
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        ImplicitLocOpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(builder.getInsertionBlock());
        Value one = arith::ConstantIntOp::create(b, word, 1);
        Value position = emitAdd(positions[0], emitLowest(args[0]));
        Value coordinate = emitLoad(0, position);
        // A lane is equal: it precedes the masked lanes.
        Value lane = emitLowest(emitBits(emitEqualLanes(other, coordinate)));
        SmallVector<Value> next = {arith::AndIOp::create(
            b, args[0], arith::SubIOp::create(b, args[0], one))};
        llvm::append_range(next,
                           emitMatch({position, emitAdd(positions[1], lane)},
                                     coordinate, args.drop_front()));
        scf::YieldOp::create(b, next);
      });
  return SmallVector<Value>(loop.getResults().drop_front());
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

SmallVector<Value> BlockEmitter::emitStep(ValueRange carried) {
  Pair positions, counts, bits;
  Value all = emitIndex(lanes);
  for (auto [id, segment] : llvm::enumerate(intersection.segments)) {
    positions[id] = carried[segment.number];
    Value left = arith::SubIOp::create(b, segment.end, positions[id]);
    counts[id] = arith::MinUIOp::create(b, left, all);
    bits[id] = emitLowBits(counts[id]);
  }
  Value vector = emitVector(0, positions[0], bits[0]);
  Value behind = emitAdd(positions[0], counts[0]);
  Value last = emitLoad(0, arith::SubIOp::create(b, behind, emitIndex(1)));

  Value isFull = emitCompare(arith::CmpIPredicate::eq, counts[1], all);
  Type index = b.getIndexType();
  auto branch =
      scf::IfOp::create(b, TypeRange{b.getI32Type(), index, index}, isFull,
                        /*addThenBlock=*/true, /*addElseBlock=*/true);
  auto fill = [&](Block *block, auto emit) {
    ImplicitLocOpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(block);
    Found found = (this->*emit)(vector, last, positions);
    scf::YieldOp::create(b,
                         ValueRange{found.bits, found.next[0], found.next[1]});
  };
  fill(branch.thenBlock(), &BlockEmitter::emitBlock);
  fill(branch.elseBlock(), &BlockEmitter::emitRest);

  Value other = emitVector(1, positions[1], bits[1]);
  Value matches = arith::AndIOp::create(b, branch.getResult(0), bits[0]);
  SmallVector<Value> next = emitMatches(matches, other, positions, carried);
  for (auto [id, segment] : llvm::enumerate(intersection.segments))
    next[segment.number] = branch.getResult(1 + id);
  return next;
}

scf::WhileOp BlockEmitter::emitBlocks() {
  scf::WhileOp loop = intersection.loop;
  auto blocks = scf::WhileOp::create(b, loop.getResultTypes(), loop.getInits());
  IRMapping mapping;
  loop.getBefore().cloneInto(&blocks.getBefore(), mapping);
  Block *body =
      b.createBlock(&blocks.getAfter(), {}, loop.getResultTypes(),
                    SmallVector<Location>(loop.getNumResults(), loop.getLoc()));
  SmallVector<Value> next = emitStep(body->getArguments());
  scf::YieldOp::create(b, next);
  return blocks;
}

void BlockEmitter::emit() {
  scf::WhileOp loop = intersection.loop;
  setLoopInfo(loop, {});
  if (!intersection.searches) {
    loop.replaceAllUsesWith(emitBlocks().getResults());
    loop.erase();
    return;
  }
  auto branch =
      scf::IfOp::create(b, loop.getResultTypes(), intersection.searches,
                        /*addThenBlock=*/true, /*addElseBlock=*/true);
  loop.replaceAllUsesWith(branch.getResults());
  b.setInsertionPointToStart(branch.elseBlock());
  scf::WhileOp blocks = emitBlocks();
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, blocks.getResults());
  loop->moveBefore(branch.thenBlock(), branch.thenBlock()->end());
  b.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(b, loop.getResults());
}
