//===- LevelFill.h - Segments that are filled -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares which segments `level.fill_segment` fills, for the conversion that
// emits it and the one that reserves their capacity.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LEVEL_IR_LEVELFILL_H
#define WEFT_DIALECT_LEVEL_IR_LEVELFILL_H

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {
namespace level {

/// Whether the components below a position of a level are consecutive, and as
/// many as the dimensions of the levels below say.
bool isDenseBelow(FormatAttr format, int64_t level);

/// Whether each position of the first levels of a format is that of a
/// coordinate, and how many there are follows from the number of parents: there
/// are no blocks and no gaps, and those of parents that follow each other
/// follow each other.
bool hasPlainPositions(FormatAttr format, int64_t numLevels);

/// Whether the segments below a position that is appended to a level are left
/// to `level.fill_segment`, and not filled where room is made for them.
bool fillsAppended(BuilderType type, int64_t level);

/// Emits the value of every component of a tensor that is not stored.
mlir::Value emitFillValue(mlir::ImplicitLocOpBuilder &b,
                          mlir::RankedTensorType tensor);

} // namespace level
} // namespace weft

#endif // WEFT_DIALECT_LEVEL_IR_LEVELFILL_H
