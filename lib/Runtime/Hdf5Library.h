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

/// What libraries have to agree on that were not built together: how long the
/// structures are that pass between them, and the number of this interface,
/// which counts the changes that lengths do not show.
inline constexpr uint64_t kHdf5Layout =
    (uint64_t(sizeof(EntryList)) << 48) + (uint64_t(sizeof(Tensor)) << 32) +
    (uint64_t(sizeof(ReadOptions)) << 16) + (uint64_t(sizeof(Status)) << 8) + 1;

/// What the library does. Messages do not name the file.
struct Hdf5Functions {
  /// `kHdf5Layout`. First, in every version.
  uint64_t layout;
  Expected<EntryList> (*read)(const std::string &path,
                              const ReadOptions &options);
  Status (*write)(const Tensor &tensor, OutputStream &stream);
};

/// The name of the function of the library that returns its functions, and the
/// type of it.
inline constexpr const char kHdf5FunctionsName[] = "weft_hdf5_functions";
using GetHdf5Functions = const Hdf5Functions *();

/// Fails if functions are those of a library that was built from another
/// version of Weft, which is at a path.
Status checkHdf5Functions(const Hdf5Functions &functions,
                          const std::string &path);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_HDF5LIBRARY_H
