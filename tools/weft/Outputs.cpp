//===- Outputs.cpp - Files written together -------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever can fail happens before the first file takes its place: the checks
// of the paths before the kernel runs, and the writing, which may fill the
// disk, beside the places. Moving a file within a directory then cannot fail
// for lack of space or of permission.
//
//===----------------------------------------------------------------------===//

#include "Outputs.h"

#include "Interrupts.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace weft::driver;

static bool fail(const std::string &path, int error, std::string &message) {
  message = "cannot write " + path + ": " + std::strerror(error);
  return false;
}

/// The path with all links followed; empty, with errno, if there is none.
static std::string resolve(const std::string &path) {
  std::string resolved;
  if (char *text = ::realpath(path.c_str(), nullptr)) {
    resolved = text;
    std::free(text);
  }
  return resolved;
}

/// The target of a symbolic link; the path itself if it is no link.
static std::string followLink(const std::string &path) {
  struct stat info;
  if (::lstat(path.c_str(), &info) != 0 || !S_ISLNK(info.st_mode))
    return path;
  std::string target(4096, '\0');
  ssize_t length = ::readlink(path.c_str(), target.data(), target.size());
  if (length <= 0)
    return path;
  target.resize(length);
  size_t slash = path.rfind('/');
  if (target[0] != '/' && slash != std::string::npos)
    target.insert(0, path, 0, slash + 1);
  return target;
}

/// As many links as systems follow.
static const int mostLinks = 40;

/// The file that a link which leads nowhere would be; the path itself if it is
/// no link.
static std::string followLinks(std::string path) {
  for (int hop = 0; hop < mostLinks; ++hop)
    path = followLink(path);
  return path;
}

/// The descriptor of this process that a path names, perhaps through links;
/// negative if it names none.
static int findDescriptor(std::string path) {
  for (int hop = 0; hop < mostLinks; ++hop, path = followLink(path))
    for (const char *directory : {"/dev/fd/", "/proc/self/fd/"}) {
      size_t length = std::strlen(directory);
      if (path.compare(0, length, directory) != 0)
        continue;
      char *end = nullptr;
      long number = std::strtol(path.c_str() + length, &end, 10);
      return *end || number < 0 || number > INT_MAX ? -1
                                                    : static_cast<int>(number);
    }
  return -1;
}

/// Copies a file to where a descriptor writes.
static bool copyTo(int descriptor, const std::string &path) {
  int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  std::vector<char> buffer(1 << 16);
  ssize_t count = ::read(file, buffer.data(), buffer.size());
  bool isWritten = true;
  while (isWritten && count > 0) {
    for (ssize_t done = 0; isWritten && done < count;) {
      ssize_t written = ::write(descriptor, buffer.data() + done, count - done);
      isWritten = written >= 0 || errno == EINTR;
      done += std::max<ssize_t>(written, 0);
    }
    if (isWritten)
      count = ::read(file, buffer.data(), buffer.size());
  }
  int error = errno;
  ::close(file);
  errno = error;
  return isWritten && count == 0;
}

// In a directory with the sticky bit, say /tmp, only its owner and that of a
// file may replace the file.
bool Outputs::checkReplacement(const Output &output, std::string &message) {
  std::string directory = output.target.substr(0, output.target.rfind('/') + 1);
  struct stat around, file;
  if (output.isNew || ::stat(directory.c_str(), &around) != 0 ||
      ::stat(output.target.c_str(), &file) != 0)
    return true;
  uid_t user = ::geteuid();
  bool isOurs = user == 0 || user == around.st_uid || user == file.st_uid;
  return !(around.st_mode & S_ISVTX) || isOurs ||
         fail(output.path, EPERM, message);
}

// Others may write to the directory of an output, too. What they put there has
// no influence on a file in a directory with an unpredictable name that only
// this user may change.
bool Outputs::addDirectory(Output &output, std::string &message) {
  std::string name =
      output.target.substr(0, output.target.rfind('/') + 1) + ".weft-XXXXXX";
  if (!::mkdtemp(name.data()))
    return fail(output.path, errno, message);
  // Whatever the mask of the process leaves out.
  ::chmod(name.c_str(), S_IRWXU);
  // The end of the name says which format a tensor is written in.
  const size_t longestSuffix = std::strlen(".mtx.gz");
  std::string end = output.path.substr(output.path.rfind('/') + 1);
  if (end.size() > longestSuffix)
    end.erase(0, end.size() - longestSuffix);
  output.directory = name;
  output.temporary = name + "/new-" + end;
  removeOnInterrupt(output.temporary, output.directory);
  return true;
}

