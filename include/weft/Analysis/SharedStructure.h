//===- SharedStructure.h - Results with an operand's structure --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds results that store what an operand stores in its first levels: a
// sampled product, a mask, an operand that is scaled, and where the levels
// below are summed over, a tensor that is multiplied by a vector or a matrix.
// Their coordinates need not be assembled.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_SHAREDSTRUCTURE_H
#define WEFT_ANALYSIS_SHAREDSTRUCTURE_H

#include "weft/Dialect/CIN/IR/CIN.h"

namespace weft {
namespace analysis {

/// The first levels of an operand, which are those of a result as well. What
/// the result has below them is dense.
struct SharedStructure {
  /// When components are given the fill: all before anything is assigned; those
  /// below a position where the foralls reach it, which they do once; or never,
  /// as each is stored without a look at what is there, the fill where what is
  /// assigned turns out to be absent.
  enum class Filling { Before, WhereReached, Never };

  /// An access of the operand; null if there is none.
  cin::AccessOp access;
  int64_t numLevels = 0;
  Filling filling = Filling::Before;
  /// Whether the result has all levels of the operand and no others.
  bool isWhole = false;

  explicit operator bool() const { return static_cast<bool>(access); }
};

/// The structure that a result of a kernel takes from an operand; none if it
/// has one of its own. `assigns` are all assignments to the result. This
/// depends on the order of the foralls.
SharedStructure findSharedStructure(cin::KernelOp kernel, mlir::Value ref,
                                    llvm::ArrayRef<cin::AssignOp> assigns);

} // namespace analysis
} // namespace weft

#endif // WEFT_ANALYSIS_SHAREDSTRUCTURE_H
