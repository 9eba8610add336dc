//===- Records.cpp - Coordinates and components side by side ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A field is as large as a half of a record or divides it, so that all elements
// of one field are a constant number of elements apart: a memory reference with
// a stride.
//
//===----------------------------------------------------------------------===//

#include "Records.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Runtime/TensorABI.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

RecordLayout::RecordLayout(Type coordinate, Type component)
    : coordinate(coordinate), component(component),
      half(WEFT_RT_RECORD_HALF(getElementBytes(coordinate),
                               getElementBytes(component))) {}

MemRefType RecordLayout::getRecordsType() const {
  return getArrayType(IntegerType::get(coordinate.getContext(), 8));
}

/// The view of a field that begins `offset` elements behind each record.
static MemRefType getFieldType(Type type, int64_t offset, int64_t stride) {
  return MemRefType::get(
      {ShapedType::kDynamic}, type,
      StridedLayoutAttr::get(type.getContext(), offset, {stride}));
}

MemRefType RecordLayout::getCoordinatesType() const {
  return getFieldType(coordinate, 0, 2 * half / getElementBytes(coordinate));
}

MemRefType RecordLayout::getComponentsType() const {
  int64_t bytes = getElementBytes(component);
  return getFieldType(component, half / bytes, 2 * half / bytes);
}

static Value emitField(ImplicitLocOpBuilder &b, Value records, Value numRecords,
                       Value numBytes, MemRefType type) {
  Type element = type.getElementType();
  Value numElements = arith::DivUIOp::create(
      b, numBytes, emitIndex(b, getElementBytes(element)));
  Value elements =
      memref::ViewOp::create(b, getArrayType(element), records, emitIndex(b, 0),
                             ValueRange{numElements});
  auto [strides, offset] = type.getStridesAndOffset();
  return memref::ReinterpretCastOp::create(
      b, type, elements, /*offset=*/OpFoldResult(b.getIndexAttr(offset)),
      /*sizes=*/ArrayRef<OpFoldResult>{numRecords},
      /*strides=*/ArrayRef<OpFoldResult>{b.getIndexAttr(strides.front())});
}

ValuePair RecordLayout::emitFields(ImplicitLocOpBuilder &b,
                                   Value records) const {
  Value numBytes = emitLength(b, records);
  Value numRecords =
      arith::DivUIOp::create(b, numBytes, emitIndex(b, getBytes()));
  return {emitField(b, records, numRecords, numBytes, getCoordinatesType()),
          emitField(b, records, numRecords, numBytes, getComponentsType())};
}

Value RecordLayout::emitRecords(ImplicitLocOpBuilder &b, Value coordinates,
                                Value components) const {
  Value count = emitLength(b, components);
  Value records = emitAlloc(b, b.getI8Type(),
                            emitCheckedMul(b, count, emitIndex(b, getBytes())));
  auto [first, second] = emitFields(b, records);
  auto loop = scf::ForOp::create(b, emitIndex(b, 0), count, emitIndex(b, 1));
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value position = loop.getInductionVar();
    for (auto [from, to] :
         {std::pair(coordinates, first), std::pair(components, second)})
      memref::StoreOp::create(
          b, memref::LoadOp::create(b, from, position).getResult(), to,
          position);
  }
  memref::DeallocOp::create(b, coordinates);
  memref::DeallocOp::create(b, components);
  return records;
}
