//===- LoadTest.cpp - Files in any format -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file loads into every named format and into any composition of levels, in
// any order of the modes: its components come out again, of some once more
// after they were written. What does not fit a format is refused for a reason
// that the format gives.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <random>
#include <unistd.h>

using namespace weft::test;

namespace {

using Coordinate = std::vector<int64_t>;
using Components = std::map<Coordinate, double>;

/// What a file holds: sizes, and components that may be listed several times.
struct Contents {
  std::string name;
  std::vector<int64_t> dims;
  std::vector<std::pair<Coordinate, double>> entries;

  Components sum() const {
    Components components;
    for (const auto &[coordinate, value] : entries)
      components[coordinate] += value;
    return components;
  }
};

/// Components in random places, some of them listed again.
Contents makeContents(const std::string &name, std::vector<int64_t> dims,
                      size_t count, bool repeats, std::mt19937 &random) {
  Contents contents{name, std::move(dims), {}};
  for (size_t number = 0; number != count; ++number) {
    Coordinate coordinate;
    for (int64_t size : contents.dims)
      coordinate.push_back(random() % size);
    int times = repeats && random() % 3 == 0 ? 3 : 1;
    for (int time = 0; time != times; ++time)
      contents.entries.push_back({coordinate, double(random() % 9 + 1)});
  }
  std::shuffle(contents.entries.begin(), contents.entries.end(), random);
  return contents;
}

/// All components of a tensor.
Contents makeFull(std::vector<int64_t> dims) {
  Contents contents{"full", dims, {}};
  Coordinate coordinate(dims.size());
  for (double value = 1;; ++value) {
    contents.entries.push_back({coordinate, value});
    size_t mode = dims.size();
    while (mode != 0 && ++coordinate[mode - 1] == dims[mode - 1])
      coordinate[--mode] = 0;
    if (mode == 0)
      return contents;
  }
}

class LoadTest : public ::testing::Test {
protected:
  void SetUp() override {
    directory = ::testing::TempDir() + "weft-load-XXXXXX";
    ASSERT_TRUE(::mkdtemp(directory.data()));
  }
  void TearDown() override {
    for (const char *name : {"/a.mtx", "/a.tns", "/b.tns"})
      std::remove((directory + name).c_str());
    EXPECT_EQ(::rmdir(directory.c_str()), 0);
  }

  /// Writes a file of the contents and returns its path.
  std::string write(const Contents &contents, bool isMatrixMarket) {
    std::string path = directory + (isMatrixMarket ? "/a.mtx" : "/a.tns");
    std::FILE *file = std::fopen(path.c_str(), "w");
    if (isMatrixMarket)
      std::fprintf(file,
                   "%%%%MatrixMarket matrix coordinate real general\n"
                   "%d %d %d\n",
                   int(contents.dims[0]), int(contents.dims[1]),
                   int(contents.entries.size()));
    for (const auto &[coordinate, value] : contents.entries) {
      for (int64_t index : coordinate)
        std::fprintf(file, "%d ", int(index + 1));
      std::fprintf(file, "%g\n", value);
    }
    std::fclose(file);
    return path;
  }

  /// Reads a file into a format; null if that fails, and then `error` says why.
  static Tensor read(const std::string &path, const std::string &format,
                     const std::vector<int64_t> &dims, std::string &error) {
    weft_tensor *tensor = nullptr;
    char *message = nullptr;
    weft_tensor_read(path.c_str(), format.c_str(), "f64", dims.size(),
                     dims.data(), 0, &tensor, &message);
    error = take(message);
    return Tensor(tensor);
  }

  /// The components of a tensor that are not zero, and those in `expected`.
  static Components componentsOf(const weft_tensor *tensor,
                                 const Components &expected) {
    int64_t count = weft_tensor_num_stored(tensor);
    int64_t order = weft_tensor_order(tensor);
    std::vector<int64_t> coordinates(count * order);
    std::vector<double> values(count);
    EXPECT_EQ(
        weft_tensor_entries(tensor, coordinates.data(), values.data(), nullptr),
        0);
    Components components;
    for (int64_t number = 0; number != count; ++number) {
      auto begin = coordinates.begin() + number * order;
      Coordinate coordinate(begin, begin + order);
      if (values[number] != 0 || expected.count(coordinate))
        components[coordinate] += values[number];
    }
    return components;
  }

  /// Loads contents into a format. Returns whether they fit.
  bool load(const Contents &contents, const std::string &format,
            bool isMatrixMarket) {
    SCOPED_TRACE(format + " of " + contents.name);
    std::string path = write(contents, isMatrixMarket), error;
    Tensor tensor = read(path, format, contents.dims, error);
    if (!tensor) {
      // One coordinate below each position, or no more than there is room for.
      EXPECT_TRUE(error.find(" cannot hold the ") != std::string::npos ||
                  error.find(" has room for ") != std::string::npos)
          << error;
      return false;
    }
    Components expected = contents.sum();
    EXPECT_EQ(componentsOf(tensor.get(), expected), expected);

    // Once more, by way of another file. Files are written to the disk, which
    // takes its time.
    if (++numLoads % 10 != 0)
      return true;
    char *message = nullptr;
    std::string again = directory + "/b.tns";
    EXPECT_EQ(weft_tensor_write(tensor.get(), again.c_str(), &message), 0);
    EXPECT_EQ(take(message), "");
    Tensor second = read(again, format, contents.dims, error);
    EXPECT_TRUE(second) << error;
    if (second) {
      EXPECT_EQ(componentsOf(second.get(), expected), expected);
    }
    return true;
  }

