//===- AllocationTest.cpp - The heap blocks of a run ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the blocks that a run takes from the heap: a kernel that runs again
// takes memory for new results and for workspaces only. The functions of the C
// library are replaced in this program by ones that count and forward to glibc.
//
//===----------------------------------------------------------------------===//

#include "OutputSupport.h"

#include <cstdlib>
#include <thread>

using namespace weft::test;

#ifdef __GLIBC__

extern "C" {
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
}

/// The blocks that this thread has taken.
static thread_local int64_t numBlocks = 0;

extern "C" {
void *malloc(size_t bytes) {
  ++numBlocks;
  return __libc_malloc(bytes);
}
void *calloc(size_t count, size_t bytes) {
  ++numBlocks;
  return __libc_calloc(count, bytes);
}
void *realloc(void *data, size_t bytes) {
  ++numBlocks;
  return __libc_realloc(data, bytes);
}
void *aligned_alloc(size_t alignment, size_t bytes) {
  ++numBlocks;
  return __libc_memalign(alignment, bytes);
}
}

/// The blocks that the third run of a kernel takes. Its result is computed into
/// `output`, or a new one if that is null.
static int64_t countBlocks(const Kernel &kernel,
                           const std::vector<const weft_tensor *> &operands,
                           weft_tensor *output) {
  int64_t count = -1;
  for (int round = 0; round < 3; ++round) {
    weft_tensor *result = output;
    int64_t before = numBlocks;
    int status =
        weft_kernel_run_into(kernel.get(), operands.data(), operands.size(),
                             nullptr, 0, &result, 1, nullptr);
    count = numBlocks - before;
    EXPECT_EQ(status, 0);
    if (!output)
      weft_tensor_free(result);
  }
  return count;
}

TEST(CAPIAllocation, IsCounted) {
  int64_t before = numBlocks;
  std::free(std::aligned_alloc(64, 64));
  delete new std::string(100, 'x');
  EXPECT_EQ(numBlocks - before, 3);
}

TEST(CAPIAllocation, IsNoneForResultsOfTheCaller) {
  Tensor A = makeMatrix(), x = makeVector();
  std::vector<double> memory = {-1, -1};
  Tensor y = borrow(memory, {2});
  Kernel spmv = compile("y(i) = A(i,j) * x(j)", {"A:CSR"});
  EXPECT_EQ(countBlocks(spmv, {A.get(), x.get()}, y.get()), 0);
  EXPECT_EQ(memory, (std::vector<double>{70, 60}));

  std::vector<double> sum = {-1};
  Tensor s = borrow(sum, {});
  Kernel total = compile("s = A(i,j)", {"A:CSR"});
  EXPECT_EQ(countBlocks(total, {A.get()}, s.get()), 0);
  EXPECT_EQ(sum, std::vector<double>{6});
  // Kernels that run in turns keep theirs.
  EXPECT_EQ(countBlocks(spmv, {A.get(), x.get()}, y.get()), 0);
}

TEST(CAPIAllocation, IsNoneForSeveralResults) {
  Tensor x = makeVector();
  std::vector<double> sum = {-1}, twice = {-1, -1, -1};
  Tensor s = borrow(sum, {}), y = borrow(twice, {3});
  Kernel kernel = compile("s = x(i); y(i) = 2 * x(i)");
  const weft_tensor *operand = x.get();
  weft_tensor *results[] = {s.get(), y.get()};
  for (int round = 0; round < 3; ++round) {
    int64_t before = numBlocks;
    EXPECT_EQ(weft_kernel_run_into(kernel.get(), &operand, 1, nullptr, 0,
                                   results, 2, nullptr),
              0);
    if (round > 0)
      EXPECT_EQ(numBlocks - before, 0);
  }
}

TEST(CAPIAllocation, IsNoneOnOtherThreads) {
  Tensor A = makeMatrix(), x = makeVector();
  Kernel kernel = compile("y(i) = A(i,j) * x(j)", {"A:CSR"});
  std::vector<double> memory = {-1, -1};
  Tensor y = borrow(memory, {2});
  countBlocks(kernel, {A.get(), x.get()}, y.get());
  int64_t count = -1;
  std::thread([&] {
    count = countBlocks(kernel, {A.get(), x.get()}, y.get());
  }).join();
  EXPECT_EQ(count, 0);
}

TEST(CAPIAllocation, IsWorkspacesOnly) {
  // The workspace of a sum of rows has two arrays at most.
  Tensor A = makeMatrix();
  Tensor B = makeTensor("CSR", {3, 2}, {0, 0, 1, 1, 2, 0}, {1, 2, 3});
  std::vector<double> memory(4, -1);
  Tensor C = borrow(memory, {2, 2});
  Kernel kernel = compile("C(i,k) = A(i,j) * B(j,k)", {"A:CSR", "B:CSR"});
  EXPECT_LE(countBlocks(kernel, {A.get(), B.get()}, C.get()), 2);
  EXPECT_EQ(memory, (std::vector<double>{7, 0, 0, 6}));
}

TEST(CAPIAllocation, IsResultsOtherwise) {
  // The tensor, its description and its arrays.
  const int64_t description = 5;
  Tensor A = makeMatrix(), x = makeVector();
  Kernel spmv = compile("y(i) = A(i,j) * x(j)", {"A:CSR"});
  EXPECT_LE(countBlocks(spmv, {A.get(), x.get()}, nullptr), description + 1);
  Kernel scaled = compile("B(i,j) = 2 * A(i,j)", {"A:CSR", "B:CSR"});
  EXPECT_LE(countBlocks(scaled, {A.get()}, nullptr), description + 3);
}

TEST(CAPIAllocation, IsResultsWhereSizesAreGiven) {
  Tensor x = makeVector();
  Kernel kernel = compile("y(i,j) = x(i)");
  const weft_tensor *operand = x.get();
  auto run = [&](const int64_t *const *dims, int64_t &count) {
    weft_tensor *result = nullptr;
    int64_t before = numBlocks;
    weft_kernel_run(kernel.get(), &operand, 1, dims, &result, 1, nullptr);
    count = numBlocks - before;
    return Tensor(result);
  };
  for (int64_t columns : {2, 4, 2}) {
    const int64_t dims[] = {3, columns};
    const int64_t *given = dims;
    int64_t count = -1;
    for (int round = 0; round < 3; ++round) {
      Tensor y = run(&given, count);
      ASSERT_TRUE(y);
      EXPECT_EQ(weft_tensor_dims(y.get())[1], columns);
    }
    EXPECT_LE(count, 6);
    // Sizes are not remembered for runs without them, or with wrong ones.
    EXPECT_FALSE(run(nullptr, count));
    const int64_t wrong[] = {4, columns};
    const int64_t *other = wrong;
    EXPECT_FALSE(run(&other, count));
    const int64_t *none = nullptr;
    EXPECT_FALSE(run(&none, count));
  }
}

#endif // __GLIBC__
