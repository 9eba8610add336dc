//===- ScipyReader.cpp - Archives of NumPy and SciPy (.npz) ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An archive with one array is that array. One with the arrays `format`,
// `shape` and `data` is a matrix as scipy.sparse.save_npz writes it: csr, csc
// and bsr have `indices` and `indptr`, coo has `row` and `col`, and dia has
// `offsets`.
//
//===----------------------------------------------------------------------===//

#include "FileReaders.h"
#include "FileSegments.h"
#include "NumpyArchive.h"
#include "NumpyReader.h"

#include <algorithm>

using namespace weft::runtime;

namespace {

/// Reads the matrix of one archive.
class ScipyReader {
public:
  ScipyReader(const NumpyArchive &archive, const ReadOptions &options)
      : archive(archive), options(options) {}

  Expected<EntryList> read();

private:
  Status readShape();
  Expected<NumpyArray> readIntegers(const std::string &name);
  Status readCompressed(FileEntries &entries, bool isColumns, bool isBlocked);
  Status addBlock(FileEntries &entries, int64_t row, int64_t column,
                  int64_t block);
  Status readCoordinates(FileEntries &entries);
  Status readDiagonals(FileEntries &entries);

  const NumpyArchive &archive;
  const ReadOptions &options;
  std::optional<NumpyArray> data;
  std::vector<int64_t> dims;
};

} // namespace

/// "2 x 3", or "none" for an array without indices.
static std::string describeShape(const std::vector<int64_t> &shape) {
  std::string text;
  for (int64_t size : shape)
    text += (text.empty() ? "" : " x ") + std::to_string(size);
  return text.empty() ? "none" : text;
}

/// Reads an array of integers with one index.
Expected<NumpyArray> ScipyReader::readIntegers(const std::string &name) {
  Expected<NumpyArray> array = archive.read(name);
  if (array.failed())
    return array.takeStatus();
  if (array->hasIntegers() && array->shape().size() == 1)
    return array;
  return failInArray(name, "expected integers with one index, got " +
                               nameOf(array->type()) + " of the shape " +
                               describeShape(array->shape()));
}

Status ScipyReader::readShape() {
  Expected<NumpyArray> shape = readIntegers("shape");
  if (shape.failed())
    return shape.takeStatus();
  if (shape->size() != 2)
    return Status::failure("the array shape: expected the two sizes of a "
                           "matrix, got " +
                           std::to_string(shape->size()));
  for (int64_t mode = 0; mode < 2; ++mode) {
    dims.push_back(shape->integer(mode));
    if (dims.back() < 0)
      return Status::failure("the array shape: expected sizes of zero or more, "
                             "got " +
                             std::to_string(dims.back()));
  }
  return Status::success();
}

/// Adds the components of a block.
Status ScipyReader::addBlock(FileEntries &entries, int64_t row, int64_t column,
                             int64_t block) {
  const std::vector<int64_t> &shape = data->shape();
  int64_t place[3] = {block, 0, 0};
  for (; place[1] < shape[1]; ++place[1])
    for (place[2] = 0; place[2] < shape[2]; ++place[2]) {
      int64_t coordinate[2];
      if (__builtin_mul_overflow(row, shape[1], &coordinate[0]) ||
          __builtin_mul_overflow(column, shape[2], &coordinate[1]) ||
          __builtin_add_overflow(coordinate[0], place[1], &coordinate[0]) ||
          __builtin_add_overflow(coordinate[1], place[2], &coordinate[1]))
        return Status::failure("a block lies outside the matrix");
      Status status =
          entries.add(coordinate, data->element(data->positionOf(place)));
      if (status.failed())
        return status;
    }
  return Status::success();
}

/// Reads the rows of csr and bsr, and the columns of csc.
Status ScipyReader::readCompressed(FileEntries &entries, bool isColumns,
                                   bool isBlocked) {
  const std::vector<int64_t> &shape = data->shape();
  if (isBlocked ? shape.size() != 3 || shape[1] < 1 || shape[2] < 1 ||
                      dims[0] % shape[1] != 0 || dims[1] % shape[2] != 0
                : shape.size() != 1)
    return failInArray("data",
                       std::string(isBlocked ? "expected blocks that divide "
                                               "the matrix"
                                             : "expected one index") +
                           ", got the shape " + describeShape(shape));
  Expected<NumpyArray> indices = readIntegers("indices");
  if (indices.failed())
    return indices.takeStatus();
  Expected<NumpyArray> indptr = readIntegers("indptr");
  if (indptr.failed())
    return indptr.takeStatus();
  if (indices->size() != shape[0])
    return Status::failure("the arrays data and indices have different "
                           "lengths, " +
                           std::to_string(shape[0]) + " and " +
                           std::to_string(indices->size()));
  int64_t numSegments = isBlocked ? dims[0] / shape[1] : dims[isColumns];
  auto add = [&](int64_t segment, int64_t position) {
    int64_t index = indices->integer(position);
    if (isBlocked)
      return addBlock(entries, segment, index, position);
    int64_t coordinate[2] = {isColumns ? index : segment,
                             isColumns ? segment : index};
    return entries.add(coordinate, data->element(position));
  };
  return addSegments("indptr", *indptr, numSegments, indices->size(), add);
}

