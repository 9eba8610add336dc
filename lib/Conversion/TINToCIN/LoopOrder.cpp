//===- LoopOrder.cpp - Orders of index variables ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Topological orders under what accesses, results and reductions demand.
//
//===----------------------------------------------------------------------===//

#include "LoopOrder.h"

#include "Computes.h"
#include "LevelUses.h"

#include "weft/Analysis/OperatorAlgebra.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin_to_cin;

LoopVariables LoopOrder::get() const {
  LoopVariables order;
  while (order.size() != loops.size()) {
    auto isReady = [&](const LoopVariable &loop) {
      return !llvm::is_contained(order, loop) &&
             llvm::all_of(edges, [&](const OrderEdge &edge) {
               return !(edge.second == loop) ||
                      llvm::is_contained(order, edge.first);
             });
    };
    auto it = llvm::find_if(loops, isReady);
    if (it == loops.end())
      return {};
    order.push_back(*it);
  }
  return order;
}

bool LoopOrder::isOrdered(const LoopVariable &outer,
                          const LoopVariable &inner) const {
  LoopVariables reached = {outer};
  for (size_t next = 0; next != reached.size(); ++next)
    for (const OrderEdge &edge : edges)
      if (edge.first == LoopVariable(reached[next]) &&
          !llvm::is_contained(reached, edge.second))
        reached.push_back(edge.second);
  return llvm::is_contained(reached, inner);
}

bool LoopOrder::tryAdd(ArrayRef<OrderEdge> added) {
  size_t before = edges.size();
  for (const OrderEdge &edge : added)
    if (llvm::is_contained(loops, edge.first) &&
        llvm::is_contained(loops, edge.second))
      edges.push_back(edge);
  if (get().size() == loops.size())
    return true;
  edges.truncate(before);
  return false;
}

void LoopOrder::preferBlocks() {
  for (const LoopVariable &loop : LoopVariables(loops))
    if (loop.part == level::LevelPart::Quotient)
      (void)tryAdd(OrderEdge{loop, loop.getPart(level::LevelPart::Remainder)});
}

/// Whether coordinates can be looked up in levels that store some of them.
static bool canLookUp(tin::AccessOp access) {
  level::FormatAttr format = level::getFormat(access.getTensorType());
  return llvm::any_of(
      llvm::seq<int64_t>(0, format.getNumLevels()), [&](int64_t level) {
        level::LevelTypeAttrInterface type = format.getLevelType(level);
        return type.hasLocate() && !type.isFull();
      });
}

/// Whether a sum of variables indexes an access.
static bool hasSum(tin::AccessOp access) {
  return llvm::any_of(access.getIndices(), [](Value index) {
    return static_cast<bool>(index.getDefiningOp<tin::AffineOp>());
  });
}

SmallVector<tin::AccessOp> tin_to_cin::addAccessEdges(tin::ComputeOp compute,
                                                      const Blocking &blocking,
                                                      LoopOrder &order) {
  // Sums take the order that the others leave: they may be iterated over by one
  // loop or another, and be searched by any.
  SmallVector<tin::AccessOp> accesses, sums, lookUps, conflicting;
  compute.walk([&](tin::AccessOp access) {
    (canLookUp(access) ? lookUps
     : hasSum(access)  ? sums
                       : accesses)
        .push_back(access);
  });
  llvm::append_range(accesses, sums);
  size_t numOthers = accesses.size();
  llvm::append_range(accesses, lookUps);
  auto tryAny = [&](tin::AccessOp access, bool looksUp, bool searches) {
    for (const OrderEdges &edges :
         getAccessEdges(access, blocking, looksUp, searches)) {
      if (!order.tryAdd(edges))
        continue;
      order.addOrderedLevels(
          access, getIteratedLevels(access, blocking, looksUp, searches));
      return true;
    }
    return false;
  };
  for (auto [number, access] : llvm::enumerate(accesses)) {
    if (tryAny(access, /*looksUp=*/false, /*searches=*/false))
      continue;
    // In an order that does not suit it, others may say where to look.
    if (number < numOthers ||
        !tryAny(access, /*looksUp=*/true, /*searches=*/false) ||
        !LevelUses(compute, order.get()).isLookedUp(access))
      conflicting.push_back(access);
    else
      continue;
    // What is searched for a sum has to be bound before what is below it.
    if (hasSum(access))
      (void)tryAny(access, /*looksUp=*/false, /*searches=*/true);
  }
  return conflicting;
}

void tin_to_cin::addReductionEdges(tin::ComputeOp compute,
                                   const Blocking &blocking, LoopOrder &order) {
  compute.walk([&](tin::ReduceOp reduce) {
    if (isCombinerCommutative(reduce.getCombiner()))
      return;
    LoopVariables loops = blocking.getLoops(reduce.getVariables());
    for (size_t inner = 1; inner < loops.size(); ++inner)
      (void)order.tryAdd(OrderEdge{loops[inner - 1], loops[inner]});
  });
}

LoopOrder tin_to_cin::getLoopsOf(tin::ComputeOp compute, ArrayRef<Value> nest,
                                 const Blocking &blocking) {
  SmallVector<Value> all(nest);
  compute.walk([&](tin::ReduceOp reduce) {
    for (Value variable : reduce.getVariables())
      if (!llvm::is_contained(all, variable))
        all.push_back(variable);
  });
  LoopOrder order(blocking.getLoops(all));
  addReductionEdges(compute, blocking, order);
  compute.walk<WalkOrder::PreOrder>([&](tin::ReduceOp reduce) {
    if (reduce == getTopReduction(compute))
      return;
    SmallVector<Value> around(nest);
    for (Operation *parent = reduce->getParentOp(); parent != compute;
         parent = parent->getParentOp())
      llvm::append_range(around, cast<tin::ReduceOp>(parent).getVariables());
    OrderEdges nesting;
    for (const LoopVariable &inner : blocking.getLoops(reduce.getVariables()))
      for (const LoopVariable &outer : blocking.getLoops(around))
        nesting.push_back({outer, inner});
    order.tryAdd(nesting);
  });
  return order;
}

int64_t tin_to_cin::countLoopsInOrder(tin::ComputeOp compute,
                                      ArrayRef<LoopVariable> order) {
  level::FormatAttr format = level::getFormat(compute.getType());
  int64_t count = 0;
  int64_t end = std::min<int64_t>(format.getNumLevels(), order.size());
  for (; count != end && !format.isSlotLevel(count); ++count) {
    level::LevelExpr expr = format.getLevelExpr(count);
    Value variable = compute.getVariables()[expr.dim];
    if (!(order[count] == LoopVariable{variable, expr.part, expr.block}))
      break;
  }
  return count;
}
