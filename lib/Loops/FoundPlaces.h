//===- FoundPlaces.h - Places that coordinates lead to ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What passes ask that fetch ahead: where another entry leads to, and what is
// read there.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_FOUNDPLACES_H
#define WEFT_LIB_LOOPS_FOUNDPLACES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// Whether a value is the same in all iterations of a loop: a constant, which
/// may be in the loop, or what there is in front of it.
bool isSameInAll(mlir::scf::ForOp loop, mlir::Value value);

/// The coordinate at the variable of a loop that an index is computed from, by
/// casts and with what is known in front of the loop, from coordinates in which
/// nothing changes; null if it is not.
mlir::memref::LoadOp findCoordinate(mlir::scf::ForOp loop, mlir::Value index);

/// The index that is computed so from another coordinate.
mlir::Value emitFoundIndex(mlir::ImplicitLocOpBuilder &b, mlir::Value index,
                           mlir::memref::LoadOp coordinate, mlir::Value other);

/// The array that an operation reads at an index, or in a row from there on;
/// null if it does something else.
mlir::Value getArrayReadAt(mlir::Operation *op, mlir::Value index);

/// Arguments of a function that were found by their users, which are in no
/// order, in the order of the function.
llvm::SmallVector<mlir::Value> inOrder(llvm::ArrayRef<mlir::Value> arguments);

} // namespace weft

#endif // WEFT_LIB_LOOPS_FOUNDPLACES_H
