//===- Printer.cpp - Trees of index notation as text ----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The canonical text of a tree (the grammar is at the top of Parser.h). What
// the compiler shows of an expression, with its implied sums written out, is
// text that the parser accepts again.
//
//===----------------------------------------------------------------------===//

#include "weft/Notation/AST.h"

#include <charconv>
#include <cstdlib>

using namespace weft::notation;

namespace {
/// How tightly an expression binds, from the loosest.
enum class Precedence { Comparison, Sum, Product, Sign, Primary };
} // namespace

static Precedence precedenceOf(const Expr &expr) {
  if (expr.getAs<Negation>())
    return Precedence::Sign;
  const auto *binary = expr.getAs<Binary>();
  if (!binary)
    return Precedence::Primary;
  if (isComparison(binary->op))
    return Precedence::Comparison;
  bool isSum = binary->op == BinaryOp::Add || binary->op == BinaryOp::Subtract;
  return isSum ? Precedence::Sum : Precedence::Product;
}

/// The shortest text that reads back as the same number and as no integer.
static std::string printReal(double value) {
  char buffer[64];
  auto [end, status] = std::to_chars(buffer, buffer + sizeof(buffer), value);
  std::string text(buffer, status == std::errc() ? end : buffer);
  if (text.find_first_of(".e") == std::string::npos)
    text += ".0";
  return text;
}

namespace {
class Printer {
public:
  std::string out;

  void print(const Expr &expr, Precedence least) {
    bool parenthesized = precedenceOf(expr) < least;
    if (parenthesized)
      out += "(";
    std::visit(*this, expr.node);
    if (parenthesized)
      out += ")";
  }

  void operator()(const Literal &node) {
    if (node.kind == Literal::Kind::Integer)
      out += std::to_string(node.integer);
    else
      out += printReal(node.real);
    if (node.kind == Literal::Kind::Imaginary)
      out += "im";
  }

  void operator()(const Access &node) {
    out += node.tensor.text;
    if (node.indices.empty())
      return;
    const char *separator = "(";
    for (const Index &index : node.indices) {
      out += separator;
      out += weft::notation::print(index);
      separator = ",";
    }
    out += ")";
  }

  void operator()(const IndexValue &node) { out += node.variable; }

  void operator()(const Negation &node) {
    out += "-";
    print(*node.operand, Precedence::Sign);
  }

  void operator()(const Binary &node) {
    // All operators associate to the left, except for comparisons, which do not
    // associate.
    auto above = [](Precedence precedence) {
      return static_cast<Precedence>(static_cast<int>(precedence) + 1);
    };
    Precedence own = Precedence::Product;
    if (isComparison(node.op))
      own = Precedence::Comparison;
    else if (node.op == BinaryOp::Add || node.op == BinaryOp::Subtract)
      own = Precedence::Sum;
    print(*node.lhs, own == Precedence::Comparison ? above(own) : own);
    out += " ";
    out += nameOf(node.op);
    out += " ";
    print(*node.rhs, above(own));
  }

  void operator()(const Call &node) {
    out += nameOf(node);
    const char *separator = "(";
    for (const ExprPtr &argument : node.arguments) {
      out += separator;
      print(*argument, Precedence::Comparison);
      separator = ", ";
    }
    out += ")";
  }

  void operator()(const Reduction &node) {
    out += nameOf(node);
    out += "(";
    for (const Name &variable : node.variables)
      out += variable.text + ", ";
    print(*node.body, Precedence::Comparison);
    out += ")";
  }
};
} // namespace

std::string weft::notation::print(const Expr &expr) {
  Printer printer;
  printer.print(expr, Precedence::Comparison);
  return std::move(printer.out);
}

/// A sum of variables and a number, e.g. `2*i-j+1`.
static std::string printSum(const Index &index) {
  std::string text;
  for (const IndexTerm &term : index.terms) {
    if (term.factor < 0)
      text += "-";
    else if (!text.empty())
      text += "+";
    if (std::abs(term.factor) != 1)
      text += std::to_string(std::abs(term.factor)) + "*";
    text += term.variable;
  }
  if (index.constant > 0)
    text += "+";
  return index.constant ? text + std::to_string(index.constant) : text;
}

std::string weft::notation::print(const Index &index) {
  if (index.isVariable())
    return index.variable;
  if (index.isConstant())
    return std::to_string(index.constant);
  if (!index.end)
    return printSum(index);
  const IndexTerm &term = index.terms.front();
  std::string step = term.factor == 1 ? "" : "," + std::to_string(term.factor);
  return term.variable + "(" + std::to_string(index.constant) + "," +
         std::to_string(*index.end) + step + ")";
}

std::string weft::notation::print(const Access &access) {
  Printer printer;
  printer(access);
  return std::move(printer.out);
}

std::string weft::notation::print(const Assignment &assignment) {
  return print(assignment.result) + (assignment.accumulates ? " += " : " = ") +
         print(*assignment.value);
}
