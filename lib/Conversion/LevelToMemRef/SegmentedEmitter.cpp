//===- SegmentedEmitter.cpp - Segments of coordinates --------*- C++ -*-===//
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

#include "SegmentedEmitter.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

Value weft::emitSums(ImplicitLocOpBuilder &b, Value pos, Value parentSize) {
  Value zero = emitIndex(b, 0), one = emitIndex(b, 1);
  Value end = arith::AddIOp::create(b, parentSize, one);
  auto loop = scf::ForOp::create(b, one, end, one, zero);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value parent = loop.getInductionVar();
  Value sum = arith::AddIOp::create(b, loop.getRegionIterArg(0),
                                    emitLoadIndex(b, pos, parent));
  emitStoreIndex(b, sum, pos, parent);
  scf::YieldOp::create(b, sum);
  return loop.getResult(0);
}

void weft::emitPositionCheck(const LevelSite &site, Value end) {
  if (site.posType.getWidth() >= 64)
    return;
  ImplicitLocOpBuilder &b = site.builder;
  Value largest = emitIndex(b, getMaxSigned(site.posType));
  emitFailIf(b, emitCompare(b, arith::CmpIPredicate::sgt, end, largest),
             WEFT_RT_INDEX_OVERFLOW, {end, largest});
}

void weft::emitKeptEdgesCheck(const LevelSite &site, Value pos, Value segment,
                              Value begin, Value end) {
  ImplicitLocOpBuilder &b = site.builder;
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

Value weft::ensureSegments(const LevelSite &site, Value pos, Value parents) {
  ImplicitLocOpBuilder &b = site.builder;
  Value needed = arith::AddIOp::create(b, parents, emitIndex(b, 1));
  Value none = arith::ConstantOp::create(b, b.getZeroAttr(site.posType));
  return emitEnsureLength(b, pos, needed, none);
}

Value weft::trimSegments(const LevelSite &site, Value pos, Value parents) {
  if (site.parentsKnown)
    return pos;
  ImplicitLocOpBuilder &b = site.builder;
  pos = ensureSegments(site, pos, parents);
  Value length = arith::AddIOp::create(b, parents, emitIndex(b, 1));
  return emitPrefix(b, pos, length);
}
