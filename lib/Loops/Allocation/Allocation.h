//===- Allocation.h - Where arrays that loops use are allocated -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ALLOCATION_ALLOCATION_H
#define WEFT_LIB_LOOPS_ALLOCATION_ALLOCATION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weft {

/// Allocates workspaces in front of the loops that allocate them in each
/// iteration. Counts the arrays, and those that are cleared by what was stored.
void hoistWorkspaces(mlir::func::FuncOp function, unsigned &numReused,
                     unsigned &numCleared);

/// Lets iterations of loops pass arrays on that they allocate and free. Returns
/// the number of arrays.
unsigned carryWorkspaces(mlir::func::FuncOp function);

/// Allocates small arrays that a private function frees on the stack.
void stackArrays(mlir::func::FuncOp function);

} // namespace weft

#endif // WEFT_LIB_LOOPS_ALLOCATION_ALLOCATION_H
