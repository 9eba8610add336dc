//===- InputStream.cpp - Bytes of a possibly compressed file --------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain, gzip (RFC 1952, several members too) and xz files behind one
// interface. Every stream reads the file through the same small buffer, whose
// first bytes tell the compression.
//
//===----------------------------------------------------------------------===//

#include "InputStream.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <lzma.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>
#include <zlib.h>

using namespace weft::runtime;

namespace {

/// An open file and its bytes that are read and not yet consumed.
class RawFile {
public:
  explicit RawFile(int descriptor) : descriptor(descriptor), buffer(1 << 16) {}
  RawFile(RawFile &&other) noexcept
      : descriptor(std::exchange(other.descriptor, -1)),
        buffer(std::move(other.buffer)), begin(other.begin), end(other.end) {}
  ~RawFile() {
    if (descriptor >= 0)
      ::close(descriptor);
  }

  const char *data() const { return buffer.data() + begin; }
  int64_t size() const { return end - begin; }
  void consume(int64_t count) { begin += count; }

  /// Reads until at least `count` bytes are there (a few), or all that the file
  /// has.
  Status fill(int64_t count) {
    if (size() >= count)
      return Status::success();
    std::memmove(buffer.data(), data(), size());
    end = size();
    begin = 0;
    while (size() < count) {
      Expected<int64_t> got = readBytes(
          buffer.data() + end, static_cast<int64_t>(buffer.size()) - end);
      if (got.failed())
        return got.takeStatus();
      if (*got == 0)
        break;
      end += *got;
    }
    return Status::success();
  }

  /// Reads up to `size` bytes, but not through the buffer if it is empty.
  Expected<int64_t> read(char *data, int64_t size) {
    int64_t count = std::min(size, this->size());
    std::memcpy(data, this->data(), count);
    consume(count);
    return count > 0 ? Expected<int64_t>(count) : readBytes(data, size);
  }

  bool beginsWith(const char *magic, int64_t length) const {
    return size() >= length && std::memcmp(data(), magic, length) == 0;
  }

private:
  /// Reads some bytes of the file, none at its end.
  Expected<int64_t> readBytes(char *data, int64_t size) {
    while (true) {
      ssize_t got = ::read(descriptor, data, static_cast<size_t>(size));
      if (got >= 0)
        return static_cast<int64_t>(got);
      if (errno != EINTR)
        return Status::failure(std::string("cannot read: ") +
                                   std::strerror(errno),
                               Failure::FileAccess);
    }
  }

  int descriptor;
  std::vector<char> buffer;
  int64_t begin = 0;
  int64_t end = 0;
};

class PlainStream : public InputStream {
public:
  explicit PlainStream(RawFile file) : file(std::move(file)) {}

  Expected<int64_t> read(char *data, int64_t size) override {
    return file.read(data, size);
  }

private:
  RawFile file;
};

/// A message about bytes that are no compressed data.
Status damaged(const char *format, const char *reason) {
  return Status::failure(std::string("damaged ") + format + " file: " + reason);
}

Status truncated(const char *format) {
  return damaged(format, "it ends too early; was it copied completely?");
}

constexpr const char gzipMagic[] = "\x1f\x8b";
constexpr const char xzMagic[] = "\xfd"
                                 "7zXZ";

/// Whether another member follows the end of one, or padding and nothing else.
template <size_t length>
Expected<bool> findNextMember(RawFile &file, const char (&magic)[length],
                              const char *format) {
  while (true) {
    Status status = file.fill(length);
    if (status.failed())
      return status;
    if (file.size() == 0)
      return false;
    if (*file.data() != '\0')
      break;
    file.consume(1);
  }
  if (!file.beginsWith(magic, length - 1))
    return damaged(format, "something follows the compressed data");
  return true;
}

class GzipStream : public InputStream {
public:
  explicit GzipStream(RawFile file) : file(std::move(file)) {
    // 16 selects the gzip header, 15 the largest window.
    ready = inflateInit2(&stream, 16 + 15) == Z_OK;
  }
  ~GzipStream() override { inflateEnd(&stream); }

