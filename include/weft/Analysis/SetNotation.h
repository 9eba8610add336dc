//===- SetNotation.h - Text of set expressions ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The notation of the thesis for sets, which iteration domains and the
// expressions of iteration graphs are printed in.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_SETNOTATION_H
#define WEFT_ANALYSIS_SETNOTATION_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace weft {
namespace analysis {

inline constexpr llvm::StringLiteral kEmptySet = "∅";
inline constexpr llvm::StringLiteral kUniverse = "U";
inline constexpr llvm::StringLiteral kIntersection = " ∩ ";
inline constexpr llvm::StringLiteral kUnion = " ∪ ";

/// Prints a part of an expression, in parentheses if it needs them.
inline void printPart(llvm::raw_ostream &os, bool parenthesized,
                      llvm::function_ref<void()> print) {
  os << (parenthesized ? "(" : "");
  print();
  os << (parenthesized ? ")" : "");
}

} // namespace analysis
} // namespace weft

#endif // WEFT_ANALYSIS_SETNOTATION_H
