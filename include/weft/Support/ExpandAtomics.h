//===- ExpandAtomics.h - Updates that threads share -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the expansion of atomic updates.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SUPPORT_EXPANDATOMICS_H
#define WEFT_SUPPORT_EXPANDATOMICS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// Whether the elements of an array of rank zero or one are at constant
/// distances, from each other and from its begin.
bool hasConstantStride(mlir::MemRefType type);

/// The address of the element that an atomic update changes, as a number of 64
/// bits. The array has a constant stride.
mlir::Value emitElementAddress(mlir::ImplicitLocOpBuilder &b,
                               mlir::memref::GenericAtomicRMWOp update);

/// Replaces an atomic update of a list of numbers of at most 64 bits by a loop
/// that compares and exchanges until no other thread came in between. Uses of
/// the result become uses of the value before the update. `scope` is the
/// synchronization scope of LLVM. The array has a constant stride.
void expandAtomic(mlir::memref::GenericAtomicRMWOp update,
                  llvm::StringRef scope = "");

/// Replaces each `memref.generic_atomic_rmw` of a list by a loop that compares
/// and exchanges until no other thread came in between. Upstream's lowering
/// takes only integers.
void expandAtomics(mlir::Operation *module);

} // namespace weft

#endif // WEFT_SUPPORT_EXPANDATOMICS_H
