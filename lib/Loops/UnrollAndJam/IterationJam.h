//===- IterationJam.h - Iterations side by side -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations that go over segments with the same coordinates have the same
// loops, and load the same where coordinates lead. So they may run as one, each
// operation behind the same one of the other iterations, and what all do alike
// is done once.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_UNROLLANDJAM_ITERATIONJAM_H
#define WEFT_LIB_LOOPS_UNROLLANDJAM_ITERATIONJAM_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace weft {

/// Whether an operation computes a value from operands and from what is never
/// written, so that it gives the same at any time.
bool computesTheSame(mlir::Operation *op);

/// What is alike in some iterations.
struct AlikeParts {
  /// Where the segment of an iteration begins and ends. All have the same
  /// length.
  mlir::Value begin, end;
  /// The loads of coordinates, which are the same in all.
  llvm::SmallSetVector<mlir::Operation *, 4> coordinates;
  /// Branches of which all take the same way, and whether it is the first one.
  llvm::SmallMapVector<mlir::Operation *, bool, 4> branches;
};

/// Writes iterations as one. They may not depend on each other.
class IterationJam {
public:
  IterationJam(mlir::ImplicitLocOpBuilder &b, const AlikeParts &alike,
               int64_t numIterations);

  /// Maps a value to what it is in each iteration.
  void map(mlir::Value value, mlir::ValueRange ofIterations);
  /// Writes an operation for all, whose operands are mapped or not of the
  /// iterations.
  void emit(mlir::Operation *op);

private:
  bool isSame(mlir::Value value) const;
  /// Whether a value of an iteration is as far behind that of the first one as
  /// its segment is.
  bool isShifted(mlir::Value value) const { return shifted.contains(value); }
  bool isShiftedBy(mlir::Operation *op) const;
  /// Whether what shifted operands change in a result does not remain.
  bool isSameAgain(mlir::Operation *op) const;
  bool isOnce(mlir::Operation *op) const;

  void emitOnce(mlir::Operation *op);
  void emitForEach(mlir::Operation *op);
  void emitBody(mlir::Block &block);
  void emitFor(mlir::scf::ForOp loop);
  void emitIf(mlir::scf::IfOp branch);
  void emitBranch(mlir::scf::IfOp branch, bool isThen);
  /// What a value is in the first iteration.
  mlir::Value lookUpFirst(mlir::Value value) const {
    return mappings.front().lookupOrDefault(value);
  }
  /// The values of the first iteration, behind them those of the next, and so
  /// on.
  llvm::SmallVector<mlir::Value> lookUp(mlir::ValueRange values) const;
  void mapAll(mlir::ValueRange values, mlir::ValueRange all);
  /// Notes which results of a branch are shifted, which yields values.
  void noteShifted(mlir::scf::IfOp branch, mlir::ValueRange yielded);

  mlir::ImplicitLocOpBuilder &b;
  const AlikeParts &alike;
  llvm::SmallVector<mlir::IRMapping, 0> mappings;
  llvm::SmallDenseSet<mlir::Value, 8> shifted;
};

} // namespace weft

#endif // WEFT_LIB_LOOPS_UNROLLANDJAM_ITERATIONJAM_H
