//===- OrderChoice.cpp - Which order needs the fewest copies ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds the demands of results, and tries which of all demands to meet first.
//
//===----------------------------------------------------------------------===//

#include "OrderChoice.h"

#include "Computes.h"
#include "Slots.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Support/Combiner.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin_to_cin;

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static bool insertsOnly(level::FormatAttr format) {
  return llvm::all_of(
      llvm::seq<int64_t>(0, format.getNumLevels()),
      [&](int64_t level) { return format.takesAnyOrder(level); });
}

bool tin_to_cin::takesUpdates(tin::ComputeOp compute,
                              const ConcretizeOptions &options) {
  tin::ReduceOp top = getTopReduction(compute);
  if (!top)
    return true;
  level::FormatAttr format = level::getFormat(compute.getType());
  // Each would take another slot.
  if (format.getNumSlots() != 0)
    return false;
  if (insertsOnly(format))
    return !options.dropsFill || format.isAllDense();
  // The entries of a temporary are added up when it is read; those of a result
  // are read by others, who find each component once.
  if (format.sortsEntries())
    return options.isPart && isSumCombiner(top.getCombiner());
  // What appends takes them once they are promoted to a scalar; what is
  // inserted is there from the first.
  level::LevelTypeAttrInterface last =
      format.getLevelType(format.getNumLevels() - 1);
  if (options.dropsFill && last.hasInsert() && !last.isFull())
    return false;
  return getInitial(top) && isCombinerAssociative(top.getCombiner());
}

/// Whether a reduction has another one inside, so that it is not promoted to a
/// scalar.
static bool isNested(tin::ReduceOp top) {
  return top
      .walk([&](tin::ReduceOp inner) {
        return inner == top ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

ResultOrder tin_to_cin::addResultEdges(tin::ComputeOp compute,
                                       const Blocking &blocking,
                                       const ConcretizeOptions &options,
                                       LoopOrder &order) {
  level::FormatAttr format = level::getFormat(compute.getType());
  tin::ReduceOp top = getTopReduction(compute);
  // Some results take components in any order.
  if (insertsOnly(format) ||
      (format.sortsEntries() && takesUpdates(compute, options)))
    return ResultOrder::Direct;
  ValueRange variables = compute.getVariables(), reductions;
  if (top)
    reductions = top.getVariables();
  auto edges = getResultEdges(format, variables, reductions, blocking);
  if (edges && order.tryAdd(*edges))
    return ResultOrder::Direct;
  // A copy that is a temporary is sorted in the end.
  auto copied = compute.getYield().getValue().getDefiningOp<tin::AccessOp>();
  if (options.isPart && format.isCoordinateList() && copied &&
      comesOnce(copied))
    return ResultOrder::Direct;
  if (!options.scatters || (top && isNested(top)))
    return ResultOrder::Collected;
  // A component that is in one slot comes once wherever slots are numbered.
  if (comesInSlotOrder(compute, blocking))
    reductions = {};
  edges = getScatterEdges(format, variables, reductions, blocking);
  return edges && order.tryAdd(*edges) ? ResultOrder::Scattered
                                       : ResultOrder::Collected;
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// Whether a sum of variables indexes an access, which has orders of its own
/// that are better than others.
static bool hasSums(tin::ComputeOp compute) {
  return compute.walk([](tin::AffineOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// What gives way: copies and workspaces hold everything once more, and a
/// second pass computes it once more, which is less.
static unsigned getCost(size_t numCopies, ResultOrder result) {
  return 2 * (numCopies + (result == ResultOrder::Collected)) +
         (result == ResultOrder::Scattered);
}

OrderEdges tin_to_cin::chooseFirstEdges(tin::ComputeOp compute,
                                        const Blocking &blocking,
                                        const ConcretizeOptions &options) {
  if (hasSums(compute))
    return {};
  Block *body;
  SmallVector<Value> nest = getNestVariables(compute, body);
  const LoopOrder loops = getLoopsOf(compute, nest, blocking);
  OrderEdges chosen;
  std::optional<unsigned> least;
  auto consider = [&](const OrderEdges &first) {
    LoopOrder order = loops;
    if (least == 0u || !order.tryAdd(first))
      return;
    size_t numCopies = addAccessEdges(compute, blocking, order).size();
    unsigned cost =
        getCost(numCopies, addResultEdges(compute, blocking, options, order));
    if (least && *least <= cost)
      return;
    least = cost;
    chosen = first;
  };
  // The order of the text, where it makes no difference.
  consider({});
  SmallVector<OrderEdges> tried;
  auto considerOnce = [&](const OrderEdges &first) {
    if (least == 0u || llvm::is_contained(tried, first))
      return;
    tried.push_back(first);
    consider(first);
  };
  // In the order of a result, reductions are inside of all else, where they may
  // take more steps than they have terms.
  if (!getTopReduction(compute))
    if (auto edges = getResultEdges(level::getFormat(compute.getType()),
                                    compute.getVariables(), {}, blocking))
      considerOnce(*edges);
  compute.walk([&](tin::AccessOp access) {
    auto alternatives = getAccessEdges(access, blocking);
    if (!alternatives.empty())
      considerOnce(alternatives.front());
  });
  return chosen;
}
