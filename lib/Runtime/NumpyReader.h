//===- NumpyReader.h - Entries of NumPy's arrays ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a .npy file and a .npz archive of one array share.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_NUMPYREADER_H
#define WEFT_LIB_RUNTIME_NUMPYREADER_H

#include "FileEntries.h"
#include "NumpyArray.h"

namespace weft {
namespace runtime {

/// The entries of an array. Messages do not name the file.
Expected<EntryList> listElements(const NumpyArray &array,
                                 const ReadOptions &options);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_NUMPYREADER_H
