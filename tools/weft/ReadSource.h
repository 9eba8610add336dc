//===- ReadSource.h - Kernels from C source ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A C file that -write-source wrote, as it is or changed by hand, runs in the
// place of a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_READSOURCE_H
#define WEFT_TOOLS_WEFT_READSOURCE_H

#include "Api.h"

namespace weft {
namespace driver {

/// A compiled C file. It stays loaded until the process ends.
class ReadSource {
public:
  ReadSource() = default;
  ReadSource(const ReadSource &) = delete;
  ReadSource &operator=(const ReadSource &) = delete;

  /// Compiles a file with the C compiler of the system, and finds the function
  /// with the signature of a kernel. On failure returns false and sets
  /// `message`.
  bool load(const std::string &path, const std::string &name,
            const weft_kernel *kernel, std::string &message);

  weft_kernel_function getFunction() const { return function; }

private:
  weft_kernel_function function = nullptr;
};

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_READSOURCE_H
