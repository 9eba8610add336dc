//===- BinsparseReader.cpp - Sparse tensors in HDF5 (.h5) -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a file of the binsparse specification: a descriptor and, by format, the
// arrays pointers_to_1, indices_0, indices_1 and values.
//
//===----------------------------------------------------------------------===//

#include "Binsparse.h"

#include "BinsparseDescriptor.h"
#include "FileEntries.h"
#include "FileSegments.h"
#include "Hdf5File.h"

#include <cmath>

using namespace weft::runtime;

namespace {

/// Reads one file.
class BinsparseReader {
public:
  BinsparseReader(const Hdf5File &file, const BinsparseDescriptor &descriptor,
                  const ReadOptions &options)
      : file(file), descriptor(descriptor), options(options),
        entries(descriptor.values.type, options) {}

  Expected<EntryList> read();

private:
  bool isDense() const {
    return descriptor.format == "DVEC" || descriptor.format == "DMATR" ||
           descriptor.format == "DMATC";
  }
  bool hasColumns() const { return descriptor.format.back() == 'C'; }
  Status readValues();
  Status checkFill() const;
  Expected<Hdf5Array> readIndices(const std::string &name) const;
  Status readDense();
  Status readVector();
  Status readCoordinates();
  Status readSegments(bool isDoubly);
  const char *value(int64_t position) const;
  Status add(int64_t row, int64_t column, int64_t position);
  Status addMirrored(const int64_t *coordinate, const char *element);

  const Hdf5File &file;
  const BinsparseDescriptor &descriptor;
  const ReadOptions &options;
  FileEntries entries;
  Hdf5Array values;
};

} // namespace

const char *BinsparseReader::value(int64_t position) const {
  int64_t place = descriptor.values.isIso ? 0 : position;
  return values.elements.data() + place * sizeOf(descriptor.values.type);
}

/// Fails unless an array is of the type that the descriptor states, of which
/// complex numbers have the parts, and truth values are bytes.
static Status checkType(const std::string &name, const Hdf5Array &array,
                        ElementType type) {
  bool isByte = sizeOf(array.type) == 1;
  bool fits = type == ElementType::C64    ? array.type == ElementType::F32
              : type == ElementType::C128 ? array.type == ElementType::F64
              : type == ElementType::Bool ? isByte
                                          : array.type == type;
  if (fits)
    return Status::success();
  return failInArray(name, "expected " + getBinsparseName(type) +
                               ", as the descriptor says, got " +
                               nameOf(array.type));
}

Status BinsparseReader::readValues() {
  const BinsparseType &type = descriptor.values;
  int64_t numPartitions = isComplex(type.type) ? 2 : 1;
  int64_t expected = type.isIso ? 1 : descriptor.numStored;
  Expected<int64_t> count = file.count("values");
  if (count.failed())
    return count.takeStatus();
  if (*count % numPartitions != 0 || *count / numPartitions != expected)
    return failInArray("values", "expected " + std::to_string(expected) +
                                     (numPartitions == 2 ? " times two" : "") +
                                     " elements, got " +
                                     std::to_string(*count));
  Expected<Hdf5Array> array = file.readArray("values");
  if (array.failed())
    return array.takeStatus();
  if (Status status = checkType("values", *array, type.type); status.failed())
    return status;
  values = std::move(*array);
  return Status::success();
}

/// Fails if what the file does not store is something else than the background.
Status BinsparseReader::checkFill() const {
  Number fill;
  if (descriptor.hasFill) {
    ElementType type = descriptor.values.type;
    Expected<int64_t> count = file.count("fill_value");
    if (count.failed())
      return count.takeStatus();
    if (*count != (isComplex(type) ? 2 : 1))
      return failInArray("fill_value", "expected one number");
    Expected<Hdf5Array> array = file.readArray("fill_value");
    if (array.failed())
      return array.takeStatus();
    if (Status status = checkType("fill_value", *array, type); status.failed())
      return status;
    fill = loadNumber(type, array->elements.data());
  }
  if (fill == options.background || isDense())
    return Status::success();
  return Status::failure(
      "components that are not stored are " + toString(fill) +
      " in the file, but " + toString(options.background) +
      " in the format of the tensor, which {fill=" + toString(fill) +
      "} behind its name would change");
}

Expected<Hdf5Array>
BinsparseReader::readIndices(const std::string &name) const {
  Expected<int64_t> count = file.count(name);
  if (count.failed())
    return count.takeStatus();
  if (*count != descriptor.numStored)
    return failInArray(name, "expected " +
                                 std::to_string(descriptor.numStored) +
                                 " elements, got " + std::to_string(*count));
  return file.readIntegers(name);
}