  /// Loads all kinds of contents of an order. Returns how many fit.
  int loadAll(const std::string &format, size_t order) {
    static const std::vector<std::vector<int64_t>> shapes[] = {
        {{7}, {1}, {64}},
        {{5, 7}, {1, 1}, {8, 3}, {1, 9}, {13, 1}},
        {{5, 4, 7}, {1, 1, 1}, {3, 8, 2}}};
    int fits = 0;
    for (const std::vector<int64_t> &dims : shapes[order - 1]) {
      int64_t size = 1;
      for (int64_t dim : dims)
        size *= dim;
      for (bool isMatrixMarket : {false, true}) {
        if (isMatrixMarket && order != 2)
          continue;
        auto add = [&](const std::string &name, size_t count, bool repeats) {
          fits += load(makeContents(name, dims, count, repeats, random), format,
                       isMatrixMarket);
        };
        add("nothing", 0, false);
        add("one", 1, false);
        add("some", 1 + size / 4, false);
        add("repeated", 1 + size / 3, true);
        fits += load(makeFull(dims), format, isMatrixMarket);
      }
    }
    return fits;
  }

  std::string directory;
  int numLoads = 0;
  std::mt19937 random{20261121};
};

TEST_F(LoadTest, NamedFormats) {
  const char *const vectors[] = {"dense", "COO", "CSF", "bitmap", "DOK", "s"};
  const char *const matrices[] = {"dense",
                                  "dd:1,0",
                                  "CSR",
                                  "CSC",
                                  "DCSR",
                                  "DCSC",
                                  "COO",
                                  "uq:1,0",
                                  "CSF",
                                  "ss:1,0",
                                  "bitmap",
                                  "db:1,0",
                                  "DOK",
                                  "LIL",
                                  "BCSR{block=2x3}",
                                  "BCSC{block=3x2}",
                                  "CSB{block=2x2}",
                                  "DIA",
                                  "SDIA",
                                  "ELL",
                                  "SELL{block=4}",
                                  "MG{block=2x3}",
                                  "CSR{pos=8,crd=8}",
                                  "CSR{pos=64,crd=64}"};
  const char *const cubes[] = {
      "dense",     "ddd:2,0,1", "COO", "ucq:1,2,0", "CSF",
      "sss:2,1,0", "bitmap",    "DOK", "hhh:1,0,2", "MG{block=2x3x2}"};
  // Everything fits. Names have an order; another takes letters.
  for (const char *format : vectors)
    EXPECT_EQ(loadAll(format, 1), 15) << format;
  for (const char *format : matrices)
    EXPECT_EQ(loadAll(format, 2), 50) << format;
  for (const char *format : cubes)
    EXPECT_EQ(loadAll(format, 3), 15) << format;
}

/// A format of random levels, which may be none.
std::string makeFormat(size_t order, std::mt19937 &random) {
  std::vector<std::string> letters = {"d",  "s",  "u", "q", "c", "b",
                                      "h",  "g",  "t", "e", "i", "n2",
                                      "s~", "q~", "v", "g~"};
  std::vector<std::string> parts;
  for (size_t mode = 0; mode != order; ++mode) {
    std::string name = std::to_string(mode);
    if (random() % 4 != 0) {
      parts.push_back(name);
      continue;
    }
    std::string block = std::to_string(2 + random() % 3);
    parts.push_back(name + "/" + block);
    parts.push_back(name + "%" + block);
  }
  std::shuffle(parts.begin(), parts.end(), random);
  std::string text, list;
  // A coordinate list of some levels is too rare to be found by chance.
  bool isList = random() % 4 == 0;
  for (size_t level = 0; level != parts.size(); ++level) {
    text += isList ? (level == 0                  ? "u"
                      : level + 1 == parts.size() ? "q"
                                                  : "c")
                   : letters[random() % letters.size()];
    list += (list.empty() ? "" : ",") + parts[level];
  }
  return text + ":" + list;
}

TEST_F(LoadTest, CompositionsOfLevels) {
  int numFormats = 0, numFits = 0, numTries = 0;
  for (int number = 0; number != 500; ++number) {
    size_t order = 1 + random() % 3;
    std::string format = makeFormat(order, random), error;
    std::vector<int64_t> dims(order, 2);
    if (!makeTensor(format, dims, {}, {}, &error)) {
      EXPECT_NE(error, "") << format;
      continue;
    }
    ++numFormats;
    numTries += order == 2 ? 50 : 15;
    numFits += loadAll(format, order);
  }
  EXPECT_GT(numFormats, 60);
  EXPECT_GT(numFits, numTries / 2);
}

} // namespace
