//===- ScalarBuilder.h - Operators on numbers of one type -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits arithmetic, comparisons, functions and conversions by the operations of
// arith, math and complex that fit a scalar type.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_NOTATIONTOTIN_SCALARBUILDER_H
#define WEFT_LIB_CONVERSION_NOTATIONTOTIN_SCALARBUILDER_H

#include "ScalarType.h"

#include "weft/Dialect/Algebra/IR/Algebra.h"
#include "weft/Notation/AST.h"

#include "mlir/IR/Builders.h"

namespace weft {

/// Emits operations at a builder's insertion point.
class ScalarBuilder {
public:
  explicit ScalarBuilder(mlir::OpBuilder &builder) : builder(builder) {}

  mlir::Value constant(mlir::Location loc, ScalarType type, double value);
  mlir::Value constant(mlir::Location loc, ScalarType type,
                       const notation::Literal &literal);
  mlir::Value integerConstant(mlir::Location loc, ScalarType type,
                              int64_t value);

  /// Converts a value; `to` is of the same kind or a later one.
  mlir::Value convert(mlir::Location loc, mlir::Value value, ScalarType from,
                      ScalarType to);
  /// 1 or 0.
  mlir::Value convertTruth(mlir::Location loc, mlir::Value truth,
                           ScalarType to);
  mlir::Value convertIndex(mlir::Location loc, mlir::Value index,
                           ScalarType to);
  /// A component that was loaded, as the type that it is computed with, and a
  /// value as the component that is stored. Real numbers of 16 bits are rounded
  /// once, whatever they come from.
  mlir::Value convertLoaded(mlir::Location loc, mlir::Value value);
  mlir::Value convertStored(mlir::Location loc, mlir::Value value,
                            ScalarType from, runtime::ElementType type);

  mlir::Value negate(mlir::Location loc, ScalarType type, mlir::Value value);
  /// Arithmetic; `isSafeDivisor` says that the divisor is neither 0 nor -1.
  mlir::Value arithmetic(mlir::Location loc, notation::BinaryOp op,
                         ScalarType type, mlir::Value left, mlir::Value right,
                         bool isSafeDivisor);
  /// A comparison as a truth value.
  mlir::Value compare(mlir::Location loc, notation::BinaryOp op,
                      ScalarType type, mlir::Value left, mlir::Value right);
  /// Whether a number is not zero.
  mlir::Value isNonzero(mlir::Location loc, ScalarType type, mlir::Value value);

  /// A function of one number of the type that it gives.
  mlir::Value unary(mlir::Location loc, notation::Function function,
                    ScalarType type, mlir::Value value);
  /// The magnitude or a part of a complex number.
  mlir::Value part(mlir::Location loc, notation::Function function,
                   mlir::Value value);
  /// Minimum or maximum.
  mlir::Value extremum(mlir::Location loc, bool isMaximum, ScalarType type,
                       mlir::Value left, mlir::Value right);
  mlir::Value power(mlir::Location loc, ScalarType type, mlir::Value base,
                    mlir::Value exponent);
  /// A power by repeated multiplication.
  mlir::Value power(mlir::Location loc, ScalarType type, mlir::Value base,
                    uint64_t exponent);

  /// An operator that a user defined.
  mlir::Value apply(mlir::Location loc, algebra::OperatorOp definition,
                    mlir::ValueRange arguments);

  /// The name of the operation that a reduction combines by; none for operators
  /// that users define.
  static llvm::StringRef getCombiner(notation::Reducer reducer,
                                     ScalarType type);

private:
  template <typename OpTy, typename... Args>
  mlir::Value create(mlir::Location loc, Args &&...args) {
    return OpTy::create(builder, loc, std::forward<Args>(args)...);
  }
  /// The operation of a type's kind on two values.
  template <typename TruthOp, typename IntegerOp, typename RealOp,
            typename ComplexOp>
  mlir::Value choose(mlir::Location loc, ScalarType type, mlir::Value left,
                     mlir::Value right) {
    if (type.isTruth())
      return create<TruthOp>(loc, left, right);
    if (type.isInteger())
      return create<IntegerOp>(loc, left, right);
    if (type.isReal())
      return create<RealOp>(loc, left, right);
    return create<ComplexOp>(loc, left, right);
  }
  mlir::Value logarithm(mlir::Location loc, ScalarType type, mlir::Value value);
  mlir::Value sign(mlir::Location loc, ScalarType type, mlir::Value value);
  mlir::Value sumOrDifference(mlir::Location loc, notation::BinaryOp op,
                              ScalarType type, mlir::Value left,
                              mlir::Value right);
  mlir::Value divideIntegers(mlir::Location loc, ScalarType type,
                             mlir::Value left, mlir::Value right);
  mlir::Value divideUnsigned(mlir::Location loc, ScalarType type,
                             mlir::Value left, mlir::Value right);

  mlir::OpBuilder &builder;
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_NOTATIONTOTIN_SCALARBUILDER_H
