//===- NumpyHeader.cpp - Headers of NumPy arrays ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A magic number, a version, the length of the header and the header, which is
// a dictionary as Python writes it with three keys, in any order.
//
//===----------------------------------------------------------------------===//

#include "NumpyArray.h"

#include "ShortDecimal.h"

#include <cstring>
#include <limits>

using namespace weft::runtime;

/// No header of an array of numbers is that long.
static constexpr int64_t longestHeader = 1 << 20;

static Status failDamaged(const std::string &what) {
  return Status::failure("the header of the NumPy array is damaged: " + what);
}

/// Reads `size` bytes; fails at the end of the stream.
static Status readAll(InputStream &stream, char *data, int64_t size) {
  for (int64_t done = 0; done < size;) {
    Expected<int64_t> count = stream.read(data + done, size - done);
    if (count.failed())
      return count.takeStatus();
    if (*count == 0)
      return Status::failure(
          "the file ends within the header of a NumPy array; is it complete?");
    done += *count;
  }
  return Status::success();
}

namespace {

/// Reads the dictionary.
class DictionaryReader {
public:
  DictionaryReader(const std::string &text, NumpyHeader &header)
      : c(text.data()), end(c + text.size()), header(header) {}

  Status read();

private:
  void skipSpace() {
    while (c != end && (*c == ' ' || *c == '\n' || *c == '\t'))
      ++c;
  }
  /// Takes a sign, if it comes next.
  bool take(char sign) {
    skipSpace();
    bool isNext = c != end && *c == sign;
    c += isNext;
    return isNext;
  }
  bool takeWord(const char *word) {
    skipSpace();
    size_t length = std::strlen(word);
    bool isNext = size_t(end - c) >= length && !std::memcmp(c, word, length);
    c += isNext ? length : 0;
    return isNext;
  }
  bool takeText(std::string &text);
  Status readValue(const std::string &key);
  Status readDescr();
  Status readShape();
  Status readSize();

  const char *c, *end;
  NumpyHeader &header;
  bool hasDescr = false, hasOrder = false, hasShape = false;
};

} // namespace

/// Takes a text in quotes. Names of types and keys have nothing to escape.
bool DictionaryReader::takeText(std::string &text) {
  skipSpace();
  if (c == end || (*c != '\'' && *c != '"'))
    return false;
  const void *last = std::memchr(c + 1, *c, end - c - 1);
  if (!last)
    return false;
  text.assign(c + 1, static_cast<const char *>(last));
  c = static_cast<const char *>(last) + 1;
  return true;
}

/// Reads the type: a name, or a list of the fields of a structured one.
Status DictionaryReader::readDescr() {
  hasDescr = true;
  if (takeText(header.descr))
    return Status::success();
  skipSpace();
  const char *first = c;
  int64_t depth = 0;
  for (; c != end; ++c) {
    depth += *c == '[' || *c == '(';
    depth -= *c == ']' || *c == ')';
    if (depth == 0)
      break;
  }
  if (c == end || c == first)
    return failDamaged("expected a type behind 'descr'");
  ++c;
  header.descr.assign(first, c);
  header.isStructured = true;
  return Status::success();
}

Status DictionaryReader::readSize() {
  skipSpace();
  if (c != end && *c == '-')
    return failDamaged("a size is negative");
  int64_t size = 0;
  const char *first = c;
  for (; c != end && isDigit(*c); ++c)
    if (__builtin_mul_overflow(size, 10, &size) ||
        __builtin_add_overflow(size, *c - '0', &size))
      return failDamaged("a size is 2^63 or more");
  if (c == first)
    return failDamaged("expected a size in 'shape'");
  // NumPy has 64 at most.
  constexpr size_t mostSizes = 64;
  if (header.shape.size() == mostSizes)
    return failDamaged("'shape' has more than 64 sizes");
  // Python 2 marks long integers.
  c += c != end && *c == 'L';
  header.shape.push_back(size);
  return Status::success();
}

