//===- BinsparseTest.cpp - Sparse tensors in HDF5 (.h5) -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formats of binsparse, descriptors and arrays that are not as they should
// be, and what is written.
//
//===----------------------------------------------------------------------===//

#include "Hdf5Library.h"
#include "TestSupport.h"

#include <atomic>
#include <cmath>
#include <cstring>
#include <hdf5.h>
#include <map>
#include <thread>

using namespace weft::runtime;

using Entries = std::vector<Entry>;

namespace {

class BinsparseTest : public FileTest {
protected:
  /// Integers are stored as int32, others as float64.
  using Integers = std::map<std::string, std::vector<int32_t>>;
  using Reals = std::map<std::string, std::vector<double>>;

  template <typename T>
  static void addArray(hid_t file, const std::string &name, hid_t type,
                       const std::vector<T> &elements,
                       std::vector<hsize_t> dims = {}) {
    if (dims.empty())
      dims = {elements.size()};
    hid_t space = H5Screate_simple(dims.size(), dims.data(), nullptr);
    hid_t dataset = H5Dcreate2(file, name.c_str(), type, space, H5P_DEFAULT,
                               H5P_DEFAULT, H5P_DEFAULT);
    if (!elements.empty())
      EXPECT_GE(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                         elements.data()),
                0);
    H5Dclose(dataset);
    H5Sclose(space);
  }
  static void addText(hid_t file, const std::string &text) {
    hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, text.size() + 1);
    hid_t attribute =
        H5Acreate2(file, "binsparse", type, space, H5P_DEFAULT, H5P_DEFAULT);
    EXPECT_GE(H5Awrite(attribute, type, text.c_str()), 0);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
  }
  static std::string describe(const std::string &format,
                              const std::string &shape, int64_t count,
                              const std::string &type = "float64",
                              const std::string &more = "") {
    return "{\"binsparse\": {\"version\": \"0.1\", \"format\": \"" + format +
           "\", \"shape\": " + shape +
           ", \"number_of_stored_values\": " + std::to_string(count) +
           ", \"data_types\": {\"values\": \"" + type + "\"}" + more + "}}";
  }
  std::string writeFile(const std::string &text, const Integers &integers,
                        const Reals &reals) {
    std::string path = pathOf("a.h5");
    hid_t file =
        H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    EXPECT_GE(file, 0);
    addText(file, text);
    for (const auto &[name, elements] : integers)
      addArray(file, name, H5T_NATIVE_INT32, elements);
    for (const auto &[name, elements] : reals)
      addArray(file, name, H5T_NATIVE_DOUBLE, elements);
    H5Fclose(file);
    return path;
  }
  Entries readFile(const std::string &text, const Integers &integers,
                   const Reals &reals,
                   const Format &format = makeFormat("ds")) {
    Expected<Tensor> tensor =
        readTensor(writeFile(text, integers, reals), format);
    EXPECT_TRUE(tensor.succeeded())
        << (tensor.failed() ? tensor.message() : "");
    return tensor.succeeded() ? entriesOf(*tensor) : Entries();
  }
  std::string fileError(const std::string &text, const Integers &integers,
                        const Reals &reals) {
    return withoutDirectory(
        readTensor(writeFile(text, integers, reals), makeFormat("ds")));
  }
  /// The error of a matrix of 2 x 3 with one array exchanged.
  std::string matrixError(const std::string &name,
                          const std::vector<int32_t> &elements) {
    Integers integers = {{"pointers_to_1", {0, 2, 3}},
                         {"indices_1", {0, 2, 1}}};
    integers[name] = elements;
    return fileError(describe("CSR", "[2, 3]", 3), integers,
                     {{"values", {1, 2, 3}}});
  }
  std::string textError(const std::string &text) {
    return fileError(text, {}, {});
  }
};

} // namespace

