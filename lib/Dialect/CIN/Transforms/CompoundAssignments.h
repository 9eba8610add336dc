//===- CompoundAssignments.h - Commands on innermost loops ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes of the default schedule that apply a command to the loops around the
// compound assignments of a function.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_COMPOUNDASSIGNMENTS_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_COMPOUNDASSIGNMENTS_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace cin {

/// Applies a command to the innermost forall around each compound assignment of
/// a function. Records the commands that apply in the schedule of the function,
/// and reports as a remark why others do not.
void applyToCompoundAssignments(
    mlir::func::FuncOp function, llvm::StringRef command,
    llvm::function_ref<mlir::LogicalResult(mlir::RewriterBase &, ForallOp)>
        apply);

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_COMPOUNDASSIGNMENTS_H
