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

#include "Computes.h"
#include "LevelUses.h"

#include "weft/Analysis/OperatorAlgebra.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin_to_cin;

/// The most ways in which sums that index an access are looked at.
static constexpr size_t kMaxAlternatives = 16;

namespace {
/// Collects what an access demands, level by level.
class EdgeFinder {
public:
  EdgeFinder(tin::AccessOp access, const Blocking &blocking, bool looksUp)
      : access(access), blocking(blocking), looksUp(looksUp),
        format(level::getFormat(access.getTensorType())) {}

  SmallVector<OrderEdges> find();

private:
  /// Adds what a level demands whose dimension a variable indexes. Returns
  /// whether some order suits it.
  bool addLevel(int64_t level, Value variable);
  bool addSum(int64_t level, tin::AffineOp sum);
  /// Whether the loops outside of a level bind these as well.
  bool isBound(ArrayRef<LoopVariable> loops) {
    return llvm::all_of(loops, [&](const LoopVariable &loop) {
      return llvm::is_contained(outer, loop);
    });
  }

  tin::AccessOp access;
  const Blocking &blocking;
  bool looksUp;
  level::FormatAttr format;
  /// The loops that bind the levels so far.
  LoopVariables outer;
  SmallVector<OrderEdges> alternatives = {{}};
};
} // namespace

bool EdgeFinder::addLevel(int64_t level, Value variable) {
  level::LevelExpr expr = format.getLevelExpr(level);
  level::LevelTypeAttrInterface type = format.getLevelType(level);
  LoopVariables loops = blocking.getLoops(variable, expr);
  // What no loop iterates is looked up at every coordinate, which would make
  // up entries of a level that does not have them all; a coordinate that outer
  // levels bind is searched for.
  bool isDense = type.isFull() && type.hasLocate();
  bool binds = !isBound(loops);
  if (!isDense && binds && !blocking.isIterated(variable, expr))
    return false;
  bool isLocated = isDense || (type.hasLocate() && looksUp);
  if (!isLocated && binds)
    for (OrderEdges &edges : alternatives)
      for (const LoopVariable &above : outer)
        edges.push_back({above, loops.front()});
  llvm::append_range(outer, loops);
  return true;
}

bool EdgeFinder::addSum(int64_t level, tin::AffineOp sum) {
  level::LevelExpr expr = format.getLevelExpr(level);
  level::LevelTypeAttrInterface type = format.getLevelType(level);
  LoopVariables loops = blocking.getLoops(sum.getVariables());
  bool isDense = type.isFull() && type.hasLocate();
  bool isLocated = isDense || (type.hasLocate() && looksUp);
  // The loops that could iterate over the level: its coordinates must ascend
  // with theirs. Rather over what the result has: what is left may be iterated
  // over elsewhere, and then says where to look.
  LoopVariables ascending, reduced;
  for (auto [variable, factor] :
       llvm::zip_equal(sum.getVariables(), sum.getFactors())) {
    const LoopVariable last =
        blocking.getLoops(variable, level::LevelExpr()).back();
    if (factor <= 0 || llvm::is_contained(outer, last))
      continue;
    auto argument = cast<BlockArgument>(last.variable);
    bool isFree = isa<tin::ComputeOp>(argument.getOwner()->getParentOp());
    (isFree ? ascending : reduced).push_back(last);
  }
  llvm::append_range(ascending, reduced);
  bool canIterate = expr.part == level::LevelPart::Whole &&
                    level::canIterateShifted(type) && !ascending.empty();
  if (!isLocated && !isBound(loops) && canIterate) {
    SmallVector<OrderEdges> extended;
    for (const OrderEdges &edges : alternatives)
      for (const LoopVariable &last : ascending) {
        if (extended.size() == kMaxAlternatives)
          break;
        OrderEdges &added = extended.emplace_back(edges);
        for (const LoopVariable &above : outer)
          added.push_back({above, last});
        for (const LoopVariable &other : loops)
          if (!(other == last))
            added.push_back({other, last});
      }
    alternatives = std::move(extended);
  } else if (!isLocated && !isBound(loops)) {
    // A list of the entries can be iterated over, unless nothing ascends: then
    // each coordinate is looked up or searched for.
    bool isSearched = type.hasPositionIterate() && type.isOrdered();
    bool isDescending = ascending.empty();
    bool looks = type.hasLocate() && (isDescending || type.isBranchless() ||
                                      !type.hasPositionIterate());
    if (!looks && !(isDescending && isSearched))
      return false;
  }
  llvm::append_range(outer, loops);
  return true;
}

