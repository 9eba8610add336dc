//===- FixedFields.cpp - Numbers in the columns of a format ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formats that sparse matrices are written with: one edit descriptor that
// is repeated, perhaps behind a scale factor, which matters for writing only.
//
//===----------------------------------------------------------------------===//

#include "FixedFields.h"

#include "ShortDecimal.h"

#include <algorithm>
#include <cctype>
#include <cstring>

using namespace weft::runtime;

namespace {
/// Walks over the characters of a format.
class FormatReader {
public:
  explicit FormatReader(TextRange text) : rest(text) {}

  void skipSpace() {
    while (rest.begin != rest.end && isSpace(*rest.begin))
      ++rest.begin;
  }
  bool take(char sign) {
    skipSpace();
    bool isNext = rest.begin != rest.end && *rest.begin == sign;
    rest.begin += isNext;
    return isNext;
  }
  /// Takes a letter in upper case; zero if none comes next.
  char takeLetter() {
    skipSpace();
    if (rest.begin == rest.end)
      return '\0';
    unsigned char c = *rest.begin;
    if (!std::isalpha(c))
      return '\0';
    ++rest.begin;
    return static_cast<char>(std::toupper(c));
  }
  /// Takes a number of a few digits.
  bool takeNumber(int64_t &number) {
    skipSpace();
    const char *first = rest.begin;
    number = 0;
    for (; rest.begin != rest.end && isDigit(*rest.begin) &&
           rest.begin - first < 6;
         ++rest.begin)
      number = number * 10 + (*rest.begin - '0');
    return rest.begin != first;
  }

  TextRange rest;
};
} // namespace

bool FortranFormat::take(TextRange &text, FortranFormat &format) {
  FormatReader reader(text);
  if (!reader.take('('))
    return false;
  int64_t number = 1;
  bool hasNumber = reader.takeNumber(number);
  char letter = reader.takeLetter();
  if (letter == 'P' && hasNumber) {
    reader.take(',');
    hasNumber = reader.takeNumber(number);
    letter = reader.takeLetter();
  }
  format.perLine = hasNumber ? number : 1;
  format.letter = letter;
  if (!letter || !std::strchr("IFEDG", letter) || format.perLine < 1 ||
      !reader.takeNumber(format.width) || format.width < 1)
    return false;
  format.digits = 0;
  if (reader.take('.') && !reader.takeNumber(format.digits))
    return false;
  // How many digits an exponent has.
  if (reader.takeLetter() == 'E' && !reader.takeNumber(number))
    return false;
  if (!reader.take(')'))
    return false;
  text = reader.rest;
  // Of integers, these are the fewest digits that are written.
  if (letter == 'I')
    format.digits = 0;
  return true;
}

Status FixedFields::nextLine(const std::string &what) {
  if (!lines.next())
    return lines.failAtEnd("expected " + what +
                           ", but the file ends; is it complete?");
  numTaken = 0;
  words = TokenReader(lines.line());
  hasWords = words.count() == std::min(format.perLine, rest);
  return Status::success();
}

TextRange FixedFields::nextColumns() {
  if (hasWords)
    return words.word();
  TextRange line = lines.line();
  int64_t length = line.end - line.begin;
  int64_t begin = std::min(length, numTaken * format.width);
  int64_t end = std::min(length, begin + format.width);
  return {line.begin + begin, line.begin + end};
}

Status FixedFields::next(const std::string &what, TextRange &word) {
  if (numTaken == format.perLine)
    if (Status status = nextLine(what); status.failed())
      return status;
  TokenReader field(nextColumns());
  ++numTaken;
  --rest;
  int64_t end = numTaken * format.width;
  std::string where = what + " in the columns " +
                      std::to_string(end - format.width + 1) + " to " +
                      std::to_string(end);
  if (field.atEnd())
    return lines.fail("expected " + where + ", got spaces");
  TokenReader others = field;
  word = others.word();
  if (!others.atEnd())
    return lines.fail("expected " + where + ", got several words");
  bool hasPoint =
      std::memchr(word.begin, '.', static_cast<size_t>(word.end - word.begin));
  if (format.digits > 0 && !hasPoint && isDigit(word.end[-1]))
    return lines.fail("the number " + field.quoted() +
                      " has no point, but its format has digits behind it: "
                      "programs do not agree on its value");
  return Status::success();
}

Status FixedFields::nextIndex(const std::string &what, int64_t &index) {
  TextRange word;
  if (Status status = next(what, word); status.failed())
    return status;
  TokenReader token(word);
  return token.readIndex(index)
             ? Status::success()
             : lines.fail("expected " + what + ", got " + token.quoted());
}
