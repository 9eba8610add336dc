//===- UnrollAndJam.h - Iterations that are executed together ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_UNROLLANDJAM_UNROLLANDJAM_H
#define WEFT_LIB_LOOPS_UNROLLANDJAM_UNROLLANDJAM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weft {

/// Jams the reductions of several iterations. Floating-point operations keep
/// their order if `strict`.
void jamReductions(mlir::func::FuncOp function, bool strict);

/// Tiles loops each iteration of which accumulates into the same array.
void tileSweeps(mlir::func::FuncOp function);

/// Jams rows with identical coordinates.
void jamRows(mlir::func::FuncOp function);

} // namespace weft

#endif // WEFT_LIB_LOOPS_UNROLLANDJAM_UNROLLANDJAM_H
