//===- OrderChoice.h - Choice of the loop order -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where operands and the result are stored in different orders, some of them
// have to give way: an operand is copied first, a result is collected in a
// workspace, or assembled in two passes. The order of the loops decides which.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_TINTOCIN_ORDERCHOICE_H
#define WEFT_LIB_CONVERSION_TINTOCIN_ORDERCHOICE_H

#include "Concretize.h"

namespace weft {
namespace tin_to_cin {

/// Whether the result takes the values of the top reduction one by one.
bool takesUpdates(tin::ComputeOp compute, const ConcretizeOptions &options);

/// How a result takes what the loops compute.
enum class ResultOrder {
  /// As it comes, in an order that suits its levels.
  Direct,
  /// In two passes, into segments that are filled in any order.
  Scattered,
  /// Not at all: from a workspace.
  Collected
};

/// Adds what the result demands of the order of the loops, if that leaves one,
/// with its levels.
ResultOrder addResultEdges(tin::ComputeOp compute, const Blocking &blocking,
                           const ConcretizeOptions &options, LoopOrder &order);

/// Whether a result that is not assembled in an order of the loops takes the
/// coordinates of each segment as they come: the outermost loops bind the
/// parents in order.
bool collectsSegments(tin::ComputeOp compute, const ConcretizeOptions &options,
                      llvm::ArrayRef<LoopVariable> order);

/// The levels of such a result whose loops are in order.
llvm::SmallVector<int64_t> getCollectedLevels(tin::ComputeOp compute);

/// Whether a compute states the order of its loops, as a plan does.
bool statesOrder(tin::ComputeOp compute);

/// What the order of the loops should suit before anything else: none, the
/// result or one of the accesses, so that as little as possible is copied or
/// collected.
OrderEdges chooseFirstEdges(tin::ComputeOp compute, const Blocking &blocking,
                            const ConcretizeOptions &options);

} // namespace tin_to_cin
} // namespace weft

#endif // WEFT_LIB_CONVERSION_TINTOCIN_ORDERCHOICE_H
