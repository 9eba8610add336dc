//===- CountsTest.cpp - Counts of kernels for sparse matrices ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs what nvcc makes of Inputs/spmv.cu on a matrix with even rows and on one
// with rows of very different lengths. The counts show what tells the kernels
// apart on devices: coalescing, idle lanes, load imbalance and atomics.
//
//===----------------------------------------------------------------------===//

#include "KernelTest.h"

#include <fstream>
#include <iterator>

using namespace weft::ptx;

namespace {
struct Matrix {
  unsigned rows = 1024;
  std::vector<uint32_t> pos{0}, crd;
  std::vector<float> values;
};

class CountsTest : public KernelTest {
protected:
  /// Columns are random; `length` gives that of each row.
  template <typename Length> static Matrix makeMatrix(Length length) {
    Matrix matrix;
    uint32_t random = 1;
    for (unsigned i = 0; i < matrix.rows; ++i) {
      for (unsigned k = 0; k < length(i); ++k) {
        random = random * 1664525 + 1013904223;
        matrix.crd.push_back((random >> 8) % matrix.rows);
        matrix.values.push_back(float(random >> 28));
      }
      matrix.pos.push_back(uint32_t(matrix.crd.size()));
    }
    return matrix;
  }
  static Matrix makeEven() {
    return makeMatrix([](unsigned) { return 16u; });
  }
  /// A few rows have most of the entries.
  static Matrix makeUneven() {
    return makeMatrix([](unsigned i) {
      unsigned rank = (i * 389) % 1024 + 1;
      unsigned length = 4096 / rank;
      return length > 512 ? 512 : length < 1 ? 1 : length;
    });
  }

  template <typename T> Allocation *upload(const std::vector<T> &elements) {
    std::vector<uint32_t> words(elements.size());
    std::memcpy(words.data(), elements.data(), words.size() * 4);
    return makeBuffer(words);
  }

  /// Runs a kernel with 128 threads per block, and checks its result.
  const weftPtxCountsRecord &multiply(const std::string &kernel,
                                      const Matrix &matrix, uint64_t threads) {
    std::ifstream file(WEFT_PTX_INPUTS "/spmv.ptx");
    std::string text(std::istreambuf_iterator<char>(file), {});
    Diagnostic diagnostic;
    module = parseModule(text, diagnostic);
    EXPECT_TRUE(module) << diagnostic.message;
    std::vector<Diagnostic> diagnostics;
    Program program = decode(
        *module, *module->findFunction(kernel),
        [](std::string_view) { return std::nullopt; }, diagnostics);
    EXPECT_TRUE(diagnostics.empty()) << diagnostics.front().message;
    std::vector<float> x(matrix.rows), y(matrix.rows), expected(matrix.rows);
    for (unsigned j = 0; j < matrix.rows; ++j)
      x[j] = float(j % 7);
    for (unsigned i = 0; i < matrix.rows; ++i)
      for (uint32_t p = matrix.pos[i]; p < matrix.pos[i + 1]; ++p)
        expected[i] += matrix.values[p] * x[matrix.crd[p]];
    Allocation *result = upload(y);
    const uint64_t arguments[] = {matrix.rows,
                                  upload(matrix.pos)->base,
                                  upload(matrix.crd)->base,
                                  upload(matrix.values)->base,
                                  upload(x)->base,
                                  result->base};
    Launch launch;
    launch.block = {128, 1, 1};
    launch.grid = {unsigned((threads + 127) / 128), 1, 1};
    launch.arguments.resize(program.parameterBytes);
    for (size_t i = 0; i < 6; ++i)
      std::memcpy(launch.arguments.data() + program.parameters[i].offset,
                  &arguments[i], program.parameters[i].bytes);
    Fault fault = machine.launch(program, launch);
    EXPECT_EQ(fault.text, "");
    std::memcpy(y.data(), result->data, y.size() * 4);
    // All sums are of integers, and exact.
    EXPECT_EQ(y, expected);
    return machine.counts;
  }

  static double ratio(uint64_t a, uint64_t b) { return double(a) / double(b); }
  /// The work of the longest warp against the mean.
  double imbalance() const {
    return ratio(machine.counts.longestWarp * machine.counts.warps,
                 machine.counts.warpInstructions);
  }
  double lanes() const {
    return ratio(machine.counts.laneInstructions,
                 machine.counts.warpInstructions);
  }
  double sectors() const {
    return ratio(machine.counts.globalSectors, machine.counts.globalRequests);
  }
  double instructions(const Matrix &matrix) const {
    return ratio(machine.counts.warpInstructions, matrix.crd.size());
  }
  double unique(const Matrix &matrix) const {
    return ratio(machine.counts.uniqueSectors * 32, matrix.crd.size());
  }
  /// Of 32 bytes, per entry.
  double bytes(const Matrix &matrix) const {
    return ratio(machine.counts.globalSectors * 32, matrix.crd.size());
  }
};
} // namespace

