//===- IndirectStores.h - Indirect stores -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stores `a[place[crd[p]]]` in loops over adjacent segments (decision 169).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ANALYSIS_INDIRECTSTORES_H
#define WEFT_LIB_LOOPS_ANALYSIS_INDIRECTSTORES_H

#include "Analysis/SegmentInfo.h"

namespace weft {

/// Stores to an index that is loaded for the coordinate of each position.
struct IndirectStores {
  AdjacentSegments segments;
  /// The load of the coordinate at a position, and that of the index.
  mlir::memref::LoadOp coordinate, place;
  llvm::SmallVector<mlir::memref::StoreOp> stores;
};

/// Segments with fewer positions on average are short.
constexpr int64_t kMinSegmentLength = 3;

/// The adjacent segments of a loop, if each iteration of the enclosing loop,
/// which has no tags, executes the loop at most once; else nothing.
std::optional<AdjacentSegments> findSequentialSegments(mlir::scf::ForOp loop);

/// The indirect stores of a loop over adjacent segments, whose positions and
/// coordinates the function does not write; nothing if there are none.
std::optional<IndirectStores> findIndirectStores(mlir::scf::ForOp loop);

} // namespace weft

#endif // WEFT_LIB_LOOPS_ANALYSIS_INDIRECTSTORES_H
