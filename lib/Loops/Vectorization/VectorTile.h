//===- VectorTile.h - Vectors at places of arrays ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is read and written of an array as a vector at one place.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_VECTORIZATION_VECTORTILE_H
#define WEFT_LIB_LOOPS_VECTORIZATION_VECTORTILE_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// A vector at one place of an array, and its accesses in a loop.
struct VectorTile {
  mlir::Value array;
  llvm::SmallVector<mlir::Value> indices;
  /// Null if all lanes are there.
  mlir::Value mask;
  mlir::VectorType type;
  llvm::SmallVector<mlir::Operation *> accesses;

  /// What an access is of; nothing if it is none of a vector in a row.
  static std::optional<VectorTile> of(mlir::Operation *access);

  bool isAt(const VectorTile &other) const {
    return array == other.array && indices == other.indices &&
           mask == other.mask && type == other.type;
  }
  mlir::Operation *emitLoad(mlir::ImplicitLocOpBuilder &b) const;
  mlir::Operation *emitStore(mlir::ImplicitLocOpBuilder &b,
                             mlir::Value vector) const;
};

/// Whether two values are computed in the same way.
bool isSame(mlir::Value left, mlir::Value right);

/// Whether two tiles are of the same lanes at places that are computed in the
/// same way.
bool isSame(const VectorTile &left, const VectorTile &right);

/// What an access of a vector in a row stores; null if it loads.
mlir::Value getStoredVector(mlir::Operation *access);

/// The array that an operation uses; null if it uses none.
mlir::Value getArray(mlir::Operation *op);

/// What an array is a view of.
mlir::Value getRoot(mlir::Value array);

/// Whether nothing but views of an array has its elements.
bool isOwnMemory(mlir::Value root);

/// Whether an element that a loop of lanes stores is of an array that it loads,
/// and another one in the next step of the loop around it. Where not all lanes
/// are there, the two places may overlap, and processors wait for the one
/// before they load the other.
bool reloadsElsewhere(mlir::memref::StoreOp store);

/// Whether doing steps of a loop once more changes nothing: they store into
/// memory of the function's own that they do not read, and carry nothing.
bool canRepeatSteps(mlir::scf::ForOp loop);

} // namespace weft

#endif // WEFT_LIB_LOOPS_VECTORIZATION_VECTORTILE_H
