//===- FileWriterTest.cpp - Tensors to files and back ---------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is written must read back exactly, and what cannot be written must
// leave the directory as it was.
//
//===----------------------------------------------------------------------===//

#include "InputStream.h"
#include "TestSupport.h"

#include <cmath>
#include <complex>
#include <limits>

using namespace weft::runtime;

using FileWriterTest = FileTest;
using Entries = std::vector<Entry>;

static Tensor makeTensor(const std::vector<int64_t> &dims,
                         const Entries &entries, const Format &format) {
  Expected<Tensor> tensor = packEntries(dims, entries, format);
  EXPECT_TRUE(tensor.succeeded());
  return std::move(*tensor);
}

TEST_F(FileWriterTest, SparseMatrix) {
  Tensor tensor = makeTensor({2, 3}, {{{0, 2}, 1.5}, {{1, 0}, -2}},
                             makeFormat("ds", {1, 0}));
  ASSERT_TRUE(writeTensor(tensor, pathOf("a.mtx")).succeeded());
  EXPECT_EQ(contentOf("a.mtx"),
            "%%MatrixMarket matrix coordinate real general\n"
            "2 3 2\n2 1 -2\n1 3 1.5\n");
}

TEST_F(FileWriterTest, DenseMatrixIsColumnMajor) {
  Entries entries = {{{0, 0}, 1}, {{0, 1}, 2}, {{1, 0}, 3}};
  for (std::vector<int64_t> modes :
       {std::vector<int64_t>{0, 1}, std::vector<int64_t>{1, 0}}) {
    Tensor tensor = makeTensor({2, 2}, entries, makeFormat("dd", modes));
    ASSERT_TRUE(writeTensor(tensor, pathOf("a.mtx")).succeeded());
    EXPECT_EQ(contentOf("a.mtx"), "%%MatrixMarket matrix array real general\n"
                                  "2 2\n1\n3\n2\n0\n");
  }
}

TEST_F(FileWriterTest, Vectors) {
  Tensor dense = makeTensor({2}, {{{1}, 4}}, makeFormat("d"));
  ASSERT_TRUE(writeTensor(dense, pathOf("a.mtx")).succeeded());
  EXPECT_EQ(contentOf("a.mtx"),
            "%%MatrixMarket matrix array real general\n2 1\n0\n4\n");
  Tensor sparse = makeTensor({2}, {{{1}, 4}}, makeFormat("s"));
  ASSERT_TRUE(writeTensor(sparse, pathOf("b.mtx")).succeeded());
  EXPECT_EQ(contentOf("b.mtx"),
            "%%MatrixMarket matrix coordinate real general\n2 1 1\n2 1 4\n");
  ASSERT_TRUE(writeTensor(dense, pathOf("c.tns")).succeeded());
  EXPECT_EQ(contentOf("c.tns"), "1 0\n2 4\n");
}

TEST_F(FileWriterTest, Scalars) {
  Tensor tensor = makeTensor({}, {{{}, 0.1}}, Format());
  for (const char *name : {"a.tns", "a.ttx", "a.mtx"}) {
    ASSERT_TRUE(writeTensor(tensor, pathOf(name)).succeeded());
    Expected<Tensor> back = readTensor(directory + name, Format());
    ASSERT_TRUE(back.succeeded()) << back.message();
    EXPECT_EQ(entriesOf(*back), entriesOf(tensor));
  }
  EXPECT_EQ(contentOf("a.tns"), "0.1\n");
}

TEST_F(FileWriterTest, RoundTrips) {
  Entries entries;
  for (int64_t i = 0; i < 4000; ++i)
    entries.push_back({{i % 17, i % 13, i % 11}, 1.0 / (i + 1)});
  for (const char *letters : {"ddd", "sss", "unq", "dds"}) {
    Tensor tensor = makeTensor({17, 13, 11}, entries, makeFormat(letters));
    for (const char *name : {"a.tns", "a.ttx", "a.tns.gz", "a.ttx.xz"}) {
      ASSERT_TRUE(writeTensor(tensor, pathOf(name)).succeeded());
      Expected<Tensor> back = readTensor(directory + name, makeFormat(letters));
      ASSERT_TRUE(back.succeeded()) << back.message();
      EXPECT_EQ(back->dims(), tensor.dims());
      EXPECT_EQ(entriesOf(*back), entriesOf(tensor));
    }
  }
}

TEST_F(FileWriterTest, CompressedFilesAreCompressed) {
  Tensor tensor = makeTensor({100000}, {}, makeFormat("d"));
  ASSERT_TRUE(writeTensor(tensor, pathOf("a.tns.gz")).succeeded());
  EXPECT_EQ(contentOf("a.tns.gz").substr(0, 2), "\x1f\x8b");
  EXPECT_LT(contentOf("a.tns.gz").size(), 500000u);
}

/// Writes and reads back a vector of the type of `values`.
template <typename T>
static void checkExact(ElementType type, const std::vector<T> &values,
                       const std::string &path) {
  EntryList list(type, 1);
  list.dims = {static_cast<int64_t>(values.size())};
  for (size_t i = 0; i < values.size(); ++i) {
    int64_t coordinate = i;
    ASSERT_TRUE(list.append(&coordinate, &values[i]));
  }
  Expected<Tensor> tensor = pack(list.view(), makeFormat("s"));
  ASSERT_TRUE(tensor.succeeded());
  ASSERT_TRUE(writeTensor(*tensor, path).succeeded());
  ReadOptions options;
  options.type = type;
  Expected<Tensor> back = readTensor(path, makeFormat("s"), options);
  ASSERT_TRUE(back.succeeded()) << back.message();
  EXPECT_EQ(
      std::memcmp(back->values(), values.data(), values.size() * sizeof(T)), 0)
      << nameOf(type);
}

