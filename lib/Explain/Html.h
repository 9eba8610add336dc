//===- Html.h - Text in pages -----------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text that comes from users, as text of a page: in elements, in attributes and
// in drawings. Pages are HTML that is well-formed XML as well, so that tests
// can read them strictly.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_EXPLAIN_HTML_H
#define WEFT_LIB_EXPLAIN_HTML_H

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

namespace weft {
namespace explain {

/// Prints a text so that it is nothing but text. What has no look of its own,
/// or changes that of its surroundings (control characters, marks of direction,
/// bytes that are no UTF-8), is printed as a number in braces.
void printEscaped(llvm::raw_ostream &os, llvm::StringRef text);

/// The attribute ` name="value"`.
void printAttribute(llvm::raw_ostream &os, llvm::StringRef name,
                    llvm::StringRef value);

/// How many columns a text takes, as `printEscaped` prints it.
unsigned getColumns(llvm::StringRef text);

/// Names of variables and tensors that light up together.
class MarkedNames {
public:
  void insert(llvm::StringRef name) { names.insert(name); }
  bool contains(llvm::StringRef name) const { return names.contains(name); }

  /// Prints a text with a mark around every known name in it.
  void print(llvm::raw_ostream &os, llvm::StringRef text) const;

private:
  llvm::StringSet<> names;
};

} // namespace explain
} // namespace weft

#endif // WEFT_LIB_EXPLAIN_HTML_H
