//===- Passes.td - Passes on loops over arrays -------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that optimize `scf` loops over memrefs. Sparse structure appears only
// as segments of arrays.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LOOPS_PASSES_TD
#define WEFT_LOOPS_PASSES_TD

include "weft/Loops/AllocationPasses.td"
include "weft/Loops/TilingPasses.td"
include "weft/Loops/UnrollAndJamPasses.td"
include "weft/Loops/VectorizationPasses.td"
include "weft/Loops/SegmentPasses.td"
include "weft/Loops/PrefetchingPasses.td"

#endif // WEFT_LOOPS_PASSES_TD
