//===- Parser.cpp - Expressions of programs ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses definitions by recursive descent. Functions are expressions, too: what
// may be applied is checked where it is.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

using namespace llvm;
using namespace weft::pattern;

ExprRef Parser::parsePipe() {
  if (depth >= maxDepth)
    return fail(peek(), "less nesting");
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  size_t offset = peek().offset;
  ExprRef expr = parseBinary(0);
  while (expr && take(":>>")) {
    ExprRef function = parseBinary(0);
    if (!function)
      return nullptr;
    expr = make(Expr::Kind::Pipe, offset, "", std::move(expr),
                std::move(function));
  }
  return expr;
}

static bool isOperator(const Token &token, unsigned precedence) {
  return precedence == 0 ? token.is("+") || token.is("-")
                         : token.is("*") || token.is("/");
}

/// A negative value is a difference to zero.
ExprRef Parser::parseUnary() {
  size_t offset = peek().offset;
  if (!take("-"))
    return parsePostfix(/*withAt=*/true);
  if (depth >= maxDepth)
    return fail(peek(), "less nesting");
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  ExprRef zero = make(Expr::Kind::Number, offset, "0");
  ExprRef value = parseUnary();
  if (!value)
    return nullptr;
  return make(Expr::Kind::Binary, offset, "-", std::move(zero),
              std::move(value));
}

ExprRef Parser::parseBinary(unsigned precedence) {
  auto parseOperand = [&] {
    return precedence == 0 ? parseBinary(1) : parseUnary();
  };
  size_t offset = peek().offset;
  ExprRef expr = parseOperand();
  while (expr && isOperator(peek(), precedence)) {
    StringRef mark = next().text;
    ExprRef rhs = parseOperand();
    if (!rhs)
      return nullptr;
    expr =
        make(Expr::Kind::Binary, offset, mark, std::move(expr), std::move(rhs));
  }
  return expr;
}

/// Projections bind more than positions: in `xs@x.1`, the position is `x.1`.
ExprRef Parser::parsePostfix(bool withAt) {
  size_t offset = peek().offset;
  ExprRef expr = parsePrimary();
  while (expr) {
    if (peek().is(".1") || peek().is(".2")) {
      bool isFirst = next().is(".1");
      expr = make(isFirst ? Expr::Kind::First : Expr::Kind::Second, offset, "",
                  std::move(expr));
    } else if (withAt && take("@")) {
      ExprRef index = parsePostfix(/*withAt=*/false);
      if (!index)
        return nullptr;
      expr =
          make(Expr::Kind::At, offset, "", std::move(expr), std::move(index));
    } else if (peek().is("(") && expr->kind != Expr::Kind::Number) {
      next();
      ExprRef argument = parsePipe();
      if (!argument || !expect(")"))
        return nullptr;
      expr = make(Expr::Kind::Apply, offset, "", std::move(expr),
                  std::move(argument));
    } else {
      break;
    }
  }
  return expr;
}

ExprRef Parser::parseParenthesis() {
  size_t offset = next().offset;
  ExprRef first = parsePipe();
  if (!first)
    return nullptr;
  if (take(",")) {
    ExprRef second = parsePipe();
    if (!second || !expect(")"))
      return nullptr;
    return make(Expr::Kind::Pair, offset, "", std::move(first),
                std::move(second));
  }
  if (take(":")) {
    std::unique_ptr<TypeSyntax> type = parseType();
    if (!type || !expect(")"))
      return nullptr;
    first = make(Expr::Kind::Typed, offset, "", std::move(first));
    if (first)
      first->type = std::move(type);
    return first;
  }
  if (!expect(")"))
    return nullptr;
  return first;
}

ExprRef Parser::parseFunction(bool isNat) {
  size_t offset = next().offset;
  if (!expect("("))
    return nullptr;
  if (peek().kind != Token::Kind::Name)
    return fail(peek(), "the name of a parameter");
  StringRef name = next().text;
  std::unique_ptr<TypeSyntax> type;
  if (!isNat && take(":")) {
    type = parseType();
    if (!type)
      return nullptr;
  }
  if (!expect("=>"))
    return nullptr;
  ExprRef body = parsePipe();
  if (!body || !expect(")"))
    return nullptr;
  ExprRef expr = make(isNat ? Expr::Kind::NFun : Expr::Kind::Fun, offset, name,
                      std::move(body));
  if (expr)
    expr->type = std::move(type);
  return expr;
}

/// A call; an argument may be an operator.
ExprRef Parser::parseCall() {
  const Token &name = next();
  ExprRef call = make(Expr::Kind::Call, name.offset, name.text);
  next();
  if (!peek().is(")")) {
    do {
      bool isOperator = peek().kind == Token::Kind::Mark &&
                        (peek(1).is(",") || peek(1).is(")"));
      if (isOperator) {
        const Token &mark = next();
        call->parts.push_back(
            make(Expr::Kind::Operator, mark.offset, mark.text));
        continue;
      }
      ExprRef argument = parsePipe();
      if (!argument)
        return nullptr;
      call->height = std::max(call->height, argument->height + 1);
      call->parts.push_back(std::move(argument));
    } while (take(","));
  }
  if (!expect(")"))
    return nullptr;
  call->end = tokens[position - 1].end;
  if (call->height > maxHeight)
    return fail(name, "fewer operations in one expression");
  return call;
}

ExprRef Parser::parsePrimary() {
  const Token &token = peek();
  if (token.is("("))
    return parseParenthesis();
  if (token.kind == Token::Kind::Number) {
    next();
    return make(Expr::Kind::Number, token.offset, token.text);
  }
  if (token.kind != Token::Kind::Name)
    return fail(token, "an expression");
  if (token.text == "fun")
    return parseFunction(/*isNat=*/false);
  if (token.text == "nFun" || token.text == "nfun")
    return parseFunction(/*isNat=*/true);
  if (peek(1).is("("))
    return parseCall();
  next();
  return make(Expr::Kind::Name, token.offset, token.text);
}

std::optional<std::vector<Definition>> Parser::parse() {
  std::vector<Definition> definitions;
  while (peek().kind != Token::Kind::End) {
    const Token &name = peek();
    if (name.kind != Token::Kind::Name || !peek(1).is("=")) {
      fail(name, "a definition", "write name = nFun(n => ...)");
      return std::nullopt;
    }
    next();
    next();
    ExprRef body = parsePipe();
    if (!body)
      return std::nullopt;
    take(";");
    definitions.push_back({name.text, name.offset, std::move(body)});
  }
  if (definitions.empty()) {
    fail(peek(), "a definition", "write name = nFun(n => ...)");
    return std::nullopt;
  }
  return definitions;
}

std::optional<std::vector<Definition>>
weft::pattern::parseDefinitions(StringRef text, TextError &error) {
  std::optional<std::vector<Token>> tokens = tokenize(text, error);
  if (!tokens)
    return std::nullopt;
  return Parser(*tokens, error).parse();
}
