//===- Check.cpp - Check of PTX for the interpreter -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes all entries of a module with made-up addresses of variables, and
// describes them.
//
//===----------------------------------------------------------------------===//

#include "weft/PTX/Check.h"

#include "Program.h"

#include <algorithm>

using namespace weft::ptx;

/// How a type is written.
static std::string spell(Type type) {
  if (type.isPredicate())
    return ".pred";
  static constexpr const char *kinds[] = {".b", ".u", ".s", ".f", ".bf"};
  std::string text = kinds[unsigned(type.kind)] + std::to_string(type.bits);
  return type.elements == 2 ? text + "x2" : text;
}

static std::string describe(const Function &entry, const Program &program) {
  std::string text = ".entry " + program.name + "\n";
  for (size_t i = 0; i < entry.parameters.size(); ++i) {
    const Variable &parameter = entry.parameters[i];
    text +=
        "  param " + spell(parameter.type) + " " + std::string(parameter.name);
    if (parameter.bytes != parameter.type.bytes())
      text += "[" + std::to_string(parameter.bytes) + "]";
    text += " at " + std::to_string(program.parameters[i].offset) + "\n";
  }
  text += "  shared " + std::to_string(program.sharedBytes) + " bytes, local " +
          std::to_string(program.localBytes) + " bytes\n";
  text += "  instructions " + std::to_string(program.code.size() - 1) + "\n";
  for (const auto &opcode : program.opcodes)
    text += "    " + std::to_string(opcode.second) + " " + opcode.first + "\n";
  return text;
}

std::vector<KernelSummary>
weft::ptx::checkModule(std::string_view text,
                       std::vector<Diagnostic> &diagnostics) {
  std::vector<KernelSummary> kernels;
  Diagnostic diagnostic;
  auto module = parseModule(text, diagnostic);
  if (!module) {
    diagnostics.push_back(std::move(diagnostic));
    return kernels;
  }
  SymbolAddress symbols = [](std::string_view) -> std::optional<uint64_t> {
    return 0;
  };
  std::vector<Diagnostic> found;
  for (const Function &function : module->functions)
    if (function.isEntry && !function.isDeclaration) {
      Program program = decode(*module, function, symbols, found);
      kernels.push_back({program.name, describe(function, program)});
    }
  // A function that is inlined twice has each error once.
  auto place = [](const Diagnostic &a) {
    return std::tie(a.line, a.column, a.message);
  };
  std::sort(found.begin(), found.end(),
            [&](const Diagnostic &a, const Diagnostic &b) {
              return place(a) < place(b);
            });
  found.erase(std::unique(found.begin(), found.end(),
                          [&](const Diagnostic &a, const Diagnostic &b) {
                            return place(a) == place(b);
                          }),
              found.end());
  diagnostics.insert(diagnostics.end(), found.begin(), found.end());
  return kernels;
}
