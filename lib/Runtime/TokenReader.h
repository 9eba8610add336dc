//===- TokenReader.h - The numbers on a line --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits a line into words and reads numbers: sizes, indices and components.
// Independent of the locale, exact, and fast enough to read tens of millions of
// numbers in a second.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_TOKENREADER_H
#define WEFT_LIB_RUNTIME_TOKENREADER_H

#include "LineReader.h"
#include "SmallFloat.h"

#include "weft/Runtime/Format.h"

#include <complex>

namespace weft {
namespace runtime {

/// Room for a component of any type.
struct Component {
  alignas(16) char bytes[16];
};

/// How a file writes components: what a Matrix Market header calls its field.
enum class Field { Real, Integer, Unsigned, Complex, Pattern };

/// How many words a component takes.
int64_t numWords(Field field);

/// Space within a line; a lone carriage return counts too.
inline bool isSpace(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/// Walks over the words of a line.
class TokenReader {
public:
  explicit TokenReader(TextRange line) : rest(line) { skipSpace(); }

  bool atEnd() const { return rest.begin == rest.end; }
  /// Takes the next word; empty at the end.
  TextRange word();
  /// How many words are left.
  int64_t count() const;
  /// Reads a non-negative integer. Returns false, and takes nothing, if the
  /// next word is something else or does not fit.
  bool readIndex(int64_t &index);
  /// Reads a component as the field says and stores it in the given type.
  Status readComponent(Field field, ElementType type, Component &component);

  /// The next word for a message, quoted, shortened and printable.
  std::string quoted() const;

private:
  void skipSpace() {
    while (rest.begin != rest.end && isSpace(*rest.begin))
      ++rest.begin;
  }
  /// Fails if a word, the next one, is no integer where the field demands one.
  Status checkWord(Field field, TextRange text) const;
  template <typename T> Status readReal(Field field, T &value);
  template <typename T>
  Status readInteger(Field field, ElementType type, T &value);
  Status readBool(Field field, Bool &value);
  template <typename T> Status readSmall(Field field, T &value);
  template <typename T>
  Status readValue(Field field, ElementType type, T &value);

  TextRange rest;
};

inline bool TokenReader::readIndex(int64_t &index) {
  const int64_t most = std::numeric_limits<int64_t>::max();
  // No number of so many digits overflows.
  const char *safe = rest.end - rest.begin > 18 ? rest.begin + 18 : rest.end;
  int64_t value = 0;
  const char *c = rest.begin;
  for (; c != rest.end && *c >= '0' && *c <= '9'; ++c) {
    int64_t digit = *c - '0';
    if (c >= safe && value > (most - digit) / 10)
      return false;
    value = value * 10 + digit;
  }
  if (c == rest.begin || (c != rest.end && !isSpace(*c)))
    return false;
  rest.begin = c;
  skipSpace();
  index = value;
  return true;
}

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_TOKENREADER_H
