//===- StorageText.h - Text of stored tensors -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shows the arrays of a tensor (thesis figures 2-7 and 2-8) to people who want
// to see what a format makes of a few numbers.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_STORAGETEXT_H
#define WEFT_RUNTIME_STORAGETEXT_H

#include "weft/Runtime/Tensor.h"

#include <string>

namespace weft {
namespace runtime {

/// How many elements of an array are shown.
inline constexpr int64_t kShownElements = 100;

/// The levels with what they store and their arrays, and the values, one line
/// each.
std::string describeStorage(const Tensor &tensor);

} // namespace runtime
} // namespace weft

#endif // WEFT_RUNTIME_STORAGETEXT_H
