//===- ScipyFileTest.cpp - Archives of NumPy and SciPy (.npz) -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each format of scipy.sparse, arrays that do not fit each other, and archives
// that are none.
//
//===----------------------------------------------------------------------===//

#include "NumpyArchive.h"
#include "TestSupport.h"

#include <cmath>
#include <map>

using namespace weft::runtime;

using Entries = std::vector<Entry>;

namespace {

/// An array for an archive.
struct Array {
  std::string descr, bytes;
  std::vector<int64_t> shape;
};

Array text(const std::string &text) {
  return {"|S" + std::to_string(text.size()), text, {}};
}

template <typename T>
Array makeArray(const std::string &descr, std::vector<T> numbers,
                std::vector<int64_t> shape = {}) {
  if (shape.empty())
    shape = {static_cast<int64_t>(numbers.size())};
  return {descr,
          std::string(reinterpret_cast<const char *>(numbers.data()),
                      numbers.size() * sizeof(T)),
          shape};
}

Array integers(std::vector<int32_t> numbers) {
  return makeArray<int32_t>("<i4", numbers);
}
Array reals(std::vector<double> numbers, std::vector<int64_t> shape = {}) {
  return makeArray<double>("<f8", numbers, shape);
}

class ScipyFileTest : public FileTest {
protected:
  using Arrays = std::map<std::string, Array>;

  std::string writeArchive(const Arrays &arrays) {
    std::string path = pathOf("a.npz");
    NumpyArchiveWriter archive;
    for (const auto &[name, array] : arrays)
      archive.add(name, array.descr, array.shape, array.bytes.data(),
                  array.bytes.size());
    Expected<OutputStream> stream = OutputStream::open(path);
    EXPECT_TRUE(stream.succeeded() && archive.write(*stream).succeeded() &&
                stream->finish().succeeded());
    return path;
  }
  Entries readArchive(const Arrays &arrays) {
    Expected<Tensor> tensor =
        readTensor(writeArchive(arrays), makeFormat("ds"));
    EXPECT_TRUE(tensor.succeeded())
        << (tensor.failed() ? tensor.message() : "");
    return tensor.succeeded() ? entriesOf(*tensor) : Entries();
  }
  std::string archiveError(const Arrays &arrays) {
    return withoutDirectory(readTensor(writeArchive(arrays), makeFormat("ds")));
  }
  /// A matrix of 2 x 3 with some of its arrays exchanged.
  std::string matrixError(const std::string &name, const Array &array) {
    Arrays arrays = {{"format", text("csr")},
                     {"shape", integers({2, 3})},
                     {"data", reals({1, 2, 3})},
                     {"indices", integers({0, 2, 1})},
                     {"indptr", integers({0, 2, 3})}};
    arrays[name] = array;
    return archiveError(arrays);
  }
};

} // namespace

TEST_F(ScipyFileTest, RowsAndColumns) {
  const Entries expected = {{{0, 0}, 1}, {{0, 2}, 2}, {{1, 1}, 3}};
  EXPECT_EQ(readArchive({{"format", text("csr")},
                         {"shape", integers({2, 3})},
                         {"data", reals({1, 2, 3})},
                         {"indices", integers({0, 2, 1})},
                         {"indptr", integers({0, 2, 3})}}),
            expected);
  // SciPy marks arrays, writes 64-bit indices, and texts of four bytes each.
  EXPECT_EQ(
      readArchive(
          {{"format", {"<U3", std::string("c\0\0\0s\0\0\0c\0\0\0", 12), {}}},
           {"_is_array", {"|b1", "\x01", {}}},
           {"shape", makeArray<int64_t>("<i8", {2, 3})},
           {"data", reals({1, 3, 2})},
           {"indices", makeArray<int64_t>("<i8", {0, 1, 0})},
           {"indptr", makeArray<int64_t>("<i8", {0, 1, 2, 3})}}),
      expected);
}

