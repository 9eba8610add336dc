//===- Copies.cpp - Tensors in another format -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits copies of whole tensors, as index notation.
//
//===----------------------------------------------------------------------===//

#include "Storage.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace weft;
using namespace weft::sparsifier;

bool sparsifier::isDense(RankedTensorType type) {
  level::FormatAttr format = level::getFormat(type);
  return format && format.isAllDense();
}

bool sparsifier::storesFill(RankedTensorType type) {
  level::FormatAttr format = level::getFormat(type);
  int64_t numLevels = format ? format.getNumLevels() : 0;
  return numLevels != 0 && format.getLevelType(numLevels - 1).isFull();
}

SmallVector<Value> sparsifier::emitSizes(OpBuilder &builder, Location loc,
                                         Value tensor) {
  SmallVector<Value> sizes;
  for (int64_t mode :
       llvm::seq(cast<RankedTensorType>(tensor.getType()).getRank()))
    sizes.push_back(builder.createOrFold<tensor::DimOp>(loc, tensor, mode));
  return sizes;
}

tin::ComputeOp sparsifier::createCompute(OpBuilder &builder, Location loc,
                                         RankedTensorType type,
                                         ValueRange extents,
                                         TypeRange operands) {
  SmallVector<std::string> names;
  for (int64_t mode : llvm::seq(type.getRank()))
    names.push_back("d" + std::to_string(mode));
  auto compute = tin::ComputeOp::create(
      builder, loc, type, SmallVector<StringRef>(names.begin(), names.end()),
      llvm::to_vector(extents));
  bool drops = llvm::any_of(operands, [](Type operand) {
    return storesFill(cast<RankedTensorType>(operand));
  });
  compute.setDropFill(drops && !isDense(type));
  builder.setInsertionPointToEnd(compute.getBlock());
  return compute;
}

bool sparsifier::canConvertComponents(Type from, Type to) {
  auto fromComplex = dyn_cast<ComplexType>(from);
  auto toComplex = dyn_cast<ComplexType>(to);
  if (fromComplex && toComplex)
    return canConvertComponents(fromComplex.getElementType(),
                                toComplex.getElementType());
  // No operation converts between real numbers of one width.
  auto fromReal = dyn_cast<FloatType>(from), toReal = dyn_cast<FloatType>(to);
  if (fromReal && toReal)
    return from == to || fromReal.getWidth() != toReal.getWidth();
  return from.isIntOrIndexOrFloat() && to.isIntOrIndexOrFloat();
}

/// Emits a component as a number of another type: integers have a sign, and
/// real numbers are rounded towards zero to integers.
static Value emitConverted(OpBuilder &builder, Location loc, Value number,
                           Type type) {
  Type from = number.getType();
  if (from == type)
    return number;
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    Type part = complexType.getElementType();
    Value real = complex::ReOp::create(builder, loc, number);
    Value imaginary = complex::ImOp::create(builder, loc, number);
    return complex::CreateOp::create(
        builder, loc, complexType, emitConverted(builder, loc, real, part),
        emitConverted(builder, loc, imaginary, part));
  }
  if (from.isIndex())
    number =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), number);
  if (type.isIndex())
    return arith::IndexCastOp::create(
        builder, loc, type,
        emitConverted(builder, loc, number, builder.getI64Type()));
  return convertScalarToDtype(builder, loc, number, type,
                              /*isUnsignedCast=*/false);
}

Value sparsifier::emitCopy(OpBuilder &builder, Location loc, Value source,
                           RankedTensorType type) {
  auto sourceType = cast<RankedTensorType>(source.getType());
  // A block must be stored only if it has a component other than the fill;
  // copying to a coordinate list first finds these blocks.
  bool needsList = storesFill(sourceType) && storesFill(type) &&
                   !isDense(type) && !level::getFormat(type).getFill();
  Value list;
  if (needsList)
    source = list = emitCopy(builder, loc, source,
                             getListType(sourceType, /*isUnique=*/true));
  SmallVector<Value> sizes = emitSizes(builder, loc, source);
  tin::ComputeOp compute;
  {
    OpBuilder::InsertionGuard guard(builder);
    compute = createCompute(builder, loc, type, sizes, source.getType());
    Value component =
        tin::AccessOp::create(builder, loc, source, compute.getVariables());
    tin::YieldOp::create(
        builder, loc,
        emitConverted(builder, loc, component, type.getElementType()));
  }
  if (list)
    level::ReleaseOp::create(builder, loc, list);
  return compute.getResult();
}
