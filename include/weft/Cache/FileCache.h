//===- FileCache.h - Bytes that other processes made ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A folder of the user's own with values by keys
// (docs/decisions/kernel-cache.md). Any number of processes may use it at once.
// Whatever goes wrong means that nothing is found, or that nothing is kept: a
// cache is never a reason to fail.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CACHE_FILECACHE_H
#define WEFT_CACHE_FILECACHE_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace weft {

/// Where values are kept, and how many bytes of files they may be.
struct FileCacheOptions {
  std::string folder;
  uint64_t limit = uint64_t(64) << 20;

  /// What the environment says: WEFT_CACHE=0 switches caches off,
  /// WEFT_CACHE_DIR names a folder, which is else a part of the user's folder
  /// of caches, and WEFT_CACHE_SIZE is the limit. Nothing if there is no cache.
  static std::optional<FileCacheOptions> fromEnvironment();
};

class FileCache {
public:
  /// Opens a folder, and makes it where it does not exist. Nothing if it is not
  /// the user's, or if others may write to it.
  static std::optional<FileCache> open(const FileCacheOptions &options);

  FileCache(FileCache &&other);
  ~FileCache();

  /// The value of a key. A file that is not as it was written is removed.
  std::optional<std::string> find(std::string_view key) const;

  /// Keeps the value of a key, and removes what was not used for the longest
  /// time if there is too much then.
  void keep(std::string_view key, std::string_view value) const;

  /// Replaces the value of a key by `change(value)`; the value is empty if the
  /// key has none. An exclusive lock of the folder excludes other processes and
  /// other `FileCache` objects, but not threads that share this one. If it is
  /// not acquired within five seconds, the update runs without it and may lose
  /// a concurrent one.
  void
  update(std::string_view key,
         const std::function<std::string(const std::string &)> &change) const;

private:
  FileCache(int folder, uint64_t limit) : folder(folder), limit(limit) {}

  void removeOldest() const;

  int folder;
  uint64_t limit;
};

} // namespace weft

#endif // WEFT_CACHE_FILECACHE_H
