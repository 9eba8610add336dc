//===- LoopWorkspace.h - Arrays that an iteration takes ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A workspace in loops over arrays: an array that a block takes, fills, uses
// and frees. What its format was does not matter any more.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ALLOCATION_LOOPWORKSPACE_H
#define WEFT_LIB_LOOPS_ALLOCATION_LOOPWORKSPACE_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {

struct LoopWorkspace {
  /// Nothing if an array is none, or more is done with it than that it is
  /// loaded from and stored to.
  static std::optional<LoopWorkspace> of(mlir::memref::AllocOp alloc);

  mlir::Value getSize() { return alloc.getDynamicSizes().front(); }

  mlir::memref::AllocOp alloc;
  mlir::memref::DeallocOp dealloc;
  /// Ends the kernel where the size is too large. Never null: an array without
  /// it has a size that is bounded, and is that of a result.
  mlir::scf::IfOp check;
  /// Stores one value everywhere, before anything else is done. May be null.
  mlir::scf::ForOp fill;
  /// The other stores, and the operations of the block that have them.
  llvm::SmallVector<mlir::memref::StoreOp> stores;
  llvm::SmallVector<mlir::Operation *> producers;

private:
  bool findUses();
  void findCheck();
  void findFill();
  bool isFilledBy(mlir::scf::ForOp loop);
};

} // namespace weft

#endif // WEFT_LIB_LOOPS_ALLOCATION_LOOPWORKSPACE_H
