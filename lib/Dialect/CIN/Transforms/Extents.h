//===- Extents.h - Extents of index variables -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Extents of kernels, and those of the parts of index variables.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_EXTENTS_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_EXTENTS_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace cin {

/// The extent of a forall, if it is a constant. Where the variable is the inner
/// part of a split, the loop over the last tile may have fewer iterations.
std::optional<int64_t> getConstantExtent(ForallOp forall);

/// Gives a kernel one more extent.
mlir::Value addExtent(mlir::RewriterBase &rewriter, KernelOp kernel,
                      mlir::Value size);

/// Gives a kernel one more extent, which is a constant.
mlir::Value addConstantExtent(mlir::RewriterBase &rewriter, KernelOp kernel,
                              int64_t size);

/// The extents of the two parts of an index variable that was split; null where
/// the number of iterations depends on what tensors store.
struct PartExtents {
  mlir::Value outer, inner;
};

/// Gives a kernel the extents of the parts of a variable that is split into
/// tiles of `size` coordinates (down) or into `size` parts. The `extent` of the
/// variable is one of the kernel, or null if it is found when the kernel runs.
PartExtents addPartExtents(mlir::RewriterBase &rewriter, KernelOp kernel,
                           SplitDirection direction, int64_t size,
                           mlir::Value extent);

/// Sets or removes the extent of a forall.
void setExtent(mlir::RewriterBase &rewriter, ForallOp forall,
               mlir::Value extent);

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_EXTENTS_H
