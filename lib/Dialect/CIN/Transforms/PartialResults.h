//===- PartialResults.h - Partial results of foralls ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The race strategy `temporary`.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_PARTIALRESULTS_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_PARTIALRESULTS_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace cin {

/// Lets the iterations of a forall combine into partial results of their own
/// instead of racing, which are combined behind it.
///
/// Iterations race by compound assignments to dense tensors alone, one for each
/// tensor, which the forall does not read. If there are any, the forall is that
/// of the tiles of a split `up`.
mlir::LogicalResult makeTemporaries(mlir::RewriterBase &rewriter,
                                    ForallOp forall);

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_PARTIALRESULTS_H
