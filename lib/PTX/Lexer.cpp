//===- Lexer.cpp - Lexer of PTX ---------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements the lexical rules of the PTX ISA: names may begin with `%`, `$` or
// `_`, and floating-point literals may be written as their bits.
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"

#include <cstdlib>
#include <cstring>

using namespace weft::ptx;

static bool isDigit(char c) { return c >= '0' && c <= '9'; }
static bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
static bool startsName(char c) {
  return isLetter(c) || c == '_' || c == '$' || c == '%';
}
static bool isInName(char c) {
  return isLetter(c) || isDigit(c) || c == '_' || c == '$';
}

/// The value of a digit in any base up to 16; 16 for other characters.
static unsigned digitValue(char c) {
  if (isDigit(c))
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return 16;
}

namespace {
class Lexer {
public:
  Lexer(std::string_view text, Diagnostic &diagnostic)
      : text(text), diagnostic(diagnostic) {}

  std::optional<std::vector<Token>> run();

private:
  char at(size_t offset) const {
    return place + offset < text.size() ? text[place + offset] : '\0';
  }
  bool skipSpace(bool &isSpaced);
  bool lexNumber(Token &token);
  bool lexBits(Token &token, unsigned digits, Token::Kind kind);
  bool lexDecimal(Token &token);
  bool lexToken(Token &token);
  bool refuse(const Token &token, std::string message);

  std::string_view text;
  Diagnostic &diagnostic;
  size_t place = 0, lineStart = 0;
  unsigned line = 1;
};
} // namespace

bool Lexer::refuse(const Token &token, std::string message) {
  diagnostic = {token.line, token.column, std::move(message), ""};
  return false;
}

bool Lexer::skipSpace(bool &isSpaced) {
  size_t start = place;
  while (place < text.size()) {
    char c = text[place];
    if (c == '\n') {
      ++line;
      lineStart = ++place;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      ++place;
    } else if (c == '/' && at(1) == '/') {
      while (place < text.size() && text[place] != '\n')
        ++place;
    } else if (c == '/' && at(1) == '*') {
      size_t end = text.find("*/", place + 2);
      if (end == std::string_view::npos) {
        Token token;
        token.line = line;
        token.column = unsigned(place - lineStart + 1);
        return refuse(token, "comment without an end");
      }
      for (; place < end + 2; ++place)
        if (text[place] == '\n') {
          ++line;
          lineStart = place + 1;
        }
    } else {
      break;
    }
  }
  isSpaced = place != start;
  return true;
}

bool Lexer::lexBits(Token &token, unsigned digits, Token::Kind kind) {
  place += 2;
  for (unsigned i = 0; i < digits; ++i, ++place) {
    unsigned digit = digitValue(at(0));
    if (digit == 16)
      return refuse(token, "expected " + std::to_string(digits) +
                               " hexadecimal digits of a floating-point "
                               "number");
    token.value = token.value << 4 | digit;
  }
  token.kind = kind;
  return true;
}

/// A decimal integer or a floating-point number with a point or an exponent.
bool Lexer::lexDecimal(Token &token) {
  size_t end = place;
  while (end < text.size() && isDigit(text[end]))
    ++end;
  bool isFloat = end < text.size() &&
                 (text[end] == '.' || text[end] == 'e' || text[end] == 'E');
  if (!isFloat) {
    bool isOctal = text[place] == '0' && end - place > 1;
    for (; place < end; ++place) {
      unsigned base = isOctal ? 8 : 10;
      unsigned digit = digitValue(text[place]);
      if (digit >= base || token.value > (~uint64_t(0) - digit) / base)
        return refuse(token, "integer out of range");
      token.value = token.value * base + digit;
    }
    token.kind = Token::Kind::Integer;
    return true;
  }
  if (text[end] == '.')
    for (++end; end < text.size() && isDigit(text[end]);)
      ++end;
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    ++end;
    if (end < text.size() && (text[end] == '+' || text[end] == '-'))
      ++end;
    while (end < text.size() && isDigit(text[end]))
      ++end;
  }
  std::string digits(text.substr(place, end - place));
  double number = std::strtod(digits.c_str(), nullptr);
  std::memcpy(&token.value, &number, sizeof number);
  token.kind = Token::Kind::Double;
  place = end;
  return true;
}

bool Lexer::lexNumber(Token &token) {
  char kind = at(0) == '0' ? at(1) : '\0';
  if (kind == 'f' || kind == 'F') {
    if (!lexBits(token, 8, Token::Kind::Single))
      return false;
  } else if (kind == 'd' || kind == 'D') {
    if (!lexBits(token, 16, Token::Kind::Double))
      return false;
  } else if (kind == 'x' || kind == 'X' || kind == 'b' || kind == 'B') {
    unsigned shift = kind == 'x' || kind == 'X' ? 4 : 1, digits = 0;
    for (place += 2; digitValue(at(0)) < (1u << shift); ++place, ++digits) {
      if (token.value >> (64 - shift))
        return refuse(token, "integer out of range");
      token.value = token.value << shift | digitValue(at(0));
    }
    if (digits == 0)
      return refuse(token, "expected digits of an integer");
    token.kind = Token::Kind::Integer;
  } else if (!lexDecimal(token)) {
    return false;
  }
  if (token.kind == Token::Kind::Integer && at(0) == 'U')
    ++place;
  if (isInName(at(0)))
    return refuse(token, "malformed number");
  return true;
}

bool Lexer::lexToken(Token &token) {
  size_t start = place;
  char c = text[place];
  if (isDigit(c)) {
    if (!lexNumber(token))
      return false;
  } else if (startsName(c)) {
    token.kind = Token::Kind::Name;
    for (++place; isInName(at(0));)
      ++place;
  } else if (c == '.' && isInName(at(1))) {
    token.kind = Token::Kind::Dot;
    start = ++place;
    while (isInName(at(0)) || (at(0) == ':' && at(1) == ':') ||
           (at(0) == ':' && place > start && text[place - 1] == ':'))
      ++place;
  } else if (c == '"') {
    token.kind = Token::Kind::String;
    start = place + 1;
    for (++place; at(0) != '"'; ++place)
      if (place >= text.size() || text[place] == '\n')
        return refuse(token, "string without an end");
    token.spelling = text.substr(start, place++ - start);
    return true;
  } else if (std::strchr(",;:{}[]()+-|!@<>=~*/&^?", c) && c != '\0') {
    token.kind = Token::Kind::Mark;
    ++place;
  } else {
    return refuse(token, "unexpected character in PTX");
  }
  token.spelling = text.substr(start, place - start);
  return true;
}

std::optional<std::vector<Token>> Lexer::run() {
  std::vector<Token> tokens;
  tokens.reserve(text.size() / 4);
  while (true) {
    Token token;
    if (!skipSpace(token.isSpaced))
      return std::nullopt;
    token.line = line;
    token.column = unsigned(place - lineStart + 1);
    // Text of a driver's caller ends at a NUL, which a buffer may include.
    if (place >= text.size() || text[place] == '\0') {
      tokens.push_back(token);
      return tokens;
    }
    if (!lexToken(token))
      return std::nullopt;
    tokens.push_back(token);
  }
}

std::optional<std::vector<Token>> weft::ptx::tokenize(std::string_view text,
                                                      Diagnostic &diagnostic) {
  return Lexer(text, diagnostic).run();
}
