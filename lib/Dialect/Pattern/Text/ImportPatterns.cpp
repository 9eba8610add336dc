//===- ImportPatterns.cpp - Programs of patterns as text --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a text into a module, and emits errors where they are in the text.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/Text/ImportPatterns.h"

#include "Emitter.h"

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

static void emitTextError(StringRef text, StringRef fileName,
                          MLIRContext *context, const TextError &error) {
  StringRef before = text.take_front(error.offset);
  size_t line = before.count('\n') + 1;
  size_t column = error.offset - (before.rfind('\n') + 1) + 1;
  Location loc = FileLineColLoc::get(context, fileName, line, column);
  InFlightDiagnostic diagnostic = mlir::emitError(loc, error.message);
  if (!error.hint.empty())
    diagnostic.attachNote(loc) << "hint: " << error.hint;
}

/// Whether the text of all natural numbers in a type can be parsed: large
/// coefficients and deep nesting cannot.
static bool isReadable(Type type) {
  bool readable = true;
  walkNats(type, [&](const Nat &nat, unsigned depth) {
    std::vector<std::string> names;
    for (unsigned level = 0; level != depth; ++level)
      names.push_back("_" + std::to_string(level));
    NatError error;
    std::optional<Nat> read = parseNat(nat.toString(names), names, error);
    readable &= read && *read == nat;
  });
  return readable;
}

static constexpr StringLiteral unreadableLength =
    "a length has a number that is too large, or too many operations in each "
    "other";

/// Refuses a program with a type that has no text.
static bool hasReadableTypes(ProgramOp program) {
  llvm::DenseSet<Type> known;
  WalkResult result = program->walk([&](Operation *op) {
    SmallVector<Type> types(op->getResultTypes());
    for (Region &region : op->getRegions())
      llvm::append_range(types, region.getArgumentTypes());
    for (Type type : types)
      if (known.insert(type).second && !isReadable(type)) {
        emitError(op->getLoc(), unreadableLength);
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return !result.wasInterrupted();
}

OwningOpRef<ModuleOp> pattern::importPatterns(StringRef text,
                                              StringRef fileName,
                                              MLIRContext *context) {
  context->loadDialect<PatternDialect, level::LevelDialect, arith::ArithDialect,
                       math::MathDialect>();
  TextError error;
  std::optional<std::vector<Definition>> definitions =
      parseDefinitions(text, error);
  if (!definitions) {
    emitTextError(text, fileName, context, error);
    return {};
  }
  OwningOpRef<ModuleOp> module =
      ModuleOp::create(FileLineColLoc::get(context, fileName, 1, 1));
  OpBuilder builder(module->getBodyRegion());
  llvm::StringSet<> names;
  for (const Definition &definition : *definitions) {
    bool isNew = names.insert(definition.name).second;
    if (!isNew)
      error = {("two programs are called '" + definition.name + "'").str(),
               definition.offset, ""};
    if (!isNew ||
        !Emitter(text, fileName, builder, error).emitDefinition(definition)) {
      emitTextError(text, fileName, context, error);
      return {};
    }
  }
  if (failed(verify(*module)))
    return {};
  for (auto program : module->getOps<ProgramOp>())
    if (!hasReadableTypes(program))
      return {};
  return module;
}
