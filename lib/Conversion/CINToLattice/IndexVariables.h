//===- IndexVariables.h - Coordinates of index variables --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What foralls bind is not always what tensors store: variables may be split
// into others. Their coordinates are recovered from those that are bound, and
// the bounds of a forall follow from the extents of the variables that derive
// from its own (thesis, section 5.3).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_INDEXVARIABLES_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_INDEXVARIABLES_H

#include "EmitContext.h"
#include "Scope.h"

namespace weft {
namespace cin_to_lattice {

/// Whether the coordinate of a level is known.
bool isBound(const IndexedTensor &tensor, int64_t level, const Scope &scope);

/// Emits the coordinate of a level; null if it is not known.
mlir::Value emitCoordinate(const EmitContext &context,
                           const IndexedTensor &tensor, int64_t level,
                           const Scope &scope);

/// Emits the coordinates of the levels before `level`.
llvm::SmallVector<mlir::Value> emitOuterCoordinates(const EmitContext &context,
                                                    const IndexedTensor &tensor,
                                                    int64_t level,
                                                    const Scope &scope);

/// Binds the variables all of whose parts are bound, and the sums.
void recoverVariables(const EmitContext &context, Scope &scope);

/// Emits what the outer variable of a split is multiplied by.
mlir::Value emitWidth(const EmitContext &context, cin::SplitOp split,
                      const Scope &scope);

/// Emits the coordinate of the variable that was split at which the tile that
/// is bound begins.
mlir::Value emitTileBegin(const EmitContext &context, cin::SplitOp split,
                          const Scope &scope);

/// Whether a variable numbers places in tiles of a constant width, of which
/// there are as many wherever it is bound.
bool isPlaceInTile(mlir::Value variable, const KernelInfo &info);

/// Emits how many coordinates a variable has where it is bound, within the
/// extents of the variables that are split into it and others.
mlir::Value emitSize(const EmitContext &context, mlir::Value variable,
                     const Scope &scope);

/// Emits the end of a forall, within the extents of the variables that are
/// split into its variable and others.
mlir::Value emitUpper(const EmitContext &context, cin::ForallOp forall,
                      const Scope &scope);

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_INDEXVARIABLES_H
