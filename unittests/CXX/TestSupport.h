//===- TestSupport.h - Tensors for the tests of the library -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors with known components, and what they are as plain arrays.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_UNITTESTS_CXX_TESTSUPPORT_H
#define WEFT_UNITTESTS_CXX_TESTSUPPORT_H

#include "weft-cxx/Weft.h"

#include <gtest/gtest.h>

#include <random>

namespace weft {
namespace test {

/// A matrix in row-major order.
struct Matrix {
  int64_t rows;
  int64_t columns;
  std::vector<double> components;

  double operator()(int64_t i, int64_t j) const {
    return components[static_cast<size_t>(i * columns + j)];
  }
  double &operator()(int64_t i, int64_t j) {
    return components[static_cast<size_t>(i * columns + j)];
  }
};

/// A matrix of small whole numbers, in about a third of the components: sums
/// and products of them are exact.
inline Matrix makeMatrix(int64_t rows, int64_t columns, unsigned seed,
                         unsigned oneIn = 3) {
  Matrix matrix{rows, columns,
                std::vector<double>(static_cast<size_t>(rows * columns))};
  std::mt19937 random(seed);
  for (double &component : matrix.components)
    component = random() % oneIn == 0 ? 1 + random() % 9 : 0;
  return matrix;
}

template <typename T = double>
Tensor<T> makeTensor(const Matrix &matrix, const Format &format = Format(),
                     const std::string &name = "") {
  Tensor<T> tensor(name, {matrix.rows, matrix.columns}, format);
  for (int64_t i = 0; i < matrix.rows; ++i)
    for (int64_t j = 0; j < matrix.columns; ++j)
      if (matrix(i, j) != 0)
        tensor.insert({i, j}, static_cast<T>(matrix(i, j)));
  tensor.pack();
  return tensor;
}

/// A vector, as a matrix of one column.
inline Tensor<double> makeVector(const std::vector<double> &components,
                                 const Format &format = Format(),
                                 const std::string &name = "") {
  Tensor<double> tensor(name, {components.size()}, format);
  for (size_t i = 0; i < components.size(); ++i)
    if (components[i] != 0)
      tensor.insert({i}, components[i]);
  tensor.pack();
  return tensor;
}

inline std::vector<double> getVector(const Tensor<double> &tensor) {
  std::vector<double> components;
  for (int64_t i = 0; i < tensor.getDimension(0); ++i)
    components.push_back(tensor.at({i}));
  return components;
}

inline void expectEqual(const Tensor<double> &tensor, const Matrix &matrix) {
  ASSERT_EQ(tensor.getDimensions(),
            (std::vector<int64_t>{matrix.rows, matrix.columns}));
  for (int64_t i = 0; i < matrix.rows; ++i)
    for (int64_t j = 0; j < matrix.columns; ++j)
      EXPECT_EQ(tensor.at({i, j}), matrix(i, j)) << i << ", " << j;
}

/// The text of the error that a function throws; empty if it throws none.
template <typename Function> std::string getError(Function function) {
  try {
    function();
  } catch (const Error &error) {
    return error.what();
  }
  return "";
}

} // namespace test
} // namespace weft

#endif // WEFT_UNITTESTS_CXX_TESTSUPPORT_H
