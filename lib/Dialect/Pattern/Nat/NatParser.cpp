//===- NatParser.cpp - Texts of natural numbers -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses expressions. Elements of arrays are numbers of the program and stand
// inside of `toNat`, as in `toNat(offset@(i + 1) - offset@i)`.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/Nat/Nat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace weft::pattern;

using Names = SmallVector<std::string>;

/// Parentheses may nest this deep, and expressions have that many terms.
static constexpr unsigned maxDepth = 64;
static constexpr size_t maxTerms = 64;

namespace {
/// A descent over the characters of the text.
class Parser {
public:
  Parser(StringRef text, ArrayRef<std::string> names, NatError &error)
      : text(text), names(names), error(error) {}

  std::optional<Nat> parse() {
    std::optional<Nat> nat = parseConditional();
    if (nat && !peek().empty())
      return fail("expected the end of the expression, got '" + peek() + "'");
    return nat;
  }

private:
  std::nullopt_t fail(const Twine &message, const Twine &hint = "") {
    error = {message.str(), position, hint.str()};
    return std::nullopt;
  }

  /// The next word or mark; empty at the end.
  StringRef peek() {
    while (position < text.size() && isSpace(text[position]))
      ++position;
    StringRef rest = text.substr(position);
    if (rest.empty())
      return rest;
    if (isAlnum(rest[0]) || rest[0] == '_')
      return rest.take_while([](char c) { return isAlnum(c) || c == '_'; });
    for (StringRef mark : {"==", "!=", "<=", ">="})
      if (rest.starts_with(mark))
        return rest.take_front(2);
    return rest.take_front(1);
  }

  bool take(StringRef word) {
    if (peek() != word)
      return false;
    position += word.size();
    return true;
  }

  bool expect(StringRef word) {
    if (take(word))
      return true;
    StringRef got = peek();
    fail("expected '" + word + "', got " +
         (got.empty() ? Twine("the end") : "'" + got + "'"));
    return false;
  }

  std::optional<Nat> limit(const Nat &nat) {
    if (nat.getTerms().size() > maxTerms)
      return fail("the expression has more than " + Twine(maxTerms) + " terms");
    return nat;
  }

  std::optional<Nat> parseConditional();
  std::optional<Nat> parseTerms();
  std::optional<Nat> parseProduct();
  std::optional<Nat> parseFactor();
  std::optional<Nat> parseName(StringRef name);
  std::optional<Nat> parseSum();
  std::optional<Nat> parseMin();
  std::optional<Nat> parseParenthesis();

  StringRef text;
  Names names;
  NatError &error;
  size_t position = 0;
  unsigned depth = 0;
  unsigned insideToNat = 0;
};
} // namespace

std::optional<Nat> Parser::parseConditional() {
  if (++depth > maxDepth)
    return fail("the expression is nested more than " + Twine(maxDepth) +
                " deep");
  std::optional<Nat> lhs = parseTerms();
  StringRef comparison = lhs ? peek() : StringRef();
  if (!lhs || !is_contained({"==", "!=", "<", "<=", ">", ">="}, comparison)) {
    --depth;
    return lhs;
  }
  take(comparison);
  std::optional<Nat> rhs = parseTerms();
  if (!rhs || !expect("?"))
    return std::nullopt;
  std::optional<Nat> then = parseConditional();
  if (!then || !expect(":"))
    return std::nullopt;
  std::optional<Nat> otherwise = parseConditional();
  if (!otherwise)
    return std::nullopt;
  --depth;
  if (comparison == "==")
    return Nat::ifEqual(*lhs, *rhs, *then, *otherwise);
  if (comparison == "!=")
    return Nat::ifEqual(*lhs, *rhs, *otherwise, *then);
  if (comparison == "<")
    return Nat::ifLess(*lhs, *rhs, *then, *otherwise);
  if (comparison == ">")
    return Nat::ifLess(*rhs, *lhs, *then, *otherwise);
  if (comparison == "<=")
    return Nat::ifLess(*rhs, *lhs, *otherwise, *then);
  return Nat::ifLess(*lhs, *rhs, *otherwise, *then);
}

