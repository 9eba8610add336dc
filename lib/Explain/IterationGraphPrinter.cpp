//===- IterationGraphPrinter.cpp - Graphs as text and Graphviz --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints iteration graphs symbolically with their domains, and as drawings
// (thesis figures 3-9 to 3-16). The drawings leave the universes of broadcast
// operands without an edge, as those of the thesis do.
//
//===----------------------------------------------------------------------===//

#include "Environment.h"

#include "weft/Analysis/SetNotation.h"
#include "weft/Explain/IterationGraph.h"
#include "weft/Support/Graphviz.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;
using namespace weft::explain;

using Kind = GraphExpression::Kind;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Whether a name is a letter with a number, so that names can stand side by
/// side as in `Bij0`.
static bool isShort(StringRef name) {
  return !name.empty() && llvm::isAlpha(name.front()) &&
         llvm::all_of(name.drop_front(), llvm::isDigit);
}

static void printRelation(llvm::raw_ostream &os, const GraphExpression &access,
                          const KernelNames &names) {
  StringRef tensor = names.getTensor(access.getValue());
  SmallVector<std::string> indices = llvm::map_to_vector(
      access.getIndices(), [&](Value index) { return names.getIndex(index); });
  os << tensor;
  if (indices.empty())
    return;
  if (isShort(tensor) && llvm::all_of(indices, isShort))
    os << llvm::join(indices, "");
  else
    os << "(" << llvm::join(indices, ",") << ")";
}

static void printExpression(llvm::raw_ostream &os,
                            const GraphExpression &expression,
                            const KernelNames &names) {
  auto print = [&](const GraphExpression &part, bool parenthesized) {
    printPart(os, parenthesized, [&] { printExpression(os, part, names); });
  };
  ArrayRef<GraphExpression> operands = expression.getOperands();
  switch (expression.getKind()) {
  case Kind::Empty:
    os << kEmptySet;
    return;
  case Kind::Universe:
    os << kUniverse;
    return;
  case Kind::Scalar:
    os << expression.getText();
    return;
  case Kind::Relation:
    printRelation(os, expression, names);
    return;
  case Kind::Forall:
    os << "∀" << names.getIndex(expression.getValue()) << " ";
    print(operands.front(), operands.front().getKind() == Kind::Where);
    return;
  case Kind::Where:
    print(operands.front(), operands.front().getKind() == Kind::Forall ||
                                operands.front().getKind() == Kind::Where);
    os << " where ";
    print(operands.back(), operands.back().getKind() == Kind::Where);
    return;
  case Kind::Intersection:
  case Kind::Union:
    // Operands of the same operator have been made operands of this one.
    llvm::interleave(
        operands, os,
        [&](const GraphExpression &operand) {
          print(operand, !operand.getOperands().empty());
        },
        expression.getKind() == Kind::Intersection ? kIntersection : kUnion);
    return;
  }
  llvm_unreachable("unknown kind of iteration graph expression");
}

void IterationGraph::print(llvm::raw_ostream &os) const {
  if (isTooLarge) {
    os << "too large to be shown: it has more than " << kMaxSize << " nodes\n";
    return;
  }
  printExpression(os, expression, names);
  printEnvironment(os, getRelations(kernel, names));
  os << "\n";
  for (const Variable &variable : variables) {
    os << "  " << names.getIndex(variable.value) << " ∈ ";
    variable.domain.print(os, variable.segments);
    os << "\n";
  }
}

//===----------------------------------------------------------------------===//
// Graphviz
//===----------------------------------------------------------------------===//

/// The colours of paths, which repeat.
static constexpr llvm::StringLiteral colours[] = {
    "#1f77b4", "#d62728", "#2ca02c", "#9467bd",
    "#ff7f0e", "#17becf", "#8c564b", "#e377c2"};

static std::string quote(StringRef text) {
  std::string quoted;
  llvm::raw_string_ostream os(quoted);
  printQuoted(os, text);
  return quoted;
}

void IterationGraph::printDot(llvm::raw_ostream &os) const {
  os << "digraph iteration_graph {\n"
     << "  ordering=out;\n"
     << "  node [shape=circle];\n";
  llvm::DenseMap<Value, unsigned> numbers;
  for (auto [number, variable] : llvm::enumerate(variables)) {
    numbers[variable.value] = number;
    std::string label = names.getIndex(variable.value) + "\n";
    llvm::raw_string_ostream stream(label);
    variable.domain.print(stream, variable.segments);
    os << "  v" << number << " [label=" << quote(label) << "];\n";
  }
  // Nesting gives the layout, also where a path runs against it.
  for (auto [number, variable] : llvm::enumerate(variables))
    if (variable.parent)
      os << "  v" << *variable.parent << " -> v" << number
         << " [style=dotted, color=gray, arrowhead=none, weight=10];\n";

  for (auto [number, path] : llvm::enumerate(paths)) {
    StringRef colour = colours[number % std::size(colours)];
    StringRef tensor = names.getTensor(path.ref);
    os << "  t" << number << " [shape=plaintext, fontcolor=\"" << colour
       << "\", label=" << quote(tensor) << "];\n";
    std::optional<unsigned> from;
    for (auto [level, variable] : path.steps) {
      unsigned to = numbers.lookup(variable);
      if (from)
        os << "  v" << *from;
      else
        os << "  t" << number;
      os << " -> v" << to
         << " [label=" << quote((tensor + Twine(level + 1)).str())
         << ", color=\"" << colour << "\"";
      // An edge that runs against the nesting must not turn the layout around.
      if (from && to <= *from)
        os << ", constraint=false";
      os << "];\n";
      from = to;
    }
  }
  os << "}\n";
}
