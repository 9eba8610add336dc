//===- MatrixMarketReader.cpp - Matrix Market files (.mtx, .ttx) ----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the entries of a Matrix Market file after its head, expanding
// symmetries. The number of entries that the head promises is checked, but no
// memory is taken on its word.
//
//===----------------------------------------------------------------------===//

#include "FileReaders.h"
#include "MatrixMarketHeader.h"
#include "PlainLines.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

using namespace weft::runtime;

namespace {

/// Reads one file.
class MatrixMarketReader {
public:
  MatrixMarketReader(LineReader &lines, const MatrixMarketHeader &header,
                     ElementType type)
      : lines(lines), header(header), entries(type, 0) {}

  Status chooseModes(const ReadOptions &options);
  Status readEntries();
  Status readComponents();
  EntryList takeEntries() { return std::move(entries); }

private:
  Triangle getTriangle() const;
  bool readPlain(int64_t *coordinate);
  Status readLine(int64_t *coordinate);
  Status readComponent(TokenReader &tokens);
  Status add(const int64_t *coordinate);
  Status addExpanded(const int64_t *coordinate);
  Status checkTriangle(const int64_t *coordinate);
  Status checkDiagonal();
  Status failCount(int64_t found);

  LineReader &lines;
  const MatrixMarketHeader &header;
  EntryList entries;
  Component component;
  Component background;
  /// The sizes that indices must respect: those of the file and those asked
  /// for.
  std::vector<int64_t> limits;
  /// The modes of the file that are modes of the tensor too.
  std::vector<int64_t> keptModes;
  std::vector<int64_t> kept;
  bool noteLines = false;
  /// Whether a line is one entry, or two with the one across the diagonal,
  /// which are added in the end.
  bool isDirect = false;
  /// What reads most lines, if numbers are real and of 64 bits.
  std::optional<PlainLines> plain;
};

} // namespace

/// Which entries the file lists.
Triangle MatrixMarketReader::getTriangle() const {
  return header.symmetry == Symmetry::General         ? Triangle::All
         : header.symmetry == Symmetry::SkewSymmetric ? Triangle::StrictlyLower
                                                      : Triangle::Lower;
}

/// Decides which of the file's modes make the tensor, and its sizes.
Status MatrixMarketReader::chooseModes(const ReadOptions &options) {
  int64_t fileOrder = header.dims.size();
  int64_t order = options.order  ? *options.order
                  : options.dims ? static_cast<int64_t>(options.dims->size())
                                 : fileOrder;
  for (int64_t mode = 0; mode < fileOrder; ++mode)
    keptModes.push_back(mode);
  // A column or a row may serve as a vector, and a 1 x 1 matrix as a scalar.
  for (int64_t mode = fileOrder - 1; mode >= 0; --mode) {
    bool isExtra = static_cast<int64_t>(keptModes.size()) > order;
    if (isExtra && fileOrder == 2 && header.dims[mode] == 1)
      keptModes.erase(keptModes.begin() + mode);
  }
  if (static_cast<int64_t>(keptModes.size()) != order)
    return lines.fail("expected a tensor of order " + std::to_string(order) +
                      ", got a " + describeDims(header.dims));

  noteLines = options.noteLines;
  bool isReal = entries.type() == ElementType::F64 &&
                (header.field == Field::Real || header.field == Field::Pattern);
  isDirect = (header.symmetry == Symmetry::General || isReal) && !noteLines &&
             static_cast<int64_t>(keptModes.size()) == fileOrder;
  background = Component();
  // What does not fit is no component either, and is refused later.
  storeNumber(options.background, entries.type(), background.bytes);
  limits = header.dims;
  entries = EntryList(entries.type(), order);
  kept.resize(order);
  for (int64_t i = 0; i < order; ++i) {
    int64_t fileDim = header.dims[keptModes[i]];
    int64_t dim = options.dims ? (*options.dims)[i] : fileDim;
    if (header.isArray && dim < fileDim)
      return lines.fail("the file lists " + std::to_string(fileDim) +
                        " components along mode " + std::to_string(i + 1) +
                        ", which has the size " + std::to_string(dim));
    entries.dims.push_back(dim);
    limits[keptModes[i]] = std::min(fileDim, dim);
  }
  if (isReal)
    plain.emplace(limits, header.field != Field::Pattern, getTriangle());
  return Status::success();
}

