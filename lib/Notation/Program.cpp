//===- Program.cpp - A checked text of index notation ---------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checks on names of tensor index notation (thesis section 4.2), statement
// by statement and in the order of the text, so that an error points at the
// second of two uses that disagree and a note at the first.
//
//===----------------------------------------------------------------------===//

#include "weft/Notation/Program.h"

#include "weft/Notation/Reductions.h"

#include "Spelling.h"

#include <map>
#include <optional>

using namespace weft::notation;

namespace {
using MaybeError = std::optional<Diagnostic>;

class Analyzer {
public:
  MaybeError addStatement(Assignment assignment);

  Program program;

private:
  MaybeError addTensor(const Access &access, size_t &id);
  MaybeError addOperand(const Access &access);
  MaybeError addVariable(const std::string &name, Range range);
  MaybeError addIndices(const Access &access, size_t tensor, bool isResult);
  MaybeError addReduction(const Reduction &reduction);
  MaybeError addExpr(const Expr &expr);
  MaybeError checkTerm(const Expr &term) const;
  MaybeError checkBinding(const Name &variable,
                          const Reduction &reduction) const;

  /// The statement being built.
  Statement statement;
  std::map<std::string, size_t> variableIds;
  /// The variables bound where the walk is, by the result or by reductions, and
  /// where.
  std::map<std::string, Range> scope;

  std::map<std::string, size_t> tensorIds;
  /// All index variables of the text and their first places.
  std::map<std::string, Range> variableRanges;
};
} // namespace

