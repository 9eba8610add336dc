//===- Libraries.cpp - Versions of the compiling libraries ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks the dynamic loader for files, and the file system for what they are.
//
//===----------------------------------------------------------------------===//

#include "Libraries.h"

#include <cstdlib>
#include <dlfcn.h>
#include <memory>
#include <sys/stat.h>

using namespace weft;
using weft::capi::LibraryStamp;

std::string capi::getLibrary(const void *function) {
  Dl_info info;
  if (dladdr(function, &info) == 0 || !info.dli_fname)
    return "";
  std::unique_ptr<char, void (*)(void *)> path(
      ::realpath(info.dli_fname, nullptr), std::free);
  return path ? path.get() : "";
}

/// A library as it is now; one without a path if it is not there.
static LibraryStamp stampLibrary(const std::string &path) {
  struct stat info;
  if (::stat(path.c_str(), &info) != 0)
    return {};
  return {path, info.st_size, info.st_ctim.tv_sec, info.st_ctim.tv_nsec};
}

std::vector<LibraryStamp>
capi::stampLibraries(const std::vector<std::string> &paths) {
  std::vector<LibraryStamp> stamps;
  for (const std::string &path : paths) {
    stamps.push_back(stampLibrary(path));
    if (stamps.back().path.empty())
      return {};
  }
  return stamps;
}

bool capi::areUnchanged(const std::vector<LibraryStamp> &libraries) {
  for (const LibraryStamp &library : libraries)
    if (!(stampLibrary(library.path) == library))
      return false;
  return !libraries.empty();
}