TEST_F(BinsparseTest, Matrices) {
  const Entries expected = {{{0, 0}, 1}, {{0, 2}, 2}, {{1, 1}, 3}};
  const Reals values = {{"values", {1, 2, 3}}};
  EXPECT_EQ(readFile(describe("CSR", "[2, 3]", 3),
                     {{"pointers_to_1", {0, 2, 3}}, {"indices_1", {0, 2, 1}}},
                     values),
            expected);
  EXPECT_EQ(
      readFile(describe("CSC", "[2, 3]", 3),
               {{"pointers_to_1", {0, 1, 2, 3}}, {"indices_1", {0, 1, 0}}},
               {{"values", {1, 3, 2}}}),
      expected);
  EXPECT_EQ(readFile(describe("DCSR", "[4, 3]", 3),
                     {{"indices_0", {0, 3}},
                      {"pointers_to_1", {0, 2, 3}},
                      {"indices_1", {0, 2, 1}}},
                     values),
            (Entries{{{0, 0}, 1}, {{0, 2}, 2}, {{3, 1}, 3}}));
  for (const char *name : {"COO", "COOR"})
    EXPECT_EQ(readFile(describe(name, "[2, 3]", 3),
                       {{"indices_0", {0, 0, 1}}, {"indices_1", {0, 2, 1}}},
                       values),
              expected);
  for (const char *name : {"DMAT", "DMATR"})
    EXPECT_EQ(readFile(describe(name, "[2, 3]", 6), {},
                       {{"values", {1, 0, 2, 0, 3, 0}}}),
              expected);
  EXPECT_EQ(readFile(describe("DMATC", "[2, 3]", 6), {},
                     {{"values", {1, 0, 0, 3, 2, 0}}}),
            expected);
}

TEST_F(BinsparseTest, VectorsAndTypes) {
  EXPECT_EQ(readFile(describe("CVEC", "[5]", 2), {{"indices_0", {4, 1}}},
                     {{"values", {7, 8}}}, makeFormat("s")),
            (Entries{{{1}, 8}, {{4}, 7}}));
  EXPECT_EQ(readFile(describe("DVEC", "[2]", 2), {}, {{"values", {0, 8}}},
                     makeFormat("s")),
            (Entries{{{1}, 8}}));
  // One value for all entries.
  EXPECT_EQ(readFile(describe("CVEC", "[5]", 2, "iso[float64]"),
                     {{"indices_0", {4, 1}}}, {{"values", {7}}},
                     makeFormat("s")),
            (Entries{{{1}, 7}, {{4}, 7}}));
  Expected<EntryList> entries =
      readEntries(writeFile(describe("CVEC", "[5]", 1, "complex[float64]"),
                            {{"indices_0", {3}}}, {{"values", {1, -2}}}));
  ASSERT_TRUE(entries.succeeded()) << entries.message();
  EXPECT_EQ(toString(loadNumber(entries->type(), entries->view().values)),
            "1-2im");
}

TEST_F(BinsparseTest, Structures) {
  auto read = [&](const std::string &structure, int32_t row, int32_t column) {
    return fileError(describe("COO", "[2, 2]", 1, "float64",
                              ", \"structure\": \"" + structure + "\""),
                     {{"indices_0", {row}}, {"indices_1", {column}}},
                     {{"values", {5}}});
  };
  EXPECT_EQ(readFile(describe("COO", "[2, 2]", 1, "float64",
                              ", \"structure\": \"skew_symmetric_upper\""),
                     {{"indices_0", {0}}, {"indices_1", {1}}},
                     {{"values", {5}}}),
            (Entries{{{0, 1}, 5}, {{1, 0}, -5}}));
  EXPECT_EQ(read("symmetric_lower", 1, 0), "no error");
  EXPECT_EQ(read("symmetric_lower", 0, 1),
            "a.h5: the entry at the coordinates (0, 1) lies in the triangle "
            "that the structure leaves out");
  EXPECT_EQ(read("skew_symmetric_lower", 1, 1),
            "a.h5: the entry at the coordinates (1, 1) cannot be on the "
            "diagonal of a matrix with this structure");
  EXPECT_EQ(read("circulant", 1, 1),
            "a.h5: the attribute binsparse: expected the structure "
            "symmetric_lower, symmetric_upper, hermitian_lower, "
            "hermitian_upper, skew_symmetric_lower or skew_symmetric_upper");
}