void Outputs::removeDirectory(Output &output) {
  if (output.directory.empty())
    return;
  keepOnInterrupt(output.directory);
  ::unlink(output.temporary.c_str());
  ::rmdir(output.directory.c_str());
  output.directory.clear();
}

Outputs::~Outputs() {
  for (Output &output : outputs) {
    removeDirectory(output);
    if (output.isPlaced && output.isNew && !isComplete)
      ::unlink(output.target.c_str());
  }
}

bool Outputs::add(const std::string &path, Writer writer,
                  std::string &message) {
  Output output;
  output.path = path;
  output.writer = std::move(writer);
  struct stat info;
  if (::stat(path.c_str(), &info) == 0) {
    output.isNew = false;
    output.mode = info.st_mode & 0777;
    // The file behind a descriptor is another's, who goes on to write to it.
    if (S_ISREG(info.st_mode))
      output.descriptor = findDescriptor(path);
    output.isSpecial = !S_ISREG(info.st_mode) || output.descriptor >= 0;
    if (S_ISDIR(info.st_mode))
      return fail(path, EISDIR, message);
    if (output.descriptor < 0 && ::access(path.c_str(), W_OK) != 0)
      return fail(path, errno, message);
    // What is no file, such as a pipe, may have no path but this one.
    output.target = output.isSpecial ? path : resolve(path);
  } else if (errno != ENOENT) {
    return fail(path, errno, message);
  }
  if (output.isNew) {
    std::string file = followLinks(path);
    size_t last = file.rfind('/');
    std::string directory =
        resolve(last == std::string::npos ? "." : file.substr(0, last + 1));
    if (!directory.empty())
      output.target = directory + "/" + file.substr(last + 1);
  }
  if (output.target.empty())
    return fail(path, errno, message);

  if (!output.isSpecial) {
    for (const Output &other : outputs) {
      if (other.target != output.target)
        continue;
      message = "two outputs would be written to " + path;
      return false;
    }
    if (!checkReplacement(output, message) || !addDirectory(output, message))
      return false;
  } else if (output.descriptor >= 0) {
    output.target = getTemporaryDirectory() + "/";
    if (!addDirectory(output, message))
      return false;
  }
  outputs.push_back(std::move(output));
  return true;
}

static bool endsWith(const std::string &text, const std::string &end) {
  return text.size() >= end.size() &&
         text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool Outputs::write(std::string &message) {
  for (bool isSpecial : {false, true}) {
    for (const Output &output : outputs) {
      if (output.isSpecial != isSpecial)
        continue;
      bool isStaged = !isSpecial || output.descriptor >= 0;
      const std::string &place = isStaged ? output.temporary : output.path;
      if (output.writer(place, message)) {
        // A reader that goes away has seen what it wanted.
        if (output.descriptor < 0 || copyTo(output.descriptor, place) ||
            errno == EPIPE)
          continue;
        return fail(output.path, errno, message);
      }
      if (isSpecial && endsWith(message, std::strerror(EPIPE)))
        continue;
      // The user knows the file by its own name.
      size_t at = message.find(place);
      if (at != std::string::npos)
        message.replace(at, place.size(), output.path);
      return false;
    }
  }
  return true;
}

std::string weft::driver::getTemporaryDirectory() {
  const char *directory = std::getenv("TMPDIR");
  return directory && *directory ? directory : "/tmp";
}

bool weft::driver::writeText(const std::string &text, const std::string &path,
                             std::string &message) {
  std::FILE *file = std::fopen(path.c_str(), "wb");
  if (!file)
    return fail(path, errno, message);
  bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  int error = errno;
  if (std::fclose(file) != 0 && written) {
    written = false;
    error = errno;
  }
  return written || fail(path, error, message);
}

bool Outputs::place(std::string &message) {
  for (Output &output : outputs) {
    if (output.isSpecial)
      continue;
    if ((!output.isNew &&
         ::chmod(output.temporary.c_str(), output.mode) != 0) ||
        std::rename(output.temporary.c_str(), output.target.c_str()) != 0)
      return fail(output.path, errno, message);
    output.isPlaced = true;
    removeDirectory(output);
  }
  isComplete = true;
  return true;
}
