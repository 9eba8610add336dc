//===- LoopSharing.h - Loops shared by threads if profitable ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measures whether threads should share a loop whose threads are optional. The
// measurement is the same for all loops and for all ways to combine results.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_LOOPSHARING_H
#define WEFT_LIB_RUNTIME_LOOPSHARING_H

#include "weft/Runtime/TensorABI.h"

#include <algorithm>
#include <cstdint>

namespace weft {
namespace runtime {

/// A partition takes at least so many nanoseconds, so that handing it out does
/// not show.
constexpr double shortestPartition = 20e3;

/// A loop that one thread begins. A failure unwinds past it, so that it owns
/// nothing.
class SharableLoop {
public:
  /// Runs iterations on this thread, those that come next.
  virtual void run(int64_t begin, int64_t end) = 0;
  /// Lets as many threads run the iterations that are left, which take so many
  /// nanoseconds each.
  virtual void share(int64_t begin, int64_t end, double each,
                     int numThreads) = 0;
  /// Whether sharing takes no longer than to call threads, so that it pays off
  /// in a short loop if they are awake.
  virtual bool isSharedAtOnce() const { return false; }

protected:
  ~SharableLoop() = default;
};

/// Reports the completed partition of a loop of a kernel. Fails the kernel, and
/// does not return, if it is cancelled.
void reportLoop(double fraction);

/// Runs the iterations of a loop, on threads if it turns out to take long.
void runSharable(SharableLoop &loop, int64_t begin, int64_t end);

/// Runs `body` for each iteration from zero on, in any order, on threads if it
/// turns out to take long.
template <typename Body> void shareLoop(int64_t count, const Body &body) {
  weft_rt_share(
      0, count,
      [](void *arguments, int64_t begin, int64_t end) {
        const Body &body = *static_cast<const Body *>(arguments);
        for (int64_t i = begin; i < end; ++i)
          body(i);
      },
      const_cast<Body *>(&body));
}

/// The same with the bounds of blocks of so many iterations.
template <typename Body>
void shareBlocks(int64_t count, int64_t block, const Body &body) {
  shareLoop((count + block - 1) / block, [&](int64_t number) {
    int64_t begin = number * block;
    body(begin, begin + std::min(block, count - begin));
  });
}

/// The number of nanoseconds since some point in time.
double getNanoseconds();

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_LOOPSHARING_H
