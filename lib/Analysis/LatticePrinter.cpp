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

#include "Graphviz.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace weft::analysis;
using llvm::SmallBitVector;

/// The name of an iterator or locator.
static llvm::StringRef getName(unsigned id, llvm::ArrayRef<Segment> segments) {
  return id == segments.size() ? llvm::StringRef("U") : segments[id].name;
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
  if (locators.any()) {
    os << " | ";
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

  for (unsigned p = 0; p < size(); ++p) {
    // The bottom is the target that no point has.
    llvm::MapVector<unsigned, std::string> labels;
    for (unsigned id : latticePoints[p].iterators.set_bits()) {
      std::string &label = labels[successor(p, id).value_or(size())];
      label += (label.empty() ? "" : ", ") + getName(id, segments).str();
    }
    for (auto &[target, label] : labels) {
      os << "  p" << p << " -> ";
      if (target == size())
        os << "bottom";
      else
        os << "p" << target;
      os << " [label=";
      printQuoted(os, label);
      os << "];\n";
    }
    for (unsigned q : getCovered(*this, p))
      if (!labels.contains(q))
        os << "  p" << p << " -> p" << q << " [style=dashed];\n";
  }
  os << "}\n";
}
