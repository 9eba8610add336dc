//===- PlainLines.cpp - Lines as almost all are ---------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is in the buffer of the file is divided into blocks of whole lines.
// Where each block's entries go follows from how many lines those before it
// have, so that threads read blocks to their places. What comes behind a line
// that is another is read again.
//
//===----------------------------------------------------------------------===//

#include "PlainLines.h"

#include "LoopSharing.h"
#include "ShortDecimal.h"
#include "ThreadLibrary.h"
#include "TokenReader.h"

#include <algorithm>
#include <cstring>

using namespace weft::runtime;

/// How many bytes of text a block has, some 50 microseconds.
static constexpr int64_t kBlock = int64_t(1) << 14;

/// Whether an entry lies in the triangle.
inline bool PlainLines::isListed(const int64_t *coordinate) const {
  switch (triangle) {
  case Triangle::All:
    return true;
  case Triangle::Lower:
    return coordinate[0] >= coordinate[1];
  case Triangle::StrictlyLower:
    return coordinate[0] > coordinate[1];
  case Triangle::Upper:
    return coordinate[0] <= coordinate[1];
  case Triangle::StrictlyUpper:
    return coordinate[0] < coordinate[1];
  }
  return false;
}

inline __attribute__((always_inline)) const char *
PlainLines::readLine(TextRange text, int64_t *coordinate, double &value) const {
  auto skipBlanks = [&] {
    while (text.begin != text.end &&
           (*text.begin == ' ' || *text.begin == '\t'))
      ++text.begin;
  };
  const char *line = text.begin;
  int64_t *next = coordinate;
  for (int64_t limit : limits) {
    skipBlanks();
    const char *word = text.begin;
    uint64_t index = takeDigits(text.begin, text.end, 0) - uint64_t(first);
    if (text.begin == text.end || text.begin == word ||
        text.begin - word > 18 || index >= uint64_t(limit) ||
        !(isSpace(*text.begin) || *text.begin == '\n'))
      return nullptr;
    *next++ = static_cast<int64_t>(index);
  }
  if (!isListed(coordinate))
    return nullptr;
  value = 1;
  if (hasValue) {
    skipBlanks();
    bool isNegative = text.begin != text.end && *text.begin == '-';
    text.begin += isNegative;
    if (!takeShort(text, value))
      return nullptr;
    value = isNegative ? -value : value;
  }
  skipBlanks();
  if (text.begin != text.end && *text.begin == '\r')
    ++text.begin;
  bool isWhole = text.begin != text.end && *text.begin == '\n' &&
                 text.begin - line <= LineReader::longestLine;
  return isWhole ? text.begin + 1 : nullptr;
}

const char *PlainLines::read(TextRange text, int64_t *coordinate,
                             double &value) const {
  return readLine(text, coordinate, value);
}

int64_t PlainLines::append(LineReader &lines, EntryList &entries,
                           int64_t most) {
  int64_t count = 0;
  if (numTried == 0)
    count = appendBlocks(lines, entries, most);
  return count + appendEach(lines, entries, most - count);
}

int64_t PlainLines::appendEach(LineReader &lines, EntryList &entries,
                               int64_t most) {
  std::vector<int64_t> coordinate(limits.size());
  double value;
  int64_t count = 0;
  for (; count < most; ++count) {
    const char *behind = readLine(lines.wholeLines(), coordinate.data(), value);
    if (!behind || !entries.append(coordinate.data(), &value))
      break;
    lines.skipTo(behind);
  }
  // The line that is another is one of them.
  numTried = std::max<int64_t>(numTried - count - 1, 0);
  return count;
}

namespace {
/// Whole lines of a text, and how many of them are read.
struct Block {
  TextRange text;
  int64_t numLines = 0, numRead = 0;
  /// Where the first of its entries goes, counted from the first block's.
  int64_t place = 0;
};
} // namespace

/// Divides a text in which all lines have their ends.
static std::vector<Block> divide(TextRange text) {
  std::vector<Block> blocks;
  while (text.begin != text.end) {
    Block block;
    block.text = text;
    if (text.end - text.begin > kBlock) {
      const char *last = text.begin + kBlock - 1;
      block.text.end = static_cast<const char *>(std::memchr(
                           last, '\n', static_cast<size_t>(text.end - last))) +
                       1;
    }
    text.begin = block.text.end;
    blocks.push_back(block);
  }
  return blocks;
}

int64_t PlainLines::appendBlocks(LineReader &lines, EntryList &entries,
                                 int64_t most) {
  if (getThreadLimit() < 2)
    return 0;
  std::vector<Block> blocks = divide(lines.wholeLines());
  if (blocks.size() < 2)
    return 0;
  shareLoop(static_cast<int64_t>(blocks.size()), [&](int64_t i) {
    blocks[i].numLines =
        std::count(blocks[i].text.begin, blocks[i].text.end, '\n');
  });
  int64_t total = 0, numBlocks = 0;
  for (Block &block : blocks) {
    if (block.numLines > most - total)
      break;
    block.place = total;
    total += block.numLines;
    ++numBlocks;
  }
  if (!entries.makeRoom(total))
    return 0;
  int64_t order = static_cast<int64_t>(limits.size());
  int64_t *coordinates = entries.nextCoordinates();
  auto *values = reinterpret_cast<double *>(entries.nextValues());
  shareLoop(numBlocks, [&](int64_t i) {
    Block &block = blocks[i];
    TextRange text = block.text;
    for (; text.begin != text.end; ++block.numRead) {
      int64_t place = block.place + block.numRead;
      const char *behind =
          readLine(text, coordinates + place * order, values[place]);
      if (!behind)
        break;
      text.begin = behind;
    }
    block.text.begin = text.begin;
  });
  int64_t count = 0;
  for (int64_t i = 0; i < numBlocks; ++i) {
    const Block &block = blocks[i];
    count += block.numRead;
    lines.skipTo(block.text.begin, block.numRead);
    if (block.numRead == block.numLines)
      continue;
    numTried = total - count;
    break;
  }
  entries.extend(count);
  return count;
}
