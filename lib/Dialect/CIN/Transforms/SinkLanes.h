//===- SinkLanes.h - Lanes around other loops -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `parallelize` does where lanes are to share a loop that has others
// inside.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_SINKLANES_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_SINKLANES_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace cin {

/// The coordinates of a vector tile whose size no schedule sets: two vectors of
/// 64 bytes of `f64`. A remainder is computed by scalar code, so that longer
/// tiles would vectorize fewer columns. The size is the same on every machine,
/// so that sums have one order.
constexpr int64_t kVectorTileSize = 16;

/// Whether the foralls inside of one are nested directly, and go over the same
/// coordinates whatever that of the forall is.
bool hasSameNestInside(ForallOp forall);

/// Splits a forall that `hasSameNestInside` into tiles, unless it is over one,
/// and moves the coordinates of a tile inside of the others. Gives the forall
/// over these.
mlir::FailureOr<ForallOp> sinkLanes(mlir::RewriterBase &rewriter,
                                    ForallOp forall);

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_SINKLANES_H
