//===- LoopVersions.h - Loop versioning -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares loop versioning: two copies of a loop, or of a branch around a loop,
// of which a condition before the loop selects one at run time.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_TILING_LOOPVERSIONS_H
#define WEFT_LIB_LOOPS_TILING_LOOPVERSIONS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// Moves a loop, or a branch around a loop, into the `then` region of an scf.if
/// on `condition`, and a copy of it into the `else` region.
void versionOperation(mlir::ImplicitLocOpBuilder &b, mlir::Operation *op,
                      mlir::Value condition);

} // namespace weft

#endif // WEFT_LIB_LOOPS_TILING_LOOPVERSIONS_H
