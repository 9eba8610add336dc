//===- sparse_sum.cpp - A sum of sparse matrices --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds three sparse matrices in one kernel, into a sparse result that stores
// what one of them stores. Entries are read in the order in which they are
// stored.
//
//===----------------------------------------------------------------------===//

#include <weft-cxx/Weft.h>

#include <iostream>

using namespace weft;

int main() {
  Tensor<double> A({3, 4}, CSR), B({3, 4}, DCSR), C({3, 4}, COO);
  A.insert({0, 1}, 1);
  A.insert({2, 3}, 2);
  B.insert({0, 1}, 10);
  C.insert({1, 0}, 100);

  Tensor<double> S({3, 4}, CSR);
  IndexVar i, j;
  S(i, j) = A(i, j) + B(i, j) + C(i, j);

  for (auto [coordinates, value] : S)
    std::cout << "S(" << coordinates[0] << "," << coordinates[1]
              << ") = " << value << "\n";

  // A sum over all of them is a scalar.
  Tensor<double> total;
  total = S(i, j);
  std::cout << "total = " << total.value() << "\n";
  return S.values() == std::vector<double>{11, 100, 2} && total.value() == 113
             ? 0
             : 1;
}
