//===- LatticeToSCF.h - Lattices to loops -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowering of `lattice.coiterate`, for passes and pipelines of one's own.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_LATTICETOSCF_LATTICETOSCF_H
#define WEFT_CONVERSION_LATTICETOSCF_LATTICETOSCF_H

#include "weft/Analysis/SegmentLookup.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {

/// Adds the pattern that lowers `lattice.coiterate`. It does not match one that
/// cannot be lowered, which the pass `convert-lattice-to-scf` reports before.
/// Regions are copied into several loops, so that what is in them is best
/// lowered first. What is intersected with many segments is looked up where
/// `lookups` say so and it is faster.
void populateLatticeToSCFPatterns(
    mlir::RewritePatternSet &patterns,
    analysis::Lookups lookups = analysis::Lookups::None);

} // namespace weft

#endif // WEFT_CONVERSION_LATTICETOSCF_LATTICETOSCF_H
