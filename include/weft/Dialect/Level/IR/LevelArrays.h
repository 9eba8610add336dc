//===- LevelArrays.h - The arrays of tensors --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the operations on the arrays of a tensor, and which arrays it has.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LEVEL_IR_LEVELARRAYS_H
#define WEFT_DIALECT_LEVEL_IR_LEVELARRAYS_H

#include "weft/Dialect/Level/IR/Level.h"

#define GET_OP_CLASSES
#include "weft/Dialect/Level/IR/LevelArrayOps.h.inc"

namespace weft {
namespace level {

/// The type of the elements of an array of a level.
mlir::Type getElementType(const LevelArray &array, FormatAttr format,
                          int64_t level);

/// The types of the arrays of all levels of a tensor, and of its components.
llvm::SmallVector<mlir::MemRefType> getArrayTypes(mlir::RankedTensorType type);

} // namespace level
} // namespace weft

#endif // WEFT_DIALECT_LEVEL_IR_LEVELARRAYS_H
