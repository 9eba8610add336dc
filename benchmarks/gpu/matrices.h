//===- matrices.h - Sparse matrices that are made ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrices of the classes by which kernels of a GPU are judged. The same seed
// gives the same matrix.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_BENCHMARKS_GPU_MATRICES_H
#define WEFT_BENCHMARKS_GPU_MATRICES_H

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

/// A matrix in CSR without its values.
struct Matrix {
  std::string name;
  int64_t rows = 0, columns = 0;
  std::vector<int32_t> positions, coordinates;

  int64_t numEntries() const { return positions.back(); }
};

/// A matrix whose rows have some lengths, with columns anywhere, or beside each
/// other around the diagonal.
inline Matrix makeMatrix(std::string name, int64_t columns,
                         const std::vector<int64_t> &lengths, bool isBanded) {
  Matrix matrix{std::move(name), int64_t(lengths.size()), columns, {0}, {}};
  std::mt19937_64 pick(3);
  std::uniform_int_distribution<int32_t> draw(0, int32_t(columns - 1));
  for (int64_t row = 0; row < matrix.rows; ++row) {
    size_t begin = matrix.coordinates.size();
    int64_t first =
        std::clamp<int64_t>(row - lengths[row] / 2, 0,
                            std::max<int64_t>(0, columns - lengths[row]));
    for (int64_t k = 0; k < lengths[row]; ++k)
      matrix.coordinates.push_back(isBanded ? int32_t(first + k) : draw(pick));
    auto from = matrix.coordinates.begin() + begin;
    std::sort(from, matrix.coordinates.end());
    matrix.coordinates.erase(std::unique(from, matrix.coordinates.end()),
                             matrix.coordinates.end());
    matrix.positions.push_back(int32_t(matrix.coordinates.size()));
  }
  return matrix;
}

/// Lengths of rows that fall off as 1/n, in random order.
inline std::vector<int64_t> drawPowerLaw(int64_t rows, int64_t entries) {
  double sum = 0;
  for (int64_t n = 1; n <= rows; ++n)
    sum += 1.0 / n;
  std::vector<int64_t> lengths;
  for (int64_t n = 1; n <= rows; ++n)
    lengths.push_back(std::clamp<int64_t>(entries / (sum * n), 1, rows / 2));
  std::shuffle(lengths.begin(), lengths.end(), std::mt19937_64(2));
  return lengths;
}

/// A matrix of each class with about as many entries.
inline std::vector<Matrix> makeMatrices(int64_t entries) {
  std::vector<Matrix> matrices;
  int64_t even = std::max<int64_t>(32, entries / 16);
  matrices.push_back(
      makeMatrix("even", even, std::vector<int64_t>(even, 16), false));
  int64_t skewed = std::max<int64_t>(32, entries / 8);
  matrices.push_back(
      makeMatrix("power law", skewed, drawPowerLaw(skewed, entries), false));
  std::vector<int64_t> few(2 * entries);
  std::mt19937_64 pick(2);
  std::uniform_int_distribution<int64_t> row(0, 2 * entries - 1);
  for (int64_t k = 0; k < entries; ++k)
    ++few[row(pick)];
  matrices.push_back(makeMatrix("hypersparse", 2 * entries, few, false));
  int64_t wide = std::max<int64_t>(1, entries / 100);
  matrices.push_back(makeMatrix("wide", std::max<int64_t>(100'000, 10 * wide),
                                std::vector<int64_t>(100, wide), false));
  int64_t banded = std::max<int64_t>(64, entries / 54);
  matrices.push_back(
      makeMatrix("fem", banded, std::vector<int64_t>(banded, 54), true));
  return matrices;
}

#endif // WEFT_BENCHMARKS_GPU_MATRICES_H
