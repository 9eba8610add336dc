//===- AST.cpp - Index notation as a tree ---------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copying and comparing trees of tensor index notation (thesis section 4.2).
//
//===----------------------------------------------------------------------===//

#include "weft/Notation/AST.h"

#include <algorithm>

using namespace weft::notation;

bool weft::notation::isComparison(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
  case BinaryOp::Subtract:
  case BinaryOp::Multiply:
  case BinaryOp::Divide:
    return false;
  case BinaryOp::Equal:
  case BinaryOp::NotEqual:
  case BinaryOp::Less:
  case BinaryOp::LessEqual:
  case BinaryOp::Greater:
  case BinaryOp::GreaterEqual:
    return true;
  }
  return false;
}

std::string_view weft::notation::nameOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return "+";
  case BinaryOp::Subtract:
    return "-";
  case BinaryOp::Multiply:
    return "*";
  case BinaryOp::Divide:
    return "/";
  case BinaryOp::Equal:
    return "==";
  case BinaryOp::NotEqual:
    return "!=";
  case BinaryOp::Less:
    return "<";
  case BinaryOp::LessEqual:
    return "<=";
  case BinaryOp::Greater:
    return ">";
  case BinaryOp::GreaterEqual:
    return ">=";
  }
  return {};
}

std::string_view weft::notation::nameOf(const Call &call) {
  return call.function == Function::User ? call.userFunction
                                         : nameOf(call.function);
}

std::string_view weft::notation::nameOf(const Reduction &reduction) {
  return reduction.reducer == Reducer::User ? reduction.userFunction
                                            : nameOf(reduction.reducer);
}

namespace {
struct Cloner {
  Expr::Node operator()(const Literal &node) const { return node; }
  Expr::Node operator()(const Access &node) const { return node; }
  Expr::Node operator()(const IndexValue &node) const { return node; }
  Expr::Node operator()(const Negation &node) const {
    return Negation{clone(*node.operand)};
  }
  Expr::Node operator()(const Binary &node) const {
    return Binary{node.op, node.opRange, clone(*node.lhs), clone(*node.rhs)};
  }
  Expr::Node operator()(const Call &node) const {
    Call copy{node.function, {}, node.userFunction};
    for (const ExprPtr &argument : node.arguments)
      copy.arguments.push_back(clone(*argument));
    return copy;
  }
  Expr::Node operator()(const Reduction &node) const {
    return Reduction{node.reducer, node.variables, clone(*node.body),
                     node.userFunction};
  }
};
} // namespace

ExprPtr weft::notation::clone(const Expr &expr) {
  return std::make_unique<Expr>(expr.range, std::visit(Cloner{}, expr.node));
}

static bool isEqual(const Index &lhs, const Index &rhs) {
  if (lhs.kind != rhs.kind)
    return false;
  if (lhs.isVariable())
    return lhs.variable == rhs.variable;
  return lhs.constant == rhs.constant && lhs.end == rhs.end &&
         std::equal(lhs.terms.begin(), lhs.terms.end(), rhs.terms.begin(),
                    rhs.terms.end(),
                    [](const IndexTerm &a, const IndexTerm &b) {
                      return a.factor == b.factor && a.variable == b.variable;
                    });
}

static bool isEqual(const Access &lhs, const Access &rhs) {
  return lhs.tensor.text == rhs.tensor.text &&
         std::equal(lhs.indices.begin(), lhs.indices.end(), rhs.indices.begin(),
                    rhs.indices.end(), [](const Index &a, const Index &b) {
                      return isEqual(a, b);
                    });
}

namespace {
/// Compares what two nodes hold besides their operands.
struct SameNode {
  const Expr &other;

  bool operator()(const Literal &node) const {
    const auto *rhs = other.getAs<Literal>();
    return rhs && node.kind == rhs->kind &&
           (node.kind == Literal::Kind::Integer ? node.integer == rhs->integer
                                                : node.real == rhs->real);
  }
  bool operator()(const Access &node) const {
    const auto *rhs = other.getAs<Access>();
    return rhs && isEqual(node, *rhs);
  }
  bool operator()(const IndexValue &node) const {
    const auto *rhs = other.getAs<IndexValue>();
    return rhs && node.variable == rhs->variable;
  }
  bool operator()(const Negation &) const { return other.getAs<Negation>(); }
  bool operator()(const Binary &node) const {
    const auto *rhs = other.getAs<Binary>();
    return rhs && node.op == rhs->op;
  }
  bool operator()(const Call &node) const {
    const auto *rhs = other.getAs<Call>();
    return rhs && node.function == rhs->function &&
           node.userFunction == rhs->userFunction;
  }
  bool operator()(const Reduction &node) const {
    const auto *rhs = other.getAs<Reduction>();
    return rhs && node.reducer == rhs->reducer &&
           node.userFunction == rhs->userFunction &&
           std::equal(
               node.variables.begin(), node.variables.end(),
               rhs->variables.begin(), rhs->variables.end(),
               [](const Name &a, const Name &b) { return a.text == b.text; });
  }
};
} // namespace

static std::vector<const Expr *> getOperands(const Expr &expr) {
  std::vector<const Expr *> operands;
  forEachOperand(
      expr, [&](const ExprPtr &operand) { operands.push_back(operand.get()); });
  return operands;
}

bool weft::notation::isEqual(const Expr &lhs, const Expr &rhs) {
  if (!std::visit(SameNode{rhs}, lhs.node))
    return false;
  std::vector<const Expr *> left = getOperands(lhs), right = getOperands(rhs);
  return std::equal(
      left.begin(), left.end(), right.begin(), right.end(),
      [](const Expr *a, const Expr *b) { return isEqual(*a, *b); });
}

bool weft::notation::isEqual(const Assignment &lhs, const Assignment &rhs) {
  return ::isEqual(lhs.result, rhs.result) &&
         lhs.accumulates == rhs.accumulates && isEqual(*lhs.value, *rhs.value);
}
