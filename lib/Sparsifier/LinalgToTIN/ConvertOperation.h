//===- ConvertOperation.h - Conversion of a linalg operation ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a linalg operation on tensors as tin.compute operations.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_SPARSIFIER_LINALGTOTIN_CONVERTOPERATION_H
#define WEFT_LIB_SPARSIFIER_LINALGTOTIN_CONVERTOPERATION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace linalg_to_tin {

/// Emits one tin.compute for each result of `op`, before it, and gives their
/// values; an error at the operation, or at one in its region, if index
/// notation cannot express it. With `strict`, floating-point reductions begin
/// with the components of their dense outputs.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
emitComputes(mlir::RewriterBase &rewriter, mlir::linalg::LinalgOp op,
             bool strict);

} // namespace linalg_to_tin
} // namespace weft

#endif // WEFT_LIB_SPARSIFIER_LINALGTOTIN_CONVERTOPERATION_H
