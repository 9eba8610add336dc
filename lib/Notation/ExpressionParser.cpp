//===- ExpressionParser.cpp - The expressions of index notation -----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expressions of the grammar in Parser.h by recursive descent, with
// precedence climbing for the binary operators. Nesting and the height of the
// tree are bounded, so that no text overflows the stack, here or in a later
// walk over the tree.
//
//===----------------------------------------------------------------------===//

#include "NameResolution.h"
#include "ParserImpl.h"

#include "weft/Runtime/Format.h"

#include "Spelling.h"

#include <cmath>
#include <limits>

using namespace weft::notation;
using Kind = Token::Kind;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

std::optional<Operator> Parser::peekOperator() const {
  switch (peek().kind) {
  case Kind::Plus:
    return Operator{BinaryOp::Add, 2};
  case Kind::Minus:
    return Operator{BinaryOp::Subtract, 2};
  case Kind::Star:
    return Operator{BinaryOp::Multiply, 3};
  case Kind::Slash:
    return Operator{BinaryOp::Divide, 3};
  case Kind::Comparison:
    return Operator{peek().comparison, 1};
  default:
    return std::nullopt;
  }
}

bool Parser::isFunctionName(const Token &token) const {
  return token.kind == Kind::Name &&
         options.tensors.count(token.spelling) == 0 &&
         (findFunction(token.spelling) || findReducer(token.spelling) ||
          options.functions.count(token.spelling) != 0);
}

Parsed Parser::makeExpr(Range range, Expr::Node node, unsigned height) {
  if (height > maxExpressionHeight)
    return fail("the expression is too large: more than " +
                    std::to_string(maxExpressionHeight) +
                    " operators depend on each other",
                range, "split it into several assignments");
  return {std::make_unique<Expr>(range, std::move(node)), height};
}

Parsed Parser::parseExpr(unsigned leastPrecedence) {
  Parsed lhs = parseSign();
  while (lhs) {
    std::optional<Operator> next = peekOperator();
    if (!next || next->precedence < leastPrecedence)
      break;
    Range opRange = take().range;
    Parsed rhs = parseExpr(next->precedence + 1);
    if (!rhs)
      return {};
    Range range = join(lhs.expr->range, rhs.expr->range);
    unsigned height = std::max(lhs.height, rhs.height) + 1;
    Binary node{next->op, opRange, std::move(lhs.expr), std::move(rhs.expr)};
    lhs = makeExpr(range, std::move(node), height);
    if (lhs && next->precedence == 1 && at(Kind::Comparison))
      return fail("comparisons cannot be chained", peek().range,
                  "write and(a < b, b < c), or use parentheses");
  }
  return lhs;
}

Parsed Parser::parseSign() {
  std::vector<Range> minuses;
  while (at(Kind::Minus) || at(Kind::Plus) || at(Kind::Newline)) {
    const Token &token = take();
    if (token.kind == Kind::Minus)
      minuses.push_back(token.range);
  }
  Parsed operand = parsePrimary();
  for (; operand && !minuses.empty(); minuses.pop_back()) {
    Range range = join(minuses.back(), operand.expr->range);
    operand =
        makeExpr(range, Negation{std::move(operand.expr)}, operand.height + 1);
  }
  return operand;
}

Parsed Parser::parsePrimary() {
  const Token &token = peek();
  switch (token.kind) {
  case Kind::Number:
    if (std::isinf(token.literal.real))
      return fail("the integer " + std::string(token.spelling) +
                      " is too large",
                  token.range, "write a real number, e.g. 1.0e30");
    take();
    return makeExpr(token.range, token.literal, 1);
  case Kind::LeftParen:
    return parseParenthesized();
  case Kind::Name:
    return isFunctionName(token) ? parseCall() : parseAccess();
  default:
    return failAtMissingOperand();
  }
}

Parsed Parser::parseParenthesized() {
  const Token &open = take();
  if (++nesting > maxNesting)
    return fail("parentheses are nested more than " +
                    std::to_string(maxNesting) + " deep",
                open.range);
  Parsed inner = parseExpr();
  --nesting;
  if (!inner)
    return {};
  if (!at(Kind::RightParen))
    return failAtUnclosed("')'", open, "multiplication is written '*'");
  inner.expr->range = join(open.range, take().range);
  return inner;
}

//===----------------------------------------------------------------------===//
// Calls and reductions
//===----------------------------------------------------------------------===//