TEST_F(BinsparseTest, Fills) {
  const std::string text =
      describe("CVEC", "[5]", 1, "float64", ", \"fill\": true");
  const Integers indices = {{"indices_0", {3}}};
  const Reals reals = {{"values", {2}}, {"fill_value", {INFINITY}}};
  Format format = makeFormat("s");
  EXPECT_EQ(
      withoutDirectory(readTensor(writeFile(text, indices, reals), format)),
      "a.h5: components that are not stored are inf in the file, but 0 "
      "in the format of the tensor, which {fill=inf} behind its name "
      "would change");
  format.fill = Number::complex(INFINITY);
  EXPECT_EQ(readFile(text, indices, reals, format), (Entries{{{3}, 2}}));
}

TEST_F(BinsparseTest, BadDescriptors) {
  const std::string where = "a.h5: the attribute binsparse: ";
  for (const char *text : {"", "{", "[]", "{\"binsparse\": 3}"})
    EXPECT_EQ(textError(text), where + "expected a JSON object") << text;
  EXPECT_EQ(textError(std::string(10000, '[')),
            where + "expected a JSON object");
  const std::string formats = where + "expected one of the formats DVEC, "
                                      "DMATR, DMATC, CVEC, CSR, CSC, DCSR, "
                                      "DCSC and COO";
  EXPECT_EQ(textError("{}"), formats);
  EXPECT_EQ(textError("{\"format\": {\"level\": {}}}"), formats);
  EXPECT_EQ(textError(describe("COOC", "[1, 1]", 0)), formats);
  for (const char *shape : {"[1]", "[1, -1]", "[1, 1.5]", "[1, 1, 1]", "\"1\"",
                            "[1, 9223372036854775808]"})
    EXPECT_EQ(textError(describe("CSR", shape, 0)),
              where + "expected a shape of 2 sizes from 0 to 2^63 - 1")
        << shape;
  EXPECT_EQ(textError(describe("CSR", "[1, 1]", -1)),
            where + "expected number_of_stored_values to be a number from 0 to "
                    "2^63 - 1");
  for (const char *type : {"float16", "iso[", "iso[]", "", "[float64]"})
    EXPECT_EQ(textError(describe("CSR", "[1, 1]", 0, type)),
              where + "expected the data type of values to be bint8, int8 to "
                      "int64, uint8 to uint64, float32, float64, "
                      "complex[float32] or complex[float64], perhaps in iso[]")
        << type;
}

TEST_F(BinsparseTest, BadArrays) {
  EXPECT_EQ(matrixError("pointers_to_1", {0, 2, 3}), "no error");
  EXPECT_EQ(matrixError("pointers_to_1", {0, 3}),
            "a.h5: the array pointers_to_1: expected 2 + 1 elements, got 2");
  EXPECT_EQ(matrixError("pointers_to_1", {1, 2, 3}),
            "a.h5: the array pointers_to_1: expected it to begin with 0, got "
            "1");
  EXPECT_EQ(matrixError("pointers_to_1", {0, 2, 2}),
            "a.h5: the array pointers_to_1: expected it to go from 0 to 3");
  EXPECT_EQ(matrixError("pointers_to_1", {0, 5, 3}),
            "a.h5: the array pointers_to_1: expected numbers that never "
            "decrease, up to the 3 entries, got 5 behind 0");
  EXPECT_EQ(matrixError("indices_1", {0, 2}),
            "a.h5: the array indices_1: expected 3 elements, got 2");
  EXPECT_EQ(matrixError("indices_1", {0, 2, 3}),
            "a.h5: the entry at the coordinates (1, 3) lies outside the matrix "
            "of 2 x 3");
  EXPECT_EQ(fileError(describe("DVEC", "[3]", 3), {{"values", {1, 2, 3}}}, {}),
            "a.h5: expected a tensor of order 2, got a vector of 3");
  EXPECT_EQ(
      fileError(describe("DMATR", "[1, 3]", 3), {{"values", {1, 2, 3}}}, {}),
      "a.h5: the array values: expected float64, as the descriptor says, "
      "got i32");
  EXPECT_EQ(
      fileError(describe("DMATR", "[1, 3]", 4), {}, {{"values", {1, 2, 3, 4}}}),
      "a.h5: a dense array of this shape does not have 4 elements");
  EXPECT_EQ(fileError(describe("DMATR", "[1, 3]", 3), {}, {}),
            "a.h5: the array values: the root of the file lacks it");
  EXPECT_EQ(fileError(describe("COO", "[1, 3]", 1), {},
                      {{"values", {1}}, {"indices_0", {0}}}),
            "a.h5: the array indices_0: expected integers, got real numbers");
}

