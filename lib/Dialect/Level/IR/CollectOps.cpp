//===- CollectOps.cpp - Segments in any order -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of the level functions that collect the coordinates of a segment.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace weft::level;

/// Checks that the coordinates of a segment of the level can be collected.
static LogicalResult verifyCollected(Operation *op, BuilderType type,
                                     int64_t level) {
  FormatAttr format = type.getFormat();
  if (!format)
    return op->emitOpError(describeMissingFormat(type.getTensor()));
  if (level < 0 || level >= format.getNumLevels())
    return op->emitOpError("expected a level below ")
           << format.getNumLevels() << ", got " << level;
  if (type.getAssembly() != Assembly::Fused &&
      type.getAssembly() != Assembly::Assemble)
    return op->emitOpError("expected arrays that grow, got ") << type;
  if (!collectsSegments(format.getLevelType(level)))
    return op->emitOpError("expected a level type with the capabilities append "
                           "and scatter whose coordinates are unique, got ")
           << format.getLevelType(level);
  for (int64_t below = level + 1; below != format.getNumLevels(); ++below)
    if (!format.getLevelType(below).isFull())
      return op->emitOpError("expected full levels below, got ")
             << format.getLevelType(below);
  return success();
}

LogicalResult CollectCoordOp::verify() {
  if (failed(verifyCollected(*this, getState().getType(), getLevel())))
    return failure();
  BuilderType table = getTable().getType();
  FormatAttr format = table.getFormat();
  auto fill = dyn_cast_if_present<IntegerAttr>(getFill(table.getTensor()));
  if (table.getAssembly() != Assembly::Fused || !format ||
      !format.isAllDense() || format.getNumLevels() != 1 ||
      !table.getTensor().isDynamicDim(0) ||
      !table.getElementType().isInteger(64) || !fill ||
      !fill.getValue().isAllOnes())
    return emitOpError("expected a table that is a dense vector of 64-bit "
                       "integers with the fill -1, got ")
           << table;
  return success();
}

LogicalResult SortSegmentOp::verify() {
  return verifyCollected(*this, getState().getType(), getLevel());
}
