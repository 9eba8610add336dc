//===- Workspaces.h - Formats of temporaries -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the formats of workspaces and of parts that are computed first are
// chosen by: memory in proportion to a dimension is taken only where it exists
// anyway.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_TINTOCIN_WORKSPACES_H
#define WEFT_LIB_CONVERSION_TINTOCIN_WORKSPACES_H

#include "weft/Dialect/TIN/IR/TIN.h"

namespace weft {

/// Whether an operand or the result of a compute takes memory in proportion to
/// the extent of a variable.
bool isStoredDensely(tin::ComputeOp compute, mlir::Value variable);

/// A format that stores the second of two levels by segments of the first,
/// which is dense.
level::FormatAttr getRowFormat(mlir::MLIRContext *context,
                               llvm::ArrayRef<level::LevelExpr> levels);

/// A format of `numDims` dimensions that stores `levels` densely and marks
/// which components are there.
level::FormatAttr getBitmapFormat(mlir::MLIRContext *context, int64_t numDims,
                                  llvm::ArrayRef<level::LevelExpr> levels);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_TINTOCIN_WORKSPACES_H
