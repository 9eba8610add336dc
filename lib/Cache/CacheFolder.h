//===- CacheFolder.h - The folder of a cache --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is found in the folder will be executed.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CACHE_CACHEFOLDER_H
#define WEFT_LIB_CACHE_CACHEFOLDER_H

#include <string>

namespace weft {

/// Opens a folder to which only the user has write access, and creates it if it
/// does not exist. Returns a descriptor, or -1.
int openCacheFolder(const std::string &path);

} // namespace weft

#endif // WEFT_LIB_CACHE_CACHEFOLDER_H
