//===- Memory.h - Memory that can run out -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place where the runtime takes memory whose size depends on the user's
// data. An operating system that overcommits grants any size and kills the
// process later; here a request beyond what the machine has fails at once, so
// that it becomes a message. Everything taken and not yet given back counts
// towards one limit: the machine's memory, or less if the user says so.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_MEMORY_H
#define WEFT_RUNTIME_MEMORY_H

#include <cstdint>
#include <string>

extern "C" {
/// Limits what the runtime may hold at a time, in bytes; zero or less restores
/// the default, which is the environment's WEFT_MEMORY_LIMIT or else the memory
/// and swap space of the machine.
void weft_rt_set_memory_limit(int64_t bytes);
}

namespace weft {
namespace runtime {

/// The most bytes that the runtime may hold at a time, and what it holds now.
int64_t memoryLimit();
int64_t memoryInUse();

/// Takes memory aligned to 64 bytes; null if there is not enough of it. It is
/// given back with `deallocate` (or weft_rt_free_result, which is the same).
void *allocate(int64_t bytes);
void *allocateZeroed(int64_t bytes);
void deallocate(void *data);

/// A size for a message, e.g. "8.0 TB". Takes a floating-point number because
/// the sizes worth reporting may exceed 63 bits.
std::string formatBytes(double bytes);

/// A message that something needs more memory than there is.
std::string notEnoughMemory(const std::string &what, double bytes);

/// A growable array of bytes. Growing moves the bytes.
class Buffer {
public:
  Buffer() = default;
  Buffer(Buffer &&other) noexcept;
  Buffer &operator=(Buffer &&other) noexcept;
  ~Buffer();

  /// Grows the capacity to at least `bytes`; false, without a change, if memory
  /// is exhausted.
  bool reserve(int64_t bytes);

  char *data() { return begin; }
  const char *data() const { return begin; }
  int64_t capacity() const { return limit; }

private:
  char *begin = nullptr;
  int64_t limit = 0;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_RUNTIME_MEMORY_H
