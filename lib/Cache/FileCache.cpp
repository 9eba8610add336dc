//===- FileCache.cpp - Bytes that other processes made --------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One file for each key, which is written under another name and then renamed,
// so that readers see complete files only. A file is a header with a checksum,
// the key and the value. Its name is the checksum of its key, and the key is
// compared: two keys of one name take turns. When a file was last used is the
// time of its modification.
//
//===----------------------------------------------------------------------===//

#include "weft/Cache/FileCache.h"

#include "CacheFolder.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <lzma.h>
#include <memory>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace weft;

namespace {
struct Header {
  char magic[8];
  uint64_t keySize, valueSize;
  /// Of all that follows.
  uint64_t checksum;
};

/// A descriptor that is closed.
struct File {
  int descriptor;
  ~File() {
    if (descriptor >= 0)
      ::close(descriptor);
  }
};
} // namespace

static constexpr char magic[sizeof(Header::magic)] = {'w', 'e', 'f', 't',
                                                      '.', 'v', '1', '\n'};
static const char *const temporaryPrefix = ".new-";
static constexpr std::string_view suffix = ".weft";
/// The age, in seconds, from which a temporary file is abandoned.
static constexpr time_t staleAfter = 3600;

static uint64_t checksum(std::string_view bytes, uint64_t before = 0) {
  return lzma_crc64(reinterpret_cast<const uint8_t *>(bytes.data()),
                    bytes.size(), before);
}

static std::string nameOf(std::string_view key) {
  char name[17];
  std::snprintf(name, sizeof name, "%016llx",
                static_cast<unsigned long long>(checksum(key)));
  return name + std::string(suffix);
}

/// Whether a file has a name that a value may have. What others put into the
/// folder is not ours to remove.
static bool isName(std::string_view name) {
  return name.size() == 16 + suffix.size() && name.substr(16) == suffix &&
         name.substr(0, 16).find_first_not_of("0123456789abcdef") ==
             std::string_view::npos;
}

std::optional<FileCache> FileCache::open(const FileCacheOptions &options) {
  int folder = openCacheFolder(options.folder);
  if (folder < 0)
    return std::nullopt;
  return FileCache(folder, options.limit);
}

FileCache::FileCache(FileCache &&other)
    : folder(other.folder), limit(other.limit) {
  other.folder = -1;
}

FileCache::~FileCache() {
  if (folder >= 0)
    ::close(folder);
}

/// Reads a whole file of the user's. False if that cannot be done now.
static bool readFile(int descriptor, std::string &bytes) {
  struct stat info;
  if (::fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode) ||
      info.st_uid != ::geteuid() || info.st_size > off_t(1) << 30)
    return false;
  bytes.resize(info.st_size);
  for (size_t done = 0; done < bytes.size();) {
    ssize_t count =
        ::read(descriptor, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return false;
    // Somebody has made it shorter, and its checksum tells.
    if (count == 0)
      bytes.resize(done);
    done += count;
  }
  return true;
}

/// The key and the value of a file that is as it was written.
static std::optional<std::pair<std::string_view, std::string_view>>
split(std::string_view bytes) {
  Header header;
  if (bytes.size() < sizeof(header))
    return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof(header));
  bytes.remove_prefix(sizeof(header));
  if (std::memcmp(header.magic, magic, sizeof(magic)) != 0 ||
      header.keySize > bytes.size() ||
      header.valueSize != bytes.size() - header.keySize ||
      header.checksum != checksum(bytes))
    return std::nullopt;
  return std::pair(bytes.substr(0, header.keySize),
                   bytes.substr(header.keySize));
}

std::optional<std::string> FileCache::find(std::string_view key) const {
  std::string name = nameOf(key);
  File file{::openat(folder, name.c_str(),
                     O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
  std::string bytes;
  if (file.descriptor < 0 || !readFile(file.descriptor, bytes))
    return std::nullopt;
  auto parts = split(bytes);
  if (!parts) {
    ::unlinkat(folder, name.c_str(), 0);
    return std::nullopt;
  }
  if (parts->first != key)
    return std::nullopt;
  ::futimens(file.descriptor, nullptr);
  return std::string(parts->second);
}

static bool writeAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    bytes.remove_prefix(count);
  }
  return true;
}

