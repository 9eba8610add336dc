//===- Toolkit.cpp - NVIDIA's compilers -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks for the library of device functions and the assembler, which are parts
// of the toolkit.
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

/// Where a toolkit is that is installed in the usual place.
static constexpr StringLiteral kUsualToolkit = "/usr/local/cuda";

/// The first folder that the environment names as a toolkit and that a
/// predicate accepts; empty if there is none.
static std::string findInEnvironment(function_ref<bool(StringRef)> accepts) {
  for (StringRef variable : {"CUDA_ROOT", "CUDA_HOME", "CUDA_PATH"})
    if (std::optional<std::string> folder = sys::Process::GetEnv(variable))
      if (accepts(*folder))
        return *folder;
  return {};
}

std::string weft::findCudaToolkit() {
  if (std::string folder = findInEnvironment(isToolkit); !folder.empty())
    return folder;
  // The assembler is in the folder `bin` of the toolkit.
  if (ErrorOr<std::string> assembler = sys::findProgramByName("ptxas")) {
    SmallString<128> path;
    if (!sys::fs::real_path(*assembler, path)) {
      StringRef folder = sys::path::parent_path(sys::path::parent_path(path));
      if (isToolkit(folder))
        return folder.str();
    }
  }
  return isToolkit(kUsualToolkit) ? kUsualToolkit.str() : std::string();
}

/// The assembler of a toolkit.
static std::string getAssembler(StringRef folder) {
  SmallString<128> path(folder);
  sys::path::append(path, "bin", "ptxas");
  return path.str().str();
}

std::string weft::findAssembler() {
  if (std::optional<std::string> path = sys::Process::GetEnv("WEFT_PTXAS"))
    return *path;
  auto hasAssembler = [](StringRef folder) {
    return sys::fs::can_execute(getAssembler(folder));
  };
  if (std::string folder = findInEnvironment(hasAssembler); !folder.empty())
    return getAssembler(folder);
  if (ErrorOr<std::string> path = sys::findProgramByName("ptxas"))
    return *path;
  return hasAssembler(kUsualToolkit) ? getAssembler(kUsualToolkit)
                                     : std::string();
}
