//===- Outline.h - Computing parts of expressions first ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites of tensor index notation after which every access of a compute can
// be made in one order of its variables. What does not fit is computed first,
// as a tensor of its own.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_TINTOCIN_OUTLINE_H
#define WEFT_LIB_CONVERSION_TINTOCIN_OUTLINE_H

#include "Concretize.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace tin_to_cin {

/// Replaces what fits into no common order of the loops (operands stored in
/// another order or in other blocks, unordered operands, nested reductions
/// whose variables must be bound outside of the variables around them) by
/// accesses of tensors that new computes define. Returns the new computes. The
/// options are those of the compute. Operands that fit no order even as copies
/// are left to be searched, or to be refused, when the kernel is lowered.
llvm::SmallVector<tin::ComputeOp>
outlineConflicts(tin::ComputeOp compute, const Blocking &blocking,
                 const ConcretizeOptions &options,
                 mlir::RewriterBase &rewriter);

/// Moves the whole expression of a compute into one before it, so that the
/// compute copies the components of a list that has each once, in the order of
/// the levels of the result.
tin::ComputeOp outlineWhole(tin::ComputeOp compute,
                            mlir::RewriterBase &rewriter);

} // namespace tin_to_cin
} // namespace weft

#endif // WEFT_LIB_CONVERSION_TINTOCIN_OUTLINE_H
