//===- Mapping.cpp - Loop orders and parallel loops -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enumerates permutations in lexicographic order, and the parallel loops of
// each.
//
//===----------------------------------------------------------------------===//

#include "weft/Autoschedule/Mapping.h"

#include <algorithm>

using namespace weft;
using namespace weft::autoschedule;

int Mapping::find(size_t loop) const {
  const LoopNumber *place = std::find(begin(), end(), LoopNumber(loop));
  return place == end() ? -1 : int(place - begin());
}

std::vector<LoopNumber>
autoschedule::getFreeLoops(const Problem &problem,
                           const SplitSchedule &schedule, Target target) {
  std::vector<bool> isFixed(schedule.loops.size());
  if (problem.hoisting && target == Target::CPU)
    for (size_t variable = 0; variable < problem.variables.size(); ++variable)
      if (problem.hoisting->fixes(variable))
        for (size_t loop : schedule.loopsOf[variable])
          isFixed[loop] = true;
  std::vector<LoopNumber> loops;
  for (size_t loop = 0; loop < isFixed.size(); ++loop)
    if (!isFixed[loop])
      loops.push_back(LoopNumber(loop));
  return loops;
}

/// Calls `visit` with each order of some loops.
template <typename Visitor>
static void forEachOrder(std::vector<LoopNumber> loops, Visitor &&visit) {
  Mapping mapping;
  mapping.size = uint8_t(loops.size());
  std::sort(loops.begin(), loops.end());
  do {
    std::copy(loops.begin(), loops.end(), mapping.order.begin());
    visit(mapping);
  } while (std::next_permutation(loops.begin(), loops.end()));
}

std::vector<Mapping>
autoschedule::enumerateOrders(const std::vector<LoopNumber> &loops,
                              Target target) {
  std::vector<Mapping> result;
  auto keep = [&](const Mapping &mapping) { result.push_back(mapping); };
  if (target == Target::CPU) {
    forEachOrder(loops, keep);
    return result;
  }
  for (LoopNumber block : loops)
    for (LoopNumber warp : loops) {
      std::vector<LoopNumber> rest;
      for (LoopNumber loop : loops)
        if (loop != block && loop != warp)
          rest.push_back(loop);
      // A loop is left for the threads of a warp.
      if (!rest.empty())
        forEachOrder(rest, [&](Mapping mapping) {
          mapping.block = block;
          mapping.warp = warp;
          keep(mapping);
        });
    }
  return result;
}

std::vector<Mapping>
autoschedule::enumerateNext(const std::vector<Mapping> &mappings,
                            MappingStage next, Target target) {
  std::vector<Mapping> result;
  for (Mapping mapping : mappings) {
    if (next == MappingStage::Thread) {
      for (LoopNumber thread : mapping) {
        mapping.thread = thread;
        result.push_back(mapping);
      }
      continue;
    }
    if (target == Target::GPU) {
      for (bool isBlocked : {true, false}) {
        mapping.isBlocked = isBlocked;
        result.push_back(mapping);
      }
      continue;
    }
    result.push_back(mapping);
    for (LoopNumber vector : mapping)
      if (vector != mapping.thread) {
        mapping.vector = vector;
        result.push_back(mapping);
      }
  }
  return result;
}

size_t autoschedule::countComplete(const Mapping &mapping, MappingStage stage,
                                   Target target) {
  size_t perThread = target == Target::CPU ? mapping.size : 2;
  return stage == MappingStage::Complete ? 1
         : stage == MappingStage::Thread ? perThread
                                         : mapping.size * perThread;
}

int64_t autoschedule::countNaiveMappings(size_t n, Target target) {
  if (n == 0)
    return 0;
  int64_t count = 1, size = int64_t(n);
  for (int64_t factor = 2; factor <= size; ++factor)
    count *= factor;
  int64_t choices = target == Target::CPU ? size * size : 3 * size - 4;
  return count * std::max<int64_t>(choices, 0);
}
