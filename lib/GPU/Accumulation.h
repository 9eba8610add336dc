//===- Accumulation.h - Values that threads combine -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which operation combines the values that a loop carries, so that threads can
// each begin with its identity and be combined when all are done.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_ACCUMULATION_H
#define WEFT_GPU_ACCUMULATION_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {
namespace gpu {

/// The operation that combines a carried value of a loop with others, if all
/// that iterations do with it is to combine; null if they do something else.
mlir::Operation *findCombiner(mlir::scf::ForOp loop, unsigned number);

/// The operation by which an atomic update combines the current value with one
/// that is computed before; null if the update does something else.
mlir::Operation *findCombiner(mlir::memref::GenericAtomicRMWOp update);

/// Whether a combiner of floating-point numbers may not be applied in another
/// order.
bool keepsOrder(mlir::Operation *combiner);

/// Whether a combiner has a value that it has no effect with.
bool hasIdentity(mlir::Operation *combiner);

/// Emits the value that a combiner has no effect with.
mlir::Value emitIdentity(mlir::ImplicitLocOpBuilder &b,
                         mlir::Operation *combiner);

/// Combines carried integers of a loop with the constants that they become in
/// some iterations, where this changes nothing: a product becomes zero, a flag
/// is set. `findCombiner` then finds one operation for all iterations.
void combineConstants(mlir::scf::ForOp loop);

/// Emits the combination of two values by a copy of the combiner.
mlir::Value emitCombination(mlir::ImplicitLocOpBuilder &b,
                            mlir::Operation *combiner, mlir::Value lhs,
                            mlir::Value rhs);

} // namespace gpu
} // namespace weft

#endif // WEFT_GPU_ACCUMULATION_H
