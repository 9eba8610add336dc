//===- NameResolution.cpp - What a name without indices means -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements the rules about names at the top of Parser.h, in their order:
// first which names are tensors, then which calls are reductions (these bind
// more index variables), then which names are values of index variables.
//
//===----------------------------------------------------------------------===//

#include "NameResolution.h"

using namespace weft::notation;

using NameSet = std::set<std::string, std::less<>>;

static void collectTensors(const Expr &expr, NameSet &tensors) {
  const auto *access = expr.getAs<Access>();
  if (access && !access->indices.empty())
    tensors.insert(access->tensor.text);
  forEachOperand(
      expr, [&](const ExprPtr &operand) { collectTensors(*operand, tensors); });
}

static void collectIndices(const Access &access, NameSet &variables) {
  for (const Index &index : access.indices)
    if (index.isVariable())
      variables.insert(index.variable);
}

/// The names that index a tensor within an expression.
static void collectIndices(const Expr &expr, NameSet &variables) {
  if (const auto *access = expr.getAs<Access>())
    collectIndices(*access, variables);
  forEachOperand(expr, [&](const ExprPtr &operand) {
    collectIndices(*operand, variables);
  });
}

static void collectReductionVariables(const Expr &expr, NameSet &variables) {
  if (const auto *reduction = expr.getAs<Reduction>())
    for (const Name &variable : reduction->variables)
      variables.insert(variable.text);
  forEachOperand(expr, [&](const ExprPtr &operand) {
    collectReductionVariables(*operand, variables);
  });
}

/// Whether all arguments of a call but the last are variables to reduce over.
static bool bindsVariables(const Call &call, const NameSet &tensors) {
  NameSet indices;
  collectIndices(*call.arguments.back(), indices);
  for (size_t i = 0; i + 1 < call.arguments.size(); ++i) {
    const auto *access = call.arguments[i]->getAs<Access>();
    if (!access || !access->indices.empty() ||
        tensors.count(access->tensor.text) != 0 ||
        indices.count(access->tensor.text) == 0)
      return false;
  }
  return true;
}

static void resolveReductions(Expr &expr, const NameSet &tensors) {
  forEachOperand(
      expr, [&](ExprPtr &operand) { resolveReductions(*operand, tensors); });
  auto *call = expr.getAs<Call>();
  if (!call)
    return;
  bool isMin = call->function == Function::Min;
  bool isMax = call->function == Function::Max;
  if ((!isMin && !isMax) || !bindsVariables(*call, tensors))
    return;
  Reduction reduction;
  reduction.reducer = isMin ? Reducer::Min : Reducer::Max;
  reduction.body = std::move(call->arguments.back());
  call->arguments.pop_back();
  for (const ExprPtr &argument : call->arguments)
    reduction.variables.push_back(argument->getAs<Access>()->tensor);
  expr.node = std::move(reduction);
}

static void resolveIndexValues(Expr &expr, const NameSet &tensors,
                               const NameSet &variables) {
  const auto *access = expr.getAs<Access>();
  if (access && access->indices.empty() &&
      tensors.count(access->tensor.text) == 0 &&
      variables.count(access->tensor.text) != 0)
    expr.node = IndexValue{access->tensor.text};
  forEachOperand(expr, [&](ExprPtr &operand) {
    resolveIndexValues(*operand, tensors, variables);
  });
}

void weft::notation::resolveNames(std::vector<Assignment> &assignments,
                                  const ParseOptions &options) {
  NameSet tensors = options.tensors;
  for (const Assignment &assignment : assignments) {
    tensors.insert(assignment.result.tensor.text);
    collectTensors(*assignment.value, tensors);
  }
  for (Assignment &assignment : assignments) {
    resolveReductions(*assignment.value, tensors);
    NameSet variables;
    collectIndices(assignment.result, variables);
    collectIndices(*assignment.value, variables);
    collectReductionVariables(*assignment.value, variables);
    resolveIndexValues(*assignment.value, tensors, variables);
  }
}
