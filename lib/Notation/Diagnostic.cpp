//===- Diagnostic.cpp - Errors with a position in a text ------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Renders an error with its line of the text and a caret. A line is first
// turned into cells, one per column of the terminal: what follows (cutting,
// underlining) then needs to know nothing about tabs, UTF-8 or bytes that
// cannot be shown.
//
//===----------------------------------------------------------------------===//

#include "weft/Notation/Diagnostic.h"

#include "Utf8.h"

#include <algorithm>

using namespace weft::notation;

namespace {
/// What one column of the terminal shows, and the byte it stands for.
struct Cell {
  std::string_view shown;
  size_t offset;
};
} // namespace

/// How many columns of a line are shown at most.
static constexpr size_t maxColumns = 76;
/// How much of that comes before the caret in a line that is cut.
static constexpr size_t leadingColumns = 48;
static constexpr size_t tabWidth = 4;

/// Whether a terminal shows a UTF-8 sequence rather than obeying it: the
/// control characters are below U+0020 and from U+007F to U+009F.
static bool isPrintable(std::string_view sequence) {
  if (sequence.empty())
    return false;
  auto first = static_cast<unsigned char>(sequence[0]);
  if (sequence.size() == 1)
    return first >= 0x20 && first < 0x7f;
  auto second = static_cast<unsigned char>(sequence[1]);
  return first != 0xc2 || second >= 0xa0;
}

static std::vector<Cell> makeCells(std::string_view text, Range line) {
  std::vector<Cell> cells;
  for (size_t at = line.begin; at < line.end;) {
    if (text[at] == '\t') {
      do
        cells.push_back({" ", at});
      while (cells.size() % tabWidth != 0);
      ++at;
      continue;
    }
    size_t length = utf8Length(text.substr(at, line.end - at));
    bool printable = isPrintable(text.substr(at, length));
    cells.push_back({printable ? text.substr(at, length) : "?", at});
    at += length == 0 ? 1 : length;
  }
  return cells;
}

/// The line that holds an offset, without its line break.
static Range findLine(std::string_view text, size_t offset) {
  Range line;
  size_t before = offset == 0 ? std::string_view::npos
                              : text.find_last_of('\n', offset - 1);
  line.begin = before == std::string_view::npos ? 0 : before + 1;
  line.end = std::min(text.find('\n', offset), text.size());
  if (line.end > line.begin && text[line.end - 1] == '\r')
    --line.end;
  return line;
}

/// Appends the line of `range` and the line with the caret below it.
static void appendExcerpt(std::string &out, std::string_view text,
                          Range range) {
  range.begin = std::min(range.begin, text.size());
  Range line = findLine(text, range.begin);
  std::vector<Cell> cells = makeCells(text, line);

  // The columns to underline; a caret past the last one is allowed.
  auto columnOf = [&](size_t offset) -> size_t {
    return std::find_if(cells.begin(), cells.end(),
                        [&](const Cell &c) { return c.offset >= offset; }) -
           cells.begin();
  };
  size_t first = columnOf(range.begin);
  size_t last = std::max(columnOf(range.end), first + 1);

  size_t start = 0;
  size_t stop = cells.size();
  if (cells.size() > maxColumns) {
    start = first > leadingColumns ? first - leadingColumns : 0;
    start = std::min(start, cells.size() - maxColumns);
    stop = start + maxColumns;
    last = std::max(std::min(last, stop), first + 1);
  }

  std::string gutter = "  ";
  if (text.find('\n') != std::string_view::npos) {
    auto lineBegin = text.begin() + static_cast<std::ptrdiff_t>(line.begin);
    auto number = std::count(text.begin(), lineBegin, '\n') + 1;
    gutter += std::to_string(number) + " | ";
  }
  std::string padding = gutter;
  for (char &c : padding)
    if (c != '|')
      c = ' ';

  std::string shown = gutter;
  if (start > 0) {
    shown += "...";
    padding += "   ";
  }
  for (size_t i = start; i < stop; ++i)
    shown += cells[i].shown;
  if (stop < cells.size())
    shown += "...";
  shown.erase(shown.find_last_not_of(' ') + 1);
  out += shown + "\n" + padding + std::string(first - start, ' ') + "^" +
         std::string(last - first - 1, '~');
}

std::string weft::notation::renderExcerpt(std::string_view text, Range range) {
  std::string out;
  appendExcerpt(out, text, range);
  return out;
}

std::string weft::notation::render(const Diagnostic &diagnostic,
                                   std::string_view text) {
  std::string out = "error: " + diagnostic.message + "\n";
  appendExcerpt(out, text, diagnostic.range);
  for (const Note &note : diagnostic.notes) {
    out += "\nnote: " + note.message + "\n";
    appendExcerpt(out, text, note.range);
  }
  if (!diagnostic.hint.empty())
    out += "\nhint: " + diagnostic.hint;
  return out;
}