/// Adds the entry across the diagonal, and checks that the listed one may be
/// where it is.
Status BinsparseReader::addMirrored(const int64_t *coordinate,
                                    const char *element) {
  ElementType type = descriptor.values.type;
  Number number = loadNumber(type, element);
  bool isSkew = descriptor.symmetry == Symmetry::SkewSymmetric;
  std::string where = "the entry at the coordinates (" +
                      std::to_string(coordinate[0]) + ", " +
                      std::to_string(coordinate[1]) + ") ";
  if (coordinate[0] == coordinate[1]) {
    bool isImpossible = isSkew ? !(number == Number())
                               : descriptor.symmetry == Symmetry::Hermitian &&
                                     number.imaginary != 0 &&
                                     !std::isnan(number.imaginary);
    return isImpossible
               ? Status::failure(where + "cannot be on the diagonal of a "
                                         "matrix with this structure")
               : Status::success();
  }
  if ((coordinate[0] > coordinate[1]) != descriptor.isLower)
    return Status::failure(where + "lies in the triangle that the structure "
                                   "leaves out");
  Component component;
  number = mirror(number, descriptor.symmetry);
  if (!storeNumber(number, type, component.bytes))
    return Status::failure("the value across the diagonal, " +
                           toString(number) + ", does not fit " + nameOf(type));
  const int64_t mirrored[2] = {coordinate[1], coordinate[0]};
  return entries.add(mirrored, component.bytes);
}

Status BinsparseReader::add(int64_t row, int64_t column, int64_t position) {
  const int64_t coordinate[2] = {row, column};
  Status status = entries.add(coordinate, value(position));
  if (status.failed() || descriptor.symmetry == Symmetry::General)
    return status;
  return addMirrored(coordinate, value(position));
}

Status BinsparseReader::readDense() {
  const std::vector<int64_t> &shape = descriptor.shape;
  int64_t count = 0;
  if (!multiplySizes(shape, count) || count != descriptor.numStored)
    return Status::failure("a dense array of this shape does not have " +
                           std::to_string(descriptor.numStored) + " elements");
  int64_t inner = hasColumns() ? shape.front() : shape.back();
  for (int64_t i = 0; i < count; ++i) {
    int64_t coordinate[2] = {i / inner, i % inner};
    if (shape.size() == 1)
      coordinate[0] = i;
    else if (descriptor.format == "DMATC")
      std::swap(coordinate[0], coordinate[1]);
    Status status = entries.add(coordinate, value(i));
    if (status.failed())
      return status;
  }
  return Status::success();
}

Status BinsparseReader::readVector() {
  Expected<Hdf5Array> indices = readIndices("indices_0");
  if (indices.failed())
    return indices.takeStatus();
  for (int64_t i = 0; i < indices->count; ++i) {
    int64_t coordinate = indices->integer(i);
    Status status = entries.add(&coordinate, value(i));
    if (status.failed())
      return status;
  }
  return Status::success();
}

Status BinsparseReader::readCoordinates() {
  Expected<Hdf5Array> rows = readIndices("indices_0");
  if (rows.failed())
    return rows.takeStatus();
  Expected<Hdf5Array> columns = readIndices("indices_1");
  if (columns.failed())
    return columns.takeStatus();
  for (int64_t i = 0; i < rows->count; ++i) {
    Status status = add(rows->integer(i), columns->integer(i), i);
    if (status.failed())
      return status;
  }
  return Status::success();
}

/// Reads rows, or columns; of a doubly compressed matrix those that are not
/// empty.
Status BinsparseReader::readSegments(bool isDoubly) {
  Expected<Hdf5Array> pointers = file.readIntegers("pointers_to_1");
  if (pointers.failed())
    return pointers.takeStatus();
  Expected<Hdf5Array> indices = readIndices("indices_1");
  if (indices.failed())
    return indices.takeStatus();
  Hdf5Array outer;
  int64_t numSegments = descriptor.shape[hasColumns()];
  if (isDoubly) {
    Expected<Hdf5Array> array = file.readIntegers("indices_0");
    if (array.failed())
      return array.takeStatus();
    outer = std::move(*array);
    numSegments = outer.count;
  }
  auto addEntry = [&](int64_t place, int64_t position) {
    int64_t segment = isDoubly ? outer.integer(place) : place;
    int64_t index = indices->integer(position);
    return hasColumns() ? add(index, segment, position)
                        : add(segment, index, position);
  };
  Status status = addSegments("pointers_to_1", *pointers, numSegments,
                              indices->count, addEntry);
  if (status.succeeded() && pointers->integer(numSegments) != indices->count)
    return failInArray("pointers_to_1", "expected it to go from 0 to " +
                                            std::to_string(indices->count));
  return status;
}

Expected<EntryList> BinsparseReader::read() {
  Status status = entries.begin(descriptor.shape, isDense());
  if (status.succeeded())
    status = readValues();
  if (status.succeeded())
    status = checkFill();
  if (status.succeeded())
    status = isDense()                     ? readDense()
             : descriptor.format == "CVEC" ? readVector()
             : descriptor.format == "COO"
                 ? readCoordinates()
                 : readSegments(descriptor.format[0] == 'D');
  if (status.failed())
    return status;
  return entries.take();
}

Expected<EntryList>
weft::runtime::readBinsparseFile(const std::string &path,
                                 const ReadOptions &options) {
  Hdf5Session session;
  Expected<Hdf5File> file = Hdf5File::open(path);
  if (file.failed())
    return file.takeStatus();
  Expected<std::string> text = file->readText("binsparse");
  if (text.failed())
    return text.takeStatus();
  Expected<BinsparseDescriptor> descriptor = BinsparseDescriptor::parse(*text);
  if (descriptor.failed())
    return descriptor.takeStatus();
  return BinsparseReader(*file, *descriptor, options).read();
}
