//===- CompoundAssignments.h - Compound assignments in foralls --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compound assignments that passes of the default schedule consider.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_COMPOUNDASSIGNMENTS_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_COMPOUNDASSIGNMENTS_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace cin {

/// Calls a function for each compound assignment of a function that a forall is
/// right around, with that forall. The callback may replace both.
void forEachCompoundAssignment(
    mlir::func::FuncOp function,
    llvm::function_ref<void(mlir::RewriterBase &, AssignOp, ForallOp)>
        callback);

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_COMPOUNDASSIGNMENTS_H
