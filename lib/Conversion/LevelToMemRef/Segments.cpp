//===- Segments.cpp - Segments of positions ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the assembly of levels with segments does to the array of their bounds.
//
//===----------------------------------------------------------------------===//

#include "Segments.h"

#include "GrowthFunctions.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Runtime/TensorABI.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

/// The number in the array of what is said of a parent.
static Value emitSegment(ImplicitLocOpBuilder &b, Value parent) {
  return arith::AddIOp::create(b, parent, emitIndex(b, 1));
}

static Value emitNone(const LevelSite &site) {
  ImplicitLocOpBuilder &b = site.builder;
  return arith::ConstantOp::create(b, b.getZeroAttr(site.posType));
}

Value weft::emitCounts(const LevelSite &site, Value parents) {
  ImplicitLocOpBuilder &b = site.builder;
  if (!parents)
    parents = emitIndex(b, kInitialCapacity);
  return emitFilled(b, emitSegment(b, parents), emitNone(site));
}

void weft::emitStoreCount(const LevelSite &site, Value &pos, Value parent,
                          Value children) {
  ImplicitLocOpBuilder &b = site.builder;
  Value segment = emitSegment(b, parent);
  emitEnsureSegments(site, pos, segment);
  emitStoreIndex(b, children, pos, segment);
}

void weft::emitAddCount(const LevelSite &site, Value pos, Value parent,
                        Value children, bool isShared) {
  ImplicitLocOpBuilder &b = site.builder;
  Value segment = emitSegment(b, parent);
  if (!isShared) {
    Value count = emitLoadIndex(b, pos, segment);
    emitStoreIndex(b, arith::AddIOp::create(b, count, children), pos, segment);
    return;
  }
  children = arith::IndexCastOp::create(b, site.posType, children);
  auto update = memref::GenericAtomicRMWOp::create(b, pos, segment);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(update.getBody());
  memref::AtomicYieldOp::create(
      b, arith::AddIOp::create(b, update.getCurrentValue(), children));
}

void weft::emitMoveCount(const LevelSite &site, Value pos, Value from,
                         Value to) {
  ImplicitLocOpBuilder &b = site.builder;
  Value old = emitSegment(b, from), moved = emitSegment(b, to);
  emitStoreIndex(b, emitLoadIndex(b, pos, old), pos, moved);
  emitStoreIndex(b, emitIndex(b, 0), pos, old);
}

void weft::emitEnsureSegments(const LevelSite &site, Value &pos,
                              Value parents) {
  if (site.parentsKnown)
    return;
  ImplicitLocOpBuilder &b = site.builder;
  pos = emitEnsureLength(b, pos, emitSegment(b, parents), emitNone(site));
}

void weft::emitCopyCounts(const LevelSite &site, Value pos, Value part,
                          Value parent, Value count) {
  ImplicitLocOpBuilder &b = site.builder;
  // The last parents of a part may have no children, so that it has no room for
  // their numbers.
  Value one = emitIndex(b, 1);
  Value room = arith::SubIOp::create(b, emitLength(b, part), one);
  Value counted = arith::MinSIOp::create(b, room, count);
  Value first = emitSegment(b, parent);
  emitCopyRange(b, part, one, pos, first, counted);
  emitFill(b, pos, arith::AddIOp::create(b, first, counted),
           arith::AddIOp::create(b, first, count), emitNone(site));
}

/// Sums the numbers of children in `pos`, and stores in the stead of each the
/// sum of those before it, with its own if that is said.
static Value emitPartialSums(const LevelSite &site, Value &pos, Value parents,
                             bool withOwn) {
  ImplicitLocOpBuilder &b = site.builder;
  if (!site.parentsKnown) {
    emitEnsureSegments(site, pos, parents);
    pos = emitPrefix(b, pos, emitSegment(b, parents));
  }
  Value zero = emitIndex(b, 0), one = emitIndex(b, 1);
  Value end = emitSegment(b, parents);
  auto loop = scf::ForOp::create(b, one, end, one, zero);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value segment = loop.getInductionVar();
  Value sum = arith::AddIOp::create(b, loop.getRegionIterArg(0),
                                    emitLoadIndex(b, pos, segment));
  emitStoreIndex(b, withOwn ? sum : loop.getRegionIterArg(0), pos, segment);
  scf::YieldOp::create(b, sum);
  return loop.getResult(0);
}

Value weft::emitSums(const LevelSite &site, Value &pos, Value parents) {
  return emitPartialSums(site, pos, parents, /*withOwn=*/true);
}

Value weft::emitBegins(const LevelSite &site, Value &pos, Value parents) {
  return emitPartialSums(site, pos, parents, /*withOwn=*/false);
}

Value weft::emitNumPositions(const LevelSite &site, Value pos, Value count,
                             Value parents) {
  if (site.assembly == level::Assembly::Compute)
    return emitLoadIndex(site.builder, pos, parents);
  return count;
}

void weft::emitPositionCheck(const LevelSite &site, Value end) {
  if (site.posType.getWidth() >= 64)
    return;
  ImplicitLocOpBuilder &b = site.builder;
  Value largest = emitIndex(b, getMaxSigned(site.posType));
  emitFailIf(b, emitCompare(b, arith::CmpIPredicate::sgt, end, largest),
             WEFT_RT_INDEX_OVERFLOW, {end, largest});
}

void weft::emitKeptEdgesCheck(const LevelSite &site, Value pos, Value parent,
                              Value begin, Value end) {
  ImplicitLocOpBuilder &b = site.builder;
  Value segment = emitSegment(b, parent);
  if (site.parentsKnown) {
    Value stored = emitLoadIndex(b, pos, segment);
    emitFailIf(b, emitCompare(b, arith::CmpIPredicate::ne, end, stored),
               WEFT_RT_STRUCTURE_MISMATCH);
    return;
  }
  // A parent without children is not stored, and others may not be there.
  Value hasChildren = emitCompare(b, arith::CmpIPredicate::ne, begin, end);
  Value isBeyond =
      emitCompare(b, arith::CmpIPredicate::uge, segment, emitLength(b, pos));
  emitFailIf(b, arith::AndIOp::create(b, hasChildren, isBeyond),
             WEFT_RT_STRUCTURE_MISMATCH);
  Value index =
      arith::SelectOp::create(b, hasChildren, segment, emitIndex(b, 0));
  Value differs = emitCompare(b, arith::CmpIPredicate::ne, end,
                              emitLoadIndex(b, pos, index));
  emitFailIf(b, arith::AndIOp::create(b, hasChildren, differs),
             WEFT_RT_STRUCTURE_MISMATCH);
}
