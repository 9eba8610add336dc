//===- ScalarEmitter.h - Bodies of linalg operations ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies the scalar operations of a linalg operation's region into the body of
// a tin.compute, with accesses of tensors in the place of block arguments.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_SPARSIFIER_LINALGTOTIN_SCALAREMITTER_H
#define WEFT_LIB_SPARSIFIER_LINALGTOTIN_SCALAREMITTER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace linalg_to_tin {

/// The scalars that an operation takes from outside of its region, as tensors
/// of order 0, which index notation reads.
class CapturedScalars {
public:
  explicit CapturedScalars(mlir::OpBuilder &builder) : builder(builder) {}

  /// The tensor with the value, made at the insertion point when it is asked
  /// for first. A number of type index is one of 64 bits in it.
  mlir::Value getTensor(mlir::Value scalar);

private:
  mlir::OpBuilder &builder;
  llvm::DenseMap<mlir::Value, mlir::Value> tensors;
};

/// Emits a constant of a scalar type.
mlir::Value emitScalar(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Attribute number, mlir::Type type);

/// A scalar and an i1 that tells whether it exists; zero where it does not.
struct OptionalScalar {
  mlir::Value value;
  mlir::Value isValid;
};

/// Emits values of the region of one operation at the insertion point of a
/// builder, each once.
class ScalarEmitter {
public:
  /// `variables` are the index variables of the loops of `op`.
  ScalarEmitter(mlir::OpBuilder &builder, mlir::linalg::LinalgOp op,
                llvm::ArrayRef<mlir::Value> variables,
                CapturedScalars &captured)
      : builder(builder), op(op), variables(variables), captured(captured) {}

  /// Emits a value of the region; an error at the operation that cannot be
  /// copied if there is one.
  mlir::FailureOr<mlir::Value> emit(mlir::Value value);

  /// Uses `replacement` for a block argument of the region.
  void define(mlir::BlockArgument argument, mlir::Value replacement) {
    emitted[argument] = replacement;
  }

  /// Emits a value that may be that of a `sparse_tensor` operator, or be
  /// absent.
  mlir::FailureOr<OptionalScalar> emitOptional(mlir::Value value);

  /// Whether a stored entry can have no value; the compute then needs
  /// `drop_fill`.
  bool hasInvalid() const { return invalid; }

  /// Emits the component of an operand's tensor.
  mlir::FailureOr<mlir::Value> emitAccess(mlir::OpOperand &operand);

private:
  mlir::FailureOr<mlir::Value> emitCaptured(mlir::Value value);
  mlir::FailureOr<mlir::Value> emitCopy(mlir::Operation *definition,
                                        unsigned result);
  /// Emits whether a value that was emitted is present.
  mlir::Value emitPresence(mlir::Value value);
  mlir::Value emitZero(mlir::Location loc, mlir::Type type);
  mlir::Value emitBool(mlir::Location loc, bool value);
  mlir::Value emitSelect(mlir::Value condition, mlir::Value ifTrue,
                         mlir::Value ifFalse);
  OptionalScalar emitChoice(mlir::Value condition, const OptionalScalar &ifTrue,
                            const OptionalScalar &ifFalse);
  /// Emits what a region of an operator of `sparse_tensor` yields.
  mlir::FailureOr<OptionalScalar> emitRegion(mlir::Region &region,
                                             mlir::ValueRange arguments,
                                             mlir::Location loc,
                                             mlir::Type type);
  mlir::FailureOr<OptionalScalar> emitUnary(mlir::sparse_tensor::UnaryOp unary);
  mlir::FailureOr<OptionalScalar>
  emitBinary(mlir::sparse_tensor::BinaryOp binary);
  mlir::FailureOr<OptionalScalar>
  emitSelection(mlir::sparse_tensor::SelectOp select);
  /// Emits the index of a mode, or gives the literal; an error if the
  /// expression is not a sum of loops with factors.
  mlir::LogicalResult emitIndex(mlir::AffineExpr expr, mlir::AffineMap map,
                                llvm::SmallVectorImpl<mlir::Value> &indices,
                                llvm::SmallVectorImpl<int64_t> &literals);

  mlir::OpBuilder &builder;
  mlir::linalg::LinalgOp op;
  llvm::ArrayRef<mlir::Value> variables;
  CapturedScalars &captured;
  llvm::DenseMap<mlir::Value, mlir::Value> emitted;
  mlir::Value trueValue, falseValue;
  bool invalid = false;
};

} // namespace linalg_to_tin
} // namespace weft

#endif // WEFT_LIB_SPARSIFIER_LINALGTOTIN_SCALAREMITTER_H
