//===- TypeInference.h - Types of expressions -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the type that each part of an expression is computed in, and refuses
// what has no meaning for its type, before any operation is emitted.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_NOTATIONTOTIN_TYPEINFERENCE_H
#define WEFT_LIB_CONVERSION_NOTATIONTOTIN_TYPEINFERENCE_H

#include "ScalarType.h"

#include "weft/Dialect/Algebra/IR/Algebra.h"
#include "weft/Notation/AST.h"
#include "weft/Support/TextLocations.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/DenseMap.h"

#include <functional>

namespace weft {

/// The exponent of a power that is computed by multiplication; nothing for
/// other powers.
std::optional<uint64_t> getSmallExponent(const notation::Call &power,
                                         ScalarType base);

/// Types of expressions, each of which is visited once.
class TypeInference {
public:
  /// `typeOf` gives the element type of a tensor by name, and `operatorOf` an
  /// operator that the user defined.
  TypeInference(const TextLocations &locations,
                std::function<ScalarType(llvm::StringRef)> typeOf,
                std::function<algebra::OperatorOp(llvm::StringRef)> operatorOf)
      : locations(locations), typeOf(std::move(typeOf)),
        operatorOf(std::move(operatorOf)) {}

  /// Infers the types of an expression and its parts, or reports an error.
  mlir::FailureOr<ScalarType> infer(const notation::Expr &expr);

  /// The type of an expression that was inferred.
  ScalarType operator[](const notation::Expr &expr) const {
    return types.lookup(&expr);
  }

  /// The operator of a name in the expression.
  algebra::OperatorOp getOperator(llvm::StringRef name) const {
    return operatorOf(name);
  }

  /// Checks that a value of type `from` may be stored as `to`.
  mlir::LogicalResult checkResult(const notation::Assignment &assignment,
                                  ScalarType from, ScalarType to) const;

private:
  mlir::FailureOr<ScalarType> inferNode(const notation::Expr &expr);
  mlir::FailureOr<ScalarType> inferBinary(const notation::Expr &expr,
                                          const notation::Binary &binary);
  mlir::FailureOr<ScalarType> inferCall(const notation::Expr &expr,
                                        const notation::Call &call);
  mlir::FailureOr<ScalarType> inferReduction(const notation::Expr &expr,
                                             const notation::Reduction &reduce);
  mlir::FailureOr<ScalarType>
  inferUserCall(const notation::Call &call,
                llvm::ArrayRef<ScalarType> arguments);
  mlir::FailureOr<ScalarType>
  inferUserReduction(const notation::Expr &expr,
                     const notation::Reduction &reduction, ScalarType body);
  /// Checks that an operand of an operator that a user defined has its type.
  mlir::LogicalResult checkOperand(const notation::Expr &operand,
                                   llvm::StringRef name, ScalarType from,
                                   ScalarType to) const;
  /// Reports that something needs numbers with an order.
  mlir::LogicalResult refuseComplex(notation::Range range,
                                    std::string_view what);
  /// Reports that something has no meaning for truth values.
  mlir::LogicalResult refuseTruth(notation::Range range, std::string_view what);

  const TextLocations &locations;
  std::function<ScalarType(llvm::StringRef)> typeOf;
  std::function<algebra::OperatorOp(llvm::StringRef)> operatorOf;
  llvm::DenseMap<const notation::Expr *, ScalarType> types;
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_NOTATIONTOTIN_TYPEINFERENCE_H
