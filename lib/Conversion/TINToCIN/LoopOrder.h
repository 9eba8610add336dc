//===- LoopOrder.h - Orders of index variables ------------------*- C++ -*-===//
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

#include "OrderEdges.h"

namespace weft {
namespace tin_to_cin {

/// The levels that an order of loops was chosen for: of the tensors of accesses
/// and of the results of computes.
using OrderedLevels =
    llvm::DenseMap<mlir::Operation *, llvm::SmallVector<int64_t>>;

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

  /// Whether edges lead from one loop to another.
  bool isOrdered(const LoopVariable &outer, const LoopVariable &inner) const;

  /// Records for which levels of the tensor of an access, or of the result of a
  /// compute, edges were added, in addition to those that are recorded.
  void addOrderedLevels(mlir::Operation *op, llvm::ArrayRef<int64_t> levels) {
    auto &all = orderedLevels[op];
    llvm::append_range(all, levels);
    llvm::sort(all);
    all.erase(llvm::unique(all), all.end());
  }
  /// The levels of accesses and of the compute.
  const OrderedLevels &getOrderedLevels() const { return orderedLevels; }

private:
  LoopVariables loops;
  OrderEdges edges;
  OrderedLevels orderedLevels;
};

/// Adds what the accesses of a compute demand to an order of its loops, with
/// their levels. Returns those which the order does not suit.
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

/// How many loops, from the outermost on, bind what the levels of the result
/// store in their order.
int64_t countLoopsInOrder(tin::ComputeOp compute,
                          llvm::ArrayRef<LoopVariable> order);

} // namespace tin_to_cin
} // namespace weft

#endif // WEFT_LIB_CONVERSION_TINTOCIN_LOOPORDER_H
