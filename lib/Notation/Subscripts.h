//===- Subscripts.h - Einstein summation by subscripts ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Other systems write A(i,j) * x(j) as the subscripts of its operands,
// "ij,j->i". An error about such a text shows the same in index notation.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_NOTATION_SUBSCRIPTS_H
#define WEFT_LIB_NOTATION_SUBSCRIPTS_H

#include "Lexer.h"

#include <string>
#include <vector>

namespace weft {
namespace notation {

/// The index notation of a text such as "ij,j->i"; empty if it is none.
std::string translateSubscripts(const std::vector<Token> &tokens);

} // namespace notation
} // namespace weft

#endif // WEFT_LIB_NOTATION_SUBSCRIPTS_H
