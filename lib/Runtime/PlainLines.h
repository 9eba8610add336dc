//===- PlainLines.h - Lines as almost all are -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nearly every line of a coordinate list has indices in range and a real number
// of few digits. These are read without messages in mind, many at a time on
// threads; for all others there is a reader that explains what is wrong.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_PLAINLINES_H
#define WEFT_LIB_RUNTIME_PLAINLINES_H

#include "LineReader.h"

#include "weft/Runtime/Packing.h"

#include <cstdint>
#include <vector>

namespace weft {
namespace runtime {

/// Which entries of a matrix may be listed.
enum class Triangle { All, Lower, StrictlyLower, Upper, StrictlyUpper };

class PlainLines {
public:
  /// Lines with an index for each mode, from `first` on and as many as its
  /// limit, and with a number if `hasValue`. One is the number of those
  /// without.
  PlainLines(std::vector<int64_t> limits, bool hasValue, Triangle triangle,
             int64_t first)
      : limits(std::move(limits)), hasValue(hasValue), triangle(triangle),
        first(first) {}

  /// Reads the line that a text begins with, to coordinates from zero on and a
  /// number. Returns where the next begins, or null if the line is another, or
  /// goes on behind the text.
  const char *read(TextRange text, int64_t *coordinate, double &value) const;

  /// Appends the lines that come next, to a list of f64, until there are
  /// `most`, one is another, or more have to be read from the file. Returns
  /// how many they were; fewer if there is no memory for them.
  int64_t append(LineReader &lines, EntryList &entries, int64_t most);

private:
  bool isListed(const int64_t *coordinate) const;
  const char *readLine(TextRange text, int64_t *coordinate,
                       double &value) const;
  int64_t appendEach(LineReader &lines, EntryList &entries, int64_t most);
  int64_t appendBlocks(LineReader &lines, EntryList &entries, int64_t most);

  std::vector<int64_t> limits;
  bool hasValue;
  Triangle triangle;
  /// The index of the first coordinate.
  int64_t first;
  /// How many of the next lines were read in vain.
  int64_t numTried = 0;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_PLAINLINES_H
