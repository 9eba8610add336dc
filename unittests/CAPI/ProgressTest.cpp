//===- ProgressTest.cpp - Progress and cancellation -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Long calls report how far they are, and end when their caller says so.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "weft/Runtime/Memory.h"

#include <chrono>
#include <cstdio>
#include <map>
#include <numeric>

using namespace weft::test;

namespace {
/// Counts the reports of each stage, and cancels one.
struct Watcher {
  std::map<std::string, int> numReports;
  std::string cancelled;
  double last = -1;

  Watcher() { weft_set_progress(report, this); }
  ~Watcher() { weft_set_progress(nullptr, nullptr); }

  static int report(void *context, const char *stage, double fraction) {
    auto *watcher = static_cast<Watcher *>(context);
    ++watcher->numReports[stage];
    watcher->last = fraction;
    return watcher->cancelled == stage;
  }
};

/// A dense matrix of ones.
Tensor makeOnes(int64_t size) {
  std::vector<double> ones(size * size, 1);
  const void *data[] = {ones.data()};
  int64_t dims[] = {size, size}, lengths[] = {size * size};
  weft_tensor *borrowed = nullptr, *copied = nullptr;
  EXPECT_EQ(weft_tensor_from_arrays("dd", "f64", 2, dims, 1, data, lengths, 0,
                                    nullptr, nullptr, &borrowed, nullptr),
            0);
  EXPECT_EQ(weft_tensor_convert(borrowed, "dd", nullptr, &copied, nullptr), 0);
  weft_tensor_free(borrowed);
  return Tensor(copied);
}

/// Runs a kernel of two operands; the status, and the message in `error`.
int run(const Kernel &kernel, const Tensor &a, const Tensor &b,
        std::string &error) {
  const weft_tensor *operands[] = {a.get(), b.get()};
  weft_tensor *result = nullptr;
  char *message = nullptr;
  int status =
      weft_kernel_run(kernel.get(), operands, 2, nullptr, &result, 1, &message);
  error = take(message);
  weft_tensor_free(result);
  return status;
}
} // namespace

TEST(CAPIProgress, EndsKernels) {
  Kernel kernel = compile("C(i,j) = exp(sum(k, exp(A(i,k) * B(k,j))))");
  ASSERT_TRUE(kernel);
  Tensor a = makeOnes(400);
  for (int32_t threads : {1, 2}) {
    weft_set_num_threads(threads);
    int64_t before = weft::runtime::memoryInUse();
    Watcher watcher;
    watcher.cancelled = "running";
    std::string error;
    auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(run(kernel, a, a, error), WEFT_CANCELLED);
    auto took = std::chrono::steady_clock::now() - start;
    EXPECT_EQ(error, "cancelled");
    EXPECT_EQ(watcher.numReports["running"], 1);
    EXPECT_EQ(weft::runtime::memoryInUse(), before);
    // The whole takes seconds.
    EXPECT_LT(std::chrono::duration<double>(took).count(), 60);
    // The next call is not cancelled, and has reports.
    watcher.cancelled = "";
    EXPECT_EQ(run(kernel, a, a, error), 0) << error;
    EXPECT_GT(watcher.numReports["running"], 2);
  }
  weft_set_num_threads(0);
}

TEST(CAPIProgress, EndsCompilation) {
  Watcher watcher;
  watcher.cancelled = "compiling";
  // A sum of many matrices takes long to compile.
  std::string text = "R(i,j) = ";
  std::vector<std::string> formats = {"R:CSR"};
  for (int n = 0; n < 150; ++n) {
    text += (n ? " + A" : "A") + std::to_string(n) + "(i,j)";
    formats.push_back("A" + std::to_string(n) + ":CSR");
  }
  std::vector<const char *> pointers;
  for (const std::string &format : formats)
    pointers.push_back(format.c_str());
  std::string error;
  EXPECT_FALSE(compile(text, pointers, {}, nullptr, &error));
  EXPECT_EQ(error, "cancelled");
  watcher.cancelled = "";
  EXPECT_TRUE(compile(text, pointers, {}, nullptr, &error)) << error;
}

TEST(CAPIProgress, EndsReadingOfArrays) {
  // Of a dense array all elements are looked at, of a sparse matrix entries.
  int64_t size = 3000;
  Tensor dense = makeOnes(size);
  weft_tensor *converted = nullptr;
  ASSERT_EQ(weft_tensor_convert(dense.get(), "CSR", "", &converted, nullptr),
            0);
  Tensor sparse(converted);
  for (const char *name : {"a.npy", "a.npy.gz", "a.npz", "s.npz", "s.h5"}) {
    std::string path = testing::TempDir() + "/weft_capi_progress_" + name;
    ASSERT_EQ(weft_tensor_write(*name == 's' ? sparse.get() : dense.get(),
                                path.c_str(), nullptr),
              0);
    int64_t before = weft::runtime::memoryInUse();
    Watcher watcher;
    for (const char *stage : {"reading", ""}) {
      watcher.cancelled = stage;
      weft_tensor *tensor = nullptr;
      char *error = nullptr;
      int status = weft_tensor_read(path.c_str(), "CSR", nullptr, 2, nullptr, 0,
                                    &tensor, &error);
      EXPECT_GT(watcher.numReports["reading"], 0) << name;
      EXPECT_EQ(status, *stage ? WEFT_CANCELLED : 0) << name;
      EXPECT_EQ(take(error), *stage ? "cancelled" : "") << name;
      EXPECT_EQ(tensor == nullptr, *stage != '\0');
      weft_tensor_free(tensor);
      EXPECT_EQ(weft::runtime::memoryInUse(), before);
    }
    std::remove(path.c_str());
  }
}

TEST(CAPIProgress, EndsReadingAndPacking) {
  std::string path = testing::TempDir() + "/weft_capi_progress.tns";
  FILE *file = std::fopen(path.c_str(), "w");
  ASSERT_TRUE(file);
  for (int n = 0; n < 2000000; ++n)
    std::fprintf(file, "%d %d 1\n", 1 + (n * 7919) % 1999993, 1 + n % 1000);
  std::fclose(file);
  for (std::string stage : {"reading", "packing"}) {
    Watcher watcher;
    watcher.cancelled = stage;
    weft_tensor *tensor = nullptr;
    char *error = nullptr;
    int status = weft_tensor_read(path.c_str(), "CSR", nullptr, 2, nullptr, 0,
                                  &tensor, &error);
    // A fast machine may be done before the first report.
    if (watcher.numReports[stage] > 0) {
      EXPECT_EQ(status, WEFT_CANCELLED);
      EXPECT_EQ(take(error), "cancelled");
      EXPECT_EQ(tensor, nullptr);
    } else {
      weft_tensor_free(tensor);
    }
  }
  std::remove(path.c_str());
}

TEST(CAPIProgress, IsOfOneThread) {
  Watcher watcher;
  watcher.cancelled = "running";
  weft_set_progress(nullptr, nullptr);
  Kernel kernel = compile("s = x(i,j) * x(i,j)");
  ASSERT_TRUE(kernel);
  Tensor x = makeOnes(2000);
  const weft_tensor *operands[] = {x.get()};
  weft_tensor *result = nullptr;
  EXPECT_EQ(
      weft_kernel_run(kernel.get(), operands, 1, nullptr, &result, 1, nullptr),
      0);
  weft_tensor_free(result);
  EXPECT_TRUE(watcher.numReports.empty());
}
