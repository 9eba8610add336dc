//===- Schedule.h - Execution of loops of patterns --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes of a program by which rules of a schedule choose its lowering.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_PATTERN_IR_SCHEDULE_H
#define WEFT_DIALECT_PATTERN_IR_SCHEDULE_H

#include "llvm/ADT/StringRef.h"

namespace weft {
namespace pattern {

/// What sums become in loops of the program: 'loop', 'closed' or 'table'.
constexpr llvm::StringLiteral kSumsAttr = "pattern.sums";
/// The program is lowered to `scf` directly, also where it could be converted
/// to index notation.
constexpr llvm::StringLiteral kLoopsAttr = "pattern.loops";

} // namespace pattern
} // namespace weft

#endif // WEFT_DIALECT_PATTERN_IR_SCHEDULE_H
