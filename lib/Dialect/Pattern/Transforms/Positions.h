//===- Positions.h - Positions in functions ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Renames positions in functions that are moved.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_PATTERN_TRANSFORMS_POSITIONS_H
#define WEFT_DIALECT_PATTERN_TRANSFORMS_POSITIONS_H

#include "weft/Dialect/Pattern/IR/Pattern.h"

namespace weft {
namespace pattern {

/// Replaces a position by a number in the types and numbers of a region.
void substituteIn(mlir::Region &region, llvm::StringRef position,
                  const Nat &value);

/// A name that means nothing in the program around an operation.
std::string chooseName(mlir::Operation *op, llvm::StringRef wanted);

} // namespace pattern
} // namespace weft

#endif // WEFT_DIALECT_PATTERN_TRANSFORMS_POSITIONS_H
