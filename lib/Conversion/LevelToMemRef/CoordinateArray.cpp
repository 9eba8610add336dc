//===- CoordinateArray.cpp - Coordinates in an array ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits reads of, searches in and appends to `crd` arrays.
//
//===----------------------------------------------------------------------===//

#include "CoordinateArray.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Runtime/TensorABI.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace weft {

ValuePair emitCoordAt(const LevelSite &site, Value crd, Value position) {
  ImplicitLocOpBuilder &b = site.builder;
  Value coordinate = emitLoadIndex(b, crd, position);
  Value found = arith::ConstantOp::create(b, b.getBoolAttr(true));
  return {coordinate, found};
}

Value emitSearch(const LevelSite &site, Value crd, Value begin, Value end,
                 Value coordinate) {
  ImplicitLocOpBuilder &b = site.builder;
  Type index = b.getIndexType();
  // Positions before `low` have smaller coordinates, those from `high` on not.
  auto loop =
      scf::WhileOp::create(b, TypeRange{index, index}, ValueRange{begin, end});
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Location> locs(2, b.getLoc());
  SmallVector<Type> types(2, index);

  Block *before = b.createBlock(&loop.getBefore(), {}, types, locs);
  Value proceed = emitCompare(b, arith::CmpIPredicate::slt,
                              before->getArgument(0), before->getArgument(1));
  scf::ConditionOp::create(b, proceed, before->getArguments());

  Block *after = b.createBlock(&loop.getAfter(), {}, types, locs);
  Value low = after->getArgument(0), high = after->getArgument(1);
  Value width = arith::SubIOp::create(b, high, low);
  Value half = arith::ShRUIOp::create(b, width, emitIndex(b, 1));
  Value middle = arith::AddIOp::create(b, low, half);
  Value isSmaller = emitCompare(b, arith::CmpIPredicate::slt,
                                emitLoadIndex(b, crd, middle), coordinate);
  Value above = arith::AddIOp::create(b, middle, emitIndex(b, 1));
  Value nextLow = arith::SelectOp::create(b, isSmaller, above, low);
  Value nextHigh = arith::SelectOp::create(b, isSmaller, high, middle);
  scf::YieldOp::create(b, ValueRange{nextLow, nextHigh});
  return loop.getResult(0);
}

void emitAppendCoord(const LevelSite &site, Value &crd, Value &count,
                     Value coordinate) {
  ImplicitLocOpBuilder &b = site.builder;
  Value position = count;
  count = arith::AddIOp::create(b, position, emitIndex(b, 1));
  if (site.assembly == level::Assembly::Compute) {
    // The structure that is kept must be the one that would be assembled.
    Value beyond =
        emitCompare(b, arith::CmpIPredicate::uge, position, emitLength(b, crd));
    emitFailIf(b, beyond, WEFT_RT_STRUCTURE_MISMATCH);
    Value differs = emitCompare(b, arith::CmpIPredicate::ne,
                                emitLoadIndex(b, crd, position), coordinate);
    emitFailIf(b, differs, WEFT_RT_STRUCTURE_MISMATCH);
    return;
  }
  if (!site.reserved)
    crd = emitEnsureLength(b, crd, count, getMaxSigned(site.posType));
  emitStoreIndex(b, coordinate, crd, position);
}

void emitReplaceCoords(const LevelSite &site, Value &crd, Value length) {
  memref::DeallocOp::create(site.builder, crd);
  crd = emitAlloc(site.builder, site.crdType, length);
}

} // namespace weft
