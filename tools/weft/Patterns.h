//===- Patterns.h - Matrices with a structure -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random matrices whose entries lie where those of applications do.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_PATTERNS_H
#define WEFT_TOOLS_WEFT_PATTERNS_H

#include "Operands.h"

namespace weft {
namespace driver {

/// Makes a matrix whose entries have a pattern, or a tensor of ones. On failure
/// returns false and sets `message`.
bool generatePattern(const TensorDescription &description,
                     const std::vector<int64_t> &dims,
                     const Generator &generator, uint64_t seed, Tensor &tensor,
                     std::string &message);

/// Refuses to generate a tensor with too many entries.
bool failAtSize(const TensorDescription &description, double entries,
                std::string &message);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_PATTERNS_H
