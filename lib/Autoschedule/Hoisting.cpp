//===- Hoisting.cpp - Loop-invariant factors --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Separates the factors of a product by whether they have the innermost sparse
// variable.
//
//===----------------------------------------------------------------------===//

#include "Hoisting.h"

#include <algorithm>

using namespace weft;
using namespace weft::autoschedule;
using notation::Access;

/// Collects the factors of a product below sums. Returns false if the
/// expression is something else.
static bool collectFactors(const notation::Expr &expr,
                           std::vector<const Access *> &factors) {
  if (const auto *access = expr.getAs<Access>()) {
    factors.push_back(access);
    return true;
  }
  if (const auto *reduction = expr.getAs<notation::Reduction>())
    return reduction->reducer == notation::Reducer::Sum &&
           collectFactors(*reduction->body, factors);
  const auto *binary = expr.getAs<notation::Binary>();
  return binary && binary->op == notation::BinaryOp::Multiply &&
         collectFactors(*binary->lhs, factors) &&
         collectFactors(*binary->rhs, factors);
}

/// The variables that index an access alone; nothing if other indices do.
static std::optional<std::vector<size_t>> getVariables(const Access &access,
                                                       const Problem &problem) {
  std::vector<size_t> variables;
  for (const notation::Index &index : access.indices) {
    if (!index.isVariable())
      return std::nullopt;
    for (size_t number = 0; number < problem.variables.size(); ++number)
      if (problem.variables[number].name == index.variable)
        variables.push_back(number);
  }
  return variables;
}

std::optional<Hoisting>
autoschedule::findHoisting(const notation::Statement &statement,
                           const Problem &problem) {
  std::vector<const Access *> factors;
  if (problem.numLevels == 0 ||
      !collectFactors(*statement.assignment.value, factors))
    return std::nullopt;
  Hoisting hoisting;
  hoisting.reduced = problem.numLevels - 1;
  const IndexVariable &inner = problem.variables[hoisting.reduced];
  if (inner.kind != VariableKind::Compressed || !inner.isReduction)
    return std::nullopt;
  bool hasInvariant = false;
  for (const Access *factor : factors) {
    auto variables = getVariables(*factor, problem);
    if (!variables)
      return std::nullopt;
    auto has = [&](size_t variable) {
      return std::count(variables->begin(), variables->end(), variable) != 0;
    };
    if (!has(hoisting.reduced)) {
      for (size_t variable : *variables)
        hasInvariant |= problem.variables[variable].isReduction;
      continue;
    }
    hoisting.expression +=
        (hoisting.expression.empty() ? "" : "*") + notation::print(*factor);
    for (size_t variable : *variables)
      if (variable >= problem.numLevels && !hoisting.fixes(variable))
        hoisting.workspace.push_back(variable);
  }
  if (!hasInvariant || hoisting.workspace.empty())
    return std::nullopt;
  return hoisting;
}
