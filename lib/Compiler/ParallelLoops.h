//===- ParallelLoops.h - Loops that threads share ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What loops whose iterations may run at the same time carry, though no
// iteration uses what another one changes.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_COMPILER_PARALLELLOOPS_H
#define WEFT_LIB_COMPILER_PARALLELLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {

/// Moves what a part executes once (`weft.per_part`) out of the loop over the
/// iterations of the part, where it does not depend on the iteration.
void moveOncePerPart(mlir::scf::ForOp part);

/// Leaves out the carried values that nobody uses; fails if others are left.
mlir::LogicalResult dropCarried(mlir::scf::ForOp loop);

} // namespace weft

#endif // WEFT_LIB_COMPILER_PARALLELLOOPS_H