TEST_F(FileWriterTest, EveryTypeReadsBackExactly) {
  using Double = std::numeric_limits<double>;
  using Float = std::numeric_limits<float>;
  using Complex = std::complex<double>;
  for (const char *name : {"a.tns", "a.mtx", "a.ttx"}) {
    std::string path = pathOf(name);
    checkExact<double>(ElementType::F64,
                       {0.1, -1.0 / 3, Double::max(), Double::denorm_min(),
                        Double::min(), -0.0, Double::infinity(),
                        -Double::infinity(), Double::quiet_NaN()},
                       path);
    checkExact<float>(
        ElementType::F32,
        {0.1f, Float::max(), Float::denorm_min(), Float::infinity()}, path);
    checkExact<int32_t>(ElementType::I32, {INT32_MIN, INT32_MAX, 0}, path);
    checkExact<int64_t>(ElementType::I64, {INT64_MIN, INT64_MAX, 0}, path);
    checkExact<Complex>(ElementType::C128, {{0.1, -2}, {0, 1e300}}, path);
    checkExact<std::complex<float>>(ElementType::C64, {{0.1f, -2}}, path);
  }
}

TEST_F(FileWriterTest, HighOrders) {
  std::vector<int64_t> dims(40, 1);
  Tensor tensor = makeTensor(dims, {{std::vector<int64_t>(40, 0), 3}},
                             makeFormat(std::string(40, 's')));
  ASSERT_TRUE(writeTensor(tensor, pathOf("a.ttx")).succeeded());
  Expected<Tensor> back =
      readTensor(directory + "a.ttx", makeFormat(std::string(40, 's')));
  ASSERT_TRUE(back.succeeded()) << back.message();
  EXPECT_EQ(entriesOf(*back), entriesOf(tensor));
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST_F(FileWriterTest, WrongNames) {
  Tensor tensor = makeTensor({2, 2, 2}, {}, Format::coo(3));
  EXPECT_EQ(withoutDirectory(writeTensor(tensor, directory + "a.csv")),
            "cannot write a.csv: unknown file format; expected a name that "
            "ends with " +
                describeFileNames());
  EXPECT_EQ(withoutDirectory(writeTensor(tensor, directory + "a.mtx")),
            "cannot write a.mtx: a .mtx file holds a matrix or a vector, not a "
            "tensor of 2 x 2 x 2; use .ttx or .tns");
}

TEST_F(FileWriterTest, UnwritablePlaces) {
  Tensor tensor = makeTensor({2}, {}, makeFormat("d"));
  EXPECT_EQ(withoutDirectory(writeTensor(tensor, directory + "no/a.tns")),
            "cannot write no/a.tns: No such file or directory");
  std::string path = directory + "folder.tns";
  ASSERT_EQ(::mkdir(path.c_str(), 0700), 0);
  EXPECT_EQ(withoutDirectory(writeTensor(tensor, path)),
            "cannot write folder.tns: Is a directory");
  ASSERT_EQ(::rmdir(path.c_str()), 0);
}

TEST_F(FileWriterTest, FullDevices) {
  // A link to a device that is always full; the link stays what it is.
  if (::access("/dev/full", W_OK) != 0)
    GTEST_SKIP() << "there is no /dev/full";
  std::string path = pathOf("a.tns");
  ASSERT_EQ(::symlink("/dev/full", path.c_str()), 0);
  Tensor tensor = makeTensor({100000}, {}, makeFormat("d"));
  EXPECT_EQ(withoutDirectory(writeTensor(tensor, path)),
            "cannot write a.tns: No space left on device");
}

TEST_F(FileWriterTest, FailureKeepsWhatWasThere) {
  std::string path = write("a.tns", "1 1\n");
  Tensor tensor = makeTensor({1 << 16}, {}, makeFormat("d"));
  weft_rt_set_memory_limit(memoryInUse() + 1000);
  Status status = writeTensor(tensor, path);
  weft_rt_set_memory_limit(0);
  ASSERT_TRUE(status.failed());
  EXPECT_NE(status.message().find("not enough memory"), std::string::npos);
  EXPECT_EQ(contentOf("a.tns"), "1 1\n");
}

TEST_F(FileWriterTest, LinksAndPermissionsAreKept) {
  std::string path = write("a.tns", "1 1\n");
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  std::string link = pathOf("link.tns");
  ASSERT_EQ(::symlink("a.tns", link.c_str()), 0);
  Tensor tensor = makeTensor({1}, {{{0}, 7}}, makeFormat("d"));
  ASSERT_TRUE(writeTensor(tensor, link).succeeded());
  EXPECT_EQ(contentOf("a.tns"), "1 7\n");
  struct stat info;
  ASSERT_EQ(::lstat(link.c_str(), &info), 0);
  EXPECT_TRUE(S_ISLNK(info.st_mode));
  ASSERT_EQ(::stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
}
