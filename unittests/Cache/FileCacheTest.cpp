//===- FileCacheTest.cpp - Values on disk -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cache finds what was kept, or nothing: whatever happens to its files, and
// whoever else writes them.
//
//===----------------------------------------------------------------------===//

#include "weft/Cache/FileCache.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace weft;
namespace fs = std::filesystem;

namespace {
class FileCacheTest : public ::testing::Test {
protected:
  void SetUp() override {
    root = ::testing::TempDir() + "weft-cache-XXXXXX";
    ASSERT_TRUE(::mkdtemp(root.data()));
    options.folder = root + "/a/b";
  }
  void TearDown() override { fs::remove_all(root); }

  FileCache open() {
    auto cache = FileCache::open(options);
    EXPECT_TRUE(cache);
    return std::move(*cache);
  }

  std::vector<fs::path> files() {
    std::vector<fs::path> paths;
    for (const auto &entry : fs::directory_iterator(options.folder))
      paths.push_back(entry.path());
    return paths;
  }

  static std::string read(const fs::path &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static void write(const fs::path &path, const std::string &bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }

  std::string root;
  FileCacheOptions options;
};
} // namespace

TEST_F(FileCacheTest, findsWhatWasKept) {
  FileCache cache = open();
  EXPECT_FALSE(cache.find("key"));
  cache.keep("key", std::string("a\0b", 3));
  cache.keep("empty", "");
  EXPECT_EQ(cache.find("key"), std::string("a\0b", 3));
  EXPECT_EQ(open().find("empty"), "");
  cache.keep("key", "another");
  EXPECT_EQ(cache.find("key"), "another");
  EXPECT_EQ(files().size(), 2u);
}

TEST_F(FileCacheTest, makesFoldersOfTheUserAlone) {
  open();
  struct stat info;
  ASSERT_EQ(::stat(options.folder.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700u);
}

TEST_F(FileCacheTest, refusesFoldersThatOthersWriteTo) {
  open();
  ::chmod(options.folder.c_str(), 0770);
  EXPECT_FALSE(FileCache::open(options));
  ::chmod(options.folder.c_str(), 0702);
  EXPECT_FALSE(FileCache::open(options));
  ::chmod(options.folder.c_str(), 0755);
  EXPECT_TRUE(FileCache::open(options));
}

TEST_F(FileCacheTest, refusesWhatBelongsToOthers) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "only root can give files away";
  open();
  ASSERT_EQ(::chown(options.folder.c_str(), 1, 1), 0);
  EXPECT_FALSE(FileCache::open(options));
  ASSERT_EQ(::chown(options.folder.c_str(), 0, 0), 0);
  std::string link = root + "/link";
  fs::create_directory_symlink(options.folder, link);
  EXPECT_TRUE(FileCache::open({link, options.limit}));
  ASSERT_EQ(::lchown(link.c_str(), 1, 1), 0);
  EXPECT_FALSE(FileCache::open({link, options.limit}));
}

TEST_F(FileCacheTest, makesNoFoldersForOthers) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "only root can give files away";
  fs::create_directory(root + "/home");
  ASSERT_EQ(::chown((root + "/home").c_str(), 1, 1), 0);
  EXPECT_FALSE(FileCache::open({root + "/home/.cache/weft", options.limit}));
  EXPECT_TRUE(fs::is_empty(root + "/home"));
}

TEST_F(FileCacheTest, noticesEveryChange) {
  FileCache cache = open();
  cache.keep("key", "value");
  fs::path path = files().front();
  const std::string whole = read(path);
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] ^= 4;
    write(path, changed);
    EXPECT_FALSE(cache.find("key")) << "byte " << at;
    EXPECT_TRUE(files().empty()) << "byte " << at;
    write(path, whole.substr(0, at));
    EXPECT_FALSE(cache.find("key")) << "the first " << at;
  }
  write(path, whole + "x");
  EXPECT_FALSE(cache.find("key"));
  cache.keep("key", "value");
  EXPECT_EQ(cache.find("key"), "value");
}

TEST_F(FileCacheTest, comparesKeys) {
  FileCache cache = open();
  cache.keep("key", "value");
  fs::path mine = files().front();
  cache.keep("other", "another");
  for (const fs::path &path : files())
    if (path != mine)
      fs::rename(path, mine);
  EXPECT_FALSE(cache.find("key"));
  EXPECT_FALSE(cache.find("other"));
}

