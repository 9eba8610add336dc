//===- Prefetching.h - Transformations that insert prefetches ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the transformations of `weft-prefetch`, one for each lowering
// option, and a reason that their remarks share.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_PREFETCHING_PREFETCHING_H
#define WEFT_LIB_LOOPS_PREFETCHING_PREFETCHING_H

#include "SelectedOptions.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <string>

namespace weft {

/// Prefetches the destinations of indirect stores `a[places[crd[p]]]`. Loops
/// over fewer than `minEntries` positions do not prefetch. If it is negative,
/// the cache level determines the least number.
void prefetchScatters(mlir::func::FuncOp function,
                      const SelectedOptions &selected, int64_t minEntries);

/// Prefetches the segments that upcoming coordinates select.
void prefetchSegments(mlir::func::FuncOp function);

/// Prefetches indirect loads `a[crd[p + d]]`. With `strided`, it transforms
/// loops with a larger step instead, and prefetches the first element that a
/// step loads from each array.
void prefetchGathers(mlir::func::FuncOp function, bool strided);

/// Prefetches the arrays that loops over adjacent segments read sequentially.
void prefetchStreams(mlir::func::FuncOp function,
                     const SelectedOptions &selected);

/// The reason why `findSequentialSegments` finds nothing for a loop over a
/// segment.
std::string whyNotSequential(mlir::scf::ForOp loop);

} // namespace weft

#endif // WEFT_LIB_LOOPS_PREFETCHING_PREFETCHING_H
