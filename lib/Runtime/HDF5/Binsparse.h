//===- Binsparse.h - Files of the binsparse specification -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the library of HDF5 files does. Messages do not name the file.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_HDF5_BINSPARSE_H
#define WEFT_LIB_RUNTIME_HDF5_BINSPARSE_H

#include "OutputStream.h"

#include "weft/Runtime/TensorFile.h"

namespace weft {
namespace runtime {

Expected<EntryList> readBinsparseFile(const std::string &path,
                                      const ReadOptions &options);
Status writeBinsparseFile(const Tensor &tensor, OutputStream &stream);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_HDF5_BINSPARSE_H
