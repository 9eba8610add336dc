//===- Neighbours.h - Schedules near the default ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler's default schedule has commands that the stages of Wang's thesis
// do not enumerate: register tiles, loop versions, lookup tables, prefetches,
// workspaces. Its neighbours are the schedules that differ from it in one
// command. Everything is text, so that this library stays apart from the
// compiler.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_AUTOSCHEDULE_NEIGHBOURS_H
#define WEFT_AUTOSCHEDULE_NEIGHBOURS_H

#include <set>
#include <string>
#include <vector>

namespace weft {
namespace autoschedule {

/// A kernel with its default schedule.
struct ScheduledKernel {
  /// The complete schedule, one command per line, in the form `only`.
  std::string schedule;
  /// The concrete notation on a line per statement.
  std::string notation;
  /// The names of all tensors, and of the results that are not dense.
  std::set<std::string> tensors;
  std::vector<std::string> sparseResults;
};

/// The neighbours of the default schedule, each once, without spaces:
///
/// - a lowering option off, on, or with another of its values;
/// - tiles of half, two and four times the size;
/// - threads that share a loop in other chunks, in partitions of equal work, or
///   not at all; and threads with partial results where the default has none;
/// - a loop that is not mapped to lanes;
/// - other kinds of workspaces, and results that are assembled in two phases.
///
/// A neighbour may do the same as the default, and may be illegal.
std::vector<std::string> enumerateNeighbours(const ScheduledKernel &kernel);

} // namespace autoschedule
} // namespace weft

#endif // WEFT_AUTOSCHEDULE_NEIGHBOURS_H
