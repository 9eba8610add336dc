//===- spmv_schedule.cpp - A scheduled product ----------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sparse matrix times a vector, whose rows threads take in chunks of 32: the
// schedule is a method of the statement. What is refused quotes the statement.
//
//===----------------------------------------------------------------------===//

#include <weft-cxx/Weft.h>

#include <iostream>

using namespace weft;

int main() {
  const int n = 1000;
  Tensor<double> A("A", {n, n}, CSR), x("x", {n}), y("y", {n});
  for (int row = 0; row < n; ++row) {
    A.insert({row, row}, 2);
    A.insert({row, (row + 1) % n}, -1);
    x.insert({row}, row);
  }

  IndexVar i("i"), j("j"), i0("i0"), i1("i1");
  IndexStmt product = (y(i) = A(i, j) * x(j));
  IndexStmt scheduled =
      product.split(i, i0, i1, 32).parallelize(i0, CPUThread, NoRaces);
  std::cout << scheduled << "\n";
  y.compile(scheduled);
  y.assemble();
  y.compute();

  for (auto [coordinates, value] : y) {
    int64_t row = coordinates[0];
    if (value != 2.0 * double(row) - double((row + 1) % n))
      return 1;
  }

  // Threads that share columns add to the same rows, which is refused.
  try {
    y.compile(product.parallelize(j, CPUThread, NoRaces));
  } catch (const Error &error) {
    std::cout << "error: " << error.what() << "\n";
    return 0;
  }
  return 1;
}
