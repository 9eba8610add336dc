//===- KernelGroups.h - Computes that become one kernel ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the computes of a block that go into the same kernel, where they are
// fused as the assignments of one text are.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_SPARSIFIER_KERNELS_KERNELGROUPS_H
#define WEFT_LIB_SPARSIFIER_KERNELS_KERNELGROUPS_H

#include "weft/Dialect/TIN/IR/TIN.h"

namespace weft {

/// Computes that become one kernel, in their order.
using Group = llvm::SmallVector<tin::ComputeOp>;

/// Whether an operation is, or is in, one of some computes.
bool isInside(mlir::Operation *op, llvm::ArrayRef<tin::ComputeOp> computes);

/// The groups of the computes of a block, from its end on.
llvm::SmallVector<Group> findGroups(mlir::Block &block);

} // namespace weft

#endif // WEFT_LIB_SPARSIFIER_KERNELS_KERNELGROUPS_H