/// Parses "(" expr {"," expr} ")"; extends `range` to the last parenthesis.
bool Parser::parseArguments(std::vector<ExprPtr> &arguments, unsigned &height,
                            Range &range) {
  const Token &open = take();
  if (++nesting > maxNesting)
    return fail("parentheses are nested more than " +
                    std::to_string(maxNesting) + " deep",
                open.range);
  do {
    Parsed argument = parseExpr();
    if (!argument)
      return false;
    height = std::max(height, argument.height);
    arguments.push_back(std::move(argument.expr));
    if (!at(Kind::Comma) && !at(Kind::RightParen))
      return failAtUnclosed("',' or ')'", open,
                            "multiplication is written '*'");
  } while (take().kind == Kind::Comma);
  --nesting;
  range.end = tokens[position - 1].range.end;
  return true;
}

Parsed Parser::parseCall() {
  const Token &name = take();
  if (!at(Kind::LeftParen))
    return fail("expected '(' after the function " + describe(name) + ", got " +
                    describe(peek()),
                peek().range, "a tensor cannot have the name of a function");
  std::vector<ExprPtr> arguments;
  unsigned height = 0;
  Range range = name.range;
  if (!parseArguments(arguments, height, range))
    return {};
  // `min` and `max` are functions until names are resolved.
  if (findFunction(name.spelling))
    return makeCall(name, std::move(arguments), range, height + 1);
  if (const ReducerInfo *reducer = findReducer(name.spelling))
    return makeReduction(name, *reducer, std::move(arguments), range,
                         height + 1);
  return makeUserCall(name, std::move(arguments), range, height + 1);
}

/// Makes a call of a function that the author defined. One of two numbers may
/// become a reduction over several variables.
Parsed Parser::makeUserCall(const Token &name, std::vector<ExprPtr> arguments,
                            Range range, unsigned height) {
  unsigned arity = options.functions.find(name.spelling)->second;
  if (arguments.size() != arity && (arity != 2 || arguments.size() < arity))
    return fail(makeArityError(name.spelling, arity, arguments.size(), range));
  return makeExpr(
      range,
      Call{Function::User, std::move(arguments), std::string(name.spelling)},
      height);
}

Parsed Parser::makeCall(const Token &name, std::vector<ExprPtr> arguments,
                        Range range, unsigned height) {
  const FunctionInfo &info = *findFunction(name.spelling);
  if (arguments.size() >= info.minArguments &&
      arguments.size() <= info.maxArguments)
    return makeExpr(range, Call{info.function, std::move(arguments), {}},
                    height);
  std::string message = "the function " + describe(name) + " takes ";
  if (info.minArguments != info.maxArguments)
    message += "at least ";
  message += count(info.minArguments, "argument", "arguments") + ", got " +
             std::to_string(arguments.size());
  std::string hint;
  if (findReducer(name.spelling))
    hint = "a reduction over k is written " + std::string(name.spelling) +
           "(k, expression)";
  return fail(std::move(message), range, hint);
}

Parsed Parser::makeReduction(const Token &name, const ReducerInfo &reducer,
                             std::vector<ExprPtr> arguments, Range range,
                             unsigned height) {
  std::string hint = "a reduction over k is written " +
                     std::string(name.spelling) + "(k, expression)";
  if (arguments.size() < 2)
    return fail("expected an index variable and an expression in " +
                    describe(name) + ", got 1 argument",
                range, hint);
  Reduction reduction{reducer.reducer, {}, std::move(arguments.back()), {}};
  arguments.pop_back();
  for (const ExprPtr &argument : arguments) {
    const auto *access = argument->getAs<Access>();
    if (!access || !access->indices.empty())
      return fail("expected an index variable, got '" + print(*argument) + "'",
                  argument->range, hint);
    reduction.variables.push_back(access->tensor);
  }
  return makeExpr(range, std::move(reduction), height);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

bool Parser::checkOrder(const Access &access, const Index &next) {
  if (access.indices.size() < static_cast<size_t>(runtime::kMaxOrder))
    return true;
  return fail("the tensor '" + access.tensor.text + "' has more than " +
                  std::to_string(runtime::kMaxOrder) +
                  " modes, the largest order of a tensor",
              next.range);
}

Parsed Parser::parseAccess() {
  const Token &name = take();
  Access access{{std::string(name.spelling), name.range}, {}, name.range};
  if (at(Kind::LeftParen)) {
    const Token &open = take();
    do {
      Index index;
      if (!parseIndex(name, open, index) || !checkOrder(access, index))
        return {};
      access.indices.push_back(std::move(index));
    } while (take().kind == Kind::Comma);
    access.range.end = tokens[position - 1].range.end;
  }
  Range range = access.range;
  return makeExpr(range, std::move(access), 1);
}
