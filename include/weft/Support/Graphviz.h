//===- Graphviz.h - Strings of Graphviz -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The quoted strings of the DOT language (section "Lexical and Semantic Notes"
// of its grammar). LLVM's escapes are for record labels, whose braces have a
// meaning; here braces are those of sets.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SUPPORT_GRAPHVIZ_H
#define WEFT_SUPPORT_GRAPHVIZ_H

#include "llvm/Support/raw_ostream.h"

namespace weft {

/// Prints a quoted string. Names come from users and may have any character.
inline void printQuoted(llvm::raw_ostream &os, llvm::StringRef text) {
  os << '"';
  for (char c : text) {
    if (c == '\n') {
      os << "\\n";
      continue;
    }
    if (c == '"' || c == '\\')
      os << '\\';
    os << c;
  }
  os << '"';
}

} // namespace weft

#endif // WEFT_SUPPORT_GRAPHVIZ_H
