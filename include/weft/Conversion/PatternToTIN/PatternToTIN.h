//===- PatternToTIN.h - Patterns that are index notation --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arrow from programs of patterns to tensor index notation, for programs
// that are that.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_PATTERNTOTIN_PATTERNTOTIN_H
#define WEFT_CONVERSION_PATTERNTOTIN_PATTERNTOTIN_H

#include "weft/Dialect/Pattern/IR/Pattern.h"

namespace weft {

/// Replaces a program by a kernel in tensor index notation. Fails, with a
/// reason, and leaves the program as it is, if it is no index notation.
mlir::LogicalResult convertToIndexNotation(pattern::ProgramOp program,
                                           std::string &reason);

} // namespace weft

#endif // WEFT_CONVERSION_PATTERNTOTIN_PATTERNTOTIN_H
