//===- RutherfordBoeingWriter.cpp - Matrices by columns (.rb) -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a matrix, or a vector as a column, of which no symmetry is known. Real
// numbers have as many digits as reading them back exactly takes.
//
//===----------------------------------------------------------------------===//

#include "ConvertedTensor.h"
#include "FileWriters.h"
#include "TypedArray.h"

#include <algorithm>
#include <charconv>
#include <limits>

using namespace weft::runtime;

namespace {

/// Writes numbers to columns, several on a line.
class FieldWriter {
public:
  FieldWriter(OutputStream &stream, int64_t perLine, int64_t width)
      : stream(stream), perLine(perLine), width(width) {}

  template <typename T> void add(T number) {
    char digits[64];
    char *end = digits;
    if constexpr (IsComplex<T>::value) {
      add(number.real());
      return add(number.imag());
    } else if constexpr (std::is_same_v<T, Bool>) {
      return add(number ? 1 : 0);
    } else if constexpr (std::is_integral_v<T>) {
      end = std::to_chars(digits, digits + sizeof(digits), number).ptr;
    } else {
      // The sign of a NaN says nothing.
      double real = static_cast<double>(number);
      if (real != real)
        real = std::numeric_limits<double>::quiet_NaN();
      end = std::to_chars(digits, digits + sizeof(digits), real,
                          std::chars_format::scientific, 16)
                .ptr;
    }
    line.append(width - (end - digits), ' ').append(digits, end);
    if (++count == perLine)
      endLine();
  }
  /// Ends the last line.
  void finish() {
    if (count > 0)
      endLine();
  }

private:
  void endLine() {
    line += '\n';
    stream.write(line);
    line.clear();
    count = 0;
  }

  OutputStream &stream;
  int64_t perLine, width;
  std::string line;
  int64_t count = 0;
};

} // namespace

/// A text with spaces behind it, or a number behind spaces.
static std::string pad(std::string text, size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}
static std::string pad(int64_t number, size_t width) {
  std::string text = std::to_string(number);
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

static int64_t countLines(int64_t count, int64_t perLine) {
  return count / perLine + (count % perLine != 0);
}

namespace {

/// A matrix by columns, and how its numbers are laid out.
class MatrixWriter {
public:
  MatrixWriter(const Tensor &matrix, int64_t numColumns, OutputStream &stream)
      : matrix(matrix), stream(stream), numRows(matrix.dims()[0]),
        numColumns(numColumns), numEntries(matrix.numStored()) {
    int64_t largest = std::max(numEntries + 1, numRows);
    indexWidth = 1 + static_cast<int64_t>(std::to_string(largest).size());
    indicesPerLine = kLine / indexWidth;
  }

  void writeHeader();
  void writeIndices(const weft_array &array);
  void writeComponents();

private:
  /// Lines have 80 columns.
  static constexpr int64_t kLine = 80;
  static constexpr int64_t kNumbersPerLine = 3, kNumberWidth = 26;

  const Tensor &matrix;
  OutputStream &stream;
  int64_t numRows, numColumns, numEntries;
  int64_t indexWidth, indicesPerLine;
};

} // namespace

void MatrixWriter::writeHeader() {
  NumberKind kind = kindOf(matrix.type());
  bool isComplex = kind == NumberKind::Complex;
  bool isReal = kind == NumberKind::Real || isComplex;
  int64_t lines[] = {
      countLines(numColumns + 1, indicesPerLine),
      countLines(numEntries, indicesPerLine),
      countLines(isComplex ? 2 * numEntries : numEntries, kNumbersPerLine)};
  std::string indexFormat = "(" + std::to_string(indicesPerLine) + "I" +
                            std::to_string(indexWidth) + ")";
  stream.write(pad("written by Weft", 72) + pad("weft", 8) + "\n");
  stream.write(pad(lines[0] + lines[1] + lines[2], 14) + pad(lines[0], 14) +
               pad(lines[1], 14) + pad(lines[2], 14) + "\n");
  stream.write(std::string(isComplex ? "c"
                           : isReal  ? "r"
                                     : "i") +
               (numRows == numColumns ? "ua" : "ra") + std::string(11, ' ') +
               pad(numRows, 14) + pad(numColumns, 14) + pad(numEntries, 14) +
               pad(0, 14) + "\n");
  stream.write(pad(indexFormat, 16) + pad(indexFormat, 16) +
               pad(isReal ? "(3E26.16)" : "(3I26)", 20) + "\n");
}

/// Writes positions or coordinates, which count from one in files.
void MatrixWriter::writeIndices(const weft_array &array) {
  auto *numbers = static_cast<const int64_t *>(array.data);
  FieldWriter fields(stream, indicesPerLine, indexWidth);
  for (int64_t i = 0; i < array.length && !stream.failed(); ++i)
    fields.add(numbers[i] + 1);
  fields.finish();
}

void MatrixWriter::writeComponents() {
  FieldWriter fields(stream, kNumbersPerLine, kNumberWidth);
  withElementType(matrix.type(), [&](auto zero) {
    auto *values = static_cast<const decltype(zero) *>(matrix.values());
    for (int64_t i = 0; i < numEntries && !stream.failed(); ++i)
      fields.add(values[i]);
  });
  fields.finish();
}

Status weft::runtime::writeRutherfordBoeing(const Tensor &tensor,
                                            OutputStream &stream) {
  if (tensor.order() < 1 || tensor.order() > 2)
    return Status::failure("a .rb file holds a matrix or a vector, not a " +
                           describeDims(tensor.dims()) + "; use .ttx or .tns");
  if (Status status = checkNoFill(tensor); status.failed())
    return status;
  // The header has 14 columns for each size.
  constexpr int64_t most = 9999999999999;
  for (int64_t dim : tensor.dims())
    if (dim > most)
      return Status::failure("the sizes of a .rb file have 13 digits at most, "
                             "got " +
                             std::to_string(dim) + "; use .mtx");
  Format format;
  if (tensor.order() == 1)
    format.levels = {{LevelKind::Compressed, true, true, 0}};
  else
    format.levels = {{LevelKind::Dense, true, true, 1},
                     {LevelKind::Compressed, true, true, 0}};
  format.setPositionBits(64);
  format.setCoordinateBits(64);
  Expected<ConvertedTensor> matrix = ConvertedTensor::convert(tensor, format);
  if (matrix.failed())
    return matrix.takeStatus();
  const std::vector<weft_array> &arrays = matrix->get().arrays();
  MatrixWriter writer(matrix->get(), tensor.order() == 1 ? 1 : tensor.dims()[1],
                      stream);
  writer.writeHeader();
  writer.writeIndices(arrays[0]);
  writer.writeIndices(arrays[1]);
  writer.writeComponents();
  return Status::success();
}
