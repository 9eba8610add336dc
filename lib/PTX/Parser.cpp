//===- Parser.cpp - Modules and functions of PTX --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses what stands outside of bodies. Debug information and directives that
// only advise an assembler are skipped.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

using namespace weft::ptx;

std::optional<Type> weft::ptx::parseType(std::string_view word) {
  static constexpr struct {
    std::string_view word;
    Type type;
  } types[] = {
      {"b8", {Type::Kind::Bits, 8}},
      {"b16", {Type::Kind::Bits, 16}},
      {"b32", {Type::Kind::Bits, 32}},
      {"b64", {Type::Kind::Bits, 64}},
      {"b128", {Type::Kind::Bits, 128}},
      {"u8", {Type::Kind::Unsigned, 8}},
      {"u16", {Type::Kind::Unsigned, 16}},
      {"u32", {Type::Kind::Unsigned, 32}},
      {"u64", {Type::Kind::Unsigned, 64}},
      {"s8", {Type::Kind::Signed, 8}},
      {"s16", {Type::Kind::Signed, 16}},
      {"s32", {Type::Kind::Signed, 32}},
      {"s64", {Type::Kind::Signed, 64}},
      {"f16", {Type::Kind::Float, 16}},
      {"f32", {Type::Kind::Float, 32}},
      {"f64", {Type::Kind::Float, 64}},
      {"bf16", {Type::Kind::BFloat, 16}},
      {"f16x2", {Type::Kind::Float, 16, 2}},
      {"bf16x2", {Type::Kind::BFloat, 16, 2}},
      {"u16x2", {Type::Kind::Unsigned, 16, 2}},
      {"s16x2", {Type::Kind::Signed, 16, 2}},
      {"pred", {Type::Kind::Predicate, 0}},
  };
  for (const auto &type : types)
    if (type.word == word)
      return type.type;
  return std::nullopt;
}

const Function *Module::findFunction(std::string_view name) const {
  const Function *found = nullptr;
  for (const Function &function : functions)
    if (function.name == name && (!found || found->isDeclaration))
      found = &function;
  return found;
}

const Variable *Module::findVariable(std::string_view name) const {
  for (const Variable &variable : variables)
    if (variable.name == name)
      return &variable;
  return nullptr;
}

bool Parser::refuse(const Token &token, std::string message, std::string hint) {
  diagnostic = {token.line, token.column, std::move(message), std::move(hint)};
  return false;
}

bool Parser::refuseHere(std::string message, std::string hint) {
  return refuse(peek(), std::move(message), std::move(hint));
}

bool Parser::take(char mark) {
  bool isThere = peek().is(mark);
  place += isThere;
  return isThere;
}

bool Parser::takeDot(std::string_view word) {
  bool isThere = peek().kind == Token::Kind::Dot && peek().spelling == word;
  place += isThere;
  return isThere;
}

/// How a message names a token.
static std::string describe(const Token &token) {
  if (token.kind == Token::Kind::End)
    return "the end of the text";
  return "'" + std::string(token.kind == Token::Kind::Dot ? "." : "") +
         std::string(token.spelling) + "'";
}

bool Parser::expect(char mark) {
  return take(mark) || refuseHere("expected '" + std::string(1, mark) +
                                  "', got " + describe(peek()));
}

bool Parser::expectName(std::string_view &name) {
  if (peek().kind != Token::Kind::Name)
    return refuseHere("expected a name, got " + describe(peek()));
  name = tokens[place++].spelling;
  return true;
}

bool Parser::expectInteger(uint64_t &value) {
  if (peek().kind != Token::Kind::Integer)
    return refuseHere("expected an integer, got " + describe(peek()));
  value = tokens[place++].value;
  return true;
}

/// Skips the rest of a line, as of `.loc`, which has no end mark.
void Parser::skipLine() {
  unsigned line = peek().line;
  while (peek().kind != Token::Kind::End && peek().line == line)
    ++place;
}

bool Parser::skipStatement() {
  while (!take(';')) {
    if (peek().kind == Token::Kind::End)
      return refuseHere("expected ';', got the end of the text");
    ++place;
  }
  return true;
}

bool Parser::skipBraces() {
  if (!expect('{'))
    return false;
  for (unsigned depth = 1; depth != 0; ++place) {
    if (peek().kind == Token::Kind::End)
      return refuseHere("expected '}', got the end of the text");
    if (peek().is('{'))
      ++depth;
    else if (peek().is('}'))
      --depth;
  }
  return true;
}

bool Parser::parse() {
  while (peek().kind != Token::Kind::End)
    if (!parseDirective())
      return false;
  if (module.version.empty())
    return refuse(tokens.front(), "the text has no '.version'",
                  "PTX begins with .version, .target and .address_size");
  return true;
}

