//===- DeviceMemory.cpp - Memory of a device ------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A limit below what the device has leaves memory to other programs.
//
//===----------------------------------------------------------------------===//

#include "DeviceMemory.h"

#include "weft/Runtime/Device.h"
#include "weft/Runtime/Memory.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <limits>

using namespace weft::runtime;

/// The limit that the environment says; the largest number if it says none.
static Expected<int64_t> readDefaultLimit() {
  const char *text = std::getenv("WEFT_GPU_MEMORY");
  if (!text || !*text)
    return std::numeric_limits<int64_t>::max();
  char *end = nullptr;
  errno = 0;
  long long bytes = std::strtoll(text, &end, 10);
  if (*end != '\0' || errno != 0 || bytes <= 0)
    return Status::failure("expected WEFT_GPU_MEMORY to be a number of bytes, "
                           "got '" +
                           std::string(text) + "'");
  return static_cast<int64_t>(bytes);
}

/// The limit that the program has set; zero if it has set none.
static std::atomic<int64_t> givenLimit{0};

static Expected<int64_t> getLimit() {
  static const auto &known = *new Expected<int64_t>(readDefaultLimit());
  if (int64_t given = givenLimit)
    return given;
  if (known.failed())
    return known.getStatus();
  return *known;
}

void weft::runtime::setDeviceMemoryLimit(int64_t bytes) {
  givenLimit = std::max<int64_t>(bytes, 0);
}

size_t DeviceMemory::getSize(size_t bytes) const {
  if (device->isEmulated())
    return bytes;
  constexpr size_t least = 256;
  size_t power = least;
  while (power < bytes)
    power *= 2;
  // The sizes between two powers of two are multiples of an eighth of the
  // smaller one.
  size_t step = std::max(least, power / 16);
  return std::max(least, (bytes + step - 1) / step * step);
}

Expected<DeviceAddress> DeviceMemory::take(size_t bytes,
                                           const std::string &what) {
  Expected<int64_t> known = getLimit();
  if (known.failed())
    return known.takeStatus();
  std::lock_guard<std::mutex> lock(mutex);
  size_t size = getSize(bytes), limit = static_cast<size_t>(*known);
  if (auto block = kept.find(size); block != kept.end()) {
    DeviceAddress address = block->second;
    kept.erase(block);
    keptBytes -= size;
    return address;
  }
  auto exceedsLimit = [&] { return size > limit || heldBytes > limit - size; };
  if (exceedsLimit())
    release();
  std::string message = "not enough memory on the device: " + what + " takes " +
                        formatBytes(static_cast<double>(bytes));
  if (exceedsLimit())
    return Status::outOfMemory(
        message + ", and " + formatBytes(static_cast<double>(heldBytes)) +
        " of the limit of " + formatBytes(static_cast<double>(limit)) +
        " are in use");
  DeviceAddress address = 0;
  int error = device->cuMemAlloc(&address, size);
  if (error != 0) {
    release();
    error = device->cuMemAlloc(&address, size);
  }
  if (error != 0)
    return Status::outOfMemory(message + ": " + device.describe(error));
  heldBytes += size;
  return address;
}

void DeviceMemory::give(DeviceAddress address, size_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  size_t size = getSize(bytes);
  if (device->isEmulated()) {
    device->cuMemFree(address);
    heldBytes -= size;
    return;
  }
  kept.emplace(size, address);
  keptBytes += size;
}

void DeviceMemory::release() {
  for (auto [size, address] : kept)
    device->cuMemFree(address);
  kept.clear();
  heldBytes -= keptBytes;
  keptBytes = 0;
}