TEST_F(ScipyFileTest, CoordinatesDiagonalsAndBlocks) {
  // Duplicates are summed.
  EXPECT_EQ(readArchive({{"format", text("coo")},
                         {"shape", integers({2, 3})},
                         {"data", reals({1, 2, 3, 4})},
                         {"row", integers({1, 0, 1, 1})},
                         {"col", integers({0, 2, 2, 0})}}),
            (Entries{{{0, 2}, 2}, {{1, 0}, 5}, {{1, 2}, 3}}));
  // The first and the last component of these diagonals lie outside.
  EXPECT_EQ(readArchive({{"format", text("dia")},
                         {"shape", integers({2, 3})},
                         {"data", reals({9, 2, 3, 4, 0, 9}, {2, 3})},
                         {"offsets", integers({1, -1})}}),
            (Entries{{{0, 1}, 2}, {{1, 0}, 4}, {{1, 2}, 3}}));
  EXPECT_EQ(readArchive({{"format", text("bsr")},
                         {"shape", integers({2, 4})},
                         {"data", reals({1, 2, 3, 4}, {1, 2, 2})},
                         {"indices", integers({1})},
                         {"indptr", integers({0, 1})}}),
            (Entries{{{0, 2}, 1}, {{0, 3}, 2}, {{1, 2}, 3}, {{1, 3}, 4}}));
}

TEST_F(ScipyFileTest, OneArray) {
  EXPECT_EQ(readArchive({{"arr_0", reals({1, 0, 2, 0}, {2, 2})}}),
            (Entries{{{0, 0}, 1}, {{1, 0}, 2}}));
  EXPECT_EQ(archiveError({{"a", reals({1})}, {"b", reals({1})}}),
            "a.npz: expected one array, or a matrix as scipy.sparse.save_npz "
            "writes it, got 2 arrays");
  EXPECT_EQ(archiveError({{"a", text("csr")}}),
            "a.npz: the array a: elements of the type bytes '|S3' cannot be "
            "read; expected booleans, integers of 8 to 64 bits, real numbers "
            "of 16 to 64 bits or complex numbers of 64 or 128 bits");
}

TEST_F(ScipyFileTest, ArraysThatDoNotFit) {
  EXPECT_EQ(matrixError("format", text("lil")),
            "a.npz: the array format: expected csr, csc, coo, bsr or dia");
  EXPECT_EQ(matrixError("format", reals({1})),
            "a.npz: the array format: expected a short text, got elements of "
            "the real type '<f8'");
  EXPECT_EQ(matrixError("format", text("coo")),
            "a.npz: the array row: the archive lacks this array");
  EXPECT_EQ(matrixError("shape", integers({2, 3, 4})),
            "a.npz: the array shape: expected the two sizes of a matrix, got "
            "3");
  EXPECT_EQ(matrixError("shape", integers({2, -3})),
            "a.npz: the array shape: expected sizes of zero or more, got -3");
  EXPECT_EQ(matrixError("shape", integers({2, 2})),
            "a.npz: the entry at the coordinates (0, 2) lies outside the "
            "matrix of 2 x 2");
  EXPECT_EQ(matrixError("shape", integers({3, 3})),
            "a.npz: the array indptr: expected 3 + 1 elements, got 3");
  EXPECT_EQ(matrixError("data", reals({1, 2})),
            "a.npz: the arrays data and indices have different lengths, 2 and "
            "3");
  EXPECT_EQ(matrixError("data", reals({1, 2, 3}, {3, 1})),
            "a.npz: the array data: expected one index, got the shape 3 x 1");
  EXPECT_EQ(matrixError("indices", reals({0, 2, 1})),
            "a.npz: the array indices: expected integers with one index, got "
            "f64 of the shape 3");
  EXPECT_EQ(matrixError("indices", integers({0, 2, -1})),
            "a.npz: the entry at the coordinates (1, -1) lies outside the "
            "matrix of 2 x 3");
  EXPECT_EQ(matrixError("indptr", integers({1, 2, 3})),
            "a.npz: the array indptr: expected it to begin with 0, got 1");
  EXPECT_EQ(matrixError("indptr", integers({0, 2, 1})),
            "a.npz: the array indptr: expected numbers that never decrease, up "
            "to the 3 entries, got 1 behind 2");
  EXPECT_EQ(matrixError("indptr", integers({0, 2, 4})),
            "a.npz: the array indptr: expected numbers that never decrease, up "
            "to the 3 entries, got 4 behind 2");
}

