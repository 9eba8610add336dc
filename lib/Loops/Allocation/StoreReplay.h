//===- StoreReplay.h - Repeat the stores of loops ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares how the elements that loops have stored to an array are reset: by
// copies of these loops that only compute the indices of the stores, from
// bounds, conditions and coordinates in arrays that are never written.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ALLOCATION_STOREREPLAY_H
#define WEFT_LIB_LOOPS_ALLOCATION_STOREREPLAY_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"

namespace weft {

/// Operations inside a root operation and the operations in it on which they
/// depend.
class OperationSlice {
public:
  /// Receives the reason why operations cannot be repeated; returns failure.
  using Refuse = llvm::function_ref<mlir::LogicalResult(const llvm::Twine &)>;

  explicit OperationSlice(mlir::Operation *root) : root(root) {}

  /// Adds an operation, without the value that it stores, and its dependences.
  /// Fails if a repetition may compute other values: they are carried by loops,
  /// or depend on memory that is written.
  mlir::LogicalResult add(mlir::Operation *op, Refuse refuse);
  bool contains(mlir::Operation *op) const { return ops.contains(op); }
  mlir::Operation *getRoot() const { return root; }

private:
  mlir::LogicalResult addValue(mlir::Value value, Refuse refuse);
  mlir::LogicalResult addOperands(mlir::ValueRange operands, Refuse refuse);
  mlir::LogicalResult addLoop(mlir::scf::ForOp loop, Refuse refuse);

  mlir::Operation *root;
  llvm::DenseSet<mlir::Operation *> ops;
};

/// The stores inside an operation to some arrays.
class StoreReplay {
public:
  /// Fails if the stores cannot be repeated in time proportional to the stored
  /// entries of operands: a loop iterates a dense dimension.
  static mlir::FailureOr<StoreReplay>
  find(mlir::Operation *root, mlir::ArrayRef<mlir::memref::StoreOp> stores,
       OperationSlice::Refuse refuse);

  /// Emits the number of iterations of the innermost loops, added to `sum`.
  mlir::Value emitCount(mlir::ImplicitLocOpBuilder &b, mlir::Value sum) const;
  /// Emits the stores with other values, which `getStored` returns for an
  /// array.
  void emit(mlir::ImplicitLocOpBuilder &b,
            llvm::function_ref<mlir::Value(mlir::Value array)> getStored) const;

private:
  explicit StoreReplay(mlir::Operation *root) : indices(root), bounds(root) {}

  mlir::LogicalResult addLoop(mlir::scf::ForOp loop,
                              OperationSlice::Refuse refuse);

  /// The computation of the indices, and of the bounds of the innermost loops.
  OperationSlice indices, bounds;
  llvm::DenseSet<mlir::Operation *> innermost;
};

} // namespace weft

#endif // WEFT_LIB_LOOPS_ALLOCATION_STOREREPLAY_H
