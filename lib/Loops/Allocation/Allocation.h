//===- Allocation.h - Placement of array allocations ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the transformations of the pass `weft-place-allocations`.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ALLOCATION_ALLOCATION_H
#define WEFT_LIB_LOOPS_ALLOCATION_ALLOCATION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weft {

/// Hoists allocations of workspaces out of loops. Counts the hoisted arrays,
/// and those whose stored elements each iteration resets.
void hoistWorkspaces(mlir::func::FuncOp function, unsigned &numReused,
                     unsigned &numCleared);

/// Carries growable arrays from one iteration of a loop to the next. Returns
/// the number of arrays.
unsigned carryWorkspaces(mlir::func::FuncOp function);

/// Allocates small arrays that a private function frees on the stack.
void stackArrays(mlir::func::FuncOp function);

} // namespace weft

#endif // WEFT_LIB_LOOPS_ALLOCATION_ALLOCATION_H
