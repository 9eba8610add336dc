//===- SegmentPartitions.cpp - Segments that threads fill -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While it runs, a partition has an array of its own, in which it counts and
// takes places as one that is alone does; so what is done for each entry is the
// same with threads and without. What is done for each parent here goes through
// memory in its order.
//
//===----------------------------------------------------------------------===//

#include "SegmentPartitions.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

/// How many elements the bounds of segments are.
static Value emitNumBounds(ImplicitLocOpBuilder &b, Value parents) {
  return arith::AddIOp::create(b, parents, emitIndex(b, 1));
}

/// How many elements there are for each partition. That is never zero, so that
/// the length of the array tells the number of partitions.
static Value emitStride(ImplicitLocOpBuilder &b, Value parents) {
  return arith::MaxUIOp::create(b, parents, emitIndex(b, 1));
}

/// Where what a partition says begins.
static Value emitBegin(ImplicitLocOpBuilder &b, Value parents, Value number) {
  return arith::AddIOp::create(
      b, emitNumBounds(b, parents),
      arith::MulIOp::create(b, number, emitStride(b, parents)));
}

void weft::emitForkCounts(const LevelSite &site, Value &pos, Value parents,
                          Value numPartitions) {
  ImplicitLocOpBuilder &b = site.builder;
  Value longer =
      emitAlloc(b, site.posType, emitBegin(b, parents, numPartitions));
  Value zero = emitIndex(b, 0);
  emitCopyRange(b, pos, zero, longer, zero, emitNumBounds(b, parents));
  emitFree(b, pos);
  pos = longer;
}

void weft::emitKeepCounts(const LevelSite &site, Value pos, Value partition,
                          Value parents, Value number) {
  ImplicitLocOpBuilder &b = site.builder;
  emitCopyRange(b, partition, emitIndex(b, 1), pos,
                emitBegin(b, parents, number), parents);
  emitFree(b, partition);
}

/// Adds up what the partitions have counted of one parent; `begin` is where the
/// first of them says it.
static Value emitSumOfPartitions(const LevelSite &site, Value pos,
                                 Value parents, Value numPartitions,
                                 Value begin, Value children) {
  ImplicitLocOpBuilder &b = site.builder;
  Value stride = emitStride(b, parents);
  auto loop = scf::ForOp::create(b, emitIndex(b, 0), numPartitions,
                                 emitIndex(b, 1), children);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value before = loop.getRegionIterArg(0);
  Value place = arith::AddIOp::create(
      b, begin, arith::MulIOp::create(b, loop.getInductionVar(), stride));
  Value counted = emitLoadIndex(b, pos, place);
  emitStoreIndex(b, before, pos, place);
  scf::YieldOp::create(b,
                       arith::AddIOp::create(b, before, counted).getResult());
  return loop.getResult(0);
}

void weft::emitConcatenateCounts(const LevelSite &site, Value pos,
                                 Value parents) {
  ImplicitLocOpBuilder &b = site.builder;
  Value numPartitions = emitCountedPartitions(site, pos, parents);
  Value one = emitIndex(b, 1);
  auto loop = scf::ForOp::create(b, emitIndex(b, 0), parents, one);
  // Parents have nothing to do with each other.
  updateLoopInfo(loop, [&](LoopInfo &info) {
    info.parallel = DistributionAttr::get(
        b.getContext(), DistributionKind::Static, std::nullopt);
  });
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value parent = loop.getInductionVar();
  Value segment = arith::AddIOp::create(b, parent, one);
  Value first = arith::AddIOp::create(b, emitNumBounds(b, parents), parent);
  Value children = emitSumOfPartitions(site, pos, parents, numPartitions, first,
                                       emitLoadIndex(b, pos, segment));
  emitPositionCheck(site, children);
  emitStoreIndex(b, children, pos, segment);
}

Value weft::emitCountedPartitions(const LevelSite &site, Value pos,
                                  Value parents) {
  ImplicitLocOpBuilder &b = site.builder;
  Value said =
      arith::SubIOp::create(b, emitLength(b, pos), emitNumBounds(b, parents));
  return arith::DivUIOp::create(b, said, emitStride(b, parents));
}

Value weft::emitPlaces(const LevelSite &site, Value pos, Value parents,
                       Value number) {
  ImplicitLocOpBuilder &b = site.builder;
  Value places = emitAlloc(b, site.posType, emitNumBounds(b, parents));
  Value one = emitIndex(b, 1);
  Value begin = emitBegin(b, parents, number);
  auto loop = scf::ForOp::create(b, emitIndex(b, 0), parents, one);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value parent = loop.getInductionVar();
  Value segment = arith::AddIOp::create(b, parent, one);
  Value before = emitLoadIndex(b, pos, arith::AddIOp::create(b, begin, parent));
  Value first = emitLoadIndex(b, pos, segment);
  emitStoreIndex(b, arith::AddIOp::create(b, first, before), places, segment);
  return places;
}

void weft::emitConcatenatePlaces(const LevelSite &site, Value &pos,
                                 Value parents, Value count) {
  ImplicitLocOpBuilder &b = site.builder;
  Value zero = emitIndex(b, 0), one = emitIndex(b, 1);
  Value moved = emitAlloc(b, site.posType, emitNumBounds(b, parents));
  emitStoreIndex(b, zero, moved, zero);
  // A segment ends where the next one begins, and the last with all children.
  Value behindFirst = arith::SubIOp::create(b, emitStride(b, parents), one);
  emitCopyRange(b, pos, emitIndex(b, 2), moved, one, behindFirst);
  emitStoreIndex(b, count, moved, parents);
  emitFree(b, pos);
  pos = moved;
}
