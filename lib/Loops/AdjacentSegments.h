//===- AdjacentSegments.h - Segments behind each other ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lies behind a segment is the next one where a loop has each end where
// that of its next step begins: there may be gaps elsewhere, with anything in
// them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ADJACENTSEGMENTS_H
#define WEFT_LIB_LOOPS_ADJACENTSEGMENTS_H

#include "LaneAnalysis.h"

#include "llvm/ADT/SetVector.h"

#include <optional>

namespace weft {

/// A loop over one of the segments that an operand has behind each other.
struct AdjacentSegment {
  /// The operand with the bounds of all of them.
  mlir::Value bounds;
  /// The loop each step of which has the segment behind that of the step
  /// before.
  mlir::scf::ForOp segments;
  /// What is added to its variable; null if nothing is.
  mlir::Value offset;
  /// What is gathered from.
  llvm::SmallSetVector<mlir::Value, 4> gathered;
  /// The operands whose elements say where.
  llvm::SmallSetVector<mlir::Value, 2> coordinates;
};

/// Finds the segments of which a loop over one may do for positions of others
/// what it does for its own. Nothing if it does not go over one of such, or may
/// not.
std::optional<AdjacentSegment>
findAdjacentSegment(mlir::scf::ForOp loop, const LaneAnalysis &analysis);

} // namespace weft

#endif // WEFT_LIB_LOOPS_ADJACENTSEGMENTS_H
