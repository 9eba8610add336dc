//===- RutherfordBoeingReader.cpp - Matrices by columns (.rb) -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a matrix after Duff, Grimes and Lewis, "The Rutherford-Boeing Sparse
// Matrix Collection" (1997), and those of the Harwell-Boeing format before it,
// whose right-hand sides are passed over: four lines of header, where each
// column begins, the row of each entry, and the components.
//
//===----------------------------------------------------------------------===//

#include "FileReaders.h"
#include "FixedFields.h"
#include "MatrixMarketReader.h"

#include <cctype>
#include <cstring>

using namespace weft::runtime;

namespace {

/// Integers in memory that can run out.
class IndexList {
public:
  bool append(int64_t index) {
    int64_t needed = (count + 1) * 8;
    if (needed > bytes.capacity() &&
        !bytes.reserve(std::max<int64_t>(1 << 16, 2 * bytes.capacity())))
      return false;
    reinterpret_cast<int64_t *>(bytes.data())[count++] = index;
    return true;
  }
  int64_t operator[](int64_t i) const {
    return reinterpret_cast<const int64_t *>(bytes.data())[i];
  }

private:
  Buffer bytes;
  int64_t count = 0;
};

/// Reads one file.
class RutherfordBoeingReader {
public:
  RutherfordBoeingReader(LineReader &lines, const ReadOptions &options)
      : lines(lines), options(options) {}

  Expected<EntryList> read();

private:
  Status nextLine(const std::string &what);
  Status readHeader();
  Status readCounts();
  Status readTypeAndSizes();
  Status readType(TokenReader &tokens);
  Status readFormats();
  Status readColumns();
  Status readRows();
  Status readComponent(FixedFields &fields, Component &component);
  Status readComponents(MatrixMarketReader &reader);
  Status failNoMemory() const;

  LineReader &lines;
  const ReadOptions &options;
  ElementType type = ElementType::F64;
  /// What a Matrix Market file of this matrix would say.
  MatrixMarketHeader header;
  FortranFormat columnFormat, rowFormat, valueFormat;
  bool hasRightHandSides = false;
  /// Where each column begins, and the row of each entry, from zero on.
  IndexList columns, rows;
};

} // namespace

Status RutherfordBoeingReader::failNoMemory() const {
  return lines.fail(notEnoughMemory("the indices of a matrix of " +
                                        std::to_string(header.numLines) +
                                        " entries",
                                    16.0 * header.numLines),
                    Failure::OutOfMemory);
}

Status RutherfordBoeingReader::nextLine(const std::string &what) {
  return lines.next() ? Status::success()
                      : lines.failAtEnd("expected a line with " + what);
}

/// Reads how many lines each part has, of which only matters whether there are
/// right-hand sides.
Status RutherfordBoeingReader::readCounts() {
  const std::string what = "four or five numbers of lines";
  if (Status status = nextLine(what); status.failed())
    return status;
  TokenReader tokens(lines.line());
  int64_t count = tokens.count();
  for (int64_t i = 0; i < count; ++i) {
    int64_t number;
    if (count < 4 || count > 5 || !tokens.readIndex(number))
      break;
    hasRightHandSides |= i == 4 && number > 0;
  }
  return count >= 4 && tokens.atEnd()
             ? Status::success()
             : lines.fail("expected a line with " + what +
                          "; the second line of a .rb file has them");
}

/// Reads the three letters of the type.
Status RutherfordBoeingReader::readType(TokenReader &tokens) {
  std::string found = tokens.quoted();
  TextRange word = tokens.word();
  std::string letters(word.begin, word.end);
  for (char &c : letters)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  auto fail = [&](const std::string &why) {
    return lines.fail("the type " + found + ": " + why);
  };
  if (letters.size() != 3)
    return fail("expected three letters, as rua");
  static const char fields[] = "rcip";
  static const Field fieldOf[] = {Field::Real, Field::Complex, Field::Integer,
                                  Field::Pattern};
  const char *field = std::strchr(fields, letters[0]);
  if (!field || !*field)
    return fail("expected r, c, i or p (real, complex, integer or pattern) "
                "as the first letter");
  header.field = fieldOf[field - fields];
  static const char symmetries[] = "urshz";
  static const Symmetry symmetryOf[] = {
      Symmetry::General, Symmetry::General, Symmetry::Symmetric,
      Symmetry::Hermitian, Symmetry::SkewSymmetric};
  const char *symmetry = std::strchr(symmetries, letters[1]);
  if (!symmetry || !*symmetry)
    return fail("expected u, r, s, h or z (unsymmetric, rectangular, "
                "symmetric, hermitian or skew-symmetric) as the second letter");
  header.symmetry = symmetryOf[symmetry - symmetries];
  if (letters[2] != 'a')
    return fail("expected an assembled matrix, with a as the third letter");
  // The conjugate of a real number is the number itself.
  if (header.symmetry == Symmetry::Hermitian && header.field != Field::Complex)
    header.symmetry = Symmetry::Symmetric;
  if (header.symmetry == Symmetry::SkewSymmetric &&
      header.field == Field::Pattern)
    return fail("a pattern has no signs, so it cannot be skew-symmetric");
  type = header.field == Field::Integer   ? ElementType::I64
         : header.field == Field::Complex ? ElementType::C128
                                          : ElementType::F64;
  type = options.type.value_or(type);
  if (header.field == Field::Complex && !isComplex(type))
    return lines.fail("the file holds complex numbers, but the tensor is of "
                      "type " +
                      nameOf(type) + "; choose the type complex<f64>");
  return Status::success();
}

