//===- NumpyArray.cpp - Arrays in NumPy's format --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements of an array. Memory is taken as they come, so that no header
// which lies about the shape takes more than the file has.
//
//===----------------------------------------------------------------------===//

#include "NumpyArray.h"

#include "FileEntries.h"
#include "ShortDecimal.h"

#include "weft/Runtime/Progress.h"

#include <algorithm>
#include <cstring>
#include <limits>

using namespace weft::runtime;

static constexpr bool isBigEndian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

/// The letter of a type in NumPy's names.
static char letterOf(ElementType type) {
  switch (kindOf(type)) {
  case NumberKind::Bool:
    return 'b';
  case NumberKind::Signed:
    return 'i';
  case NumberKind::Unsigned:
    return 'u';
  case NumberKind::Real:
    return 'f';
  case NumberKind::Complex:
    break;
  }
  return 'c';
}

std::string weft::runtime::getNumpyName(ElementType type) {
  if (type == ElementType::BF16)
    return "";
  int64_t size = sizeOf(type);
  const char *order = size == 1 ? "|" : isBigEndian ? ">" : "<";
  return std::string(order) + letterOf(type) + std::to_string(size);
}

/// What a type is that tensors cannot have.
static std::string describeType(const NumpyHeader &header) {
  if (header.isStructured)
    return "structured type";
  static const struct {
    char letter;
    const char *what;
  } kinds[] = {
      {'O', "type object"},      {'S', "type bytes"}, {'a', "type bytes"},
      {'U', "type str"},         {'V', "type void"},  {'M', "type datetime64"},
      {'m', "type timedelta64"}, {'f', "real type"},  {'c', "complex type"}};
  size_t letter = header.descr.find_first_not_of("<>|=");
  if (letter != std::string::npos)
    for (const auto &kind : kinds)
      if (kind.letter == header.descr[letter])
        return kind.what;
  return "type";
}

/// A text of a file for a message.
static std::string quote(const std::string &text) {
  std::string quoted = "'";
  for (char c : text.substr(0, 40))
    quoted += c >= ' ' && c <= '~' ? c : '?';
  return quoted + (text.size() > 40 ? "...'" : "'");
}

Status NumpyArray::findType() {
  const std::string &descr = header.descr;
  char order = descr.empty() ? '\0' : descr[0];
  bool hasOrder = order == '<' || order == '>' || order == '|' || order == '=';
  if (!header.isStructured)
    for (ElementType type : allElementTypes()) {
      std::string name = getNumpyName(type);
      if (name.empty() || name.substr(1) != descr.substr(hasOrder))
        continue;
      elementType = type;
      isSwapped = order == (isBigEndian ? '<' : '>');
      return Status::success();
    }
  return Status::failure(
      "elements of the " + describeType(header) + " " + quote(descr) +
      " cannot be read; expected booleans, integers of 8 to 64 bits, real "
      "numbers of 16 to 64 bits or complex numbers of 64 or 128 bits");
}

void NumpyArray::swapBytes() {
  // The parts of complex numbers are swapped each.
  int64_t size = sizeOf(elementType) / (isComplex(elementType) ? 2 : 1);
  char *data = elements.data();
  int64_t bytes = count * sizeOf(elementType);
  for (int64_t at = 0; at < bytes; at += size)
    std::reverse(data + at, data + at + size);
}

/// Fails if anything follows. The end of a file in an archive is where its
/// checksum is compared.
static Status expectEnd(InputStream &stream) {
  char next;
  Expected<int64_t> rest = stream.read(&next, 1);
  if (rest.failed())
    return rest.takeStatus();
  if (*rest == 0)
    return Status::success();
  return Status::failure("something follows the array; expected one array");
}