Status MatrixMarketReader::failCount(int64_t found) {
  bool isOne = header.numLines == 1;
  const char *what = header.isArray ? (isOne ? " component" : " components")
                                    : (isOne ? " entry" : " entries");
  std::string expected = "expected " + std::to_string(header.numLines) + what;
  if (found > header.numLines)
    return lines.fail(expected + ", but here is another line");
  return lines.failAtEnd(expected + ", got " + std::to_string(found) +
                         "; is the file complete?");
}

Status MatrixMarketReader::readComponent(TokenReader &tokens) {
  Status status = tokens.readComponent(header.field, entries.type(), component);
  if (status.failed())
    return lines.fail(status.message());
  return expectLineEnd(lines, tokens);
}

Status MatrixMarketReader::add(const int64_t *coordinate) {
  for (size_t i = 0; i < keptModes.size(); ++i)
    kept[i] = coordinate[keptModes[i]];
  if (entries.append(kept.data(), component.bytes) &&
      (!noteLines || entries.appendLine(lines.lineNumber())))
    return Status::success();
  return failNoMemory(lines, entries);
}

/// The number across the diagonal of one in a matrix with a symmetry.
static Number mirror(Number number, Symmetry symmetry) {
  if (symmetry == Symmetry::SkewSymmetric) {
    number.isNegative = !number.isNegative;
    number.real = -number.real;
  }
  if (symmetry != Symmetry::Symmetric)
    number.imaginary = -number.imaginary;
  return number;
}

/// Adds an entry and the one across the diagonal that it implies.
Status MatrixMarketReader::addExpanded(const int64_t *coordinate) {
  Status status = add(coordinate);
  if (status.failed() || header.symmetry == Symmetry::General)
    return status;
  if (coordinate[0] == coordinate[1])
    return checkDiagonal();
  if (header.symmetry != Symmetry::Symmetric) {
    Number number =
        mirror(loadNumber(entries.type(), component.bytes), header.symmetry);
    if (!storeNumber(number, entries.type(), component.bytes))
      return lines.fail("the value across the diagonal, " + toString(number) +
                        ", does not fit " + nameOf(entries.type()));
  }
  int64_t mirrored[2] = {coordinate[1], coordinate[0]};
  return add(mirrored);
}

/// Fails if a symmetric file must not have an entry at the coordinate.
Status MatrixMarketReader::checkTriangle(const int64_t *coordinate) {
  if (header.symmetry == Symmetry::General || coordinate[0] > coordinate[1])
    return Status::success();
  if (coordinate[0] < coordinate[1])
    return lines.fail("the entry lies above the diagonal; a symmetric file "
                      "lists the lower triangle only");
  if (header.symmetry == Symmetry::SkewSymmetric)
    return lines.fail("the entry lies on the diagonal, which is zero in a "
                      "skew-symmetric matrix");
  return Status::success();
}

/// Fails if the component on the diagonal of a hermitian matrix is not real.
Status MatrixMarketReader::checkDiagonal() {
  Number number = loadNumber(entries.type(), component.bytes);
  bool isReal = number.imaginary == 0 || std::isnan(number.real) ||
                std::isnan(number.imaginary);
  if (isReal || header.symmetry != Symmetry::Hermitian)
    return Status::success();
  return lines.fail("the diagonal of a hermitian matrix is real, but this "
                    "component has an imaginary part");
}

/// Goes to the next line if it is as almost all lines are, and reads it. False,
/// where it was, for all others, for which there may be a message.
bool MatrixMarketReader::readPlain(int64_t *coordinate) {
  if (!plain)
    return false;
  double value;
  const char *behind = plain->read(lines.wholeLines(), coordinate, value);
  if (!behind)
    return false;
  std::memcpy(component.bytes, &value, sizeof(value));
  lines.skipTo(behind);
  return true;
}

