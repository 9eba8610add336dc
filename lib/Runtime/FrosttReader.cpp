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
// Other packages write a header before the entries, which is told from an entry
// by its number of words: the order and, on a line of its own, the sizes
// (ParTI); the order and the number of entries, and then the sizes (the
// "extended" format); the word sptensor, the order, the sizes, and the number
// of entries, each on a line of its own (the Tensor Toolbox).
//
//===----------------------------------------------------------------------===//

#include "FileModes.h"
#include "FileReaders.h"
#include "PlainLines.h"

#include <algorithm>
#include <limits>
#include <optional>

using namespace weft::runtime;

namespace {

/// Reads one file.
class FrosttReader {
public:
  FrosttReader(LineReader &lines, const ReadOptions &options)
      : lines(lines), options(options),
        type(options.type.value_or(ElementType::F64)), entries(type, 0) {}

  Expected<EntryList> read();

private:
  Status findOrder();
  Status readHeader();
  Status readToolboxHeader();
  Status nextLine(const std::string &expected);
  Status readNumbers(int64_t count, const std::string &what,
                     std::vector<int64_t> &numbers);
  Status readSizes();
  Status takeOrder(int64_t found);
  Status readLine();
  Status failLine(Status status, int64_t found);
  Status readEntries();
  std::string describeCount() const;
  void findSizes();

  LineReader &lines;
  const ReadOptions &options;
  ElementType type;
  EntryList entries;
  int64_t order = -1;
  bool hasLine = false;
  /// The sizes that a header states, and how many entries it promises.
  std::optional<std::vector<int64_t>> sizes;
  std::optional<int64_t> numEntries;
  std::vector<int64_t> limits, coordinate;
};

} // namespace

/// Goes to a line of the header.
Status FrosttReader::nextLine(const std::string &expected) {
  hasLine = lines.nextSkipping('#');
  return hasLine ? Status::success()
                 : lines.failAtEnd("expected a line with " + expected);
}

/// Reads a line of the header that has `count` numbers and nothing else.
Status FrosttReader::readNumbers(int64_t count, const std::string &what,
                                 std::vector<int64_t> &numbers) {
  TokenReader tokens(lines.line());
  int64_t found = tokens.count();
  if (found != count)
    return lines.fail("expected a line with " + what + ", got " +
                      std::to_string(found) +
                      (found == 1 ? " word" : " words"));
  numbers.resize(count);
  for (int64_t &number : numbers) {
    std::string word = tokens.quoted();
    if (!tokens.readIndex(number))
      return lines.fail("expected " + what + ", got " + word);
  }
  return Status::success();
}

Status FrosttReader::readSizes() {
  std::string what = std::to_string(order) + (order == 1 ? " size" : " sizes") +
                     ", as for a tensor of order " + std::to_string(order);
  sizes.emplace();
  Status status = nextLine(what);
  return status.failed() ? status : readNumbers(order, what, *sizes);
}

/// Takes the order that a file states.
Status FrosttReader::takeOrder(int64_t found) {
  if (order >= 0 && order != found)
    return lines.fail("expected a tensor of order " + std::to_string(order) +
                      ", got one of order " + std::to_string(found));
  // Each size is a word of a line.
  if (found > LineReader::longestLine)
    return lines.fail("a tensor of order " + std::to_string(found) +
                      " has more sizes than a line has room for");
  order = found;
  return Status::success();
}

/// Reads what follows the word "sptensor".
Status FrosttReader::readToolboxHeader() {
  std::vector<int64_t> numbers;
  Status status = nextLine("the order");
  if (status.succeeded())
    status = readNumbers(1, "the order", numbers);
  if (status.succeeded())
    status = takeOrder(numbers[0]);
  if (status.succeeded())
    status = readSizes();
  if (status.succeeded())
    status = nextLine("the number of entries");
  if (status.succeeded())
    status = readNumbers(1, "the number of entries", numbers);
  if (status.succeeded())
    numEntries = numbers[0];
  return status;
}

/// Reads the header if there is one, and goes to the first entry.
Status FrosttReader::readHeader() {
  TokenReader tokens(lines.line());
  int64_t count = tokens.count(), first = 0, second = 0;
  TextRange word = TokenReader(tokens).word();
  Status status;
  if (std::string(word.begin, word.end) == "sptensor" && count == 1) {
    status = readToolboxHeader();
  } else {
    // An entry of order `order` has more words than that.
    bool isHeader = count <= 2 && count <= order && tokens.readIndex(first) &&
                    first == order && (count == 1 || tokens.readIndex(second));
    if (!isHeader)
      return Status::success();
    if (count == 2)
      numEntries = second;
    status = readSizes();
  }
  if (status.succeeded())
    hasLine = lines.nextSkipping('#');
  return status;
}

