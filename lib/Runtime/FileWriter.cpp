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

#include "FileWriters.h"
#include "InputStream.h"
#include "TypedArray.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>

using namespace weft::runtime;

namespace {

/// Puts a line together.
class LineWriter {
public:
  explicit LineWriter(OutputStream &stream) : stream(stream) {}

  template <typename T> void add(T number) {
    separate();
    // The sign of a NaN says nothing.
    if (number != number)
      number = std::numeric_limits<T>::quiet_NaN();
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
  /// Writes the order, the number of entries and the sizes.
  void writeSizes();
  /// Writes the fill as a comment, if it is not zero.
  void writeFill(const char *comment);

private:
  /// Whether the tensor stores its entries in the order of the coordinates.
  /// Entries of hash tables are sorted before they are written.
  bool isSorted() const;
  void sortEntries(const int64_t *coordinates, int64_t *numbers) const;
  void addValue(const void *values, int64_t position);
  void writeComponents();

  const Tensor &tensor;
  OutputStream &stream;
  LineWriter line;
};

} // namespace

bool weft::runtime::isDense(const Tensor &tensor) {
  for (const Level &level : tensor.format().levels)
    if (level.kind != LevelKind::Dense)
      return false;
  return !tensor.format().hasParts();
}

void TensorWriter::addValue(const void *values, int64_t position) {
  withElementType(tensor.type(), [&](auto zero) {
    line.add(static_cast<const decltype(zero) *>(values)[position]);
  });
}

bool TensorWriter::isSorted() const {
  for (const Level &level : tensor.format().levels)
    if (level.kind == LevelKind::Hashed)
      return false;
  return true;
}

/// Sorts the numbers of entries by their coordinates in the levels.
void TensorWriter::sortEntries(const int64_t *coordinates,
                               int64_t *numbers) const {
  int64_t order = tensor.order();
  std::iota(numbers, numbers + tensor.numStored(), 0);
  std::sort(numbers, numbers + tensor.numStored(), [&](int64_t a, int64_t b) {
    for (const Level &level : tensor.format().levels) {
      int64_t left = level.coordinateOf(coordinates[a * order + level.mode]);
      int64_t right = level.coordinateOf(coordinates[b * order + level.mode]);
      if (left != right)
        return left < right;
    }
    return false;
  });
}

Status TensorWriter::writeEntries(int64_t extraIndices) {
  int64_t order = tensor.order(), count = tensor.numStored();
  int64_t coordinateBytes = 8 * order, valueBytes = sizeOf(tensor.type());
  Buffer coordinates, values, sorted;
  int64_t bytes;
  if (__builtin_mul_overflow(count, coordinateBytes, &bytes) ||
      !coordinates.reserve(bytes) || !values.reserve(count * valueBytes) ||
      (!isSorted() && !sorted.reserve(count * 8)))
    return Status::outOfMemory(
        notEnoughMemory("a list of " + std::to_string(count) + " entries",
                        1.0 * (coordinateBytes + valueBytes) * count));
  int64_t *listed = reinterpret_cast<int64_t *>(coordinates.data());
  tensor.entries(listed, values.data());
  int64_t *numbers = reinterpret_cast<int64_t *>(sorted.data());
  if (!isSorted())
    sortEntries(listed, numbers);
  for (int64_t next = 0; next < count && !stream.failed(); ++next) {
    int64_t i = numbers ? numbers[next] : next;
    for (int64_t mode = 0; mode < order; ++mode)
      line.add(listed[i * order + mode] + 1);
    for (int64_t mode = 0; mode < extraIndices; ++mode)
      line.add(int64_t(1));
    addValue(values.data(), i);
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
    addValue(tensor.values(), position);
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

void TensorWriter::writeSizes() {
  line.add(tensor.order());
  line.add(tensor.numStored());
  line.end();
  for (int64_t size : tensor.dims())
    line.add(size);
  line.end();
}

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
  bool isArray = isDense(tensor) && order + extraModes > 0;
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

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

static Status writeMatrix(const Tensor &tensor, OutputStream &stream) {
  return TensorWriter(tensor, stream).writeMatrixMarket(/*asMatrix=*/true);
}

static Status writeAnyTensor(const Tensor &tensor, OutputStream &stream) {
  return TensorWriter(tensor, stream).writeMatrixMarket(/*asMatrix=*/false);
}

static Status writeFrostt(const Tensor &tensor, OutputStream &stream) {
  TensorWriter writer(tensor, stream);
  writer.writeFill("# ");
  return writer.writeEntries();
}

namespace {
/// A format of files.
struct FileFormat {
  const char *suffix;
  Status (*write)(const Tensor &tensor, OutputStream &stream);
  /// Whether the file may be compressed as a whole.
  bool canBeCompressed;
};
} // namespace

static const FileFormat fileFormats[] = {
    {".mtx", writeMatrix, true},   {".ttx", writeAnyTensor, true},
    {".tns", writeFrostt, true},   {".rb", writeRutherfordBoeing, true},
    {".npy", writeNumpy, true},    {".npz", writeNumpyArchive, false},
    {".h5", writeBinsparse, false}};

Status weft::runtime::printTensor(const Tensor &tensor) {
  Expected<OutputStream> stream = OutputStream::openStandardOutput();
  if (stream.failed())
    return stream.takeStatus();
  TensorWriter writer(tensor, *stream);
  stream->write("# extended FROSTT format\n");
  writer.writeFill("# ");
  writer.writeSizes();
  if (Status status = writer.writeEntries(); status.failed())
    return status.prefixed("cannot write to the standard output: ");
  return stream->finish();
}

Status weft::runtime::writeTensor(const Tensor &tensor,
                                  const std::string &path) {
  std::string base = path;
  bool isCompressed = endsWith(base, ".gz") || endsWith(base, ".xz");
  if (isCompressed)
    base.resize(base.size() - 3);
  auto fail = [&](const std::string &why) {
    return Status::failure("cannot write " + path + ": " + why);
  };
  const FileFormat *format = nullptr;
  for (const FileFormat &known : fileFormats)
    if (endsWith(base, known.suffix) &&
        (known.canBeCompressed || !isCompressed))
      format = &known;
  if (!format)
    return fail("unknown file format; expected a name that ends with " +
                describeFileNames());
  if (format->write == writeMatrix && tensor.order() > 2)
    return fail("a .mtx file holds a matrix or a vector, not a " +
                describeDims(tensor.dims()) + "; use .ttx or .tns");
  Expected<OutputStream> stream = OutputStream::open(path);
  if (stream.failed())
    return stream.takeStatus();
  if (Status status = format->write(tensor, *stream); status.failed())
    return status.prefixed("cannot write " + path + ": ");
  return stream->finish();
}
