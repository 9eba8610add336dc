//===- ExplanationPage.h - Explanations as pages ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One page that explains a kernel and needs nothing else: graphs are drawn, and
// the IR at each level of the compilation stands beside the text that it comes
// from. It shows the same explanation that is printed as text.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_EXPLAIN_EXPLANATIONPAGE_H
#define WEFT_EXPLAIN_EXPLANATIONPAGE_H

#include "weft/Explain/Explanation.h"

#include <optional>

namespace weft {
namespace explain {

/// A range of bytes in the text that a kernel comes from.
using TextRange = std::pair<size_t, size_t>;

/// The kernel at one level of its compilation.
struct CodeListing {
  struct Line {
    std::string text;
    /// What the line is about, if that is known.
    std::optional<TextRange> range;
  };
  std::string title;
  std::vector<Line> lines;
};

struct ExplanationPage {
  /// The text that the kernel comes from; empty if there is none.
  std::string source;
  Explanation explanation;
  std::vector<CodeListing> listings;

  /// Prints HTML that is well-formed XML and refers to nothing outside.
  void print(llvm::raw_ostream &os) const;
};

/// Splits a text into lines. `getRange` says what a line is about, by its
/// number from zero.
std::vector<CodeListing::Line>
splitLines(llvm::StringRef text,
           llvm::function_ref<std::optional<TextRange>(size_t)> getRange);

} // namespace explain
} // namespace weft

#endif // WEFT_EXPLAIN_EXPLANATIONPAGE_H
