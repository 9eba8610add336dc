//===- MatrixMarketReader.h - The lines of Matrix Market files --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lists of entries (`coordinate`) and lists of all components (`array`)
// share: the components, and what symmetries imply.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_MATRIXMARKETREADER_H
#define WEFT_LIB_RUNTIME_MATRIXMARKETREADER_H

#include "FileReaders.h"
#include "MatrixMarketHeader.h"
#include "PlainLines.h"

#include <optional>

namespace weft {
namespace runtime {

/// Reads the lines of one file.
class MatrixMarketReader {
public:
  MatrixMarketReader(LineReader &lines, const MatrixMarketHeader &header,
                     ElementType type, const ReadOptions &options)
      : lines(lines), header(header), options(options), entries(type, 0) {}

  Status chooseModes();
  /// Reads a `coordinate` file.
  Status readEntries();
  /// Reads an `array` file.
  Status readComponents();
  /// Adds an entry of a matrix that lies in another file, and the one across
  /// the diagonal that it implies.
  Status addEntry(const int64_t *coordinate, const Component &listedComponent);
  EntryList takeEntries() { return std::move(entries); }

private:
  bool isSkew() const { return header.symmetry == Symmetry::SkewSymmetric; }
  bool readPlain(int64_t *coordinate);
  Status readLine(int64_t *coordinate);
  Status readComponent(TokenReader &tokens);
  Status add(const int64_t *coordinate);
  Status addExpanded(const int64_t *coordinate);
  /// Fails if a file with a symmetry must not have an entry at a coordinate,
  /// and finds out which triangle it lists.
  Status checkTriangle(const int64_t *coordinate);
  Status checkDiagonal();
  Status failCount(int64_t found);
  Status readTriangle();
  /// Adds the components of a skew-symmetric array, which were listed one after
  /// the other, with those on the diagonal or without.
  Status addTriangle(const EntryView &listed, bool hasDiagonal);

  LineReader &lines;
  const MatrixMarketHeader &header;
  const ReadOptions &options;
  EntryList entries;
  Component component;
  Component background;
  /// The sizes that indices must respect: those of the file and those asked
  /// for.
  std::vector<int64_t> limits;
  /// The modes of the file that are modes of the tensor too.
  std::vector<int64_t> keptModes;
  std::vector<int64_t> kept;
  /// Whether a line is one entry, or two with the one across the diagonal,
  /// which are added in the end.
  bool isDirect = false;
  /// What reads most lines, if numbers are real and of 64 bits, and as soon as
  /// it is known which triangle a file lists.
  std::optional<PlainLines> plain;
  bool isReal = false;
  /// Which triangle of a matrix with a symmetry is listed, and the line that
  /// says so; All as long as no line does.
  Triangle listed = Triangle::All;
  int64_t triangleLine = 0;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_MATRIXMARKETREADER_H
