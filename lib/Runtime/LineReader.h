//===- LineReader.h - The lines of a text file ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All formats are made of lines, and every complaint about a file names one.
// Lines are handed out in place, so that reading costs no copy per line.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_LINEREADER_H
#define WEFT_LIB_RUNTIME_LINEREADER_H

#include "InputStream.h"

#include "weft/Runtime/Status.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace weft {
namespace runtime {

/// A piece of text in somebody else's memory.
struct TextRange {
  const char *begin = nullptr;
  const char *end = nullptr;
};

/// Reads a file line by line.
class LineReader {
public:
  /// No line has more bytes than this, without its end.
  static constexpr int64_t longestLine = 1 << 20;

  LineReader(std::string path, std::unique_ptr<InputStream> stream);

  /// Goes to the next line. Returns whether there is one; if not, then because
  /// the file ends or because reading it failed (`status`).
  bool next();
  /// Goes to the next line that is neither blank nor a comment.
  bool nextSkipping(char comment);

  /// The lines behind the current one that are there already, with their ends.
  TextRange wholeLines() const {
    return {buffer.data() + begin, buffer.data() + std::max(begin, endOfLines)};
  }
  /// Goes on by `count` lines, the last of which ends before `behind`, a place
  /// in those that are there already.
  void skipTo(const char *behind, int64_t count = 1) {
    begin = behind - buffer.data();
    number += count;
  }

  /// The current line without its end; valid until the next call of `next`.
  TextRange line() const { return current; }
  /// The number of the current line; the first is 1.
  int64_t lineNumber() const { return number; }
  /// Lets messages be about a line that was read before, at the end of a file.
  void setLine(int64_t line) { number = line; }
  /// Whether all went well so far.
  const Status &status() const { return failure; }

  /// A failure with the current line's position.
  Status fail(const std::string &message,
              Failure kind = Failure::Refused) const;
  /// The same with the position of the first line, which says what the file is.
  Status failInHeader(const std::string &message) const;
  /// The failure of reading, or one that says the file ended too early.
  Status failAtEnd(const std::string &message) const;

  const std::string &path() const { return name; }

private:
  bool refill();

  std::string name;
  std::unique_ptr<InputStream> stream;
  std::vector<char> buffer;
  /// The bytes of the buffer that are not handed out yet.
  int64_t begin = 0;
  int64_t end = 0;
  /// Where the last line ends that is in the buffer as a whole.
  int64_t endOfLines = 0;
  int64_t number = 0;
  /// Whether the file has more than a small buffer holds.
  bool isLong = false;
  bool atEnd = false;
  TextRange current;
  Status failure;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_LINEREADER_H
