//===- FileReaderTest.cpp - Files that cannot be read -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What happens before a reader sees its first line: names, permissions,
// compression, and files that are not text.
//
//===----------------------------------------------------------------------===//

#include "InputStream.h"
#include "TestSupport.h"

#include <lzma.h>
#include <random>
#include <zlib.h>

using namespace weft::runtime;

using FileReaderTest = FileTest;
using Entries = std::vector<Entry>;

static std::string gzip(const std::string &text) {
  std::string out(text.size() + 100, '\0');
  z_stream stream = {};
  deflateInit2(&stream, 9, Z_DEFLATED, 16 + 15, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
  stream.avail_in = text.size();
  stream.next_out = reinterpret_cast<Bytef *>(out.data());
  stream.avail_out = out.size();
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

static std::string xz(const std::string &text) {
  std::string out(text.size() + 1000, '\0');
  size_t size = 0;
  EXPECT_EQ(lzma_easy_buffer_encode(
                1, LZMA_CHECK_CRC32, nullptr,
                reinterpret_cast<const uint8_t *>(text.data()), text.size(),
                reinterpret_cast<uint8_t *>(out.data()), &size, out.size()),
            LZMA_OK);
  out.resize(size);
  return out;
}

/// A list long enough for several buffers, and hard to compress.
static std::string longList(int64_t count) {
  std::mt19937 random(1);
  std::string text;
  for (int64_t i = 0; i < count; ++i)
    text += std::to_string(i + 1) + " " + std::to_string(random()) + "\n";
  return text;
}

TEST_F(FileReaderTest, CompressedFiles) {
  const std::string text = longList(100000);
  Entries plain = read("a.tns", text, makeFormat("s"));
  ASSERT_EQ(plain.size(), 100000u);
  EXPECT_EQ(read("a.tns.gz", gzip(text), makeFormat("s")), plain);
  EXPECT_EQ(read("a.TNS.XZ", xz(text), makeFormat("s")), plain);
  // The first bytes count even if the name says nothing.
  EXPECT_EQ(read("b.tns", gzip(text), makeFormat("s")), plain);
  EXPECT_EQ(read("c.tns", xz(text), makeFormat("s")), plain);
}

TEST_F(FileReaderTest, SeveralMembers) {
  EXPECT_EQ(read("a.tns.gz", gzip("1 1\n2 ") + gzip("2\n"), makeFormat("s")),
            (Entries{{{0}, 1}, {{1}, 2}}));
  EXPECT_EQ(
      read("b.tns.gz", gzip("1 1\n") + std::string(512, '\0'), makeFormat("s")),
      (Entries{{{0}, 1}}));
  EXPECT_EQ(read("c.tns.xz", xz("1 1\n2 ") + xz("2\n"), makeFormat("s")),
            (Entries{{{0}, 1}, {{1}, 2}}));
}

TEST_F(FileReaderTest, DamagedCompression) {
  const std::string text = longList(1000);
  std::string whole = gzip(text);
  EXPECT_NE(
      readError("a.tns.gz", whole.substr(0, whole.size() / 2), makeFormat("s"))
          .find("damaged gzip file: it ends too early; was it copied "
                "completely?"),
      std::string::npos);
  EXPECT_EQ(readError("b.tns.gz", whole + "xyz", makeFormat("s")),
            "b.tns.gz:1001: damaged gzip file: something follows the "
            "compressed data");
  std::string broken = whole;
  broken[whole.size() / 2] ^= 0x55;
  EXPECT_NE(readError("c.tns.gz", broken, makeFormat("s")), "no error");
  broken = whole;
  broken[whole.size() - 6] ^= 1;
  EXPECT_NE(readError("d.tns.gz", broken, makeFormat("s"))
                .find("damaged gzip file: incorrect data check"),
            std::string::npos);
  whole = xz(text);
  EXPECT_NE(
      readError("e.tns.xz", whole.substr(0, whole.size() / 2), makeFormat("s"))
          .find("damaged xz file: it ends too early"),
      std::string::npos);
  whole.back() ^= 0x55;
  EXPECT_NE(readError("f.tns.xz", whole, makeFormat("s"))
                .find("damaged xz file: invalid data"),
            std::string::npos);
}

TEST_F(FileReaderTest, SuffixWithoutCompression) {
  EXPECT_EQ(readError("a.tns.gz", "1 1\n", makeFormat("s")),
            "cannot read a.tns.gz: it is not a gzip file");
  EXPECT_EQ(readError("a.tns.xz", "", makeFormat("s")),
            "cannot read a.tns.xz: it is not an xz file");
}

TEST_F(FileReaderTest, FilesThatCannotBeOpened) {
  EXPECT_EQ(
      withoutDirectory(readTensor(directory + "none.mtx", makeFormat("ds"))),
      "cannot read none.mtx: No such file or directory");
  std::string path = directory + "folder.mtx";
  ASSERT_EQ(::mkdir(path.c_str(), 0700), 0);
  EXPECT_EQ(withoutDirectory(readTensor(path, makeFormat("ds"))),
            "cannot read folder.mtx: it is a directory");
  ASSERT_EQ(::rmdir(path.c_str()), 0);
}

TEST_F(FileReaderTest, FilesThatMayNotBeRead) {
  if (::geteuid() == 0)
    GTEST_SKIP() << "the superuser may read everything";
  std::string path = write("secret.mtx", "");
  ASSERT_EQ(::chmod(path.c_str(), 0), 0);
  EXPECT_EQ(withoutDirectory(readTensor(path, makeFormat("ds"))),
            "cannot read secret.mtx: Permission denied");
}

TEST_F(FileReaderTest, UnknownSuffix) {
  EXPECT_EQ(readError("a.csv", "1 1\n", makeFormat("s")),
            "cannot read a.csv: unknown file format; expected a name that ends "
            "with " +
                describeFileNames());
  EXPECT_NE(readError("a.gz", "1 1\n", makeFormat("s")), "no error");
}

TEST_F(FileReaderTest, BinaryFiles) {
  EXPECT_EQ(readError("a.tns",
                      std::string("\x7f"
                                  "ELF\0\1\2",
                                  7),
                      makeFormat("s")),
            "a.tns:1: expected 1 index and a value, as for a tensor of order "
            "1, got 1 word");
  EXPECT_EQ(readError("b.mtx",
                      std::string("\x7f"
                                  "ELF\0\1\2",
                                  7),
                      makeFormat("ds")),
            "b.mtx:1: expected the banner %%MatrixMarket, got '?ELF??"
            "?'; a "
            "Matrix Market file begins with a line like '%%MatrixMarket matrix "
            "coordinate real general'");
  EXPECT_EQ(readError("c.mtx", std::string(3 << 20, 'x'), makeFormat("ds")),
            "c.mtx:1: the line is longer than 1 MiB; is this a text file?");
  EXPECT_EQ(
      readError("d.tns", "1 " + std::string(100, 'y') + "\n", makeFormat("s")),
      "d.tns:1: expected a value, got "
      "'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy...'");
}

TEST_F(FileReaderTest, RandomBytesNeverCrash) {
  std::mt19937 random(7);
  const std::string alphabet = "0123456789 \n\t\r.-+eE%#xnai\0\xff";
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (int i = random() % 60; i > 0; --i)
      text += alphabet[random() % alphabet.size()];
    std::string head = "%%MatrixMarket matrix coordinate real general\n";
    for (const char *letters : {"", "s", "ds"}) {
      Format format = makeFormat(letters);
      // What matters is that there is an answer.
      EXPECT_NE(readError("a.tns", text, format), "");
      EXPECT_NE(readError("a.mtx", head + text, format), "");
      EXPECT_NE(readError("a.ttx", text, format), "");
    }
  }
}

TEST_F(FileReaderTest, RunsOutOfMemory) {
  std::string path = write("a.tns", longList(100000));
  int64_t before = memoryInUse();
  weft_rt_set_memory_limit(before + 500000);
  Expected<Tensor> tensor = readTensor(path, makeFormat("s"));
  weft_rt_set_memory_limit(0);
  ASSERT_TRUE(tensor.failed());
  EXPECT_NE(tensor.message().find("not enough memory for a list of "),
            std::string::npos);
  EXPECT_EQ(memoryInUse(), before);
}
