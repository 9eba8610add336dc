//===- Toolkit.cpp - NVIDIA's compilers -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks for the library of device functions, which is part of the toolkit.
//
//===----------------------------------------------------------------------===//

#include "weft/GPU/Target.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

/// Whether a folder is a toolkit with the library of device functions.
static bool isToolkit(StringRef folder) {
  SmallString<128> library(folder);
  sys::path::append(library, "nvvm", "libdevice", "libdevice.10.bc");
  return sys::fs::exists(library);
}

std::string weft::findCudaToolkit() {
  for (StringRef variable : {"CUDA_ROOT", "CUDA_HOME", "CUDA_PATH"})
    if (std::optional<std::string> folder = sys::Process::GetEnv(variable))
      if (isToolkit(*folder))
        return *folder;
  // The assembler is in the folder `bin` of the toolkit.
  if (ErrorOr<std::string> assembler = sys::findProgramByName("ptxas")) {
    SmallString<128> path;
    if (!sys::fs::real_path(*assembler, path)) {
      StringRef folder = sys::path::parent_path(sys::path::parent_path(path));
      if (isToolkit(folder))
        return folder.str();
    }
  }
  StringRef usual = "/usr/local/cuda";
  return isToolkit(usual) ? usual.str() : std::string();
}
