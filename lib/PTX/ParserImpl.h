//===- ParserImpl.h - Parser of PTX modules ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parser by recursive descent. Parser.cpp reads directives of modules and
// functions, ParseVariables.cpp declarations with their initial values, and
// ParseInstructions.cpp bodies. Each function returns false after a refusal.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PTX_PARSERIMPL_H
#define WEFT_LIB_PTX_PARSERIMPL_H

#include "Lexer.h"

#include <unordered_map>

namespace weft {
namespace ptx {

class Parser {
public:
  Parser(std::vector<Token> tokens, Module &module, Diagnostic &diagnostic)
      : tokens(std::move(tokens)), module(module), diagnostic(diagnostic) {}

  bool parse();

private:
  /// Registers, variables and labels that a pair of braces declares.
  struct Scope {
    int parent;
    std::unordered_map<std::string_view, int> registers;
    /// `%r<17>` declares `%r0` to `%r16`.
    struct Range {
      int first, count;
    };
    std::unordered_map<std::string_view, Range> ranges;
    std::unordered_map<std::string_view, int> variables, labels;
  };

  const Token &peek(size_t offset = 0) const {
    size_t index = place + offset;
    return index < tokens.size() ? tokens[index] : tokens.back();
  }
  bool take(char mark);
  bool takeDot(std::string_view word);
  bool expect(char mark);
  bool expectName(std::string_view &name);
  bool expectInteger(uint64_t &value);
  bool refuse(const Token &token, std::string message, std::string hint = "");
  bool refuseHere(std::string message, std::string hint = "");

  // Parser.cpp
  bool parseDirective();
  bool parseFunction(bool isEntry, bool isExternal);
  bool parseParameters(std::vector<Variable> &parameters);
  bool parseParameter(Variable &parameter);
  bool parseFunctionDirectives(Function &function);
  bool parseThreads(std::array<unsigned, 3> &threads);
  bool addFunction(Function function);
  bool skipBraces();
  void skipLine();
  bool skipStatement();

  // ParseVariables.cpp
  bool parseVariables(Space space, bool isExternal,
                      std::vector<Variable> &variables);
  bool parseVariableName(Variable &variable, uint64_t elements);
  bool parseInitialValue(Variable &variable);
  bool parseInitialElement(Variable &variable, uint64_t &offset);
  bool parseReference(Variable &variable, uint64_t offset);
  bool storeInitial(Variable &variable, uint64_t &offset, const Token &number,
                    bool isNegated);

  // ParseInstructions.cpp
  bool parseBody(Function &function);
  bool parseStatement(Function &function);
  bool parseRegisters(Function &function);
  bool parseTargetList(Function &function, std::string_view label);
  bool parseInstruction(Function &function);
  bool parseOperand(Operand &operand);
  bool parseOperandName(Operand &operand);
  bool parseAddress(Operand &operand);
  bool parseList(Operand &operand, char end);
  bool parseNumber(Operand &operand);
  int findRegister(std::string_view name) const;
  int findVariable(std::string_view name) const;
  int findLabel(std::string_view name, int from) const;
  bool resolveLabels(Function &function);
  bool resolveLabels(Operand &operand, int from);

  std::vector<Token> tokens;
  size_t place = 0;
  /// Of the initial values so far.
  uint64_t initialBytes = 0;
  Module &module;
  Diagnostic &diagnostic;
  std::vector<Scope> scopes;
  int scope = -1;
  /// The scope of each instruction and list of targets of a body.
  std::vector<int> instructionScopes;
  /// Labels that lists of targets name, before they are resolved.
  struct PendingTarget {
    size_t list;
    Token name;
    int scope;
  };
  std::vector<PendingTarget> pendingTargets;
};

} // namespace ptx
} // namespace weft

#endif // WEFT_LIB_PTX_PARSERIMPL_H
