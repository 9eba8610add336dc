//===- LevelScatter.h - Segments that threads fill --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the level functions of segments that threads fill in any order of
// their parents. Few ask for them, so that they have a header of their own.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LEVEL_IR_LEVELSCATTER_H
#define WEFT_DIALECT_LEVEL_IR_LEVELSCATTER_H

#include "weft/Dialect/Level/IR/Level.h"

#define GET_OP_CLASSES
#include "weft/Dialect/Level/IR/LevelScatterOps.h.inc"

namespace weft {
namespace level {

/// Whether a builder counts or places, so that the parts of a loop do not
/// append to it, but fill its segments.
bool fillsSegments(BuilderType builder);

/// The level of a format whose segments may be filled in any order of their
/// parents: the first that is not inserted into, if it can be scattered into
/// and those above are full; none otherwise.
std::optional<int64_t> getFilledLevel(FormatAttr format);

} // namespace level
} // namespace weft

#endif // WEFT_DIALECT_LEVEL_IR_LEVELSCATTER_H
