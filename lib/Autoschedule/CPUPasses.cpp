//===- CPUPasses.cpp - Trimming passes of processors ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The trimming passes of section 2.5.2 of Wang's thesis.
//
//===----------------------------------------------------------------------===//

#include "TrimmingPasses.h"

#include <algorithm>

using namespace weft;
using namespace weft::autoschedule;

namespace {

/// One loop is on threads. The enumeration has no other mappings; the pass
/// removes those of other sources.
class OneParallelLoop final : public MappingFilter {
public:
  OneParallelLoop()
      : MappingFilter("one-parallel-loop", "CPU-1", MappingStage::Thread) {}

private:
  bool keeps(const MappingContext &, const Mapping &mapping) const override {
    return mapping.find(size_t(mapping.thread)) >= 0;
  }
};

/// It is the outermost one, since threads that begin and wait in each iteration
/// of another loop cost too much.
class ParallelOutermost final : public MappingFilter {
public:
  ParallelOutermost()
      : MappingFilter("parallel-outermost", "CPU-2", MappingStage::Thread) {}

private:
  bool keeps(const MappingContext &, const Mapping &mapping) const override {
    return mapping.order[0] == mapping.thread;
  }
};

/// The inner loop of a tile does not directly follow the outer one: the order
/// of iterations would be that without a tile. It may if threads share the
/// outer one.
class NoUselessPartition final : public MappingFilter {
public:
  NoUselessPartition()
      : MappingFilter("no-useless-partition", "CPU-3", MappingStage::Thread) {}

private:
  bool keeps(const MappingContext &context,
             const Mapping &mapping) const override {
    for (const std::vector<size_t> &loops : context.schedule.loopsOf) {
      if (loops.size() != 2)
        continue;
      int outer = mapping.find(loops[0]), inner = mapping.find(loops[1]);
      if (outer >= 0 && inner == outer + 1 && int(loops[0]) != mapping.thread)
        return false;
    }
    return true;
  }
};

/// Lanes are in one of the last two loops, or in the last of two, and their
/// iterations are contiguous: those within a tile, of a whole variable, or of
/// known number. Below a hoisted subexpression there are further loops, so that
/// no loop of the mapping is among the last.
class ContiguousVector final : public MappingFilter {
public:
  ContiguousVector()
      : MappingFilter("contiguous-vector", "CPU-5", MappingStage::Complete) {}

private:
  bool keeps(const MappingContext &context,
             const Mapping &mapping) const override {
    if (mapping.vector < 0)
      return true;
    int numLast = mapping.size <= 2 ? 1 : 2;
    return !context.problem.hoisting &&
           mapping.find(size_t(mapping.vector)) >= mapping.size - numLast &&
           isContiguous(context.schedule, size_t(mapping.vector));
  }

  static bool isContiguous(const SplitSchedule &schedule, size_t loop) {
    if (schedule.loops[loop].isInner || schedule.loops[loop].size)
      return true;
    for (const std::vector<size_t> &loops : schedule.loopsOf)
      if (loops.size() == 1 && loops.front() == loop)
        return true;
    return false;
  }
};

} // namespace

Passes autoschedule::makeCPUPasses() {
  Passes passes;
  passes.push_back(makeSparseOrder());
  passes.push_back(std::make_unique<OneParallelLoop>());
  passes.push_back(std::make_unique<ParallelOutermost>());
  passes.push_back(std::make_unique<NoUselessPartition>());
  passes.push_back(makeConcordantIteration("CPU-4"));
  passes.push_back(std::make_unique<ContiguousVector>());
  return passes;
}
