//===- JointStatements.cpp - Several assignments in one kernel ------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles recorded assignments as the statements of one text, in which a later
// one sees what an earlier one made (docs/semantics.md, several assignments).
// Assignments whose recorded operands differ from what they would see there are
// refused.
//
//===----------------------------------------------------------------------===//

#include "JointKernel.h"
#include "Printer.h"

#include "weft-cxx/Error.h"

using namespace weft;
using namespace weft::cxx_impl;

using ValuePtr = std::shared_ptr<Value>;

/// Throws an error about a statement.
[[noreturn]] static void failStatement(const std::string &message,
                                       const Statement &statement,
                                       const std::string &hint = "") {
  PrintedText text = print(statement, Names(statement));
  throw Error(render(message, text, hint), text.text);
}

/// The value that an assignment made, if it has not been computed yet.
static ValuePtr getPending(const Statement &statement) {
  ValuePtr value = statement.assigned.lock();
  if (!value || !value->getStatement())
    failStatement("expected an assignment that has not been computed yet",
                  statement,
                  "a tensor that is read, compiled by itself or assigned again "
                  "no longer waits for it");
  return value;
}

/// Whether a value waits, through others, for one of several.
static bool waitsFor(const ValuePtr &value, const std::set<ValuePtr> &wanted,
                     std::set<ValuePtr> &visited) {
  if (wanted.count(value))
    return true;
  if (!visited.insert(value).second)
    return false;
  if (StatementPtr statement = value->getStatement())
    for (const auto &[tensor, operand] : statement->operands)
      if (waitsFor(operand, wanted, visited))
        return true;
  return false;
}

namespace {
/// Finds the operands of statements in one kernel.
class OperandFinder {
public:
  /// Adds a statement after the others. Throws if it would read other values.
  void add(const Statement &statement, const ValuePtr &value);
  /// Throws if an operand waits for the statements themselves.
  void check() const;

  Operands operands;

private:
  void addOperand(const Statement &statement, const TensorInfo *tensor,
                  const ValuePtr &value);

  /// What the statements assign so far.
  Operands results;
  /// The last statement that reads an operand.
  std::map<const TensorInfo *, const Statement *> readers;
};
} // namespace

void OperandFinder::addOperand(const Statement &statement,
                               const TensorInfo *tensor,
                               const ValuePtr &value) {
  std::string name = Names(statement).of(*tensor);
  auto result = results.find(tensor);
  if (result != results.end()) {
    if (result->second != value)
      failStatement("expected " + name +
                        " with the value that an earlier "
                        "assignment of the kernel makes",
                    statement, "record the assignments in their order");
    return;
  }
  readers[tensor] = &statement;
  if (operands.emplace(tensor, value).first->second != value)
    failStatement("expected one value of " + name +
                      " in all assignments of a kernel, got another one",
                  statement, "record the assignments one after the other");
}

void OperandFinder::add(const Statement &statement, const ValuePtr &value) {
  for (const auto &[tensor, operand] : statement.operands)
    addOperand(statement, tensor, operand);
  if (!results.emplace(statement.result.get(), value).second)
    failStatement("expected assignments of distinct tensors", statement);
}

void OperandFinder::check() const {
  std::set<ValuePtr> members, visited;
  for (const auto &[tensor, value] : results)
    members.insert(value);
  for (const auto &[tensor, value] : operands)
    if (waitsFor(value, members, visited)) {
      const Statement &reader = *readers.at(tensor);
      failStatement("expected " + Names(reader).of(*tensor) +
                        " not to wait for another assignment of the kernel",
                    reader,
                    "list the assignments that it waits for before this one");
    }
}

namespace {
/// Makes statements of one text: gives each index variables that others do not
/// have, so that its schedule names its own loops, and no operands.
class VariableRenamer {
public:
  StatementPtr rename(const StatementPtr &statement);

private:
  IndexVar rename(const IndexVar &variable);
  Index rename(const Index &index);
  NodePtr rename(const NodePtr &node);
  void rename(Argument &argument);

  /// The variables of statements before.
  std::set<const Variable *> taken;
  std::map<const Variable *, IndexVar> renamed;
  /// Parts of an expression may be shared.
  std::map<const Node *, NodePtr> known;
};
} // namespace

IndexVar VariableRenamer::rename(const IndexVar &variable) {
  auto found = renamed.find(variable.getVariable());
  return found == renamed.end() ? variable : found->second;
}

Index VariableRenamer::rename(const Index &index) {
  if (index.isSlice()) {
    const Index::Term &term = index.getTerms().front();
    return Index(rename(term.variable), index.getConstant(), index.getEnd(),
                 term.factor);
  }
  Index sum(index.getConstant());
  for (const Index::Term &term : index.getTerms())
    sum = sum.plus(Index(rename(term.variable)).times(term.factor));
  return sum;
}

NodePtr VariableRenamer::rename(const NodePtr &node) {
  NodePtr &made = known[node.get()];
  if (made)
    return made;
  Node copy = *node;
  for (IndexVar &variable : copy.variables)
    variable = rename(variable);
  for (Index &index : copy.indices)
    index = rename(index);
  for (NodePtr &operand : copy.operands)
    operand = rename(operand);
  NodePtr result = std::make_shared<const Node>(std::move(copy));
  return known[node.get()] = result;
}

void VariableRenamer::rename(Argument &argument) {
  for (IndexVar &variable : argument.variables)
    variable = rename(variable);
  if (argument.expression)
    argument.expression = rename(argument.expression);
}

StatementPtr VariableRenamer::rename(const StatementPtr &statement) {
  known.clear();
  renamed.clear();
  Names names(*statement);
  for (const Variable *variable : names.getVariables())
    if (!taken.insert(variable).second)
      renamed.emplace(variable, variable->size < 0
                                    ? IndexVar(variable->name)
                                    : IndexVar(variable->name, variable->size));
  auto copy = std::make_shared<Statement>(*statement);
  // The kernel has the values that it reads. With those that it makes, values
  // and kernels would keep each other.
  copy->operands.clear();
  for (IndexVar &variable : copy->indices)
    variable = rename(variable);
  copy->value = rename(copy->value);
  for (Command &command : copy->commands)
    for (Argument &argument : command.arguments)
      rename(argument);
  return copy;
}

void cxx::compile(const std::vector<IndexStmt> &statements) {
  if (statements.empty())
    throw Error("expected assignments to compile");
  std::vector<ValuePtr> values;
  std::vector<StatementPtr> renamed;
  OperandFinder finder;
  VariableRenamer renamer;
  for (const IndexStmt &statement : statements) {
    values.push_back(getPending(*statement.getStatement()));
    finder.add(*statement.getStatement(), values.back());
    renamed.push_back(renamer.rename(statement.getStatement()));
  }
  finder.check();
  auto joint = std::make_shared<JointKernel>(renamed, finder.operands);
  // A joint kernel waits for no statement, so that kernels never wait for each
  // other.
  for (const auto &[tensor, value] : finder.operands)
    value->get();
  for (size_t member = 0; member < values.size(); ++member)
    values[member]->join(joint, member);
}
