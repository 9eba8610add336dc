//===- FilledTypes.cpp - Tensors with a fill --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of temporaries, which are the fill of what they hold.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/FilledTypes.h"

#include "weft/Analysis/OperatorAlgebra.h"

using namespace mlir;
using namespace weft;

RankedTensorType analysis::getFilledType(ArrayRef<int64_t> shape, Type element,
                                         level::FormatAttr format,
                                         Attribute fill) {
  if (fill && isZeroScalar(fill))
    fill = {};
  if (format.isAllDense() && !fill)
    return RankedTensorType::get(shape, element);
  auto filled = level::FormatAttr::get(
      format.getContext(), format.getDimToLevel(), format.getLevelTypes(),
      format.getPosWidths(), format.getCrdWidths(), fill, format.getPacked());
  return RankedTensorType::get(shape, element, filled);
}

RankedTensorType analysis::getFilledType(ArrayRef<int64_t> shape, Type element,
                                         Attribute fill) {
  auto dense = level::FormatAttr::getDense(element.getContext(), shape.size());
  return getFilledType(shape, element, dense, fill);
}
