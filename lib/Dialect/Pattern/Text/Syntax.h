//===- Syntax.h - Tokens and expressions ------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tokens and the tree of expressions. A natural number is kept as a piece of
// the text, since what its names mean depends on where it stands.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_PATTERN_TEXT_SYNTAX_H
#define WEFT_DIALECT_PATTERN_TEXT_SYNTAX_H

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weft {
namespace pattern {

/// A mistake in a text.
struct TextError {
  std::string message;
  size_t offset;
  std::string hint;
};

struct Token {
  enum class Kind { Name, Number, Mark, Length, Format, End };
  Kind kind;
  /// A mark in its ASCII form; for a length, the expression alone; for a
  /// format, its text as the rest of Weft writes formats.
  llvm::StringRef text;
  size_t offset;
  /// Where the token ends.
  size_t end;

  bool is(llvm::StringRef mark) const {
    return kind == Kind::Mark && text == mark;
  }
};

/// Splits a text into tokens. A length is what stands behind `]_`, and a format
/// what stands behind `: format(`.
std::optional<std::vector<Token>> tokenize(llvm::StringRef text,
                                           TextError &error);

struct TypeSyntax {
  enum class Kind { Scalar, Pair, Array, Format };
  Kind kind;
  size_t offset;
  /// The name of a scalar type or of the positions of an array.
  llvm::StringRef name;
  /// The length of an array.
  Token length;
  /// The text of a format.
  Token format;
  std::vector<std::unique_ptr<TypeSyntax>> parts;
  /// Where the sizes of a format stand.
  std::vector<std::pair<size_t, size_t>> sizes;
};

struct Expr {
  enum class Kind {
    Name,
    Number,
    Operator, ///< `+` as an argument of a pattern.
    Binary,   ///< `text` applied to two parts.
    At,       ///< An array and a position.
    Pair,
    First,
    Second,
    Pipe,  ///< A value and a function, or two functions.
    Apply, ///< A function and a value.
    Call,  ///< A pattern or a scalar function `text` with arguments.
    Typed, ///< A part of a type.
    Fun,   ///< `fun(text : type => part)`.
    NFun   ///< `nFun(text => part)`.
  };
  Kind kind;
  size_t offset;
  size_t end;
  llvm::StringRef text;
  std::vector<std::unique_ptr<Expr>> parts;
  /// How deep parts nest.
  unsigned height = 0;
  std::unique_ptr<TypeSyntax> type;
};
using ExprRef = std::unique_ptr<Expr>;

struct Definition {
  llvm::StringRef name;
  size_t offset;
  ExprRef body;
};

/// Parses the definitions of a text.
std::optional<std::vector<Definition>> parseDefinitions(llvm::StringRef text,
                                                        TextError &error);

} // namespace pattern
} // namespace weft

#endif // WEFT_DIALECT_PATTERN_TEXT_SYNTAX_H
