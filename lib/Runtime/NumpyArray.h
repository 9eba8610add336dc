//===- NumpyArray.h - Arrays in NumPy's format ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One array of NumPy's format (numpy.lib.format, versions 1.0 to 3.0), as a
// .npy file has it and each file in a .npz archive.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_NUMPYARRAY_H
#define WEFT_LIB_RUNTIME_NUMPYARRAY_H

#include "InputStream.h"

#include "weft/Runtime/ElementType.h"
#include "weft/Runtime/Memory.h"

#include <optional>
#include <vector>

namespace weft {
namespace runtime {

/// What precedes the elements of an array.
struct NumpyHeader {
  /// NumPy's name of the type, or the text of a structured one.
  std::string descr;
  bool isStructured = false;
  /// Whether the first index changes fastest.
  bool isFortran = false;
  std::vector<int64_t> shape;

  static Expected<NumpyHeader> read(InputStream &stream);
  /// The header of an array in which the last index changes fastest, padded so
  /// that the elements are aligned.
  static std::string write(const std::string &descr,
                           const std::vector<int64_t> &shape);
};

/// NumPy's name of a type, e.g. "<f8"; empty if NumPy has no such type.
std::string getNumpyName(ElementType type);

/// An array in memory, in the byte order of this machine.
class NumpyArray {
public:
  /// Reads an array and the end of the stream. Messages do not name the file.
  static Expected<NumpyArray> read(InputStream &stream);
  /// The same of an array without indices whose element is a text.
  static Expected<std::string> readText(InputStream &stream);

  ElementType type() const { return elementType; }
  const std::vector<int64_t> &shape() const { return header.shape; }
  int64_t size() const { return count; }
  /// The element at a position in the file.
  const void *element(int64_t position) const {
    return elements.data() + position * sizeOf(elementType);
  }
  /// The position in the file of the element that comes next in the order in
  /// which the last index changes fastest, from `coordinate` on.
  int64_t positionOf(const int64_t *coordinate) const;
  /// Whether the elements are integers.
  bool hasIntegers() const;
  /// An element of an array of integers. Those beyond 2^63 - 1 are that number.
  int64_t integer(int64_t position) const;
  bool isFortran() const { return header.isFortran; }

private:
  Status readElements(InputStream &stream);
  Status findType();
  void swapBytes();

  NumpyHeader header;
  ElementType elementType = ElementType::F64;
  bool isSwapped = false;
  int64_t count = 0;
  Buffer elements;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_NUMPYARRAY_H
