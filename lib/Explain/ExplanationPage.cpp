//===- ExplanationPage.cpp - Explanations as pages --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the parts of an explanation in the order of its text, with drawings of
// its graphs, and the listings of the kernel behind them.
//
//===----------------------------------------------------------------------===//

#include "weft/Explain/ExplanationPage.h"

#include "Drawing.h"
#include "ExplanationPageStyle.h"
#include "Html.h"
#include "Listings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace weft;
using namespace weft::analysis;
using namespace weft::explain;

namespace {
class PageWriter {
public:
  PageWriter(const ExplanationPage &page, llvm::raw_ostream &os);

  void write();

private:
  void writeHead();
  void writeNames();
  void writeSection(const ExplanationSection &section);
  void writeList(llvm::ArrayRef<std::string> lines);
  void writeKernel(const KernelExplanation &kernel);
  void writeCoiterations(const CoiterationExplanation &coiterations);
  void writeLattice(const LatticeTree &tree, llvm::StringRef where);
  void writeCosts(const LoopCosts &costs, const CostNumbers *numbers);

  /// Writes `<element>text</element>`, with marks at names.
  void writeMarked(llvm::StringRef element, llvm::StringRef text);
  /// Writes a drawing that the keyboard can scroll.
  template <typename F> void writeFigure(llvm::StringRef title, F drawing);
  /// Writes a text that the keyboard can scroll.
  void writeText(llvm::StringRef label, llvm::StringRef text);

  const ExplanationPage &page;
  llvm::raw_ostream &os;
  std::vector<std::string> variables, tensors;
  MarkedNames names;
  unsigned numDrawings = 0;
};
} // namespace

static void addName(std::vector<std::string> &names, std::string name) {
  if (!llvm::is_contained(names, name))
    names.push_back(std::move(name));
}

static void addVariables(std::vector<std::string> &names,
                         llvm::ArrayRef<LatticeTree> trees) {
  for (const LatticeTree &tree : trees) {
    addName(names, tree.name);
    for (const std::vector<LatticeTree> &nested : tree.nested)
      addVariables(names, nested);
  }
}

