//===- KernelCreation.cpp - Kernels like others -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that are made of others have all of their attributes, whichever these
// are, but the numbers of their operands.
//
//===----------------------------------------------------------------------===//

#include "KernelCreation.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

KernelOp cin::createLike(OpBuilder &builder, Location loc, KernelOp model,
                         ValueRange inputs, ValueRange outputs,
                         ValueRange extents) {
  auto kernel = KernelOp::create(builder, loc, outputs.getTypes(), inputs,
                                 outputs, extents);
  KernelOp::Properties &own = kernel.getProperties();
  auto segmentSizes = own.operandSegmentSizes;
  own = model.getProperties();
  own.operandSegmentSizes = segmentSizes;
  kernel->setDiscardableAttrs(model->getDiscardableAttrDictionary());

  SmallVector<Type> types;
  for (Type type : kernel.getOperandTypes())
    types.push_back(
        type.isIndex() ? type : RefType::get(cast<RankedTensorType>(type)));
  builder.createBlock(&kernel.getBody(), {}, types,
                      SmallVector<Location>(types.size(), loc));
  return kernel;
}
