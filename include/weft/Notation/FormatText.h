//===- FormatText.h - Formats and types as people spell them ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A user states formats apart from the expression, as short words on a command
// line or in a call from Python: "A:ds", "B:CSC", "C:COO{crd=64}". This file
// reads them and the other arguments that name a tensor. A format means a
// sequence of levels and a mode ordering (thesis sections 2.4 and 2.5).
//
//   argument := name ":" value
//   format   := (letters | levels | word) [modes] [properties] [modes]
//   modes    := (":" | ",") order
//   letters  := {("s" | "u" | "q" | "c") ["~"] | "d" | "b" | "h" | "r" | "o"
//               | "p" | "g" | "t" | "e" | "i" | "a" | ("n" | "m" | "l") size}
//   levels   := "{" level {"," level} "}"
//   level    := letter | name | attribute
//   order    := part {"," part}
//   part     := mode [("/" | "%") size] | "*"
//   word     := "dense" | "CSR" | "CSC" | "DCSR" | "DCSC" | "COO" | "CSF"
//               | "LIL" | "BCSR" | "BCSC" | "CSB" | "DIA" | "SDIA" | "ELL"
//               | "SELL" | "SELLCS" | "bitmap" | "DOK" | "MG"
//   properties := "{" property {"," property} "}"
//   property := ("pos" | "crd") "=" width {":" width}
//               width := "8" | "16" | "32" | "64"
//               | "block" "=" size {"x" size}
//               | "sort" "=" size
//               | "fill" "=" number
//               | "ordered" "=" ("true" | "false")
//               | "packed"
//
// The letters are levels from the outermost to the innermost: dense (d),
// compressed (s), compressed but not unique (u), singleton (q), singleton but
// not unique (c), bitmap (b), hashed (h), range (r), offset (o), padded (p),
// loose-compressed (g), loose-compressed but not unique (v), listed (t),
// run-length (e), interval (i), batched (a),
// structured with room for so many coordinates below each parent (n), permuted
// in windows of so many coordinates (m), and sliced with so many parents (l).
// The coordinates of a level with "~" are in any order. Levels in braces are
// letters, names of level types as `#level.format` has them ("dense"), or
// attributes of level types that a plugin implements, without their '#'
// ("strided.every<3>"). A plugin may add words. The order names the
// mode that each level stores; without it, level k stores mode k. A mode in
// blocks is stored by two levels: one has the quotients of its coordinates by
// the block size ("/"), one the remainders
// ("%"). One level may number the slots ("*") of a level below that stores one
// coordinate for each parent. The coordinates of
// the last level of a packed format are stored side by side with the
// components. Words may be written in any case, and stand for levels that store
// the modes of a tensor of any order in the order that is given, which lists
// modes alone; only diagonals are those of matrices. BCSR, BCSC, CSB and MG
// need the sizes of a block, one for each mode, SELL the rows of a slice, and
// SELLCS those and how many rows are sorted at a time.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_NOTATION_FORMATTEXT_H
#define WEFT_NOTATION_FORMATTEXT_H

#include "weft/Notation/Diagnostic.h"
#include "weft/Runtime/Format.h"

#include <optional>

namespace weft {
namespace notation {

/// Parses a format. If the order of the tensor is given, the format must fit; a
/// word without an order of the modes needs it, or means a matrix. `tensor` is
/// the name to use in messages; it may be empty.
Result<runtime::Format> parseFormat(std::string_view text,
                                    std::optional<int64_t> order = std::nullopt,
                                    std::string_view tensor = {});

/// The letter of a level in the text of a format, which has none of a plugin.
char getLetter(const runtime::Level &level);

/// Whether the fill of a format fits a type; `text`, which the format was
/// parsed from, may stand for more than the format.
std::optional<Diagnostic> checkFill(const runtime::Format &format,
                                    runtime::ElementType type,
                                    std::string_view text);

/// Parses the name of an element type: those of runtime::nameOf, and float,
/// double, int, long, complex, c64, c128 and the like.
Result<runtime::ElementType> parseType(std::string_view text);

} // namespace notation
} // namespace weft

#endif // WEFT_NOTATION_FORMATTEXT_H