TEST_F(BinsparseTest, DatasetsOfOtherKinds) {
  auto open = [&] {
    std::string path = pathOf("b.h5");
    hid_t file =
        H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    addText(file, describe("DMATR", "[1, 2]", 2));
    return file;
  };
  auto close = [&](hid_t file) {
    H5Fclose(file);
    return withoutDirectory(readTensor(directory + "b.h5", makeFormat("ds")));
  };
  hid_t file = open();
  addArray<double>(file, "values", H5T_NATIVE_DOUBLE, {1, 2}, {2, 1});
  EXPECT_EQ(close(file),
            "b.h5: the array values: expected an array with one index");
  file = open();
  H5Gclose(H5Gcreate2(file, "values", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  EXPECT_EQ(close(file),
            "b.h5: the array values: it is no dataset that can be read");
  file = open();
  H5Lcreate_external("/etc/passwd", "/values", file, "values", H5P_DEFAULT,
                     H5P_DEFAULT);
  EXPECT_EQ(close(file), "b.h5: the array values: it is a link to elsewhere, "
                         "which is not followed");
  file = open();
  hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_external(properties, "/etc/passwd", 0, 16);
  hsize_t length = 2;
  hid_t space = H5Screate_simple(1, &length, nullptr);
  H5Dclose(H5Dcreate2(file, "values", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT,
                      properties, H5P_DEFAULT));
  H5Sclose(space);
  H5Pclose(properties);
  EXPECT_EQ(close(file), "b.h5: the array values: it refers to other files, "
                         "which are not read");
}

TEST_F(BinsparseTest, SizesAreCheckedBeforeMemoryIsTaken) {
  // A file of a matrix whose values have a size, of which a part is written.
  auto error = [&](int64_t count, hsize_t length, hsize_t written,
                   bool isCompressed) {
    std::string path = pathOf("b.h5");
    hid_t file =
        H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    addText(file,
            describe("DMATR", "[1, " + std::to_string(count) + "]", count));
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    hsize_t chunk = 1 << 14, start = 0;
    H5Pset_chunk(properties, 1, &chunk);
    if (isCompressed) {
      H5Pset_shuffle(properties);
      H5Pset_deflate(properties, 9);
    }
    hid_t space = H5Screate_simple(1, &length, nullptr);
    hid_t dataset = H5Dcreate2(file, "values", H5T_NATIVE_DOUBLE, space,
                               H5P_DEFAULT, properties, H5P_DEFAULT);
    if (written > 0) {
      std::vector<double> elements(written);
      hid_t part = H5Screate_simple(1, &written, nullptr);
      H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, nullptr, &written,
                          nullptr);
      EXPECT_GE(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, part, space, H5P_DEFAULT,
                         elements.data()),
                0);
      H5Sclose(part);
    }
    H5Dclose(dataset);
    H5Sclose(space);
    H5Pclose(properties);
    H5Fclose(file);
    return withoutDirectory(readTensor(path, makeFormat("dd")));
  };
  const std::string where = "b.h5: the array values: ";
  // Sizes that the descriptor does not say.
  EXPECT_EQ(error(2, hsize_t(1) << 50, 0, false),
            where + "expected 2 elements, got 1125899906842624");
  // Sizes that it says, of what the file does not store.
  for (bool isCompressed : {false, true}) {
    const hsize_t huge = hsize_t(1) << 50;
    EXPECT_EQ(error(int64_t(huge), huge, 0, isCompressed),
              where + "the file stores less of it than its 9007199254740992 "
                      "bytes");
    EXPECT_EQ(error(int64_t(huge), huge, 1 << 14, isCompressed),
              where + "the file stores less of it than its 9007199254740992 "
                      "bytes");
  }
  // Zeros are compressed as far as that goes.
  EXPECT_EQ(error(1 << 20, 1 << 20, 1 << 20, true), "no error");
  EXPECT_EQ(error(1 << 14, 1 << 14, 1 << 14, false), "no error");
}

