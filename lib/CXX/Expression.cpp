//===- Expression.cpp - Expressions of index notation ---------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the nodes of expressions. Trees are limited in height, since they are
// walked and freed by recursion, and in size.
//
//===----------------------------------------------------------------------===//

#include "Printer.h"
#include "TensorState.h"

#include "weft-cxx/Tensor.h"

#include <charconv>
#include <cmath>
#include <ostream>

using namespace weft;
using namespace weft::cxx_impl;

/// As high as sums of some hundred terms are, and far less than what a stack
/// has room for.
static constexpr size_t maxHeight = 1000;
static constexpr size_t maxSize = 100000;

NodePtr cxx_impl::makeNode(Node node) {
  for (const NodePtr &operand : node.operands) {
    node.height = std::max(node.height, operand->height + 1);
    node.size += operand->size;
  }
  if (node.height > maxHeight)
    throw Error("an expression is nested more than " +
                std::to_string(maxHeight) +
                " deep\nhint: assign a part of it to a tensor");
  if (node.size > maxSize)
    throw Error("an expression has more than " + std::to_string(maxSize) +
                " operands\nhint: assign a part of it to a tensor");
  return std::make_shared<const Node>(std::move(node));
}

static Node makeNode(NodeKind kind, std::string text,
                     std::vector<NodePtr> operands = {}) {
  Node node;
  node.kind = kind;
  node.text = std::move(text);
  node.operands = std::move(operands);
  return node;
}

NodePtr cxx_impl::makeLiteral(std::string text) {
  return cxx_impl::makeNode(::makeNode(NodeKind::Literal, std::move(text)));
}

NodePtr cxx_impl::freeze(const NodePtr &node) {
  Node copy = *node;
  copy.state = nullptr;
  for (NodePtr &operand : copy.operands)
    operand = freeze(operand);
  return std::make_shared<const Node>(std::move(copy));
}

/// A number that is not negative, so that it reads back as the same real.
static NodePtr makeRealLiteral(double number, const char *suffix = "") {
  char buffer[64];
  auto [end, status] = std::to_chars(buffer, buffer + sizeof(buffer), number);
  std::string text(buffer, status == std::errc() ? end : buffer);
  if (text.find_first_of(".e") == std::string::npos)
    text += ".0";
  return makeLiteral(text + suffix);
}

IndexExpr cxx::makeNegation(const IndexExpr &operand) {
  return IndexExpr(cxx_impl::makeNode(
      ::makeNode(NodeKind::Negation, "-", {operand.getNode()})));
}

IndexExpr cxx::makeBinary(const char *op, const IndexExpr &lhs,
                          const IndexExpr &rhs) {
  return IndexExpr(cxx_impl::makeNode(
      ::makeNode(NodeKind::Binary, op, {lhs.getNode(), rhs.getNode()})));
}

IndexExpr cxx::makeCall(const char *function, std::vector<IndexExpr> arguments,
                        std::shared_ptr<const Definition> definition) {
  Node node = ::makeNode(NodeKind::Call, function);
  node.definition = std::move(definition);
  for (const IndexExpr &argument : arguments)
    node.operands.push_back(argument.getNode());
  return IndexExpr(cxx_impl::makeNode(std::move(node)));
}

/// Whether an expression has an access that a variable indexes.
static bool isIndexedBy(const Node &node, const Variable *variable) {
  for (const Index &index : node.indices)
    for (const Index::Term &term : index.getTerms())
      if (term.variable.getVariable() == variable)
        return true;
  for (const NodePtr &operand : node.operands)
    if (isIndexedBy(*operand, variable))
      return true;
  return false;
}

