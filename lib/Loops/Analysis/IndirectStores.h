//===- IndirectStores.h - Indirect stores -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches stores `a[places[crd[p]]]` in loops over adjacent segments
// (docs/decisions/prefetching.md).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ANALYSIS_INDIRECTSTORES_H
#define WEFT_LIB_LOOPS_ANALYSIS_INDIRECTSTORES_H

#include "Analysis/SegmentInfo.h"

namespace weft {

/// The stores `a[places[crd[p]]]` of a loop over positions `p`.
struct IndirectStores {
  AdjacentSegments segments;
  /// The loads `crd[p]` and `places[crd[p]]`.
  mlir::memref::LoadOp coordinate, place;
  llvm::SmallVector<mlir::memref::StoreOp> stores;
};

/// The least average number of positions of segments that are not short.
/// Prefetches make loops over shorter segments up to 1.15 times as slow
/// (docs/decisions/prefetching.md).
constexpr int64_t kMinSegmentLength = 3;

/// The adjacent segments of a loop; nothing if `weft.loop` says how the
/// enclosing loop is executed, or if an iteration of it may execute the loop
/// more than once.
std::optional<AdjacentSegments> findSequentialSegments(mlir::scf::ForOp loop);

/// The indirect stores of a loop over adjacent segments whose positions and
/// coordinates the function does not write; nothing if it has none.
std::optional<IndirectStores> findIndirectStores(mlir::scf::ForOp loop);

} // namespace weft

#endif // WEFT_LIB_LOOPS_ANALYSIS_INDIRECTSTORES_H
