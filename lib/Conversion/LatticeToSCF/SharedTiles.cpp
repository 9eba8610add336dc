//===- SharedTiles.cpp - Tiles of positions that threads share ------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads of a GPU that take the positions of a tile in turn cannot track the
// parents of positions, since none of them visits all. The parents of the first
// and the last position are searched. Then the threads take the parents in
// between in turn, and store at the first child of each which parent it is. The
// parent of a position is the last one that is stored up to there.
//
//===----------------------------------------------------------------------===//

#include "LoopEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

/// The places behind those of a tile, of which each thread of a warp has its
/// own.
static constexpr int64_t kNumSpares = 64;

using BodyBuilder = function_ref<void(OpBuilder &, Location, Value)>;

/// Emits a loop whose iterations the threads take in turn.
static void emitThreads(OpBuilder &builder, Location loc, Value begin,
                        Value end, BodyBuilder emitBody) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto loop = scf::ForOp::create(
      builder, loc, begin, end, one, ValueRange(),
      [&](OpBuilder &builder, Location loc, Value number, ValueRange) {
        emitBody(builder, loc, number);
        scf::YieldOp::create(builder, loc);
      });
  LoopInfo info;
  info.gpu = GPUUnit::Thread;
  setLoopInfo(loop, info);
}

Value LoopEmitter::emitStarts(OpBuilder &builder, Iterator &iterator,
                              Value begin, Value first, Value last) {
  Location loc = op.getLoc();
  int64_t tile = op.getLoopInfo().gpuSize;
  auto type = MemRefType::get(tile + kNumSpares, builder.getIndexType());
  Value starts = memref::AllocaOp::create(builder, loc, type);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value length = arith::SubIOp::create(builder, loc, iterator.getEnd(), begin);
  emitThreads(builder, loc, zero, length,
              [&](OpBuilder &builder, Location loc, Value place) {
                memref::StoreOp::create(builder, loc, zero, starts, place);
              });
  // Parents without children begin where others do. They are stored where
  // nothing is read, so that threads do not branch.
  Value size = arith::ConstantIndexOp::create(builder, loc, tile);
  Value numSpares = arith::ConstantIndexOp::create(builder, loc, kNumSpares);
  auto emitStart = [&](OpBuilder &builder, Location loc, Value number) {
    Value parent = arith::AddIOp::create(builder, loc, first, number);
    PositionRange children = iterator.emitChildren(builder, parent);
    Value isAny = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                        children.begin, children.end);
    Value place = arith::SubIOp::create(builder, loc, children.begin, begin);
    Value spare = arith::AddIOp::create(
        builder, loc, size,
        arith::RemUIOp::create(builder, loc, number, numSpares));
    place = arith::SelectOp::create(builder, loc, isAny, place, spare);
    memref::StoreOp::create(builder, loc, number, starts, place);
  };
  Value numOthers = arith::SubIOp::create(builder, loc, last, first);
  Value end = arith::AddIOp::create(builder, loc, numOthers, one);
  emitThreads(builder, loc, one, end, emitStart);
  return starts;
}

SmallVector<Value> LoopEmitter::emitTile(OpBuilder &builder, unsigned point) {
  Location loc = op.getLoc();
  unsigned id = lattice[point].iterators.find_first();
  Iterator &iterator = iterators[id];
  Value begin = current[id].front(), end = iterator.getEnd();
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  SmallVector<Value> firsts(llvm::drop_begin(current[id]));
  SmallVector<Value> lasts = iterator.emitTracked(
      builder, arith::SubIOp::create(builder, loc, end, one));
  Iterator whole = iterator;
  iterator.narrow(builder, firsts, lasts);
  Value first = firsts.back();
  Value starts = emitStarts(builder, iterator, begin, first, lasts.back());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  SmallVector<Value> inits = {zero};
  llvm::append_range(inits, carried);
  auto loop = scf::ForOp::create(
      builder, loc, begin, end, one, inits,
      [&](OpBuilder &builder, Location loc, Value position, ValueRange args) {
        Value place = arith::SubIOp::create(builder, loc, position, begin);
        Value start = memref::LoadOp::create(builder, loc, starts, place);
        Value isStart = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::ne, start, zero);
        Value number =
            arith::SelectOp::create(builder, loc, isStart, start, args.front());
        Value parent = arith::AddIOp::create(builder, loc, first, number);
        Siblings siblings{iterator.emitTrailTo(builder, parent), end};
        Step step = emitStep(builder, point, position, &siblings);
        SmallVector<Value> next = {number};
        llvm::append_range(next, emitRegions(builder, step, args.drop_front()));
        scf::YieldOp::create(builder, loc, next);
      });
  loop->setLoc(getLoopLoc(op));
  LoopInfo info = op.getLoopInfo();
  info.tiles = 0;
  setLoopInfo(loop, info);
  iterator = whole;
  return SmallVector<Value>(loop.getResults().drop_front());
}

void LoopEmitter::emitShared(unsigned point) {
  Location loc = op.getLoc();
  unsigned id = lattice[point].iterators.find_first();
  Value end = iterators[id].getEnd();
  Value isAny = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                      current[id].front(), end);
  SmallVector<Value> before = carried;
  auto branch = scf::IfOp::create(
      builder, loc, isAny,
      [&](OpBuilder &builder, Location loc) {
        scf::YieldOp::create(builder, loc, emitTile(builder, point));
      },
      [&](OpBuilder &builder, Location loc) {
        scf::YieldOp::create(builder, loc, before);
      });
  current[id] = {end};
  carried.assign(branch.getResults().begin(), branch.getResults().end());
}
