//===- RegisterTiles.h - Keep vectors in registers over loops ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Register tiling: enclosing loops carry the vectors that they update, and the
// scalar loops of incomplete tiles accumulate in registers.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_VECTORIZATION_REGISTERTILES_H
#define WEFT_LIB_LOOPS_VECTORIZATION_REGISTERTILES_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringRef.h"

namespace weft {

/// The name of register tiling in remarks.
inline constexpr llvm::StringLiteral kRegisterTiles = "register_tiles";

/// Lets enclosing loops, from the innermost one, `around`, carry the vectors
/// that they load, update and store at invariant indices. If the vectors are
/// only in the first region of `branch`, which may be null, a loop that carries
/// them is versioned by the condition of the branch.
void keepInRegisters(mlir::scf::IfOp branch, mlir::Operation *around);

/// Interchanges a nest around a scalar loop over the elements of a tile, so
/// that the nest accumulates one element at a time, in a register. `root` is
/// the array of the tile, which only its views alias.
void interchangeScalarNest(mlir::scf::ForOp outermost, mlir::Value root);

/// Versions a nest around a scalar loop over the elements of a tile for tiles
/// of one element, whose version has no innermost loop.
void specializeScalarNest(mlir::scf::ForOp outermost);

} // namespace weft

#endif // WEFT_LIB_LOOPS_VECTORIZATION_REGISTERTILES_H
