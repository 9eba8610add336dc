//===- LatticeFromIR.h - Segments and points that IR states -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place where the algebra of coiteration learns what level types can do
// and reads the lattice of a `lattice.coiterate` (thesis, section 3.3, and
// table 2-13 for the properties). Everything else works on segments and points.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_LATTICEFROMIR_H
#define WEFT_ANALYSIS_LATTICEFROMIR_H

#include "weft/Analysis/IterationLattice.h"
#include "weft/Dialect/Lattice/IR/Lattice.h"

namespace weft {
namespace analysis {

/// The segment of a level, with the properties and capabilities of its type.
Segment getSegment(std::string name, level::LevelTypeAttrInterface type);

/// The segments of a coiteration.
llvm::SmallVector<Segment> getSegments(lattice::CoiterateOp coiterate);

/// The points of a coiteration, in its order.
llvm::SmallVector<LatticePoint, 4> getPoints(lattice::CoiterateOp coiterate);

/// Whether a loop can carry the coordinate at which it stands in a segment of a
/// level: the next one is at the next position, and greater.
bool canCarryCoordinates(level::LevelTypeAttrInterface type);

/// Whether the loop of guarded points carries the coordinates at which its
/// segments stand, because it goes over several of them, and over nothing else,
/// and that can be done with each (docs/decisions/unions.md), which `canCarry`
/// says; it says nothing of a segment that is located in.
bool carriesCoordinates(
    llvm::ArrayRef<LatticePoint> points, unsigned numSegments,
    llvm::function_ref<std::optional<bool>(unsigned segment)> canCarry);

/// The same of a coiteration.
bool carriesCoordinates(lattice::CoiterateOp coiterate);

} // namespace analysis
} // namespace weft

#endif // WEFT_ANALYSIS_LATTICEFROMIR_H
