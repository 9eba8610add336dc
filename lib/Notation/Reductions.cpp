//===- Reductions.cpp - Writing out implied sums --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns the convention about missing sums into the reduction expressions of
// thesis section 4.2.
//
//===----------------------------------------------------------------------===//

#include "weft/Notation/Reductions.h"

#include <algorithm>
#include <set>

using namespace weft::notation;

static void collectTerms(ExprPtr &expr, std::vector<ExprPtr *> &terms) {
  auto *binary = expr->getAs<Binary>();
  bool isSum = binary && (binary->op == BinaryOp::Add ||
                          binary->op == BinaryOp::Subtract);
  if (!isSum && !expr->getAs<Negation>()) {
    terms.push_back(&expr);
    return;
  }
  forEachOperand(*expr,
                 [&](ExprPtr &operand) { collectTerms(operand, terms); });
}

std::vector<ExprPtr *> weft::notation::getTerms(ExprPtr &expr) {
  std::vector<ExprPtr *> terms;
  collectTerms(expr, terms);
  return terms;
}

namespace {
/// Collects the unbound variables of an expression.
class UnboundVariables {
public:
  void visit(const Expr &expr);

  std::vector<Name> unbound;

private:
  void visit(const std::string &variable, Range range) {
    if (bound.count(variable) == 0 && seen.insert(variable).second)
      unbound.push_back({variable, range});
  }

  /// The variables of the enclosing reductions.
  std::multiset<std::string> bound;
  std::set<std::string> seen;
};
} // namespace

void UnboundVariables::visit(const Expr &expr) {
  if (const auto *value = expr.getAs<IndexValue>())
    visit(value->variable, expr.range);
  if (const auto *access = expr.getAs<Access>())
    for (const Index &index : access->indices)
      forEachVariable(index, [&](const std::string &variable, Range range) {
        visit(variable, range);
      });

  const auto *reduction = expr.getAs<Reduction>();
  if (reduction)
    for (const Name &variable : reduction->variables)
      bound.insert(variable.text);
  forEachOperand(expr, [&](const ExprPtr &operand) { visit(*operand); });
  if (reduction)
    for (const Name &variable : reduction->variables)
      bound.erase(bound.find(variable.text));
}

std::vector<Name> weft::notation::getUnboundVariables(const Expr &expr) {
  UnboundVariables variables;
  variables.visit(expr);
  return std::move(variables.unbound);
}

void weft::notation::insertImpliedReductions(Assignment &assignment) {
  std::set<std::string> free;
  for (const Index &index : assignment.result.indices)
    free.insert(index.variable);
  auto isFree = [&](const Name &name) { return free.count(name.text) != 0; };
  for (ExprPtr *term : getTerms(assignment.value)) {
    std::vector<Name> variables = getUnboundVariables(**term);
    variables.erase(std::remove_if(variables.begin(), variables.end(), isFree),
                    variables.end());
    if (variables.empty())
      continue;
    Range range = (*term)->range;
    *term = std::make_unique<Expr>(
        range,
        Reduction{Reducer::Sum, std::move(variables), std::move(*term), {}});
  }
}
