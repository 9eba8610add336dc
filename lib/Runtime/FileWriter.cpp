//===- FileWriter.cpp - Tensors to files ----------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The writing half of TensorFile.h: Matrix Market files (NIST's "Matrix Market
// Exchange Formats"; vectors are n x 1 matrices), TACO's extension of them to
// tensors, and FROSTT's coordinate lists.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/TensorFile.h"

#include "InputStream.h"
#include "OutputStream.h"
#include "TypedArray.h"

#include <charconv>

using namespace weft::runtime;

namespace {

/// Puts a line together.
class LineWriter {
public:
  explicit LineWriter(OutputStream &stream) : stream(stream) {}

  template <typename T> void add(T number) {
    separate();
    auto result = std::to_chars(text + length, text + sizeof(text), number);
    length = result.ptr - text;
  }
  template <typename T> void add(std::complex<T> number) {
    add(number.real());
    add(number.imag());
  }
  void add(Half number) { add(static_cast<float>(number)); }
  void add(BFloat16 number) { add(static_cast<float>(number)); }
  void add(Bool number) { add(number ? 1 : 0); }
  void end() {
    text[length++] = '\n';
    stream.write(text, length);
    length = 0;
  }

private:
  /// Separates numbers, and makes room for the next, which has up to 32
  /// characters; a line of a tensor of very high order is written in pieces.
  void separate() {
    if (length > 0)
      text[length++] = ' ';
    if (length + 64 <= static_cast<int64_t>(sizeof(text)))
      return;
    stream.write(text, length - 1);
    text[0] = ' ';
    length = 1;
  }

  OutputStream &stream;
  char text[512];
  int64_t length = 0;
};

/// Writes one tensor.
class TensorWriter {
public:
  TensorWriter(const Tensor &tensor, OutputStream &stream)
      : tensor(tensor), stream(stream), line(stream) {}

  Status writeMatrixMarket(bool asMatrix);
  /// Writes a line for each stored entry: its indices, as many more as asked
  /// for, which are 1, and its value.
  Status writeEntries(int64_t extraIndices = 0);
  void writeFill(const char *comment);

private:
  bool isDense() const;
  void addValue(int64_t position);
  void writeComponents();

  const Tensor &tensor;
  OutputStream &stream;
  LineWriter line;
};

} // namespace

bool TensorWriter::isDense() const {
  for (const Level &level : tensor.format().levels)
    if (level.kind != LevelKind::Dense)
      return false;
  return true;
}

void TensorWriter::addValue(int64_t position) {
  withElementType(tensor.type(), [&](auto zero) {
    line.add(static_cast<const decltype(zero) *>(tensor.values())[position]);
  });
}

Status TensorWriter::writeEntries(int64_t extraIndices) {
  int64_t order = tensor.order(), count = tensor.numStored();
  Buffer memory;
  int64_t bytes;
  if (__builtin_mul_overflow(count, 8 * order, &bytes) ||
      !memory.reserve(bytes))
    return Status::failure(
        notEnoughMemory("a list of " + std::to_string(count) + " entries",
                        8.0 * order * count));
  int64_t *coordinate = reinterpret_cast<int64_t *>(memory.data());
  tensor.coordinates(coordinate);
  for (int64_t i = 0; i < count && !stream.failed(); ++i) {
    for (int64_t mode = 0; mode < order; ++mode)
      line.add(*coordinate++ + 1);
    for (int64_t mode = 0; mode < extraIndices; ++mode)
      line.add(int64_t(1));
    addValue(i);
    line.end();
  }
  return Status::success();
}

/// Writes a line for each component of a dense tensor; the first mode changes
/// fastest, whatever the order of the levels.
void TensorWriter::writeComponents() {
  int64_t order = tensor.order();
  const std::vector<int64_t> &dims = tensor.dims();
  std::vector<int64_t> stride(order), coordinate(order);
  int64_t size = 1;
  for (int64_t l = order - 1; l >= 0; --l) {
    int64_t mode = tensor.format().levels[l].mode;
    stride[mode] = size;
    size *= dims[mode];
  }
  int64_t position = 0;
  for (int64_t i = 0; i < tensor.numStored() && !stream.failed(); ++i) {
    addValue(position);
    line.end();
    for (int64_t mode = 0; mode < order; ++mode) {
      position += stride[mode];
      if (++coordinate[mode] < dims[mode])
        break;
      position -= stride[mode] * dims[mode];
      coordinate[mode] = 0;
    }
  }
}

/// Says in a comment what is not listed, if that is not zero.
void TensorWriter::writeFill(const char *comment) {
  if (tensor.format().fill)
    stream.write(comment + ("components that are not listed are " +
                            toString(*tensor.format().fill) + "\n"));
}

Status TensorWriter::writeMatrixMarket(bool asMatrix) {
  NumberKind kind = kindOf(tensor.type());
  const char *field = kind == NumberKind::Real      ? "real"
                      : kind == NumberKind::Complex ? "complex"
                                                    : "integer";
  // As a matrix, a vector is a column. A scalar in a .ttx file is an entry,
  // since an array of no sizes would have an empty line for them.
  int64_t order = tensor.order();
  int64_t extraModes = asMatrix ? 2 - order : 0;
  bool isArray = isDense() && order + extraModes > 0;
  stream.write(std::string("%%MatrixMarket ") +
               (asMatrix ? "matrix " : "tensor ") +
               (isArray ? "array " : "coordinate ") + field + " general\n");
  if (!isArray)
    writeFill("% ");
  for (int64_t dim : tensor.dims())
    line.add(dim);
  for (int64_t mode = 0; mode < extraModes; ++mode)
    line.add(int64_t(1));
  if (!isArray)
    line.add(tensor.numStored());
  line.end();
  if (!isArray)
    return writeEntries(extraModes);
  writeComponents();
  return Status::success();
}

Status weft::runtime::writeTensor(const Tensor &tensor,
                                  const std::string &path) {
  std::string base = path;
  if (endsWith(base, ".gz") || endsWith(base, ".xz"))
    base.resize(base.size() - 3);
  bool isMatrix = endsWith(base, ".mtx");
  bool isTensor = endsWith(base, ".ttx");
  auto fail = [&](const std::string &why) {
    return Status::failure("cannot write " + path + ": " + why);
  };
  if (!isMatrix && !isTensor && !endsWith(base, ".tns"))
    return fail("unknown file format; expected a name that ends with .mtx, "
                ".ttx or .tns, or one of these and .gz or .xz");
  if (isMatrix && tensor.order() > 2)
    return fail("a .mtx file holds a matrix or a vector, not a " +
                describeDims(tensor.dims()) + "; use .ttx or .tns");
  Expected<OutputStream> stream = OutputStream::open(path);
  if (stream.failed())
    return stream.takeStatus();
  TensorWriter writer(tensor, *stream);
  if (!isMatrix && !isTensor)
    writer.writeFill("# ");
  Status status = isMatrix || isTensor ? writer.writeMatrixMarket(isMatrix)
                                       : writer.writeEntries();
  if (status.failed())
    return fail(status.message());
  return stream->finish();
}
