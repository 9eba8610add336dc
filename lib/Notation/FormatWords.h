//===- FormatWords.h - Formats with names -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the names of formats stand for (thesis, section 2.5). A name is a rule
// for tensors of any order where there is one: what it says of the rows of a
// matrix holds for the first mode, and what it says of columns for the others.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_NOTATION_FORMATWORDS_H
#define WEFT_LIB_NOTATION_FORMATWORDS_H

#include "FormatPieces.h"

namespace weft {
namespace notation {

/// Which modes of a tensor some levels store, one after the other; a level of
/// slots stores none.
enum class Modes { First, Rest, Middle, AllButLast, Last, All, None };

/// Levels of one type, one for each of some modes or their parts.
struct LevelGroup {
  /// The letter of the levels, or `coordinateList`.
  char letter;
  Modes modes;
  runtime::LevelPart part = runtime::LevelPart::Whole;
};

/// Stands for the levels of a coordinate list: u, then c, and q last.
inline constexpr char coordinateList = '@';

/// A named format: its levels, with block sizes left out.
struct FormatWord {
  std::string_view word;
  std::vector<LevelGroup> groups;
  /// The fewest and the most modes of a tensor that the name is for.
  int64_t leastOrder = 0;
  int64_t mostOrder = INT64_MAX;
  /// Whether columns come first: the modes are taken in reverse.
  bool isByColumns = false;
  /// What stores tensors of higher order, where the name does not.
  std::string_view hint = "";
};

/// All names, as they are listed.
const std::vector<FormatWord> &getFormatWords();

/// The name that a text is in any case, or null.
const FormatWord *findFormatWord(std::string_view text);

/// The levels that a name stands for, of a tensor whose modes are taken in the
/// order `modes`; block sizes and numbers of rows are missing.
std::vector<runtime::Level> spellOut(const FormatWord &word,
                                     const std::vector<int64_t> &modes);

} // namespace notation
} // namespace weft

#endif // WEFT_LIB_NOTATION_FORMATWORDS_H
