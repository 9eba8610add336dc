//===- LineReader.cpp - The lines of a text file --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer that slides over the stream. Its growth is bounded: a file without
// line ends is not text, and is refused before it fills the memory.
//
//===----------------------------------------------------------------------===//

#include "LineReader.h"

#include "ThreadLibrary.h"

#include "weft/Runtime/Progress.h"

#include <cstring>
#include <string_view>

using namespace weft::runtime;

static constexpr int64_t initialBuffer = 1 << 18;
/// What threads find enough lines in.
static constexpr int64_t longBuffer = 1 << 22;

LineReader::LineReader(std::string path, std::unique_ptr<InputStream> stream)
    : name(std::move(path)), stream(std::move(stream)), buffer(initialBuffer) {}

bool LineReader::refill() {
  std::memmove(buffer.data(), buffer.data() + begin, end - begin);
  end -= begin;
  begin = 0;
  if (isLong && static_cast<int64_t>(buffer.size()) < longBuffer &&
      getThreadLimit() > 1)
    buffer.resize(longBuffer);
  if (end == static_cast<int64_t>(buffer.size()))
    buffer.resize(2 * buffer.size());
  if (!reportProgress("reading", -1)) {
    failure = Status::failure("cancelled");
    return false;
  }
  Expected<int64_t> count = stream->read(
      buffer.data() + end, static_cast<int64_t>(buffer.size()) - end);
  if (count.failed()) {
    ++number;
    failure = fail(count.message(), count.getStatus().kind());
    return false;
  }
  atEnd = *count == 0;
  end += *count;
  isLong = end == static_cast<int64_t>(buffer.size());
  std::string_view text(buffer.data(), end);
  endOfLines = static_cast<int64_t>(text.rfind('\n') + 1);
  return true;
}

bool LineReader::next() {
  if (failure.failed())
    return false;
  int64_t searched = 0;
  const char *newline = nullptr;
  while (true) {
    const char *from = buffer.data() + begin;
    int64_t length = std::min(end - begin, longestLine + 1);
    if (length > searched)
      newline = static_cast<const char *>(
          std::memchr(from + searched, '\n', length - searched));
    if (newline)
      break;
    if (length > longestLine) {
      ++number;
      failure = fail("the line is longer than 1 MiB; is this a text file?");
      return false;
    }
    if (atEnd)
      break;
    searched = length;
    if (!refill())
      return false;
  }
  if (!newline && begin == end)
    return false;
  ++number;
  // Some editors put a byte order mark before a text.
  constexpr std::string_view mark = "\xef\xbb\xbf";
  if (number == 1 && std::string_view(buffer.data() + begin, end - begin)
                             .substr(0, mark.size()) == mark)
    begin += mark.size();
  current.begin = buffer.data() + begin;
  current.end = newline ? newline : buffer.data() + end;
  begin = newline ? newline + 1 - buffer.data() : end;
  if (current.end != current.begin && current.end[-1] == '\r')
    --current.end;
  return true;
}

bool LineReader::nextSkipping(char comment) {
  while (next()) {
    const char *c = current.begin;
    while (c != current.end && (*c == ' ' || *c == '\t'))
      ++c;
    if (c != current.end && *c != comment)
      return true;
  }
  return false;
}

Status LineReader::fail(const std::string &message, Failure kind) const {
  return Status::failure(name + ":" + std::to_string(number) + ": " + message,
                         kind);
}

Status LineReader::failInHeader(const std::string &message) const {
  return Status::failure(name + ":1: " + message);
}

Status LineReader::failAtEnd(const std::string &message) const {
  if (failure.failed())
    return failure;
  // A message about what is missing points behind the last line.
  return Status::failure(name + ":" + std::to_string(number + 1) + ": " +
                         message);
}
