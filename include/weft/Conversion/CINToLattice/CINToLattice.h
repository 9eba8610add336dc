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

#include "mlir/IR/PatternMatch.h"

namespace weft {

/// Adds the pattern that lowers `cin.kernel`. Of a kernel that cannot be
/// lowered it reports an error and leaves it as it is. An exact lattice makes
/// at most `maxCopies` copies of foralls. Segments that are intersected are
/// searched if the longest is at least `gallop` times as long as the shortest;
/// never, if that is negative.
void populateCINToLatticePatterns(mlir::RewritePatternSet &patterns,
                                  size_t maxCopies, int64_t gallop);

} // namespace weft

#endif // WEFT_CONVERSION_CINTOLATTICE_CINTOLATTICE_H
