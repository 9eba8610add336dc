//===- Unswitch.h - Branches in front of loops ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each iteration of a loop decides in the same way is decided once, by
// having the loop twice.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_TILING_UNSWITCH_H
#define WEFT_LIB_LOOPS_TILING_UNSWITCH_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace weft {

/// Moves what does not change in a loop in front of it, also what the first
/// case of a branch in it computes. The branch may be null. One without effects
/// moves as well.
void hoist(mlir::scf::ForOp loop, mlir::scf::IfOp branch);

/// Decides in front of a loop what a branch in its body decides. Gives the new
/// branch; the loop is in its first case, and a copy of it in the second.
mlir::scf::IfOp unswitch(mlir::scf::ForOp loop, mlir::scf::IfOp branch,
                         mlir::RewriterBase &rewriter);

} // namespace weft

#endif // WEFT_LIB_LOOPS_TILING_UNSWITCH_H
