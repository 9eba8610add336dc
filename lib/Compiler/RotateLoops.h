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

} // namespace weft

#endif // WEFT_LIB_COMPILER_ROTATELOOPS_H
