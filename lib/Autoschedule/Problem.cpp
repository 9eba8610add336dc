//===- Problem.cpp - Input of the autoscheduler -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the accesses of a statement level by level: once to choose the
// partitioned tensor, once for the order of the variables, and once for the
// constraints that other tensors add.
//
//===----------------------------------------------------------------------===//

#include "weft/Autoschedule/Problem.h"
#include "Hoisting.h"

#include <algorithm>

using namespace weft;
using namespace weft::autoschedule;
using notation::Access;
using notation::Diagnostic;
using runtime::LevelKind;

bool Hoisting::fixes(size_t variable) const {
  return variable == reduced ||
         std::count(workspace.begin(), workspace.end(), variable);
}

namespace {

/// Whether the coordinates of a level are counted by positions that can be
/// tiled.
bool hasPositions(LevelKind kind) {
  return kind == LevelKind::Compressed || kind == LevelKind::Singleton ||
         kind == LevelKind::LooseCompressed;
}

/// A tensor at one place of the statement and how it is stored.
struct StoredAccess {
  const Access *access;
  runtime::Format format;

  size_t numStored() const {
    return std::count_if(
        format.levels.begin(), format.levels.end(),
        [](const runtime::Level &l) { return l.kind != LevelKind::Dense; });
  }
};

class Derivation {
public:
  Derivation(const notation::Program &program, const Formats &formats,
             const notation::Sizes &sizes)
      : program(program), statement(program.statements.front()),
        formats(formats), sizes(sizes) {}

  notation::Result<Problem> run();

private:
  void collectOperands(const notation::Expr &expr);
  StoredAccess makeStored(const Access &access) const;
  std::optional<Diagnostic> check() const;
  const StoredAccess *findPartitioned() const;
  void addVariable(const std::string &name);
  void addVariables(const StoredAccess *partitioned);
  std::optional<size_t> find(const std::string &name) const;
  /// The variable that a level stores the coordinates of, if it is one alone.
  std::optional<size_t> variableOf(const StoredAccess &stored,
                                   size_t level) const;
  void constrain(const StoredAccess &stored, bool isPartitioned);
  void addPreferences(const StoredAccess &stored);
  void addExtents();

  const notation::Program &program;
  const notation::Statement &statement;
  const Formats &formats;
  const notation::Sizes &sizes;
  std::vector<StoredAccess> operands;
  Problem problem;
};

} // namespace

StoredAccess Derivation::makeStored(const Access &access) const {
  auto given = formats.find(access.tensor.text);
  return {&access, given != formats.end()
                       ? given->second
                       : runtime::Format::dense(access.indices.size())};
}

void Derivation::collectOperands(const notation::Expr &expr) {
  if (const auto *access = expr.getAs<Access>())
    operands.push_back(makeStored(*access));
  notation::forEachOperand(
      expr, [&](const notation::ExprPtr &child) { collectOperands(*child); });
}

std::optional<Diagnostic> Derivation::check() const {
  if (statement.variables.size() > maxVariables)
    return Diagnostic{
        "cannot enumerate schedules: expected at most " +
            std::to_string(maxVariables) + " index variables, got " +
            std::to_string(statement.variables.size()),
        statement.assignment.range,
        "compute a part of the expression in a statement of its own",
        {}};
  std::vector<StoredAccess> all = operands;
  all.push_back(makeStored(statement.assignment.result));
  for (const StoredAccess &stored : all)
    if (stored.format.hasParts())
      return Diagnostic{
          "cannot enumerate schedules: " + stored.access->tensor.text +
              " is stored in blocks or slots, whose loops the "
              "expression does not name",
          stored.access->range,
          "a format whose levels store whole modes, as CSR, can "
          "be tuned",
          {}};
  return std::nullopt;
}

const StoredAccess *Derivation::findPartitioned() const {
  const StoredAccess *best = nullptr;
  for (const StoredAccess &stored : operands) {
    auto rank = [](const StoredAccess &s) {
      return std::make_pair(s.numStored(), s.format.levels.size());
    };
    if (stored.numStored() != 0 && (!best || rank(stored) > rank(*best)))
      best = &stored;
  }
  return best;
}

std::optional<size_t> Derivation::find(const std::string &name) const {
  for (size_t number = 0; number < problem.variables.size(); ++number)
    if (problem.variables[number].name == name)
      return number;
  return std::nullopt;
}

void Derivation::addVariable(const std::string &name) {
  if (find(name))
    return;
  IndexVariable variable;
  variable.name = name;
  variable.isReduction = !statement.findVariable(name)->isFree;
  problem.variables.push_back(std::move(variable));
}

void Derivation::addVariables(const StoredAccess *partitioned) {
  if (partitioned)
    for (const runtime::Level &level : partitioned->format.levels) {
      const notation::Index &index = partitioned->access->indices[level.mode];
      if (index.isVariable())
        addVariable(index.variable);
    }
  problem.numLevels = problem.variables.size();
  for (const notation::IndexVariable &variable : statement.variables)
    addVariable(variable.name);
}

