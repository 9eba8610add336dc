//===- LoopOrder.h - Orders of index variables ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order in which index variables are bound must let every access walk the
// levels of its tensor from the outermost to the innermost (thesis,
// section 3.2: "order them so that all iteration graph edges point down"). A
// level that can be located in may be bound late, so only levels without locate
// constrain the order.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_TINTOCIN_LOOPORDER_H
#define WEFT_LIB_CONVERSION_TINTOCIN_LOOPORDER_H

#include "Blocking.h"

#include <optional>

namespace weft {
namespace tin_to_cin {

/// That the first loop must be outside of the second.
using OrderEdge = std::pair<LoopVariable, LoopVariable>;
using OrderEdges = llvm::SmallVector<OrderEdge>;

/// What an access demands of the order of the loops, which is one of several
/// sets of edges, the first of them rather than the others. None if no order of
/// them suits it, because they bind something else than what its levels store.
/// Literals are bound before all loops; they and diagonals demand nothing,
/// since levels are searched for them. What is indexed by a sum is iterated
/// over by the last loop that binds a part of the sum, with an offset. Levels
/// that store some coordinates and can be located in are iterated over, unless
/// the access just `looksUp` coordinates there.
llvm::SmallVector<OrderEdges> getAccessEdges(tin::AccessOp access,
                                             const Blocking &blocking,
                                             bool looksUp = false);

/// What a result demands that is assembled in the order of its levels:
/// `variables` index its modes, and `reductions` are the variables of the loops
/// that combine into one component. None if no order suits it.
std::optional<OrderEdges> getResultEdges(level::FormatAttr format,
                                         mlir::ValueRange variables,
                                         mlir::ValueRange reductions,
                                         const Blocking &blocking);

/// What a result demands whose segments are filled in any order of their
/// parents, once they are counted: each component once, and the coordinates of
/// a segment in order. None if its levels cannot be filled so.
std::optional<OrderEdges> getScatterEdges(level::FormatAttr format,
                                          mlir::ValueRange variables,
                                          mlir::ValueRange reductions,
                                          const Blocking &blocking);

/// A set of loops under constraints.
class LoopOrder {
public:
  /// The loops in the order to be kept where nothing constrains it.
  explicit LoopOrder(llvm::ArrayRef<LoopVariable> loops)
      : loops(loops.begin(), loops.end()) {}

  /// Adds the edges between known loops, all of them or, if that would leave no
  /// order, none. Returns whether it did.
  bool tryAdd(llvm::ArrayRef<OrderEdge> edges);

  /// Has the outer variable of a split bound before the inner one wherever the
  /// edges so far allow it.
  void preferBlocks();

  /// The first topological order.
  LoopVariables get() const;

private:
  LoopVariables loops;
  OrderEdges edges;
};

/// Adds what the accesses of a compute demand to an order of its loops. Returns
/// those which the order does not suit.
llvm::SmallVector<tin::AccessOp> addAccessEdges(tin::ComputeOp compute,
                                                const Blocking &blocking,
                                                LoopOrder &order);

/// Adds that loops combine in the order of the variables of a reduction where
/// the combiner is not commutative: from the outermost to the innermost one.
/// Nothing else may have been demanded of them before.
void addReductionEdges(tin::ComputeOp compute, const Blocking &blocking,
                       LoopOrder &order);

/// The loops of all variables of a compute: those of the nest around its
/// assignment, and those of the reductions inside, which are bound inside of
/// whatever is around them.
LoopOrder getLoopsOf(tin::ComputeOp compute, llvm::ArrayRef<mlir::Value> nest,
                     const Blocking &blocking);

} // namespace tin_to_cin
} // namespace weft

#endif // WEFT_LIB_CONVERSION_TINTOCIN_LOOPORDER_H