bool Parser::parseDirective() {
  const Token &start = peek();
  bool isExternal = false;
  while (true) {
    if (takeDot("extern"))
      isExternal = true;
    else if (!takeDot("visible") && !takeDot("weak") && !takeDot("common"))
      break;
  }
  if (peek().kind != Token::Kind::Dot)
    return refuseHere("expected a directive, got " + describe(peek()));
  std::string_view word = tokens[place++].spelling;
  if (word == "version" || word == "target") {
    (word == "version" ? module.version : module.target) = peek().spelling;
    skipLine();
    return true;
  }
  if (word == "address_size") {
    uint64_t bits;
    const Token &size = peek();
    return expectInteger(bits) &&
           (bits == 64 || refuse(size, "expected '.address_size 64', got " +
                                           std::to_string(bits)));
  }
  if (word == "entry" || word == "func")
    return parseFunction(word == "entry", isExternal);
  if (word == "global" || word == "const" || word == "shared") {
    Space space = word == "global"  ? Space::Global
                  : word == "const" ? Space::Const
                                    : Space::Shared;
    return parseVariables(space, isExternal, module.variables);
  }
  if (word == "file" || word == "loc") {
    skipLine();
    return true;
  }
  if (word == "section") {
    ++place;
    if (peek().kind == Token::Kind::Dot || peek().kind == Token::Kind::Name)
      ++place;
    while (!peek().is('{') && peek().kind != Token::Kind::End)
      ++place;
    return skipBraces();
  }
  if (word == "pragma")
    return skipStatement();
  return refuse(start, "unknown directive '." + std::string(word) + "'");
}

bool Parser::parseThreads(std::array<unsigned, 3> &threads) {
  threads = {1, 1, 1};
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    uint64_t value;
    if (!expectInteger(value))
      return false;
    threads[dimension] = unsigned(value);
    if (!take(','))
      break;
  }
  return true;
}

bool Parser::parseFunctionDirectives(Function &function) {
  while (peek().kind == Token::Kind::Dot) {
    const Token &start = tokens[place++];
    std::string_view word = start.spelling;
    std::array<unsigned, 3> ignored;
    if (word == "maxntid" || word == "reqntid") {
      if (!parseThreads(word == "maxntid" ? function.maximumThreads
                                          : function.requiredThreads))
        return false;
    } else if (word == "minnctapersm" || word == "maxnreg" ||
               word == "maxnctapersm") {
      if (!parseThreads(ignored))
        return false;
    } else if (word == "pragma") {
      if (!skipStatement())
        return false;
    } else if (word != "noreturn") {
      return refuse(start, "unknown directive '." + std::string(word) + "'");
    }
  }
  return true;
}

/// `.param .u64 .ptr .global .align 8 name[16]` or `.reg .b32 %a`.
bool Parser::parseParameter(Variable &parameter) {
  const Token &start = peek();
  bool isRegister = takeDot("reg");
  if (!isRegister && !takeDot("param"))
    return refuseHere("expected '.param', got " + describe(peek()));
  parameter.space = Space::Param;
  parameter.line = start.line;
  bool hasType = false;
  while (peek().kind == Token::Kind::Dot) {
    std::string_view word = tokens[place++].spelling;
    uint64_t alignment;
    if (auto type = parseType(word)) {
      parameter.type = *type;
      hasType = true;
    } else if (word == "ptr") {
      takeDot("global") || takeDot("shared") || takeDot("const") ||
          takeDot("local");
      // This is the alignment of what the pointer points to.
      if (takeDot("align") && !expectInteger(alignment))
        return false;
    } else if (word == "align") {
      if (!expectInteger(alignment))
        return false;
      parameter.alignment = unsigned(alignment);
    } else {
      --place;
      return refuseHere("unknown word '." + std::string(word) +
                        "' of a parameter");
    }
  }
  if (!hasType)
    return refuseHere("expected the type of a parameter");
  uint64_t elements = 1;
  if (peek().kind != Token::Kind::Name)
    return refuseHere("expected a name, got " + describe(peek()));
  if (isRegister) {
    parameter.registerIndex = 0;
    return expectName(parameter.name);
  }
  return parseVariableName(parameter, elements);
}

bool Parser::parseParameters(std::vector<Variable> &parameters) {
  if (!take('('))
    return true;
  if (take(')'))
    return true;
  do {
    parameters.emplace_back();
    if (!parseParameter(parameters.back()))
      return false;
  } while (take(','));
  return expect(')');
}

bool Parser::parseFunction(bool isEntry, bool isExternal) {
  Function function;
  function.isEntry = isEntry;
  function.line = peek().line;
  if (!isEntry && !parseParameters(function.results))
    return false;
  if (!expectName(function.name) || !parseParameters(function.parameters) ||
      !parseFunctionDirectives(function))
    return false;
  if (take(';')) {
    function.isDeclaration = true;
  } else if (!peek().is('{')) {
    return refuseHere("expected the body of '" + std::string(function.name) +
                      "', got " + describe(peek()));
  } else if (!parseBody(function)) {
    return false;
  }
  return addFunction(std::move(function));
}

bool Parser::addFunction(Function function) {
  const Function *other = module.findFunction(function.name);
  if (other && !other->isDeclaration && !function.isDeclaration) {
    diagnostic = {function.line, 1,
                  "'" + std::string(function.name) + "' is defined twice", ""};
    return false;
  }
  module.functions.push_back(std::move(function));
  return true;
}

std::optional<Module> weft::ptx::parseModule(std::string_view text,
                                             Diagnostic &diagnostic) {
  Module module;
  module.text = std::make_unique<std::string>(text);
  auto tokens = tokenize(*module.text, diagnostic);
  if (!tokens || !Parser(std::move(*tokens), module, diagnostic).parse())
    return std::nullopt;
  return module;
}
