//===- LibraryPath.h - Libraries beside the runtime -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the libraries are that the runtime loads when they are needed.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_LIBRARYPATH_H
#define WEFT_LIB_RUNTIME_LIBRARYPATH_H

#include <string>

namespace weft {
namespace runtime {

/// The path of a library in the folder of the runtime's own; the name alone if
/// that folder is not known.
std::string findBesideRuntime(const char *name);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_LIBRARYPATH_H
