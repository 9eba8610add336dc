//===- Names.h - The names in options ---------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds what options name in the tensors of a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_NAMES_H
#define WEFT_TOOLS_WEFT_NAMES_H

#include "CommandLine.h"

#include "weft-c/Weft.h"

namespace weft {
namespace driver {

/// Checks that what is read, generated, written or shown is a tensor of the
/// kernel, and one that can be. Otherwise returns false and sets `message`.
bool checkNames(const CommandLine &line, const weft_kernel *kernel,
                std::string &message);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_NAMES_H
