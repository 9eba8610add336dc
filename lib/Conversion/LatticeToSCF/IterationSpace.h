//===- IterationSpace.h - A variable and its original ones ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Segments are coiterated in the space of the original variables (thesis,
// section 5.3). This maps the bounds of a variable that derives from them to
// that space, and resolved coordinates back.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LATTICETOSCF_ITERATIONSPACE_H
#define WEFT_LIB_CONVERSION_LATTICETOSCF_ITERATIONSPACE_H

#include "Coordinates.h"

#include "weft/Dialect/Lattice/IR/Lattice.h"

namespace weft {
namespace lattice {

class IterationSpace {
public:
  explicit IterationSpace(CoiterateOp op) : op(op) {}

  /// Emits the bounds.
  void initialize(mlir::OpBuilder &builder);

  /// The bounds of what derives, which is a coordinate, a number of tuples of
  /// coordinates or a position.
  mlir::Value getBegin() const { return begin; }
  mlir::Value getEnd() const { return end; }
  /// The bounds as coordinates.
  Coordinates emitFirst(mlir::OpBuilder &builder);
  Coordinates emitLast(mlir::OpBuilder &builder);

  /// The variable at resolved coordinates, and, where it counts positions, at a
  /// position. Null if it derives from no other.
  mlir::Value emitVariable(mlir::OpBuilder &builder,
                           mlir::ValueRange coordinates, mlir::Value position);

private:
  CoiterateOp op;
  mlir::Value begin, end;
};

} // namespace lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_LATTICETOSCF_ITERATIONSPACE_H
