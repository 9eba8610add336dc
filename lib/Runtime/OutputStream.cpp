//===- OutputStream.cpp - A file written whole or not at all --------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The temporary file, its renaming and compression. Links are followed, so that
// writing through one changes the file and not the link; the permissions of a
// file that is replaced are kept.
//
//===----------------------------------------------------------------------===//

#include "OutputStream.h"

#include "InputStream.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <lzma.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <zlib.h>

using namespace weft::runtime;

static constexpr size_t bufferSize = 1 << 16;

//===----------------------------------------------------------------------===//
// Compression
//===----------------------------------------------------------------------===//

namespace {

class GzipCompressor : public Compressor {
public:
  GzipCompressor() {
    // 16 selects the gzip header, 15 the largest window.
    ready = deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 16 + 15,
                         /*memLevel=*/8, Z_DEFAULT_STRATEGY) == Z_OK;
  }
  ~GzipCompressor() override { deflateEnd(&stream); }

  bool compress(const char *data, int64_t size, bool finish,
                std::vector<char> &out) override {
    if (!ready)
      return false;
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(data));
    stream.avail_in = static_cast<uInt>(size);
    char piece[1 << 14];
    do {
      stream.next_out = reinterpret_cast<Bytef *>(piece);
      stream.avail_out = sizeof(piece);
      if (deflate(&stream, finish ? Z_FINISH : Z_NO_FLUSH) == Z_STREAM_ERROR)
        return false;
      out.insert(out.end(), piece, piece + sizeof(piece) - stream.avail_out);
    } while (stream.avail_out == 0);
    return true;
  }

private:
  z_stream stream = {};
  bool ready = false;
};

class XzCompressor : public Compressor {
public:
  XzCompressor() {
    ready = lzma_easy_encoder(&stream, LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64) ==
            LZMA_OK;
  }
  ~XzCompressor() override { lzma_end(&stream); }

