//===- TypeParser.cpp - Types of programs -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses types of scalars, pairs, arrays and formats.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include "llvm/ADT/ScopeExit.h"

using namespace llvm;
using namespace weft::pattern;

std::unique_ptr<TypeSyntax> Parser::parseArrayType() {
  auto type = std::make_unique<TypeSyntax>();
  type->kind = TypeSyntax::Kind::Array;
  type->offset = next().offset;
  if (peek().kind == Token::Kind::Name && peek(1).is("=>")) {
    type->name = next().text;
    next();
  }
  type->parts.push_back(parseType());
  if (!type->parts.back() || !expect("]"))
    return nullptr;
  if (peek().kind != Token::Kind::Length)
    return fail(peek(), "the length of the array",
                "write [T]_n or [T]_{n + 1}");
  type->length = next();
  return type;
}

/// Parses `format(ds, float, n, m)`.
std::unique_ptr<TypeSyntax> Parser::parseFormat() {
  auto type = std::make_unique<TypeSyntax>();
  type->kind = TypeSyntax::Kind::Format;
  type->offset = next().offset;
  next();
  if (peek().kind != Token::Kind::Format && peek().kind != Token::Kind::Name)
    return fail(peek(), "the letters of the levels",
                "write format(ds, float, n, m)");
  type->format = next();
  if (!expect(","))
    return nullptr;
  type->parts.push_back(parseType());
  if (!type->parts.back())
    return nullptr;
  while (take(",")) {
    size_t begin = peek().offset, end = begin;
    for (unsigned open = 0; open != 0 || !(peek().is(",") || peek().is(")"));) {
      if (peek().kind == Token::Kind::End)
        return fail(peek(), "')'");
      open += peek().is("(");
      open -= peek().is(")");
      end = next().end;
    }
    type->sizes.emplace_back(begin, end);
  }
  if (!expect(")"))
    return nullptr;
  return type;
}

std::unique_ptr<TypeSyntax> Parser::parseType() {
  if (depth >= maxDepth)
    return fail(peek(), "less nesting");
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  if (peek().is("["))
    return parseArrayType();
  auto type = std::make_unique<TypeSyntax>();
  type->offset = peek().offset;
  if (take("(")) {
    type->kind = TypeSyntax::Kind::Pair;
    type->parts.push_back(parseType());
    if (!type->parts.back() || !expect(","))
      return nullptr;
    type->parts.push_back(parseType());
    if (!type->parts.back() || !expect(")"))
      return nullptr;
    return type;
  }
  if (peek().kind != Token::Kind::Name)
    return fail(peek(), "a type", "types are float, int, (T, U) and [T]_n");
  if (peek().text == "format" && peek(1).is("("))
    return parseFormat();
  type->kind = TypeSyntax::Kind::Scalar;
  type->name = next().text;
  return type;
}
