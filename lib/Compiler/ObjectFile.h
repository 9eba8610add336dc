//===- ObjectFile.h - Kernels as object files -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels for programs that are linked with them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_COMPILER_OBJECTFILE_H
#define WEFT_LIB_COMPILER_OBJECTFILE_H

#include "weft/Compiler/Kernel.h"

namespace weft {

/// Success if the object file of a kernel does by itself all that the kernel
/// does: the library may convert results after a run.
runtime::Status checkObject(const Kernel &kernel);

/// Writes the object file of a kernel and its C header; paths may be null.
runtime::Status writeObject(const Kernel &kernel, const char *path,
                            const char *headerPath);

} // namespace weft

#endif // WEFT_LIB_COMPILER_OBJECTFILE_H
