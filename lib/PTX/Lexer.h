//===- Lexer.h - Lexer of PTX -----------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits PTX into names, words with a point in front, numbers, strings and
// marks. Comments and white space separate tokens.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PTX_LEXER_H
#define WEFT_LIB_PTX_LEXER_H

#include "weft/PTX/Module.h"

namespace weft {
namespace ptx {

struct Token {
  enum class Kind : uint8_t {
    End,
    /// `ld`, `%r1`, `$L__BB0_1`.
    Name,
    /// `.global`; the spelling has no point.
    Dot,
    Integer,
    /// `0d...` and decimal numbers; `0f...` is `Single`.
    Double,
    Single,
    String,
    /// One character.
    Mark
  };
  Kind kind = Kind::End;
  /// Whether white space or a comment stands in front.
  bool isSpaced = false;
  std::string_view spelling;
  /// The integer, or the bits of a double or float.
  uint64_t value = 0;
  unsigned line = 0, column = 0;

  bool is(char mark) const {
    return kind == Kind::Mark && spelling.front() == mark;
  }
};

/// The tokens of a text; the last one is its end. Nothing and a diagnostic if
/// the text contains a character or a number that PTX does not have.
std::optional<std::vector<Token>> tokenize(std::string_view text,
                                           Diagnostic &diagnostic);

} // namespace ptx
} // namespace weft

#endif // WEFT_LIB_PTX_LEXER_H
