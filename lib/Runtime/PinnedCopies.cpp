//===- PinnedCopies.cpp - Copies through pinned memory --------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transfers in chunks, two of which are under way at a time.
//
//===----------------------------------------------------------------------===//

#include "PinnedCopies.h"

#include "DeviceCounts.h"

#include <algorithm>
#include <cstring>

using namespace weft::runtime;

/// The bytes of a chunk: at 25 GB/s, it takes 40 us to transfer, some ten times
/// as long as to start; and it fits into a cache of the host.
static constexpr size_t kChunkBytes = size_t(1) << 20;

PinnedCopies::Chunks PinnedCopies::create() const {
  // Of the driver's flags: the memory is pinned for all contexts.
  constexpr unsigned portable = 1;
  void *data = nullptr;
  Chunks chunks;
  if (device->cuMemHostAlloc(&data, 2 * kChunkBytes, portable) != 0)
    return chunks;
  for (DeviceEvent &event : chunks.done)
    if (device->cuEventCreate(&event, 0) != 0) {
      if (chunks.done[0])
        device->cuEventDestroy(chunks.done[0]);
      device->cuMemFreeHost(data);
      return Chunks();
    }
  chunks.data = static_cast<char *>(data);
  return chunks;
}

PinnedCopies::Chunks PinnedCopies::take(size_t bytes) {
  if (bytes < kChunkBytes)
    return Chunks();
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!kept.empty()) {
      Chunks chunks = kept.back();
      kept.pop_back();
      return chunks;
    }
  }
  return create();
}

void PinnedCopies::give(const Chunks &chunks) {
  std::lock_guard<std::mutex> lock(mutex);
  kept.push_back(chunks);
}

int PinnedCopies::stageToDevice(const Chunks &chunks, DeviceAddress to,
                                const char *from, size_t bytes,
                                DeviceStream stream) const {
  int error = 0;
  for (size_t begin = 0; begin < bytes && error == 0; begin += kChunkBytes) {
    size_t number = begin / kChunkBytes;
    size_t size = std::min(kChunkBytes, bytes - begin);
    char *chunk = chunks.data + number % 2 * kChunkBytes;
    DeviceEvent done = chunks.done[number % 2];
    if (number >= 2)
      error = device->cuEventSynchronize(done);
    if (error != 0)
      break;
    std::memcpy(chunk, from + begin, size);
    error = device->cuMemcpyHtoDAsync(to + begin, chunk, size, stream);
    if (error == 0)
      error = device->cuEventRecord(done, stream);
  }
  return error;
}

int PinnedCopies::stageToHost(const Chunks &chunks, char *to,
                              DeviceAddress from, size_t bytes,
                              DeviceStream stream) const {
  auto transfer = [&](size_t begin) {
    if (begin >= bytes)
      return 0;
    size_t number = begin / kChunkBytes;
    int error = device->cuMemcpyDtoHAsync(
        chunks.data + number % 2 * kChunkBytes, from + begin,
        std::min(kChunkBytes, bytes - begin), stream);
    return error != 0 ? error
                      : device->cuEventRecord(chunks.done[number % 2], stream);
  };
  int error = transfer(0);
  for (size_t begin = 0; begin < bytes && error == 0; begin += kChunkBytes) {
    size_t number = begin / kChunkBytes;
    error = transfer(begin + kChunkBytes);
    if (error == 0)
      error = device->cuEventSynchronize(chunks.done[number % 2]);
    if (error == 0)
      std::memcpy(to + begin, chunks.data + number % 2 * kChunkBytes,
                  std::min(kChunkBytes, bytes - begin));
  }
  return error;
}

int PinnedCopies::finish(const Chunks &chunks, int error, size_t bytes,
                         DeviceStream stream) {
  // The chunks are not used again before their transfers are done.
  int waits = device->cuStreamSynchronize(stream);
  if (chunks.data) {
    give(chunks);
    countPinned(bytes);
  }
  return error != 0 ? error : waits;
}

int PinnedCopies::copyToDevice(DeviceAddress to, const void *from, size_t bytes,
                               DeviceStream stream) {
  Chunks chunks = take(bytes);
  int error = chunks.data
                  ? stageToDevice(chunks, to, static_cast<const char *>(from),
                                  bytes, stream)
                  : device->cuMemcpyHtoDAsync(to, from, bytes, stream);
  return finish(chunks, error, bytes, stream);
}

int PinnedCopies::copyToHost(void *to, DeviceAddress from, size_t bytes,
                             DeviceStream stream) {
  Chunks chunks = take(bytes);
  int error = chunks.data ? stageToHost(chunks, static_cast<char *>(to), from,
                                        bytes, stream)
                          : device->cuMemcpyDtoHAsync(to, from, bytes, stream);
  return finish(chunks, error, bytes, stream);
}
