//===- CacheFolder.cpp - The folder of a cache ----------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which folder it is, and whether it can be trusted. Programs that run with
// more rights than their user has have no cache.
//
//===----------------------------------------------------------------------===//

#include "CacheFolder.h"

#include "weft/Cache/FileCache.h"

#include <charconv>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace weft;

/// A variable of the environment; nothing if it is empty.
static std::optional<std::string> getVariable(const char *name) {
  const char *text = ::secure_getenv(name);
  return text && *text ? std::optional<std::string>(text) : std::nullopt;
}

std::optional<FileCacheOptions> FileCacheOptions::fromEnvironment() {
  FileCacheOptions options;
  if (getVariable("WEFT_CACHE") == "0")
    return std::nullopt;
  // Paths that are not absolute mean another folder in each folder.
  auto base = getVariable("XDG_CACHE_HOME");
  auto home = getVariable("HOME");
  if (auto folder = getVariable("WEFT_CACHE_DIR"))
    options.folder = *folder;
  else if (base && base->front() == '/')
    options.folder = *base + "/weft";
  else if (home && home->front() == '/' && ::access(home->c_str(), F_OK) == 0)
    options.folder = *home + "/.cache/weft";
  else
    return std::nullopt;
  if (auto size = getVariable("WEFT_CACHE_SIZE")) {
    const char *end = size->data() + size->size();
    auto [rest, failure] = std::from_chars(size->data(), end, options.limit);
    if (failure != std::errc() || rest != end)
      return std::nullopt;
  }
  return options;
}

/// Makes a folder and those that it is in. Programs that run for another user
/// than the one whose folders the environment names leave nothing there.
static void makeFolder(const std::string &path) {
  size_t slash = path.find_last_of('/');
  if (slash != std::string::npos && slash != 0) {
    const std::string parent = path.substr(0, slash);
    struct stat info;
    if (::stat(parent.c_str(), &info) != 0)
      makeFolder(parent);
    else if (info.st_uid != ::geteuid() && info.st_uid != 0)
      return;
  }
  ::mkdir(path.c_str(), 0700);
}

int weft::openCacheFolder(const std::string &path) {
  struct stat info;
  bool isThere = ::lstat(path.c_str(), &info) == 0;
  if (!isThere)
    makeFolder(path);
  else if (info.st_uid != ::geteuid())
    return -1;
  // A link is as good as its owner.
  bool isLink = isThere && S_ISLNK(info.st_mode);
  int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC |
                                        (isLink ? 0 : O_NOFOLLOW));
  if (folder < 0)
    return -1;
  bool isOwn = ::fstat(folder, &info) == 0 && info.st_uid == ::geteuid() &&
               (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
  if (isOwn)
    return folder;
  ::close(folder);
  return -1;
}
