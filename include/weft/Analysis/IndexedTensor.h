//===- IndexedTensor.h - Tensors and their variables ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor with the index variables that index it is what accesses read and
// assignments set. A level stores a dimension whole or in part, and an index
// variable may be split into others that foralls bind; this relates the two,
// for any place of a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_INDEXEDTENSOR_H
#define WEFT_ANALYSIS_INDEXEDTENSOR_H

#include "weft/Dialect/CIN/IR/CIN.h"

namespace weft {
namespace analysis {

/// The tensor that a reference refers to, and its format.
mlir::RankedTensorType getTensorType(mlir::Value ref);
level::FormatAttr getFormat(mlir::Value ref);

struct IndexedTensor {
  IndexedTensor(cin::AccessOp access)
      : ref(access.getRef()), variables(access.getIndices()) {}
  IndexedTensor(cin::AssignOp assign)
      : ref(assign.getRef()), variables(assign.getIndices()) {}
  /// The levels whose positions are counted, and those above.
  IndexedTensor(cin::PositionOp position);

  mlir::Value ref;
  /// Null for a dimension of which no level is reached.
  llvm::SmallVector<mlir::Value> variables;

  level::FormatAttr getFormat() const;
  int64_t getNumLevels() const { return getFormat().getNumLevels(); }
  level::LevelTypeAttrInterface getLevelType(int64_t level) const {
    return getFormat().getLevelType(level);
  }

  /// The variable whose forall iterates a level; null if that takes several.
  mlir::Value getVariable(int64_t level) const;
  /// The variable that the coordinate of a level is computed from: that of the
  /// level or, if there is none, that of its dimension.
  mlir::Value getSource(int64_t level) const;
  /// The sum that indexes the dimension of a level; null if there is none.
  cin::AffineOp getSum(int64_t level) const;
  /// Whether a sum indexes the dimension of a level or of one below it.
  bool hasSumFrom(int64_t level) const;
  /// The variables of the foralls that bind the coordinate of a level, in the
  /// order in which they enumerate its coordinates; none for a literal.
  llvm::SmallVector<mlir::Value> getForalls(int64_t level) const;
  /// The same with the variables that were collapsed, or are found at
  /// positions, in place of those of the foralls that bind them together.
  llvm::SmallVector<mlir::Value> getBound(int64_t level) const;
};

} // namespace analysis
} // namespace weft

#endif // WEFT_ANALYSIS_INDEXEDTENSOR_H
