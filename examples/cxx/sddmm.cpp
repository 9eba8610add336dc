//===- sddmm.cpp - A sampled product of dense matrices --------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A(i,j) = B(i,j) * C(i,k) * D(j,k) computes the product of two dense matrices
// only where a sparse one has entries.
//
//===----------------------------------------------------------------------===//

#include <weft-cxx/Weft.h>

#include <iostream>

using namespace weft;

int main() {
  const int n = 50, depth = 8;
  Tensor<float> A({n, n}, CSR), B({n, n}, CSR), C({n, depth}), D({n, depth});
  for (int row = 0; row < n; ++row) {
    for (int column = row % 7; column < n; column += 7)
      B.insert({row, column}, 2);
    for (int k = 0; k < depth; ++k) {
      C.insert({row, k}, float(row + k));
      D.insert({row, k}, float(row - k));
    }
  }

  IndexVar i, j, k;
  A(i, j) = B(i, j) * C(i, k) * D(j, k);

  for (auto [coordinates, value] : A) {
    float expected = 0;
    for (int k = 0; k < depth; ++k)
      expected += 2 * float(coordinates[0] + k) * float(coordinates[1] - k);
    if (value != expected)
      return 1;
  }
  std::cout << A.getNumStored() << " of " << n * n
            << " components were computed\n";
  return A.getNumStored() == B.getNumStored() ? 0 : 1;
}