/// Finds out the order, and reads the header.
Status FrosttReader::findOrder() {
  if (options.dims)
    order = options.dims->size();
  if (options.order)
    order = *options.order;
  hasLine = lines.nextSkipping('#');
  if (hasLine)
    if (Status status = readHeader(); status.failed())
      return status;
  if (!hasLine && (lines.status().failed() || !(options.dims || sizes)))
    return lines.failAtEnd("the file has no entries, and so no sizes");
  if (order < 0) {
    int64_t numWordsOfFirst = TokenReader(lines.line()).count();
    order = numWordsOfFirst - (isComplex(type) ? 2 : 1);
    if (order < 0)
      return lines.fail("expected a complex value, two numbers");
  }
  if (!hasLine && order == 0)
    return lines.failAtEnd("expected the value of a scalar");
  return Status::success();
}

/// Says what is wrong with a line: most often the file is of another order than
/// the reader was told.
Status FrosttReader::failLine(Status status, int64_t numWords) {
  int64_t found = TokenReader(lines.line()).count();
  if (found == order + numWords)
    return status;
  return lines.fail("expected " + std::to_string(order) +
                    (order == 1 ? " index" : " indices") +
                    " and a value, as for a tensor of order " +
                    std::to_string(order) + ", got " + std::to_string(found) +
                    (found == 1 ? " word" : " words"));
}

/// How many entries the header promises.
std::string FrosttReader::describeCount() const {
  return "expected " + std::to_string(*numEntries) +
         (*numEntries == 1 ? " entry" : " entries");
}

/// Reads the line of an entry.
Status FrosttReader::readLine() {
  TokenReader tokens(lines.line());
  Field field = Field::Real;
  if (isComplex(type) && tokens.count() == order + 2)
    field = Field::Complex;
  Component component;
  Status status = readCoordinate(lines, tokens, limits, firstIndex(options),
                                 coordinate.data());
  if (status.succeeded()) {
    Status value = tokens.readComponent(field, type, component);
    if (value.failed())
      status = lines.fail(value.message());
  }
  if (status.succeeded())
    status = expectLineEnd(lines, tokens);
  if (status.failed())
    return failLine(status, numWords(field));
  if (numEntries && entries.size() == *numEntries)
    return lines.fail(describeCount() + ", but here is another line");
  if (!entries.append(coordinate.data(), component.bytes) ||
      (options.noteLines && !entries.appendLine(lines.lineNumber())))
    return failNoMemory(lines, entries);
  return Status::success();
}

Status FrosttReader::readEntries() {
  std::optional<PlainLines> plain;
  if (type == ElementType::F64 && !options.noteLines)
    plain.emplace(limits, /*hasValue=*/true, Triangle::All,
                  firstIndex(options));
  const int64_t most = numEntries.value_or(std::numeric_limits<int64_t>::max());
  for (; hasLine; hasLine = lines.nextSkipping('#')) {
    if (Status status = readLine(); status.failed())
      return status;
    if (plain)
      plain->append(lines, entries, most - entries.size());
  }
  if (lines.status().failed())
    return lines.status();
  if (!numEntries || entries.size() == *numEntries)
    return Status::success();
  return lines.failAtEnd(describeCount() + ", got " +
                         std::to_string(entries.size()) +
                         "; is the file complete?");
}

/// The sizes of a file without a header are those of its largest indices.
void FrosttReader::findSizes() {
  const int64_t *next = entries.view().coordinates;
  for (int64_t i = 0; i < entries.size(); ++i)
    for (int64_t &dim : entries.dims)
      dim = std::max(dim, *next++ + 1);
}

Expected<EntryList> FrosttReader::read() {
  if (Status status = findOrder(); status.failed())
    return status;
  entries = EntryList(type, order);
  entries.dims.assign(order, 0);
  coordinate.resize(order);
  // The size of a mode is one more than its largest coordinate.
  limits.assign(order, std::numeric_limits<int64_t>::max());
  if (sizes) {
    Expected<FileModes> modes = FileModes::choose(*sizes, false, options);
    if (modes.failed())
      return lines.fail(modes.message());
    entries.dims = modes->dims;
    limits = modes->limits;
  } else if (options.dims) {
    entries.dims = limits = *options.dims;
  }
  if (Status status = readEntries(); status.failed())
    return status;
  if (!sizes && !options.dims)
    findSizes();
  return std::move(entries);
}

Expected<EntryList> weft::runtime::readFrostt(const std::string &path,
                                              const ReadOptions &options) {
  Expected<LineReader> lines = openLines(path);
  if (lines.failed())
    return lines.takeStatus();
  return FrosttReader(*lines, options).read();
}
