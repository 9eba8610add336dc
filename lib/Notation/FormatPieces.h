//===- FormatPieces.h - Parts of the text of a format -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the parsers of the parts of a format share: pieces of text that know
// their place, so that every error can point at one, and the parsers of mode
// orders and block sizes.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_NOTATION_FORMATPIECES_H
#define WEFT_LIB_NOTATION_FORMATPIECES_H

#include "weft/Notation/Diagnostic.h"
#include "weft/Runtime/Format.h"

#include <optional>
#include <string_view>
#include <vector>

namespace weft {
namespace notation {

/// A part of the text and its place.
struct Piece {
  std::string_view text;
  size_t begin = 0;

  Range range() const { return {begin, begin + text.size()}; }
  /// The piece from `first` on, of `count` characters or all.
  Piece slice(size_t first, size_t count = std::string_view::npos) const {
    return {text.substr(first, count), begin + first};
  }
};

Piece trim(Piece piece);
/// The parts between separators, trimmed.
std::vector<Piece> split(Piece list, char separator);
/// 'text'
std::string quote(std::string_view text);
Diagnostic errorAt(std::string message, Range range, std::string hint = "");

/// The parts of a list between commas outside of brackets, trimmed.
std::vector<Piece> splitLevels(Piece list);

/// Reads the name of a level type, as in a list of levels in braces: that of a
/// level type of Weft or, with a dot, the attribute of a plugin's. Nothing if
/// it is neither.
std::optional<Result<runtime::Level>> parseLevelName(Piece name);

/// The level that a letter stands for, of mode 0; nothing if it is none.
std::optional<runtime::Level> makeLevel(char letter);

/// Reads a list of all modes, which follows the name of a format. `order` is
/// that of the tensor, if it is known, and `owner` what messages call it.
std::optional<Diagnostic> parseModes(Piece modes, std::string_view name,
                                     const std::string &owner,
                                     std::optional<int64_t> order,
                                     std::vector<int64_t> &parsed);

/// Reads a list of what each level stores: a mode, `mode/size` for the
/// quotients of its coordinates and `mode%size` for the remainders.
std::optional<Diagnostic> parseModeOrder(Piece modes,
                                         std::vector<runtime::Level> &levels);

/// Checks that levels which are about others have them where they look for
/// them. `letters` has those of the levels.
std::optional<Diagnostic> checkLevels(const std::vector<runtime::Level> &levels,
                                      const std::vector<Piece> &letters);

/// Reads the block sizes of the modes in blocks, as in "2x3", in the order of
/// the modes, and gives them to the levels, whose parts are in place. A mode in
/// blocks of 1 is stored whole.
std::optional<Diagnostic> parseBlock(Piece sizes,
                                     std::vector<runtime::Level> &levels);

/// How block sizes are given to a format, whose levels are in place.
std::string getBlockHint(const std::vector<runtime::Level> &levels,
                         std::string_view name);

/// Reads the properties in braces. `needsBlock` says whether block sizes are
/// missing.
std::optional<Diagnostic> parseProperties(Piece braces, runtime::Format &format,
                                          bool &needsBlock);

/// Whether the coordinates of a level need not be in order.
bool mayLackOrder(const runtime::Level &level);

/// Reads the number of the property `fill`; nothing if it is zero.
std::optional<Diagnostic> parseFill(Piece text,
                                    std::optional<runtime::Number> &fill);

} // namespace notation
} // namespace weft

#endif // WEFT_LIB_NOTATION_FORMATPIECES_H
