//===- NameResolution.h - Resolution of names without indices ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A name without parentheses can be a scalar tensor, the value of an index
// variable, or the variable of a `min` or `max` reduction. Which one depends on
// the whole text (rules in Parser.h), so it is settled after parsing.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_NOTATION_NAMERESOLUTION_H
#define WEFT_LIB_NOTATION_NAMERESOLUTION_H

#include "weft/Notation/Parser.h"

#include <optional>

namespace weft {
namespace notation {

/// Rewrites calls that are reductions, and accesses without indices that are
/// values of index variables. The error is about a call with too many arguments
/// that is no reduction.
std::optional<Diagnostic> resolveNames(std::vector<Assignment> &assignments,
                                       const ParseOptions &options);

/// A call with another number of arguments than the function takes.
Diagnostic makeArityError(std::string_view function, unsigned expected,
                          size_t got, Range range);

} // namespace notation
} // namespace weft

#endif // WEFT_LIB_NOTATION_NAMERESOLUTION_H
