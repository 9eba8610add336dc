//===- Extents.h - Extents of index variables -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranges of index variables that are constants.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_EXTENTS_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_EXTENTS_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace cin {

/// How many coordinates a forall iterates over wherever the split that its
/// variable is part of does not end, if that is a constant.
std::optional<int64_t> getConstantRange(ForallOp forall);

/// What an extent of a kernel is outside of it; null if it is none.
mlir::Value getOuterExtent(KernelOp kernel, mlir::Value extent);

/// Gives a kernel one more extent.
mlir::Value addExtent(mlir::RewriterBase &rewriter, KernelOp kernel,
                      mlir::Value size);

/// Gives a kernel one more extent, which is a constant.
mlir::Value addConstantExtent(mlir::RewriterBase &rewriter, KernelOp kernel,
                              int64_t size);

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_EXTENTS_H
