//===- ParseOperands.cpp - Operands of PTX instructions -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses registers, constants, addresses and lists, and looks names up in the
// scopes around them.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

using namespace weft::ptx;

int Parser::findRegister(std::string_view name) const {
  std::string_view prefix = name;
  while (!prefix.empty() && prefix.back() >= '0' && prefix.back() <= '9')
    prefix.remove_suffix(1);
  uint64_t number = 0;
  std::string_view digits = name.substr(prefix.size());
  bool isNumber = !digits.empty() && digits.size() <= 9 &&
                  (digits.size() == 1 || digits.front() != '0');
  for (char digit : isNumber ? digits : std::string_view())
    number = number * 10 + (digit - '0');
  for (int at = scope; at >= 0; at = scopes[at].parent) {
    const Scope &here = scopes[at];
    auto found = here.registers.find(name);
    if (found != here.registers.end())
      return found->second;
    auto range = isNumber ? here.ranges.find(prefix) : here.ranges.end();
    if (range != here.ranges.end() && int64_t(number) < range->second.count)
      return range->second.first + int(number);
  }
  return -1;
}

int Parser::findVariable(std::string_view name) const {
  for (int at = scope; at >= 0; at = scopes[at].parent) {
    auto found = scopes[at].variables.find(name);
    if (found != scopes[at].variables.end())
      return found->second;
  }
  return -1;
}

int Parser::findLabel(std::string_view name, int from) const {
  for (int at = from; at >= 0; at = scopes[at].parent) {
    auto found = scopes[at].labels.find(name);
    if (found != scopes[at].labels.end())
      return found->second;
  }
  return -1;
}

bool Parser::parseNumber(Operand &operand) {
  const Token &token = tokens[place++];
  operand.value = int64_t(token.value);
  operand.bits = token.value;
  operand.kind = token.kind == Token::Kind::Integer ? Operand::Kind::Integer
                                                    : Operand::Kind::Float;
  operand.isSingle = token.kind == Token::Kind::Single;
  return true;
}

bool Parser::parseOperandName(Operand &operand) {
  const Token &token = tokens[place++];
  operand.name = token.spelling;
  operand.value = -1;
  if (token.spelling == "_") {
    operand.kind = Operand::Kind::Sink;
    return true;
  }
  int index = findRegister(token.spelling);
  if (index >= 0) {
    operand.kind = Operand::Kind::Register;
    operand.value = index;
    return true;
  }
  if (token.spelling.front() == '%') {
    if (peek().kind == Token::Kind::Dot && !peek().isSpaced) {
      const Token &dimension = tokens[place++];
      operand.name = std::string_view(token.spelling.data(),
                                      dimension.spelling.data() +
                                          dimension.spelling.size() -
                                          token.spelling.data());
    }
    operand.kind = Operand::Kind::Special;
    return true;
  }
  operand.kind = Operand::Kind::Symbol;
  operand.value = findVariable(token.spelling);
  return true;
}

/// The elements of `{a, b}` or `(a, b)`. Lists of lists are no operands.
bool Parser::parseList(Operand &operand, char end) {
  operand.kind = Operand::Kind::List;
  while (!take(end)) {
    if (!operand.elements.empty() && !expect(','))
      return false;
    if (peek().is('{') || peek().is('(') || peek().is('['))
      return refuseHere("expected an element of a list");
    operand.elements.emplace_back();
    if (!parseOperand(operand.elements.back()))
      return false;
  }
  return true;
}

bool Parser::parseAddress(Operand &operand) {
  operand.kind = Operand::Kind::Address;
  operand.elements.emplace_back();
  Operand &base = operand.elements.back();
  if (peek().kind == Token::Kind::Name) {
    if (!parseOperandName(base))
      return false;
  } else if (peek().kind == Token::Kind::Integer) {
    parseNumber(base);
  } else {
    return refuseHere("expected a register, a variable or an integer in an "
                      "address");
  }
  bool isNegated = false;
  if (peek().is('+') || peek().is('-')) {
    isNegated = take('-');
    if (!isNegated) {
      ++place;
      isNegated = take('-');
    }
    uint64_t offset;
    if (!expectInteger(offset))
      return false;
    operand.value = isNegated ? int64_t(-offset) : int64_t(offset);
  }
  return expect(']');
}

bool Parser::parseOperand(Operand &operand) {
  if (take('{'))
    return parseList(operand, '}');
  if (take('('))
    return parseList(operand, ')');
  if (take('['))
    return parseAddress(operand);
  bool isInverted = take('!'), isNegated = !isInverted && take('-');
  switch (peek().kind) {
  case Token::Kind::Name:
    if (!parseOperandName(operand))
      return false;
    break;
  case Token::Kind::Integer:
  case Token::Kind::Double:
  case Token::Kind::Single:
    parseNumber(operand);
    break;
  default:
    return refuseHere("expected an operand");
  }
  if (isNegated && operand.kind == Operand::Kind::Integer)
    operand.value = int64_t(-uint64_t(operand.value));
  else if (isNegated && operand.kind == Operand::Kind::Float)
    operand.bits ^= uint64_t(1) << (operand.isSingle ? 31 : 63);
  else
    operand.isNegated = isInverted || isNegated;
  if (!take('|'))
    return true;
  if (peek().kind != Token::Kind::Name)
    return refuseHere("expected a register behind '|'");
  Operand second;
  if (!parseOperandName(second))
    return false;
  Operand first = std::move(operand);
  operand = Operand();
  operand.kind = Operand::Kind::Pair;
  operand.elements = {std::move(first), std::move(second)};
  return true;
}
