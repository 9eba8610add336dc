//===- DerivedSpace.h - Collapsed variables and positions -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forall may bind a number of combinations of coordinates, or of a position,
// and these may be split. From the variable that the innermost part of a split
// is, this leads to the variables that tensors are indexed by, along the
// operations that derive them (the provenance graph of the transformation
// framework paper, section 4.2), and back: bounds are propagated from the
// originals to what derives from them (section 6.1).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_DERIVEDSPACE_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_DERIVEDSPACE_H

#include "EmitContext.h"
#include "Scope.h"

namespace weft {
namespace cin_to_lattice {

/// What a forall iterates over that binds several variables at a time, or one
/// by its positions.
struct DerivedSpace {
  /// The variables that it binds, outermost first.
  llvm::SmallVector<mlir::Value, 2> originals;
  /// The splits that lead from its own variable to the number of what it
  /// iterates over, the other parts of which are bound.
  llvm::SmallVector<cin::SplitOp, 0> splits;
  /// What says whose positions these are; null if it iterates over
  /// coordinates.
  cin::PositionOp position;
};

/// Nothing if a forall binds one coordinate that is not in a part of equal
/// work, or if parts of what it numbers are left to be bound, or were bound in
/// another order.
std::optional<DerivedSpace> findDerivedSpace(cin::ForallOp forall,
                                             const KernelInfo &info,
                                             const Scope &scope);

/// Emits how many combinations of coordinates, or positions, there are: what an
/// operation derives from the variable that numbers them.
mlir::Value emitCount(const EmitContext &context, mlir::Operation *derivation,
                      const Scope &scope);

/// Emits the sizes of the variables that were collapsed into one.
llvm::SmallVector<mlir::Value> emitSizes(const EmitContext &context,
                                         llvm::ArrayRef<mlir::Value> variables,
                                         const Scope &scope);

/// Emits where a forall begins to count that goes over no part of equal work:
/// the combination of coordinates, or the position, that its variable is added
/// to.
mlir::Value emitBase(const EmitContext &context, mlir::Location loc,
                     const DerivedSpace &space, const Scope &scope);

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_DERIVEDSPACE_H
