//===- OrderReasons.h - Loops out of the order of levels --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reason of a workspace whose result has levels in another order than the
// loops.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CIN_IR_ORDERREASONS_H
#define WEFT_DIALECT_CIN_IR_ORDERREASONS_H

#include "weft/Dialect/CIN/IR/CIN.h"

namespace weft {
namespace cin {

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
