//===- IterationJam.h - Emits jammed iterations -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations that traverse segments with the same coordinates execute the same
// loops and gather the same elements. IterationJam emits them together: each
// operation is followed by the same operation of the other iterations, and
// operations with the same result in all iterations are emitted once.
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

/// Whether an operation computes its results only from its operands and from
/// arrays that the function never writes, so that it can be executed at any
/// time.
bool isReproducible(mlir::Operation *op);

/// The properties of iterations that a check guarantees where they are jammed.
struct JamGuarantees {
  /// The bounds of the segment of an iteration. All segments have the same
  /// length.
  mlir::Value begin, end;
  /// The loads of coordinates, which are the same in all iterations.
  llvm::SmallSetVector<mlir::Operation *, 4> coordinates;
  /// Branches that all iterations take in the same direction, and whether that
  /// is the `then` region.
  llvm::SmallMapVector<mlir::Operation *, bool, 4> branches;
};

/// Emits independent iterations of a loop together.
class IterationJam {
public:
  IterationJam(mlir::ImplicitLocOpBuilder &b, const JamGuarantees &guarantees,
               int64_t numIterations);

  /// Maps a value to its values in the iterations.
  void map(mlir::Value value, mlir::ValueRange ofIterations);
  /// Emits an operation for all iterations. Its operands are mapped, or are
  /// defined outside of the iterations.
  void emit(mlir::Operation *op);

private:
  /// Whether a value is the same in all iterations.
  bool isSame(mlir::Value value) const;
  /// Whether the difference of a value between two iterations is that of the
  /// begins of their segments.
  bool isShifted(mlir::Value value) const { return shifted.contains(value); }
  /// Whether an operation adds or subtracts a uniform value to or from a
  /// shifted one, or selects one of two.
  bool hasShiftedResult(mlir::Operation *op) const;
  /// Whether an operation subtracts or compares shifted operands, so that the
  /// result is the same in all iterations.
  bool cancelsShift(mlir::Operation *op) const;
  /// Whether an operation has the same results in all iterations.
  bool isUniform(mlir::Operation *op) const;

  void emitOnce(mlir::Operation *op);
  void emitForEach(mlir::Operation *op);
  void emitBody(mlir::Block &block);
  void emitFor(mlir::scf::ForOp loop);
  void emitIf(mlir::scf::IfOp branch);
  void emitBranch(mlir::scf::IfOp branch, bool isThen);
  /// A value in the first iteration.
  mlir::Value lookUpFirst(mlir::Value value) const {
    return mappings.front().lookupOrDefault(value);
  }
  /// The values in the first iteration, followed by those in the next, and so
  /// on.
  llvm::SmallVector<mlir::Value> lookUp(mlir::ValueRange values) const;
  void mapAll(mlir::ValueRange values, mlir::ValueRange all);
  /// Marks the results of a branch for which shifted values are yielded.
  void markShifted(mlir::scf::IfOp branch, mlir::ValueRange yielded);

  mlir::ImplicitLocOpBuilder &b;
  const JamGuarantees &guarantees;
  llvm::SmallVector<mlir::IRMapping, 0> mappings;
  llvm::SmallDenseSet<mlir::Value, 8> shifted;
};

} // namespace weft

#endif // WEFT_LIB_LOOPS_UNROLLANDJAM_ITERATIONJAM_H