// Each lane reads a row of its own, 64 bytes from the next: one sector for each
// lane, of which the lane uses four bytes at a time.
TEST_F(CountsTest, showsStridedAccesses) {
  const Matrix matrix = makeEven();
  multiply("thread_per_row", matrix, 1024);
  EXPECT_NEAR(sectors(), 29.25, 0.05);
  EXPECT_NEAR(lanes(), 31.2, 0.05);
  EXPECT_NEAR(bytes(matrix), 93, 0.5);
  EXPECT_NEAR(imbalance(), 1.0, 0.05);
  EXPECT_NEAR(instructions(matrix), 0.31, 0.005);
  // Coordinates, values and three vectors, each of them once.
  EXPECT_NEAR(unique(matrix), 8.75, 0.01);
}

TEST_F(CountsTest, showsCoalescedAccesses) {
  const Matrix matrix = makeEven();
  multiply("warp_per_row", matrix, 1024 * 32);
  EXPECT_NEAR(sectors(), 3.7, 0.05);
  EXPECT_NEAR(bytes(matrix), 44, 0.5);
  // Half of the lanes have no entry, and all of them add.
  EXPECT_NEAR(lanes(), 24.6, 0.05);
  EXPECT_NEAR(instructions(matrix), 5.62, 0.005);
  EXPECT_EQ(machine.counts.exchanges, 1024u * 5);
  EXPECT_EQ(machine.counts.globalAtomics, 0u);
}

TEST_F(CountsTest, showsVectorLoadsAndAtomics) {
  const Matrix matrix = makeEven();
  multiply("eight_entries_per_thread", matrix, matrix.crd.size() / 8);
  EXPECT_NEAR(sectors(), 14.9, 0.05);
  EXPECT_NEAR(lanes(), 31.6, 0.05);
  EXPECT_NEAR(bytes(matrix), 47, 0.5);
  EXPECT_NEAR(instructions(matrix), 0.93, 0.005);
  EXPECT_EQ(machine.counts.globalAtomics, 2 * 1024u);
}

TEST_F(CountsTest, showsIdleLanesAndImbalance) {
  const Matrix matrix = makeUneven();
  multiply("thread_per_row", matrix, 1024);
  EXPECT_NEAR(lanes(), 3.1, 0.05);
  EXPECT_NEAR(sectors(), 2.4, 0.05);
  EXPECT_NEAR(imbalance(), 1.74, 0.005);
  multiply("warp_per_row", matrix, 1024 * 32);
  EXPECT_NEAR(lanes(), 23.3, 0.05);
  EXPECT_NEAR(imbalance(), 2.18, 0.005);
  multiply("eight_entries_per_thread", matrix, matrix.crd.size() / 8);
  EXPECT_NEAR(lanes(), 25.5, 0.05);
  EXPECT_NEAR(imbalance(), 1.11, 0.005);
}

// Groups of lanes join later in the other order, so that lanes are idle more;
// what a kernel accesses is the same.
TEST_F(CountsTest, accessesTheSameInBothOrders) {
  for (const Matrix &matrix : {makeEven(), makeUneven()})
    for (const char *kernel :
         {"thread_per_row", "warp_per_row", "eight_entries_per_thread"}) {
      uint64_t threads = kernel[0] == 't'   ? 1024
                         : kernel[0] == 'w' ? 1024 * 32
                                            : matrix.crd.size() / 8;
      machine.options.isReverse = false;
      weftPtxCountsRecord forward = multiply(kernel, matrix, threads);
      machine.options.isReverse = true;
      weftPtxCountsRecord reverse = multiply(kernel, matrix, threads);
      EXPECT_EQ(forward.globalBytes, reverse.globalBytes);
      EXPECT_EQ(forward.uniqueSectors, reverse.uniqueSectors);
      EXPECT_EQ(forward.laneInstructions, reverse.laneInstructions);
      EXPECT_EQ(forward.globalAtomics, reverse.globalAtomics);
      EXPECT_LE(forward.warpInstructions, reverse.warpInstructions);
    }
}
