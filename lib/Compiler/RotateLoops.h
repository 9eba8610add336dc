//===- RotateLoops.h - Loops that test at their end -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the lowering of loops to blocks in the form that LLVM wants.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_COMPILER_ROTATELOOPS_H
#define WEFT_LIB_COMPILER_ROTATELOOPS_H

#include "mlir/IR/PatternMatch.h"

namespace weft {

/// Adds patterns that lower `scf.for` and `scf.while` to a test before a loop
/// and one at its end.
void populateRotatedLoopPatterns(mlir::RewritePatternSet &patterns);

/// Adds a pattern that lowers an `scf.while` that ends in branches of its test,
/// each of which goes back, or out of the loop.
void populateBranchedLoopPatterns(mlir::RewritePatternSet &patterns);

/// Splits the block at a loop or branch, and returns the block behind it, which
/// takes the results of the operation.
mlir::Block *splitAtOp(mlir::PatternRewriter &rewriter, mlir::Operation *op);

} // namespace weft

#endif // WEFT_LIB_COMPILER_ROTATELOOPS_H