static Diagnostic nameClash(const std::string &name, Range here,
                            std::string_view hereIs, Range there,
                            std::string_view thereIs) {
  std::string first = "'" + name + "' is " + std::string(thereIs);
  return {"'" + name + "' is " + std::string(hereIs) + " here and " +
              std::string(thereIs) + " elsewhere",
          here,
          "rename one of them",
          {{first + " here", there}}};
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

MaybeError Analyzer::addTensor(const Access &access, size_t &id) {
  const Name &name = access.tensor;
  auto variable = variableRanges.find(name.text);
  if (variable != variableRanges.end())
    return nameClash(name.text, name.range, "a tensor", variable->second,
                     "an index variable");
  auto [entry, isNew] = tensorIds.insert({name.text, program.tensors.size()});
  id = entry->second;
  if (isNew) {
    Tensor tensor;
    tensor.name = name.text;
    tensor.order = access.indices.size();
    tensor.range = access.range;
    program.tensors.push_back(tensor);
    return std::nullopt;
  }
  const Tensor &tensor = program.tensors[id];
  if (tensor.order == access.indices.size())
    return std::nullopt;
  return Diagnostic{"tensor '" + name.text + "' has order " +
                        std::to_string(tensor.order) + ", got " +
                        count(access.indices.size(), "index", "indices"),
                    access.range,
                    "",
                    {{"'" + name.text + "' is used with " +
                          count(tensor.order, "index", "indices") + " here",
                      tensor.range}}};
}

MaybeError Analyzer::addOperand(const Access &access) {
  size_t id = 0;
  if (MaybeError error = addTensor(access, id))
    return error;
  Tensor &tensor = program.tensors[id];
  tensor.isInput |= !tensor.isResult;
  if (access.tensor.text == statement.assignment.result.tensor.text)
    statement.readsResult = true;
  return addIndices(access, id, /*isResult=*/false);
}

//===----------------------------------------------------------------------===//
// Index variables
//===----------------------------------------------------------------------===//

MaybeError Analyzer::addVariable(const std::string &name, Range range) {
  auto tensor = tensorIds.find(name);
  if (tensor != tensorIds.end())
    return nameClash(name, range, "an index variable",
                     program.tensors[tensor->second].range, "a tensor");
  variableRanges.insert({name, range});
  auto [entry, isNew] = variableIds.insert({name, statement.variables.size()});
  if (isNew)
    statement.variables.push_back({name, range, /*isFree=*/false, {}});
  return std::nullopt;
}

MaybeError Analyzer::addIndices(const Access &access, size_t tensor,
                                bool isResult) {
  for (size_t mode = 0; mode < access.indices.size(); ++mode) {
    const Index &index = access.indices[mode];
    ModeUse use{tensor, mode, index.range, isResult};
    MaybeError error;
    forEachVariable(index, [&](const std::string &name, Range range) {
      if (!error)
        error = addVariable(name, range);
    });
    if (error)
      return error;
    if (index.isConstant())
      statement.constants.push_back({index.constant, use});
    else if (index.isSum())
      statement.sums.push_back({index, use});
    else
      statement.variables[variableIds[index.variable]].uses.push_back(use);
  }
  return std::nullopt;
}

/// Whether a reduction is written as a call of a function is.
static bool isAlsoFunction(const Reduction &reduction) {
  return reduction.reducer == Reducer::Min ||
         reduction.reducer == Reducer::Max ||
         reduction.reducer == Reducer::User;
}

MaybeError Analyzer::checkBinding(const Name &variable,
                                  const Reduction &reduction) const {
  auto other = scope.find(variable.text);
  if (other == scope.end())
    return std::nullopt;
  auto id = variableIds.find(variable.text);
  bool isFree = statement.variables[id->second].isFree;
  Diagnostic error;
  error.message = "index variable '" + variable.text + "' is already bound" +
                  (isFree ? " by the result" : " by a reduction");
  error.range = variable.range;
  error.notes = {{"'" + variable.text + "' is bound here", other->second}};
  std::string name(nameOf(reduction));
  error.hint = isAlsoFunction(reduction)
                   ? "rename the variable; to compare with its value, write "
                     "it last: " +
                         name + "(expression, " + variable.text + ")"
                   : "rename the variable of the reduction";
  return error;
}

MaybeError Analyzer::addReduction(const Reduction &reduction) {
  for (const Name &variable : reduction.variables) {
    MaybeError error = checkBinding(variable, reduction);
    if (!error)
      error = addVariable(variable.text, variable.range);
    if (error)
      return error;
    scope.insert({variable.text, variable.range});
  }
  MaybeError error = addExpr(*reduction.body);
  for (const Name &variable : reduction.variables)
    scope.erase(variable.text);
  return error;
}

static void collectReductions(const Expr &expr,
                              std::vector<const Reduction *> &reductions) {
  if (const auto *reduction = expr.getAs<Reduction>())
    reductions.push_back(reduction);
  forEachOperand(expr, [&](const ExprPtr &operand) {
    collectReductions(*operand, reductions);
  });
}

/// Refuses `sum(k, A(k)) * b(k)`: the sum that is implied around the product
/// would bind the variable of the sum that is written inside of it.
MaybeError Analyzer::checkTerm(const Expr &term) const {
  std::map<std::string, Range> unbound;
  for (const Name &variable : getUnboundVariables(term))
    unbound.insert({variable.text, variable.range});
  std::vector<const Reduction *> reductions;
  collectReductions(term, reductions);
  for (const Reduction *reduction : reductions)
    for (const Name &bound : reduction->variables) {
      auto use = unbound.find(bound.text);
      if (use != unbound.end())
        return Diagnostic{
            "index variable '" + bound.text +
                "' is used outside of the reduction that binds it",
            use->second,
            "rename one of the two variables",
            {{"'" + bound.text + "' is bound here", bound.range}}};
    }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

MaybeError Analyzer::addExpr(const Expr &expr) {
  if (const auto *access = expr.getAs<Access>())
    return addOperand(*access);
  if (const auto *value = expr.getAs<IndexValue>())
    return addVariable(value->variable, expr.range);
  if (const auto *reduction = expr.getAs<Reduction>())
    return addReduction(*reduction);
  MaybeError error;
  forEachOperand(expr, [&](const ExprPtr &operand) {
    if (!error)
      error = addExpr(*operand);
  });
  return error;
}

MaybeError Analyzer::addStatement(Assignment assignment) {
  statement = Statement();
  statement.assignment = std::move(assignment);
  const Access &result = statement.assignment.result;

  variableIds.clear();
  scope.clear();
  for (const Index &index : result.indices)
    scope.insert({index.variable, index.range});

  if (MaybeError error = addTensor(result, statement.result))
    return error;
  if (MaybeError error = addIndices(result, statement.result, true))
    return error;
  for (IndexVariable &variable : statement.variables)
    variable.isFree = true;
  if (MaybeError error = addExpr(*statement.assignment.value))
    return error;
  for (ExprPtr *term : getTerms(statement.assignment.value))
    if (MaybeError error = checkTerm(**term))
      return error;

  Tensor &tensor = program.tensors[statement.result];
  if (statement.assignment.accumulates) {
    tensor.isInput |= !tensor.isResult;
    statement.readsResult = true;
  }
  tensor.isResult = true;
  insertImpliedReductions(statement.assignment);
  program.statements.push_back(std::move(statement));
  return std::nullopt;
}

const IndexVariable *Statement::findVariable(std::string_view name) const {
  for (const IndexVariable &variable : variables)
    if (variable.name == name)
      return &variable;
  return nullptr;
}

const Tensor *Program::findTensor(std::string_view name) const {
  for (const Tensor &tensor : tensors)
    if (tensor.name == name)
      return &tensor;
  return nullptr;
}

Result<Program> weft::notation::analyze(std::vector<Assignment> assignments) {
  Analyzer analyzer;
  for (Assignment &assignment : assignments)
    if (MaybeError error = analyzer.addStatement(std::move(assignment)))
      return std::move(*error);
  return std::move(analyzer.program);
}

Result<Program> weft::notation::parseProgram(std::string_view text,
                                             const ParseOptions &options) {
  Result<std::vector<Assignment>> assignments = parse(text, options);
  if (!assignments)
    return std::move(assignments.error());
  return analyze(std::move(*assignments));
}

std::string weft::notation::print(const Program &program) {
  std::string out;
  for (const Statement &statement : program.statements)
    out += print(statement.assignment) + "\n";
  return out;
}
