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

#include "MatrixMarketReader.h"

#include "FileModes.h"

#include <cmath>
#include <cstring>

using namespace weft::runtime;

/// Decides which of the file's modes make the tensor, and its sizes.
Status MatrixMarketReader::chooseModes() {
  Expected<FileModes> modes =
      FileModes::choose(header.dims, header.isArray, options);
  if (modes.failed())
    return lines.fail(modes.message());
  isReal = entries.type() == ElementType::F64 &&
           (header.field == Field::Real || header.field == Field::Pattern);
  isDirect = (header.symmetry == Symmetry::General || isReal) &&
             !options.noteLines && modes->kept.size() == header.dims.size();
  background = Component();
  // What does not fit is no component either, and is refused later.
  storeNumber(options.background, entries.type(), background.bytes);
  keptModes = modes->kept;
  limits = modes->limits;
  entries = EntryList(entries.type(), keptModes.size());
  entries.dims = modes->dims;
  kept.resize(keptModes.size());
  if (isReal && header.symmetry == Symmetry::General)
    plain.emplace(limits, header.field != Field::Pattern, Triangle::All,
                  firstIndex(options));
  return Status::success();
}

Status MatrixMarketReader::failCount(int64_t found) {
  int64_t most = header.numLines;
  bool isOne = most == 1;
  const char *what = header.isArray ? (isOne ? " component" : " components")
                                    : (isOne ? " entry" : " entries");
  std::string expected = "expected " + std::to_string(most) + what;
  if (header.isArray && isSkew()) {
    most += header.dims[0];
    expected += ", or " + std::to_string(most) + " with the diagonal";
  }
  if (found > most)
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
  // Of an array, a component with other bits than the background is an entry; a
  // scalar is one in any case.
  if (header.isArray && !keptModes.empty() &&
      std::memcmp(component.bytes, background.bytes, sizeOf(entries.type())) ==
          0)
    return Status::success();
  for (size_t i = 0; i < keptModes.size(); ++i)
    kept[i] = coordinate[keptModes[i]];
  if (entries.append(kept.data(), component.bytes) &&
      (!options.noteLines || entries.appendLine(lines.lineNumber())))
    return Status::success();
  return failNoMemory(lines, entries);
}

Number weft::runtime::mirror(Number number, Symmetry symmetry) {
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
  if (status.failed() || header.symmetry == Symmetry::General ||
      options.keepsTriangle)
    return status;
  if (coordinate[0] == coordinate[1])
    return status;
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

Status MatrixMarketReader::addEntry(const int64_t *coordinate,
                                    const Component &listedComponent) {
  component = listedComponent;
  for (int mode = 0; mode < 2; ++mode)
    if (coordinate[mode] >= limits[mode])
      return lines.fail("the index " + std::to_string(coordinate[mode] + 1) +
                        " of an entry is out of range: expected 1 to " +
                        std::to_string(limits[mode]));
  Status status = checkTriangle(coordinate);
  return status.failed() ? status : addExpanded(coordinate);
}

Status MatrixMarketReader::checkTriangle(const int64_t *coordinate) {
  if (header.symmetry == Symmetry::General)
    return Status::success();
  if (coordinate[0] == coordinate[1])
    return checkDiagonal();
  bool isLower = coordinate[0] > coordinate[1];
  if (listed == Triangle::All) {
    listed = isSkew()
                 ? isLower ? Triangle::StrictlyLower : Triangle::StrictlyUpper
             : isLower ? Triangle::Lower
                       : Triangle::Upper;
    triangleLine = lines.lineNumber();
    if (isReal)
      plain.emplace(limits, header.field != Field::Pattern, listed,
                    firstIndex(options));
  }
  bool listsLower =
      listed == Triangle::Lower || listed == Triangle::StrictlyLower;
  if (isLower == listsLower)
    return Status::success();
  std::string here = isLower ? "below" : "above";
  std::string there = isLower ? "above" : "below";
  return lines.fail("the entry lies " + here + " the diagonal, but line " +
                    std::to_string(triangleLine) + " lists one " + there +
                    " it; a file with a symmetry lists one triangle");
}

/// Fails if the component cannot be on the diagonal.
Status MatrixMarketReader::checkDiagonal() {
  Number number = loadNumber(entries.type(), component.bytes);
  if (isSkew() && !(number == Number()))
    return lines.fail("the entry lies on the diagonal, which is zero in a "
                      "skew-symmetric matrix");
  bool hasImaginaryPart = number.imaginary != 0 && !std::isnan(number.real) &&
                          !std::isnan(number.imaginary);
  if (header.symmetry == Symmetry::Hermitian && hasImaginaryPart)
    return lines.fail("the diagonal of a hermitian matrix is real, but this "
                      "component has an imaginary part");
  return Status::success();
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
  Status status =
      readCoordinate(lines, tokens, limits, firstIndex(options), coordinate);
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
      !options.keepsTriangle && !entries.mirror(isSkew()))
    return failNoMemory(lines, entries);
  return Status::success();
}

Expected<EntryList>
weft::runtime::readMatrixMarket(const std::string &path,
                                const ReadOptions &options) {
  Expected<LineReader> opened = openLines(path);
  if (opened.failed())
    return opened.takeStatus();
  LineReader &lines = *opened;
  Expected<MatrixMarketHeader> header = MatrixMarketHeader::read(lines);
  if (header.failed())
    return header.takeStatus();
  ElementType type = options.type.value_or(header->type);
  if (header->field == Field::Complex && !isComplex(type))
    return lines.failInHeader(
        "the file holds complex numbers, but the tensor is "
        "of type " +
        nameOf(type) + "; choose the type complex<f64>");

  MatrixMarketReader reader(lines, *header, type, options);
  Status status = reader.chooseModes();
  if (status.succeeded())
    status = header->isArray ? reader.readComponents() : reader.readEntries();
  if (status.failed())
    return status;
  return reader.takeEntries();
}
