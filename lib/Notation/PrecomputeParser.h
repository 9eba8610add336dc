//===- PrecomputeParser.h - Parses what is precomputed ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one command of a schedule that has an expression.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_NOTATION_PRECOMPUTEPARSER_H
#define WEFT_LIB_NOTATION_PRECOMPUTEPARSER_H

#include "Lexer.h"

#include "weft/Notation/Schedule.h"

namespace weft {
namespace notation {

/// Parses the arguments of a precompute command, of which `position` is the
/// first token, and leaves it behind the last parenthesis. Returns what is
/// wrong with them; `usage` is how the command is used.
std::optional<Diagnostic> parsePrecompute(const std::vector<Token> &tokens,
                                          size_t &position,
                                          std::string_view usage,
                                          ScheduleStep &step);

} // namespace notation
} // namespace weft

#endif // WEFT_LIB_NOTATION_PRECOMPUTEPARSER_H