Status DictionaryReader::readShape() {
  hasShape = true;
  header.shape.clear();
  if (!take('('))
    return failDamaged("expected a tuple behind 'shape'");
  while (!take(')')) {
    if (Status status = readSize(); status.failed())
      return status;
    if (take(','))
      continue;
    if (take(')'))
      break;
    return failDamaged("expected ',' or ')' in 'shape'");
  }
  return Status::success();
}

Status DictionaryReader::readValue(const std::string &key) {
  if (key == "descr")
    return readDescr();
  if (key == "shape")
    return readShape();
  if (key != "fortran_order")
    return failDamaged("expected the keys 'descr', 'fortran_order' and "
                       "'shape', got another");
  hasOrder = true;
  header.isFortran = takeWord("True");
  if (header.isFortran || takeWord("False"))
    return Status::success();
  return failDamaged("expected True or False behind 'fortran_order'");
}

Status DictionaryReader::read() {
  if (!take('{'))
    return failDamaged("expected '{'");
  while (!take('}')) {
    std::string key;
    if (!takeText(key) || !take(':'))
      return failDamaged("expected a key and ':'");
    if (Status status = readValue(key); status.failed())
      return status;
    if (take(','))
      continue;
    if (take('}'))
      break;
    return failDamaged("expected ',' or '}'");
  }
  skipSpace();
  if (c != end)
    return failDamaged("something follows the dictionary");
  if (!hasDescr || !hasOrder || !hasShape)
    return failDamaged(
        "expected the keys 'descr', 'fortran_order' and 'shape'");
  return Status::success();
}

Expected<NumpyHeader> NumpyHeader::read(InputStream &stream) {
  char start[8];
  Status status = readAll(stream, start, sizeof(start));
  if (status.failed())
    return status;
  if (std::memcmp(start, "\x93NUMPY", 6) != 0)
    return Status::failure("this is no NumPy array: expected it to begin with "
                           "the byte 0x93 and NUMPY");
  int major = static_cast<unsigned char>(start[6]);
  int minor = static_cast<unsigned char>(start[7]);
  if (major < 1 || major > 3 || minor != 0)
    return Status::failure("the NumPy array has the version " +
                           std::to_string(major) + "." + std::to_string(minor) +
                           ", expected 1.0, 2.0 or 3.0");
  unsigned char bytes[4] = {};
  int numBytes = major == 1 ? 2 : 4;
  status = readAll(stream, reinterpret_cast<char *>(bytes), numBytes);
  if (status.failed())
    return status;
  int64_t length = 0;
  for (int i = numBytes - 1; i >= 0; --i)
    length = length * 256 + bytes[i];
  if (length > longestHeader)
    return failDamaged("it has " + std::to_string(length) + " bytes");
  std::string text(length, '\0');
  NumpyHeader header;
  status = readAll(stream, text.data(), length);
  if (status.succeeded())
    status = DictionaryReader(text, header).read();
  if (status.failed())
    return status;
  return header;
}

std::string NumpyHeader::write(const std::string &descr,
                               const std::vector<int64_t> &shape) {
  std::string text =
      "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (";
  for (int64_t size : shape)
    text += std::to_string(size) + ", ";
  text += "), }";
  // Python writes a comma behind one element, and none behind the last of
  // several.
  if (size_t at = text.find(", ), }"); at != std::string::npos)
    text.replace(at, 3, shape.size() == 1 ? ",)" : ")");
  // The first version counts the bytes of the header in 16 bits.
  bool isLong = text.size() + 64 > std::numeric_limits<uint16_t>::max();
  size_t numStart = isLong ? 12 : 10;
  text.append(63 - (numStart + text.size()) % 64, ' ');
  text += '\n';
  std::string start("\x93NUMPY\x01\0", 8);
  start[6] = isLong ? 2 : 1;
  for (size_t i = 0; i < numStart - 8; ++i)
    start += static_cast<char>(text.size() >> (8 * i));
  return start + text;
}