TEST_F(ScipyFileTest, DamagedArchives) {
  EXPECT_EQ(readError("b.npz", "hello", makeFormat("ds")),
            "b.npz: this is no archive that can be read: Not a zip archive");
  EXPECT_EQ(
      withoutDirectory(readTensor(directory + "none.npz", makeFormat("ds"))),
      "cannot read none.npz: No such file or directory");
  // Each byte in turn: none crashes.
  std::string path = writeArchive({{"arr_0", reals({1, 2}, {1, 2})}});
  std::string bytes = contentOf("a.npz");
  int numFailed = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(~changed[i]);
    numFailed += readTensor(write("c.npz", changed), makeFormat("ds")).failed();
  }
  EXPECT_GT(numFailed, 100);
  for (size_t length = 0; length < bytes.size(); ++length)
    EXPECT_TRUE(
        readTensor(write("c.npz", bytes.substr(0, length)), makeFormat("ds"))
            .failed());
}

TEST_F(ScipyFileTest, Writes) {
  EntryList list(ElementType::F64, 2);
  list.dims = {2, 3};
  const int64_t coordinates[][2] = {{0, 0}, {0, 2}, {1, 1}};
  const double values[] = {1, 2, 3};
  for (int i = 0; i < 3; ++i)
    ASSERT_TRUE(list.append(coordinates[i], &values[i]));
  auto formatOf = [&](const Format &format) -> std::string {
    Expected<Tensor> tensor = pack(list.view(), format);
    EXPECT_TRUE(tensor.succeeded());
    std::string path = pathOf("a.npz");
    Status status = writeTensor(*tensor, path);
    if (status.failed())
      return withoutDirectory(status);
    Expected<Tensor> again = readTensor(path, makeFormat("ds"));
    EXPECT_TRUE(again.succeeded());
    EXPECT_EQ(entriesOf(*again),
              (Entries{{{0, 0}, 1}, {{0, 2}, 2}, {{1, 1}, 3}}));
    Expected<NumpyArchive> archive = NumpyArchive::open(path);
    EXPECT_TRUE(archive.succeeded());
    if (archive->contains("arr_0"))
      return "array";
    Expected<std::string> name = archive->readText("format");
    return name.succeeded() ? *name : name.message();
  };
  EXPECT_EQ(formatOf(makeFormat("ds")), "csr");
  EXPECT_EQ(formatOf(makeFormat("ds", {1, 0})), "csc");
  EXPECT_EQ(formatOf(Format::coo(2)), "coo");
  EXPECT_EQ(formatOf(makeFormat("ss")), "coo");
  EXPECT_EQ(formatOf(makeFormat("dd")), "array");
  Format filled = makeFormat("ds");
  filled.fill = Number::complex(INFINITY);
  EXPECT_EQ(
      formatOf(filled),
      "cannot write a.npz: components that are not stored are zero in this "
      "format of files, not inf; use .mtx or .npy");
  EntryList cube(ElementType::F64, 3);
  cube.dims = {2, 2, 2};
  Expected<Tensor> tensor = pack(cube.view(), makeFormat("sss"));
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(withoutDirectory(writeTensor(*tensor, pathOf("b.npz"))),
            "cannot write b.npz: a .npz file holds a sparse matrix or a "
            "vector, not a tensor of 2 x 2 x 2; use .ttx or .tns, or a dense "
            "format");
}
