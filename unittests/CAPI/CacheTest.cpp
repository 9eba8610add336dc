//===- CacheTest.cpp - Kernels from the cache -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that was found cannot be told from one that was compiled, but by
// asking for it.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include <cstdlib>
#include <filesystem>

using namespace weft::test;

namespace {
class CacheTest : public ::testing::Test {
protected:
  void SetUp() override {
    folder = ::testing::TempDir() + "weft-kernels-XXXXXX";
    ASSERT_TRUE(::mkdtemp(folder.data()));
    ::setenv("WEFT_CACHE", "1", 1);
    ::setenv("WEFT_CACHE_DIR", folder.c_str(), 1);
  }
  void TearDown() override {
    ::unsetenv("WEFT_CACHE");
    ::unsetenv("WEFT_CACHE_DIR");
    std::filesystem::remove_all(folder);
  }

  Kernel make(const char *options = "cache") {
    // Formats with blocks, a fill and widths are kept with the kernel.
    return compile(
        "A(i,j) = B(i,j) + C(i,j)",
        {"A:CSR{fill=2}", "B:BCSR{block=2x3}", "C:CSR{fill=2,pos=64}"}, {},
        options);
  }

  std::string folder;
};

std::string print(const Kernel &kernel, const char *level) {
  char *text = nullptr, *error = nullptr;
  EXPECT_EQ(weft_kernel_print(kernel.get(), level, &text, &error), 0)
      << take(error);
  return take(text);
}
} // namespace

#if defined(__x86_64__) && defined(__linux__)

TEST_F(CacheTest, isAskedForByPrograms) {
  EXPECT_FALSE(weft_kernel_is_cached(make(nullptr).get()));
  EXPECT_FALSE(weft_kernel_is_cached(make(nullptr).get()));
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  EXPECT_FALSE(weft_kernel_is_cached(make().get()));
  EXPECT_TRUE(weft_kernel_is_cached(make().get()));
  EXPECT_FALSE(weft_kernel_is_cached(make("cache no-code").get()));
  EXPECT_FALSE(weft_kernel_is_cached(nullptr));
}

TEST_F(CacheTest, hasTheSameKernels) {
  Kernel made = make(), found = make();
  ASSERT_TRUE(weft_kernel_is_cached(found.get()));
  ASSERT_EQ(weft_kernel_num_tensors(found.get()), 3);
  EXPECT_EQ(weft_kernel_num_results(found.get()), 1);
  for (int64_t index = 0; index < 3; ++index) {
    for (auto describe : {&weft_kernel_tensor_name, &weft_kernel_tensor_format,
                          &weft_kernel_tensor_type})
      EXPECT_STREQ(describe(found.get(), index), describe(made.get(), index));
    EXPECT_EQ(weft_kernel_tensor_order(found.get(), index), 2);
    EXPECT_STREQ(weft_kernel_tensor_variable(found.get(), index, 1), "j");
  }
  for (const char *level : {"tin", "scf", "llvm", "header", "explain"})
    EXPECT_EQ(print(found, level), print(made, level)) << level;
}

#endif
