//===- MatrixMarketArray.cpp - Arrays in Matrix Market files --------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the components of an `array` file, the first mode of which changes
// fastest; of a matrix with a symmetry, the lower triangle. NIST leaves the
// diagonal of a skew-symmetric matrix out, and older versions of SciPy list its
// zeros: the number of lines tells the two apart.
//
//===----------------------------------------------------------------------===//

#include "MatrixMarketReader.h"

#include <cstring>

using namespace weft::runtime;

Status MatrixMarketReader::readComponents() {
  if (isSkew())
    return readTriangle();
  int64_t order = header.dims.size();
  std::vector<int64_t> coordinate(order);
  int64_t count = 0;
  while (lines.nextSkipping('%')) {
    if (++count > header.numLines)
      return failCount(count);
    TokenReader tokens(lines.line());
    Status status = readComponent(tokens);
    bool isSquare = header.symmetry != Symmetry::General;
    if (status.succeeded() && isSquare && coordinate[0] == coordinate[1])
      status = checkDiagonal();
    if (status.succeeded())
      status = addExpanded(coordinate.data());
    if (status.failed())
      return status;
    for (int64_t mode = 0; mode < order; ++mode) {
      if (++coordinate[mode] < header.dims[mode])
        break;
      coordinate[mode] = 0;
    }
    // A column of a symmetric matrix begins on the diagonal.
    if (isSquare && coordinate[0] == 0)
      coordinate[0] = coordinate[1];
  }
  if (lines.status().failed() || count < header.numLines)
    return failCount(count);
  return Status::success();
}

/// Reads the components of a skew-symmetric matrix, and adds them when it is
/// known how many there are.
Status MatrixMarketReader::readTriangle() {
  EntryList components(entries.type(), 0);
  // The sizes are those of an array with fewer than 2^63 components.
  int64_t longCount = header.numLines + header.dims[0];
  while (lines.nextSkipping('%')) {
    TokenReader tokens(lines.line());
    if (components.size() == longCount)
      return failCount(longCount + 1);
    if (Status status = readComponent(tokens); status.failed())
      return status;
    if (!components.append(nullptr, component.bytes) ||
        !components.appendLine(lines.lineNumber()))
      return failNoMemory(lines, components);
  }
  bool hasDiagonal = components.size() == longCount;
  if (lines.status().failed() ||
      (components.size() != header.numLines && !hasDiagonal))
    return failCount(components.size());
  return addTriangle(components.view(), hasDiagonal);
}

Status MatrixMarketReader::addTriangle(const EntryView &listed,
                                       bool hasDiagonal) {
  int64_t size = sizeOf(entries.type());
  auto *values = static_cast<const char *>(listed.values);
  int64_t next = 0;
  for (int64_t column = 0; column < header.dims[1]; ++column)
    for (int64_t row = column; row < header.dims[0]; ++row) {
      component = Component();
      bool isDiagonal = row == column;
      if (!isDiagonal || hasDiagonal) {
        lines.setLine(listed.lines[next]);
        std::memcpy(component.bytes, values + next++ * size, size);
      }
      Status status = isDiagonal ? checkDiagonal() : Status::success();
      int64_t coordinate[2] = {row, column};
      if (status.succeeded())
        status = addExpanded(coordinate);
      if (status.failed())
        return status;
    }
  return Status::success();
}
