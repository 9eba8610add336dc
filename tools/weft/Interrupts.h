//===- Interrupts.h - Removal of files on signals ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_INTERRUPTS_H
#define WEFT_TOOLS_WEFT_INTERRUPTS_H

#include <string>

namespace weft {
namespace driver {

/// Lets signals that end the process, such as SIGINT, SIGTERM and SIGABRT,
/// remove a file before, and the directory that it is in once that is empty.
/// Not for several threads.
void removeOnInterrupt(const std::string &file, const std::string &directory);

/// Takes this back.
void keepOnInterrupt(const std::string &directory);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_INTERRUPTS_H
