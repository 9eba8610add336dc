//===- Unswitch.h - Loop unswitching ----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares loop unswitching: a branch that decides alike in all iterations is
// moved before the loop, which is cloned for its two cases.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_TILING_UNSWITCH_H
#define WEFT_LIB_LOOPS_TILING_UNSWITCH_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace weft {

/// Moves loop-invariant operations before a loop, including those in the `then`
/// region of a branch in it, which may be null. A branch without side effects
/// may be moved as well.
void hoist(mlir::scf::ForOp loop, mlir::scf::IfOp branch);

/// Moves a loop-invariant branch of the body of a loop before the loop. Returns
/// the new branch: its `then` region has the loop, its `else` region a copy.
mlir::scf::IfOp unswitch(mlir::scf::ForOp loop, mlir::scf::IfOp branch,
                         mlir::RewriterBase &rewriter);

} // namespace weft

#endif // WEFT_LIB_LOOPS_TILING_UNSWITCH_H
