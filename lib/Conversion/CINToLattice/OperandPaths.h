//===- OperandPaths.h - Accesses in their coordinate trees ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves accesses along their paths through coordinate trees: by the positions
// that a coiteration found, and where that did not go, by looking coordinates
// up that are bound already.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_OPERANDPATHS_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_OPERANDPATHS_H

#include "EmitContext.h"
#include "Scope.h"

#include "weft/Dialect/Lattice/IR/Lattice.h"

namespace weft {
namespace cin_to_lattice {

/// Gives positions to all levels whose coordinates are bound, and refuses, at
/// `op`, what is not accessible in this order of the foralls.
mlir::LogicalResult advancePaths(const EmitContext &context,
                                 mlir::Operation *op, Scope &scope);

/// Gives the segments of a coiteration, which are those of `paths`, the
/// positions that one of its regions has as arguments, beginning with
/// `argument`; the others are absent.
void enterSegments(const EmitContext &context, cin::ForallOp forall,
                   lattice::CoiterateOp coiterate, unsigned region,
                   llvm::ArrayRef<unsigned> paths,
                   mlir::Block::args_iterator argument, Scope &scope);

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_OPERANDPATHS_H
