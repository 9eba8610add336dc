//===- Utf8.h - Length of UTF-8 characters ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The notation itself is ASCII, but people paste text that is not: the lexer
// names the offending character as a whole and the renderer keeps its caret in
// the right column. Both need to know where a character ends, and no more.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_NOTATION_UTF8_H
#define WEFT_LIB_NOTATION_UTF8_H

#include <cstddef>
#include <string_view>

namespace weft {
namespace notation {

/// The length in bytes of the UTF-8 sequence that `text` starts with, or 0 if
/// it starts with none.
inline size_t utf8Length(std::string_view text) {
  if (text.empty())
    return 0;
  auto first = static_cast<unsigned char>(text[0]);
  size_t length = first < 0x80             ? 1
                  : (first & 0xe0) == 0xc0 ? 2
                  : (first & 0xf0) == 0xe0 ? 3
                  : (first & 0xf8) == 0xf0 ? 4
                                           : 0;
  if (length > text.size())
    return 0;
  for (size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80)
      return 0;
  return length;
}

} // namespace notation
} // namespace weft

#endif // WEFT_LIB_NOTATION_UTF8_H
