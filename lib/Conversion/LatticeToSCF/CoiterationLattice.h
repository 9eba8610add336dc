//===- CoiterationLattice.h - The lattice of an operation ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lattice of a `lattice.coiterate` in the terms of the algebra (thesis
// section 3.3): which loops and regions its points need. The order of the
// points is the operation's, which says what region applies where several
// could.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LATTICETOSCF_COITERATIONLATTICE_H
#define WEFT_LIB_CONVERSION_LATTICETOSCF_COITERATIONLATTICE_H

#include "weft/Analysis/IterationLattice.h"
#include "weft/Dialect/Lattice/IR/Lattice.h"

namespace weft {
namespace lattice {

class CoiterationLattice {
public:
  explicit CoiterationLattice(CoiterateOp op);

  unsigned getNumPoints() const { return points.size(); }
  const analysis::LatticePoint &getPoint(unsigned point) const {
    return points[point];
  }
  bool isFull(unsigned iterator) const { return full.test(iterator); }

  /// Whether the loop of a point can run: if an earlier loop ended because of
  /// one of the point's own iterators, it cannot.
  bool needsLoop(unsigned point) const;
  /// The points whose regions the loop of a point tells apart, in order.
  llvm::SmallVector<unsigned> getRegions(unsigned point) const;
  /// The rangers and mergers of the loop of a point.
  analysis::LoopSets getLoopSets(unsigned point) const;

private:
  llvm::SmallVector<analysis::Segment> segments;
  llvm::SmallVector<analysis::LatticePoint> points;
  /// The iterators that have every coordinate.
  llvm::SmallBitVector full;
};

/// Whether all members of `subset` are members of `superset`.
inline bool isSubset(const llvm::SmallBitVector &subset,
                     const llvm::SmallBitVector &superset) {
  return !subset.test(superset);
}

} // namespace lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_LATTICETOSCF_COITERATIONLATTICE_H
