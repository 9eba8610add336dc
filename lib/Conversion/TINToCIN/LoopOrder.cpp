//===- LoopOrder.cpp - Orders of index variables -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraints of accesses and results, and topological orders under them.
//
//===----------------------------------------------------------------------===//

#include "LoopOrder.h"

#include "LevelUses.h"
#include "Prepare.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;

std::optional<OrderEdges> weft::getAccessEdges(tin::AccessOp access,
                                               const Blocking &blocking,
                                               bool looksUp) {
  OrderEdges edges;
  LoopVariables outer;
  level::FormatAttr format = level::getFormat(access.getTensorType());
  for (int64_t level = 0, e = format.getNumLevels(); level != e; ++level) {
    level::LevelExpr expr = format.getLevelExpr(level);
    Value variable = access.getIndex(expr.dim);
    if (!variable)
      continue;
    LoopVariables loops = blocking.getLoops(variable, expr);
    // A coordinate that outer levels bind, or a literal, is searched for.
    bool isBound = llvm::all_of(loops, [&](const LoopVariable &loop) {
      return llvm::is_contained(outer, loop);
    });
    level::LevelTypeAttrInterface type = format.getLevelType(level);
    bool isIterated = blocking.isIterated(variable, expr);
    // What no loop iterates is looked up at every coordinate, which would make
    // up entries of a level that does not have them all.
    bool isDense = type.isFull() && type.hasLocate();
    if (!isDense && !isBound && !isIterated)
      return std::nullopt;
    bool isLocated = isDense || (type.hasLocate() && looksUp);
    if (!isLocated && !isBound) {
      for (const LoopVariable &above : outer)
        edges.push_back({above, loops.front()});
    }
    llvm::append_range(outer, loops);
  }
  return edges;
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

SmallVector<tin::AccessOp> weft::addAccessEdges(tin::ComputeOp compute,
                                                const Blocking &blocking,
                                                LoopOrder &order) {
  SmallVector<tin::AccessOp> accesses, lookUps, conflicting;
  compute.walk([&](tin::AccessOp access) {
    (canLookUp(access) ? lookUps : accesses).push_back(access);
  });
  size_t numOthers = accesses.size();
  llvm::append_range(accesses, lookUps);
  for (auto [number, access] : llvm::enumerate(accesses)) {
    auto edges = getAccessEdges(access, blocking);
    if (edges && order.tryAdd(*edges))
      continue;
    // In an order that does not suit it, others may say where to look.
    auto fewer = number < numOthers
                     ? std::nullopt
                     : getAccessEdges(access, blocking, /*looksUp=*/true);
    if (!fewer || !order.tryAdd(*fewer) ||
        !LevelUses(compute, order.get()).isLookedUp(access))
      conflicting.push_back(access);
  }
  return conflicting;
}

std::optional<OrderEdges> weft::getResultEdges(level::FormatAttr format,
                                               ValueRange variables,
                                               ValueRange reductions,
                                               const Blocking &blocking) {
  OrderEdges edges;
  auto loopsOf = [&](int64_t level) {
    level::LevelExpr expr = format.getLevelExpr(level);
    return blocking.getLoops(variables[expr.dim], expr);
  };
  int64_t lastAppended = format.getNumLevels() - 1;
  while (lastAppended >= 0 && format.getLevelType(lastAppended).hasInsert())
    --lastAppended;
  for (int64_t level = 0; level <= lastAppended; ++level) {
    // Segments are appended in the order of their parents, and whatever is
    // bound outside of an appended level repeats its segments; so only the
    // levels above may be, in their order.
    level::LevelExpr expr = format.getLevelExpr(level);
    bool isIterated = blocking.isIterated(variables[expr.dim], expr);
    if (!isIterated && (expr.part != level::LevelPart::Whole ||
                        !format.getLevelType(level).hasInsert()))
      return std::nullopt;
    LoopVariables loops = loopsOf(level);
    if (loops.size() == 2)
      edges.push_back({loops[0], loops[1]});
    for (const LoopVariable &loop : loops) {
      for (int64_t outer = 0; outer != level; ++outer)
        for (const LoopVariable &above : loopsOf(outer))
          edges.push_back({above, loop});
      for (int64_t later = level + 1; later != format.getNumLevels(); ++later)
        for (const LoopVariable &below : loopsOf(later))
          edges.push_back({loop, below});
      for (const LoopVariable &reduction : blocking.getLoops(reductions))
        edges.push_back({loop, reduction});
    }
  }
  return edges;
}

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

LoopOrder weft::getLoopsOf(tin::ComputeOp compute, ArrayRef<Value> nest,
                           const Blocking &blocking) {
  SmallVector<Value> all(nest);
  compute.walk([&](tin::ReduceOp reduce) {
    for (Value variable : reduce.getVariables())
      if (!llvm::is_contained(all, variable))
        all.push_back(variable);
  });
  LoopOrder order(blocking.getLoops(all));
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
