//===- PrintPasses.cpp - Passes that show kernels ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the views of kernels available to weft-opt, so that tests and pipelines
// see what the driver shows.
//
//===----------------------------------------------------------------------===//

#include "weft/Explain/Passes.h"

#include "weft/Explain/Printing.h"

namespace weft {
namespace explain {
#define GEN_PASS_DEF_PRINTITERATIONGRAPHS
#define GEN_PASS_DEF_PRINTLATTICES
#define GEN_PASS_DEF_PRINTCONCRETENOTATION
#define GEN_PASS_DEF_PRINTEXPLANATION
#include "weft/Explain/Passes.h.inc"
} // namespace explain
} // namespace weft

using namespace weft::explain;

static GraphFormat getFormat(bool dot) {
  return dot ? GraphFormat::Graphviz : GraphFormat::Text;
}

namespace {
struct PrintIterationGraphs
    : public impl::PrintIterationGraphsBase<PrintIterationGraphs> {
  using PrintIterationGraphsBase::PrintIterationGraphsBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (failed(
            printIterationGraphs(getOperation(), getFormat(dot), llvm::outs())))
      signalPassFailure();
  }
};

struct PrintLattices : public impl::PrintLatticesBase<PrintLattices> {
  using PrintLatticesBase::PrintLatticesBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    printIterationLattices(getOperation(), getFormat(dot), llvm::outs());
  }
};

struct PrintConcreteNotation
    : public impl::PrintConcreteNotationBase<PrintConcreteNotation> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    printConcreteNotations(getOperation(), llvm::outs());
  }
};

struct PrintExplanation : public impl::PrintExplanationBase<PrintExplanation> {
  using PrintExplanationBase::PrintExplanationBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (html)
      printExplanationPage(getOperation(), llvm::outs(), lookups);
    else
      printExplanation(getOperation(), llvm::outs(), lookups);
  }
};
} // namespace
