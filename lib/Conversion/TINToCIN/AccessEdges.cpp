//===- AccessEdges.cpp - Loop order required by accesses --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The levels of an operand are iterated over from the outermost one, those that
// a sum indexes by one of its loops.
//
//===----------------------------------------------------------------------===//

#include "OrderEdges.h"

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
  EdgeFinder(tin::AccessOp access, const Blocking &blocking, bool looksUp,
             bool searches)
      : access(access), blocking(blocking), looksUp(looksUp),
        searches(searches), format(level::getFormat(access.getTensorType())) {}

  SmallVector<OrderEdges> find();

  /// The levels that the edges are for.
  SmallVector<int64_t> takeIterated() { return std::move(iterated); }

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
  bool searches;
  level::FormatAttr format;
  /// The loops that bind the levels so far.
  LoopVariables outer;
  SmallVector<OrderEdges> alternatives = {{}};
  SmallVector<int64_t> iterated;
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
  if (!isLocated && binds && !outer.empty()) {
    iterated.push_back(level);
    for (OrderEdges &edges : alternatives)
      for (const LoopVariable &above : outer)
        edges.push_back({above, loops.front()});
  }
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
                    level::canIterateShifted(type) && !ascending.empty() &&
                    !searches;
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
    iterated.push_back(level);
  } else if (!isLocated && !isBound(loops)) {
    // A list of the entries can be iterated over, unless nothing ascends: then
    // each coordinate is looked up or searched for.
    bool isSearched = type.hasPositionIterate() && type.isOrdered();
    bool isDescending = ascending.empty() || searches;
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
                                                   bool looksUp,
                                                   bool searches) {
  return EdgeFinder(access, blocking, looksUp, searches).find();
}

SmallVector<int64_t> tin_to_cin::getIteratedLevels(tin::AccessOp access,
                                                   const Blocking &blocking,
                                                   bool looksUp,
                                                   bool searches) {
  EdgeFinder finder(access, blocking, looksUp, searches);
  (void)finder.find();
  return finder.takeIterated();
}