Status ScipyReader::readCoordinates(FileEntries &entries) {
  Expected<NumpyArray> rows = readIntegers("row");
  if (rows.failed())
    return rows.takeStatus();
  Expected<NumpyArray> columns = readIntegers("col");
  if (columns.failed())
    return columns.takeStatus();
  bool areAlike = data->shape().size() == 1 && rows->size() == data->size() &&
                  columns->size() == data->size();
  if (!areAlike)
    return Status::failure("the arrays data, row and col have different "
                           "lengths, " +
                           describeShape(data->shape()) + ", " +
                           std::to_string(rows->size()) + " and " +
                           std::to_string(columns->size()));
  for (int64_t i = 0; i < data->size(); ++i) {
    int64_t coordinate[2] = {rows->integer(i), columns->integer(i)};
    Status status = entries.add(coordinate, data->element(i));
    if (status.failed())
      return status;
  }
  return Status::success();
}

/// Reads diagonals. A component of the column j is at j; SciPy counts zeros as
/// not stored.
Status ScipyReader::readDiagonals(FileEntries &entries) {
  Expected<NumpyArray> offsets = readIntegers("offsets");
  if (offsets.failed())
    return offsets.takeStatus();
  const std::vector<int64_t> &shape = data->shape();
  if (shape.size() != 2 || offsets->size() != shape[0])
    return Status::failure("the array data: expected a row for each of the " +
                           std::to_string(offsets->size()) +
                           " offsets, got the shape " + describeShape(shape));
  int64_t most = std::min(dims[1], shape[1]);
  for (int64_t k = 0; k < shape[0]; ++k) {
    int64_t offset = offsets->integer(k);
    for (int64_t column = 0; column < most; ++column) {
      int64_t coordinate[2] = {0, column}, place[2] = {k, column};
      bool isInside = !__builtin_sub_overflow(column, offset, &coordinate[0]) &&
                      coordinate[0] >= 0 && coordinate[0] < dims[0];
      const void *element = data->element(data->positionOf(place));
      if (!isInside || loadNumber(data->type(), element) == Number())
        continue;
      Status status = entries.add(coordinate, element);
      if (status.failed())
        return status;
    }
  }
  return Status::success();
}

Expected<EntryList> ScipyReader::read() {
  Expected<std::string> format = archive.readText("format");
  if (format.failed())
    return format.takeStatus();
  static const char *const known[] = {"csr", "csc", "coo", "bsr", "dia"};
  if (std::find(std::begin(known), std::end(known), *format) == std::end(known))
    return Status::failure("the array format: expected csr, csc, coo, bsr or "
                           "dia");
  if (Status status = readShape(); status.failed())
    return status;
  Expected<NumpyArray> array = archive.read("data");
  if (array.failed())
    return array.takeStatus();
  data.emplace(std::move(*array));
  FileEntries entries(data->type(), options);
  Status status = entries.begin(dims, /*isDense=*/false);
  if (status.succeeded())
    status = *format == "coo" ? readCoordinates(entries)
             : *format == "dia"
                 ? readDiagonals(entries)
                 : readCompressed(entries, *format == "csc", *format == "bsr");
  if (status.failed())
    return status;
  return entries.take();
}

/// Reads an archive. Messages do not name it.
static Expected<EntryList> readArchive(const std::string &path,
                                       const ReadOptions &options) {
  Expected<NumpyArchive> archive = NumpyArchive::open(path);
  if (archive.failed())
    return archive.takeStatus();
  const std::vector<std::string> &names = archive->names();
  bool isMatrix = archive->contains("format") && archive->contains("data");
  if (isMatrix)
    return ScipyReader(*archive, options).read();
  if (names.size() != 1)
    return Status::failure("expected one array, or a matrix as "
                           "scipy.sparse.save_npz writes it, got " +
                           std::to_string(names.size()) + " arrays");
  Expected<NumpyArray> array = archive->read(names[0]);
  if (array.failed())
    return array.takeStatus();
  return listElements(*array, options);
}

Expected<EntryList>
weft::runtime::readNumpyArchive(const std::string &path,
                                const ReadOptions &options) {
  // A file that cannot be opened is refused as those of other formats are.
  if (auto stream = openInput(path); stream.failed())
    return stream.takeStatus();
  Expected<EntryList> entries = readArchive(path, options);
  if (entries.failed())
    return failInFile(path, entries.getStatus());
  return entries;
}
