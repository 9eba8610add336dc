//===- LoopVersions.h - Loops that are there twice --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares how a loop, or a branch around it, gets a copy that runs where a
// condition does not hold.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_TILING_LOOPVERSIONS_H
#define WEFT_LIB_LOOPS_TILING_LOOPVERSIONS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// Puts a loop, or a branch around one, into the first branch on a condition
/// that is known in front of it, and a copy of it into the second.
void emitVersions(mlir::ImplicitLocOpBuilder &b, mlir::Operation *op,
                  mlir::Value condition);

} // namespace weft

#endif // WEFT_LIB_LOOPS_TILING_LOOPVERSIONS_H
