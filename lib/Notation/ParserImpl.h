//===- ParserImpl.h - The state and methods of the parser -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parser of Parser.h as a class, so that its statements and its expressions
// can be implemented in a file each.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_NOTATION_PARSERIMPL_H
#define WEFT_LIB_NOTATION_PARSERIMPL_H

#include "weft/Notation/Parser.h"

#include "Lexer.h"

#include <algorithm>
#include <optional>

namespace weft {
namespace notation {

/// How deep parentheses may nest: the depth of the parser's own recursion.
inline constexpr unsigned maxNesting = 200;

/// An expression and the height of its tree; no expression after an error.
struct Parsed {
  ExprPtr expr;
  unsigned height = 0;

  explicit operator bool() const { return expr != nullptr; }
};

struct Operator {
  BinaryOp op;
  /// 1 for comparisons, 2 for sums, 3 for products.
  unsigned precedence;
};

class Parser {
  using Kind = Token::Kind;

public:
  Parser(std::vector<Token> tokens, const ParseOptions &options)
      : tokens(std::move(tokens)), options(options) {}

  Result<std::vector<Assignment>> run();
  /// Parses an expression that ends with the tokens.
  Result<ExprPtr> runExpression();

private:
  // Statements.
  bool parseAssignment(std::vector<Assignment> &assignments);
  bool parseResult(Access &result);
  bool parseAssignOperator(const Access &result, bool &accumulates);
  bool expectSeparator();

  // Expressions.
  Parsed parseExpr(unsigned leastPrecedence = 1);
  Parsed parseSign();
  Parsed parsePrimary();
  Parsed parseParenthesized();
  Parsed parseCall();
  Parsed parseAccess();
  bool parseIndex(const Token &name, const Token &open, Index &index);
  /// Checks that a tensor may have one more mode.
  bool checkOrder(const Access &access, const Index &next);
  bool parseSum(const Token &name, const Token &open, Index &index);
  bool parseTerms(const Token &open, Index &index);
  bool parseIndexTerm(bool isNegative, Index &index);
  bool simplifySum(Index &index);
  bool atSlice();
  bool parseSlice(Index &index);
  std::optional<std::string> takeIndexVariable();
  std::optional<int64_t> takeIndexNumber();
  bool parseArguments(std::vector<ExprPtr> &arguments, unsigned &height,
                      Range &range);
  Parsed makeCall(const Token &name, std::vector<ExprPtr> arguments,
                  Range range, unsigned height);
  Parsed makeUserCall(const Token &name, std::vector<ExprPtr> arguments,
                      Range range, unsigned height);
  Parsed makeReduction(const Token &name, const ReducerInfo &reducer,
                       std::vector<ExprPtr> arguments, Range range,
                       unsigned height);
  Parsed makeExpr(Range range, Expr::Node node, unsigned height);

  // Tokens.
  const Token &peek(size_t ahead = 0) const {
    return tokens[std::min(position + ahead, tokens.size() - 1)];
  }
  bool at(Kind kind, size_t ahead = 0) const {
    return peek(ahead).kind == kind;
  }
  const Token &take() {
    const Token &token = peek();
    if (position + 1 < tokens.size())
      ++position;
    return token;
  }
  std::optional<Operator> peekOperator() const;
  bool isFunctionName(const Token &token) const;

  // Errors. They return the "no" of whatever the caller parses.
  struct Failure {
    operator bool() const { return false; }
    operator Parsed() const { return {}; }
  };
  Failure fail(Diagnostic diagnostic);
  Failure fail(std::string message, Range range, std::string hint = "");
  Failure failAtMissingOperand();
  Failure failAtUnclosed(std::string_view expected, const Token &open,
                         std::string_view operandHint);
  Failure failAtIndex(const Token &name, const Token &open);
  std::string suggestCall(const Token &name) const;
  Failure failAtUnknownFunction(const Token &name,
                                const std::string &suggestion);

  std::vector<Token> tokens;
  const ParseOptions &options;
  size_t position = 0;
  unsigned nesting = 0;
  std::optional<Diagnostic> error;
};

/// How a message names a token that it did not expect.
std::string describe(const Token &token);

} // namespace notation
} // namespace weft

#endif // WEFT_LIB_NOTATION_PARSERIMPL_H
