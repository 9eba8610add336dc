//===- FormatPieces.h - Parts of the text of a format -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the parsers of parts of a format share: text that knows its place.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_NOTATION_FORMATPIECES_H
#define WEFT_LIB_NOTATION_FORMATPIECES_H

#include "weft/Notation/Diagnostic.h"
#include "weft/Runtime/Format.h"

#include <optional>
#include <string_view>

namespace weft {
namespace notation {

/// A part of the text and its place.
struct Piece {
  std::string_view text;
  size_t begin = 0;

  Range range() const { return {begin, begin + text.size()}; }
};

Piece trim(Piece piece);
/// 'text'
std::string quote(std::string_view text);
Diagnostic errorAt(std::string message, Range range, std::string hint = "");

/// Reads the number of the property `fill`; nothing if it is zero.
std::optional<Diagnostic> parseFill(Piece text,
                                    std::optional<runtime::Number> &fill);

} // namespace notation
} // namespace weft

#endif // WEFT_LIB_NOTATION_FORMATPIECES_H
