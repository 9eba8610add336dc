//===- Coiteration.h - Exact or guarded -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The choice between a region per lattice point and one guarded region. A union
// of n segments has 2^n - 1 points, whose regions are copied into the loops of
// all points above them, and so on in the foralls inside; so exact lattices are
// kept only while a kernel has few copies of a statement.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_COITERATION_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_COITERATION_H

#include "weft/Analysis/IterationLattice.h"
#include "weft/Conversion/CINToLattice/CINToLattice.h"

namespace weft {
namespace cin_to_lattice {

/// How an iteration domain is coiterated.
struct Coiteration {
  llvm::SmallVector<analysis::LatticePoint> points;
  /// There is one region for all points.
  bool guarded = false;
  /// Why it is guarded, if it has to be: the copies of foralls that an exact
  /// lattice makes, if they were counted, and the limit that they exceed.
  std::optional<int64_t> exactCopies, limit;
  /// In how many loops, the foralls around it included, each region is copied.
  llvm::SmallVector<size_t> numCopies;
};

/// Whether the form with one region locates in a segment.
bool isLocatedGuarded(const analysis::Segment &segment);

/// The form with one region for all points, for a forall that is copied
/// `numCopies` times already; nothing if something has no order and is not
/// located in.
std::optional<Coiteration>
getGuarded(const analysis::IterationDomain &domain,
           llvm::ArrayRef<analysis::Segment> segments, size_t numCopies);

/// Chooses for a forall that is copied `numCopies` times already and is one of
/// `numForalls`, the others inside of it, each of which counts as a union of
/// two segments.
llvm::Expected<Coiteration>
chooseCoiteration(const analysis::IterationDomain &domain,
                  llvm::ArrayRef<analysis::Segment> segments, size_t numCopies,
                  size_t numForalls, const CINToLatticeOptions &options);

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_COITERATION_H
