//===- Computes.h - Questions about computes --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the steps of concretization ask of a compute: which variables its loops
// bind, how far they go, and what it combines.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_TINTOCIN_COMPUTES_H
#define WEFT_LIB_CONVERSION_TINTOCIN_COMPUTES_H

#include "weft/Dialect/TIN/IR/TIN.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

namespace weft {
namespace tin_to_cin {

/// The extent of an index variable as a value before `compute`: an explicit
/// extent, the size of a mode that the variable indexes, or the static size of
/// the result's mode.
mlir::Value getExtentOf(mlir::OpBuilder &builder, tin::ComputeOp compute,
                        mlir::Value variable);

/// The index variables of a compute on which a value depends.
llvm::SetVector<mlir::Value> getVariables(mlir::Value value);

/// The variables of the loop nest around the assignment of a compute: the free
/// variables and, if the result is just a reduction, its variables. Sets `body`
/// to the block whose yield is assigned.
llvm::SmallVector<mlir::Value> getNestVariables(tin::ComputeOp compute,
                                                mlir::Block *&body);

/// The reduction that a compute's result is; null if it is something else.
tin::ReduceOp getTopReduction(tin::ComputeOp compute);

/// What a component holds before a reduction combines into it; null if that is
/// not known.
mlir::Attribute getInitial(tin::ReduceOp reduce);

/// Whether all levels of the tensor of an access have an order.
bool isOrdered(tin::AccessOp access);

/// Whether that tensor has one entry for each component, so that loops over it
/// in the order of its levels reach each once.
bool comesOnce(tin::AccessOp access);

} // namespace tin_to_cin
} // namespace weft

#endif // WEFT_LIB_CONVERSION_TINTOCIN_COMPUTES_H
