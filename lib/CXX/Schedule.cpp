//===- Schedule.cpp - The scheduling language -----------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Commands are recorded, and applied when a statement is compiled.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"
#include "Printer.h"
#include "TensorState.h"

#include "weft-cxx/Error.h"
#include "weft-cxx/Tensor.h"

#include <ostream>

using namespace weft;
using namespace weft::cxx_impl;

static std::shared_ptr<Statement> copy(const IndexStmt &statement) {
  return std::make_shared<Statement>(*statement.getStatement());
}

/// Throws an error about a scheduling command.
[[noreturn]] static void failCommand(const IndexStmt &statement,
                                     const std::string &message) {
  std::string text = statement.toString();
  throw Error(message + "\n  " + text, text);
}

IndexStmt IndexStmt::withCommand(const char *name,
                                 std::vector<Argument> arguments) const {
  if (!statement->scheduleText.empty())
    failCommand(*this, "expected no command after a schedule as text");
  std::shared_ptr<Statement> changed = copy(*this);
  changed->hasSchedule = true;
  changed->commands.push_back({name, std::move(arguments)});
  return IndexStmt(std::move(changed));
}

static Argument makeArgument(const IndexVar &variable) {
  Argument argument;
  argument.variables = {variable};
  return argument;
}

static Argument makeArgument(std::string word) {
  Argument argument;
  argument.word = std::move(word);
  return argument;
}

static Argument makeArgument(int64_t number) {
  return makeArgument(std::to_string(number));
}

static const char *getName(TailStrategy tail) {
  return tail == Guard          ? "Guard"
         : tail == ShiftInwards ? "ShiftInwards"
                                : "Predicate";
}

static const char *getName(BoundKind kind) {
  return kind == MaxExact        ? "MaxExact"
         : kind == MaxConstraint ? "MaxConstraint"
                                 : "Strided";
}

static const char *getName(MergeStrategy strategy) {
  return strategy == TwoFinger ? "TwoFinger"
         : strategy == Gallop  ? "Gallop"
                               : "Locate";
}

static const char *getName(RaceStrategy races) {
  return races == NoRaces       ? "NoRaces"
         : races == IgnoreRaces ? "IgnoreRaces"
         : races == Atomics     ? "Atomics"
                                : "Temporary";
}

static const char *getName(Storage storage) {
  switch (storage) {
  case Storage::Automatic:
    return "";
  case Storage::Dense:
    return "dense";
  case Storage::Bitmap:
    return "bitmap";
  case Storage::SparseSet:
    return "sparse_set";
  case Storage::Hashed:
    return "hashed";
  case Storage::List:
    return "list";
  }
  return "";
}

IndexStmt IndexStmt::split(const IndexVar &i, const IndexVar &i0,
                           const IndexVar &i1, int64_t factor) const {
  return withCommand("split", {makeArgument(i), makeArgument(i0),
                               makeArgument(i1), makeArgument(factor)});
}

IndexStmt IndexStmt::split(const IndexVar &i, const IndexVar &i0,
                           const IndexVar &i1, int64_t factor,
                           TailStrategy tail) const {
  return withCommand("split", {makeArgument(i), makeArgument(i0),
                               makeArgument(i1), makeArgument(factor),
                               makeArgument(std::string(getName(tail)))});
}

IndexStmt IndexStmt::divide(const IndexVar &i, const IndexVar &i0,
                            const IndexVar &i1, int64_t parts) const {
  return withCommand("divide", {makeArgument(i), makeArgument(i0),
                                makeArgument(i1), makeArgument(parts)});
}

IndexStmt IndexStmt::balance(const IndexVar &i, const IndexVar &i0,
                             const IndexVar &i1, int64_t parts) const {
  return withCommand("balance", {makeArgument(i), makeArgument(i0),
                                 makeArgument(i1), makeArgument(parts)});
}

IndexStmt IndexStmt::fuse(const IndexVar &i, const IndexVar &j,
                          const IndexVar &f) const {
  return withCommand("fuse",
                     {makeArgument(i), makeArgument(j), makeArgument(f)});
}

