//===- Lexer.cpp - Tokens of programs ---------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits a text into tokens. Arrows may be written in several ways.
//
//===----------------------------------------------------------------------===//

#include "Syntax.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace weft::pattern;

namespace {
struct Mark {
  StringRef spelling;
  StringRef mark;
};
} // namespace

/// Longer ones first.
static constexpr Mark marks[] = {{":>>", ":>>"},
                                 {"|->", "=>"},
                                 {"|>", ":>>"},
                                 {"=>", "=>"},
                                 {"->", "=>"},
                                 {"\xe2\x86\xa6", "=>"},
                                 {"\xe2\x87\x92", "=>"},
                                 {".1", ".1"},
                                 {".2", ".2"},
                                 {"(", "("},
                                 {")", ")"},
                                 {"[", "["},
                                 {"]", "]"},
                                 {",", ","},
                                 {":", ":"},
                                 {"=", "="},
                                 {"+", "+"},
                                 {"-", "-"},
                                 {"*", "*"},
                                 {"\xc2\xb7", "*"},
                                 {"/", "/"},
                                 {"@", "@"},
                                 {";", ";"}};

/// The length behind a bracket: a word, or an expression in braces.
static std::optional<Token> lexLength(StringRef text, size_t &position,
                                      TextError &error) {
  ++position;
  StringRef rest = text.substr(position);
  if (!rest.starts_with("{")) {
    StringRef word = rest.take_while([](char c) { return isAlnum(c); });
    if (word.empty()) {
      error = {"expected a length behind '_'", position,
               "write [T]_n or [T]_{n + 1}"};
      return std::nullopt;
    }
    Token token{Token::Kind::Length, word, position, position + word.size()};
    position += word.size();
    return token;
  }
  size_t close = rest.find('}');
  if (close == StringRef::npos) {
    error = {"expected '}' at the end of a length", position, ""};
    return std::nullopt;
  }
  Token token{Token::Kind::Length, rest.slice(1, close), position + 1,
              position + close + 1};
  position += close + 1;
  return token;
}

/// A number: digits, a point with digits, and an exponent.
static size_t measureNumber(StringRef rest) {
  auto skipDigits = [&](size_t from) {
    while (from < rest.size() && isDigit(rest[from]))
      ++from;
    return from;
  };
  size_t size = skipDigits(0);
  if (size + 1 < rest.size() && rest[size] == '.' && isDigit(rest[size + 1]))
    size = skipDigits(size + 1);
  if (size < rest.size() && (rest[size] == 'e' || rest[size] == 'E')) {
    size_t sign = size + 1;
    if (sign < rest.size() && (rest[sign] == '+' || rest[sign] == '-'))
      ++sign;
    if (sign < rest.size() && isDigit(rest[sign]))
      size = skipDigits(sign);
  }
  return size;
}

/// Whether the text of a format follows: the tokens end in `: format(`.
static bool isBeforeFormat(ArrayRef<Token> tokens) {
  return tokens.size() >= 3 && tokens.back().is("(") &&
         tokens[tokens.size() - 2].kind == Token::Kind::Name &&
         tokens[tokens.size() - 2].text == "format" &&
         tokens[tokens.size() - 3].is(":");
}

/// How long the text of a format is, which a comma or a parenthesis ends
/// outside of braces. A comma before a mode is one of the order of the modes,
/// as in `ds:1,0`.
static size_t measureFormat(StringRef rest) {
  size_t inside = 0;
  for (size_t at = 0; at < rest.size(); ++at) {
    if (rest[at] == '{')
      inside = std::min(rest.find('}', at), rest.size());
    // Braces that are not closed hide nothing.
    bool isHidden = at < inside && inside != rest.size();
    if (isHidden || (rest[at] != ',' && rest[at] != ')'))
      continue;
    StringRef following = rest.drop_front(at + 1).ltrim();
    bool isMode = rest[at] == ',' && !following.empty() &&
                  (isDigit(following[0]) || following[0] == '*');
    if (!isMode)
      return rest.take_front(at).rtrim().size();
  }
  return rest.rtrim().size();
}

/// An error at a character that begins no token.
static TextError refuseCharacter(StringRef rest, size_t position) {
  if (rest[0] == '.' && rest.size() > 1 && isDigit(rest[1]))
    return {"expected .1 or .2, which are the values of a pair", position, ""};
  return {"unexpected character", position, ""};
}

std::optional<std::vector<Token>> weft::pattern::tokenize(StringRef text,
                                                          TextError &error) {
  std::vector<Token> tokens;
  size_t position = 0;
  auto append = [&](Token::Kind kind, StringRef shown, size_t size) {
    tokens.push_back({kind, shown, position, position + size});
    position += size;
  };
  while (position < text.size()) {
    StringRef rest = text.substr(position);
    if (isSpace(rest[0])) {
      ++position;
    } else if (rest.starts_with("//")) {
      position = std::min(text.find('\n', position), text.size());
    } else if (!tokens.empty() && tokens.back().is("]") && rest[0] == '_') {
      std::optional<Token> length = lexLength(text, position, error);
      if (!length)
        return std::nullopt;
      tokens.push_back(*length);
    } else if (isBeforeFormat(tokens) && measureFormat(rest) != 0) {
      size_t size = measureFormat(rest);
      append(Token::Kind::Format, rest.take_front(size), size);
    } else if (isDigit(rest[0])) {
      size_t size = measureNumber(rest);
      append(Token::Kind::Number, rest.take_front(size), size);
    } else if (isAlpha(rest[0]) || rest[0] == '_') {
      StringRef word =
          rest.take_while([](char c) { return isAlnum(c) || c == '_'; });
      append(Token::Kind::Name, word, word.size());
    } else {
      const Mark *found = find_if(marks, [&](const Mark &mark) {
        return rest.starts_with(mark.spelling);
      });
      if (found == std::end(marks)) {
        error = refuseCharacter(rest, position);
        return std::nullopt;
      }
      append(Token::Kind::Mark, found->mark, found->spelling.size());
    }
  }
  append(Token::Kind::End, "the end", 0);
  return tokens;
}
