//===- PatternsTest.cpp - Blocks that depend on each other ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs what nvcc makes of Inputs/patterns.cu, in both orders. No race is
// reported, and results are right.
//
//===----------------------------------------------------------------------===//

#include "KernelTest.h"

#include <fstream>
#include <iterator>
#include <set>

using namespace weft::ptx;

namespace {
class PatternsTest : public KernelTest,
                     public ::testing::WithParamInterface<bool> {
protected:
  void SetUp() override {
    machine.options.isReverse = GetParam();
    for (uint32_t i = 0; i < kNumbers; ++i)
      numbers.push_back(i * 7919 % 1500);
  }

  /// The text of the fault of a kernel of the file.
  std::string launch(const std::string &kernel, unsigned blocks,
                     unsigned threads, const std::vector<uint64_t> &arguments) {
    std::ifstream file(WEFT_PTX_INPUTS "/patterns.ptx");
    std::string text(std::istreambuf_iterator<char>(file), {});
    // The helper runs the entry `k`.
    text.replace(text.find(".entry " + kernel + "("), 7 + kernel.size(),
                 ".entry k");
    return run(text, {blocks, 1, 1}, {threads, 1, 1}, arguments).text;
  }
  static std::vector<uint32_t> read(const Allocation *buffer) {
    std::vector<uint32_t> words(buffer->bytes / 4);
    std::memcpy(words.data(), buffer->data, buffer->bytes);
    return words;
  }

  static constexpr unsigned kNumbers = 5000;
  std::vector<uint32_t> numbers;
};
} // namespace

INSTANTIATE_TEST_SUITE_P(Orders, PatternsTest, ::testing::Bool());

TEST_P(PatternsTest, scansInOnePass) {
  Allocation *result = machine.memory.allocate(kNumbers * 4);
  EXPECT_EQ(launch("scan", 40, 128,
                   {makeBuffer(numbers)->base, result->base, kNumbers,
                    makeBuffer(std::vector<uint32_t>(80))->base,
                    makeBuffer({0})->base}),
            "");
  std::vector<uint32_t> sums = read(result);
  uint32_t sum = 0;
  for (unsigned i = 0; i < kNumbers; ++i) {
    sum += numbers[i];
    ASSERT_EQ(sums[i], sum) << i;
  }
}

TEST_P(PatternsTest, insertsIntoATable) {
  Allocation *table = makeBuffer(std::vector<uint32_t>(4096, ~0u));
  Allocation *count = makeBuffer({0});
  EXPECT_EQ(launch("insert", 40, 128,
                   {makeBuffer(numbers)->base, kNumbers, table->base, 4096,
                    count->base}),
            "");
  std::set<uint32_t> expected(numbers.begin(), numbers.end()), found;
  for (uint32_t key : read(table))
    if (key != ~0u)
      found.insert(key);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(read(count)[0], expected.size());
}

TEST_P(PatternsTest, addsInTheLastBlock) {
  Allocation *result = machine.memory.allocate(4);
  EXPECT_EQ(launch("sum", 16, 256,
                   {makeBuffer(numbers)->base, kNumbers,
                    machine.memory.allocate(64)->base, result->base,
                    makeBuffer({0})->base}),
            "");
  uint32_t sum = 0;
  for (uint32_t number : numbers)
    sum += number;
  EXPECT_EQ(read(result)[0], sum);
}
