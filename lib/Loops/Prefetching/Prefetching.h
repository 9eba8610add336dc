//===- Prefetching.h - Accesses that are requested ahead --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_PREFETCHING_PREFETCHING_H
#define WEFT_LIB_LOOPS_PREFETCHING_PREFETCHING_H

#include "SelectedOptions.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weft {

/// Prefetches the destinations of indirect stores. With `minEntries` that is
/// not negative, loops with fewer entries do not.
void prefetchScatters(mlir::func::FuncOp function,
                      const SelectedOptions &selected, int64_t minEntries);

/// Prefetches the segments that upcoming coordinates select.
void prefetchSegments(mlir::func::FuncOp function);

/// Prefetches indirect loads; with `strided`, the first one of loops in steps
/// of several entries.
void prefetchGathers(mlir::func::FuncOp function, bool strided);

/// Prefetches the arrays that loops over segments read in order.
void prefetchStreams(mlir::func::FuncOp function,
                     const SelectedOptions &selected);

} // namespace weft

#endif // WEFT_LIB_LOOPS_PREFETCHING_PREFETCHING_H
