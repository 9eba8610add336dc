//===- OperatorAlgebra.h - Algebra of scalar operators ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operator interface and its questions for any operation. From the answers
// the compiler derives where an expression must be evaluated: a result differs
// from its fill only where every annihilating operand is present or, if no
// operand annihilates, where some operand is present (thesis, section 3.2,
// generalised from addition and multiplication to any operator). An operation
// without the interface is evaluated by folding and is dense otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_OPERATORALGEBRA_H
#define WEFT_ANALYSIS_OPERATORALGEBRA_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Operation.h"

namespace weft {

/// What the absence of one operand does to the result.
enum class FillEffect {
  /// Nothing that is known.
  Neither,
  /// The result is its fill, whatever the other operands are.
  Annihilates,
  /// The result is the other operand of the binary operation.
  Identity
};

/// The value of an operation for constant operands; null if one of them is null
/// or the value is not known.
mlir::Attribute evaluate(mlir::Operation *op,
                         llvm::ArrayRef<mlir::Attribute> operands);

} // namespace weft

#include "weft/Analysis/OperatorAlgebraInterface.h.inc"

namespace weft::algebra {
class OperatorOp;
} // namespace weft::algebra

namespace weft {

/// Whether absent operands of an operation count as numbers: the `tin.compute`
/// or `cin.kernel` around it is `strict_zero`.
bool isStrictZero(mlir::Operation *op);

/// Gives the operations of arith, math and complex their algebra, and operators
/// that users define the one that they declare.
void registerOperatorAlgebraModels(mlir::DialectRegistry &registry);

/// The value of an operator that a user defined for constant operands; null if
/// its operations do not tell.
mlir::Attribute evaluateOperator(algebra::OperatorOp definition,
                                 llvm::ArrayRef<mlir::Attribute> operands);

/// Checks what is declared of an operator for some small numbers, as far as its
/// operations tell values.
mlir::LogicalResult checkDeclarations(algebra::OperatorOp definition);

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// The fill of the result, as the interface defines it. Constant operands need
/// no fill: their value is taken where the fill is null.
mlir::Attribute getResultFill(mlir::Operation *op,
                              llvm::ArrayRef<mlir::Attribute> fills);

/// What the absence of an operand does to the result. An operand annihilates
/// also if all others are constants, since nothing else can change the result.
FillEffect getFillEffect(mlir::Operation *op, unsigned operand,
                         llvm::ArrayRef<mlir::Attribute> fills);

/// Whether an operation does something else with an operand that is absent and
/// has the value `fill` than with one that is stored: a product of a zero with
/// an infinity, a sum of an infinity with its negative. Null stands for a fill
/// that is not known.
bool observesAbsence(mlir::Operation *op, unsigned operand,
                     mlir::Attribute fill);

/// Whether an operation is associative, commutative or idempotent. False for
/// operations without OperatorAlgebraInterface.
bool isAssociative(mlir::Operation *op);
bool isCommutative(mlir::Operation *op);
bool isIdempotent(mlir::Operation *op);
/// Whether an operation distributes over another one through one of its
/// operands, as a product does over a sum.
bool distributesOver(mlir::Operation *op, unsigned operand,
                     mlir::Operation *other);
mlir::Attribute getIdentity(mlir::Operation *op);
mlir::Attribute getAnnihilator(mlir::Operation *op);

//===----------------------------------------------------------------------===//
// Combiners
//===----------------------------------------------------------------------===//

/// The identity of a combiner: the declared one or, if it is null, that of the
/// combiner's operation. Null if it is not known.
mlir::Attribute getCombinerIdentity(mlir::Region &combiner,
                                    mlir::Attribute declared);

/// Whether a combiner is associative or commutative. Both are assumed unless
/// the algebra of its operation says otherwise.
bool isCombinerAssociative(mlir::Region &combiner);
bool isCombinerCommutative(mlir::Region &combiner);

/// Whether combining a value twice is combining it once. Only a single
/// operation tells.
bool isCombinerIdempotent(mlir::Region &combiner);

/// Whether combining a number any number of times, in any order and with any
/// others in between, is combining it once. Of real numbers, a product that
/// begins elsewhere may overflow before it comes to a zero.
bool combinesOnce(mlir::Region &combiner, mlir::Attribute number);

/// Whether combining a number several times in a row, behind whatever came
/// before, is combining it once, also for real numbers.
bool combinesOnceInARow(mlir::Region &combiner, mlir::Attribute number);

/// Whether an operation distributes over a combiner in an operand, so that it
/// may be moved out of a reduction, also out of one over nothing: that a
/// maximum distributes over maxima is no reason to take the maximum with none
/// of them.
bool distributesOverCombiner(mlir::Operation *op, unsigned operand,
                             mlir::Region &combiner);

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// The value of a constant; null if the value is not a constant scalar.
mlir::Attribute getConstantScalar(mlir::Value value);

/// Whether two scalars are the same number. Zeros of both signs are, and NaNs
/// are.
bool areSameScalar(mlir::Attribute left, mlir::Attribute right);

/// Whether a scalar is zero of any sign.
bool isZeroScalar(mlir::Attribute scalar);

/// Emits a constant of type `type`.
mlir::Value buildScalar(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Attribute scalar, mlir::Type type);

} // namespace weft

#endif // WEFT_ANALYSIS_OPERATORALGEBRA_H
