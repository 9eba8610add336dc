//===- Operators.h - Operators, functions and reductions --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What makes expressions of expressions. Operators take an operand of this
// library and another or a number; those of numbers alone stay those of C++.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CXX_OPERATORS_H
#define WEFT_CXX_OPERATORS_H

#include "weft-cxx/Expression.h"

namespace weft {
inline namespace cxx {

/// Sums, differences and products, unless they are indices, and quotients.
template <typename L, typename R,
          std::enable_if_t<isExpression<L, R> && !isIndexSum<L, R>, int> = 0>
IndexExpr operator+(const L &lhs, const R &rhs) {
  return makeBinary("+", lhs, rhs);
}
template <typename L, typename R,
          std::enable_if_t<isExpression<L, R> && !isIndexSum<L, R>, int> = 0>
IndexExpr operator-(const L &lhs, const R &rhs) {
  return makeBinary("-", lhs, rhs);
}
template <
    typename L, typename R,
    std::enable_if_t<isExpression<L, R> && !isIndexMultiple<L, R>, int> = 0>
IndexExpr operator*(const L &lhs, const R &rhs) {
  return makeBinary("*", lhs, rhs);
}
template <typename L, typename R, std::enable_if_t<isExpression<L, R>, int> = 0>
IndexExpr operator/(const L &lhs, const R &rhs) {
  return makeBinary("/", lhs, rhs);
}

/// Comparisons, which are 1 or 0. They do not compare operands in C++.
template <typename L, typename R, std::enable_if_t<isExpression<L, R>, int> = 0>
IndexExpr operator==(const L &lhs, const R &rhs) {
  return makeBinary("==", lhs, rhs);
}
template <typename L, typename R, std::enable_if_t<isExpression<L, R>, int> = 0>
IndexExpr operator!=(const L &lhs, const R &rhs) {
  return makeBinary("!=", lhs, rhs);
}
template <typename L, typename R, std::enable_if_t<isExpression<L, R>, int> = 0>
IndexExpr operator<(const L &lhs, const R &rhs) {
  return makeBinary("<", lhs, rhs);
}
template <typename L, typename R, std::enable_if_t<isExpression<L, R>, int> = 0>
IndexExpr operator<=(const L &lhs, const R &rhs) {
  return makeBinary("<=", lhs, rhs);
}
template <typename L, typename R, std::enable_if_t<isExpression<L, R>, int> = 0>
IndexExpr operator>(const L &lhs, const R &rhs) {
  return makeBinary(">", lhs, rhs);
}
template <typename L, typename R, std::enable_if_t<isExpression<L, R>, int> = 0>
IndexExpr operator>=(const L &lhs, const R &rhs) {
  return makeBinary(">=", lhs, rhs);
}

/// The negative of an expression.
template <typename T, std::enable_if_t<isOperand<T> && !isIndex<T>, int> = 0>
IndexExpr operator-(const T &operand) {
  return makeNegation(operand);
}

/// Logical operators. Both operands are evaluated.
template <typename L, typename R, std::enable_if_t<isExpression<L, R>, int> = 0>
IndexExpr operator&&(const L &lhs, const R &rhs) {
  return makeCall("and", {lhs, rhs});
}
template <typename L, typename R, std::enable_if_t<isExpression<L, R>, int> = 0>
IndexExpr operator||(const L &lhs, const R &rhs) {
  return makeCall("or", {lhs, rhs});
}
template <typename L, typename R, std::enable_if_t<isExpression<L, R>, int> = 0>
IndexExpr operator^(const L &lhs, const R &rhs) {
  return makeCall("xor", {lhs, rhs});
}
template <typename T, std::enable_if_t<isOperand<T>, int> = 0>
IndexExpr operator!(const T &operand) {
  return makeCall("not", {operand});
}

/// Functions of one argument.
inline IndexExpr abs(const IndexExpr &x) { return makeCall("abs", {x}); }
inline IndexExpr acos(const IndexExpr &x) { return makeCall("acos", {x}); }
inline IndexExpr asin(const IndexExpr &x) { return makeCall("asin", {x}); }
inline IndexExpr atan(const IndexExpr &x) { return makeCall("atan", {x}); }
inline IndexExpr ceil(const IndexExpr &x) { return makeCall("ceil", {x}); }
inline IndexExpr conj(const IndexExpr &x) { return makeCall("conj", {x}); }
inline IndexExpr cos(const IndexExpr &x) { return makeCall("cos", {x}); }
inline IndexExpr cosh(const IndexExpr &x) { return makeCall("cosh", {x}); }
inline IndexExpr erf(const IndexExpr &x) { return makeCall("erf", {x}); }
inline IndexExpr exp(const IndexExpr &x) { return makeCall("exp", {x}); }
inline IndexExpr floor(const IndexExpr &x) { return makeCall("floor", {x}); }
inline IndexExpr imag(const IndexExpr &x) { return makeCall("imag", {x}); }
inline IndexExpr log(const IndexExpr &x) { return makeCall("log", {x}); }
inline IndexExpr log10(const IndexExpr &x) { return makeCall("log10", {x}); }
inline IndexExpr log2(const IndexExpr &x) { return makeCall("log2", {x}); }
inline IndexExpr real(const IndexExpr &x) { return makeCall("real", {x}); }
inline IndexExpr round(const IndexExpr &x) { return makeCall("round", {x}); }
inline IndexExpr sign(const IndexExpr &x) { return makeCall("sign", {x}); }
inline IndexExpr sin(const IndexExpr &x) { return makeCall("sin", {x}); }
inline IndexExpr sinh(const IndexExpr &x) { return makeCall("sinh", {x}); }
inline IndexExpr sqrt(const IndexExpr &x) { return makeCall("sqrt", {x}); }
inline IndexExpr tan(const IndexExpr &x) { return makeCall("tan", {x}); }
inline IndexExpr tanh(const IndexExpr &x) { return makeCall("tanh", {x}); }
inline IndexExpr trunc(const IndexExpr &x) { return makeCall("trunc", {x}); }

/// `x` to the power of `y`.
inline IndexExpr pow(const IndexExpr &x, const IndexExpr &y) {
  return makeCall("pow", {x, y});
}
/// `x` where `condition` is not zero, and `y` elsewhere.
inline IndexExpr select(const IndexExpr &condition, const IndexExpr &x,
                        const IndexExpr &y) {
  return makeCall("select", {condition, x, y});
}
inline IndexExpr where(const IndexExpr &condition, const IndexExpr &x,
                       const IndexExpr &y) {
  return makeCall("select", {condition, x, y});
}
/// The least and the greatest of expressions; NaN if an operand is NaN. With an
/// index variable as the first argument, they are reductions, see below.
inline IndexExpr min(const IndexExpr &x, const IndexExpr &y) {
  return makeCall("min", {x, y});
}
inline IndexExpr max(const IndexExpr &x, const IndexExpr &y) {
  return makeCall("max", {x, y});
}

/// Reductions of an expression over variables. They range over all coordinates
/// of the variables, also those that have no entries. Minima and maxima have a
/// tensor that the variables index.
inline IndexExpr sum(const IndexVar &i, const IndexExpr &body) {
  return makeReduction("sum", {i}, body);
}
inline IndexExpr sum(const std::vector<IndexVar> &variables,
                     const IndexExpr &body) {
  return makeReduction("sum", variables, body);
}
inline IndexExpr prod(const IndexVar &i, const IndexExpr &body) {
  return makeReduction("prod", {i}, body);
}
inline IndexExpr prod(const std::vector<IndexVar> &variables,
                      const IndexExpr &body) {
  return makeReduction("prod", variables, body);
}
inline IndexExpr min(const IndexVar &i, const IndexExpr &body) {
  return makeReduction("min", {i}, body);
}
inline IndexExpr min(const std::vector<IndexVar> &variables,
                     const IndexExpr &body) {
  return makeReduction("min", variables, body);
}
inline IndexExpr max(const IndexVar &i, const IndexExpr &body) {
  return makeReduction("max", {i}, body);
}
inline IndexExpr max(const std::vector<IndexVar> &variables,
                     const IndexExpr &body) {
  return makeReduction("max", variables, body);
}
inline IndexExpr any(const IndexVar &i, const IndexExpr &body) {
  return makeReduction("any", {i}, body);
}
inline IndexExpr any(const std::vector<IndexVar> &variables,
                     const IndexExpr &body) {
  return makeReduction("any", variables, body);
}
inline IndexExpr all(const IndexVar &i, const IndexExpr &body) {
  return makeReduction("all", {i}, body);
}
inline IndexExpr all(const std::vector<IndexVar> &variables,
                     const IndexExpr &body) {
  return makeReduction("all", variables, body);
}

std::ostream &operator<<(std::ostream &out, const IndexExpr &expression);

} // namespace cxx
} // namespace weft

#endif // WEFT_CXX_OPERATORS_H
