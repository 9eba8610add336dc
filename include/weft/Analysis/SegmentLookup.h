//===- SegmentLookup.h - Segments that can be looked up ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which segment of an intersection is the same in all iterations of the loop
// around it, so that an array may tell what it has at each coordinate instead
// of a merge (docs/decisions/segment-lookup.md).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_SEGMENTLOOKUP_H
#define WEFT_ANALYSIS_SEGMENTLOOKUP_H

#include "weft/Dialect/Lattice/IR/Lattice.h"

#include "llvm/Support/CommandLine.h"

namespace weft {
namespace analysis {

/// What is looked up of a segment that is intersected with many others.
enum class Lookups {
  None,
  Positions,
  /// Components in loops that only combine them, and positions elsewhere.
  Components
};

/// The kinds of lookups, as the values of an option.
llvm::cl::ValuesClass getLookupValues();

/// Two segments of a coiteration, of which one is looked up by the coordinates
/// of the other, in an array that is made around all loops of one thread.
struct SegmentLookup {
  lattice::CoiterateOp outermost;
  unsigned iterated, mapped;
  /// The type of the components that the array has, some number of which can
  /// say that there is none; null if it has positions.
  mlir::FloatType component;
  /// The loop around whose iterations threads share, each part of them with an
  /// array; null if there is none.
  lattice::CoiterateOp parallel;

  /// Whether a segment is cleared when the next one is stored. Positions tell
  /// what is of another one, but not to the next part, which takes the array
  /// as one that nothing was stored in.
  bool isCleared() const { return component || parallel; }
};

/// The segments of a coiteration that can be looked up; nothing if there are
/// none, or if the configuration of the coiteration (`lookup_tables`) or,
/// without one, `lookups` says that none are.
std::optional<SegmentLookup> findLookup(lattice::CoiterateOp coiterate,
                                        Lookups lookups);

} // namespace analysis
} // namespace weft

#endif // WEFT_ANALYSIS_SEGMENTLOOKUP_H