TEST_F(FileCacheTest, readsNoLinksAndPipes) {
  FileCache cache = open();
  cache.keep("key", "value");
  fs::path path = files().front();
  fs::rename(path, root + "/elsewhere");
  fs::create_symlink(root + "/elsewhere", path);
  EXPECT_FALSE(cache.find("key"));
  fs::remove(path);
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_FALSE(cache.find("key"));
}

TEST_F(FileCacheTest, removesWhatWasNotUsedForLongest) {
  const std::string value(1000, 'x');
  options.limit = 4000;
  FileCache cache = open();
  auto age = [&](const char *key, int seconds) {
    for (const fs::path &path : files())
      if (read(path).find(key) != std::string::npos)
        fs::last_write_time(path, fs::file_time_type::clock::now() -
                                      std::chrono::seconds(seconds));
  };
  for (const char *key : {"first", "second", "third"})
    cache.keep(key, value);
  age("first", 300);
  age("second", 200);
  age("third", 100);
  EXPECT_TRUE(cache.find("first"));
  cache.keep("fourth", value);
  EXPECT_TRUE(cache.find("first"));
  EXPECT_FALSE(cache.find("second"));
  EXPECT_TRUE(cache.find("third"));
  EXPECT_TRUE(cache.find("fourth"));
  cache.keep("large", std::string(5000, 'x'));
  EXPECT_FALSE(cache.find("large"));
  EXPECT_TRUE(cache.find("fourth"));
}

TEST_F(FileCacheTest, leavesFilesOfOthers) {
  options.limit = 100;
  FileCache cache = open();
  write(options.folder + "/README", std::string(1000, 'x'));
  write(options.folder + "/0123456789abcdef", std::string(1000, 'x'));
  cache.keep("key", "value");
  EXPECT_TRUE(cache.find("key"));
  EXPECT_EQ(files().size(), 3u);
}

// Writing a file that is too long ends a process.
TEST_F(FileCacheTest, respectsLimitsOfFiles) {
  FileCache cache = open();
  pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    struct rlimit limit = {1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    cache.keep("long", std::string(2000, 'x'));
    cache.keep("short", "value");
    ::_exit(cache.find("short") == "value" && !cache.find("long") ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST_F(FileCacheTest, removesWhatWritersLeftBehind) {
  FileCache cache = open();
  fs::path old = options.folder + "/.new-1-1", young = old.string() + "1";
  write(old, "half");
  write(young, "half");
  fs::last_write_time(old,
                      fs::file_time_type::clock::now() - std::chrono::hours(2));
  cache.keep("key", "value");
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(young));
}

TEST_F(FileCacheTest, keepsNothingWhereItCannotWrite) {
  if (::geteuid() == 0)
    GTEST_SKIP() << "root can write everywhere";
  open().keep("key", "value");
  ::chmod(options.folder.c_str(), 0500);
  FileCache cache = open();
  cache.keep("other", "value");
  EXPECT_EQ(cache.find("key"), "value");
  EXPECT_FALSE(cache.find("other"));
  ::chmod(options.folder.c_str(), 0700);
}

TEST_F(FileCacheTest, isNotWhereThereIsNoFolder) {
  write(root + "/file", "");
  EXPECT_FALSE(FileCache::open({root + "/file", options.limit}));
  EXPECT_FALSE(FileCache::open({root + "/file/below", options.limit}));
  EXPECT_FALSE(FileCache::open({"/dev/null/below", options.limit}));
}

// Eight processes write and read the same keys; all values of a key
// begin with it and have one letter.
TEST_F(FileCacheTest, isSharedByProcesses) {
  options.limit = 60000;
  open();
  std::vector<pid_t> writers;
  for (int writer = 0; writer < 8; ++writer) {
    pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      bool isRight = true;
      for (int round = 0; round < 200; ++round) {
        auto cache = FileCache::open(options);
        std::string key = "key " + std::to_string((round * 7 + writer) % 10);
        if (auto value = cache->find(key))
          isRight &= value->compare(0, key.size(), key) == 0 &&
                     value->find_first_not_of(value->back(), key.size()) ==
                         std::string::npos;
        cache->keep(key, key + std::string(4000 + 500 * writer, 'a' + writer));
      }
      ::_exit(isRight ? 0 : 1);
    }
    writers.push_back(child);
  }
  for (pid_t writer : writers) {
    int status = 0;
    ::waitpid(writer, &status, 0);
    EXPECT_EQ(status, 0);
  }
  uintmax_t total = 0;
  for (const fs::path &path : files())
    total += fs::file_size(path);
  EXPECT_LE(total, options.limit);
}
