//===- Check.h - Check of PTX for the interpreter ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses and decodes a module without a device.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PTX_CHECK_H
#define WEFT_PTX_CHECK_H

#include "weft/PTX/Module.h"

namespace weft {
namespace ptx {

struct KernelSummary {
  std::string name;
  /// Lines for people: parameters, memory and opcodes with their numbers.
  std::string text;
};

/// The kernels of a module. What is malformed or unknown is appended to
/// `diagnostics`, in the order of the text.
std::vector<KernelSummary> checkModule(std::string_view text,
                                       std::vector<Diagnostic> &diagnostics);

} // namespace ptx
} // namespace weft

#endif // WEFT_PTX_CHECK_H
