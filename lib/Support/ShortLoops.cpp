//===- ShortLoops.cpp - Loops of few steps ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the attribute.
//
//===----------------------------------------------------------------------===//

#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace weft;

void weft::markShortLoop(Operation *loop) {
  MLIRContext *context = loop->getContext();
  auto disable = LLVM::LoopVectorizeAttr::get(
      context, BoolAttr::get(context, true), {}, {}, {}, {}, {}, {});
  loop->setAttr(kLoopAnnotationAttr, LLVM::LoopAnnotationAttr::get(
                                         context, {}, disable, {}, {}, {}, {},
                                         {}, {}, {}, {}, {}, {}, {}, {}, {}));
}

void weft::markModestLoop(Operation *loop) {
  MLIRContext *context = loop->getContext();
  auto once = LLVM::LoopInterleaveAttr::get(
      context, IntegerAttr::get(IntegerType::get(context, 32), 1));
  auto unroll = LLVM::LoopUnrollAttr::get(context, BoolAttr::get(context, true),
                                          {}, {}, {}, {}, {}, {});
  loop->setAttr(kLoopAnnotationAttr, LLVM::LoopAnnotationAttr::get(
                                         context, {}, {}, once, unroll, {}, {},
                                         {}, {}, {}, {}, {}, {}, {}, {}, {}));
}