std::optional<size_t> Derivation::variableOf(const StoredAccess &stored,
                                             size_t level) const {
  const notation::Index &index =
      stored.access->indices[stored.format.levels[level].mode];
  return index.isVariable() ? find(index.variable) : std::nullopt;
}

/// Whether a tensor uses a variable at two levels, as a diagonal does.
static bool isRepeated(const Access &access, const std::string &name) {
  size_t uses = 0;
  for (const notation::Index &index : access.indices)
    notation::forEachVariable(index,
                              [&](const std::string &used, notation::Range) {
                                uses += used == name;
                              });
  return uses > 1;
}

void Derivation::constrain(const StoredAccess &stored, bool isPartitioned) {
  std::vector<size_t> above;
  for (size_t level = 0; level < stored.format.levels.size(); ++level) {
    std::optional<size_t> number = variableOf(stored, level);
    if (!number)
      continue;
    IndexVariable &variable = problem.variables[*number];
    LevelKind kind = stored.format.levels[level].kind;
    if (kind != LevelKind::Dense) {
      for (size_t ancestor : above)
        if (ancestor != *number &&
            !std::count(variable.ancestors.begin(), variable.ancestors.end(),
                        ancestor))
          variable.ancestors.push_back(ancestor);
      bool isTiled = isPartitioned && hasPositions(kind) &&
                     !isRepeated(*stored.access, variable.name);
      variable.kind = isTiled ? VariableKind::Compressed : VariableKind::Whole;
      variable.isUnique = stored.format.levels[level].unique;
    } else if (isRepeated(*stored.access, variable.name)) {
      variable.kind = VariableKind::Whole;
    }
    above.push_back(*number);
  }
}

void Derivation::addPreferences(const StoredAccess &stored) {
  if (stored.numStored() != 0)
    return;
  for (size_t level = 0; level + 1 < stored.format.levels.size(); ++level) {
    auto outer = variableOf(stored, level),
         inner = variableOf(stored, level + 1);
    if (outer && inner && *outer != *inner)
      problem.preferences.emplace_back(*outer, *inner);
  }
}

void Derivation::addExtents() {
  for (IndexVariable &variable : problem.variables) {
    auto stated = sizes.variables.find(variable.name);
    if (stated != sizes.variables.end())
      variable.extent = stated->second;
    for (const notation::ModeUse &use :
         statement.findVariable(variable.name)->uses) {
      auto dims = sizes.tensors.find(program.tensors[use.tensor].name);
      if (!variable.extent && dims != sizes.tensors.end() &&
          use.mode < dims->second.size())
        variable.extent = dims->second[use.mode];
    }
  }
}

notation::Result<Problem> Derivation::run() {
  collectOperands(*statement.assignment.value);
  if (std::optional<Diagnostic> error = check())
    return *error;
  const StoredAccess *partitioned = findPartitioned();
  addVariables(partitioned);
  if (partitioned) {
    problem.tensor = partitioned->access->tensor.text;
    constrain(*partitioned, /*isPartitioned=*/true);
  }
  for (const StoredAccess &stored : operands) {
    if (&stored != partitioned)
      constrain(stored, /*isPartitioned=*/false);
    addPreferences(stored);
  }
  addPreferences(makeStored(statement.assignment.result));
  addExtents();
  for (const notation::Tensor &tensor : program.tensors)
    problem.names.insert(tensor.name);
  for (const notation::IndexVariable &variable : statement.variables)
    problem.names.insert(variable.name);
  problem.hoisting = findHoisting(statement, problem);
  return std::move(problem);
}

notation::Result<Problem>
autoschedule::deriveProblem(const notation::Program &program,
                            const Formats &formats,
                            const notation::Sizes &sizes) {
  if (program.statements.size() != 1)
    return Diagnostic{"cannot enumerate schedules: expected one statement, "
                      "got " +
                          std::to_string(program.statements.size()),
                      program.statements[1].assignment.range,
                      "tune each statement by itself",
                      {}};
  return Derivation(program, formats, sizes).run();
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static std::string print(const IndexVariable &variable,
                         const std::vector<IndexVariable> &all) {
  std::string text = variable.name;
  switch (variable.kind) {
  case VariableKind::Dense:
    text += ": dense";
    break;
  case VariableKind::Compressed:
    text += ": compressed";
    break;
  case VariableKind::Whole:
    text += ": whole";
    break;
  }
  for (size_t ancestor : variable.ancestors)
    text += (ancestor == variable.ancestors.front() ? " below " : ", ") +
            all[ancestor].name;
  if (variable.isReduction)
    text += ", reduced";
  if (variable.extent)
    text += ", extent " + std::to_string(*variable.extent);
  return text + "\n";
}

std::string Problem::print() const {
  std::string text =
      "partitioned tensor: " + (tensor.empty() ? "none" : tensor) + "\n";
  for (const IndexVariable &variable : variables)
    text += ::print(variable, variables);
  for (const auto &[outer, inner] : preferences)
    text += "prefers " + variables[outer].name + " before " +
            variables[inner].name + "\n";
  if (hoisting)
    text += "hoists " + hoisting->expression + "\n";
  return text;
}