SmallVector<OrderEdges> EdgeFinder::find() {
  for (int64_t level = 0, e = format.getNumLevels(); level != e; ++level) {
    Value index = access.getIndex(format.getLevelExpr(level).dim);
    if (!index)
      continue;
    auto sum = index.getDefiningOp<tin::AffineOp>();
    if (sum ? !addSum(level, sum) : !addLevel(level, index))
      return {};
  }
  return alternatives;
}

SmallVector<OrderEdges> tin_to_cin::getAccessEdges(tin::AccessOp access,
                                                   const Blocking &blocking,
                                                   bool looksUp) {
  return EdgeFinder(access, blocking, looksUp).find();
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
  auto tryAny = [&](ArrayRef<OrderEdges> alternatives) {
    return llvm::any_of(alternatives, [&](const OrderEdges &edges) {
      return order.tryAdd(edges);
    });
  };
  for (auto [number, access] : llvm::enumerate(accesses)) {
    if (tryAny(getAccessEdges(access, blocking)))
      continue;
    // In an order that does not suit it, others may say where to look.
    if (number < numOthers ||
        !tryAny(getAccessEdges(access, blocking, /*looksUp=*/true)) ||
        !LevelUses(compute, order.get()).isLookedUp(access))
      conflicting.push_back(access);
  }
  return conflicting;
}

/// What a result in a format with slots demands: that the loops of a level that
/// is appended to are around those of the levels below.
static OrderEdges getSlotEdges(level::FormatAttr format, int64_t appended,
                               ValueRange variables, const Blocking &blocking) {
  OrderEdges edges;
  auto loopsOf = [&](int64_t level) {
    level::LevelExpr expr = format.getLevelExpr(level);
    return format.isSlotLevel(level)
               ? LoopVariables()
               : blocking.getLoops(variables[expr.dim], expr);
  };
  LoopVariables around = loopsOf(appended);
  if (around.size() == 2)
    edges.push_back({around[0], around[1]});
  for (int64_t below = appended + 1; below < format.getNumLevels(); ++below)
    for (const LoopVariable &outer : around)
      for (const LoopVariable &inner : loopsOf(below))
        edges.push_back({outer, inner});
  return edges;
}

std::optional<OrderEdges> tin_to_cin::getResultEdges(level::FormatAttr format,
                                                     ValueRange variables,
                                                     ValueRange reductions,
                                                     const Blocking &blocking) {
  OrderEdges edges;
  auto loopsOf = [&](int64_t level) {
    level::LevelExpr expr = format.getLevelExpr(level);
    return blocking.getLoops(variables[expr.dim], expr);
  };
  int64_t lastAppended = format.getNumLevels() - 1;
  while (lastAppended >= 0 && format.takesAnyOrder(lastAppended))
    --lastAppended;
  // Entries in slots ascend by what is appended there.
  if (format.getNumSlots() != 0 && lastAppended >= 0)
    return getSlotEdges(format, lastAppended, variables, blocking);
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

std::optional<OrderEdges>
tin_to_cin::getScatterEdges(level::FormatAttr format, ValueRange variables,
                            ValueRange reductions, const Blocking &blocking) {
  int64_t level = 0, end = format.getNumLevels();
  while (level != end && format.getLevelType(level).isFull() &&
         format.getLevelType(level).hasInsert())
    ++level;
  if (level == 0 || level == end || !format.getLevelType(level).hasScatter())
    return std::nullopt;
  OrderEdges edges;
  LoopVariables segment;
  for (int64_t first = level; level != end; ++level) {
    if (level != first && !format.getLevelType(level).isBranchless())
      return std::nullopt;
    level::LevelExpr expr = format.getLevelExpr(level);
    for (const LoopVariable &loop :
         blocking.getLoops(variables[expr.dim], expr)) {
      if (llvm::is_contained(segment, loop))
        continue;
      if (!segment.empty())
        edges.push_back({segment.back(), loop});
      segment.push_back(loop);
    }
  }
  for (const LoopVariable &free : blocking.getLoops(variables))
    for (const LoopVariable &reduction : blocking.getLoops(reductions))
      edges.push_back({free, reduction});
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