/// Reads the line of an entry.
Status MatrixMarketReader::readLine(int64_t *coordinate) {
  TokenReader tokens(lines.line());
  Status status = readCoordinate(lines, tokens, limits, coordinate);
  return status.failed() ? status : readComponent(tokens);
}

/// Reads the lines of a `coordinate` file.
Status MatrixMarketReader::readEntries() {
  std::vector<int64_t> coordinate(header.dims.size());
  int64_t count = 0;
  while (true) {
    if (plain && isDirect)
      count += plain->append(lines, entries, header.numLines - count);
    bool wasPlain = readPlain(coordinate.data());
    if (!wasPlain && !lines.nextSkipping('%'))
      break;
    if (++count > header.numLines)
      return failCount(count);
    // What is assigned has to be destroyed first, which takes time here.
    if (!wasPlain)
      if (Status status = readLine(coordinate.data()); status.failed())
        return status;
    if (Status status = checkTriangle(coordinate.data()); status.failed())
      return status;
    if (isDirect) {
      if (!entries.append(coordinate.data(), component.bytes))
        return failNoMemory(lines, entries);
      continue;
    }
    if (Status status = addExpanded(coordinate.data()); status.failed())
      return status;
  }
  if (lines.status().failed() || count < header.numLines)
    return failCount(count);
  if (isDirect && header.symmetry != Symmetry::General &&
      !entries.mirror(header.symmetry == Symmetry::SkewSymmetric))
    return failNoMemory(lines, entries);
  return Status::success();
}

/// Reads the lines of an `array` file: the first mode changes fastest.
Status MatrixMarketReader::readComponents() {
  int64_t order = header.dims.size();
  std::vector<int64_t> coordinate(order);
  bool isSkew = header.symmetry == Symmetry::SkewSymmetric;
  // Where a column of a symmetric matrix begins: on or below the diagonal.
  auto skipToTriangle = [&] {
    if (header.symmetry != Symmetry::General)
      coordinate[0] = coordinate[1] + isSkew;
  };
  skipToTriangle();
  int64_t size = sizeOf(entries.type());
  int64_t count = 0;
  while (lines.nextSkipping('%')) {
    if (++count > header.numLines)
      return failCount(count);
    TokenReader tokens(lines.line());
    Status status = readComponent(tokens);
    // A component with other bits than the background is an entry; a scalar is
    // one in any case.
    bool isEntry = keptModes.empty() ||
                   std::memcmp(component.bytes, background.bytes, size) != 0;
    if (status.succeeded() && isEntry)
      status = addExpanded(coordinate.data());
    if (status.failed())
      return status;
    for (int64_t mode = 0; mode < order; ++mode) {
      if (++coordinate[mode] < header.dims[mode])
        break;
      coordinate[mode] = 0;
    }
    bool isNewColumn = order == 2 && coordinate[0] == 0;
    if (isNewColumn)
      skipToTriangle();
  }
  if (lines.status().failed() || count < header.numLines)
    return failCount(count);
  return Status::success();
}

Expected<EntryList>
weft::runtime::readMatrixMarket(LineReader &lines, const ReadOptions &options) {
  Expected<MatrixMarketHeader> header = MatrixMarketHeader::read(lines);
  if (header.failed())
    return header.takeStatus();
  ElementType type = header->field == Field::Integer   ? ElementType::I64
                     : header->field == Field::Complex ? ElementType::C128
                                                       : ElementType::F64;
  if (options.type)
    type = *options.type;
  if (header->field == Field::Complex && !isComplex(type))
    return lines.failInHeader(
        "the file holds complex numbers, but the tensor is "
        "of type " +
        nameOf(type) + "; choose the type complex<f64>");

  MatrixMarketReader reader(lines, *header, type);
  Status status = reader.chooseModes(options);
  if (status.succeeded())
    status = header->isArray ? reader.readComponents() : reader.readEntries();
  if (status.failed())
    return status;
  return reader.takeEntries();
}
