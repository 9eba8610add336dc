//===- KernelPrinter.cpp - A kernel at every level --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shows a kernel at any level of its compilation. Each level is made anew from
// the module in tensor index notation, so that a kernel that is only run pays
// nothing for it.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/CHeader.h"
#include "weft/Compiler/Kernel.h"

#include "CSource.h"
#include "CompilerContext.h"
#include "DiagnosticRecorder.h"
#include "PatternSource.h"
#include "RemarkRecorder.h"

#include "weft/Dialect/CIN/Transforms/AppliedSchedule.h"
#include "weft/Explain/Printing.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace weft;

llvm::ArrayRef<llvm::StringLiteral> Kernel::levelNames() {
  static constexpr llvm::StringLiteral names[] = {
      "expression", "plan",         "explain",  "explain-html", "schedule",
      "remarks",    "pattern",      "notation", "graph",        "graph-dot",
      "lattices",   "lattices-dot", "tin",      "cin",          "lattice",
      "scf",        "memref",       "c",        "cuda",         "llvm",
      "asm",        "header"};
  return names;
}

namespace {
/// A way to show a module, and the level that it has to be lowered to.
struct View {
  IRLevel level;
  LogicalResult (*print)(ModuleOp module, llvm::raw_ostream &os);
};
} // namespace

static LogicalResult printModule(ModuleOp module, llvm::raw_ostream &os) {
  module.print(os);
  os << "\n";
  return success();
}

static LogicalResult printSchedule(ModuleOp module, llvm::raw_ostream &os) {
  cin::printSchedule(module, os);
  return success();
}

static LogicalResult printNotation(ModuleOp module, llvm::raw_ostream &os) {
  explain::printConcreteNotations(module, os);
  return success();
}

template <explain::GraphFormat format>
static LogicalResult printGraphs(ModuleOp module, llvm::raw_ostream &os) {
  return explain::printIterationGraphs(module, format, os);
}

template <explain::GraphFormat format>
static LogicalResult printLattices(ModuleOp module, llvm::raw_ostream &os) {
  explain::printIterationLattices(module, format, os);
  return success();
}

/// The view that a name stands for.
static std::optional<View> findView(StringRef name) {
  using explain::GraphFormat;
  return llvm::StringSwitch<std::optional<View>>(name)
      .Case("tin", View{IRLevel::TIN, printModule})
      .Case("cin", View{IRLevel::CIN, printModule})
      .Case("lattice", View{IRLevel::Lattice, printModule})
      .Case("scf", View{IRLevel::SCF, printModule})
      .Case("memref", View{IRLevel::MemRef, printModule})
      .Case("schedule", View{IRLevel::CIN, printSchedule})
      .Case("notation", View{IRLevel::CIN, printNotation})
      .Case("graph", View{IRLevel::CIN, printGraphs<GraphFormat::Text>})
      .Case("graph-dot", View{IRLevel::CIN, printGraphs<GraphFormat::Graphviz>})
      .Case("lattices",
            View{IRLevel::Lattice, printLattices<GraphFormat::Text>})
      .Case("lattices-dot",
            View{IRLevel::Lattice, printLattices<GraphFormat::Graphviz>})
      .Default(std::nullopt);
}

llvm::Expected<std::string> Kernel::print(StringRef level) const {
  const KernelTensor *converted = findConverted();
  if (converted && (level == "header" || level == "c" || level == "cuda"))
    return llvm::createStringError(
        converted->name + " is converted to its format when the kernel has " +
        "run, which a file does not do; choose another format for it");
  if (level == "header")
    return makeCHeader(*this);
  if (level == "pattern") {
    if (!request.patterns)
      return llvm::createStringError(
          "only programs of patterns have the level 'pattern'");
    return request.patterns->print();
  }
  if (level == "expression") {
    // The text is only the signature of a program of patterns.
    if (request.patterns)
      return llvm::createStringError(
          "a program of patterns has no expression; the level 'pattern' prints "
          "the program");
    return notation::print(parsed);
  }
  if (level == "explain" || level == "explain-html")
    return explain(/*html=*/level == "explain-html");

  if (level == "plan") {
    llvm::Expected<std::vector<std::string>> lines = describePlan();
    if (!lines)
      return lines.takeError();
    if (!lines->empty())
      return llvm::join(*lines, "\n") + "\n";
    return request.patterns ? request.patterns->print()
                            : notation::print(parsed);
  }

  CompilerContext context;
  std::string text;
  llvm::raw_string_ostream os(text);
  if (level == "remarks") {
    RemarkRecorder recorder(context.get());
    llvm::Expected<OwningOpRef<ModuleOp>> lowered = lower(IRLevel::LLVM);
    if (!lowered)
      return lowered.takeError();
    recorder.replaceUnused();
    recorder.print(getSource(), os);
    return text;
  }
  if (std::optional<View> view = findView(level)) {
    llvm::Expected<OwningOpRef<ModuleOp>> lowered = lower(view->level);
    if (!lowered)
      return lowered.takeError();
    DiagnosticRecorder recorder(context.get(), getSource());
    if (failed(view->print(**lowered, os)))
      return recorder.takeError("printing");
    return text;
  }
  if (level == "c" || level == "cuda") {
    bool isC = level == "c";
    // C has no vectors, but compilers that are told of them.
    llvm::Expected<OwningOpRef<ModuleOp>> lowered =
        lower(IRLevel::MemRef, /*vectors=*/false);
    if (!lowered)
      return lowered.takeError();
    DiagnosticRecorder recorder(context.get(), getSource());
    if (failed((isC ? writeCSource : writeCUDASource)(*this, **lowered, os)))
      return recorder.takeError(isC ? "writing C" : "writing CUDA");
    return text;
  }
  if (level != "llvm" && level != "asm")
    return llvm::createStringError("unknown level '" + level +
                                   "': expected one of " +
                                   llvm::join(levelNames(), ", "));

  llvm::LLVMContext llvmContext;
  auto optimized = optimize(llvmContext, request.lowering);
  if (!optimized)
    return optimized.takeError();
  auto &[generator, llvmModule] = *optimized;
  if (level == "asm")
    return generator.emitAssembly(*llvmModule);
  llvmModule->print(os, nullptr);
  return text;
}
