//===- ComputeEmitter.h - The computes of an operation ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of the conversion of one operation: its loops, and the index
// variables that are bound.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_SPARSIFIER_LINALGTOTIN_COMPUTEEMITTER_H
#define WEFT_LIB_SPARSIFIER_LINALGTOTIN_COMPUTEEMITTER_H

#include "Accumulation.h"
#include "ScalarEmitter.h"

#include "weft/Dialect/TIN/IR/TIN.h"

#include <string>

namespace weft {
namespace linalg_to_tin {

/// Emits the computes of one operation.
class ComputeEmitter {
public:
  ComputeEmitter(mlir::RewriterBase &rewriter, mlir::linalg::LinalgOp op,
                 bool strict)
      : rewriter(rewriter), op(op), loc(op.getLoc()), strict(strict) {
    for (unsigned loop : llvm::seq(op.getNumLoops()))
      names.push_back("d" + std::to_string(loop));
  }

  /// Emits the number of iterations of each loop.
  mlir::LogicalResult emitExtents();
  mlir::FailureOr<mlir::Value> emitCompute(mlir::OpOperand &init);

private:
  /// The value of the body, whose free variables are bound.
  mlir::FailureOr<mlir::Value> emitBody(mlir::OpOperand &init,
                                        llvm::ArrayRef<unsigned> reduced,
                                        CapturedScalars &captured);
  mlir::FailureOr<mlir::Value> emitReduction(const Accumulation &accumulation,
                                             llvm::ArrayRef<unsigned> reduced,
                                             CapturedScalars &captured);
  /// Emits a reduction by `sparse_tensor.reduce`.
  mlir::FailureOr<mlir::Value> emitCustomReduction(
      const Accumulation &accumulation, mlir::RankedTensorType type,
      llvm::ArrayRef<unsigned> reduced, CapturedScalars &captured);
  /// Binds the variables of a reduction, and emits what `emitTerm` does into
  /// it.
  mlir::LogicalResult fillReduction(
      tin::ReduceOp reduce, llvm::ArrayRef<unsigned> reduced,
      CapturedScalars &captured,
      llvm::function_ref<mlir::FailureOr<mlir::Value>(ScalarEmitter &)>
          emitTerm);
  /// Combines a reduction with the initial value.
  mlir::FailureOr<mlir::Value> emitLast(const Accumulation &accumulation,
                                        mlir::OpOperand &init,
                                        mlir::Value reduction,
                                        CapturedScalars &captured);
  /// Combines two values as an operation does.
  mlir::Value emitLike(mlir::Operation *combination, llvm::StringRef name,
                       mlir::Value lhs, mlir::Value rhs);
  mlir::Value emitNumber(mlir::Attribute number, mlir::Type type) {
    return emitScalar(rewriter, loc, number, type);
  }
  llvm::SmallVector<llvm::StringRef> getNames(llvm::ArrayRef<unsigned> loops);
  llvm::SmallVector<mlir::Value> getExtents(llvm::ArrayRef<unsigned> loops);

  mlir::RewriterBase &rewriter;
  mlir::linalg::LinalgOp op;
  mlir::Location loc;
  /// Whether floating-point numbers are combined in linalg's order.
  bool strict;
  llvm::SmallVector<std::string> names;
  llvm::SmallVector<mlir::Value> extents;
  /// The index variables of the loops that are bound.
  llvm::SmallVector<mlir::Value> variables;
  /// Whether components that are zero stand for none.
  bool dropsInvalid = false;
  /// Whether the reduction begins with the components of the output.
  bool beginsWithOutput = false;
};

} // namespace linalg_to_tin
} // namespace weft

#endif // WEFT_LIB_SPARSIFIER_LINALGTOTIN_COMPUTEEMITTER_H
