//===- Lexer.cpp - Lexer of index notation ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements the lexical part of the grammar in Parser.h. A number takes in all
// letters, digits and points that follow it, so that "2x" and "1.2.3" are one
// malformed number rather than two tokens with a puzzling error between them.
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"

#include "Utf8.h"

#include <charconv>
#include <cstdlib>
#include <limits>
#include <optional>

using namespace weft::notation;

static bool isDigit(char c) { return c >= '0' && c <= '9'; }
static bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

namespace {
/// An operator or a mark, and what its token is.
struct Mark {
  std::string_view spelling;
  Token::Kind kind;
  BinaryOp comparison = BinaryOp::Equal;
};

/// What people write in other languages, and the notation's word for it.
struct Foreign {
  std::string_view spelling;
  std::string_view hint;
};
} // namespace

/// Longer spellings come before their prefixes.
static constexpr Mark marks[] = {
    {"==", Token::Kind::Comparison, BinaryOp::Equal},
    {"!=", Token::Kind::Comparison, BinaryOp::NotEqual},
    {"<=", Token::Kind::Comparison, BinaryOp::LessEqual},
    {">=", Token::Kind::Comparison, BinaryOp::GreaterEqual},
    {"<", Token::Kind::Comparison, BinaryOp::Less},
    {">", Token::Kind::Comparison, BinaryOp::Greater},
    {"+=", Token::Kind::PlusAssign},
    {"-=", Token::Kind::OtherAssign},
    {"*=", Token::Kind::OtherAssign},
    {"/=", Token::Kind::OtherAssign},
    {"=", Token::Kind::Assign},
    {"+", Token::Kind::Plus},
    {"-", Token::Kind::Minus},
    {"*", Token::Kind::Star},
    {"/", Token::Kind::Slash},
    {"(", Token::Kind::LeftParen},
    {")", Token::Kind::RightParen},
    {",", Token::Kind::Comma},
    {";", Token::Kind::Semicolon},
};

static constexpr Foreign foreigners[] = {
    {"**", "powers are written pow(a, b)"},
    {"^", "powers are written pow(a, b)"},
    {"&&", "write and(a, b)"},
    {"||", "write or(a, b)"},
    {"!", "write not(a)"},
    {"[", "indices are written in parentheses: A(i,j)"},
    {"?", "write select(condition, a, b)"},
    {"@", "products of matrices are sums over an index variable: C(i,j) = "
          "A(i,k) * B(k,j)"},
    {"#", "comments are not part of the notation"},
    {"\xc3\x97", "multiplication is written '*'"},     // multiplication sign
    {"\xc2\xb7", "multiplication is written '*'"},     // middle dot
    {"\xe2\x8b\x85", "multiplication is written '*'"}, // dot operator
    {"\xe2\x88\x92", "subtraction is written '-'"},    // minus sign
    {"\xe2\x80\x93", "subtraction is written '-'"},    // en dash
    {"\xe2\x89\xa4", "write '<='"},
    {"\xe2\x89\xa5", "write '>='"},
    {"\xe2\x89\xa0", "write '!='"},
    {"\xe2\x88\x91", "sums are written sum(k, expression)"},
};

static bool startsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// How many bytes from the start of `text` belong to a number.
static size_t numberLength(std::string_view text) {
  bool isHexadecimal = startsWith(text, "0x") || startsWith(text, "0X");
  size_t length = 0;
  while (length < text.size()) {
    char c = text[length];
    bool afterExponent = length > 0 && !isHexadecimal &&
                         (text[length - 1] == 'e' || text[length - 1] == 'E');
    // A sign belongs to an exponent only if a digit follows: in "1e+x" it is
    // clearer to call "1e" malformed.
    bool isSign = (c == '+' || c == '-') && afterExponent &&
                  length + 1 < text.size() && isDigit(text[length + 1]);
    if (!isLetter(c) && !isDigit(c) && c != '.' && !isSign)
      break;
    ++length;
  }
  return length;
}

static Diagnostic malformed(std::string_view spelling, Range range) {
  Diagnostic error;
  error.message = "malformed number '" + std::string(spelling) + "'";
  error.range = range;
  size_t digits = 0;
  while (digits < spelling.size() &&
         (isDigit(spelling[digits]) || spelling[digits] == '.'))
    ++digits;
  std::string_view number = spelling.substr(0, digits);
  std::string_view rest = spelling.substr(digits);
  if (rest == "i" || rest == "j")
    error.hint = "imaginary numbers are written " + std::string(number) +
                 "im; multiplication is written '*'";
  else if (!rest.empty() && rest[0] != 'e' && rest[0] != 'E' &&
           spelling.substr(0, 2) != "0x")
    error.hint = "multiplication is written '*'; names start with a letter";
  return error;
}

static Result<Literal> parseInteger(std::string_view digits, int base,
                                    std::string_view spelling, Range range) {
  Literal literal;
  const char *end = digits.data() + digits.size();
  auto [stop, status] =
      std::from_chars(digits.data(), end, literal.integer, base);
  if (stop != end || digits.empty() || digits[0] == '-')
    return malformed(spelling, range);
  // Where it stands says what to write instead, which the parser knows.
  if (status == std::errc::result_out_of_range) {
    literal.integer = UINT64_MAX;
    literal.real = std::numeric_limits<double>::infinity();
    return literal;
  }
  literal.real = static_cast<double>(literal.integer);
  return literal;
}

