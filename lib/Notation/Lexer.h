//===- Lexer.h - Lexer of index notation ------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits index notation into tokens, so that the parser (grammar in Parser.h)
// looks at kinds and never at bytes. All malformed numbers and foreign
// characters are refused here.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_NOTATION_LEXER_H
#define WEFT_LIB_NOTATION_LEXER_H

#include "weft/Notation/AST.h"

namespace weft {
namespace notation {

struct Token {
  enum class Kind {
    End,
    Newline,
    Semicolon,
    Name,
    Number,
    LeftParen,
    RightParen,
    /// Braces are tokens of schedules only, where they are around lists. Names
    /// of schedules may have a point in between: `y.i`.
    LeftBrace,
    RightBrace,
    Comma,
    Plus,
    Minus,
    Star,
    Slash,
    Assign,
    PlusAssign,
    /// `-=`, `*=`, `/=`: known in order to be refused by name.
    OtherAssign,
    Comparison
  };

  Kind kind = Kind::End;
  Range range;
  /// The bytes of the token; they belong to the text.
  std::string_view spelling;
  /// The value of a number.
  Literal literal;
  /// The operator of a comparison.
  BinaryOp comparison = BinaryOp::Equal;
};

/// The tokens of a text; the last one is its end. A newline is a token only
/// outside of parentheses.
Result<std::vector<Token>> tokenize(std::string_view text,
                                    bool isSchedule = false);

} // namespace notation
} // namespace weft

#endif // WEFT_LIB_NOTATION_LEXER_H
