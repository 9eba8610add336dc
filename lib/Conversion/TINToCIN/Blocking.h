//===- Blocking.h - Index variables as loops --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A format that stores a dimension in blocks has a level for the quotients of
// its coordinates by the block size and one for the remainders (thesis, section
// 2.5). Concretization splits an index variable of such a dimension into two,
// each of which a level stores whole: what the levels of a blocked tensor are
// iterated by are loops, not index variables. Which variables are split is
// decided once for each compute.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_TINTOCIN_BLOCKING_H
#define WEFT_LIB_CONVERSION_TINTOCIN_BLOCKING_H

#include "weft/Dialect/TIN/IR/TIN.h"

#include "llvm/ADT/DenseMap.h"

namespace weft {
namespace tin_to_cin {

/// What one forall binds: an index variable or, if that is split, its quotient
/// (the outer variable) or its remainder (the inner one).
struct LoopVariable {
  mlir::Value variable;
  level::LevelPart part = level::LevelPart::Whole;
  /// What a part divides by; 1 for a whole variable.
  int64_t block = 1;

  bool isWhole() const { return part == level::LevelPart::Whole; }
  /// The quotient or the remainder of the same split.
  LoopVariable getPart(level::LevelPart other) const {
    return {variable, other, block};
  }
  /// What a level stores that the loop iterates, if its variable indexes `dim`.
  level::LevelExpr getLevel(int64_t dim) const { return {dim, part, block}; }

  bool operator==(const LoopVariable &other) const {
    return variable == other.variable && part == other.part &&
           block == other.block;
  }
};

using LoopVariables = llvm::SmallVector<LoopVariable>;

/// Which index variables are split, and by which block sizes.
class Blocking {
public:
  /// What a variable is divided by; 1 if it is not split.
  int64_t getBlock(mlir::Value variable) const {
    auto block = blocks.find(variable);
    return block == blocks.end() ? 1 : block->second;
  }
  /// Whether no variable is split.
  bool isEmpty() const { return blocks.empty(); }
  /// Splits a variable, if it is not split yet.
  void split(mlir::Value variable, int64_t block) {
    blocks.try_emplace(variable, block);
  }

  /// The loops that bind variables, each from the outermost on.
  LoopVariables getLoops(mlir::ValueRange variables) const;
  /// The loops that bind the coordinate which a level stores of a variable.
  LoopVariables getLoops(mlir::Value variable,
                         const level::LevelExpr &level) const;
  /// Whether one loop binds just that coordinate.
  bool isIterated(mlir::Value variable, const level::LevelExpr &level) const;

private:
  llvm::DenseMap<mlir::Value, int64_t> blocks;
};

/// Chooses the variables to split, so that as few tensors as possible must be
/// copied because their levels store something else than what the loops bind.
Blocking chooseBlocking(tin::ComputeOp compute);

} // namespace tin_to_cin
} // namespace weft

#endif // WEFT_LIB_CONVERSION_TINTOCIN_BLOCKING_H