  bool compress(const char *data, int64_t size, bool finish,
                std::vector<char> &out) override {
    if (!ready)
      return false;
    stream.next_in = reinterpret_cast<const uint8_t *>(data);
    stream.avail_in = size;
    uint8_t piece[1 << 14];
    while (true) {
      stream.next_out = piece;
      stream.avail_out = sizeof(piece);
      lzma_ret result = lzma_code(&stream, finish ? LZMA_FINISH : LZMA_RUN);
      out.insert(out.end(), piece, piece + sizeof(piece) - stream.avail_out);
      if (result == LZMA_STREAM_END)
        return true;
      if (result != LZMA_OK)
        return false;
      if (!finish && stream.avail_in == 0 && stream.avail_out > 0)
        return true;
    }
  }

private:
  lzma_stream stream = LZMA_STREAM_INIT;
  bool ready = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

OutputStream::OutputStream(OutputStream &&other) noexcept
    : path(std::move(other.path)),
      temporary(std::exchange(other.temporary, std::string())),
      isUnnamed(other.isUnnamed), target(std::move(other.target)),
      descriptor(std::exchange(other.descriptor, -1)),
      compressor(std::move(other.compressor)), buffer(std::move(other.buffer)),
      compressed(std::move(other.compressed)),
      failure(std::move(other.failure)) {}

OutputStream::~OutputStream() {
  if (descriptor >= 0)
    ::close(descriptor);
  if (!temporary.empty())
    ::unlink(temporary.c_str());
}

Status OutputStream::fail(int error) const {
  return Status::failure("cannot write " + path + ": " + std::strerror(error),
                         classifyFileError(error));
}

/// The directory of a file, with a slash at its end unless it is empty.
static std::string getDirectory(const std::string &path) {
  return path.substr(0, path.rfind('/') + 1);
}

/// Calls a function with unpredictable names in the target's directory until it
/// does not fail because the name is taken. Returns the name,
/// or an empty one, with errno.
template <typename F>
static std::string findName(const std::string &target, F &&take) {
  const int numTries = 100;
  for (int attempt = 0; attempt < numTries; ++attempt) {
    unsigned char bytes[12];
    if (::getentropy(bytes, sizeof(bytes)) != 0)
      return "";
    std::string name = getDirectory(target) + ".weft-";
    for (unsigned char byte : bytes)
      name += "0123456789abcdefghijklmnopqrstuv"[byte % 32];
    if (take(name))
      return name;
    if (errno != EEXIST)
      return "";
  }
  return "";
}

/// Where a file without a name is found by a name.
static std::string nameDescriptor(int descriptor) {
  return "/proc/self/fd/" + std::to_string(descriptor);
}

/// Opens a file without a name in the directory of the target. Other processes
/// cannot open it, and it is removed when the process ends. Returns a negative
/// number if the file system does not support such files.
static int openUnnamed(const std::string &target) {
  std::string directory = getDirectory(target) + ".";
  int descriptor =
      ::open(directory.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor >= 0 &&
      ::access(nameDescriptor(descriptor).c_str(), F_OK) != 0) {
    ::close(descriptor);
    return -1;
  }
  return descriptor;
}

Expected<OutputStream> OutputStream::openStandardOutput() {
  OutputStream stream;
  stream.path = "to the standard output";
  stream.buffer.reserve(bufferSize);
  if (std::fflush(stdout) != 0)
    return stream.fail(errno);
  stream.descriptor = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
  if (stream.descriptor < 0)
    return stream.fail(errno);
  return stream;
}

Expected<OutputStream> OutputStream::open(const std::string &path) {
  OutputStream stream;
  stream.path = path;
  stream.target = path;
  stream.buffer.reserve(bufferSize);
  if (endsWith(path, ".gz"))
    stream.compressor = std::make_unique<GzipCompressor>();
  else if (endsWith(path, ".xz"))
    stream.compressor = std::make_unique<XzCompressor>();

  struct stat info;
  bool exists = ::stat(path.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode))
    return stream.fail(EISDIR);
  if (exists && ::access(path.c_str(), W_OK) != 0)
    return stream.fail(errno);
  if (exists && !S_ISREG(info.st_mode)) {
    stream.descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (stream.descriptor < 0)
      return stream.fail(errno);
    return stream;
  }
  if (exists) {
    char *resolved = ::realpath(path.c_str(), nullptr);
    if (!resolved)
      return stream.fail(errno);
    stream.target = resolved;
    std::free(resolved);
  }
  stream.descriptor = openUnnamed(stream.target);
  stream.isUnnamed = stream.descriptor >= 0;
  if (!stream.isUnnamed)
    stream.temporary = findName(stream.target, [&](const std::string &name) {
      stream.descriptor =
          ::open(name.c_str(),
                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
      return stream.descriptor >= 0;
    });
  if (stream.descriptor < 0)
    return stream.fail(errno);
  if (exists)
    ::fchmod(stream.descriptor, info.st_mode & 0777);
  return stream;
}

void OutputStream::writeRaw(const char *data, int64_t size) {
  while (size > 0 && !failed()) {
    ssize_t count = ::write(descriptor, data, size);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0) {
      failure = fail(errno);
      return;
    }
    data += count;
    size -= count;
  }
}

void OutputStream::flush(bool last) {
  if (failed())
    return;
  if (!compressor) {
    writeRaw(buffer.data(), buffer.size());
  } else if (compressor->compress(buffer.data(), buffer.size(), last,
                                  compressed)) {
    writeRaw(compressed.data(), compressed.size());
    compressed.clear();
  } else {
    failure = fail(ENOMEM);
  }
  buffer.clear();
}

void OutputStream::write(const char *data, int64_t size) {
  buffer.insert(buffer.end(), data, data + size);
  if (buffer.size() >= bufferSize)
    flush(/*last=*/false);
}

bool OutputStream::giveName() {
  std::string source = nameDescriptor(descriptor);
  auto link = [&](const std::string &name) {
    return ::linkat(AT_FDCWD, source.c_str(), AT_FDCWD, name.c_str(),
                    AT_SYMLINK_FOLLOW) == 0;
  };
  // A link takes no other file's place, which a rename does.
  temporary = findName(target, link);
  return !temporary.empty();
}

Status OutputStream::finish() {
  flush(/*last=*/true);
  if (failed())
    return failure;
  if (isUnnamed && !giveName())
    return fail(errno);
  int closed = ::close(std::exchange(descriptor, -1));
  if (closed != 0)
    return fail(errno);
  if (temporary.empty())
    return Status::success();
  if (std::rename(temporary.c_str(), target.c_str()) != 0)
    return fail(errno);
  temporary.clear();
  return Status::success();
}
