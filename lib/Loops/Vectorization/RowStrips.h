//===- RowStrips.h - Sums of strips of rows in local arrays -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interchanges a loop over rows with the loop over the slots of a row, so that
// the inner loop loads adjacent elements. C source has no vectors that would do
// so (see VectorizeRows.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_VECTORIZATION_ROWSTRIPS_H
#define WEFT_LIB_LOOPS_VECTORIZATION_ROWSTRIPS_H

#include "Vectorization/OuterVectorization.h"

namespace weft {

/// Strip-mines a loop over rows, and lets the inner loop of each strip iterate
/// over all of its rows in each slot. Local arrays hold what the inner loop
/// carries for each row. Reports why the loop stays as it is.
void accumulateStrips(const VectorizableRows &loop);

} // namespace weft

#endif // WEFT_LIB_LOOPS_VECTORIZATION_ROWSTRIPS_H
