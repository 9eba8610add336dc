//===- IndirectLoads.h - Indirect loads -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads `a[crd[p]]`, and the same at other positions.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ANALYSIS_INDIRECTLOADS_H
#define WEFT_LIB_LOOPS_ANALYSIS_INDIRECTLOADS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// Whether a value is the same in all iterations of a loop: a constant, which
/// may be in the loop, or what there is in front of it.
bool isSameInAll(mlir::scf::ForOp loop, mlir::Value value);

/// The load of the coordinate at the induction variable of a loop that an index
/// is computed from by casts, sums and products with loop-invariant values;
/// null if there is none.
mlir::memref::LoadOp findCoordinate(mlir::scf::ForOp loop, mlir::Value index);

/// Emits the computation of an index for another coordinate.
mlir::Value emitIndexOf(mlir::ImplicitLocOpBuilder &b, mlir::Value index,
                        mlir::memref::LoadOp coordinate, mlir::Value other);

/// The array that an operation reads at an index, or in a row from there on;
/// null if it does something else.
mlir::Value getArrayReadAt(mlir::Operation *op, mlir::Value index);

/// Arguments of a function that were found by their users, which are in no
/// order, in the order of the function.
llvm::SmallVector<mlir::Value> inOrder(llvm::ArrayRef<mlir::Value> arguments);

} // namespace weft

#endif // WEFT_LIB_LOOPS_ANALYSIS_INDIRECTLOADS_H
