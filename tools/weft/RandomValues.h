//===- RandomValues.h - Numbers of generated tensors ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generator is one of our own, so that a seed means the same tensor on
// every machine.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_RANDOMVALUES_H
#define WEFT_TOOLS_WEFT_RANDOMVALUES_H

#include "Operands.h"

#include <cstring>

namespace weft {
namespace driver {

/// Splitmix64: a counter and a mixing function.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  uint64_t next() {
    uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  /// A number above 0 and up to 1.
  double nextReal() { return double((next() >> 11) + 1) * 0x1.0p-53; }

private:
  uint64_t state;
};

/// The numbers of a tensor's components, collected in the widest type of their
/// kind and converted at the end.
class Values {
public:
  explicit Values(const std::string &type) : type(type) {}

  bool isInteger() const {
    return type[0] == 'i' || type[0] == 'u' || type == "bool";
  }
  bool isComplex() const { return type[0] == 'c'; }

  void appendInteger(int64_t value) { appendBytes(value); }
  void appendReal(double value) { appendBytes(value); }
  /// A number from 1 to 9, or above 0 and up to 1 if it is none of integers.
  void appendRandom(Random &random) {
    if (isInteger())
      appendInteger(type == "bool" ? 1 : 1 + random.next() % 9);
    else
      appendReal(random.nextReal());
    if (isComplex())
      appendReal(random.nextReal());
  }
  void appendOne() {
    if (isInteger())
      appendInteger(1);
    else
      appendReal(1);
    if (isComplex())
      appendReal(0);
  }

  /// Converts what was collected, `count` components, to their type.
  bool convert(int64_t count, std::string &message) {
    const char *widest = isInteger()   ? "i64"
                         : isComplex() ? "complex<f64>"
                                       : "f64";
    return convertFrom(widest, count, message);
  }
  bool convertFrom(const char *from, int64_t count, std::string &message) {
    if (type == from)
      return true;
    std::vector<char> converted(count * weft_type_size(type.c_str()));
    char *error = nullptr;
    if (weft_convert_values(from, bytes.data(), type.c_str(), converted.data(),
                            count, &error) != 0) {
      message = Text(error).get();
      return false;
    }
    bytes = std::move(converted);
    return true;
  }

  const void *data() const { return bytes.data(); }

private:
  template <typename T> void appendBytes(T value) {
    size_t size = bytes.size();
    bytes.resize(size + sizeof(T));
    std::memcpy(bytes.data() + size, &value, sizeof(T));
  }

  std::string type;
  std::vector<char> bytes;
};

/// Makes a tensor of entries. On failure returns false and sets `message`.
bool createTensor(const TensorDescription &description,
                  const std::vector<int64_t> &dims, int64_t count,
                  const std::vector<int64_t> &coordinates, const Values &values,
                  Tensor &tensor, std::string &message);

/// The seed of a tensor, which follows from its name, its sizes and the seed
/// that the user gives: FNV-1a over their bytes.
uint64_t getSeed(const std::string &name, const std::vector<int64_t> &dims,
                 uint64_t seed);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_RANDOMVALUES_H
