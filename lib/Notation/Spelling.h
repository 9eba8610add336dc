//===- Spelling.h - Guessing what a misspelt name means ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors about unknown names suggest the name that the user most likely meant.
// Functions, tensors, formats and types share this one measure of likeness.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_NOTATION_SPELLING_H
#define WEFT_LIB_NOTATION_SPELLING_H

#include <string>
#include <string_view>
#include <vector>

namespace weft {
namespace notation {

/// The candidate with the fewest insertions, deletions, replacements and
/// exchanges of neighbours away from `name`, case aside; empty if even that one
/// is as good as a different word.
std::string_view findNearest(std::string_view name,
                             const std::vector<std::string_view> &candidates);

/// The text in lower case (ASCII only).
std::string toLower(std::string_view text);

/// "1 index", "2 indices".
std::string count(size_t number, std::string_view singular,
                  std::string_view plural);

} // namespace notation
} // namespace weft

#endif // WEFT_LIB_NOTATION_SPELLING_H
