//===- Names.cpp - Names of tensors and variables -------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the names of a statement.
//
//===----------------------------------------------------------------------===//

#include "Names.h"

using namespace weft;
using namespace weft::cxx_impl;

/// Names that texts and schedules have other meanings for.
static const std::set<std::string> &getReservedNames() {
  static const std::set<std::string> names = {
      "abs",     "acos",  "all",  "and",    "any",     "asin",  "atan", "ceil",
      "conj",    "cos",   "cosh", "erf",    "exp",     "floor", "imag", "log",
      "log10",   "log2",  "max",  "min",    "not",     "or",    "pow",  "prod",
      "real",    "round", "sign", "select", "product", "sin",   "sinh", "sqrt",
      "sum",     "tan",   "tanh", "trunc",  "where",   "xor",   "off",  "im",
      "default", "only",  "none"};
  return names;
}

/// Letters for what has no name.
static std::vector<std::string> splitLetters(const char *letters) {
  std::vector<std::string> pool;
  for (; *letters; ++letters)
    pool.emplace_back(1, *letters);
  return pool;
}

static const std::vector<std::string> &getPool(size_t order) {
  static const std::vector<std::string> scalars = splitLetters("abcdefgh");
  static const std::vector<std::string> vectors = splitLetters("xyzuvw");
  static const std::vector<std::string> others =
      splitLetters("ABCDEFGHJKLMNPQRSTUVWXYZ");
  return order == 0 ? scalars : order == 1 ? vectors : others;
}

/// A name of letters, digits and underscores; empty if there is none.
static std::string makeLegal(const std::string &name) {
  constexpr size_t maxLength = 64;
  std::string legal;
  for (char c : name.substr(0, maxLength)) {
    bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    bool isDigit = c >= '0' && c <= '9';
    legal += isLetter || isDigit ? c : '_';
  }
  if (!legal.empty() && legal.front() >= '0' && legal.front() <= '9')
    legal.insert(legal.begin(), '_');
  return legal;
}

bool cxx_impl::isFreeName(const std::string &name) {
  return !name.empty() && makeLegal(name) == name &&
         !getReservedNames().count(name);
}

Names::Names(const std::vector<const Statement *> &statements)
    : isStatement(true) {
  for (const Statement *statement : statements)
    collect(*statement);
  choose();
}

Names::Names(const Statement &statement)
    : Names(std::vector<const Statement *>{&statement}) {}

void Names::collect(const Statement &statement) {
  collect(*statement.result);
  for (const IndexVar &variable : statement.indices)
    collect(variable);
  collect(*statement.value);
  for (const Command &command : statement.commands)
    for (const Argument &argument : command.arguments) {
      for (const IndexVar &variable : argument.variables)
        collect(variable);
      if (argument.expression)
        collect(*argument.expression);
    }
}

Names::Names(const Node &expression) {
  collect(expression);
  choose();
}

void Names::collect(const IndexVar &variable) {
  if (names.emplace(variable.getVariable(), "").second)
    variables.push_back(variable.getVariable());
}

void Names::collect(const Index &index) {
  for (const Index::Term &term : index.getTerms())
    collect(term.variable);
}

void Names::collect(const TensorInfo &tensor) {
  if (names.emplace(&tensor, "").second)
    tensors.push_back(&tensor);
}

void Names::collect(const Definition &definition) {
  if (!names.emplace(&definition, definition.name).second)
    return;
  definitions.push_back(&definition);
  taken.insert(definition.name);
}

void Names::collect(const Node &node) {
  if (node.definition)
    collect(*node.definition);
  if (node.tensor)
    collect(*node.tensor);
  for (const Index &index : node.indices)
    collect(index);
  for (const IndexVar &variable : node.variables)
    collect(variable);
  for (const NodePtr &operand : node.operands)
    collect(*operand);
}

void Names::choose() {
  for (const Variable *variable : variables)
    if (std::string name = makeLegal(variable->name); !name.empty())
      names[variable] = makeUnique(name);
  for (const TensorInfo *tensor : tensors)
    if (std::string name = makeLegal(tensor->name); !name.empty())
      names[tensor] = makeUnique(name);
  // A result that is a vector is y.
  if (!tensors.empty() && isStatement && tensors.front()->dims.size() == 1 &&
      names[tensors.front()].empty())
    names[tensors.front()] = makeFromPool({"y"});
  static const std::vector<std::string> pool = splitLetters("ijklmnopqr");
  for (const Variable *variable : variables)
    if (names[variable].empty())
      names[variable] = makeFromPool(pool);
  for (const TensorInfo *tensor : tensors)
    if (names[tensor].empty())
      names[tensor] = makeFromPool(getPool(tensor->dims.size()));
}

std::string Names::makeUnique(const std::string &wanted) {
  std::string name = wanted;
  for (int number = 2;
       getReservedNames().count(name) || !taken.insert(name).second; ++number)
    name = wanted + "_" + std::to_string(number);
  return name;
}

std::string Names::makeFromPool(const std::vector<std::string> &pool) {
  for (const std::string &name : pool)
    if (taken.insert(name).second)
      return name;
  return makeUnique(pool.front());
}

const std::string &Names::of(const IndexVar &variable) const {
  return of(*variable.getVariable());
}

const std::string &Names::of(const Variable &variable) const {
  return names.at(&variable);
}

const std::string &Names::of(const TensorInfo &tensor) const {
  return names.at(&tensor);
}
