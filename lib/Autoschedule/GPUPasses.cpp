//===- GPUPasses.cpp - Trimming passes of GPUs ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The trimming passes of section 2.5.3 of Wang's thesis. Load balance comes
// first, as it removes most mappings.
//
//===----------------------------------------------------------------------===//

#include "TrimmingPasses.h"

#include <algorithm>

using namespace weft;
using namespace weft::autoschedule;

namespace {

/// The minimum extent of a loop on blocks: with fewer, most blocks are idle.
constexpr int64_t leastBlockExtent = 64;
constexpr int64_t threadsPerWarp = 32;

/// The inner loop of a tile does not directly follow the outer one.
class NoUselessPartition final : public MappingFilter {
public:
  NoUselessPartition()
      : MappingFilter("no-useless-partition", "GPU-1", MappingStage::Order) {}

private:
  bool keeps(const MappingContext &context,
             const Mapping &mapping) const override {
    for (const std::vector<size_t> &loops : context.schedule.loopsOf)
      if (loops.size() == 2 && mapping.find(loops[0]) >= 0 &&
          mapping.find(loops[1]) == mapping.find(loops[0]) + 1)
        return false;
    return true;
  }
};

/// A parallel loop is not tiled once more: blocks and warps do not take the two
/// loops of one tile.
class NoHierarchicalTiling final : public MappingFilter {
public:
  NoHierarchicalTiling()
      : MappingFilter("no-hierarchical-tiling", "GPU-2", MappingStage::Order) {}

private:
  bool keeps(const MappingContext &context,
             const Mapping &mapping) const override {
    if (mapping.block == mapping.warp)
      return true;
    for (const std::vector<size_t> &loops : context.schedule.loopsOf)
      if (std::count(loops.begin(), loops.end(), size_t(mapping.block)) &&
          std::count(loops.begin(), loops.end(), size_t(mapping.warp)))
        return false;
    return true;
  }
};

/// One loop is on each level of the hardware. The enumeration has no other
/// mappings; the pass removes those of other sources.
class OneLoopPerLevel final : public MappingFilter {
public:
  OneLoopPerLevel()
      : MappingFilter("one-loop-per-level", "GPU-3", MappingStage::Thread) {}

private:
  bool keeps(const MappingContext &, const Mapping &mapping) const override {
    return mapping.block >= 0 && mapping.warp >= 0 &&
           mapping.find(size_t(mapping.thread)) >= 0;
  }
};

/// A block has a known number of warps.
class NoIndeterminateWarps final : public MappingFilter {
public:
  NoIndeterminateWarps()
      : MappingFilter("no-indeterminate-warps", "GPU-4", MappingStage::Order) {}

private:
  bool keeps(const MappingContext &context,
             const Mapping &mapping) const override {
    return mapping.block == mapping.warp ||
           context.schedule.loops[size_t(mapping.warp)].size;
  }
};

/// Warps have the same amount of work: they take neither a loop over the levels
/// above a compressed one that is not fused with it, nor the one whose bounds
/// that level determines. A variable of small extent is not on blocks.
class LoadBalance final : public MappingFilter {
public:
  LoadBalance() : MappingFilter("load-balance", "GPU-5", MappingStage::Order) {}

private:
  bool keeps(const MappingContext &context,
             const Mapping &mapping) const override {
    return isBalanced(context, size_t(mapping.block)) &&
           isBalanced(context, size_t(mapping.warp)) &&
           !isSmall(context, size_t(mapping.block));
  }

  static bool isBalanced(const MappingContext &context, size_t loop) {
    const auto &loopsOf = context.schedule.loopsOf;
    for (size_t number = 0; number < loopsOf.size(); ++number)
      for (size_t ancestor : context.problem.variables[number].ancestors) {
        const std::vector<size_t> &above = loopsOf[ancestor];
        if (above != loopsOf[number] &&
            (loopsOf[number].front() == loop ||
             std::count(above.begin(), above.end(), loop)))
          return false;
      }
    return true;
  }

  static bool isSmall(const MappingContext &context, size_t loop) {
    const auto &loopsOf = context.schedule.loopsOf;
    for (size_t number = 0; number < loopsOf.size(); ++number) {
      const auto &extent = context.problem.variables[number].extent;
      if (extent && *extent < leastBlockExtent &&
          std::count(loopsOf[number].begin(), loopsOf[number].end(), loop))
        return true;
    }
    return false;
  }
};

/// The threads of a warp take neighbouring iterations: of a loop of known size
/// in blocks or with a stride, of a whole variable of unknown size with a
/// stride.
class ContiguousThreads final : public MappingFilter {
public:
  ContiguousThreads()
      : MappingFilter("contiguous-threads", "GPU-7", MappingStage::Complete) {}

private:
  bool keeps(const MappingContext &context,
             const Mapping &mapping) const override {
    size_t loop = size_t(mapping.thread);
    if (context.schedule.loops[loop].size)
      return true;
    const auto &loopsOf = context.schedule.loopsOf;
    for (size_t number = 0; number < loopsOf.size(); ++number)
      if (loopsOf[number].size() == 1 && loopsOf[number].front() == loop)
        return !mapping.isBlocked || context.problem.variables[number].extent;
    return false;
  }
};

} // namespace

Passes autoschedule::makeGPUPasses() {
  Passes passes;
  passes.push_back(std::make_unique<LoadBalance>());
  passes.push_back(std::make_unique<NoHierarchicalTiling>());
  passes.push_back(std::make_unique<NoIndeterminateWarps>());
  passes.push_back(std::make_unique<NoUselessPartition>());
  passes.push_back(makeSparseOrder());
  passes.push_back(makeConcordantIteration("GPU-6"));
  passes.push_back(std::make_unique<OneLoopPerLevel>());
  passes.push_back(std::make_unique<ContiguousThreads>());
  return passes;
}

bool autoschedule::hasLegalSizes(const MappingContext &context,
                                 const Mapping &mapping,
                                 const std::vector<int64_t> &values) {
  auto getSize = [&](const LoopSize &size) {
    return size.dividend ? *size.dividend / values[size.parameter]
                         : values[size.parameter];
  };
  for (const Loop &loop : context.schedule.loops)
    if (loop.size && getSize(*loop.size) == 0)
      return false;
  const Loop &thread = context.schedule.loops[size_t(mapping.thread)];
  if (thread.size)
    return getSize(*thread.size) >= threadsPerWarp;
  for (const IndexVariable &variable : context.problem.variables)
    if (variable.name == thread.name && variable.extent)
      return *variable.extent >= threadsPerWarp;
  return true;
}
