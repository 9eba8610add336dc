//===- Function.h - Functions with a declared algebra -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scalar functions that programs define (docs/notation.md, functions of your
// own), in calls and reductions.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CXX_FUNCTION_H
#define WEFT_CXX_FUNCTION_H

#include "weft-cxx/Expression.h"

namespace weft {
inline namespace cxx {

/// A scalar function that a program defines in MLIR, with what it declares of
/// the algebra:
///
///     Function clip("clip", R"(
///       algebra.operator @clip(%x: f64 {algebra.annihilator = 0.0 : f64})
///           -> f64 { ... }
///     )");
///     y(i) = clip(x(i) * 2);
///
/// docs/Dialects/Algebra.md says what a body may be and what follows from a
/// declaration. A definition is checked when a statement that uses it is
/// compiled. Copies are the same function.
class Function {
public:
  /// A function that `definition` defines as `algebra.operator @name`. Other
  /// functions of the same text are other objects, with the same text. Throws
  /// if `name` is no name of index notation or has another meaning there.
  Function(const std::string &name, const std::string &definition);

  const std::string &getName() const;

  /// The function of numbers: `f(x(i), y(i))`.
  template <typename... Arguments>
  IndexExpr operator()(const IndexExpr &first,
                       const Arguments &...others) const {
    return call({first, IndexExpr(others)...});
  }

  /// The values of an expression for all coordinates of variables, combined by
  /// the function: `f.reduce(j, A(i, j))`.
  ///
  /// Preconditions: the function has two parameters and is declared associative
  /// with an identity; an access in the expression has each variable.
  IndexExpr reduce(const IndexVar &i, const IndexExpr &body) const;
  IndexExpr reduce(const std::vector<IndexVar> &variables,
                   const IndexExpr &body) const;

private:
  IndexExpr call(const std::vector<IndexExpr> &arguments) const;

  std::shared_ptr<const cxx_impl::Definition> definition;
};

} // namespace cxx
} // namespace weft

#endif // WEFT_CXX_FUNCTION_H
