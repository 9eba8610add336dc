//===- mttkrp.cpp - A matricized tensor times a Khatri-Rao product --------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A(i,j) = B(i,k,l) * D(l,j) * C(k,j) for a sparse tensor of order 3. A
// workspace holds what a fiber of B adds, so that C is multiplied in once for
// each fiber.
//
//===----------------------------------------------------------------------===//

#include <weft-cxx/Weft.h>

#include <iostream>

using namespace weft;

int main() {
  const int n = 12, rank = 4;
  Tensor<double> A({n, rank}), B({n, n, n}, CSF), C({n, rank}), D({n, rank});
  std::vector<double> expected(n * rank);
  for (int row = 0; row < n; ++row)
    for (int j = 0; j < rank; ++j) {
      C.insert({row, j}, row - j);
      D.insert({row, j}, row + 2 * j);
    }
  for (int i = 0; i < n; ++i)
    for (int k = i % 3; k < n; k += 3)
      for (int l = k % 2; l < n; l += 2) {
        B.insert({i, k, l}, i + k + l);
        for (int j = 0; j < rank; ++j)
          expected[i * rank + j] += double(i + k + l) * (l + 2 * j) * (k - j);
      }

  IndexVar i("i"), j("j"), k("k"), l("l"), jw("jw");
  IndexStmt mttkrp = (A(i, j) = B(i, k, l) * D(l, j) * C(k, j));
  A.compile(mttkrp.reorder(k, l, j).precompute(B(i, k, l) * D(l, j), j, jw));
  std::cout << A.getAssignment().print("notation");

  return A.values() == expected ? 0 : 1;
}
