//===- figure1_6.cpp - Figure 1-6 of the thesis ---------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sparse matrix in compressed rows times a dense vector, both from files: the
// program of the thesis, but for the names of the files. Nothing is computed
// until `write` reads the result.
//
//===----------------------------------------------------------------------===//

#include <weft-cxx/Weft.h>

#include <iostream>

using namespace weft;

int main(int argc, char **argv) {
  if (argc != 4) {
    std::cerr << "usage: " << argv[0] << " B.mtx c.tns a.tns\n";
    return 1;
  }
  try {
    Tensor<double> B = read(argv[1], Format({dense, compressed}));
    Tensor<double> c = read(argv[2], Format({dense}));
    Tensor<double> a({B.getDimension(0)}, Format({dense}));

    IndexVar i, j;
    a(i) = B(i, j) * c(j);

    write(argv[3], a);
  } catch (const Error &error) {
    std::cerr << "error: " << error.what() << "\n";
    return 1;
  }
}
