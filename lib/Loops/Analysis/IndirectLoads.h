//===- IndirectLoads.h - Indirect loads -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches indirect loads `a[crd[p]]`, and emits their indices for coordinates
// at other positions.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ANALYSIS_INDIRECTLOADS_H
#define WEFT_LIB_LOOPS_ANALYSIS_INDIRECTLOADS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// Whether a value is loop-invariant: it is defined outside of the loop, or a
/// constant.
bool isLoopInvariant(mlir::scf::ForOp loop, mlir::Value value);

/// The load of the coordinate at the induction variable of a loop from which an
/// index is computed by casts, sums and products with loop-invariant values;
/// null if the index is not computed so.
mlir::memref::LoadOp findCoordinate(mlir::scf::ForOp loop, mlir::Value index);

/// Emits the computation of an index with `other` in place of a coordinate.
mlir::Value emitIndexOf(mlir::ImplicitLocOpBuilder &b, mlir::Value index,
                        mlir::memref::LoadOp coordinate, mlir::Value other);

/// The array that a scalar or vector load reads from an index on; null for
/// another operation.
mlir::Value getArrayReadAt(mlir::Operation *op, mlir::Value index);

/// Sorts arguments of a function by their numbers. The order of the users of a
/// value, by which they are found, is not deterministic.
llvm::SmallVector<mlir::Value> inOrder(llvm::ArrayRef<mlir::Value> arguments);

} // namespace weft

#endif // WEFT_LIB_LOOPS_ANALYSIS_INDIRECTLOADS_H
