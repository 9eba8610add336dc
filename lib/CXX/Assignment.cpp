//===- Assignment.cpp - Assignments that are recorded ---------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes statements of accesses and expressions. A statement has the values that
// its operands have when it is made, and knows nothing of tensors that change.
//
//===----------------------------------------------------------------------===//

#include "Printer.h"
#include "TensorState.h"

#include "weft-cxx/Error.h"

using namespace weft;
using namespace weft::cxx_impl;

/// How many statements wait for each other before they are computed: they are
/// computed and freed by recursion.
static constexpr size_t maxDepth = 50;

Access::Access(std::shared_ptr<TensorState> tensor, std::vector<Index> indices)
    : tensor(std::move(tensor)), indices(std::move(indices)) {
  size_t order = this->tensor->info->dims.size();
  if (this->indices.size() == order)
    return;
  NodePtr node = IndexExpr(*this).getNode();
  std::string text = print(*node);
  throw Error(render("expected " + std::to_string(order) +
                         (order == 1 ? " index" : " indices") +
                         " for a tensor with as many modes, got " +
                         std::to_string(this->indices.size()),
                     {text, {0, text.size()}}),
              text);
}

namespace {
/// Takes the values of what an expression accesses.
class OperandCollector {
public:
  explicit OperandCollector(Statement &statement) : statement(statement) {}

  /// The expression without what changes.
  NodePtr collect(const NodePtr &node);
  /// Throws if an operand has no value.
  void collect(const Node &access);

private:
  Statement &statement;
  /// Parts of an expression may be shared.
  std::map<const Node *, NodePtr> known;
};
} // namespace

void OperandCollector::collect(const Node &access) {
  if (statement.operands.count(access.tensor.get()))
    return;
  std::shared_ptr<Value> value = access.state->getValue();
  if (!value) {
    Names names(statement);
    PrintedText text = print(statement, names, &access);
    throw Error(render(names.of(*access.tensor) + " has no value", text,
                       "assign it, read it from a file, or insert entries; "
                       "pack() makes it one without entries"),
                text.text);
  }
  if (value->getDepth() >= maxDepth)
    value->get();
  statement.operands[access.tensor.get()] = std::move(value);
}

NodePtr OperandCollector::collect(const NodePtr &node) {
  NodePtr &made = known[node.get()];
  if (made)
    return made;
  if (node->state)
    collect(*node);
  Node copy = *node;
  copy.state = nullptr;
  for (NodePtr &operand : copy.operands)
    operand = collect(operand);
  NodePtr result = std::make_shared<const Node>(std::move(copy));
  return known[node.get()] = result;
}

/// The variables of what is assigned.
static std::vector<IndexVar> getVariables(const Access &result) {
  std::vector<IndexVar> variables;
  NodePtr node = IndexExpr(result).getNode();
  std::string text = print(*node);
  for (const Index &index : result.getIndices()) {
    if (!index.isVariable())
      throw Error(render("expected index variables on the left", {text, {}}),
                  text);
    for (const IndexVar &variable : variables)
      if (variable.getVariable() ==
          index.getTerms().front().variable.getVariable())
        throw Error(
            render("expected distinct index variables on the left", {text, {}}),
            text);
    variables.push_back(index.getTerms().front().variable);
  }
  return variables;
}

/// Finds a variable that stands for a number and that nothing gives a range:
/// the text would be one of a tensor with its name.
static const Node *findUnbound(const Node &node,
                               const std::set<const Variable *> &bound) {
  if (node.kind == NodeKind::IndexValue &&
      !bound.count(node.variables.front().getVariable()))
    return &node;
  if (node.kind == NodeKind::Reduction) {
    std::set<const Variable *> inside = bound;
    for (const IndexVar &variable : node.variables)
      inside.insert(variable.getVariable());
    return findUnbound(*node.operands.front(), inside);
  }
  for (const NodePtr &operand : node.operands)
    if (const Node *found = findUnbound(*operand, bound))
      return found;
  return nullptr;
}

/// Adds the variables that index tensors.
static void collectIndices(const Node &node,
                           std::set<const Variable *> &variables) {
  for (const Index &index : node.indices)
    for (const Index::Term &term : index.getTerms())
      variables.insert(term.variable.getVariable());
  for (const NodePtr &operand : node.operands)
    collectIndices(*operand, variables);
}

static void checkVariables(const Statement &statement) {
  std::set<const Variable *> bound;
  for (const IndexVar &variable : statement.indices)
    bound.insert(variable.getVariable());
  collectIndices(*statement.value, bound);
  const Node *found = findUnbound(*statement.value, bound);
  if (!found)
    return;
  Names names(statement);
  PrintedText text = print(statement, names, found);
  throw Error(render("index variable '" + names.of(found->variables.front()) +
                         "' indexes no tensor and is reduced over by nothing",
                     text, "sum over it, as in sum(k, k * x(i))"),
              text.text);
}

/// Records an assignment.
static IndexStmt assign(const Access &result, const IndexExpr &value,
                        bool accumulates) {
  const std::shared_ptr<TensorState> &state = result.getTensor();
  auto statement = std::make_shared<Statement>();
  statement->result = state->info;
  statement->indices = getVariables(result);
  statement->accumulates = accumulates;
  statement->value = value.getNode();
  checkVariables(*statement);
  OperandCollector collector(*statement);
  NodePtr frozen = collector.collect(value.getNode());
  if (accumulates)
    collector.collect(*IndexExpr(result).getNode());
  statement->value = std::move(frozen);
  auto assigned = std::make_shared<Value>(statement);
  statement->assigned = assigned;
  state->setValue(std::move(assigned));
  return IndexStmt(std::move(statement));
}

IndexStmt Access::operator=(const IndexExpr &value) const {
  return assign(*this, value, /*accumulates=*/false);
}

IndexStmt Access::operator=(const Access &value) const {
  return assign(*this, value, /*accumulates=*/false);
}

IndexStmt Access::operator+=(const IndexExpr &value) const {
  return assign(*this, value, /*accumulates=*/true);
}
