//===- UnrollAndJam.h - Transformations that unroll and jam -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the transformations of `weft-unroll-and-jam`, one for each of its
// lowering options.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_UNROLLANDJAM_UNROLLANDJAM_H
#define WEFT_LIB_LOOPS_UNROLLANDJAM_UNROLLANDJAM_H

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <optional>

namespace weft {

/// Unrolls loops and jams the reductions of several iterations. Floating-point
/// operations keep their order if `strict`.
void jamReductions(mlir::func::FuncOp function, bool strict);

/// Tiles loops each iteration of which accumulates into the same array, so that
/// a tile of the array stays in registers.
void tileSweeps(mlir::func::FuncOp function);

/// Unrolls loops over rows and jams rows with identical coordinates.
void jamRows(mlir::func::FuncOp function);

/// The reason why these transformations do not support a loop: how its
/// induction variable counts, or a tag in its attributes beside `except`. The
/// reason is a predicate, "is parallel". None if the loop is supported.
std::optional<std::string> whyNotSupported(mlir::scf::ForOp loop,
                                           LoopTag except = LoopTag::None);

} // namespace weft

#endif // WEFT_LIB_LOOPS_UNROLLANDJAM_UNROLLANDJAM_H
