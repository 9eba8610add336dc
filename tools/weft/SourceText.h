//===- SourceText.h - C files in pieces -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C source of a kernel is a file of its own. Several of them become one by
// their pieces, which they have in common for the most part.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_SOURCETEXT_H
#define WEFT_TOOLS_WEFT_SOURCETEXT_H

#include <set>
#include <string>
#include <vector>

namespace weft {
namespace driver {

/// A C file as the compiler prints it.
struct SourceText {
  std::set<std::string> includes;
  /// Definitions, with the comments before them; the function of the kernel is
  /// the last.
  std::vector<std::string> pieces;
};

SourceText splitSource(const std::string &text);

/// One file that defines all that the given ones do, after a comment. What they
/// define alike is there once, and what they call alike but define differently
/// has different names.
std::string joinSources(const std::string &comment,
                        const std::vector<SourceText> &sources);

/// The declaration of a function, which the text defines; empty if it does not.
std::string findDeclaration(const std::string &text, const std::string &name);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_SOURCETEXT_H
