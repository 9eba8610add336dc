//===- LatticeTree.h - Lattices as loops are nested -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lattices of nested coiterations, each below the point whose region it is
// executed in. The printers of lattices walk this tree.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_EXPLAIN_LATTICETREE_H
#define WEFT_EXPLAIN_LATTICETREE_H

#include "weft/Analysis/LatticeFromIR.h"

namespace weft {
namespace explain {

struct LatticeTree {
  /// The index variable.
  std::string name;
  /// Whether one loop tests which point applies; the points share a region.
  bool guarded = false;
  llvm::SmallVector<analysis::Segment> segments;
  llvm::SmallVector<analysis::LatticePoint, 4> points;
  /// The coiterations in the region of each point. The region that points
  /// share is that of the last one.
  std::vector<std::vector<LatticeTree>> nested;

  /// Prints the variable and below it the points, each followed by what is
  /// nested in it.
  void print(llvm::raw_ostream &os, unsigned depth = 0) const;

  /// Prints one graph for Graphviz, and not those of what is nested.
  void printDot(llvm::raw_ostream &os) const;

  /// Of a guarded coiteration: the one loop as a point, with all that it
  /// iterates over and looks up.
  analysis::LatticePoint getGuardedLoop() const;
};

/// The lattices of the outermost coiterations in an operation.
std::vector<LatticeTree> getLatticeTrees(mlir::Operation *root);

} // namespace explain
} // namespace weft

#endif // WEFT_EXPLAIN_LATTICETREE_H
