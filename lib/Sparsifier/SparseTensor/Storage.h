//===- Storage.h - The arrays of tensors with an encoding -------*- C++ -*-===//
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
#include "weft/Dialect/TIN/IR/TIN.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace sparsifier {

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

/// Emits a position or coordinate as a number without a sign of fewer bits; the
/// program ends with an error if it does not fit.
mlir::Value emitNarrowed(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value number, mlir::Type type,
                         level::LevelArray::Kind kind);

/// Emits the number of coordinates of a level: that of its dimension, of its
/// blocks, or of those in a block.
mlir::Value emitLevelSize(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value tensor, int64_t level);

/// The level from which on coordinates are those of entries that are listed one
/// by one, which upstream stores side by side in one array; none if there is no
/// such level.
std::optional<int64_t> findListedLevel(mlir::RankedTensorType type);

/// Whether all components of a tensor are stored, in the order of its modes.
bool isDense(mlir::RankedTensorType type);
/// Whether the innermost level stores every coordinate, so that stored
/// components may equal the fill.
bool storesFill(mlir::RankedTensorType type);

/// Emits the sizes of all modes.
llvm::SmallVector<mlir::Value>
emitSizes(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor);

/// Begins a compute of a result, with its variables, at whose end the builder
/// stands. A sparse result leaves out the fill that `operands` store.
tin::ComputeOp createCompute(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::RankedTensorType type,
                             mlir::ValueRange extents,
                             mlir::TypeRange operands);

/// Whether the components of a tensor can be converted to those of a copy.
bool canConvertComponents(mlir::Type from, mlir::Type to);

/// Emits a copy of a tensor in the format of `type`, as index notation, with
/// components of its element type, to which they can be converted.
mlir::Value emitCopy(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value source, mlir::RankedTensorType type);

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

/// The type of a tensor that is a list of coordinates in the order of its
/// modes. With `isUnique`, each is listed once.
mlir::RankedTensorType getListType(mlir::RankedTensorType type, bool isUnique);

/// Emits the list of the elements that a constant lists, in memory that is
/// never freed; null if it lists none, or one of them twice.
mlir::Value emitConstantList(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Value constant);

/// Emits the beginning of a list that is appended to in any order.
mlir::Value emitListBegin(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::RankedTensorType type, mlir::ValueRange sizes);
/// Emits the list with one more entry.
mlir::Value emitListEntry(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value list, mlir::ValueRange coordinates,
                          mlir::Value component);
/// Emits the tensor that a list is when it is complete.
mlir::Value emitListEnd(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value list);

//===----------------------------------------------------------------------===//
// Iteration
//===----------------------------------------------------------------------===//

/// Emits what is done with an entry: it takes the coordinates in the order of
/// the modes, the component and the carried values, and gives the next ones.
using EmitEntry = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    mlir::OpBuilder &builder, mlir::ValueRange coordinates,
    mlir::Value component, mlir::ValueRange carried)>;

/// Emits loops over the stored entries of a tensor, in their order, and gives
/// the carried values at the end. Without a format, all components are visited
/// in the order of the modes `order`.
llvm::SmallVector<mlir::Value>
emitForEach(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor,
            mlir::ValueRange carried, mlir::AffineMap order, EmitEntry emit);

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

void populateArrayPatterns(mlir::RewritePatternSet &patterns);
void populateAssemblePatterns(mlir::RewritePatternSet &patterns);
void populateCastAndSelectPatterns(mlir::RewritePatternSet &patterns);
void populateConstantPatterns(mlir::RewritePatternSet &patterns);
void populateForeachPatterns(mlir::RewritePatternSet &patterns);
void populatePrintPatterns(mlir::RewritePatternSet &patterns);
void populateReshapePatterns(mlir::RewritePatternSet &patterns);
void populateSortPatterns(mlir::RewritePatternSet &patterns);

/// Converts expansion, compression, which becomes insertion, and growth of
/// arrays.
void convertExpansions(mlir::Operation *root);

/// Converts the operations on files; an error at one that cannot be.
mlir::LogicalResult convertFiles(mlir::ModuleOp module);

/// Fails with an error at an operation of a nested module that has a stored
/// tensor.
mlir::LogicalResult verifyModules(mlir::ModuleOp module);

/// Fails with an error at an operation of sparse_tensor that is left.
mlir::LogicalResult verifyConverted(mlir::Operation *root);

/// Gives tensors that are used without being computed arrays without entries.
void convertEmpties(mlir::Operation *function);

/// Replaces insertions into tensors of a function by lists that are appended to
/// and copied into the format when they are complete; an error at an insertion
/// whose tensor cannot be followed.
mlir::LogicalResult convertInsertions(mlir::Operation *function);

} // namespace sparsifier
} // namespace weft

#endif // WEFT_LIB_SPARSIFIER_SPARSETENSOR_STORAGE_H
