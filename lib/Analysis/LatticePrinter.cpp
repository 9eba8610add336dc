//===- LatticePrinter.cpp - Lattices as text and for Graphviz -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints iteration lattices in the notation of the thesis, for tests and for
// people who want to see why a kernel has the loops that it has (the drawings
// of thesis figures 3-23 and 3-27).
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/IterationLattice.h"
#include "weft/Analysis/SetNotation.h"
#include "weft/Support/Graphviz.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace weft::analysis;
using llvm::SmallBitVector;

/// The name of an iterator or locator.
static llvm::StringRef getName(unsigned id, llvm::ArrayRef<Segment> segments) {
  return id == segments.size() ? llvm::StringRef("U") : segments[id].name;
}

std::string LatticeEdge::getLabel(llvm::ArrayRef<Segment> segments) const {
  std::string label;
  llvm::raw_string_ostream os(label);
  llvm::interleaveComma(iterators, os,
                        [&](unsigned id) { os << getName(id, segments); });
  return label;
}

void LatticePoint::print(llvm::raw_ostream &os,
                         llvm::ArrayRef<Segment> segments) const {
  llvm::ListSeparator comma;
  os << "{";
  if (iteratesUniverse())
    os << comma << getName(universeBit(), segments);
  for (unsigned id : iterators.set_bits())
    if (id != universeBit())
      os << comma << getName(id, segments);
  for (const auto &alternatives : unions) {
    os << comma << "(";
    llvm::interleave(
        alternatives, os,
        [&](const LatticePoint &point) { point.print(os, segments); }, kUnion);
    os << ")";
  }
  if (locators.any()) {
    os << (iterators.any() || !unions.empty() ? " | " : "| ");
    llvm::interleaveComma(locators.set_bits(), os,
                          [&](unsigned id) { os << getName(id, segments); });
  }
  os << "}";
}

void IterationLattice::print(llvm::raw_ostream &os,
                             llvm::ArrayRef<Segment> segments) const {
  if (empty())
    os << "{}\n";
  for (const LatticePoint &point : latticePoints) {
    point.print(os, segments);
    os << "\n";
  }
}

/// The points that `p` covers: below it, with no other point in between.
static llvm::SmallVector<unsigned> getCovered(const IterationLattice &lattice,
                                              unsigned p) {
  llvm::SmallVector<unsigned> covered;
  for (unsigned q : lattice.sublattice(p))
    if (q != p && llvm::none_of(covered, [&](unsigned between) {
          return lattice.isBelow(q, between);
        }))
      covered.push_back(q);
  return covered;
}

llvm::SmallVector<LatticeEdge> IterationLattice::getEdges() const {
  llvm::SmallVector<LatticeEdge> edges;
  for (unsigned p = 0; p < size(); ++p) {
    size_t first = edges.size();
    auto leadsTo = [&](std::optional<unsigned> target) {
      return std::find_if(
          edges.begin() + first, edges.end(),
          [&](const LatticeEdge &edge) { return edge.to == target; });
    };
    for (unsigned id : latticePoints[p].iterators.set_bits()) {
      std::optional<unsigned> target = successor(p, id);
      auto edge = leadsTo(target);
      if (edge == edges.end())
        edges.push_back({p, target, {id}});
      else
        edge->iterators.push_back(id);
    }
    for (unsigned q : getCovered(*this, p))
      if (leadsTo(q) == edges.end())
        edges.push_back({p, q, {}});
  }
  return edges;
}

void IterationLattice::printDot(llvm::raw_ostream &os,
                                llvm::ArrayRef<Segment> segments) const {
  os << "digraph lattice {\n";
  for (auto [p, point] : llvm::enumerate(latticePoints)) {
    std::string label;
    llvm::raw_string_ostream labelStream(label);
    point.print(labelStream, segments);
    os << "  p" << p << " [label=";
    printQuoted(os, label);
    os << "];\n";
  }
  os << "  bottom [label=\"{}\"];\n";

  for (const LatticeEdge &edge : getEdges()) {
    os << "  p" << edge.from << " -> ";
    if (edge.to)
      os << "p" << *edge.to;
    else
      os << "bottom";
    if (edge.iterators.empty()) {
      os << " [style=dashed];\n";
      continue;
    }
    os << " [label=";
    printQuoted(os, edge.getLabel(segments));
    os << "];\n";
  }
  os << "}\n";
}
