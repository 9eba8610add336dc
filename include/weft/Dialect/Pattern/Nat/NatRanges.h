//===- NatRanges.h - Ranges of natural-number expressions -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of natural-number expressions where elements of arrays, which
// stand for natural numbers, may be negative.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_PATTERN_NAT_NATRANGES_H
#define WEFT_DIALECT_PATTERN_NAT_NATRANGES_H

#include "weft/Dialect/Pattern/Nat/Nat.h"

namespace weft {
namespace pattern {

/// Whether a variable or an element of an array is a natural number for sure.
using IsNaturalLeaf = llvm::function_ref<bool(const Nat::Atom &)>;

/// Whether an expression is known not to be negative if only these variables
/// and elements are known not to be.
bool isNonNegative(const Nat &nat, const NatRanges &ranges,
                   IsNaturalLeaf isLeaf);

} // namespace pattern
} // namespace weft

#endif // WEFT_DIALECT_PATTERN_NAT_NATRANGES_H