IndexStmt IndexStmt::pos(const IndexVar &i, const IndexVar &p,
                         const TensorBase &tensor) const {
  Argument argument;
  argument.tensor = tensor.getState()->info;
  if (!statement->operands.count(argument.tensor.get()))
    failCommand(*this, "expected an operand of the statement for the positions "
                       "of a loop");
  return withCommand("pos", {makeArgument(i), makeArgument(p), argument});
}

IndexStmt IndexStmt::coord(const IndexVar &p, const IndexVar &i) const {
  return withCommand("coord", {makeArgument(p), makeArgument(i)});
}

/// Arguments that are variables.
static std::vector<Argument>
makeArguments(const std::vector<IndexVar> &variables) {
  std::vector<Argument> arguments;
  for (const IndexVar &variable : variables)
    arguments.push_back(makeArgument(variable));
  return arguments;
}

IndexStmt IndexStmt::reorder(const std::vector<IndexVar> &order) const {
  if (order.size() < 2)
    failCommand(*this, "expected at least two index variables to reorder");
  return withCommand("reorder", makeArguments(order));
}

IndexStmt IndexStmt::mergeby(const IndexVar &i, MergeStrategy strategy) const {
  return withCommand("mergeby",
                     {makeArgument(i), makeArgument(getName(strategy))});
}

IndexStmt IndexStmt::unroll(const IndexVar &i, int64_t factor) const {
  return withCommand("unroll", {makeArgument(i), makeArgument(factor)});
}

IndexStmt IndexStmt::bound(const IndexVar &i, const IndexVar &ib,
                           int64_t number, BoundKind kind) const {
  return withCommand("bound",
                     {makeArgument(i), makeArgument(ib), makeArgument(number),
                      makeArgument(std::string(getName(kind)))});
}

/// An expression whose tensors are those of a statement.
static Argument makeOperand(const IndexStmt &statement,
                            const IndexExpr &expression) {
  std::vector<const Node *> nodes = {expression.getNode().get()};
  while (!nodes.empty()) {
    const Node *node = nodes.back();
    nodes.pop_back();
    if (node->tensor &&
        !statement.getStatement()->operands.count(node->tensor.get()))
      failCommand(statement, "expected a part of the statement to precompute, "
                             "got " +
                                 expression.toString());
    for (const NodePtr &operand : node->operands)
      nodes.push_back(operand.get());
  }
  Argument argument;
  argument.expression = freeze(expression.getNode());
  return argument;
}

/// One variable, or a list in braces.
static Argument makeList(const IndexStmt &statement,
                         const std::vector<IndexVar> &variables) {
  if (variables.empty())
    failCommand(statement, "expected index variables to precompute over");
  Argument argument;
  argument.variables = variables;
  return argument;
}

IndexStmt IndexStmt::precompute(const IndexExpr &expression,
                                const std::vector<IndexVar> &variables,
                                const std::vector<IndexVar> &producers,
                                Storage storage) const {
  std::vector<Argument> arguments = {makeOperand(*this, expression),
                                     makeList(*this, variables),
                                     makeList(*this, producers)};
  if (storage != Storage::Automatic) {
    // The storage comes after a name.
    arguments.push_back(makeArgument(
        "workspace_" + std::to_string(statement->commands.size())));
    arguments.push_back(makeArgument(std::string(getName(storage))));
  }
  return withCommand("precompute", std::move(arguments));
}

IndexStmt IndexStmt::precompute(const IndexExpr &expression, const IndexVar &i,
                                const IndexVar &iw, Storage storage) const {
  return precompute(expression, std::vector<IndexVar>{i},
                    std::vector<IndexVar>{iw}, storage);
}

IndexStmt IndexStmt::precompute(const IndexExpr &expression, const IndexVar &i,
                                const IndexVar &iw,
                                const TensorBase &result) const {
  Argument argument;
  argument.tensor = result.getState()->info;
  if (argument.tensor != statement->result)
    failCommand(*this, "expected the result of the statement as the workspace");
  return withCommand("precompute",
                     {makeOperand(*this, expression), makeArgument(i),
                      makeArgument(iw), argument});
}

