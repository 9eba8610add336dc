//===- TestSupport.h - Short forms for the runtime's tests ---- -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests should show what goes in and what comes out, and nothing else: formats
// as letters, tensors as lists of entries, files as strings.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_UNITTESTS_RUNTIME_TESTSUPPORT_H
#define WEFT_UNITTESTS_RUNTIME_TESTSUPPORT_H

#include "weft/Runtime/Packing.h"
#include "weft/Runtime/TensorFile.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace weft {
namespace runtime {

/// A format from letters: d dense, s compressed, u compressed and nonunique, q
/// singleton, n singleton and nonunique; in the order of the modes or as given.
inline Format makeFormat(const std::string &letters,
                         std::vector<int64_t> modes = {}) {
  Format format;
  for (size_t l = 0; l < letters.size(); ++l) {
    char letter = letters[l];
    LevelKind kind = letter == 'd'                    ? LevelKind::Dense
                     : letter == 's' || letter == 'u' ? LevelKind::Compressed
                                                      : LevelKind::Singleton;
    bool unique = letter != 'u' && letter != 'n';
    int64_t mode = modes.empty() ? static_cast<int64_t>(l) : modes[l];
    format.levels.push_back({kind, unique, /*ordered=*/true, mode});
  }
  return format;
}

/// Lets this process have threads, of whichever OpenMP library there is; ends
/// it with three if there is none. Tests run one of their own for that.
inline void openThreadLibrary() {
  if (!dlopen("libgomp.so.1", RTLD_NOW | RTLD_GLOBAL) &&
      !dlopen("libomp.so.5", RTLD_NOW | RTLD_GLOBAL))
    _exit(3);
}

/// An entry of an f64 tensor.
struct Entry {
  std::vector<int64_t> coordinate;
  double value;

  bool operator==(const Entry &other) const {
    return coordinate == other.coordinate && value == other.value;
  }
};

inline std::ostream &operator<<(std::ostream &out, const Entry &entry) {
  out << "(";
  for (int64_t coordinate : entry.coordinate)
    out << coordinate << " ";
  return out << ": " << entry.value << ")";
}

/// Packs entries of an f64 tensor.
inline Expected<Tensor> packEntries(const std::vector<int64_t> &dims,
                                    const std::vector<Entry> &entries,
                                    const Format &format,
                                    PackOptions options = PackOptions()) {
  EntryList list(ElementType::F64, dims.size());
  list.dims = dims;
  for (const Entry &entry : entries)
    EXPECT_TRUE(list.append(entry.coordinate.data(), &entry.value));
  return pack(list.view(), format, options);
}

/// The stored entries of a tensor of type T in storage order.
template <typename T = double>
inline std::vector<Entry> entriesOf(const Tensor &tensor) {
  int64_t order = tensor.order(), count = tensor.numStored();
  std::vector<int64_t> coordinates(order * count);
  std::vector<T> values(count);
  tensor.entries(coordinates.data(), values.data());
  std::vector<Entry> entries;
  for (int64_t i = 0; i < count; ++i) {
    auto begin = coordinates.begin() + i * order;
    entries.push_back({{begin, begin + order}, static_cast<double>(values[i])});
  }
  return entries;
}

/// The array `index` of a tensor as integers of type T.
template <typename T>
inline std::vector<T> arrayOf(const Tensor &tensor, size_t index) {
  const weft_array &array = tensor.arrays()[index];
  const T *data = static_cast<const T *>(array.data);
  return std::vector<T>(data, data + array.length);
}

/// Tests with files in a directory of their own.
class FileTest : public ::testing::Test {
protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "weft-test-XXXXXX";
    ASSERT_TRUE(::mkdtemp(pattern.data()));
    directory = pattern + "/";
  }
  void TearDown() override {
    for (const std::string &name : names)
      std::remove((directory + name).c_str());
    // Fails, as it should, if a test left a file behind.
    EXPECT_EQ(::rmdir(directory.c_str()), 0);
  }

  /// The path of a file that is removed after the test.
  std::string pathOf(const std::string &name) {
    names.push_back(name);
    return directory + name;
  }

  /// Writes a file and returns its path.
  std::string write(const std::string &name, const std::string &text) {
    std::string path = pathOf(name);
    std::FILE *file = std::fopen(path.c_str(), "wb");
    EXPECT_TRUE(file);
    EXPECT_EQ(std::fwrite(text.data(), 1, text.size(), file), text.size());
    EXPECT_EQ(std::fclose(file), 0);
    return path;
  }

  std::string contentOf(const std::string &name) {
    std::string text;
    if (std::FILE *file = std::fopen((directory + name).c_str(), "rb")) {
      for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file))
        text += static_cast<char>(c);
      std::fclose(file);
    }
    return text;
  }

  /// The entries of a file with this text, or its error without directories.
  std::vector<Entry> read(const std::string &name, const std::string &text,
                          const Format &format,
                          const ReadOptions &options = ReadOptions()) {
    Expected<Tensor> tensor = readTensor(write(name, text), format, options);
    EXPECT_TRUE(tensor.succeeded())
        << (tensor.failed() ? tensor.message() : "");
    return tensor.succeeded() ? entriesOf(*tensor) : std::vector<Entry>();
  }
  std::string readError(const std::string &name, const std::string &text,
                        const Format &format,
                        const ReadOptions &options = ReadOptions()) {
    return withoutDirectory(readTensor(write(name, text), format, options));
  }
  template <typename T> std::string withoutDirectory(const T &result) {
    if (!result.failed())
      return "no error";
    std::string message = result.message();
    for (size_t at; (at = message.find(directory)) != std::string::npos;)
      message.erase(at, directory.size());
    return message;
  }

  std::string directory;

private:
  std::vector<std::string> names;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_UNITTESTS_RUNTIME_TESTSUPPORT_H
