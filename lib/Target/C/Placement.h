//===- Placement.h - Placement of operations in the source ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides which operations are parts of larger expressions, and which are
// statements with a variable for their result. An expression is evaluated where
// the statement is that it is part of: values that are read from memory only
// join it if nothing is written in between.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_TARGET_C_PLACEMENT_H
#define WEFT_LIB_TARGET_C_PLACEMENT_H

#include "Arrays.h"
#include "Liveness.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"

namespace weft {
namespace csource {

/// The name that a value was given when it was made; empty if there is none.
llvm::StringRef getGivenName(mlir::Value value);

class Placement {
public:
  Placement(mlir::func::FuncOp function, const Arrays &arrays);

  /// Whether what the function does depends on a value.
  bool isLive(mlir::Value value) const { return liveness.isLive(value); }

  /// Whether an operation has no statement of its own.
  bool isInlined(mlir::Operation *op) const { return inlined.contains(op); }
  /// Whether a branch is a conditional expression.
  bool isExpression(mlir::scf::IfOp op) const {
    return conditionals.contains(op);
  }

  /// Visits the operands of statements by which a value is read, also as a part
  /// of their expressions.
  void forEachRead(mlir::Value value,
                   llvm::function_ref<void(mlir::OpOperand &)> visit) const;

  /// The places of an operation in the order of the text, and of the last one
  /// inside of it.
  unsigned getBegin(mlir::Operation *op) const { return places.at(op).first; }
  unsigned getEnd(mlir::Operation *op) const { return places.at(op).second; }

private:
  void number(mlir::Operation *op, unsigned &next);
  void place(mlir::Block &block);
  bool mayInline(mlir::Operation *op);
  bool isConditional(mlir::scf::IfOp op) const;
  bool readsMutableMemory(mlir::Operation *op) const;
  bool isWrittenBetween(mlir::Operation *op, mlir::Operation *end) const;
  mlir::Operation *getStatement(mlir::Operation *op) const;

  const Arrays &arrays;
  Liveness liveness;
  llvm::DenseSet<mlir::Operation *> inlined, conditionals;
  /// How many operators the expressions of a statement have.
  llvm::DenseMap<mlir::Operation *, unsigned> sizes;
  llvm::DenseMap<mlir::Operation *, std::pair<unsigned, unsigned>> places;
};

} // namespace csource
} // namespace weft

#endif // WEFT_LIB_TARGET_C_PLACEMENT_H
