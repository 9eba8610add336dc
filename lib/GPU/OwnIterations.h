//===- OwnIterations.h - Loops of units with own ranges ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether units of a GPU run different iterations of a loop.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_OWNITERATIONS_H
#define WEFT_GPU_OWNITERATIONS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {
namespace gpu {

/// Whether a loop in a launch begins elsewhere for each unit, and in each
/// iteration of loops around it, so that no two of them have an iteration in
/// common.
bool hasOwnIterations(mlir::scf::ForOp loop);

} // namespace gpu
} // namespace weft

#endif // WEFT_GPU_OWNITERATIONS_H