/// Whether files may have so many bytes; who writes a longer one is ended.
static bool mayWrite(uint64_t size) {
  struct rlimit limit;
  return ::getrlimit(RLIMIT_FSIZE, &limit) == 0 && size <= limit.rlim_cur;
}

void FileCache::keep(std::string_view key, std::string_view value) const {
  Header header;
  std::memcpy(header.magic, magic, sizeof(magic));
  header.keySize = key.size();
  header.valueSize = value.size();
  header.checksum = checksum(value, checksum(key));
  const uint64_t size = sizeof(header) + key.size() + value.size();
  if (size > limit || !mayWrite(size))
    return;
  static std::atomic<unsigned> counter;
  std::string temporary = temporaryPrefix + std::to_string(::getpid()) + "-" +
                          std::to_string(counter++);
  File file{::openat(folder, temporary.c_str(),
                     O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)};
  if (file.descriptor < 0)
    return;
  std::string_view head(reinterpret_cast<const char *>(&header),
                        sizeof(header));
  bool isWritten = writeAll(file.descriptor, head) &&
                   writeAll(file.descriptor, key) &&
                   writeAll(file.descriptor, value);
  if (!isWritten ||
      ::renameat(folder, temporary.c_str(), folder, nameOf(key).c_str()) != 0) {
    ::unlinkat(folder, temporary.c_str(), 0);
    return;
  }
  removeOldest();
}

namespace {
/// An exclusive lock of an open folder. It is not acquired if another holder
/// keeps it for five seconds, so that a stopped process stops no other one.
class FolderLock {
public:
  explicit FolderLock(int folder) : folder(folder) {
    using namespace std::chrono;
    const auto end = steady_clock::now() + seconds(5);
    while (::flock(folder, LOCK_EX | LOCK_NB) != 0) {
      bool mayBeFree = errno == EWOULDBLOCK || errno == EINTR;
      if (!mayBeFree || steady_clock::now() >= end)
        return;
      std::this_thread::sleep_for(microseconds(200));
    }
    isLocked = true;
  }
  ~FolderLock() {
    if (isLocked)
      ::flock(folder, LOCK_UN);
  }

  FolderLock(const FolderLock &) = delete;
  FolderLock &operator=(const FolderLock &) = delete;

private:
  int folder;
  bool isLocked = false;
};
} // namespace

void FileCache::update(
    std::string_view key,
    const std::function<std::string(const std::string &)> &change) const {
  FolderLock lock(folder);
  std::string before = find(key).value_or("");
  std::string after = change(before);
  if (after != before)
    keep(key, after);
}

void FileCache::removeOldest() const {
  struct Entry {
    timespec used;
    uint64_t size;
    std::string name;
    bool operator<(const Entry &other) const {
      return std::make_pair(used.tv_sec, used.tv_nsec) <
             std::make_pair(other.used.tv_sec, other.used.tv_nsec);
    }
  };
  // A descriptor of its own, because the place in a folder is the descriptor's.
  int descriptor = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  std::unique_ptr<DIR, int (*)(DIR *)> files(
      descriptor < 0 ? nullptr : ::fdopendir(descriptor), &::closedir);
  if (!files)
    return;
  std::vector<Entry> entries;
  uint64_t total = 0;
  const time_t now = ::time(nullptr);
  while (const dirent *file = ::readdir(files.get())) {
    struct stat info;
    std::string name = file->d_name;
    if (::fstatat(folder, file->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(info.st_mode))
      continue;
    if (name.compare(0, std::strlen(temporaryPrefix), temporaryPrefix) == 0) {
      if (now - info.st_mtim.tv_sec > staleAfter)
        ::unlinkat(folder, file->d_name, 0);
    } else if (isName(name)) {
      entries.push_back({info.st_mtim, uint64_t(info.st_size), name});
      total += entries.back().size;
    }
  }
  if (total <= limit)
    return;
  std::sort(entries.begin(), entries.end());
  for (const Entry &entry : entries) {
    if (total <= limit)
      break;
    ::unlinkat(folder, entry.name.c_str(), 0);
    total -= entry.size;
  }
}
