//===- Compare.h - Whether two results are the same -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Components are compared, not arrays: an explicit zero is as good as none.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_COMPARE_H
#define WEFT_TOOLS_WEFT_COMPARE_H

#include "Api.h"

namespace weft {
namespace driver {

/// Compares two tensors of the same format and sizes. Returns where they
/// differ, or an empty text. Numbers that are not integers may differ by
/// rounding: by one part in 10^9 of the largest, or one in 10^4 if they have 32
/// bits or less.
std::string findDifference(const weft_tensor *expected,
                           const weft_tensor *actual);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_COMPARE_H
