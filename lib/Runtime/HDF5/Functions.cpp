//===- Functions.cpp - Functions of the HDF5 library ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one symbol that the runtime looks up.
//
//===----------------------------------------------------------------------===//

#include "Binsparse.h"
#include "Hdf5Library.h"

using namespace weft::runtime;

extern "C" const Hdf5Functions *weft_hdf5_functions() {
  static const Hdf5Functions functions = {kHdf5Layout, readBinsparseFile,
                                          writeBinsparseFile};
  return &functions;
}
