//===- ResultEdges.cpp - Loop order required by results ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The levels of a result are assembled in their order, in that of their
// segments alone, or by what is appended in slots.
//
//===----------------------------------------------------------------------===//

#include "OrderEdges.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin_to_cin;

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

std::optional<int64_t> tin_to_cin::getFirstScattered(level::FormatAttr format) {
  int64_t first = 0, end = format.getNumLevels();
  while (first != end && format.getLevelType(first).isFull() &&
         format.getLevelType(first).hasInsert())
    ++first;
  if (first == 0 || first == end || !format.getLevelType(first).hasScatter())
    return std::nullopt;
  for (int64_t level = first + 1; level != end; ++level)
    if (!format.getLevelType(level).isBranchless())
      return std::nullopt;
  return first;
}

std::optional<OrderEdges>
tin_to_cin::getScatterEdges(level::FormatAttr format, ValueRange variables,
                            ValueRange reductions, const Blocking &blocking) {
  std::optional<int64_t> first = getFirstScattered(format);
  if (!first)
    return std::nullopt;
  OrderEdges edges;
  LoopVariables segment;
  for (int64_t level = *first; level != format.getNumLevels(); ++level) {
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