static Result<Literal> parseNumber(std::string_view spelling, Range range) {
  if (startsWith(spelling, "0x") || startsWith(spelling, "0X"))
    return parseInteger(spelling.substr(2), 16, spelling, range);

  std::string_view number = spelling;
  bool isImaginary =
      number.size() > 2 && number.substr(number.size() - 2) == "im";
  if (isImaginary)
    number.remove_suffix(2);
  bool isReal = number.find_first_not_of("0123456789") != number.npos;
  if (!isReal && !isImaginary)
    return parseInteger(number, 10, spelling, range);

  // from_chars would also take "inf" and "nan", which cannot occur: a number
  // starts with a digit or a point.
  Literal literal;
  literal.kind = isImaginary ? Literal::Kind::Imaginary : Literal::Kind::Real;
  const char *end = number.data() + number.size();
  auto [stop, status] = std::from_chars(number.data(), end, literal.real);
  if (stop != end || status == std::errc::invalid_argument)
    return malformed(spelling, range);
  // A number that is too small is zero, or near to it, as it is in files.
  if (status == std::errc::result_out_of_range)
    literal.real = std::strtod(std::string(number).c_str(), nullptr);
  if (status == std::errc::result_out_of_range && !(literal.real < 1))
    return Diagnostic{"the number " + std::string(spelling) +
                          " is out of the range of 64-bit floating point",
                      range,
                      "",
                      {}};
  return literal;
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

namespace {
class Lexer {
public:
  Lexer(std::string_view text, bool isSchedule)
      : text(text), isSchedule(isSchedule) {}

  Result<std::vector<Token>> run();

private:
  std::string_view rest() const { return text.substr(position); }

  /// Takes `length` bytes as a token.
  Token &append(Token::Kind kind, size_t length) {
    Token token;
    token.kind = kind;
    token.range = {position, position + length};
    token.spelling = text.substr(position, length);
    tokens.push_back(token);
    position += length;
    return tokens.back();
  }

  std::optional<Diagnostic> lexNumber();
  bool lexMark();
  Diagnostic unexpectedCharacter() const;

  std::string_view text;
  bool isSchedule;
  size_t position = 0;
  /// How many parentheses are open.
  size_t depth = 0;
  std::vector<Token> tokens;
};
} // namespace

std::optional<Diagnostic> Lexer::lexNumber() {
  Token &token = append(Token::Kind::Number, numberLength(rest()));
  Result<Literal> literal = parseNumber(token.spelling, token.range);
  if (!literal)
    return std::move(literal.error());
  token.literal = *literal;
  return std::nullopt;
}

bool Lexer::lexMark() {
  for (const Mark &mark : marks) {
    if (!startsWith(rest(), mark.spelling))
      continue;
    append(mark.kind, mark.spelling.size()).comparison = mark.comparison;
    if (mark.kind == Token::Kind::LeftParen)
      ++depth;
    if (mark.kind == Token::Kind::RightParen && depth > 0)
      --depth;
    return true;
  }
  return false;
}

Diagnostic Lexer::unexpectedCharacter() const {
  size_t length = utf8Length(rest());
  std::string_view spelling = rest().substr(0, length);
  std::string hint;
  for (const Foreign &foreign : foreigners) {
    if (!startsWith(rest(), foreign.spelling))
      continue;
    spelling = foreign.spelling;
    hint = foreign.hint;
    break;
  }
  Range range{position, position + (spelling.empty() ? 1 : spelling.size())};
  auto first = static_cast<unsigned char>(text[position]);
  if (spelling.empty() || first < 0x20 || first == 0x7f) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string code = {'0', 'x', digits[first >> 4], digits[first & 15]};
    return {"unexpected byte " + code, range, "", {}};
  }
  return {"unexpected '" + std::string(spelling) + "'", range, hint, {}};
}

Result<std::vector<Token>> Lexer::run() {
  while (position < text.size()) {
    char c = text[position];
    char next = position + 1 < text.size() ? text[position + 1] : '\0';
    if (c == '\n' && depth == 0) {
      append(Token::Kind::Newline, 1);
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      ++position;
    } else if (isLetter(c)) {
      size_t length = 1;
      auto at = [&](size_t offset) {
        return position + offset < text.size() ? text[position + offset] : '\0';
      };
      while (isLetter(at(length)) || isDigit(at(length)) ||
             (isSchedule && at(length) == '.' && isLetter(at(length + 1))))
        ++length;
      append(Token::Kind::Name, length);
    } else if (isDigit(c) || (c == '.' && isDigit(next))) {
      if (std::optional<Diagnostic> error = lexNumber())
        return std::move(*error);
    } else if (isSchedule && (c == '{' || c == '}')) {
      append(c == '{' ? Token::Kind::LeftBrace : Token::Kind::RightBrace, 1);
    } else if ((c == '*' && next == '*') || !lexMark()) {
      return unexpectedCharacter();
    }
  }
  append(Token::Kind::End, 0);
  return std::move(tokens);
}

Result<std::vector<Token>> weft::notation::tokenize(std::string_view text,
                                                    bool isSchedule) {
  return Lexer(text, isSchedule).run();
}
