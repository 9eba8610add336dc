//===- Generate.cpp - Operands out of nothing -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers from the command line and random tensors. The generator is one of our
// own, so that a seed means the same tensor on every machine.
//
//===----------------------------------------------------------------------===//

#include "Operands.h"

#include <cmath>
#include <cstring>

using namespace weft::driver;

namespace {
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

/// The values of a type as bytes.
class Values {
public:
  explicit Values(const std::string &type) : type(type) {}

  bool isInteger() const { return type[0] == 'i'; }
  bool isComplex() const { return type[0] == 'c'; }

  void appendInteger(int64_t value) {
    if (type == "i32")
      appendBytes(static_cast<int32_t>(value));
    else
      appendBytes(value);
  }
  void appendReal(double value) {
    if (type == "f32" || type == "complex<f32>")
      appendBytes(static_cast<float>(value));
    else
      appendBytes(value);
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
} // namespace

static bool create(const TensorDescription &description,
                   const std::vector<int64_t> &dims, int64_t count,
                   const std::vector<int64_t> &coordinates,
                   const Values &values, Tensor &tensor, std::string &message) {
  weft_tensor *made = nullptr;
  char *error = nullptr;
  if (weft_tensor_create(description.format.c_str(), description.type.c_str(),
                         description.order, dims.data(), count,
                         coordinates.data(), values.data(), 0, &made,
                         &error) != 0) {
    message = Text(error).get();
    return false;
  }
  tensor.reset(made);
  return true;
}

bool weft::driver::parseDensity(const std::string &kind, double &density) {
  if (kind == "d")
    density = 1;
  else if (kind == "s")
    density = 0.1;
  else if (kind == "h")
    density = 0.0001;
  else if (kind.compare(0, 2, "u:") != 0 ||
           !parseReal(kind.substr(2), density) || !(density >= 0) ||
           density > 1)
    return false;
  return true;
}

bool weft::driver::generateTensor(const TensorDescription &description,
                                  const std::vector<int64_t> &dims,
                                  double density, uint64_t seed, Tensor &tensor,
                                  std::string &message) {
  // The components are numbered row by row; from one that is stored to the next
  // lies a number of others that has a geometric distribution.
  const double maxComponents = 9e18, maxEntries = 1e9;
  double components = 1;
  for (int64_t size : dims)
    components *= double(size);
  if (components > maxComponents || components * density > maxEntries) {
    message = "operand " + description.name + " is too large to be generated";
    return false;
  }
  Random random(seed);
  Values values(description.type);
  std::vector<int64_t> coordinates;
  int64_t count = 0;
  double logOfAbsence = std::log1p(-density);
  for (double at = -1; density > 0;) {
    at += 1;
    if (density < 1)
      at += std::floor(std::log(random.nextReal()) / logOfAbsence);
    if (!(at < components))
      break;
    int64_t rest = static_cast<int64_t>(at);
    coordinates.resize(coordinates.size() + dims.size());
    for (size_t mode = dims.size(); mode-- > 0; rest /= dims[mode])
      coordinates[count * dims.size() + mode] = rest % dims[mode];
    if (values.isInteger())
      values.appendInteger(1 + random.next() % 9);
    else
      values.appendReal(random.nextReal());
    if (values.isComplex())
      values.appendReal(random.nextReal());
    ++count;
  }
  return create(description, dims, count, coordinates, values, tensor, message);
}

std::optional<bool>
weft::driver::parseScalar(const TensorDescription &description,
                          const std::string &text, Tensor &tensor,
                          std::string &message) {
  Values values(description.type);
  double real = 0;
  int64_t integer = 0;
  if (values.isInteger()) {
    if (!parseInteger(text, integer)) {
      if (!parseReal(text, real))
        return std::nullopt;
      message = "expected an integer for " + description.name +
                ", which is of type " + description.type + ", got '" + text +
                "'";
      return false;
    }
    if (description.type == "i32" && integer != int32_t(integer)) {
      message = "the number " + text + " for " + description.name +
                " does not fit i32";
      return false;
    }
    values.appendInteger(integer);
  } else {
    if (!parseReal(text, real))
      return std::nullopt;
    values.appendReal(real);
    if (values.isComplex())
      values.appendReal(0);
  }
  return create(description, {}, 1, {}, values, tensor, message);
}
