//===- Mapping.h - Loop orders and parallel loops ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second stage of the autoscheduler (section 2.5 of Wang's thesis): a
// mapping is an order of the loops of a split schedule and the choice of
// parallel ones. A processor has one loop on threads and may have one in the
// lanes of vectors; a GPU has loops on blocks, on warps and on the threads of a
// warp, which leave the order.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_AUTOSCHEDULE_MAPPING_H
#define WEFT_AUTOSCHEDULE_MAPPING_H

#include "weft/Autoschedule/Partition.h"

#include <array>

namespace weft {
namespace autoschedule {

/// What a schedule is for.
enum class Target { CPU, GPU };

/// A loop of a split schedule by its number; -1 for none.
using LoopNumber = int8_t;

struct Mapping {
  /// The loops that run in order, outermost first.
  std::array<LoopNumber, maxLoops> order = {};
  uint8_t size = 0;
  /// The loop on threads of a processor, or of a warp.
  LoopNumber thread = -1;
  /// The loop in lanes of vectors.
  LoopNumber vector = -1;
  /// The loops on blocks and on warps of a GPU; if they are the same, it is
  /// split over both.
  LoopNumber block = -1, warp = -1;
  /// Whether a thread of a warp takes neighbouring iterations instead of every
  /// 32nd.
  bool isBlocked = false;

  const LoopNumber *begin() const { return order.data(); }
  const LoopNumber *end() const { return order.data() + size; }
  /// The place of a loop in the order; -1 if it is not there.
  int find(size_t loop) const;
};

/// The loops whose order and parallelism a mapping chooses: all but those that
/// the hoisted subexpression fixes on a processor.
std::vector<LoopNumber> getFreeLoops(const Problem &problem,
                                     const SplitSchedule &schedule,
                                     Target target);

/// How far a mapping is chosen.
enum class MappingStage {
  /// The order of the loops, and the ones on blocks and warps.
  Order,
  /// The loop on threads as well.
  Thread,
  /// The loop in lanes, and how the threads of a warp share theirs.
  Complete
};

/// All mappings of a split schedule up to the order of its loops. There is at
/// least one.
std::vector<Mapping> enumerateOrders(const std::vector<LoopNumber> &loops,
                                     Target target);

/// Takes all choices of the next stage.
std::vector<Mapping> enumerateNext(const std::vector<Mapping> &mappings,
                                   MappingStage next, Target target);

/// How many complete mappings a mapping of a stage stands for.
size_t countComplete(const Mapping &mapping, MappingStage stage, Target target);

/// The number of mappings of `n` loops as Wang's thesis counts them: n! * n^2
/// for a processor, and for a GPU n! * (3n - 4), where a pair of loops on
/// blocks and warps counts once.
int64_t countNaiveMappings(size_t n, Target target);

} // namespace autoschedule
} // namespace weft

#endif // WEFT_AUTOSCHEDULE_MAPPING_H
