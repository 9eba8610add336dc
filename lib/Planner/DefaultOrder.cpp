//===- DefaultOrder.cpp - Loops without a plan ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Predicts the order that concretization chooses
// (docs/decisions/loop-order.md): the text's, sorted by the levels of the
// factors, of which the fewest are copied.
//
//===----------------------------------------------------------------------===//

#include "weft/Planner/LoopNest.h"

#include <algorithm>

using namespace weft::planner;

using Edge = std::pair<unsigned, unsigned>;

/// The first order of `preferred` that satisfies all edges; empty if there is
/// none.
static std::vector<unsigned> sort(const std::vector<unsigned> &preferred,
                                  const std::vector<Edge> &edges) {
  std::vector<unsigned> order;
  auto isIn = [&](unsigned variable) {
    return std::find(order.begin(), order.end(), variable) != order.end();
  };
  while (order.size() != preferred.size()) {
    auto next = std::find_if(
        preferred.begin(), preferred.end(), [&](unsigned variable) {
          return !isIn(variable) &&
                 std::all_of(edges.begin(), edges.end(), [&](const Edge &edge) {
                   return edge.second != variable || isIn(edge.first);
                 });
        });
    if (next == preferred.end())
      return {};
    order.push_back(*next);
  }
  return order;
}

/// Adds the edges between the levels of a factor, unless they contradict.
static bool tryAdd(const Factor &factor, const std::vector<unsigned> &preferred,
                   std::vector<Edge> &edges) {
  std::vector<Edge> extended = edges;
  for (size_t level = 1; level < factor.levels.size(); ++level)
    extended.push_back(
        {factor.levels[level - 1].variable, factor.levels[level].variable});
  if (sort(preferred, extended).empty())
    return false;
  edges = std::move(extended);
  return true;
}

std::vector<unsigned>
weft::planner::getDefaultOrder(const Contraction &contraction,
                               const std::vector<unsigned> &preferred) {
  std::vector<const Factor *> ordered;
  for (const Factor *factor : contraction.factors)
    if (!factor->isDense())
      ordered.push_back(factor);
  std::vector<unsigned> best = preferred;
  size_t fewest = ordered.size() + 1;
  // Each factor comes first once.
  for (size_t first = 0; first <= ordered.size(); ++first) {
    std::vector<Edge> edges;
    size_t copies = 0;
    if (first != 0)
      tryAdd(*ordered[first - 1], preferred, edges);
    for (size_t number = 0; number < ordered.size(); ++number)
      if (number + 1 != first)
        copies += !tryAdd(*ordered[number], preferred, edges);
    if (copies >= fewest)
      continue;
    fewest = copies;
    best = sort(preferred, edges);
  }
  return best;
}