/// Whether a word is a name or a number, and nothing else of a schedule.
static bool isWord(const std::string &text) {
  for (char c : text)
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
          (c >= '0' && c <= '9') || c == '_'))
      return false;
  return true;
}

static void checkWord(const IndexStmt &statement, const std::string &word) {
  if (!isWord(word))
    failCommand(statement, "expected a word of letters, digits and "
                           "underscores, got '" +
                               word + "'");
}

IndexStmt IndexStmt::precompute(const std::string &workspace, const IndexVar &i,
                                const IndexVar &iw) const {
  checkWord(*this, workspace);
  return withCommand("precompute", {makeArgument(workspace), makeArgument(i),
                                    makeArgument(iw)});
}

IndexStmt IndexStmt::factor(const std::vector<IndexVar> &variables) const {
  if (variables.empty())
    failCommand(*this, "expected index variables to factor over");
  return withCommand("factor", makeArguments(variables));
}

IndexStmt IndexStmt::factor(const IndexVar &i) const {
  return withCommand("factor", {makeArgument(i)});
}

IndexStmt IndexStmt::hoistFactors(const IndexVar &i) const {
  return withCommand("hoist_factors", {makeArgument(i)});
}

IndexStmt IndexStmt::orderFactors(const IndexVar &i) const {
  return withCommand("order_factors", {makeArgument(i)});
}

IndexStmt IndexStmt::parallelize(const IndexVar &i, ParallelUnit unit,
                                 RaceStrategy races,
                                 const Distribution &distribution,
                                 Use use) const {
  std::vector<Argument> arguments = {
      makeArgument(i),
      makeArgument(std::string(unit == CPUThread ? "CPUThread" : "CPUVector")),
      makeArgument(std::string(getName(races)))};
  if (std::string text = distribution.getText(); !text.empty())
    arguments.push_back(makeArgument(text));
  if (use == Use::Optional)
    arguments.push_back(makeArgument(std::string("optional")));
  return withCommand("parallelize", std::move(arguments));
}

IndexStmt IndexStmt::parallelize(const IndexVar &i, ParallelUnit unit,
                                 RaceStrategy races, Use use) const {
  return parallelize(i, unit, races, Distribution(), use);
}

IndexStmt IndexStmt::configure(const std::string &option,
                               const std::string &value) const {
  checkWord(*this, option);
  checkWord(*this, value);
  std::vector<Argument> arguments;
  if (!value.empty())
    arguments.push_back(makeArgument(value));
  return withCommand(option.c_str(), std::move(arguments));
}

IndexStmt IndexStmt::configure(const std::string &option, const IndexVar &i,
                               const std::string &value) const {
  checkWord(*this, option);
  checkWord(*this, value);
  std::vector<Argument> arguments = {makeArgument(i)};
  if (!value.empty())
    arguments.push_back(makeArgument(value));
  return withCommand(option.c_str(), std::move(arguments));
}

IndexStmt IndexStmt::withSchedule(const std::string &schedule) const {
  if (!statement->commands.empty())
    failCommand(*this, "expected a statement without commands");
  std::shared_ptr<Statement> changed = copy(*this);
  changed->hasSchedule = schedule != "default";
  // Lines are commands as well.
  std::string &text = changed->scheduleText;
  text.clear();
  for (char c : schedule)
    if (c == '\n')
      text += text.empty() || text.back() == ',' ? "" : ",";
    else if (c != ' ')
      text += c;
  if (!text.empty() && text.back() == ',')
    text.pop_back();
  return IndexStmt(std::move(changed));
}

IndexStmt IndexStmt::withForm(ScheduleForm form) const {
  std::shared_ptr<Statement> changed = copy(*this);
  changed->hasSchedule = true;
  changed->form = form;
  return IndexStmt(std::move(changed));
}
