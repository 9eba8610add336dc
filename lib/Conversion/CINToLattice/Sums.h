//===- Sums.h - Accesses at sums of index variables -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is indexed by a sum of index variables, such as `b(2*i+j-1)`. The last
// forall that binds a part of the sum iterates over a level in order, with an
// offset: all other parts are known there. What cannot be iterated over so is
// located in or searched at each coordinate. Outside of the dimension, a tensor
// has no entry.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_SUMS_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_SUMS_H

#include "EmitContext.h"
#include "Scope.h"

namespace weft {
namespace cin_to_lattice {

/// A bound variable with a factor and, besides, the widths of the tiles that it
/// counts, where these are no constants.
struct ShiftTerm {
  mlir::Value variable;
  int64_t factor = 1;
  llvm::SmallVector<cin::SplitOp, 0> widths;
  /// The split whose tile the variable numbers, if it counts where that begins;
  /// null if it counts itself.
  cin::SplitOp shifted = {};
};

/// How the coordinates of a level follow from the variable of a forall: they
/// are multiples of the stride, from an offset on. The stride is 0 where they
/// are the variable's own.
struct Shift {
  int64_t stride = 0;
  /// The offset.
  int64_t constant = 0;
  llvm::SmallVector<ShiftTerm, 2> terms;
};

/// How a forall iterates over a level whose dimension a sum indexes, or a
/// variable that was split; nothing if it does not.
std::optional<Shift> findShift(cin::ForallOp forall,
                               const IndexedTensor &tensor, int64_t level,
                               const Scope &scope);

/// Emits the offset of a shift.
mlir::Value emitOffset(const EmitContext &context, mlir::Location loc,
                       const Shift &shift, const Scope &scope);

/// Emits the coordinate of a sum; null if a variable of it is not bound.
mlir::Value emitSum(const EmitContext &context, cin::AffineOp sum,
                    const Scope &scope);

/// Emits the coordinate of a sum in the dimension of a level, or any of the
/// dimension if it is outside.
mlir::Value emitInside(const EmitContext &context, const IndexedTensor &tensor,
                       int64_t level, mlir::Value coordinate,
                       const Scope &scope);

/// Emits, at the first of the levels of a dimension that a sum indexes, whether
/// its coordinate is inside. Null at all others.
mlir::Value emitEntersInside(const EmitContext &context,
                             const IndexedTensor &tensor, int64_t level,
                             const Scope &scope);

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_SUMS_H
