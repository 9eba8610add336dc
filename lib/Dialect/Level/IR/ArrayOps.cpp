//===- ArrayOps.cpp - The arrays of tensors ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of arrays, and the verifiers of the operations on them.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/LevelArrays.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

#define GET_OP_CLASSES
#include "weft/Dialect/Level/IR/LevelArrayOps.cpp.inc"

Type level::getElementType(const LevelArray &array, FormatAttr format,
                           int64_t level) {
  switch (array.kind) {
  case LevelArray::Kind::Positions:
    return format.getPosType(level);
  case LevelArray::Kind::Coordinates:
    return format.getCrdType(level);
  case LevelArray::Kind::Presence:
    break;
  }
  return IntegerType::get(format.getContext(), 8);
}

static MemRefType getArrayType(Type elementType) {
  return MemRefType::get({ShapedType::kDynamic}, elementType);
}

SmallVector<MemRefType> level::getArrayTypes(RankedTensorType type) {
  FormatAttr format = getFormat(type);
  SmallVector<MemRefType> types;
  for (auto [level, levelType] : llvm::enumerate(format.getLevelTypes())) {
    SmallVector<LevelArray> arrays;
    cast<LevelTypeAttrInterface>(levelType).getArrays(arrays);
    for (const LevelArray &array : arrays)
      types.push_back(getArrayType(getElementType(array, format, level)));
  }
  types.push_back(getArrayType(type.getElementType()));
  return types;
}

/// Checks that a tensor has arrays of its own for its coordinates and
/// components.
static LogicalResult verifySeparate(Operation *op, RankedTensorType type) {
  FormatAttr format = getFormat(type);
  if (!format)
    return op->emitOpError(describeMissingFormat(type));
  if (format.getPacked())
    return op->emitOpError("expected coordinates and components in arrays of "
                           "their own, got the packed format ")
           << format;
  return success();
}

static LogicalResult verifyType(Operation *op, Type type, Type expected) {
  if (type != expected)
    return op->emitOpError("expected an array of type ")
           << expected << ", got " << type;
  return success();
}

LogicalResult GetArrayOp::verify() {
  auto type = cast<RankedTensorType>(getTensor().getType());
  if (failed(verifySeparate(*this, type)))
    return failure();
  FormatAttr format = getFormat(type);
  int64_t level = getLevel();
  if (level < 0 || level >= format.getNumLevels())
    return emitOpError("expected a level below ")
           << format.getNumLevels() << ", got " << level;
  SmallVector<LevelArray> arrays;
  format.getLevelType(level).getArrays(arrays);
  int64_t number = getNumber();
  if (number < 0 || number >= static_cast<int64_t>(arrays.size()))
    return emitOpError("expected one of the ")
           << arrays.size() << " arrays of the level type "
           << format.getLevelType(level) << ", got number " << number;
  return verifyType(
      *this, getArray().getType(),
      getArrayType(getElementType(arrays[number], format, level)));
}

LogicalResult GetValuesOp::verify() {
  auto type = cast<RankedTensorType>(getTensor().getType());
  if (failed(verifySeparate(*this, type)))
    return failure();
  return verifyType(*this, getValues().getType(),
                    getArrayType(type.getElementType()));
}

LogicalResult FromArraysOp::verify() {
  auto type = cast<RankedTensorType>(getTensor().getType());
  if (failed(verifySeparate(*this, type)))
    return failure();
  FormatAttr format = getFormat(type);
  int64_t numSizes = format.getNumSizes();
  if (static_cast<int64_t>(getSizes().size()) != numSizes)
    return emitOpError("expected ")
           << numSizes << " sizes, got " << getSizes().size();
  SmallVector<MemRefType> types = getArrayTypes(type);
  if (getArrays().size() != types.size())
    return emitOpError("expected ")
           << types.size() << " arrays, got " << getArrays().size();
  for (auto [array, expected] : llvm::zip_equal(getArrays(), types))
    if (failed(verifyType(*this, array.getType(), expected)))
      return failure();
  return success();
}
