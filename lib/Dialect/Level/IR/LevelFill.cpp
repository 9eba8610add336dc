//===- LevelFill.cpp - The fill of tensors --------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/LevelFill.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace weft;

Value level::emitFillValue(ImplicitLocOpBuilder &b, RankedTensorType tensor) {
  Attribute fill = getFill(tensor);
  auto complex = dyn_cast<ComplexType>(tensor.getElementType());
  if (!complex)
    return arith::ConstantOp::create(b, cast<TypedAttr>(fill));
  return complex::ConstantOp::create(b, complex, cast<ArrayAttr>(fill));
}
