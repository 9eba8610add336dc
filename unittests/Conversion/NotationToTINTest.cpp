//===- NotationToTINTest.cpp - Tests of the translation of texts *- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texts and the functions that they become, and texts that are refused with the
// place of the error.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/NotationToTIN/NotationToTIN.h"
#include "weft/Dialect/TIN/IR/TIN.h"
#include "weft/Notation/FormatText.h"
#include "weft/Support/Combiner.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;

namespace {

/// The storage of a tensor as text: its name, format and type.
struct Stored {
  const char *name;
  const char *format;
  const char *type;
};

/// A translated text: its module, or the error with its line, columns and notes.
struct Translation {
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string error;

  Translation(StringRef text, ArrayRef<Stored> stored, bool strictZero) {
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
};

/// The function, or the error.
std::string translate(StringRef text, ArrayRef<Stored> stored = {},
                      bool strictZero = false) {
  Translation translation(text, stored, strictZero);
  if (!translation.module)
    return translation.error;
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  translation.module->getBody()->front().print(
      stream, OpPrintingFlags().useLocalScope());
  return "\n" + printed + "\n";
}

/// Appends an operation by its name and type; accesses by their tensors' names
/// are just types, and reductions have their bodies in braces.
void describe(Operation &op, std::string &text) {
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
  if (op.hasAttr("weft.strict_zero"))
    stream << "!";
  stream << " ";
}

/// The operations in the body of the last compute, or the error.
std::string translateBody(StringRef text, ArrayRef<Stored> stored = {},
                          bool strictZero = false) {
  Translation translation(text, stored, strictZero);
  if (!translation.module)
    return translation.error;
  tin::ComputeOp last;
  translation.module->walk([&](tin::ComputeOp compute) { last = compute; });
  std::string body;
  for (Operation &op : last.getBlock()->without_terminator())
    describe(op, body);
  return StringRef(body).rtrim().str();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

TEST(NotationToTINTest, Function) {
  EXPECT_EQ(translate("y(i) = A(i,j) * x(j)", {{"A", "CSR", "f64"}}), "");
}

TEST(NotationToTINTest, Probe) {
  for (const char *t : {
    "y(i) = 2 * x(i)", "y(i)=x(i)/2 + 1/3", "y = sum(k, max(A(k),0))", "y(i) = A(i,3) + A(i,i)", "y(i) += x(i)", "y = -x", "y(i) = x(i) < 1",
    "y(i) = i * x(i)", "y(i) = 1", "y(i) = sum(k, z(i))", "a(i)=b(i); c(i)=a(i)+a(i)", "y(i) = pow(x(i),2) + pow(x(i),5) + pow(x(i),z(i))",
    "y(i) = select(x(i), 1, z(i))", "y(i) = and(x(i), not(z(i)), x(i)<z(i))", "y = any(i, x(i) > 2) + all(j, z(j))", "y(i)=abs(x(i))+sqrt(2)",
    "y(i) = min(k, A(i,k))", "A(i,j) = A(j,i)", "y(i) = 2.0im * x(i)", "y(i) = conj(x(i)) + real(x(i)) + imag(x(i))"})
    llvm::errs() << t << "\n   " << translateBody(t) << "\n   I " << translateBody(t, {{"x","s","i32"},{"z","s","i32"}}) << "\n   F " << translateBody(t, {{"x","s","f32"},{"y","dense","f32"}}) << "\n   C " << translateBody(t, {{"x","s","complex"},{"y","dense","complex"}})<< "\n";
}

} // namespace
