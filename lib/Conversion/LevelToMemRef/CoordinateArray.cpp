//===- CoordinateArray.cpp - Coordinates in an array ------------*- C++ -*-===//
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

#include "SearchFunctions.h"

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
  if (!site.gallops)
    return emitBinarySearch(b, crd, begin, end, coordinate);
  // Coordinates in records are as far apart as the records are large, which the
  // function does not know.
  auto type = cast<MemRefType>(crd.getType());
  if (!type.getLayout().isIdentity())
    return emitGallop(b, crd, begin, end, coordinate);
  func::FuncOp function = getGallopFunction(b, type.getElementType());
  return func::CallOp::create(b, function,
                              ValueRange{crd, begin, end, coordinate})
      .getResult(0);
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

void emitReservePartitions(const LevelSite &site, Value &crd, Value &count,
                           Value positions) {
  crd = emitEnsureLength(site.builder, crd, positions,
                         getMaxSigned(site.posType));
  count = positions;
}

void emitReplaceCoords(const LevelSite &site, Value &crd, Value length) {
  memref::DeallocOp::create(site.builder, crd);
  crd = emitAlloc(site.builder, site.crdType, length);
}

} // namespace weft
