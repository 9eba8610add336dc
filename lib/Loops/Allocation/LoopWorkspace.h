//===- LoopWorkspace.h - Workspaces of loop iterations ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the recognition of a workspace in loops over arrays: an array that a
// block allocates, fills, uses and frees. Its level format has been lowered.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ALLOCATION_LOOPWORKSPACE_H
#define WEFT_LIB_LOOPS_ALLOCATION_LOOPWORKSPACE_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {

struct LoopWorkspace {
  /// Matches an allocation for which `isCandidate` holds; reports why it is no
  /// workspace.
  static mlir::FailureOr<LoopWorkspace> find(mlir::memref::AllocOp alloc);
  /// Whether a loop allocates and frees an array with one dynamic size.
  static bool isCandidate(mlir::memref::AllocOp alloc);

  mlir::Value getSize() { return alloc.getDynamicSizes().front(); }

  mlir::memref::AllocOp alloc;
  mlir::memref::DeallocOp dealloc;
  /// The branch that ends the kernel if the size is too large. Never null:
  /// arrays without it have a bounded size and belong to results.
  mlir::scf::IfOp check;
  /// The loop that stores the same constant to all elements before any other
  /// use. May be null.
  mlir::scf::ForOp fill;
  /// The stores outside `fill`, and the operations of the block that contain
  /// them.
  llvm::SmallVector<mlir::memref::StoreOp> stores;
  llvm::SmallVector<mlir::Operation *> producers;

private:
  mlir::LogicalResult findUses();
  mlir::LogicalResult findCheck();
  void findFill();
  bool isFilledBy(mlir::scf::ForOp loop);
};

} // namespace weft

#endif // WEFT_LIB_LOOPS_ALLOCATION_LOOPWORKSPACE_H
