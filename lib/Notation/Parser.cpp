//===- Parser.cpp - Parser of index notation --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The statements of the grammar in Parser.h, and the errors that statements and
// expressions share. The parser stops at the first error.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

#include "NameResolution.h"
#include "Subscripts.h"

#include <map>

using namespace weft::notation;
using Kind = Token::Kind;

std::string weft::notation::describe(const Token &token) {
  if (token.kind == Kind::End)
    return "the end of the text";
  if (token.kind == Kind::Newline)
    return "the end of the line";
  return "'" + std::string(token.spelling) + "'";
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

Parser::Failure Parser::fail(Diagnostic diagnostic) {
  if (!error)
    error = std::move(diagnostic);
  return {};
}

Parser::Failure Parser::fail(std::string message, Range range,
                             std::string hint) {
  return fail(Diagnostic{std::move(message), range, std::move(hint), {}});
}

Parser::Failure Parser::failAtMissingOperand() {
  // Newlines before an operand were skipped: the place is before them if
  // nothing follows.
  size_t previous = position;
  while (previous > 0 && tokens[previous - 1].kind == Kind::Newline)
    --previous;
  const Token &found = at(Kind::End) ? tokens[previous] : peek();
  std::string message = "expected an expression";
  if (previous > 0)
    message += " after " + describe(tokens[previous - 1]);
  if (found.kind != Kind::End && found.kind != Kind::Newline)
    message += ", got " + describe(found);
  Range range = found.range;
  if (found.kind == Kind::Newline)
    range.end = range.begin;
  return fail(std::move(message), range);
}

Parser::Failure Parser::failAtUnclosed(std::string_view expected,
                                       const Token &open,
                                       std::string_view operandHint) {
  std::string hint;
  if (at(Kind::Name) || at(Kind::Number) || at(Kind::LeftParen))
    hint = operandHint;
  else if (at(Kind::Assign))
    hint = "equality is written '=='";
  return fail(Diagnostic{"expected " + std::string(expected) + ", got " +
                             describe(peek()),
                         peek().range,
                         hint,
                         {{"to match this '('", open.range}}});
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

Result<std::vector<Assignment>> Parser::run() {
  std::vector<Assignment> assignments;
  while (true) {
    while (at(Kind::Newline) || at(Kind::Semicolon))
      take();
    if (at(Kind::End))
      break;
    if (!parseAssignment(assignments) || !expectSeparator())
      return std::move(*error);
  }
  if (assignments.empty())
    return Diagnostic{"expected an assignment, got the end of the text",
                      peek().range,
                      "an assignment looks like y(i) = A(i,j) * x(j)",
                      {}};
  if (auto arityError = resolveNames(assignments, options))
    return std::move(*arityError);
  return assignments;
}

bool Parser::parseAssignment(std::vector<Assignment> &assignments) {
  Assignment assignment;
  if (!parseResult(assignment.result) ||
      !parseAssignOperator(assignment.result, assignment.accumulates))
    return false;
  Parsed value = parseExpr();
  if (!value)
    return false;
  assignment.range = join(assignment.result.range, value.expr->range);
  assignment.value = std::move(value.expr);
  assignments.push_back(std::move(assignment));
  return true;
}

bool Parser::parseResult(Access &result) {
  const Token &name = peek();
  if (!at(Kind::Name)) {
    bool isOperator = peekOperator().has_value() || at(Kind::RightParen);
    bool isContinued = position > 0 && isOperator &&
                       tokens[position - 1].kind == Kind::Newline;
    return fail("expected the name of a result, got " + describe(name),
                name.range,
                isContinued ? "an expression goes on in the next line only "
                              "after an operator or inside parentheses"
                            : "an assignment looks like y(i) = A(i,j) * x(j)");
  }
  if (isFunctionName(name))
    return fail("the function name " + describe(name) + " cannot name a result",
                name.range);
  take();
  result.tensor = {std::string(name.spelling), name.range};
  result.range = name.range;
  if (!at(Kind::LeftParen))
    return true;
  const Token &open = take();
  std::map<std::string, Range> places;
  do {
    Index index;
    if (!parseIndex(name, open, index) || !checkOrder(result, index))
      return false;
    if (!index.isVariable())
      return fail("expected an index variable, got '" + print(index) + "'",
                  index.range, "a result is assigned as a whole");
    auto [first, isNew] = places.insert({index.variable, index.range});
    if (!isNew)
      return fail(Diagnostic{
          "index variable '" + index.variable + "' occurs twice in the result",
          index.range,
          "the indices of a result are distinct variables",
          {{"'" + index.variable + "' first occurs here", first->second}}});
    result.indices.push_back(std::move(index));
  } while (take().kind == Kind::Comma);
  result.range.end = tokens[position - 1].range.end;
  return true;
}

bool Parser::parseAssignOperator(const Access &result, bool &accumulates) {
  const Token &token = peek();
  accumulates = at(Kind::PlusAssign);
  if (at(Kind::Assign) || at(Kind::PlusAssign)) {
    take();
    return true;
  }
  std::string target = print(result);
  bool isNamed = at(Kind::Name) && at(Kind::Assign, 1);
  if (at(Kind::OtherAssign) || isNamed) {
    std::string name(token.spelling);
    if (isNamed)
      return fail("the assignment operator '" + name + "=' is not supported",
                  join(token.range, peek(1).range),
                  isFunctionName(token) ? "write " + target + " = " + name +
                                              "(" + target + ", ...)"
                                        : "");
    return fail("the assignment operator '" + name + "' is not supported",
                token.range,
                "write " + target + " = " + target + " " + name[0] + " (...)");
  }
  if (at(Kind::Comparison) && token.comparison == BinaryOp::Equal)
    return fail("expected '=' after the result " + target + ", got '=='",
                token.range, "'==' compares; '=' assigns");
  std::string notation = translateSubscripts(tokens);
  return fail("expected '=' after the result " + target + ", got " +
                  describe(token),
              token.range,
              notation.empty() ? "an assignment looks like y(i) = A(i,j) * x(j)"
                               : "in index notation, this is " + notation);
}

bool Parser::expectSeparator() {
  const Token &token = peek();
  if (at(Kind::Semicolon) || at(Kind::Newline) || at(Kind::End))
    return true;
  std::string hint;
  if (at(Kind::Name) || at(Kind::Number) || at(Kind::LeftParen))
    hint = "multiplication is written '*'; assignments are separated by ';'";
  else if (at(Kind::Assign))
    hint = "equality is written '=='; assignments are separated by ';'";
  else if (at(Kind::RightParen))
    hint = "no '(' is open here";
  return fail("expected an operator or the end of the assignment, got " +
                  describe(token),
              token.range, hint);
}

Result<ExprPtr> Parser::runExpression() {
  Parsed parsed = parseExpr();
  if (!parsed)
    return std::move(*error);
  if (!at(Kind::End))
    return Diagnostic{
        "expected an operator or the end of the expression, got " +
            describe(peek()),
        peek().range,
        "",
        {}};
  return std::move(parsed.expr);
}

Result<std::vector<Assignment>>
weft::notation::parse(std::string_view text, const ParseOptions &options) {
  Result<std::vector<Token>> tokens = tokenize(text);
  if (!tokens)
    return std::move(tokens.error());
  return Parser(std::move(*tokens), options).run();
}
