//===- Schedule.h - Words of the scheduling language ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The words that scheduling commands take (docs/schedules.md), with the names
// of the transformation framework.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CXX_SCHEDULE_H
#define WEFT_CXX_SCHEDULE_H

#include <cstdint>
#include <string>

namespace weft {
inline namespace cxx {

/// What runs the iterations of a loop at the same time.
enum ParallelUnit { CPUThread, CPUVector };

/// What happens where iterations assign the same component: none do; it makes
/// no difference; updates are atomic; or each part of a divided loop combines
/// into a partial result of its own.
enum RaceStrategy { NoRaces, IgnoreRaces, Atomics, Temporary };

/// How a tile ends whose width does not divide the extent.
enum TailStrategy { Guard, ShiftInwards, Predicate };

/// What `bound` promises of an extent: it is the number, at most the number, or
/// a multiple of it.
enum BoundKind { MaxExact, MaxConstraint, Strided };

/// How the segments of a loop are intersected.
enum MergeStrategy { TwoFinger, Gallop, Locate };

/// What a schedule changes: the loops of the expression (the form of a
/// schedule without commands is `none`); the loops that the compiler chooses
/// without a schedule; or the loops of the expression, where the compiler
/// chooses nothing else. With `Auto`, which takes no commands, a schedule is
/// chosen for the operands (docs/tuning.md#schedules-without-a-search).
enum class ScheduleForm { Plain, Default, Only, Auto };

/// How threads share iterations: each has a share, or takes `chunk` at a time;
/// zero leaves the size of a chunk to the compiler.
class Distribution {
public:
  /// As the compiler chooses.
  Distribution() = default;
  static Distribution Static(int64_t chunk = 0) { return {"static", chunk}; }
  static Distribution Dynamic(int64_t chunk = 0) { return {"dynamic", chunk}; }

  /// The arguments of the command; empty if nothing is chosen.
  std::string getText() const {
    return word.empty() || chunk == 0 ? word
                                      : word + "," + std::to_string(chunk);
  }

private:
  Distribution(std::string word, int64_t chunk)
      : word(std::move(word)), chunk(chunk) {}

  std::string word;
  int64_t chunk = 0;
};

/// Whether a loop that cannot run on the unit is an error, or runs without it.
enum class Use { Required, Optional };

/// How a workspace of `precompute` is stored. `Automatic` is dense where the
/// compiler can tell which components are absent, and else a list.
enum class Storage { Automatic, Dense, Bitmap, SparseSet, Hashed, List };

} // namespace cxx
} // namespace weft

#endif // WEFT_CXX_SCHEDULE_H