/// Reads `bytes` bytes.
static Status readBytes(InputStream &stream, Buffer &buffer, int64_t bytes) {
  constexpr int64_t firstRoom = 1 << 20, step = 4 << 20;
  for (int64_t done = 0; done < bytes;) {
    int64_t room = std::min(bytes, std::max(firstRoom, 2 * done));
    if (done == buffer.capacity() && !buffer.reserve(room))
      return Status::outOfMemory(notEnoughMemory(
          "an array of " + formatBytes(static_cast<double>(bytes)),
          static_cast<double>(room)));
    if (!reportProgress("reading", -1))
      return Status::failure("cancelled");
    int64_t wanted = std::min(bytes, buffer.capacity()) - done;
    Expected<int64_t> got =
        stream.read(buffer.data() + done, std::min(wanted, step));
    if (got.failed())
      return got.takeStatus();
    if (*got == 0)
      return Status::failure("expected " + std::to_string(bytes) +
                             " bytes of elements, got " + std::to_string(done) +
                             "; is the file complete?");
    done += *got;
  }
  return Status::success();
}

Status NumpyArray::readElements(InputStream &stream) {
  int64_t bytes = 0;
  if (!multiplySizes(header.shape, count) ||
      __builtin_mul_overflow(count, sizeOf(elementType), &bytes))
    return Status::failure("the shape is too large: an array of it has 2^63 "
                           "bytes or more");
  Status status = readBytes(stream, elements, bytes);
  if (status.succeeded())
    status = expectEnd(stream);
  if (status.succeeded() && isSwapped)
    swapBytes();
  return status;
}

Expected<NumpyArray> NumpyArray::read(InputStream &stream) {
  Expected<NumpyHeader> header = NumpyHeader::read(stream);
  if (header.failed())
    return header.takeStatus();
  NumpyArray array;
  array.header = std::move(*header);
  Status status = array.findType();
  if (status.succeeded())
    status = array.readElements(stream);
  if (status.failed())
    return status;
  return std::move(array);
}

Expected<std::string> NumpyArray::readText(InputStream &stream) {
  Expected<NumpyHeader> header = NumpyHeader::read(stream);
  if (header.failed())
    return header.takeStatus();
  // Bytes have one byte for each character, and texts have four.
  constexpr int64_t longest = 256;
  const std::string &descr = header->descr;
  size_t letter = descr.find_first_not_of("<>|=");
  bool isText = !header->isStructured && header->shape.empty() &&
                letter != std::string::npos &&
                (descr[letter] == 'S' || descr[letter] == 'U');
  int64_t length = 0;
  for (size_t i = letter + 1; isText && i < descr.size(); ++i)
    isText = isDigit(descr[i]) &&
             (length = length * 10 + (descr[i] - '0')) <= longest;
  if (!isText)
    return Status::failure("expected a short text, got elements of the " +
                           describeType(*header) + " " + quote(descr));
  int64_t size = length * (descr[letter] == 'U' ? 4 : 1);
  Buffer bytes;
  Status status = readBytes(stream, bytes, size);
  if (status.succeeded())
    status = expectEnd(stream);
  if (status.failed())
    return status;
  std::string text;
  for (int64_t i = 0; i < size; ++i)
    if (bytes.data()[i] != '\0')
      text += bytes.data()[i];
  return text;
}

int64_t NumpyArray::positionOf(const int64_t *coordinate) const {
  int64_t order = header.shape.size(), position = 0;
  for (int64_t i = 0; i < order; ++i) {
    int64_t mode = header.isFortran ? order - 1 - i : i;
    position = position * header.shape[mode] + coordinate[mode];
  }
  return position;
}

bool NumpyArray::hasIntegers() const {
  NumberKind kind = kindOf(elementType);
  return kind == NumberKind::Signed || kind == NumberKind::Unsigned;
}

int64_t NumpyArray::integer(int64_t position) const {
  Number number = loadNumber(elementType, element(position));
  constexpr uint64_t most = std::numeric_limits<int64_t>::max();
  int64_t magnitude = static_cast<int64_t>(std::min(number.magnitude, most));
  return number.isNegative ? -magnitude : magnitude;
}
