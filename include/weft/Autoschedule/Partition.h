//===- Partition.h - Split schedules ----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first stage of the autoscheduler (sections 2.2 to 2.4 and table 2.1 of
// Wang's thesis): every way to partition the iteration space of a problem into
// chunks. A split schedule partitions each variable by one of these strategies:
//
// - leave: the loop stays whole;
//
// - split, of a dense variable: tiles of K coordinates;
//
// - position split, of a compressed variable whose positions have coordinates
// of their own: tiles of K positions;
//
// - fuse, of a variable and the compressed variables of the levels directly
// below it: tiles of K positions of all;
//
// - divide: K tiles in the place of tiles of K.
//
// The order of the loops, which the next stage chooses, decides whether chunks
// are contiguous (the outer loop counts them) or not (the inner one does). A
// fused loop that ends with a dense variable has the chunks of a split (theorem
// 1), or nearly so, and is left out.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_AUTOSCHEDULE_PARTITION_H
#define WEFT_AUTOSCHEDULE_PARTITION_H

#include "weft/Autoschedule/Problem.h"

namespace weft {
namespace autoschedule {

/// The most loops of a split schedule whose mappings are enumerated: with
/// eight, there are 8! * 64 = 2.6 million of them.
inline constexpr size_t maxLoops = 8;

/// A size that follows from a parameter: the parameter, or the quotient of a
/// known extent by it.
struct LoopSize {
  size_t parameter = 0;
  std::optional<int64_t> dividend;

  /// The size for parameter values; rounded up, as the last tile counts.
  int64_t evaluate(const std::vector<int64_t> &values) const;
};

/// A loop after partitioning.
struct Loop {
  std::string name;
  /// Whether it counts coordinates or positions within a tile.
  bool isInner = false;
  /// Whether it counts positions.
  bool isPosition = false;
  /// Whether iterations combine into the same component.
  bool isReduction = false;
  /// The number of iterations, if it is the same in all runs.
  std::optional<LoopSize> size;
};

/// A command with a number that may follow from a parameter: `head` + number +
/// `tail`.
struct PartitionCommand {
  std::string head, tail;
  std::optional<LoopSize> number;
};

struct SplitSchedule {
  std::vector<PartitionCommand> commands;
  /// In the order of the variables, the outer loop of a tile before the inner.
  std::vector<Loop> loops;
  /// The loops of each variable: one, or an outer and an inner one. Fused
  /// variables have the same.
  std::vector<std::vector<size_t>> loopsOf;
  size_t numParameters = 0;

  bool isSplit(size_t variable) const { return loopsOf[variable].size() == 2; }
  /// The commands with numbers for the parameters, or with the names K0, K1,
  /// ... if `values` is null; separated by commas.
  std::string print(const std::vector<int64_t> *values = nullptr) const;
};

struct PartitionOptions {
  /// Divide as well as split.
  bool divides = false;
  /// Fuse loops that end with a dense variable as well, which theorem 1 shows
  /// to be redundant.
  bool fusesDense = false;
  /// Bound the outer loop of a variable of known extent, which then has a known
  /// size.
  bool bounds = true;
  /// Leave out split schedules with more parameters.
  size_t maxParameters = SIZE_MAX;
};

struct Partitions {
  std::vector<SplitSchedule> schedules;
  /// How many were left out: those with more than `maxLoops` loops or
  /// `maxParameters` parameters.
  size_t numLeftOut = 0;
};

/// Enumerates the split schedules of a problem. Those in which no variable is
/// split come first.
Partitions enumeratePartitions(const Problem &problem,
                               const PartitionOptions &options = {});

} // namespace autoschedule
} // namespace weft

#endif // WEFT_AUTOSCHEDULE_PARTITION_H
