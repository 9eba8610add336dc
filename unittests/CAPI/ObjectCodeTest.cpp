//===- ObjectCodeTest.cpp - Object files in memory --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime's linker against object files of kernels: whole, cut and damaged.
// What it does not know, it refuses, and nothing makes it read or write outside
// of the file and of its image. That kernels compute what they should, all
// other tests show.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/ObjectCode.h"
#include "weft-c/Weft.h"
#include "weft/Runtime/KernelSymbols.h"

#include <gtest/gtest.h>
#include <random>

using namespace weft::runtime;

namespace {
/// The object file of a product of matrices, which calls much of the runtime
/// and has constants.
std::string makeObject() {
  const char *formats[] = {"A:CSR", "B:CSR", "C:CSR"};
  weft_kernel *kernel = nullptr;
  char *error = nullptr;
  EXPECT_EQ(weft_compile("C(i,j) = sin(A(i,k) * 2.5) * B(k,j)", formats, 3,
                         nullptr, 0, nullptr, &kernel, &error),
            0)
      << error;
  const void *data = nullptr;
  int64_t size = 0;
  EXPECT_EQ(weft_kernel_object(kernel, &data, &size, &error), 0) << error;
  std::string object(static_cast<const char *>(data), size);
  weft_kernel_free(kernel);
  return object;
}

void *findNothing(const char *) { return nullptr; }
} // namespace

#if defined(__x86_64__) && defined(__linux__)

TEST(ObjectCode, linksKernels) {
  auto code = ObjectCode::link(makeObject(), findKernelSymbol);
  ASSERT_TRUE(code);
  EXPECT_TRUE(code->find("kernel_entry"));
  EXPECT_FALSE(code->find("kernel_exit"));
  // Its other functions are its own.
  EXPECT_FALSE(code->find("kernel"));
}

TEST(ObjectCode, refusesUnknownFunctions) {
  EXPECT_FALSE(ObjectCode::link(makeObject(), findNothing));
}

#endif

TEST(ObjectCode, refusesWhatIsNoObject) {
  EXPECT_FALSE(ObjectCode::link("", findKernelSymbol));
  EXPECT_FALSE(ObjectCode::link("no object", findKernelSymbol));
  EXPECT_FALSE(ObjectCode::link(std::string(5000, '\0'), findKernelSymbol));
}

TEST(ObjectCode, survivesFilesThatWereCut) {
  const std::string object = makeObject();
  for (size_t size = 0; size < object.size(); ++size)
    EXPECT_FALSE(
        ObjectCode::link(std::string(object, 0, size), findKernelSymbol))
        << "the first " << size << " bytes";
}

TEST(ObjectCode, survivesFilesThatWereDamaged) {
  const std::string object = makeObject();
  std::mt19937 random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string damaged = object;
    for (unsigned left = 1 + random() % 3; left > 0; --left)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    // It may well be linked, but is not run.
    ObjectCode::link(damaged, findKernelSymbol);
  }
  // The tables are at the end, and what they are found by at the beginning.
  for (size_t at = 0; at < object.size(); ++at)
    for (unsigned char byte : {0x00, 0x01, 0x7f, 0x80, 0xff})
      if (at < 64 || at + 2000 > object.size()) {
        std::string damaged = object;
        damaged[at] = static_cast<char>(byte);
        ObjectCode::link(damaged, findKernelSymbol);
      }
}
