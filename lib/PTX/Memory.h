//===- Memory.h - Allocations of global memory ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Global memory is a set of allocations at addresses that no pointer of the
// host has, with gaps between them. Each knows which of its bytes were written,
// and who accessed its words in the current launch. Memory of the host that the
// device may access is an allocation at its own address.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PTX_MEMORY_H
#define WEFT_LIB_PTX_MEMORY_H

#include "Shadow.h"

#include <map>
#include <memory>
#include <string>

namespace weft {
namespace ptx {

struct Allocation {
  uint64_t base = 0, bytes = 0;
  uint8_t *data = nullptr;
  Shadow shadow;
  /// The launch that accessed a sector last.
  ZeroedArray<uint32_t> sectors;
  /// Of a variable; empty otherwise.
  std::string name;
  /// Memory that the host may access, too.
  bool isHost = false;
  bool isConstant = false;

  bool contains(uint64_t address, uint64_t size) const {
    return address - base <= bytes && size <= bytes - (address - base);
  }
};

class Memory {
public:
  Memory() = default;
  ~Memory();
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  /// Allocates memory of the device; null if there is not enough.
  Allocation *allocate(uint64_t bytes, uint64_t alignment = 512);
  /// Makes memory of the host visible, and frees it if it is owned.
  Allocation *registerHost(void *data, uint64_t bytes, bool isOwned);
  /// False if no allocation begins at the address.
  bool free(uint64_t address);

  void clear();

  /// The allocation that an address belongs to; null if there is none.
  Allocation *find(uint64_t address);
  /// The allocation that ends closest in front of an address, or that begins
  /// closest behind it.
  const Allocation *findNearest(uint64_t address) const;

  uint64_t totalBytes() const { return total; }
  uint64_t usedBytes() const { return used; }

private:
  struct Owned {
    Allocation allocation;
    bool ownsData = false;
  };
  std::map<uint64_t, std::unique_ptr<Owned>> allocations;
  uint64_t next = uint64_t(1) << 40;
  uint64_t used = 0;
  uint64_t total = uint64_t(16) << 30;
};

} // namespace ptx
} // namespace weft

#endif // WEFT_LIB_PTX_MEMORY_H
