//===- ExplanationText.cpp - Explanations as text ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints explanations for a terminal, where indentation is all the layout there
// is.
//
//===----------------------------------------------------------------------===//

#include "weft/Explain/Explanation.h"

using namespace weft;
using namespace weft::analysis;
using namespace weft::explain;

static void printSection(const ExplanationSection &section,
                         llvm::raw_ostream &os) {
  if (section.lines.empty())
    return;
  os << "  " << section.title << "\n";
  for (const std::string &line : section.lines)
    os << "    " << line << "\n";
}

/// Prints a text of several lines, each indented.
static void printIndented(llvm::StringRef text, llvm::raw_ostream &os) {
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    os << "    " << line << "\n";
    text = rest;
  }
}

static void printKernel(const KernelExplanation &kernel,
                        llvm::raw_ostream &os) {
  os << kernel.title << ": " << kernel.notation << "\n";
  for (const ExplanationSection &section : kernel.context)
    printSection(section, os);
  std::string text;
  llvm::raw_string_ostream stream(text);
  kernel.graph.print(stream);
  os << "  Iteration graph\n";
  printIndented(text, os);
  for (const ExplanationSection &section : kernel.reasons)
    printSection(section, os);
}

/// Prints a section that belongs to no kernel.
static void printLines(const ExplanationSection &section,
                       llvm::raw_ostream &os) {
  if (!section.lines.empty())
    os << section.title << "\n";
  for (const std::string &line : section.lines)
    os << "  " << line << "\n";
}

static void printCoiterations(const CoiterationExplanation &coiterations,
                              const CostNumbers *numbers,
                              llvm::raw_ostream &os) {
  std::string version =
      coiterations.version == 0
          ? std::string()
          : " (version " + std::to_string(coiterations.version) + ")";
  os << "Lattices" << version << "\n";
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (const LatticeTree &tree : coiterations.lattices)
    tree.print(stream);
  printIndented(text, os);
  for (const std::string &remark : coiterations.remarks)
    os << "  " << remark << "\n";
  os << "Cost" << version << "\n";
  coiterations.costs.print(os, /*indentation=*/2, numbers);
  printLines(coiterations.launches, os);
}

void Explanation::print(llvm::raw_ostream &os) const {
  printLines(plan, os);
  for (const KernelExplanation &kernel : kernels)
    printKernel(kernel, os);
  for (const CoiterationExplanation &part : coiterations)
    printCoiterations(part, getNumbers(part).get(), os);
  printLines(conversions, os);
  printLines(getMeasurements(), os);
}
