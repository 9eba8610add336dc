//===- ParseVariables.cpp - Declarations of PTX variables -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses variables of a state space with their sizes and initial values.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

#include <algorithm>
#include <cstring>

using namespace weft::ptx;

/// The maximum size of a variable, in bytes; sizes do not overflow.
static constexpr uint64_t kMaxVariable = uint64_t(1) << 40;
/// Of all variables that have initial values.
static constexpr uint64_t kInitialBytes = 256 << 20;

/// Parses `.align 8 .b8 a[3][4] = {...}, b;` behind the name of the space.
bool Parser::parseVariables(Space space, bool isExternal,
                            std::vector<Variable> &variables) {
  Variable common;
  common.space = space;
  common.isExternal = isExternal;
  bool hasType = false;
  uint64_t elements = 1, alignment = 0;
  while (peek().kind == Token::Kind::Dot) {
    const Token &word = tokens[place++];
    if (auto type = parseType(word.spelling)) {
      common.type = *type;
      hasType = true;
    } else if (word.spelling == "v2" || word.spelling == "v4") {
      elements = word.spelling == "v2" ? 2 : 4;
    } else if (word.spelling == "align") {
      if (!expectInteger(alignment))
        return false;
    } else if (word.spelling == "attribute") {
      if (!expect('('))
        return false;
      while (!take(')')) {
        if (peek().kind == Token::Kind::End)
          return refuseHere("expected ')', got the end of the text");
        ++place;
      }
    } else {
      return refuse(word, "unknown word '." + std::string(word.spelling) +
                              "' of a variable");
    }
  }
  if (!hasType || common.type.isPredicate())
    return refuseHere("expected the type of a variable");
  if (alignment > 4096 || (alignment & (alignment - 1)))
    return refuseHere("expected an alignment that is a power of two of at "
                      "most 4096");
  common.alignment =
      std::max(unsigned(alignment), common.type.bytes() * unsigned(elements));
  if (alignment)
    common.alignment = unsigned(alignment);
  do {
    Variable variable = common;
    variable.line = peek().line;
    if (!parseVariableName(variable, elements))
      return false;
    if (take('=') && !parseInitialValue(variable))
      return false;
    variables.push_back(std::move(variable));
  } while (take(','));
  return expect(';');
}

/// Parses `name[3][4]` and computes the size.
bool Parser::parseVariableName(Variable &variable, uint64_t elements) {
  const Token &start = peek();
  if (!expectName(variable.name))
    return false;
  uint64_t bytes = variable.type.bytes() * elements;
  while (take('[')) {
    if (take(']')) {
      variable.isDynamic = true;
      bytes = 0;
      continue;
    }
    uint64_t extent;
    if (!expectInteger(extent) || !expect(']'))
      return false;
    if (bytes && extent > kMaxVariable / bytes)
      return refuse(start, "'" + std::string(variable.name) + "' is too large");
    bytes *= extent;
  }
  variable.bytes = bytes;
  variable.alignment =
      std::max(variable.alignment,
               variable.space == Space::Param ? variable.type.bytes() : 1);
  return true;
}

bool Parser::parseInitialValue(Variable &variable) {
  if (variable.space != Space::Global && variable.space != Space::Const)
    return refuseHere("only .global and .const variables have initial values");
  if (!variable.isDynamic) {
    initialBytes += variable.bytes;
    if (variable.bytes > kInitialBytes || initialBytes > kInitialBytes)
      return refuseHere("initial values of more than 256 MiB");
  }
  bool isOpen = variable.isDynamic;
  if (!isOpen)
    variable.initial.assign(variable.bytes, 0);
  uint64_t offset = 0;
  if (!parseInitialElement(variable, offset))
    return false;
  if (isOpen) {
    variable.bytes = variable.initial.size();
    variable.isDynamic = false;
  }
  return true;
}

/// A number, the address of a variable, or a list of these in braces.
bool Parser::parseInitialElement(Variable &variable, uint64_t &offset) {
  // Braces may be nested as deep as a text is long; they only separate.
  unsigned depth = 0;
  do {
    while (take('{'))
      ++depth;
    bool isNegated = take('-');
    const Token &token = peek();
    if (token.kind == Token::Kind::Name) {
      if (!parseReference(variable, offset))
        return false;
      offset += variable.type.bytes();
    } else if (token.kind == Token::Kind::Integer ||
               token.kind == Token::Kind::Double ||
               token.kind == Token::Kind::Single) {
      ++place;
      if (!storeInitial(variable, offset, token, isNegated))
        return false;
    } else if (!token.is('}')) {
      return refuseHere("expected an initial value");
    }
    while (depth && take('}'))
      --depth;
  } while (depth && take(','));
  return depth == 0 || expect('}');
}

/// `name`, `generic(name)` or either with `+ offset`.
bool Parser::parseReference(Variable &variable, uint64_t offset) {
  Variable::Reference reference{offset, "", 0, false};
  if (!expectName(reference.symbol))
    return false;
  if (reference.symbol == "generic" && take('(')) {
    reference.isGeneric = true;
    if (!expectName(reference.symbol) || !expect(')'))
      return false;
  } else if (peek().is('(')) {
    return refuseHere("unknown operator on an address",
                      "mask operators on addresses are not supported");
  }
  if (take('+')) {
    uint64_t addend;
    if (!expectInteger(addend))
      return false;
    reference.addend = int64_t(addend);
  }
  if (variable.type.bytes() != 8)
    return refuseHere("an address in an initial value takes 64 bits");
  if (offset + 8 > variable.initial.size() && !variable.isDynamic)
    return refuseHere("too many initial values");
  if (variable.isDynamic)
    variable.initial.resize(offset + 8);
  variable.references.push_back(reference);
  return true;
}

bool Parser::storeInitial(Variable &variable, uint64_t &offset,
                          const Token &number, bool isNegated) {
  const unsigned bytes = variable.type.bytes();
  if (variable.isDynamic)
    variable.initial.resize(offset + bytes);
  if (offset + bytes > variable.initial.size())
    return refuse(number, "too many initial values");
  uint64_t bits[2] = {number.value, 0};
  if (number.kind == Token::Kind::Integer) {
    if (isNegated) {
      bits[0] = -bits[0];
      bits[1] = ~uint64_t(0);
    }
  } else {
    double value;
    float single;
    if (number.kind == Token::Kind::Double) {
      std::memcpy(&value, &bits[0], sizeof value);
    } else {
      std::memcpy(&single, &bits[0], sizeof single);
      value = single;
    }
    value = isNegated ? -value : value;
    single = float(value);
    bits[0] = 0;
    if (variable.type.kind == Type::Kind::Float && bytes == 8)
      std::memcpy(&bits[0], &value, sizeof value);
    else if (variable.type.kind == Type::Kind::Float && bytes == 4)
      std::memcpy(&bits[0], &single, sizeof single);
    else
      return refuse(number, "a floating-point number cannot initialise "
                            "this type");
  }
  std::memcpy(variable.initial.data() + offset, bits, bytes);
  offset += bytes;
  return true;
}
