//===- ForeignWords.h - Words of TACO's schedules ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TACO's scheduling commands have words that schedules here do not take. The
// hint of the error names the counterpart; docs/taco.md lists all of them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_NOTATION_FOREIGNWORDS_H
#define WEFT_LIB_NOTATION_FOREIGNWORDS_H

#include <string_view>

namespace weft {
namespace notation {

/// What to write instead of a word of TACO's schedules, whatever its case;
/// empty if the word is none of them.
std::string_view findCounterpart(std::string_view word);

} // namespace notation
} // namespace weft

#endif // WEFT_LIB_NOTATION_FOREIGNWORDS_H
