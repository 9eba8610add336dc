//===- SingleSteps.h - Loops over one position ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over a segment runs once where the level has one position for each
// parent, which is known once the level type has emitted its functions.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_SINGLESTEPS_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_SINGLESTEPS_H

#include "mlir/IR/Operation.h"

namespace weft {

/// Replaces the loops below an operation that run from a value to the next one
/// by their bodies. Positions do not reach the largest number there is. Loops
/// that threads share are left.
void inlineSingleSteps(mlir::Operation *root);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_SINGLESTEPS_H
