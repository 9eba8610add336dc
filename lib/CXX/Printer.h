//===- Printer.h - Expressions and schedules as text ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The texts that are compiled and shown.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CXX_PRINTER_H
#define WEFT_LIB_CXX_PRINTER_H

#include "Names.h"

namespace weft {
namespace cxx_impl {

/// A range of characters.
struct Range {
  size_t begin = 0;
  size_t end = 0;
};

/// A text, and where a node that was looked for is in it.
struct PrintedText {
  std::string text;
  Range found;
};

/// An expression. Prints the place of `wanted`, if it is not null.
PrintedText print(const Node &expression, const Names &names,
                  const Node *wanted = nullptr);
/// The assignment of a statement.
PrintedText print(const Statement &statement, const Names &names,
                  const Node *wanted = nullptr);
/// The schedule of a statement, without spaces; empty if it has none.
std::string printSchedule(const Statement &statement, const Names &names);

/// An expression with names of its own.
std::string print(const Node &expression);

/// A message, a line of text with a caret, and a hint, unless it is empty.
std::string render(const std::string &message, const PrintedText &place,
                   const std::string &hint = "");

} // namespace cxx_impl
} // namespace weft

#endif // WEFT_LIB_CXX_PRINTER_H
