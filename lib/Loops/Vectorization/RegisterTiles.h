//===- RegisterTiles.h - Vectors that stay in registers ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares what keeps vectors in registers over loops.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_VECTORIZATION_REGISTERTILES_H
#define WEFT_LIB_LOOPS_VECTORIZATION_REGISTERTILES_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {

/// Lets the loops around a vector that is loaded, changed and stored at one
/// place of an array carry it, from the innermost loop on, which is `around`.
/// If the vector is there only in the first case of `branch`, which may be
/// null, a loop that carries it is made twice, once for each case.
void keepInRegisters(mlir::scf::IfOp branch, mlir::Operation *around);

/// Lets loops around one over the elements of a tile combine into one element
/// after the other, which they carry, if all that they do is to combine into
/// elements of an array that nothing else is a view of.
void combineEdge(mlir::scf::ForOp outermost, mlir::Value root);

/// Copies loops around one over the elements of a tile, which is not inside of
/// the copy, for the case that there is one element.
void specializeEdge(mlir::scf::ForOp outermost);

} // namespace weft

#endif // WEFT_LIB_LOOPS_VECTORIZATION_REGISTERTILES_H
