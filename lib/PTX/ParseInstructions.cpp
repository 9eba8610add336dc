//===- ParseInstructions.cpp - Bodies of PTX functions --------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses declarations of registers, labels and instructions. Braces open a
// scope; labels are resolved when the body is complete, because branches may
// stand in front of them.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

using namespace weft::ptx;

bool Parser::parseBody(Function &function) {
  scopes.assign(1, Scope{-1, {}, {}, {}, {}});
  scope = 0;
  instructionScopes.clear();
  pendingTargets.clear();
  for (auto *list : {&function.results, &function.parameters})
    for (Variable &parameter : *list)
      if (parameter.registerIndex >= 0) {
        parameter.registerIndex = int(function.registers.size());
        scopes[0].registers[parameter.name] = parameter.registerIndex;
        function.registers.push_back(parameter.type);
      }
  if (!expect('{'))
    return false;
  while (scope >= 0) {
    if (take('{')) {
      scopes.push_back(Scope{scope, {}, {}, {}, {}});
      scope = int(scopes.size()) - 1;
    } else if (take('}')) {
      scope = scopes[scope].parent;
    } else if (!parseStatement(function)) {
      return false;
    }
  }
  return resolveLabels(function);
}

bool Parser::parseStatement(Function &function) {
  const Token &start = peek();
  if (start.kind == Token::Kind::End)
    return refuseHere("expected '}' at the end of '" +
                      std::string(function.name) + "'");
  if (take(';'))
    return true;
  if (start.kind == Token::Kind::Name && peek(1).is(':')) {
    place += 2;
    if (peek().kind == Token::Kind::Dot && peek().spelling == "branchtargets")
      return parseTargetList(function, start.spelling);
    if (peek().kind == Token::Kind::Dot && peek().spelling == "callprototype")
      return skipStatement();
    if (!scopes[scope]
             .labels.try_emplace(start.spelling, int(function.labels.size()))
             .second)
      return refuse(start, "label '" + std::string(start.spelling) +
                               "' is defined twice");
    function.labels.push_back(uint32_t(function.body.size()));
    return true;
  }
  if (start.kind != Token::Kind::Dot)
    return parseInstruction(function);
  ++place;
  std::string_view word = start.spelling;
  if (word == "reg")
    return parseRegisters(function);
  if (word == "loc" || word == "file") {
    skipLine();
    return true;
  }
  if (word == "pragma")
    return skipStatement();
  static constexpr struct {
    std::string_view word;
    Space space;
  } spaces[] = {{"param", Space::Param},
                {"local", Space::Local},
                {"shared", Space::Shared},
                {"global", Space::Global},
                {"const", Space::Const}};
  for (const auto &candidate : spaces)
    if (candidate.word == word) {
      size_t first = function.locals.size();
      if (!parseVariables(candidate.space, false, function.locals))
        return false;
      for (size_t i = first; i < function.locals.size(); ++i)
        scopes[scope].variables[function.locals[i].name] = int(i);
      return true;
    }
  return refuse(start, "unknown directive '." + std::string(word) + "'");
}

/// `.reg .b32 %r<17>, %temp;`
bool Parser::parseRegisters(Function &function) {
  const Token &word = peek();
  auto type = word.kind == Token::Kind::Dot ? parseType(word.spelling)
                                            : std::optional<Type>();
  if (!type)
    return refuseHere("expected the type of a register",
                      "vector registers are not supported");
  ++place;
  do {
    const Token &start = peek();
    std::string_view name;
    if (!expectName(name))
      return false;
    uint64_t count = 1;
    Scope &here = scopes[scope];
    if (take('<')) {
      if (!expectInteger(count) || !expect('>'))
        return false;
      if (count > 1u << 20)
        return refuse(start, "too many registers");
      here.ranges[name] = {int(function.registers.size()), int(count)};
    } else {
      here.registers[name] = int(function.registers.size());
    }
    if (function.registers.size() + count > 1u << 20)
      return refuse(start, "too many registers");
    function.registers.insert(function.registers.end(), count, *type);
  } while (take(','));
  return expect(';');
}

bool Parser::parseTargetList(Function &function, std::string_view label) {
  ++place;
  scopes[scope].labels[label] = int(function.labels.size());
  function.targetLists.push_back({uint32_t(function.labels.size()), {}});
  function.labels.push_back(uint32_t(function.body.size()));
  do {
    Token name = peek();
    if (!expectName(name.spelling))
      return false;
    pendingTargets.push_back({function.targetLists.size() - 1, name, scope});
  } while (take(','));
  return expect(';');
}

bool Parser::parseInstruction(Function &function) {
  Instruction instruction;
  if (take('@')) {
    instruction.isGuardNegated = take('!');
    const Token &guard = peek();
    std::string_view name;
    if (!expectName(name))
      return false;
    instruction.guard = findRegister(name);
    if (instruction.guard < 0 ||
        !function.registers[instruction.guard].isPredicate())
      return refuse(guard,
                    "'" + std::string(name) + "' is no predicate register");
  }
  instruction.line = peek().line;
  instruction.column = peek().column;
  if (!expectName(instruction.opcode))
    return false;
  while (peek().kind == Token::Kind::Dot && !peek().isSpaced)
    instruction.modifiers.push_back(tokens[place++].spelling);
  while (!take(';')) {
    if (!instruction.operands.empty() && !expect(','))
      return false;
    instruction.operands.emplace_back();
    if (!parseOperand(instruction.operands.back()))
      return false;
  }
  function.body.push_back(std::move(instruction));
  instructionScopes.push_back(scope);
  return true;
}

bool Parser::resolveLabels(Operand &operand, int from) {
  for (Operand &element : operand.elements)
    resolveLabels(element, from);
  if (operand.kind != Operand::Kind::Symbol || operand.value >= 0)
    return true;
  int label = findLabel(operand.name, from);
  if (label >= 0) {
    operand.kind = Operand::Kind::Label;
    operand.value = label;
  }
  return true;
}

bool Parser::resolveLabels(Function &function) {
  for (size_t i = 0; i < function.body.size(); ++i)
    for (Operand &operand : function.body[i].operands)
      resolveLabels(operand, instructionScopes[i]);
  for (const PendingTarget &target : pendingTargets) {
    int label = findLabel(target.name.spelling, target.scope);
    if (label < 0)
      return refuse(target.name, "label '" + std::string(target.name.spelling) +
                                     "' is not defined");
    function.targetLists[target.list].targets.push_back(uint32_t(label));
  }
  return true;
}
