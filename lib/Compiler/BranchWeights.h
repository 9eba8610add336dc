//===- BranchWeights.h - Branches with weights ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the lowering of branches with `weft.branch_weights`.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_COMPILER_BRANCHWEIGHTS_H
#define WEFT_LIB_COMPILER_BRANCHWEIGHTS_H

#include "mlir/IR/PatternMatch.h"

namespace weft {

/// Adds a pattern that lowers an `scf.if` with `weft.branch_weights` to a
/// conditional branch with these weights. Other branches are left to upstream's
/// pattern.
void populateBranchWeightPatterns(mlir::RewritePatternSet &patterns);

} // namespace weft

#endif // WEFT_LIB_COMPILER_BRANCHWEIGHTS_H
