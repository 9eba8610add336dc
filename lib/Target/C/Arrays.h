//===- Arrays.h - Properties of arrays --------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts about the arrays of a module, from which their declarations follow:
// whether somebody writes to them, whether their lengths are used, and which of
// them are the same array at different times.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_TARGET_C_ARRAYS_H
#define WEFT_LIB_TARGET_C_ARRAYS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/EquivalenceClasses.h"

namespace weft {
namespace csource {

/// Calls `visit` for each pair of values of which the second becomes the first
/// where control flow meets: results and arguments of loops and branches.
void forEachFlow(
    mlir::Operation *op,
    llvm::function_ref<void(mlir::Value to, mlir::Value from)> visit);

class Arrays {
public:
  explicit Arrays(mlir::ModuleOp module);

  /// Whether the elements of an array may change.
  bool isWritten(mlir::Value array) const;
  /// Whether the length of an array is used.
  bool needsLength(mlir::Value array) const { return measured.contains(array); }
  /// A representative of all that is the same array at different times.
  mlir::Value getLeader(mlir::Value array) const;
  llvm::SmallVector<mlir::Value> getMembers(mlir::Value array) const;
  /// Whether an array is a local variable of the block that allocates it: it
  /// has a small constant length, and is deallocated in the same block.
  bool isLocal(mlir::Value array) const;

private:
  void addFlows(mlir::Operation *op);
  /// Whether an array is only accessed, and by the host. Its owner also
  /// deallocates it.
  bool isOnlyAccessed(mlir::Value array, bool isOwner) const;
  void markWritten(mlir::Value array) { written.insert(getLeader(array)); }
  /// Takes what is loaded from an array of arrays for what is stored there.
  void addStoredArrays(mlir::ModuleOp module);
  bool propagateCalls(mlir::ModuleOp module);
  bool propagateLengths(mlir::ModuleOp module);

  llvm::EquivalenceClasses<void *> classes;
  llvm::DenseSet<mlir::Value> written, measured;
};

} // namespace csource
} // namespace weft

#endif // WEFT_LIB_TARGET_C_ARRAYS_H
