//===- LibraryPath.cpp - Libraries beside the runtime -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks the dynamic linker for the file of the runtime.
//
//===----------------------------------------------------------------------===//

#include "LibraryPath.h"

#include <dlfcn.h>

/// An address in the runtime.
static const char place = 0;

std::string weft::runtime::findBesideRuntime(const char *name) {
  Dl_info info;
  std::string path = name;
  if (dladdr(&place, &info) && info.dli_fname) {
    std::string runtime = info.dli_fname;
    path.insert(0, runtime, 0, runtime.rfind('/') + 1);
  }
  return path;
}
