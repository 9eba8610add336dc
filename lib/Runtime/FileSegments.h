//===- FileSegments.h - Segments of matrices in files -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows and columns of the compressed matrices in SciPy's and binsparse's files:
// an array of positions says where each begins and ends.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_FILESEGMENTS_H
#define WEFT_LIB_RUNTIME_FILESEGMENTS_H

#include "weft/Runtime/Status.h"

#include <string>

namespace weft {
namespace runtime {

/// What is wrong with an array of a file.
inline Status failInArray(const std::string &name, const std::string &reason) {
  return Status::failure("the array " + name + ": " + reason);
}

/// Calls `add(segment, position)` for each position of each segment.
/// `positions` is an array of the name with one number more than there are
/// segments, which begins with zero and never decreases, up to `numEntries`.
template <typename Array, typename Function>
Status addSegments(const std::string &name, const Array &positions,
                   int64_t numSegments, int64_t numEntries, Function add) {
  // One more than the segments may overflow.
  if (positions.size() - 1 != numSegments)
    return failInArray(name, "expected " + std::to_string(numSegments) +
                                 " + 1 elements, got " +
                                 std::to_string(positions.size()));
  if (positions.integer(0) != 0)
    return failInArray(name, "expected it to begin with 0, got " +
                                 std::to_string(positions.integer(0)));
  for (int64_t segment = 0; segment < numSegments; ++segment) {
    int64_t begin = positions.integer(segment);
    int64_t end = positions.integer(segment + 1);
    if (begin > end || end > numEntries)
      return failInArray(
          name, "expected numbers that never decrease, up to the " +
                    std::to_string(numEntries) + " entries, got " +
                    std::to_string(end) + " behind " + std::to_string(begin));
    for (int64_t position = begin; position < end; ++position)
      if (Status status = add(segment, position); status.failed())
        return status;
  }
  return Status::success();
}

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_FILESEGMENTS_H
