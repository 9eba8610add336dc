//===- Parser.h - Recursive descent over tokens -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of the parser, and a function for each rule of the grammar.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_PATTERN_TEXT_PARSER_H
#define WEFT_DIALECT_PATTERN_TEXT_PARSER_H

#include "Syntax.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"

namespace weft {
namespace pattern {

/// Parentheses may nest this deep, and trees of expressions.
constexpr unsigned maxDepth = 200;
constexpr unsigned maxHeight = 1000;

class Parser {
public:
  Parser(llvm::ArrayRef<Token> tokens, TextError &error)
      : tokens(tokens), error(error) {}

  std::optional<std::vector<Definition>> parse();

private:
  const Token &peek(size_t ahead = 0) const {
    return tokens[std::min(position + ahead, tokens.size() - 1)];
  }
  const Token &next() {
    return tokens[std::min(position++, tokens.size() - 1)];
  }

  std::nullptr_t fail(const Token &token, const llvm::Twine &expected,
                      const llvm::Twine &hint = "") {
    error = {("expected " + expected + ", got " +
              (token.kind == Token::Kind::End ? llvm::Twine(token.text)
                                              : "'" + token.text + "'"))
                 .str(),
             token.offset, hint.str()};
    return nullptr;
  }

  bool take(llvm::StringRef mark) {
    if (!peek().is(mark))
      return false;
    next();
    return true;
  }

  bool expect(llvm::StringRef mark) {
    if (take(mark))
      return true;
    fail(peek(), "'" + mark + "'");
    return false;
  }

  ExprRef make(Expr::Kind kind, size_t offset, llvm::StringRef text,
               ExprRef first = nullptr, ExprRef second = nullptr) {
    auto expr = std::make_unique<Expr>();
    expr->kind = kind;
    expr->offset = offset;
    expr->end = tokens[position - 1].end;
    expr->text = text;
    for (ExprRef *part : {&first, &second}) {
      if (!*part)
        continue;
      expr->height = std::max(expr->height, (*part)->height + 1);
      expr->parts.push_back(std::move(*part));
    }
    // Whatever walks over the tree goes as deep.
    if (expr->height > maxHeight)
      return fail(tokens[position - 1], "fewer operations in one expression");
    return expr;
  }

  ExprRef parsePipe();
  ExprRef parseBinary(unsigned precedence);
  ExprRef parseUnary();
  ExprRef parsePostfix(bool withAt);
  ExprRef parsePrimary();
  ExprRef parseParenthesis();
  ExprRef parseFunction(bool isNat);
  ExprRef parseCall();
  std::unique_ptr<TypeSyntax> parseType();
  std::unique_ptr<TypeSyntax> parseArrayType();
  std::unique_ptr<TypeSyntax> parseFormat();

  llvm::ArrayRef<Token> tokens;
  TextError &error;
  size_t position = 0;
  unsigned depth = 0;
};

} // namespace pattern
} // namespace weft

#endif // WEFT_DIALECT_PATTERN_TEXT_PARSER_H
