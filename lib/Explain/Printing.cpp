//===- Printing.cpp - Kernels as people read them ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shows all kernels and coiterations of a piece of IR.
//
//===----------------------------------------------------------------------===//

#include "weft/Explain/Printing.h"

#include "weft/Explain/ExplanationPage.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;
using namespace weft::explain;

LogicalResult weft::explain::printIterationGraphs(Operation *root,
                                                  GraphFormat format,
                                                  llvm::raw_ostream &os) {
  WalkResult result = root->walk([&](cin::KernelOp kernel) -> WalkResult {
    FailureOr<IterationGraph> graph = IterationGraph::build(kernel);
    if (failed(graph))
      return WalkResult::interrupt();
    if (format == GraphFormat::Text)
      graph->print(os);
    else
      graph->printDot(os);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

void weft::explain::printConcreteNotations(Operation *root,
                                           llvm::raw_ostream &os) {
  root->walk([&](cin::KernelOp kernel) {
    printConcreteNotation(kernel, os);
    os << "\n";
  });
}

static void printDots(ArrayRef<LatticeTree> trees, llvm::raw_ostream &os) {
  for (const LatticeTree &tree : trees) {
    tree.printDot(os);
    for (const std::vector<LatticeTree> &nested : tree.nested)
      printDots(nested, os);
  }
}

void weft::explain::printIterationLattices(Operation *root, GraphFormat format,
                                           llvm::raw_ostream &os) {
  std::vector<LatticeTree> trees = getLatticeTrees(root);
  if (format == GraphFormat::Graphviz)
    return printDots(trees, os);
  for (const LatticeTree &tree : trees)
    tree.print(os);
}

void weft::explain::printExplanation(Operation *root, llvm::raw_ostream &os,
                                     analysis::Lookups lookups) {
  Explanation explanation;
  explanation.add(root, lookups);
  explanation.print(os);
}

void weft::explain::printExplanationPage(Operation *root, llvm::raw_ostream &os,
                                         analysis::Lookups lookups) {
  ExplanationPage page;
  page.explanation.add(root, lookups);
  std::string text;
  llvm::raw_string_ostream stream(text);
  root->print(stream);
  page.listings.push_back(
      {"IR", splitLines(text, [](size_t) { return std::nullopt; })});
  page.print(os);
}
