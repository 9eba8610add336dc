//===- OrderReasons.h - Reasons for the order of loops ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reasons of accesses and assignments for the order of the loops, and the
// reason of a workspace whose result has levels in another order than these.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CIN_IR_ORDERREASONS_H
#define WEFT_DIALECT_CIN_IR_ORDERREASONS_H

#include "weft/Dialect/CIN/IR/CIN.h"

namespace weft {
namespace cin {

/// On an access: the levels, counted from zero and ascending, that it iterates
/// over, so that the loops of all levels above each are outside of its loop.
constexpr llvm::StringLiteral kIteratedLevelsAttr = "cin.iterated_levels";
/// On an assignment: the levels that it appends to, so that their loops are in
/// the order of the levels.
constexpr llvm::StringLiteral kAppendedLevelsAttr = "cin.appended_levels";

/// On a kernel: the names of the variables whose loops are in the order in
/// which the text names them, since no format orders them.
constexpr llvm::StringLiteral kTextOrderAttr = "cin.text_order";
/// On a kernel: the names of the variables of reductions whose terms are
/// combined in the order of the variables, since the combiner is not
/// commutative.
constexpr llvm::StringLiteral kCombinerOrderAttr = "cin.combiner_order";
/// On a kernel: the names of the variables of a reduction, and of the variables
/// of a result outside of them, since the result takes each component once.
constexpr llvm::StringLiteral kReducedInsideAttr = "cin.reduced_inside";

/// Why the loops around an access or an assignment are in their order: the
/// levels of the attribute above; empty if it states none.
llvm::ArrayRef<int64_t> getOrderedLevels(AccessOp access);
llvm::ArrayRef<int64_t> getOrderedLevels(AssignOp assign);

/// Sets that attribute, or removes it if there are no levels.
void setOrderedLevels(AccessOp access, llvm::ArrayRef<int64_t> levels);
void setOrderedLevels(AssignOp assign, llvm::ArrayRef<int64_t> levels);

/// The levels of a format, below the first one, that an access has to iterate
/// over.
llvm::SmallVector<int64_t> getIteratedLevels(level::FormatAttr format);

/// The levels of a format that an assignment appends to in their order; none if
/// the format takes components in any order.
llvm::SmallVector<int64_t> getAppendedLevels(level::FormatAttr format);

/// The first loop that does not bind the next level of a result.
struct LoopOutOfOrder {
  /// The first level that the loops around do not bind, and the number of
  /// levels. There is such a level.
  int64_t next = 0, numLevels = 0;
  /// Whether the loop is over a variable that does not index the result.
  bool isReduced = false;
  /// Whether the loop binds coordinates of a level.
  llvm::function_ref<bool(int64_t level)> binds;
  /// Whether entries of a level may be inserted in any order.
  llvm::function_ref<bool(int64_t level)> takesAnyOrder;
};

/// The reason for a workspace: `reduced_outside` with the first level that is
/// appended to, `level_order` with the level that the loop binds, or else
/// `coordinate_order` with the next level.
ReasonAttr explainOrder(mlir::MLIRContext *context, const LoopOutOfOrder &loop);

} // namespace cin
} // namespace weft

#endif // WEFT_DIALECT_CIN_IR_ORDERREASONS_H
