//===- Statistics.h - Statistics of stored tensors --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the planner knows of an operand: sizes, entries, and of each mode how
// many coordinates have entries and how unevenly entries are distributed over
// them. One text states them in options of the compiler and in attributes.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PLANNER_STATISTICS_H
#define WEFT_PLANNER_STATISTICS_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft {
namespace planner {

/// Statistics of a tensor. A list is empty where its numbers are not known; the
/// others have one number for each mode, or for each level.
struct Statistics {
  /// The sizes of the modes.
  std::vector<double> sizes;
  /// The number of stored entries; negative if it is not known.
  double entries = -1;
  /// Of each mode, the number of coordinates that have entries.
  std::vector<double> distinct;
  /// Of each mode, the sum of the squares of the degrees: of the numbers of
  /// entries that each coordinate has.
  std::vector<double> squares;
  /// Of each level, the number of coordinates that it stores below all of its
  /// parents.
  std::vector<double> prefixes;
};

/// The statistics as `sizes=4x5;entries=6;distinct=3x4;...`, without those that
/// are not known.
std::string toString(const Statistics &statistics);

/// Parses such a text for a tensor with `order` modes. On failure returns false
/// and sets `message`.
bool parseStatistics(std::string_view text, size_t order,
                     Statistics &statistics, std::string &message);

/// The expected number of different values of `draws` draws from `values`.
double expectDistinct(double values, double draws);

} // namespace planner
} // namespace weft

#endif // WEFT_PLANNER_STATISTICS_H
