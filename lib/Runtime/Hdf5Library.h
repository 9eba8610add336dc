//===- Hdf5Library.h - Files that libhdf5 reads -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libhdf5 depends on some thirty libraries, which take longer to load than a
// small kernel takes to compile. So all that calls it is a library of its own
// beside that of the runtime, libweft_hdf5.so, which is loaded when there is
// such a file.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_HDF5LIBRARY_H
#define WEFT_LIB_RUNTIME_HDF5LIBRARY_H

#include "OutputStream.h"

#include "weft/Runtime/TensorFile.h"

namespace weft {
namespace runtime {

/// What the library does. Messages do not name the file.
struct Hdf5Functions {
  Expected<EntryList> (*read)(const std::string &path,
                              const ReadOptions &options);
  Status (*write)(const Tensor &tensor, OutputStream &stream);
};

/// The name of the function of the library that returns its functions, and the
/// type of it.
inline constexpr const char kHdf5FunctionsName[] = "weft_hdf5_functions";
using GetHdf5Functions = const Hdf5Functions *();

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_HDF5LIBRARY_H
