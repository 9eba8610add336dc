//===- scale.cpp - A sparse matrix that is scaled, through C++ ------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ library as a user of the installed package meets it, beside
// exceptions that cross its boundary.
//
//===----------------------------------------------------------------------===//

#include <weft-cxx/Weft.h>

#include <iostream>

int main() {
  weft::Tensor<double> A("A", {2, 3}, weft::CSR), B("B", {2, 3}, weft::CSC);
  A.insert({0, 2}, 1.5);
  A.insert({1, 0}, 4);
  weft::IndexVar i("i"), j("j");
  B(i, j) = A(i, j) * 2;
  std::cout << B;
  if (B.values() != std::vector<double>{8, 3})
    return 1;
  try {
    B(i, j) = A(i);
  } catch (const weft::Error &error) {
    return error.getExpression() == "A(i)" ? 0 : 1;
  }
  return 1;
}