PageWriter::PageWriter(const ExplanationPage &page, llvm::raw_ostream &os)
    : page(page), os(os) {
  for (const KernelExplanation &kernel : page.explanation.getKernels()) {
    const KernelNames &kernelNames = kernel.graph.getNames();
    for (const IterationGraph::Variable &variable : kernel.graph.getVariables())
      addName(variables, kernelNames.getIndex(variable.value));
    for (const VariableRelation &relation :
         getVariableRelations(kernel.graph.getKernel(), kernelNames))
      for (const auto &side : {relation.from, relation.to})
        for (const std::string &variable : side)
          addName(variables, variable);
    cin::KernelOp op = kernel.graph.getKernel();
    for (mlir::ValueRange refs : {mlir::ValueRange(op.getOutputRefs()),
                                  mlir::ValueRange(op.getInputRefs())})
      for (mlir::Value ref : refs)
        addName(tensors, kernelNames.getTensor(ref).str());
    for (const IterationGraph::Path &path : kernel.graph.getPaths())
      addName(tensors, kernelNames.getTensor(path.ref).str());
  }
  for (const CoiterationExplanation &part : page.explanation.getCoiterations())
    addVariables(variables, part.lattices);
  for (const std::string &name : variables)
    names.insert(name);
  for (const std::string &name : tensors)
    names.insert(name);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

void PageWriter::writeMarked(llvm::StringRef element, llvm::StringRef text) {
  os << "<" << element << ">";
  names.print(os, text);
  os << "</" << element << ">";
}

void PageWriter::writeList(llvm::ArrayRef<std::string> lines) {
  os << "<ul>\n";
  for (const std::string &line : lines) {
    writeMarked("li", line);
    os << "\n";
  }
  os << "</ul>\n";
}

void PageWriter::writeSection(const ExplanationSection &section) {
  if (section.lines.empty())
    return;
  os << "<h3>" << section.title << "</h3>\n";
  writeList(section.lines);
}

template <typename F>
void PageWriter::writeFigure(llvm::StringRef title, F drawing) {
  os << "<figure tabindex=\"0\"";
  printAttribute(os, "aria-label", title);
  os << ">\n";
  drawing(++numDrawings);
  os << "</figure>\n";
}

void PageWriter::writeText(llvm::StringRef label, llvm::StringRef text) {
  os << "<pre tabindex=\"0\" role=\"region\"";
  printAttribute(os, "aria-label", label);
  os << ">";
  names.print(os, text);
  os << "</pre>\n";
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

void PageWriter::writeHead() {
  // The policy lets nothing be fetched, whatever the page might contain.
  os << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
     << "<meta charset=\"utf-8\"/>\n"
     << "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
        "'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n"
     << "<meta name=\"viewport\" content=\"width=device-width, "
        "initial-scale=1\"/>\n<title>";
  printEscaped(os, page.source.empty() ? "Kernel" : page.source);
  os << "</title>\n<style>" << getPageStyle() << "</style>\n</head>\n<body>\n"
     << "<svg width=\"0\" height=\"0\" aria-hidden=\"true\" "
        "style=\"position:absolute\"><defs><marker id=\"arrow\" viewBox=\"0 0 "
        "8 8\" refX=\"7\" refY=\"4\" markerWidth=\"9\" markerHeight=\"9\" "
        "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0,0 L8,4 "
        "L0,8 Z\"/></marker></defs></svg>\n<main>\n<h1>";
  if (page.source.empty())
    os << "Kernel";
  else
    writeMarked("code", page.source);
  os << "</h1>\n";
}

void PageWriter::writeNames() {
  if (variables.empty() && tensors.empty())
    return;
  os << "<p class=\"faint\">What is chosen lights up everywhere:</p>\n<p>";
  for (llvm::ArrayRef<std::string> group :
       {llvm::ArrayRef(variables), llvm::ArrayRef(tensors)})
    for (const std::string &name : group) {
      os << "<button type=\"button\" class=\"chip\" aria-pressed=\"false\"";
      printAttribute(os, "data-n", name);
      os << ">";
      printEscaped(os, name);
      os << "</button>\n";
    }
  os << "</p>\n";
}

void PageWriter::writeKernel(const KernelExplanation &kernel) {
  os << "<section>\n<h2>" << kernel.title << "</h2>\n<p>";
  writeMarked("code", kernel.notation);
  os << "</p>\n";
  for (const ExplanationSection &section : kernel.context)
    writeSection(section);

  os << "<h3>Iteration graph</h3>\n";
  if (canBeDrawn(kernel.graph))
    writeFigure("Iteration graph", [&](unsigned id) {
      draw(kernel.graph, os, id, "Iteration graph");
    });
  std::string text;
  llvm::raw_string_ostream stream(text);
  kernel.graph.print(stream);
  writeText("Iteration graph as text", text);

  LayeredGraph relations = getLayeredGraph(
      getVariableRelations(kernel.graph.getKernel(), kernel.graph.getNames()));
  if (relations.canBeDrawn()) {
    os << "<h3>Provenance of variables</h3>\n";
    writeFigure("Provenance of variables", [&](unsigned id) {
      relations.draw(os, id, "Provenance of variables");
    });
  }
  for (const ExplanationSection &section : kernel.reasons)
    writeSection(section);
  os << "</section>\n";
}

/// Nested lattices stand below each other, each with the point that it is in.
void PageWriter::writeLattice(const LatticeTree &tree, llvm::StringRef where) {
  os << "<h3>";
  names.print(os, tree.name);
  os << (tree.guarded ? ", guarded" : "");
  if (!where.empty()) {
    os << ", in ";
    names.print(os, where);
  }
  os << "</h3>\n";
  LayeredGraph graph = getLayeredGraph(tree);
  std::string title = "Lattice of " + tree.name;
  if (graph.canBeDrawn()) {
    writeFigure(title, [&](unsigned id) { graph.draw(os, id, title); });
  } else {
    std::string text;
    llvm::raw_string_ostream stream(text);
    for (const LatticePoint &point : tree.points) {
      point.print(stream, tree.segments);
      stream << "\n";
    }
    writeText(title, text);
  }
  for (auto [point, nested] : llvm::zip_equal(tree.points, tree.nested)) {
    if (nested.empty())
      continue;
    std::string region = tree.name;
    llvm::raw_string_ostream stream(region);
    if (!tree.guarded) {
      stream << " ";
      point.print(stream, tree.segments);
    }
    os << "<div class=\"nested\">\n";
    for (const LatticeTree &below : nested)
      writeLattice(below, region);
    os << "</div>\n";
  }
}

void PageWriter::writeCosts(const LoopCosts &costs,
                            const CostNumbers *numbers) {
  std::string printed;
  auto print = [&](const auto &cost) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    cost.print(stream, costs.getVariables());
    printed += text + "\n";
    return text;
  };
  auto writeRow = [&](llvm::StringRef what, unsigned depth,
                      llvm::StringRef steps, std::optional<CostNumber> number) {
    os << "<tr><td style=\"padding-left:" << 2 * depth << "ch\">";
    names.print(os, what);
    os << "</td>";
    writeMarked("td", steps);
    if (numbers) {
      os << "<td>";
      if (number)
        os << (number->isBound ? "at most " : "") << printNumber(number->value);
      os << "</td>";
    }
    os << "</tr>\n";
  };
  os << "<section>\n<h2>Cost</h2>\n<table>\n<thead><tr><th scope=\"col\">what"
        "</th><th scope=\"col\">steps in all executions</th>"
     << (numbers ? "<th scope=\"col\">of this run</th>" : "")
     << "</tr></thead>\n<tbody>\n";
  for (const LoopCosts::Line &line : costs.getLines()) {
    std::string steps = print(line);
    writeRow(line.label, line.depth, steps,
             numbers ? numbers->evaluate(line.cost) : std::nullopt);
  }
  std::string order;
  llvm::raw_string_ostream stream(order);
  costs.printOrder(stream);
  printed += order + "\n";
  writeRow("total", 0, order, numbers ? numbers->getTotal() : std::nullopt);
  for (auto &[name, cost] : costs.getTemporaries())
    writeRow("nnz(" + name + ") is at most", 0, print(cost), std::nullopt);
  for (auto &[size, meaning] : costs.getMentionedSizes(printed))
    writeRow(size + " is", 0, meaning, std::nullopt);
  os << "</tbody>\n</table>\n</section>\n";
}

void PageWriter::writeCoiterations(const CoiterationExplanation &part) {
  os << "<section>\n<h2>Lattices</h2>\n";
  os << "<p class=\"faint\">A point is a loop over what stands before the bar, "
        "which looks up what stands behind it. An edge is taken when what it "
        "names has no coordinates left.</p>\n";
  writeList(part.remarks);
  for (const LatticeTree &tree : part.lattices)
    writeLattice(tree, "");
  os << "</section>\n";
  writeCosts(part.costs, page.explanation.getNumbers(part).get());
  writeSection(part.launches);
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

void PageWriter::write() {
  writeHead();
  writeNames();
  for (const KernelExplanation &kernel : page.explanation.getKernels())
    writeKernel(kernel);
  for (const CoiterationExplanation &part : page.explanation.getCoiterations())
    writeCoiterations(part);
  if (!page.explanation.getPlan().lines.empty())
    writeSection(page.explanation.getPlan());
  if (!page.explanation.getConversions().lines.empty())
    writeSection(page.explanation.getConversions());
  writeSection(page.explanation.getMeasurements());
  writeListings(os, page, names);
  os << "</main>\n<script>" << getPageScript() << "</script>\n</body>\n"
     << "</html>\n";
}

void ExplanationPage::print(llvm::raw_ostream &os) const {
  PageWriter(*this, os).write();
}
