//===- Prepare.h - Making expressions concretizable ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites of tensor index notation after which every access of a compute can
// be made in one order of its variables. What does not fit is computed first,
// as a tensor of its own.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_TINTOCIN_PREPARE_H
#define WEFT_LIB_CONVERSION_TINTOCIN_PREPARE_H

#include "Blocking.h"

#include "mlir/IR/Builders.h"

namespace weft {

/// The extent of an index variable as a value before `compute`: an explicit
/// extent, the size of a mode that the variable indexes, or the static size of
/// the result's mode.
mlir::Value getExtentOf(mlir::OpBuilder &builder, tin::ComputeOp compute,
                        mlir::Value variable);

/// Replaces what fits into no common order of the loops (operands stored in
/// another order or in other blocks, unordered operands, nested reductions
/// whose variables must be bound outside of the variables around them) by
/// accesses of tensors that new computes define. Returns the new computes.
/// `scatters` says that they may be assembled in two phases.
llvm::SmallVector<tin::ComputeOp> outlineConflicts(tin::ComputeOp compute,
                                                   const Blocking &blocking,
                                                   bool scatters);

/// The variables of the loop nest around the assignment of a compute: the free
/// variables and, if the result is just a reduction, its variables. Sets `body`
/// to the block whose yield is assigned.
llvm::SmallVector<mlir::Value> getNestVariables(tin::ComputeOp compute,
                                                mlir::Block *&body);

/// The reduction that a compute's result is; null if it is something else.
tin::ReduceOp getTopReduction(tin::ComputeOp compute);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_TINTOCIN_PREPARE_H
