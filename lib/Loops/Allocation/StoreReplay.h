//===- StoreReplay.h - Loops that store to the same places again *- C++ -* -*-
//C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What loops have stored into an array is cleared by the same loops, which are
// cut down to what tells them the places: bounds, conditions and coordinates,
// all of them computed from arrays that nobody writes.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ALLOCATION_STOREREPLAY_H
#define WEFT_LIB_LOOPS_ALLOCATION_STOREREPLAY_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/DenseSet.h"

namespace weft {

/// Operations below another one, and what they need there.
class OperationSlice {
public:
  explicit OperationSlice(mlir::Operation *root) : root(root) {}

  /// Adds an operation, without what it stores, and what it needs. False if
  /// that is not the same when it is run again: it is carried by loops, or
  /// depends on memory that is written.
  bool add(mlir::Operation *op);
  bool contains(mlir::Operation *op) const { return ops.contains(op); }
  mlir::Operation *getRoot() const { return root; }

private:
  bool addValue(mlir::Value value);
  bool addOperands(mlir::ValueRange operands);

  mlir::Operation *root;
  llvm::DenseSet<mlir::Operation *> ops;
};

/// The stores below an operation to some arrays.
class StoreReplay {
public:
  /// Nothing if the stores cannot be run again in time that is proportional to
  /// the stored entries of operands: some loop goes over a dimension.
  static std::optional<StoreReplay>
  of(mlir::Operation *root, mlir::ArrayRef<mlir::memref::StoreOp> stores);

  /// Emits how often the innermost loops run, added to a number.
  mlir::Value emitCount(mlir::ImplicitLocOpBuilder &b, mlir::Value sum) const;
  /// Emits the stores of other values, each of which is given for its array.
  void emit(mlir::ImplicitLocOpBuilder &b,
            llvm::function_ref<mlir::Value(mlir::Value array)> getStored) const;

private:
  explicit StoreReplay(mlir::Operation *root) : places(root), bounds(root) {}

  /// What tells the places, and what tells how often innermost loops run.
  OperationSlice places, bounds;
  llvm::DenseSet<mlir::Operation *> innermost;
};

} // namespace weft

#endif // WEFT_LIB_LOOPS_ALLOCATION_STOREREPLAY_H
