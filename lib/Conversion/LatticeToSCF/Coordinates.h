//===- Coordinates.h - Tuples of coordinates --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The coordinates of several variables that are coiterated as one (collapsed:
// thesis, section 3.2) are compared lexicographically. Their combination as one
// number would be shorter to compare, but may not fit an index.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LATTICETOSCF_COORDINATES_H
#define WEFT_LIB_CONVERSION_LATTICETOSCF_COORDINATES_H

#include "mlir/IR/Builders.h"

namespace weft {
namespace lattice {

/// One coordinate for each variable, outermost first.
using Coordinates = llvm::SmallVector<mlir::Value, 2>;

/// The smaller of two tuples.
Coordinates emitMin(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::ValueRange lhs, mlir::ValueRange rhs);

/// Whether two tuples are equal.
mlir::Value emitEqual(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::ValueRange lhs, mlir::ValueRange rhs);

/// The number of a tuple in row-major order.
mlir::Value emitNumber(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::ValueRange coordinates, mlir::ValueRange sizes);

/// The tuple with a number in row-major order.
Coordinates emitTuple(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value number, mlir::ValueRange sizes);

/// The next tuple in row-major order if `distance` is one, and the same one if
/// it is zero.
Coordinates emitNextTuple(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::ValueRange coordinates, mlir::ValueRange sizes,
                          mlir::Value distance);

} // namespace lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_LATTICETOSCF_COORDINATES_H
