//===- GroupedUpdates.h - Updates in groups ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An attribute of atomic updates, which passes to device code read.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_GROUPEDUPDATES_H
#define WEFT_DIALECT_WEFT_IR_GROUPEDUPDATES_H

#include "llvm/ADT/StringRef.h"

namespace weft {

/// A unit attribute of an atomic update in a loop over positions: the positions
/// that update one component are adjacent, over all iterations of the enclosing
/// loops. So of the components that a range of positions updates, other ranges
/// update at most the first and the last one.
constexpr llvm::StringLiteral kGroupedAttr = "weft.grouped";

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_GROUPEDUPDATES_H
