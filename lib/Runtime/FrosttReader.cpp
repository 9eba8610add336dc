//===- FrosttReader.cpp - Coordinate lists (.tns) -------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads FROSTT's format: a line per entry, the indices and then the component;
// lines that begin with # are comments. The format states neither order nor
// sizes: the first line tells the order, and the largest indices the sizes. A
// complex component is two numbers; a single one is its real part.
//
//===----------------------------------------------------------------------===//

#include "FileReaders.h"
#include "PlainLines.h"

#include <algorithm>
#include <limits>
#include <optional>

using namespace weft::runtime;

Expected<EntryList> weft::runtime::readFrostt(LineReader &lines,
                                              const ReadOptions &options) {
  ElementType type = options.type.value_or(ElementType::F64);
  int64_t order = -1;
  if (options.dims)
    order = options.dims->size();
  if (options.order)
    order = *options.order;

  bool hasLine = lines.nextSkipping('#');
  if (!hasLine && (lines.status().failed() || !options.dims))
    return lines.failAtEnd("the file has no entries, and so no sizes");
  if (order < 0) {
    int64_t numWordsOfFirst = TokenReader(lines.line()).count();
    order = numWordsOfFirst - (isComplex(type) ? 2 : 1);
    if (order < 0)
      return lines.fail("expected a complex value, two numbers");
  }
  if (!hasLine && order == 0)
    return lines.failAtEnd("expected the value of a scalar");

  EntryList entries(type, order);
  entries.dims.assign(order, 0);
  const int64_t most = std::numeric_limits<int64_t>::max();
  std::vector<int64_t> limits(order, most);
  if (options.dims)
    entries.dims = limits = *options.dims;
  std::vector<int64_t> coordinate(order);
  Component component;
  std::optional<PlainLines> plain;
  if (type == ElementType::F64 && !options.noteLines)
    plain.emplace(limits, /*hasValue=*/true);
  for (; hasLine; hasLine = lines.nextSkipping('#')) {
    TokenReader tokens(lines.line());
    Field field = Field::Real;
    if (isComplex(type) && tokens.count() == order + 2)
      field = Field::Complex;
    Status status = readCoordinate(lines, tokens, limits, coordinate.data());
    if (status.succeeded()) {
      Status value = tokens.readComponent(field, type, component);
      if (value.failed())
        status = lines.fail(value.message());
    }
    if (status.succeeded())
      status = expectLineEnd(lines, tokens);
    if (status.failed()) {
      // Most often the file is of another order than the reader was told.
      int64_t found = TokenReader(lines.line()).count();
      if (found == order + numWords(field))
        return status;
      return lines.fail(
          "expected " + std::to_string(order) +
          (order == 1 ? " index" : " indices") +
          " and a value, as for a tensor of order " + std::to_string(order) +
          ", got " + std::to_string(found) + (found == 1 ? " word" : " words"));
    }
    if (!entries.append(coordinate.data(), component.bytes) ||
        (options.noteLines && !entries.appendLine(lines.lineNumber())))
      return failNoMemory(lines, entries);
    if (plain)
      plain->append(lines, entries, most);
  }
  if (lines.status().failed())
    return lines.status();
  if (!options.dims) {
    const int64_t *next = entries.view().coordinates;
    for (int64_t i = 0; i < entries.size(); ++i)
      for (int64_t &dim : entries.dims)
        dim = std::max(dim, *next++ + 1);
  }
  return entries;
}
