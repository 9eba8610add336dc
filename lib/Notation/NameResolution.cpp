//===- NameResolution.cpp - Resolution of names without indices -*- C++ -*-===//
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

#include "Spelling.h"

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
    forEachVariable(
        index, [&](const std::string &name, Range) { variables.insert(name); });
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

/// The reduction that a function may also be.
static std::optional<Reducer> findReducer(const Call &call,
                                          const ParseOptions &options) {
  if (call.function == Function::Min)
    return Reducer::Min;
  if (call.function == Function::Max)
    return Reducer::Max;
  if (call.function == Function::User &&
      options.functions.find(call.userFunction)->second == 2)
    return Reducer::User;
  return std::nullopt;
}

static void resolveReductions(Expr &expr, const NameSet &tensors,
                              const ParseOptions &options) {
  forEachOperand(expr, [&](ExprPtr &operand) {
    resolveReductions(*operand, tensors, options);
  });
  auto *call = expr.getAs<Call>();
  if (!call)
    return;
  std::optional<Reducer> reducer = findReducer(*call, options);
  if (!reducer || !bindsVariables(*call, tensors))
    return;
  Reduction reduction;
  reduction.reducer = *reducer;
  reduction.userFunction = std::move(call->userFunction);
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

Diagnostic weft::notation::makeArityError(std::string_view function,
                                          unsigned expected, size_t got,
                                          Range range) {
  std::string hint;
  if (expected == 2)
    hint = "a reduction over k is written " + std::string(function) +
           "(k, expression)";
  return {"the function '" + std::string(function) + "' takes " +
              count(expected, "argument", "arguments") + ", got " +
              std::to_string(got),
          range,
          std::move(hint),
          {}};
}

/// The first call whose number of arguments is not what its function takes.
static std::optional<Diagnostic> findArityError(const Expr &expr,
                                                const ParseOptions &options) {
  std::optional<Diagnostic> error;
  forEachOperand(expr, [&](const ExprPtr &operand) {
    if (!error)
      error = findArityError(*operand, options);
  });
  const auto *call = expr.getAs<Call>();
  if (error || !call || call->function != Function::User)
    return error;
  unsigned arity = options.functions.find(call->userFunction)->second;
  if (call->arguments.size() != arity)
    error = makeArityError(call->userFunction, arity, call->arguments.size(),
                           expr.range);
  return error;
}

std::optional<Diagnostic>
weft::notation::resolveNames(std::vector<Assignment> &assignments,
                             const ParseOptions &options) {
  NameSet tensors = options.tensors;
  for (const Assignment &assignment : assignments) {
    tensors.insert(assignment.result.tensor.text);
    collectTensors(*assignment.value, tensors);
  }
  for (Assignment &assignment : assignments) {
    resolveReductions(*assignment.value, tensors, options);
    NameSet variables;
    collectIndices(assignment.result, variables);
    collectIndices(*assignment.value, variables);
    collectReductionVariables(*assignment.value, variables);
    resolveIndexValues(*assignment.value, tensors, variables);
    if (auto error = findArityError(*assignment.value, options))
      return error;
  }
  return std::nullopt;
}
