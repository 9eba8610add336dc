//===- CINToLattice.h - Concrete notation to lattices -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowering of `cin.kernel`, for passes and pipelines of one's own.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_CINTOLATTICE_CINTOLATTICE_H
#define WEFT_CONVERSION_CINTOLATTICE_CINTOLATTICE_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {

struct CINToLatticeOptions {
  /// How many copies of foralls an exact lattice may make, and all of those
  /// around a statement together.
  size_t maxCopies = 10, maxTotalCopies = 32;
  /// A union has one region where its loop can carry the coordinates of its
  /// segments, also if an exact lattice makes few copies.
  bool carry = true;
  /// Segments that are intersected are searched if the longest is at least so
  /// many times as long as the shortest; never, if this is negative.
  int64_t gallop = 16;
  /// Races that are ignored need not be harmless.
  bool allowRaces = false;
  /// The number of threads must not change a bit of the results.
  bool deterministic = false;
};

/// Replaces a `cin.kernel` by the code for its statement. One that cannot be
/// lowered is reported as an error and left as it is. This is no pattern, since
/// what is refused is found out on the way.
mlir::LogicalResult lowerKernel(cin::KernelOp kernel,
                                mlir::RewriterBase &rewriter,
                                const CINToLatticeOptions &options = {});

} // namespace weft

#endif // WEFT_CONVERSION_CINTOLATTICE_CINTOLATTICE_H