IndexExpr cxx::makeReduction(const char *reducer,
                             std::vector<IndexVar> variables,
                             const IndexExpr &body,
                             std::shared_ptr<const Definition> definition) {
  Node node = ::makeNode(NodeKind::Reduction, reducer, {body.getNode()});
  node.definition = std::move(definition);
  node.variables = std::move(variables);
  NodePtr reduction = cxx_impl::makeNode(std::move(node));
  std::string text = print(*reduction);
  if (reduction->variables.empty())
    throw Error(render("expected variables to reduce over", {text, {}}), text);
  // Without, the text would be a function of numbers.
  if (reduction->text == "min" || reduction->text == "max" ||
      reduction->definition)
    for (const IndexVar &variable : reduction->variables)
      if (!isIndexedBy(*body.getNode(), variable.getVariable()))
        throw Error(render("expected the variable of a reduction to index a "
                           "tensor",
                           {text, {}},
                           "for the function, write the variable last"),
                    text);
  return IndexExpr(std::move(reduction));
}

/// A number that no literal spells, as a tensor.
template <typename T> static IndexExpr makeScalar(T number) {
  return Tensor<T>(number);
}

IndexExpr IndexExpr::makeReal(double number) {
  if (!std::isfinite(number))
    return makeScalar(number);
  IndexExpr magnitude(makeRealLiteral(std::fabs(number)));
  return std::signbit(number) ? makeNegation(magnitude) : magnitude;
}

IndexExpr IndexExpr::makeInteger(int64_t number) {
  if (number >= 0)
    return makeUnsigned(static_cast<uint64_t>(number));
  return makeNegation(makeUnsigned(0 - static_cast<uint64_t>(number)));
}

IndexExpr IndexExpr::makeUnsigned(uint64_t number) {
  return IndexExpr(makeLiteral(std::to_string(number)));
}

IndexExpr::IndexExpr(std::complex<double> number) {
  if (!std::isfinite(number.real()) || !std::isfinite(number.imag())) {
    *this = makeScalar(number);
    return;
  }
  IndexExpr imaginary(makeRealLiteral(std::fabs(number.imag()), "im"));
  *this = makeBinary(std::signbit(number.imag()) ? "-" : "+",
                     makeReal(number.real()), imaginary);
}

IndexExpr::IndexExpr(std::complex<float> number)
    : IndexExpr(std::complex<double>(number)) {}

IndexExpr::IndexExpr(const IndexVar &variable) {
  Node made = ::makeNode(NodeKind::IndexValue, "");
  made.variables = {variable};
  node = cxx_impl::makeNode(std::move(made));
}

IndexExpr::IndexExpr(const Index &index) {
  if (index.isSlice())
    throw Error("expected a number, got the slice of an index variable");
  IndexExpr sum = makeInteger(index.getConstant());
  bool isEmpty = index.getConstant() == 0;
  for (const Index::Term &term : index.getTerms()) {
    IndexExpr value(term.variable);
    if (term.factor != 1)
      value = makeBinary("*", makeInteger(term.factor), value);
    sum = isEmpty ? value : makeBinary("+", sum, value);
    isEmpty = false;
  }
  node = sum.node;
}

IndexExpr::IndexExpr(const Access &access) {
  Node made = ::makeNode(NodeKind::Access, "");
  made.indices = access.getIndices();
  made.state = access.getTensor();
  made.tensor = made.state->info;
  node = cxx_impl::makeNode(std::move(made));
}

IndexExpr::IndexExpr(const TensorBase &scalar) {
  Node made = ::makeNode(NodeKind::Access, "");
  made.state = scalar.getState();
  made.tensor = made.state->info;
  node = cxx_impl::makeNode(std::move(made));
  if (scalar.getOrder() != 0) {
    std::string text = print(*node);
    throw Error(render("expected " + std::to_string(scalar.getOrder()) +
                           (scalar.getOrder() == 1 ? " index" : " indices") +
                           " for " + text + ", got none",
                       {text, {0, text.size()}},
                       "a tensor with modes is accessed with index variables, "
                       "as in A(i, j)"),
                text);
  }
}

std::string IndexExpr::toString() const { return print(*node); }

std::ostream &cxx::operator<<(std::ostream &out, const IndexExpr &expression) {
  return out << expression.toString();
}
