//===- ForallPlan.h - Plan of the coiteration of a forall -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decisions about one forall at one place of a kernel, before anything is
// emitted: the segments that it coiterates over, its iteration domain and the
// points of its lattice.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_FORALLPLAN_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_FORALLPLAN_H

#include "AbsentReduction.h"
#include "Coiteration.h"
#include "DerivedSpace.h"
#include "KernelInfo.h"
#include "Scope.h"
#include "Sums.h"

namespace weft {
namespace cin_to_lattice {

struct ForallPlan {
  /// The paths whose next level stores the variable of the forall, or a sum of
  /// it and bound ones, and the segments that they have there.
  llvm::SmallVector<unsigned> paths;
  llvm::SmallVector<analysis::Segment> segments;
  /// How the coordinates of the segments follow from the variable.
  llvm::SmallVector<Shift> shifts;
  /// What the forall iterates over, if it does not bind one coordinate, and
  /// then, for each segment, the variables that its levels store and whether it
  /// is searched to be located in, and the segment whose positions are counted.
  std::optional<DerivedSpace> space;
  llvm::SmallVector<llvm::SmallVector<int64_t, 2>> dimensions;
  llvm::SmallVector<bool> searches;
  std::optional<unsigned> counted;
  analysis::IterationDomain domain = analysis::IterationDomain::empty();
  /// What is combined once for all coordinates that are not in the domain.
  std::optional<AbsentReduction> absent;
  Coiteration coiteration;
  /// Segments may have coordinates at which a variable that was split is past
  /// its extent.
  bool isWindowed = false;
  /// In the loop of some point, coordinates count only if all iterators have
  /// them, one of which can move on by search.
  bool canGallop = false;
};

/// A name for a segment of some levels of a tensor, which no other segment has.
std::string getSegmentName(const KernelInfo &info, const IndexedTensor &tensor,
                           int64_t level, int64_t numLevels,
                           llvm::ArrayRef<analysis::Segment> others);

/// Whether a level can be searched for a coordinate, among what is stored.
bool isSearchable(level::LevelTypeAttrInterface type);

/// Plans a forall; fails with a diagnostic. The plan of a forall with an empty
/// domain says that and nothing else.
mlir::FailureOr<ForallPlan> planForall(cin::ForallOp forall,
                                       const KernelInfo &info,
                                       const Scope &scope,
                                       const CINToLatticeOptions &options);

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_FORALLPLAN_H
