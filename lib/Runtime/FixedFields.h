//===- FixedFields.h - Numbers in the columns of a format -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fortran programs write numbers to columns of a width that a format states, as
// (13I6) and (1P,3E26.18) do. Two numbers may have no space between them, so
// that columns alone tell where a number ends.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_FIXEDFIELDS_H
#define WEFT_LIB_RUNTIME_FIXEDFIELDS_H

#include "TokenReader.h"

namespace weft {
namespace runtime {

/// A format: so many numbers on each line, all of one width.
struct FortranFormat {
  /// I for integers; F, E, D or G for real numbers.
  char letter = 'I';
  int64_t perLine = 1, width = 0;
  /// How many digits follow the point of a number that has none.
  int64_t digits = 0;

  /// Takes a format in parentheses from the front of a text. False if there is
  /// none, or one of another kind.
  static bool take(TextRange &text, FortranFormat &format);
};

/// Reads `count` numbers, from the begin of the next line on.
class FixedFields {
public:
  FixedFields(LineReader &lines, const FortranFormat &format, int64_t count)
      : lines(lines), format(format), words(TextRange()), rest(count),
        numTaken(format.perLine) {}

  /// Reads the next number as a word without spaces. `what` is for messages.
  Status next(const std::string &what, TextRange &word);
  /// The same for an integer from zero on.
  Status nextIndex(const std::string &what, int64_t &index);

private:
  Status nextLine(const std::string &what);
  /// The text of the next number, with spaces around it.
  TextRange nextColumns();

  LineReader &lines;
  FortranFormat format;
  /// The words of the line, if each is a number.
  bool hasWords = false;
  TokenReader words;
  /// How many numbers are left.
  int64_t rest;
  /// How many numbers of the line were taken.
  int64_t numTaken;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_FIXEDFIELDS_H
