//===- GuardedArray.h - Arrays that end with memory -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels read and write no further than the arrays of their tensors, which the
// page behind an array notices.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_UNITTESTS_CAPI_GUARDEDARRAY_H
#define WEFT_UNITTESTS_CAPI_GUARDEDARRAY_H

#include <gtest/gtest.h>

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <vector>

namespace weft {
namespace test {

/// An array that ends where memory ends, so that an access behind it is
/// noticed.
class GuardedArray {
public:
  template <typename T> explicit GuardedArray(const std::vector<T> &array) {
    int64_t page = sysconf(_SC_PAGESIZE);
    int64_t used = array.size() * sizeof(T);
    bytes = (used + page - 1) / page * page + page;
    begin = static_cast<char *>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    EXPECT_NE(begin, MAP_FAILED);
    EXPECT_EQ(mprotect(begin + bytes - page, page, PROT_NONE), 0);
    data = begin + bytes - page - used;
    std::memcpy(data, array.data(), used);
  }
  ~GuardedArray() { munmap(begin, bytes); }
  GuardedArray(const GuardedArray &) = delete;
  GuardedArray &operator=(const GuardedArray &) = delete;

  char *data;

private:
  char *begin;
  int64_t bytes;
};

} // namespace test
} // namespace weft

#endif // WEFT_UNITTESTS_CAPI_GUARDEDARRAY_H