  Expected<int64_t> read(char *data, int64_t size) override {
    if (!ready)
      return Status::failure("not enough memory to decompress");
    if (failure.failed())
      return failure;
    stream.next_out = reinterpret_cast<Bytef *>(data);
    stream.avail_out = static_cast<uInt>(size);
    while (stream.avail_out == static_cast<uInt>(size) && !finished) {
      Status status = file.fill(1);
      if (status.failed())
        return status;
      if (file.size() == 0)
        return truncated("gzip");
      stream.next_in =
          reinterpret_cast<Bytef *>(const_cast<char *>(file.data()));
      stream.avail_in = static_cast<uInt>(file.size());
      int result = inflate(&stream, Z_NO_FLUSH);
      file.consume(file.size() - stream.avail_in);
      if (result == Z_STREAM_END)
        failure = nextMember();
      else if (result != Z_OK && result != Z_BUF_ERROR)
        failure = damaged("gzip", stream.msg ? stream.msg : "invalid data");
      // What came before the damage is read first, so that lines are counted.
      if (failure.failed() && stream.avail_out == static_cast<uInt>(size))
        return failure;
    }
    return size - static_cast<int64_t>(stream.avail_out);
  }

private:
  Status nextMember() {
    auto next = findNextMember(file, gzipMagic, "gzip");
    if (next.failed())
      return next.takeStatus();
    finished = !*next;
    if (*next)
      inflateReset(&stream);
    return Status::success();
  }

  RawFile file;
  z_stream stream = {};
  bool ready = false;
  bool finished = false;
  Status failure;
};

class XzStream : public InputStream {
public:
  explicit XzStream(RawFile file) : file(std::move(file)) { ready = reset(); }
  ~XzStream() override { lzma_end(&stream); }

  Expected<int64_t> read(char *data, int64_t size) override {
    if (!ready)
      return Status::failure("not enough memory to decompress");
    if (failure.failed())
      return failure;
    stream.next_out = reinterpret_cast<uint8_t *>(data);
    stream.avail_out = size;
    while (stream.avail_out == static_cast<size_t>(size) && !finished) {
      Status status = file.fill(1);
      if (status.failed())
        return status;
      bool atEnd = file.size() == 0;
      stream.next_in = reinterpret_cast<const uint8_t *>(file.data());
      stream.avail_in = file.size();
      lzma_ret result = lzma_code(&stream, atEnd ? LZMA_FINISH : LZMA_RUN);
      file.consume(file.size() - static_cast<int64_t>(stream.avail_in));
      if (result == LZMA_STREAM_END)
        failure = nextMember();
      else if (result == LZMA_BUF_ERROR)
        failure = truncated("xz");
      else if (result == LZMA_MEM_ERROR)
        failure = Status::failure("not enough memory to decompress");
      else if (result != LZMA_OK)
        failure = damaged("xz", "invalid data");
      if (failure.failed() && stream.avail_out == static_cast<size_t>(size))
        return failure;
    }
    return size - static_cast<int64_t>(stream.avail_out);
  }

private:
  bool reset() {
    return lzma_stream_decoder(&stream, UINT64_MAX, 0) == LZMA_OK;
  }

  Status nextMember() {
    auto next = findNextMember(file, xzMagic, "xz");
    if (next.failed())
      return next.takeStatus();
    finished = !*next;
    if (*next && !reset())
      return Status::failure("not enough memory to decompress");
    return Status::success();
  }

  RawFile file;
  lzma_stream stream = LZMA_STREAM_INIT;
  bool ready = false;
  bool finished = false;
  Status failure;
};

} // namespace

bool weft::runtime::endsWith(const std::string &text,
                             const std::string &suffix) {
  return text.size() >= suffix.size() &&
         std::equal(suffix.rbegin(), suffix.rend(), text.rbegin(),
                    [](char a, char b) {
                      return a == std::tolower(static_cast<unsigned char>(b));
                    });
}

Expected<std::unique_ptr<InputStream>>
weft::runtime::openInput(const std::string &path) {
  auto fail = [&](const std::string &why, Failure kind = Failure::Refused) {
    return Status::failure("cannot read " + path + ": " + why, kind);
  };
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return fail(std::strerror(errno), classifyFileError(errno));
  RawFile file(descriptor);
  struct stat info;
  if (::fstat(descriptor, &info) == 0 && S_ISDIR(info.st_mode))
    return fail("it is a directory", Failure::FileAccess);
  Status status = file.fill(6);
  if (status.failed())
    return status.prefixed(path + ": ");

  std::unique_ptr<InputStream> stream;
  if (file.beginsWith(gzipMagic, 2))
    stream = std::make_unique<GzipStream>(std::move(file));
  else if (file.beginsWith(xzMagic, 6))
    stream = std::make_unique<XzStream>(std::move(file));
  else if (endsWith(path, ".gz"))
    return fail("it is not a gzip file");
  else if (endsWith(path, ".xz"))
    return fail("it is not an xz file");
  else
    stream = std::make_unique<PlainStream>(std::move(file));
  return stream;
}
