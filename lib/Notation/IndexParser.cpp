//===- IndexParser.cpp - Parser of index expressions ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the indices of an access: variables, numbers, sums of both with
// factors, and slices (the grammar is at the top of Parser.h). What is computed
// in an index stays so simple that a compiler can say in which order its
// coordinates come: a sum with constant factors.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

#include "Spelling.h"

#include <cstdlib>

using namespace weft::notation;
using Kind = Token::Kind;

/// The largest factor and constant of a sum: products with coordinates fit in
/// 64 bits.
static constexpr int64_t maxIndexNumber = INT32_MAX;

static bool isInteger(const Token &token) {
  return token.kind == Kind::Number &&
         token.literal.kind == Literal::Kind::Integer;
}

/// Whether a slice begins here: a variable and, in parentheses, a number before
/// others.
bool Parser::atSlice() {
  if (!at(Kind::Name) || !at(Kind::LeftParen, 1))
    return false;
  size_t number = at(Kind::Minus, 2) ? 3 : 2;
  return isInteger(peek(number)) && at(Kind::Comma, number + 1);
}

/// Parses one index and looks at the ',' or ')' after it.
bool Parser::parseIndex(const Token &name, const Token &open, Index &index) {
  const Token &token = peek();
  if (atSlice())
    return parseSlice(index);
  bool isOperand = at(Kind::Name) || isInteger(token);
  if (at(Kind::Minus) ||
      (isOperand &&
       (at(Kind::Plus, 1) || at(Kind::Minus, 1) || at(Kind::Star, 1))))
    return parseSum(name, open, index);
  if (!isOperand)
    return failAtIndex(name, open);
  index.range = token.range;
  if (at(Kind::Number)) {
    index.kind = Index::Kind::Constant;
    if (token.literal.integer > uint64_t(INT64_MAX))
      return fail("the index " + std::string(token.spelling) + " is too large",
                  token.range);
    index.constant = static_cast<int64_t>(token.literal.integer);
  } else {
    index.variable = std::string(token.spelling);
  }
  if (!at(Kind::Comma, 1) && !at(Kind::RightParen, 1))
    return failAtIndex(name, open);
  if (at(Kind::Name))
    return takeIndexVariable().has_value();
  take();
  return true;
}

/// Takes a name that is one of an index variable.
std::optional<std::string> Parser::takeIndexVariable() {
  const Token &token = peek();
  // A reduction over it could not be written.
  if (isFunctionName(token)) {
    fail("expected an index, got the function " + describe(token), token.range,
         "an index variable cannot have the name of a function");
    return std::nullopt;
  }
  return std::string(take().spelling);
}

