//===- OrderChoice.cpp - Choice of the loop order ---------------*- C++ -*-===//
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

#include "AbsentTerms.h"
#include "Computes.h"
#include "Slots.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Analysis/ResultAssembly.h"
#include "weft/Dialect/CIN/IR/OrderReasons.h"
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
  if (edges && order.tryAdd(*edges)) {
    order.addOrderedLevels(compute, cin::getAppendedLevels(format));
    return ResultOrder::Direct;
  }
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
  if (!edges || !order.tryAdd(*edges))
    return ResultOrder::Collected;
  auto segment = llvm::to_vector(
      llvm::seq<int64_t>(*getFirstScattered(format), format.getNumLevels()));
  if (segment.size() > 1)
    order.addOrderedLevels(compute, segment);
  return ResultOrder::Scattered;
}

//===----------------------------------------------------------------------===//
// Segments in any order
//===----------------------------------------------------------------------===//

/// The level of a result whose segments may be given coordinates in any order;
/// none if there is no such level, or it is the first.
static std::optional<int64_t> findCollected(tin::ComputeOp compute,
                                            const ConcretizeOptions &options) {
  // What is asked for is a workspace, and so is what counts absent terms.
  if (!options.collects || compute.getWorkspace() ||
      !takesUpdates(compute, options))
    return std::nullopt;
  Attribute fill = level::getFill(compute.getType()), initial = fill;
  if (tin::ReduceOp top = getTopReduction(compute)) {
    initial = getInitial(top);
    if (findAbsentTerm(top))
      return std::nullopt;
  }
  level::FormatAttr format = level::getFormat(compute.getType());
  int64_t first = analysis::getFirstAppended(format);
  if (!fill || !initial || !areSameScalar(fill, initial) || first == 0 ||
      !analysis::collectsAt(format, first))
    return std::nullopt;
  return first;
}

bool tin_to_cin::collectsSegments(tin::ComputeOp compute,
                                  const ConcretizeOptions &options,
                                  ArrayRef<LoopVariable> order) {
  std::optional<int64_t> first = findCollected(compute, options);
  if (!first || static_cast<int64_t>(order.size()) <= *first)
    return false;
  int64_t numOrdered = countLoopsInOrder(compute, order);
  if (numOrdered == *first)
    return true;
  // Rows that ascend, as a whole, do so by blocks.
  level::FormatAttr format = level::getFormat(compute.getType());
  level::LevelExpr last = format.getLevelExpr(*first - 1);
  return numOrdered == *first - 1 && last.part == level::LevelPart::Quotient &&
         order[*first - 1] == LoopVariable{compute.getVariables()[last.dim],
                                           level::LevelPart::Whole, 1};
}

SmallVector<int64_t> tin_to_cin::getCollectedLevels(tin::ComputeOp compute) {
  level::FormatAttr format = level::getFormat(compute.getType());
  return llvm::to_vector(
      llvm::seq<int64_t>(0, analysis::getFirstAppended(format) + 1));
}

/// What puts the loops of the parents of such segments around all others.
static OrderEdges getParentEdges(tin::ComputeOp compute, int64_t first,
                                 ArrayRef<LoopVariable> loops,
                                 const Blocking &blocking) {
  level::FormatAttr format = level::getFormat(compute.getType());
  LoopVariables parents;
  for (int64_t level = 0; level != first; ++level) {
    level::LevelExpr expr = format.getLevelExpr(level);
    LoopVariable loop{compute.getVariables()[expr.dim], expr.part, expr.block};
    if (!llvm::is_contained(loops, loop))
      loop = {loop.variable, level::LevelPart::Whole, 1};
    parents.push_back(loop);
  }
  OrderEdges edges;
  for (auto [number, parent] : llvm::enumerate(parents)) {
    if (number != 0)
      edges.push_back({parents[number - 1], parent});
    for (const LoopVariable &loop : loops)
      if (!llvm::is_contained(parents, loop))
        edges.push_back({parent, loop});
  }
  return edges;
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
/// second pass computes it once more, which is less. A segment is less than all
/// of them; so that a copy of an operand, by rows that are counted, is worth
/// it.
static unsigned getCost(size_t numCopies, ResultOrder result,
                        bool mayCollectSegments, bool collectsSegments) {
  unsigned cost = 4 * numCopies;
  switch (result) {
  case ResultOrder::Direct:
    return cost;
  case ResultOrder::Scattered:
    return cost + 2;
  case ResultOrder::Collected:
    return cost + (collectsSegments ? 1 : mayCollectSegments ? 6 : 4);
  }
  llvm_unreachable("unknown order of a result");
}

bool tin_to_cin::statesOrder(tin::ComputeOp compute) {
  // A stated order is ignored if variables of slots were added since.
  Block *body;
  return compute.getLoopOrder() && compute.getLoopOrder()->size() ==
                                       getNestVariables(compute, body).size();
}

/// The edges of the order that a compute states; none if it states none.
static OrderEdges getStatedEdges(tin::ComputeOp compute,
                                 const Blocking &blocking) {
  OrderEdges edges;
  if (!statesOrder(compute))
    return edges;
  std::optional<ArrayRef<int64_t>> stated = compute.getLoopOrder();
  Block *body;
  SmallVector<Value> nest = getNestVariables(compute, body);
  for (size_t inner = 1; inner < stated->size(); ++inner)
    for (const LoopVariable &above :
         blocking.getLoops(nest[(*stated)[inner - 1]]))
      for (const LoopVariable &below :
           blocking.getLoops(nest[(*stated)[inner]]))
        edges.push_back({above, below});
  return edges;
}

OrderEdges tin_to_cin::chooseFirstEdges(tin::ComputeOp compute,
                                        const Blocking &blocking,
                                        const ConcretizeOptions &options) {
  if (OrderEdges stated = getStatedEdges(compute, blocking); !stated.empty())
    return stated;
  if (hasSums(compute))
    return {};
  Block *body;
  SmallVector<Value> nest = getNestVariables(compute, body);
  const LoopOrder loops = getLoopsOf(compute, nest, blocking);
  bool isReduced = static_cast<bool>(getTopReduction(compute));
  std::optional<int64_t> collected;
  if (!isReduced)
    collected = findCollected(compute, options);
  OrderEdges chosen;
  std::optional<unsigned> least;
  auto consider = [&](const OrderEdges &first) {
    LoopOrder order = loops;
    if (least == 0u || !order.tryAdd(first))
      return;
    size_t numCopies = addAccessEdges(compute, blocking, order).size();
    ResultOrder result = addResultEdges(compute, blocking, options, order);
    order.preferBlocks();
    LoopVariables own;
    for (const LoopVariable &loop : order.get())
      if (llvm::is_contained(nest, loop.variable))
        own.push_back(loop);
    unsigned cost = getCost(numCopies, result, collected.has_value(),
                            collectsSegments(compute, options, own));
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
  if (!isReduced)
    if (auto edges = getResultEdges(level::getFormat(compute.getType()),
                                    compute.getVariables(), {}, blocking))
      considerOnce(*edges);
  if (collected)
    considerOnce(getParentEdges(compute, *collected, loops.get(), blocking));
  compute.walk([&](tin::AccessOp access) {
    auto alternatives = getAccessEdges(access, blocking);
    if (!alternatives.empty())
      considerOnce(alternatives.front());
  });
  return chosen;
}
