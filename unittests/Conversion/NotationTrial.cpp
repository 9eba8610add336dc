//===- NotationTrial.cpp - Texts that are translated ----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the parser and the translation, and describes modules in few words.
//
//===----------------------------------------------------------------------===//

#include "NotationTrial.h"

#include "weft/Conversion/NotationToTIN/NotationToTIN.h"
#include "weft/Dialect/TIN/IR/TIN.h"
#include "weft/Notation/FormatText.h"
#include "weft/Support/Combiner.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace weft;
using namespace weft::test;

Translation::Translation(StringRef text, ArrayRef<Stored> stored,
                         bool strictZero) {
  auto program = notation::parseProgram(std::string_view(text));
  if (!program) {
    error = "parse error: " + program.error().message;
    return;
  }
  TranslationOptions options;
  options.strictZero = strictZero;
  for (const notation::Tensor &tensor : program->tensors) {
    TensorStorage storage{runtime::Format::dense(tensor.order)};
    for (const Stored &given : stored)
      if (tensor.name == given.name) {
        if (*given.format)
          storage.format = *notation::parseFormat(given.format, tensor.order);
        storage.type = *notation::parseType(given.type);
      }
    options.storage.push_back(storage);
  }
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    llvm::raw_string_ostream stream(error);
    if (auto place = dyn_cast<FileLineColRange>(diagnostic.getLocation()))
      stream << place.getStartLine() << ":" << place.getStartColumn() << "-"
             << place.getEndColumn() << ": ";
    stream << diagnostic.str();
    for (Diagnostic &note : diagnostic.getNotes())
      stream << "; " << note.str();
    return success();
  });
  module = translateToTIN(*program, text, options, &context);
  if (module && failed(verify(*module)))
    module = nullptr;
}

std::string test::translate(StringRef text, ArrayRef<Stored> stored,
                            bool strictZero) {
  Translation translation(text, stored, strictZero);
  if (!translation.module)
    return translation.error;
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  translation.module->getBody()->front().print(
      stream, OpPrintingFlags().useLocalScope());
  return "\n" + printed + "\n";
}

/// Appends an operation by its name and type.
static void describe(Operation &op, std::string &text) {
  llvm::raw_string_ostream stream(text);
  if (auto reduce = dyn_cast<tin::ReduceOp>(op)) {
    stream << "reduce(" << getSimpleCombinerOp(reduce.getCombiner())->getName();
    for (unsigned i = 0; i != reduce.getVariables().size(); ++i)
      stream << " " << reduce.getVariableName(i);
    stream << "){ ";
    for (Operation &inner : reduce.getBlock()->without_terminator())
      describe(inner, text);
    stream << "} ";
    return;
  }
  StringRef name = op.getName().stripDialect();
  stream << name << ":" << op.getResult(0).getType();
  if (Attribute value = op.getAttr("value")) {
    stream << "=";
    value.print(stream, /*elideType=*/true);
  }
  stream << " ";
}

std::string test::translateBody(StringRef text, ArrayRef<Stored> stored,
                                bool strictZero) {
  Translation translation(text, stored, strictZero);
  if (!translation.module)
    return translation.error;
  tin::ComputeOp last;
  translation.module->walk([&](tin::ComputeOp compute) { last = compute; });
  std::string body = last.getStrictZero() ? "strict " : "";
  for (Operation &op : last.getBlock()->without_terminator())
    describe(op, body);
  return StringRef(body).rtrim().str();
}