/// Takes a number of a sum or of a slice.
std::optional<int64_t> Parser::takeIndexNumber() {
  const Token &token = peek();
  if (token.literal.integer > uint64_t(maxIndexNumber)) {
    fail("the number " + describe(token) + " in an index is larger than " +
             std::to_string(maxIndexNumber),
         token.range);
    return std::nullopt;
  }
  return static_cast<int64_t>(take().literal.integer);
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Parses one term of a sum, which is subtracted or added, into the sum.
bool Parser::parseIndexTerm(bool isNegative, Index &index) {
  const Token &token = peek();
  std::optional<int64_t> number;
  std::optional<std::string> variable;
  Range range = token.range;
  // A number, a variable, or a product of both.
  for (bool again = true; again;) {
    bool isName = at(Kind::Name) && !variable;
    if (!isName && (!isInteger(peek()) || number)) {
      bool isFactor = at(Kind::Name) || at(Kind::Number);
      return fail("expected " +
                      std::string(number     ? "an index variable"
                                  : variable ? "an integer"
                                             : "an index variable or an "
                                               "integer") +
                      " in an index, got " + describe(peek()),
                  peek().range,
                  isFactor ? "an index is a sum of index variables with "
                             "constant factors, such as 2*i+j-1"
                           : "");
    }
    if (isName) {
      range = peek().range;
      variable = takeIndexVariable();
      if (!variable)
        return false;
    } else {
      number = takeIndexNumber();
      if (!number)
        return false;
    }
    again = at(Kind::Star);
    if (again)
      take();
  }
  int64_t factor = isNegative ? -number.value_or(1) : number.value_or(1);
  if (!variable) {
    index.constant += factor;
    return true;
  }
  for (IndexTerm &term : index.terms)
    if (term.variable == *variable) {
      term.factor += factor;
      return true;
    }
  index.terms.push_back({factor, *variable, range});
  return true;
}

bool Parser::parseSum(const Token &name, const Token &open, Index &index) {
  if (parseTerms(open, index))
    return true;
  // What is no sum may be the argument of a misspelt function.
  std::string suggestion = suggestCall(name);
  if (!suggestion.empty()) {
    error.reset();
    return failAtUnknownFunction(name, suggestion);
  }
  return false;
}

bool Parser::parseTerms(const Token &open, Index &index) {
  index.kind = Index::Kind::Sum;
  index.range = peek().range;
  bool isNegative = false;
  if (at(Kind::Minus)) {
    take();
    isNegative = true;
  }
  while (parseIndexTerm(isNegative, index)) {
    index.range.end = tokens[position - 1].range.end;
    if (at(Kind::Plus) || at(Kind::Minus)) {
      isNegative = take().kind == Kind::Minus;
      continue;
    }
    if (!at(Kind::Comma) && !at(Kind::RightParen))
      return peekOperator()
                 ? fail("expected '+', '-', ',' or ')' in an index, got " +
                            describe(peek()),
                        peek().range,
                        "an index is a sum of index variables with constant "
                        "factors, such as 2*i+j-1")
                 : failAtUnclosed("',' or ')'", open,
                                  "indices are separated by ','");
    return simplifySum(index);
  }
  return false;
}

/// Leaves variables out that have no effect; what remains may be no sum.
bool Parser::simplifySum(Index &index) {
  // Many terms of one variable must not grow its factor beyond the limit.
  bool isLarge = std::abs(index.constant) > maxIndexNumber;
  std::vector<IndexTerm> terms;
  for (IndexTerm &term : index.terms) {
    isLarge |= std::abs(term.factor) > maxIndexNumber;
    if (term.factor != 0)
      terms.push_back(std::move(term));
  }
  index.terms = std::move(terms);
  if (isLarge)
    return fail("a number in the index is larger than " +
                    std::to_string(maxIndexNumber),
                index.range);
  if (index.terms.empty()) {
    index.kind = Index::Kind::Constant;
    if (index.constant < 0)
      return fail("expected an index that is not negative, got " +
                      std::to_string(index.constant),
                  index.range, "indices count from 0");
  } else if (index.terms.size() == 1 && index.constant == 0 &&
             index.terms.front().factor == 1) {
    index.kind = Index::Kind::Variable;
    index.variable = index.terms.front().variable;
    index.terms.clear();
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// Parses `i(begin,end)` or `i(begin,end,step)`.
bool Parser::parseSlice(Index &index) {
  Range range = peek().range;
  std::optional<std::string> variable = takeIndexVariable();
  if (!variable)
    return false;
  const Token &open = take();
  std::vector<int64_t> numbers;
  do {
    std::optional<int64_t> number;
    if (at(Kind::Minus) && isInteger(peek(1)))
      return fail("expected numbers that are not negative in a slice, got '-" +
                      std::string(peek(1).spelling) + "'",
                  {peek().range.begin, peek(1).range.end},
                  "indices count from 0");
    if (!isInteger(peek()))
      return fail("expected an integer in a slice, got " + describe(peek()),
                  peek().range,
                  "a slice is written i(begin,end) or "
                  "i(begin,end,step)");
    if (!(number = takeIndexNumber()))
      return false;
    numbers.push_back(*number);
    if (!at(Kind::Comma) && !at(Kind::RightParen))
      return failAtUnclosed("',' or ')'", open, "");
  } while (take().kind == Kind::Comma);
  index.range = {range.begin, tokens[position - 1].range.end};
  std::string hint = "a slice is written i(begin,end) or i(begin,end,step)";
  if (numbers.size() > 3)
    return fail("expected two or three numbers in a slice, got " +
                    std::to_string(numbers.size()),
                index.range, hint);
  int64_t step = numbers.size() == 3 ? numbers[2] : 1;
  if (step == 0 || numbers[1] < numbers[0])
    return fail(step == 0 ? "the step of a slice is zero"
                          : "a slice ends before it begins",
                index.range, hint);
  index.kind = Index::Kind::Sum;
  index.constant = numbers[0];
  index.end = numbers[1];
  index.terms = {{step, *variable, range}};
  if (at(Kind::Comma) || at(Kind::RightParen))
    return true;
  return fail("expected ',' or ')' after a slice, got " + describe(peek()),
              peek().range, "a slice stands alone");
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// The function that a name most likely means; empty if none is near.
std::string Parser::suggestCall(const Token &name) const {
  std::vector<std::string_view> defined;
  for (const auto &[function, arity] : options.functions)
    defined.push_back(function);
  return std::string(suggestFunction(name.spelling, defined));
}

Parser::Failure Parser::failAtUnknownFunction(const Token &name,
                                              const std::string &suggestion) {
  std::string hint = "did you mean '" + suggestion + "'?";
  if (suggestion == name.spelling) {
    hint = "a tensor has this name and hides the function; rename one of them";
  } else if (suggestion.empty()) {
    hint = "the functions are";
    for (const FunctionInfo &info : getFunctions())
      hint += " " + std::string(info.name);
    for (const auto &[function, arity] : options.functions)
      hint += " " + function;
    hint += "; an index of a tensor is not an expression";
  }
  return fail("unknown function " + describe(name), name.range, hint);
}

/// An index that is none is an unknown function's argument, or arithmetic on
/// indices, or a plain mistake.
Parser::Failure Parser::failAtIndex(const Token &name, const Token &open) {
  const Token &token = peek();
  bool isOperand = at(Kind::Name) || at(Kind::Number);
  bool isCall = at(Kind::Name) && at(Kind::LeftParen, 1);
  Kind next = isOperand ? peek(1).kind : token.kind;
  bool isExpression = isCall || next == Kind::LeftParen || next == Kind::Plus ||
                      next == Kind::Minus || next == Kind::Star ||
                      next == Kind::Slash ||
                      token.literal.kind != Literal::Kind::Integer;
  std::string suggestion = suggestCall(name);
  if (isExpression && (isCall || !suggestion.empty()))
    return failAtUnknownFunction(name, suggestion);
  if (at(Kind::RightParen) && &token == &open + 1)
    return fail("expected an index, got ')'", token.range,
                "a scalar is written without parentheses: " +
                    std::string(name.spelling));
  if (!isOperand || token.literal.kind != Literal::Kind::Integer)
    return fail("expected an index variable or a non-negative integer, got " +
                    describe(token),
                token.range);
  take();
  if (peekOperator())
    return fail("expected ',' or ')' after an index, got " + describe(peek()),
                peek().range,
                "an index is a sum of index variables with constant factors, "
                "such as 2*i+j-1");
  return failAtUnclosed("',' or ')'", open, "indices are separated by ','");
}
