//===- Printer.cpp - Expressions and schedules as text --------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints trees with as few parentheses as the grammar allows
// (docs/notation.md).
//
//===----------------------------------------------------------------------===//

#include "Printer.h"

#include <algorithm>

using namespace weft;
using namespace weft::cxx_impl;

namespace {
/// How tightly an expression binds, from the loosest.
enum class Precedence { Comparison, Sum, Product, Sign, Primary };

class Printer {
public:
  Printer(const Names &names, const Node *wanted)
      : names(names), wanted(wanted) {}

  void print(const Node &node, Precedence least);
  void print(const Index &index);

  PrintedText printed;

private:
  void printNode(const Node &node);
  void printAccess(const Node &node);
  void printBinary(const Node &node);
  void printCall(const Node &node);
  void printReduction(const Node &node);

  const Names &names;
  const Node *wanted;
};
} // namespace

static Precedence getPrecedence(const Node &node) {
  if (node.kind == NodeKind::Negation)
    return Precedence::Sign;
  if (node.kind != NodeKind::Binary)
    return Precedence::Primary;
  if (node.text == "+" || node.text == "-")
    return Precedence::Sum;
  return node.text == "*" || node.text == "/" ? Precedence::Product
                                              : Precedence::Comparison;
}

void Printer::print(const Node &node, Precedence least) {
  std::string &out = printed.text;
  bool hasParentheses = getPrecedence(node) < least;
  if (hasParentheses)
    out += "(";
  size_t begin = out.size();
  printNode(node);
  if (&node == wanted)
    printed.found = {begin, out.size()};
  if (hasParentheses)
    out += ")";
}

void Printer::printNode(const Node &node) {
  switch (node.kind) {
  case NodeKind::Literal:
    printed.text += node.text;
    return;
  case NodeKind::Access:
    return printAccess(node);
  case NodeKind::IndexValue:
    printed.text += names.of(node.variables.front());
    return;
  case NodeKind::Negation:
    printed.text += "-";
    return print(*node.operands.front(), Precedence::Sign);
  case NodeKind::Binary:
    return printBinary(node);
  case NodeKind::Call:
    return printCall(node);
  case NodeKind::Reduction:
    return printReduction(node);
  }
}

void Printer::printAccess(const Node &node) {
  printed.text += names.of(*node.tensor);
  const char *separator = "(";
  for (const Index &index : node.indices) {
    printed.text += separator;
    print(index);
    separator = ",";
  }
  if (!node.indices.empty())
    printed.text += ")";
}

void Printer::printBinary(const Node &node) {
  Precedence own = getPrecedence(node);
  auto above = static_cast<Precedence>(static_cast<int>(own) + 1);
  // All operators associate to the left, but comparisons do not associate.
  print(*node.operands[0], own == Precedence::Comparison ? above : own);
  printed.text += " " + node.text + " ";
  print(*node.operands[1], above);
}

void Printer::printCall(const Node &node) {
  printed.text += node.text;
  const char *separator = "(";
  for (const NodePtr &operand : node.operands) {
    printed.text += separator;
    print(*operand, Precedence::Comparison);
    // A bare variable before the last argument makes a reduction.
    if (operand->kind == NodeKind::IndexValue &&
        operand != node.operands.back())
      printed.text += " + 0";
    separator = ", ";
  }
  printed.text += ")";
}

void Printer::printReduction(const Node &node) {
  printed.text += node.text + "(";
  for (const IndexVar &variable : node.variables)
    printed.text += names.of(variable) + ", ";
  print(*node.operands.front(), Precedence::Comparison);
  printed.text += ")";
}

/// The text of a number without its sign.
static std::string printMagnitude(int64_t number) {
  uint64_t magnitude = static_cast<uint64_t>(number);
  return std::to_string(number < 0 ? 0 - magnitude : magnitude);
}

void Printer::print(const Index &index) {
  std::string &out = printed.text;
  if (index.isSlice()) {
    const Index::Term &term = index.getTerms().front();
    out += names.of(term.variable) + "(" + std::to_string(index.getConstant()) +
           "," + std::to_string(index.getEnd());
    if (term.factor != 1)
      out += "," + std::to_string(term.factor);
    out += ")";
    return;
  }
  bool isFirst = true;
  for (const Index::Term &term : index.getTerms()) {
    out += term.factor < 0 ? "-" : isFirst ? "" : "+";
    if (term.factor != 1 && term.factor != -1)
      out += printMagnitude(term.factor) + "*";
    out += names.of(term.variable);
    isFirst = false;
  }
  if (isFirst || index.getConstant() != 0)
    out += (index.getConstant() < 0 ? "-"
            : isFirst               ? ""
                                    : "+") +
           printMagnitude(index.getConstant());
}

PrintedText cxx_impl::print(const Node &expression, const Names &names,
                            const Node *wanted) {
  Printer printer(names, wanted);
  printer.print(expression, Precedence::Comparison);
  return std::move(printer.printed);
}

std::string cxx_impl::print(const Node &expression) {
  return print(expression, Names(expression)).text;
}

PrintedText cxx_impl::print(const Statement &statement, const Names &names,
                            const Node *wanted) {
  std::string result = names.of(*statement.result);
  const char *separator = "(";
  for (const IndexVar &variable : statement.indices) {
    result += separator + names.of(variable);
    separator = ",";
  }
  if (!statement.indices.empty())
    result += ")";
  result += statement.accumulates ? " += " : " = ";
  PrintedText value = print(*statement.value, names, wanted);
  return {result + value.text,
          {result.size() + value.found.begin, result.size() + value.found.end}};
}

static std::string printArgument(const Argument &argument, const Names &names) {
  if (argument.expression) {
    std::string text = print(*argument.expression, names).text;
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    return text;
  }
  if (argument.tensor)
    return names.of(*argument.tensor);
  if (argument.variables.empty())
    return argument.word;
  std::string list;
  for (const IndexVar &variable : argument.variables)
    list += (list.empty() ? "" : ",") + names.of(variable);
  return argument.variables.size() == 1 ? list : "{" + list + "}";
}

std::string cxx_impl::printSchedule(const Statement &statement,
                                    const Names &names) {
  if (!statement.hasSchedule)
    return "";
  if (!statement.scheduleText.empty())
    return statement.scheduleText;
  std::string text;
  if (statement.form == ScheduleForm::Default)
    text = "default";
  else if (statement.form == ScheduleForm::Only)
    text = "only";
  else if (statement.form == ScheduleForm::Auto)
    text = "auto";
  else if (statement.commands.empty())
    text = "none";
  for (const Command &command : statement.commands) {
    text += (text.empty() ? "" : ",") + command.name + "(";
    const char *separator = "";
    for (const Argument &argument : command.arguments) {
      text += separator + printArgument(argument, names);
      separator = ",";
    }
    text += ")";
  }
  return text;
}

std::string cxx_impl::render(const std::string &message,
                             const PrintedText &place,
                             const std::string &hint) {
  std::string text = message;
  if (!place.text.empty())
    text += "\n  " + place.text;
  if (place.found.end > place.found.begin)
    text += "\n  " + std::string(place.found.begin, ' ') + "^" +
            std::string(place.found.end - place.found.begin - 1, '~');
  return hint.empty() ? text : text + "\nhint: " + hint;
}
