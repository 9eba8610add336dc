//===- PinnedCopies.h - Copies through pinned memory ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device transfers pages of the host at full speed, and while the host runs,
// if they are pinned. Arrays of programs are not, and it takes time in
// proportion to their size to pin them. So a large array is copied through two
// chunks of memory that stay pinned: the host copies one of them while the
// device transfers the other.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_PINNEDCOPIES_H
#define WEFT_LIB_RUNTIME_PINNEDCOPIES_H

#include "CudaDriver.h"

#include <mutex>
#include <vector>

namespace weft {
namespace runtime {

/// Copies between the host and one device. Chunks are kept for the next copy.
class PinnedCopies {
public:
  explicit PinnedCopies(const CudaDevice &device) : device(device) {}

  /// Copies bytes to or from an address of the device on a stream, and waits
  /// until they have been copied. Arrays of less than a chunk are copied
  /// directly, and so are all where no memory can be pinned. Returns the
  /// driver's error, or zero. The context of the device is current.
  int copyToDevice(DeviceAddress to, const void *from, size_t bytes,
                   DeviceStream stream);
  int copyToHost(void *to, DeviceAddress from, size_t bytes,
                 DeviceStream stream);

private:
  /// Two chunks that follow each other, and when the last transfer of each is
  /// done.
  struct Chunks {
    char *data = nullptr;
    DeviceEvent done[2] = {nullptr, nullptr};
  };

  /// Takes chunks that no other copy uses, for an array of so many bytes. Their
  /// data is null if it is to be copied directly.
  Chunks take(size_t bytes);
  void give(const Chunks &chunks);
  /// Pins memory for new chunks.
  Chunks create() const;
  int stageToDevice(const Chunks &chunks, DeviceAddress to, const char *from,
                    size_t bytes, DeviceStream stream) const;
  int stageToHost(const Chunks &chunks, char *to, DeviceAddress from,
                  size_t bytes, DeviceStream stream) const;

  /// Waits for the transfers of a copy, and gives its chunks back.
  int finish(const Chunks &chunks, int error, size_t bytes,
             DeviceStream stream);

  const CudaDevice &device;
  std::mutex mutex;
  std::vector<Chunks> kept;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_PINNEDCOPIES_H
