//===- ForwardStores.h - Parts of store-to-load forwarding ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the transformations of `weft-forward-stores` that have a file of
// their own, and what they share.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_VECTORIZATION_FORWARDSTORES_H
#define WEFT_LIB_LOOPS_VECTORIZATION_FORWARDSTORES_H

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace forwarding {

/// The name of the transformation in remarks.
constexpr llvm::StringLiteral kTransformation = "forward_stores";

/// Reports why an operation is not transformed.
void refuse(mlir::Operation *op, const llvm::Twine &reason);

/// Describes an operation by its name.
std::string describeOp(mlir::Operation *op);

/// Whether all names of an array are known: its views, or the values that the
/// array has while it grows.
bool isOwn(mlir::Value root);

/// Whether an array may overlap another one, of which all names are known.
bool mayAlias(mlir::Value array, mlir::Value own);

/// Whether an operation, or an operation nested in it, may access an array of
/// which all names are known.
bool mayAccess(mlir::Operation &op, mlir::Value root);

/// The operation before another one in its block or, at the beginning of an
/// `scf.if`, before the `scf.if`; null at the beginning of other regions.
mlir::Operation *getPrevious(mlir::Operation *op);

/// Merges the branches of a block that have the same condition, and then the
/// branches in nested blocks.
void mergeBranches(mlir::Block &block, mlir::RewriterBase &rewriter);

/// Moves a masked load, from which a loop accumulates and which no store is
/// forwarded to, behind the loop. Reports why the load stays.
void moveBehindLoop(mlir::vector::MaskedLoadOp load,
                    mlir::RewriterBase &rewriter);

} // namespace forwarding
} // namespace weft

#endif // WEFT_LIB_LOOPS_VECTORIZATION_FORWARDSTORES_H
