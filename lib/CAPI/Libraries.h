//===- Libraries.h - Versions of the compiling libraries --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that were made by other libraries than those of this process are not
// what it would make.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_LIBRARIES_H
#define WEFT_LIB_CAPI_LIBRARIES_H

#include <cstdint>
#include <string>
#include <vector>

namespace weft {
namespace capi {

/// A library, its size in bytes and when its file became what it is, which no
/// program can set.
struct LibraryStamp {
  std::string path;
  int64_t size = 0, seconds = 0, nanoseconds = 0;

  bool operator==(const LibraryStamp &other) const {
    return path == other.path && size == other.size &&
           seconds == other.seconds && nanoseconds == other.nanoseconds;
  }
};

template <typename Archive> void visit(Archive &archive, LibraryStamp &stamp) {
  archive(stamp.path, stamp.size, stamp.seconds, stamp.nanoseconds);
}

/// The file of the library that a function is in; empty if it is not known.
std::string getLibrary(const void *function);

/// The libraries in these files, as they are now. Empty if one of them is not
/// there.
std::vector<LibraryStamp> stampLibraries(const std::vector<std::string> &paths);

/// Whether libraries are as they were; not if none are known.
bool areUnchanged(const std::vector<LibraryStamp> &libraries);

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_LIBRARIES_H
