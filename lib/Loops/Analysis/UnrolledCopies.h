//===- UnrolledCopies.h - Copies of the body of a loop ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ANALYSIS_UNROLLEDCOPIES_H
#define WEFT_LIB_LOOPS_ANALYSIS_UNROLLEDCOPIES_H

#include "mlir/IR/Operation.h"

namespace weft {

/// How many copies of an operation unrolling makes: the product of the factors
/// `unroll` in `weft.loop` of the operation itself and of its enclosing loops.
/// Saturates.
uint64_t getNumUnrolledCopies(mlir::Operation *op);

} // namespace weft

#endif // WEFT_LIB_LOOPS_ANALYSIS_UNROLLEDCOPIES_H
