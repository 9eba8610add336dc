//===- BuilderStates.h - The names of a builder in a loop -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows a builder, which every operation that changes it gives a new name,
// through the loops and branches that carry it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_LEVEL_TRANSFORMS_BUILDERSTATES_H
#define WEFT_LIB_DIALECT_LEVEL_TRANSFORMS_BUILDERSTATES_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

namespace weft {

/// The names that a builder has in a loop, from one of the values that it
/// carries on.
class BuilderStates {
public:
  /// Follows a builder; false if not all is known of what is done with it, or
  /// if it is mixed with others.
  bool follow(mlir::scf::ForOp loop, mlir::BlockArgument state);
  bool contains(mlir::Value value) const { return known.contains(value); }

private:
  void insert(mlir::Value value) {
    if (known.insert(value))
      unfollowed.push_back(value);
  }
  bool followUse(mlir::OpOperand &use);
  /// What a value that loops or branches define is one of.
  static llvm::SmallVector<mlir::Value> getSources(mlir::Value value);

  mlir::scf::ForOp outermost;
  llvm::SetVector<mlir::Value> known;
  llvm::SmallVector<mlir::Value> unfollowed;
};

} // namespace weft

#endif // WEFT_LIB_DIALECT_LEVEL_TRANSFORMS_BUILDERSTATES_H