Status RutherfordBoeingReader::readTypeAndSizes() {
  Status status = nextLine("the type and the sizes");
  if (status.failed())
    return status;
  TokenReader tokens(lines.line());
  status = readType(tokens);
  if (status.failed())
    return status;
  constexpr int64_t mostEntries = int64_t(1) << 61;
  int64_t sizes[3];
  static const char *const what[] = {
      "the number of rows", "the number of columns", "the number of entries"};
  for (int i = 0; i < 3; ++i) {
    std::string found = tokens.quoted();
    // Twice the number, and one more, have to be numbers as well.
    if (!tokens.readIndex(sizes[i]) || sizes[i] > mostEntries)
      return lines.fail(std::string("expected ") + what[i] + ", got " + found);
  }
  header.dims = {sizes[0], sizes[1]};
  header.numLines = sizes[2];
  if (header.symmetry != Symmetry::General && sizes[0] != sizes[1])
    return lines.fail("only a square matrix can be symmetric, got a " +
                      describeDims(header.dims));
  return Status::success();
}

Status RutherfordBoeingReader::readFormats() {
  if (Status status = nextLine("the formats"); status.failed())
    return status;
  TextRange text = lines.line();
  bool hasFormats = FortranFormat::take(text, columnFormat) &&
                    FortranFormat::take(text, rowFormat) &&
                    columnFormat.letter == 'I' && rowFormat.letter == 'I';
  if (!hasFormats)
    return lines.fail("expected two formats of integers, as (13I6), for the "
                      "columns and the rows");
  if (header.field != Field::Pattern && !FortranFormat::take(text, valueFormat))
    return lines.fail("expected a format of numbers, as (3E26.18), for the "
                      "components");
  return hasRightHandSides ? nextLine("the kind of the right-hand sides")
                           : Status::success();
}

Status RutherfordBoeingReader::readHeader() {
  Status status = nextLine("a title");
  if (status.succeeded())
    status = readCounts();
  if (status.succeeded())
    status = readTypeAndSizes();
  if (status.succeeded())
    status = readFormats();
  return status;
}

/// Reads where columns begin.
Status RutherfordBoeingReader::readColumns() {
  FixedFields fields(lines, columnFormat, header.dims[1] + 1);
  int64_t last = 0;
  for (int64_t i = 0; i <= header.dims[1]; ++i) {
    int64_t place;
    if (Status status = fields.nextIndex("the begin of a column", place);
        status.failed())
      return status;
    --place;
    if (place < last || place > header.numLines || (i == 0 && place != 0))
      return lines.fail("the begins of columns start at 1 and never decrease, "
                        "up to the number of entries plus 1, but here is " +
                        std::to_string(place + 1) + " behind " +
                        std::to_string(last + 1));
    last = place;
    if (!columns.append(place))
      return failNoMemory();
  }
  if (last != header.numLines)
    return lines.fail("expected the last column to end with the last of " +
                      std::to_string(header.numLines) + " entries, got " +
                      std::to_string(last));
  return Status::success();
}

/// Reads the row of each entry.
Status RutherfordBoeingReader::readRows() {
  FixedFields fields(lines, rowFormat, header.numLines);
  for (int64_t i = 0; i < header.numLines; ++i) {
    int64_t row;
    if (Status status = fields.nextIndex("the row of an entry", row);
        status.failed())
      return status;
    if (row < 1 || row > header.dims[0])
      return lines.fail("the row of an entry is " + std::to_string(row) +
                        ", out of range: expected 1 to " +
                        std::to_string(header.dims[0]));
    if (!rows.append(row - 1))
      return failNoMemory();
  }
  return Status::success();
}

Status RutherfordBoeingReader::readComponent(FixedFields &fields,
                                             Component &component) {
  // The parts of a complex number may be on two lines.
  std::string text;
  for (int64_t i = 0; i < numWords(header.field); ++i) {
    TextRange word;
    if (Status status = fields.next("a component", word); status.failed())
      return status;
    text.append(word.begin, word.end) += ' ';
  }
  TokenReader tokens({text.data(), text.data() + text.size()});
  Status status = tokens.readComponent(header.field, type, component);
  return status.failed() ? lines.fail(status.message()) : status;
}

Status RutherfordBoeingReader::readComponents(MatrixMarketReader &reader) {
  FixedFields fields(lines, valueFormat,
                     header.numLines * numWords(header.field));
  for (int64_t column = 0; column < header.dims[1]; ++column)
    for (int64_t i = columns[column]; i < columns[column + 1]; ++i) {
      Component component;
      Status status = readComponent(fields, component);
      const int64_t coordinate[2] = {rows[i], column};
      if (status.succeeded())
        status = reader.addEntry(coordinate, component);
      if (status.failed())
        return status;
    }
  return Status::success();
}

Expected<EntryList> RutherfordBoeingReader::read() {
  if (Status status = readHeader(); status.failed())
    return status;
  MatrixMarketReader reader(lines, header, type, options);
  Status status = reader.chooseModes();
  if (status.succeeded())
    status = readColumns();
  if (status.succeeded())
    status = readRows();
  if (status.succeeded())
    status = readComponents(reader);
  if (status.failed())
    return status;
  return reader.takeEntries();
}

Expected<EntryList>
weft::runtime::readRutherfordBoeing(const std::string &path,
                                    const ReadOptions &options) {
  Expected<LineReader> lines = openLines(path);
  if (lines.failed())
    return lines.takeStatus();
  return RutherfordBoeingReader(*lines, options).read();
}
