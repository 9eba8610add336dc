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

namespace weft {

/// Replaces an atomic update of a list of numbers of at most 64 bits by a loop
/// that compares and exchanges until no other thread came in between. Uses of
/// the result become uses of the value before the update. `scope` is the
/// synchronization scope of LLVM.
void expandAtomic(mlir::memref::GenericAtomicRMWOp update,
                  llvm::StringRef scope = "");

/// Replaces each `memref.generic_atomic_rmw` of a list by a loop that compares
/// and exchanges until no other thread came in between. Upstream's lowering
/// takes only integers.
void expandAtomics(mlir::Operation *module);

} // namespace weft

#endif // WEFT_SUPPORT_EXPANDATOMICS_H
