//===- Segments.h - Vectorization of loops over segments --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the transformations of `weft-vectorize-segments`. Each reports per
// loop what it did or which precondition does not hold.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_SEGMENTS_SEGMENTS_H
#define WEFT_LIB_LOOPS_SEGMENTS_SEGMENTS_H

#include "SelectedOptions.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {

/// Vectorizes a reduction over a segment, with a masked tail.
mlir::LogicalResult vectorizeMasked(mlir::scf::ForOp loop);

/// Vectorizes a reduction over a segment that is adjacent to the next, into
/// which the tail reads.
mlir::LogicalResult vectorizeOverrun(mlir::scf::ForOp loop);

/// Vectorizes reductions over segments of which only some entries are reduced.
void vectorizeConditionals(mlir::func::FuncOp function,
                           const SelectedOptions &selected);

/// Vectorizes loops that append consecutive elements, with a masked tail.
void vectorizeAppends(mlir::func::FuncOp function);

} // namespace weft

#endif // WEFT_LIB_LOOPS_SEGMENTS_SEGMENTS_H
