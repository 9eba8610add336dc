//===- Diagnostic.h - Errors with a position in a text ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mistake in an expression or a format is the user's most frequent encounter
// with the compiler, so every function of the text front end says where in the
// text it is and what to write instead. This file holds that message, the value
// "a T or a message" that those functions return, and the rendering with a
// caret below the text that the driver, the C interface and Python show.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_NOTATION_DIAGNOSTIC_H
#define WEFT_NOTATION_DIAGNOSTIC_H

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace weft {
namespace notation {

/// A half-open range of byte offsets into a text. An empty range is a place
/// between two bytes, e.g. where something is missing.
struct Range {
  size_t begin = 0;
  size_t end = 0;
};

/// The smallest range that covers two ranges.
inline Range join(Range lhs, Range rhs) {
  return {lhs.begin < rhs.begin ? lhs.begin : rhs.begin,
          lhs.end > rhs.end ? lhs.end : rhs.end};
}

/// A second place that explains an error, such as the first of two uses that
/// disagree.
struct Note {
  std::string message;
  Range range;
};

/// One error. Messages start in lower case and have no trailing period.
struct Diagnostic {
  std::string message;
  Range range;
  /// What to write instead; empty if there is nothing sure to say.
  std::string hint;
  std::vector<Note> notes;
};

/// The error as text for a terminal, without a trailing newline:
///
///   error: expected an expression after '+'
///     y(i) = A(i,j) +
///                    ^
///   hint: ...
///
/// Lines of a text that has several are numbered; long lines are cut around
/// the range, tabs are expanded and bytes that cannot be shown become '?'.
std::string render(const Diagnostic &diagnostic, std::string_view text);

/// The line of a range and the caret below it, as `render` shows them, without
/// a trailing newline.
std::string renderExcerpt(std::string_view text, Range range);

/// A value, or the error that prevented it.
template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : storage(std::in_place_index<0>, std::move(value)) {}
  Result(Diagnostic error)
      : storage(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return storage.index() == 0; }

  /// The value; only if there is one.
  T &operator*() { return *std::get_if<0>(&storage); }
  const T &operator*() const { return *std::get_if<0>(&storage); }
  T *operator->() { return std::get_if<0>(&storage); }
  const T *operator->() const { return std::get_if<0>(&storage); }

  /// The error; only if there is no value.
  Diagnostic &error() { return *std::get_if<1>(&storage); }
  const Diagnostic &error() const { return *std::get_if<1>(&storage); }

private:
  std::variant<T, Diagnostic> storage;
};

} // namespace notation
} // namespace weft

#endif // WEFT_NOTATION_DIAGNOSTIC_H