std::optional<Nat> Parser::parseTerms() {
  std::optional<Nat> total = parseProduct();
  while (total && (peek() == "+" || peek() == "-")) {
    bool isSum = take("+") || !take("-");
    std::optional<Nat> term = parseProduct();
    if (!term)
      return std::nullopt;
    total = limit(isSum ? *total + *term : *total - *term);
  }
  return total;
}

std::optional<Nat> Parser::parseProduct() {
  std::optional<Nat> total = parseFactor();
  while (total && (peek() == "*" || peek() == "/" || peek() == "mod")) {
    StringRef mark = peek();
    take(mark);
    size_t begin = position;
    std::optional<Nat> factor = parseFactor();
    if (!factor)
      return std::nullopt;
    if (mark != "*" && factor->isZero()) {
      position = begin;
      return fail("division by zero");
    }
    if (mark == "*")
      total = limit(*total * *factor);
    else
      total =
          mark == "/" ? Nat::div(*total, *factor) : Nat::mod(*total, *factor);
  }
  return total;
}

std::optional<Nat> Parser::parseParenthesis() {
  if (!expect("("))
    return std::nullopt;
  std::optional<Nat> nat = parseConditional();
  if (!nat || !expect(")"))
    return std::nullopt;
  return nat;
}

std::optional<Nat> Parser::parseFactor() {
  StringRef word = peek();
  if (word == "(")
    return parseParenthesis();
  if (word.empty() || !(isAlnum(word[0]) || word[0] == '_'))
    return fail("expected a number, a variable or '(', got " +
                (word.empty() ? Twine("the end") : "'" + word + "'"));
  if (isDigit(word[0])) {
    int64_t value;
    if (word.getAsInteger(10, value) || value > INT32_MAX)
      return fail("expected a number below 2^31, got '" + word + "'");
    take(word);
    return Nat(value);
  }
  take(word);
  if (word == "toNat") {
    ++insideToNat;
    std::optional<Nat> nat = parseParenthesis();
    --insideToNat;
    return nat;
  }
  if (word == "min")
    return parseMin();
  if (word == "sum")
    return parseSum();
  return parseName(word);
}

std::optional<Nat> Parser::parseName(StringRef name) {
  if (peek() == "@") {
    if (!insideToNat)
      return fail("an element of an array is no natural number",
                  "write toNat(" + name + "@...)");
    take("@");
    if (++depth > maxDepth)
      return fail("the expression is nested more than " + Twine(maxDepth) +
                  " deep");
    std::optional<Nat> index = parseFactor();
    --depth;
    if (!index)
      return std::nullopt;
    return Nat::lookup(name, *index);
  }
  for (auto [depth, bound] : enumerate(reverse(names)))
    if (bound == name)
      return Nat::bound(depth);
  return Nat::variable(name);
}

std::optional<Nat> Parser::parseMin() {
  if (!expect("("))
    return std::nullopt;
  std::optional<Nat> lhs = parseConditional();
  if (!lhs || !expect(","))
    return std::nullopt;
  std::optional<Nat> rhs = parseConditional();
  if (!rhs || !expect(")"))
    return std::nullopt;
  return Nat::min(*lhs, *rhs);
}

std::optional<Nat> Parser::parseSum() {
  if (!expect("("))
    return std::nullopt;
  StringRef name = peek();
  if (name.empty() || !isAlpha(name[0]))
    return fail("expected the variable of the sum",
                "write sum(k < count, body)");
  take(name);
  if (!expect("<"))
    return std::nullopt;
  std::optional<Nat> count = parseTerms();
  if (!count || !expect(","))
    return std::nullopt;
  names.push_back(name.str());
  std::optional<Nat> body = parseConditional();
  names.pop_back();
  if (!body || !expect(")"))
    return std::nullopt;
  return Nat::sum(*count, *body);
}

std::optional<Nat> weft::pattern::parseNat(StringRef text,
                                           ArrayRef<std::string> names,
                                           NatError &error) {
  return Parser(text, names, error).parse();
}