TEST_F(BinsparseTest, ThreadsReadAtOnce) {
  writeFile(describe("CSR", "[2, 3]", 3),
            {{"pointers_to_1", {0, 2, 3}}, {"indices_1", {0, 2, 1}}},
            {{"values", {1, 2, 3}}});
  const Entries expected = {{{0, 0}, 1}, {{0, 2}, 2}, {{1, 1}, 3}};
  std::atomic<int> numGood{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread)
    threads.emplace_back([&] {
      for (int round = 0; round < 50; ++round) {
        Expected<Tensor> tensor =
            readTensor(directory + "a.h5", makeFormat("ds"));
        numGood += tensor.succeeded() && entriesOf(*tensor) == expected;
        Expected<Tensor> none =
            readTensor(directory + "no.h5", makeFormat("d"));
        numGood += none.failed();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(numGood, 8 * 50 * 2);
}

TEST_F(BinsparseTest, NoFilesOfHDF5) {
  EXPECT_EQ(readError("c.h5", "hello", makeFormat("ds")),
            "c.h5: this is no HDF5 file that can be read");
  EXPECT_EQ(
      withoutDirectory(readTensor(directory + "none.h5", makeFormat("ds"))),
      "cannot read none.h5: No such file or directory");
}

TEST_F(BinsparseTest, WhatIsWrittenIsReadBack) {
  for (ElementType type : allElementTypes()) {
    EntryList list(type, 2);
    list.dims = {3, 4};
    int64_t first[] = {2, 0}, second[] = {0, 3};
    char one[16];
    ASSERT_TRUE(storeNumber(Number::integer(1), type, one));
    ASSERT_TRUE(list.append(first, one) && list.append(second, one));
    for (const Format &format :
         {makeFormat("ds"), makeFormat("ds", {1, 0}), makeFormat("ss"),
          makeFormat("ss", {1, 0}), Format::coo(2), makeFormat("dd")}) {
      Expected<Tensor> tensor = pack(list.view(), format);
      ASSERT_TRUE(tensor.succeeded());
      Status status = writeTensor(*tensor, pathOf("d.h5"));
      if (type == ElementType::F16 || type == ElementType::BF16) {
        EXPECT_EQ(withoutDirectory(status),
                  "cannot write d.h5: binsparse has no type " + nameOf(type) +
                      "; choose f32 for the result");
        continue;
      }
      ASSERT_TRUE(status.succeeded()) << status.message();
      Expected<Tensor> again = readTensor(directory + "d.h5", format);
      ASSERT_TRUE(again.succeeded()) << again.message();
      EXPECT_EQ(again->type(), type);
      EXPECT_EQ(again->dims(), tensor->dims());
      ASSERT_EQ(again->numStored(), tensor->numStored());
      EXPECT_EQ(std::memcmp(again->values(), tensor->values(),
                            tensor->numStored() * sizeOf(type)),
                0);
    }
  }
  EntryList cube(ElementType::F64, 3);
  cube.dims = {2, 2, 2};
  Expected<Tensor> tensor = pack(cube.view(), makeFormat("sss"));
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(withoutDirectory(writeTensor(*tensor, pathOf("e.h5"))),
            "cannot write e.h5: a .h5 file holds a matrix or a vector, not a "
            "tensor of 2 x 2 x 2; use .ttx or .tns");
}

TEST_F(BinsparseTest, LibrariesOfOtherVersionsAreRefused) {
  Hdf5Functions functions = {kHdf5Layout, nullptr, nullptr};
  EXPECT_TRUE(checkHdf5Functions(functions, "libweft_hdf5.so").succeeded());
  // That of a library before there was a layout is an address.
  for (uint64_t layout :
       {uint64_t(0), kHdf5Layout + 1, uint64_t(0x7f0012345678)}) {
    functions.layout = layout;
    EXPECT_EQ(checkHdf5Functions(functions, "libweft_hdf5.so").message(),
              "libweft_hdf5.so is of another version of Weft than the runtime "
              "that loads it; use those of one");
  }
}
