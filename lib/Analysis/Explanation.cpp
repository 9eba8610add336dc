//===- Explanation.cpp - A kernel in words ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts together for a person what the IR says of how a kernel works: statements
// with their domains and the reasons for their form, and coiterations with
// their lattices and costs.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/Printing.h"

#include "Decisions.h"

#include "weft/Analysis/IterationGraph.h"
#include "weft/Analysis/LatticeFromIR.h"
#include "weft/Analysis/LoopCosts.h"
#include "weft/Conversion/KernelAttributes.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;

static void printSection(StringRef title, ArrayRef<std::string> lines,
                         llvm::raw_ostream &os) {
  if (lines.empty())
    return;
  os << "  " << title << "\n";
  for (const std::string &line : lines)
    os << "    " << line << "\n";
}

/// Prints a text of several lines, each indented.
static void printIndented(StringRef text, llvm::raw_ostream &os) {
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    os << "    " << line << "\n";
    text = rest;
  }
}

static LogicalResult explainKernel(cin::KernelOp kernel,
                                   ArrayRef<cin::KernelOp> kernels,
                                   llvm::raw_ostream &os) {
  FailureOr<IterationGraph> graph = IterationGraph::build(kernel);
  if (failed(graph))
    return failure();
  os << "Kernel";
  if (kernels.size() > 1)
    os << " " << llvm::find(kernels, kernel) - kernels.begin() + 1;
  os << ": ";
  printConcreteNotation(kernel, os);
  os << "\n";
  KernelNames names(kernel);
  printSection("Temporary", explainTemporary(kernel, names, kernels), os);
  std::string text;
  llvm::raw_string_ostream stream(text);
  graph->print(stream);
  os << "  Iteration graph\n";
  printIndented(text, os);
  printSection("Loop order", explainOrder(kernel, names), os);
  printSection("Workspaces", explainWorkspaces(kernel, names), os);
  return success();
}

/// Why a coiteration has one region for all points.
static void printGuarded(lattice::CoiterateOp coiterate,
                         llvm::raw_ostream &os) {
  os << coiterate.getName() << ": guarded, one loop tells the points apart";
  if (auto copies = coiterate->getAttrOfType<DenseI64ArrayAttr>(kCopiesAttr)) {
    ArrayRef<int64_t> counts = copies.asArrayRef();
    if (counts.size() == 2 && counts[0] >= 0)
      os << "; loops for each would be " << counts[0]
         << " copies, and the limit is " << counts[1];
    else if (counts.size() == 2)
      os << "; loops for each would be more copies than the limit of "
         << counts[1];
  }
}

static void explainCoiterations(Operation *function, llvm::raw_ostream &os) {
  bool hasCoiterations = false;
  SmallVector<std::string> guarded;
  function->walk<WalkOrder::PreOrder>([&](lattice::CoiterateOp coiterate) {
    hasCoiterations = true;
    if (!coiterate.getGuarded())
      return;
    std::string line;
    llvm::raw_string_ostream stream(line);
    printGuarded(coiterate, stream);
    if (!llvm::is_contained(guarded, line))
      guarded.push_back(line);
  });
  if (!hasCoiterations)
    return;
  os << "Lattices\n";
  std::string text;
  llvm::raw_string_ostream stream(text);
  printIterationLattices(function, GraphFormat::Text, stream);
  printIndented(text, os);
  for (const std::string &line : guarded)
    os << "  " << line << "\n";
  if (guarded.empty())
    os << "  all are exact: each point has a loop and a region\n";
  os << "Cost\n";
  LoopCosts(function).print(os, /*indentation=*/2);
}

LogicalResult weft::analysis::printExplanation(Operation *root,
                                               llvm::raw_ostream &os) {
  SmallVector<Operation *> functions;
  if (isa<FunctionOpInterface>(root))
    functions.push_back(root);
  else
    root->walk(
        [&](FunctionOpInterface function) { functions.push_back(function); });
  for (Operation *function : functions) {
    SmallVector<cin::KernelOp> kernels;
    function->walk([&](cin::KernelOp kernel) { kernels.push_back(kernel); });
    for (cin::KernelOp kernel : kernels)
      if (failed(explainKernel(kernel, kernels, os)))
        return failure();
    explainCoiterations(function, os);
  }
  return success();
}
