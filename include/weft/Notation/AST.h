//===- AST.h - Index notation as a tree -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tree of an expression in tensor index notation (thesis section 4.2,
// figure 4-9, with more operators, functions and reductions), as the parser
// makes it and the translation to the `tin` dialect reads it. Every node has
// its range of the text, at which later errors point.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_NOTATION_AST_H
#define WEFT_NOTATION_AST_H

#include "weft/Notation/Diagnostic.h"
#include "weft/Notation/Function.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace weft {
namespace notation {

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

/// No expression that the parser accepts is a tree higher than this, so that
/// walks over it may recurse.
inline constexpr unsigned maxExpressionHeight = 1000;

/// A name and its place.
struct Name {
  std::string text;
  Range range;
};

/// A number. `2`, `0x1F` are integers, `2.0`, `.5`, `1e3` are real and `2im`,
/// `0.5im` are imaginary (`2i` would read like a forgotten `*`).
struct Literal {
  enum class Kind { Integer, Real, Imaginary };
  Kind kind = Kind::Integer;
  /// The value of an integer literal, which a sign before it may make negative.
  uint64_t integer = 0;
  /// The value of any literal as a real number; infinite for an integer that is
  /// too large, which the parser refuses.
  double real = 0;
};

/// A variable with a factor in an index that is computed: `2*i` in `A(2*i+1)`.
struct IndexTerm {
  int64_t factor = 1;
  std::string variable;
  /// The place of the variable.
  Range range;
};

/// What selects the coordinate of one mode: an index variable, a constant, or a
/// sum of both with factors, as in `A(2*i+j-1)`. A slice `A(i(1,9,2))` is such
/// a sum, `2*i+1`, that gives its variable a size besides.
struct Index {
  enum class Kind { Variable, Constant, Sum };
  Kind kind = Kind::Variable;
  std::string variable;
  /// The constant, or that of the sum.
  int64_t constant = 0;
  /// The terms of a sum: at least one, of different variables, with factors
  /// that are not zero.
  std::vector<IndexTerm> terms;
  /// The first coordinate that a slice leaves out again.
  std::optional<int64_t> end;
  Range range;

  bool isVariable() const { return kind == Kind::Variable; }
  bool isConstant() const { return kind == Kind::Constant; }
  bool isSum() const { return kind == Kind::Sum; }
  /// The size that a slice gives its variable.
  int64_t getSliceSize() const {
    int64_t step = terms.front().factor;
    return (*end - constant + step - 1) / step;
  }
};

/// Calls `visit(name, range)` for each variable of an index.
template <typename Visitor>
void forEachVariable(const Index &index, Visitor &&visit) {
  if (index.isVariable())
    visit(index.variable, index.range);
  for (const IndexTerm &term : index.terms)
    visit(term.variable, term.range);
}

/// A component of a tensor, e.g. `A(i,j)`, `A(i,3)`, or a scalar: `alpha`.
struct Access {
  Name tensor;
  std::vector<Index> indices;
  /// From the name to the closing parenthesis.
  Range range;
};

/// The coordinate of an index variable as a number: `i` in `y(i) = i * x(i)`.
struct IndexValue {
  std::string variable;
};

/// `-x`. A unary plus leaves no trace.
struct Negation {
  ExprPtr operand;
};

enum class BinaryOp {
  Add,
  Subtract,
  Multiply,
  Divide,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual
};

/// Two operands joined by an operator. Comparisons are 1 or 0.
struct Binary {
  BinaryOp op;
  /// The place of the operator.
  Range opRange;
  ExprPtr lhs, rhs;
};

/// A function of scalars, e.g. `max(x, 0)`. The number of arguments is one that
/// the function takes.
struct Call {
  Function function;
  std::vector<ExprPtr> arguments;
  /// The name of a function that the author defined.
  std::string userFunction;
};

/// A reduction over one or several index variables, e.g. `sum(k, l, body)`.
struct Reduction {
  Reducer reducer;
  std::vector<Name> variables;
  ExprPtr body;
  /// The name of a function that the author defined.
  std::string userFunction;
};

/// A scalar expression under index variables.
struct Expr {
  using Node = std::variant<Literal, Access, IndexValue, Negation, Binary, Call,
                            Reduction>;

  Expr(Range range, Node node) : range(range), node(std::move(node)) {}

  /// The node as a T, or null.
  template <typename T> const T *getAs() const { return std::get_if<T>(&node); }
  template <typename T> T *getAs() { return std::get_if<T>(&node); }

  /// The text of the expression, parentheses around it included.
  Range range;
  Node node;
};

/// `result = value` or `result += value`.
struct Assignment {
  Range range;
  /// The assigned tensor; all its indices are distinct variables.
  Access result;
  /// Whether the value is added to what the result held before.
  bool accumulates = false;
  ExprPtr value;
};

/// Calls `visit(child)` for every operand of an expression, left to right.
/// Works on `Expr` and `const Expr`; a child is the owning pointer.
template <typename ExprT, typename Visitor>
void forEachOperand(ExprT &expr, Visitor &&visit) {
  if (auto *negation = expr.template getAs<Negation>()) {
    visit(negation->operand);
  } else if (auto *binary = expr.template getAs<Binary>()) {
    visit(binary->lhs);
    visit(binary->rhs);
  } else if (auto *call = expr.template getAs<Call>()) {
    for (auto &argument : call->arguments)
      visit(argument);
  } else if (auto *reduction = expr.template getAs<Reduction>()) {
    visit(reduction->body);
  }
}

/// Whether the operator compares.
bool isComparison(BinaryOp op);
/// The operator as text, e.g. "+" or "<=".
std::string_view nameOf(BinaryOp op);
/// The name that an expression uses for the function of a call or reduction.
std::string_view nameOf(const Call &call);
std::string_view nameOf(const Reduction &reduction);

/// A deep copy.
ExprPtr clone(const Expr &expr);

/// Whether two trees are the same, places in the text aside. Numbers are
/// compared by kind and value.
bool isEqual(const Expr &lhs, const Expr &rhs);
bool isEqual(const Assignment &lhs, const Assignment &rhs);

/// The canonical text: one space around operators, parentheses only where
/// needed. Parsing it, under the options of the original text, gives an equal
/// tree.
std::string print(const Expr &expr);
std::string print(const Index &index);
std::string print(const Access &access);
std::string print(const Assignment &assignment);

} // namespace notation
} // namespace weft

#endif // WEFT_NOTATION_AST_H
