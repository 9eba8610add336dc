//===- Parser.h - Parser of index notation ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parser of tensor index notation (thesis section 4.2) as people type it.
// Its grammar, with | for alternatives, { } for repetition, [ ] for options:
//
//   text       := [assignment] { (";" | newline) [assignment] }
//   assignment := name ["(" name {"," name} ")"] ("=" | "+=") expr
//   expr       := sum [("==" | "!=" | "<" | "<=" | ">" | ">=") sum]
//   sum        := product { ("+" | "-") product }
//   product    := sign { ("*" | "/") sign }
//   sign       := ("-" | "+") sign | primary
//   primary    := number | access | call | reduction | "(" expr ")"
//   access     := name ["(" index {"," index} ")"]
//   index      := name | integer | ["-"] term {("+" | "-") term} | slice
//   term       := integer | name | integer "*" name | name "*" integer
//   slice      := name "(" integer "," integer ["," integer] ")"
//   call       := function "(" expr {"," expr} ")"
//   reduction  := reducer "(" name {"," name} "," expr ")"
//   name       := (letter | "_") {letter | digit | "_"}
//   number     := integer | (digits ["." [digits]] | "." digits) [exponent]
//                 ["im"]
//   integer    := digits | "0x" hexdigits
//
// Functions and reducers are the tables of Function.h. A newline separates
// assignments unless it stands inside parentheses or where an operand is
// expected.
//
// What a name means is settled over the whole text:
//
// - A name is a *tensor* if it is declared in the options, is assigned, or is
//   followed by parentheses anywhere (and is no function there).
// - A name without parentheses that is no tensor in this sense is the *value of
//   an index variable* if it indexes anything, or is bound by a reduction, in
//   the same assignment. Otherwise it is a scalar tensor.
// - A declared name is a tensor even if a function has the same name. Functions
//   of the table come before those that the author defined.
// - `min(a, ..., e)`, `max(a, ..., e)` and calls of functions of two numbers
//   that the author defined are reductions if every argument but the last is a
//   name that is no tensor and that indexes something in `e`; otherwise they
//   are functions. So `max(k, A(k))` is the greatest component, while
//   `max(A(k), k)` is an element-wise maximum.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_NOTATION_PARSER_H
#define WEFT_NOTATION_PARSER_H

#include "weft/Notation/AST.h"

#include <map>
#include <set>

namespace weft {
namespace notation {

struct ParseOptions {
  /// Names known to be tensors for a reason outside of the text, such as
  /// formats or values given for them.
  std::set<std::string, std::less<>> tensors;
  /// The functions that the author of the text defined, each with the number of
  /// arguments that it takes.
  std::map<std::string, unsigned, std::less<>> functions;
};

/// Parses a whole text; there is at least one assignment in the result. Sums
/// that the notation leaves implied are not in it: see Reductions.h.
Result<std::vector<Assignment>> parse(std::string_view text,
                                      const ParseOptions &options = {});

} // namespace notation
} // namespace weft

#endif // WEFT_NOTATION_PARSER_H
