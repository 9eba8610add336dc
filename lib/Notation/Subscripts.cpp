//===- Subscripts.cpp - Einstein summation by subscripts ------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands are called A, B, C and so on, and the result R: subscripts name
// none.
//
//===----------------------------------------------------------------------===//

#include "Subscripts.h"

using namespace weft::notation;
using Kind = Token::Kind;

/// There are no more names for operands.
static constexpr size_t maxOperands = 'R' - 'A';

/// An access by subscripts of one letter each.
static std::string makeAccess(char tensor, std::string_view subscripts) {
  std::string access(1, tensor);
  for (char subscript : subscripts)
    access += (access.size() == 1 ? "(" : ",") + std::string(1, subscript);
  return access + (subscripts.empty() ? "" : ")");
}

std::string
weft::notation::translateSubscripts(const std::vector<Token> &tokens) {
  std::string product;
  size_t position = 0;
  for (size_t number = 0; number < maxOperands; ++number) {
    if (tokens[position].kind != Kind::Name)
      return "";
    product +=
        (number == 0 ? "" : " * ") +
        makeAccess(static_cast<char>('A' + number), tokens[position].spelling);
    if (tokens[++position].kind != Kind::Comma)
      break;
    ++position;
  }
  if (tokens[position].kind != Kind::Minus ||
      tokens[position + 1].spelling != ">")
    return "";
  const Token &result = tokens[position + 2];
  bool hasSubscripts = result.kind == Kind::Name;
  if (tokens[position + 2 + hasSubscripts].kind != Kind::End)
    return "";
  return makeAccess('R', hasSubscripts ? result.spelling : "") + " = " +
         product;
}
