//===- Expression.h - Expressions of C --------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text of expressions with their precedence and their type in C, from which
// parentheses and conversions follow. The type is not always that of the value
// in the IR: C computes in `int` what is narrower, and sums that wrap around
// are unsigned.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_TARGET_C_EXPRESSION_H
#define WEFT_LIB_TARGET_C_EXPRESSION_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace weft {
namespace csource {

/// The types of C that values have.
enum class CType {
  Bool,
  I8,
  I16,
  I32,
  I64,
  U8,
  U16,
  U32,
  U64,
  /// Numbers of 16 bits, which CUDA source has.
  F16,
  BF16,
  F32,
  F64,
  C64,
  C128,
  /// The complex numbers of CUDA source, where C's are not available.
  CudaC64,
  CudaC128,
  /// A pointer and a length, which arrays of arrays have.
  Array
};

/// The type of C for a type of the IR; none where C99 has none.
std::optional<CType> getCType(mlir::Type type);
llvm::StringRef getSpelling(CType type);
/// The short name of a type in names of functions, as in "f64".
llvm::StringRef getSuffix(CType type);
int64_t getBytes(CType type);
bool isInteger(CType type);
bool isUnsigned(CType type);
bool isComplex(CType type);
/// Whether a type is that of floating-point numbers of 16 bits.
bool isShortFloat(CType type);
/// The type of the parts of a complex number.
CType getPart(CType type);
CType toUnsigned(CType type);
CType toSigned(CType type);

/// How tightly the outermost operator of an expression binds.
enum class Binding {
  Conditional,
  Or,
  And,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relation,
  Shift,
  Sum,
  Product,
  Unary,
  Primary
};

/// An expression.
struct Expr {
  std::string text;
  CType type = CType::I64;
  Binding binding = Binding::Primary;
  /// The value of an integer constant, which has whatever type is needed.
  std::optional<int64_t> literal = std::nullopt;
  /// What a cast converts; an assignment to its type does so, too.
  std::string uncast = {};

  /// The text, in parentheses if the operator binds less tightly.
  std::string within(Binding least) const;
  /// The text where it is converted to the type of a variable or parameter.
  const std::string &assignedTo(CType target) const {
    return target == type && !uncast.empty() ? uncast : text;
  }
};

/// An integer constant.
Expr makeLiteral(int64_t value, CType type);
/// The expression converted to a type by a cast, unless it has it. Numbers of
/// 16 bits and integers are converted through `float`.
Expr castTo(const Expr &expr, CType type);
/// A number of 16 bits as `float`; any other one as it is.
Expr toSingle(const Expr &expr);
/// `function(arguments...)`
Expr makeCall(llvm::StringRef function, llvm::ArrayRef<Expr> arguments,
              CType type);
/// The expression with a type that computes the same as another one: it is
/// converted unless it is signed and narrower.
Expr widenTo(const Expr &expr, CType type);
/// `lhs op rhs`, computed in a type that the operands have already.
Expr makeBinary(llvm::StringRef op, const Expr &lhs, const Expr &rhs,
                Binding binding, CType type);
/// `op operand`
Expr makeUnary(llvm::StringRef op, const Expr &operand, CType type);
/// The negation of a condition.
Expr makeNot(const Expr &condition);

} // namespace csource
} // namespace weft

#endif // WEFT_LIB_TARGET_C_EXPRESSION_H
