//===- BranchWeights.h - Weights of branches --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An attribute of branches, which the lowering to machine code reads.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_BRANCHWEIGHTS_H
#define WEFT_DIALECT_WEFT_IR_BRANCHWEIGHTS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {

/// On an scf.if, two positive numbers of type i32: relative weights of the
/// `then` and of the `else` region for block placement and spilling in LLVM.
/// They are not measured, and change no result.
constexpr llvm::StringLiteral kBranchWeightsAttr = "weft.branch_weights";

/// Weights of a branch whose loops need so many registers that the values of
/// the code around are to be spilled inside: those of `llvm.expect`.
constexpr int32_t kSpillingWeights[] = {1, 2000};

/// Sets the weights of a branch.
inline void setBranchWeights(mlir::scf::IfOp branch,
                             llvm::ArrayRef<int32_t> weights) {
  branch->setAttr(kBranchWeightsAttr,
                  mlir::DenseI32ArrayAttr::get(branch.getContext(), weights));
}

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_BRANCHWEIGHTS_H
