//===- ScalarFills.h - Fill values of scalars -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which value a scalar of a statement has where operands have no entry, and
// which operands have to have one.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_SCALARFILLS_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_SCALARFILLS_H

#include "weft/Dialect/CIN/IR/CIN.h"

namespace weft {
namespace cin {

/// Finds values of scalars, each once.
class ScalarFills {
public:
  /// The value of a scalar where what it is computed from is absent; null if
  /// that is not known.
  mlir::Attribute getFill(mlir::Value scalar);
  /// Whether an assignment has nothing to assign where an access has no
  /// component.
  bool annihilates(AccessOp access, AssignOp assign);

private:
  llvm::SmallVector<mlir::Attribute> getOperandFills(mlir::Operation *op);

  /// Those of the scalars that have been asked for.
  llvm::DenseMap<mlir::Value, mlir::Attribute> fills;
};

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_SCALARFILLS_H
