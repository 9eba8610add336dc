//===- Storage.h - The arrays of tensors with an encoding ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the conversions of sparse_tensor operations share: access of the arrays
// and sizes of a stored tensor, and the patterns by concern.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_SPARSIFIER_SPARSETENSOR_STORAGE_H
#define WEFT_LIB_SPARSIFIER_SPARSETENSOR_STORAGE_H

#include "weft/Dialect/Level/IR/LevelArrays.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace sparse_to_level {

/// The number of the array of a kind among those of a level; none if the level
/// has no such array.
std::optional<int64_t> findArray(mlir::RankedTensorType type, int64_t level,
                                 level::LevelArray::Kind kind);

/// Emits an array of a level of a kind that it has.
mlir::Value emitArray(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value tensor, int64_t level,
                      level::LevelArray::Kind kind);
mlir::Value emitValues(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value tensor);
/// Emits the length of an array.
mlir::Value emitLength(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value array);

/// Emits the number of coordinates of a level: that of its dimension, of its
/// blocks, or of those in a block.
mlir::Value emitLevelSize(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value tensor, int64_t level);

/// The level from which on coordinates are those of entries that are listed one
/// by one, which upstream stores side by side in one array; none if there is no
/// such level.
std::optional<int64_t> findListedLevel(mlir::RankedTensorType type);

void populateArrayPatterns(mlir::RewritePatternSet &patterns);
void populatePrintPatterns(mlir::RewritePatternSet &patterns);

} // namespace sparse_to_level
} // namespace weft

#endif // WEFT_LIB_SPARSIFIER_SPARSETENSOR_STORAGE_H
