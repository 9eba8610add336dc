//===- Report.h - Results in a few words ------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the driver says about a result that is not written to a file.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_REPORT_H
#define WEFT_TOOLS_WEFT_REPORT_H

#include "weft-c/Weft.h"

#include <string>

namespace weft {
namespace driver {

/// A line with the shape, the number of stored components and the 2-norm of a
/// tensor.
std::string summarize(const std::string &name, const weft_tensor *tensor);

/// The arrays of a tensor. On failure returns false and sets `message`.
bool describeStorage(const weft_tensor *tensor, std::string &text,
                     std::string &message);

/// Writes a text to the standard output; a reader that goes away is no failure.
/// On failure returns false and sets `message`.
bool writeToStandardOutput(const std::string &text, std::string &message);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_REPORT_H
