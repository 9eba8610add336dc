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
#include "Texts.h"

#include <charconv>
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

/// The seed of a tensor, which follows from its name, its sizes and the seed
/// that the user gives: FNV-1a over their bytes.
static uint64_t getSeed(const std::string &name,
                        const std::vector<int64_t> &dims, uint64_t seed) {
  uint64_t hash = 0xCBF29CE484222325u;
  auto add = [&](uint64_t byte) { hash = (hash ^ byte) * 0x100000001B3u; };
  auto addNumber = [&](uint64_t number) {
    for (int shift = 0; shift != 64; shift += 8)
      add(number >> shift & 0xFF);
  };
  for (unsigned char c : name)
    add(c);
  for (int64_t size : dims)
    addNumber(static_cast<uint64_t>(size));
  addNumber(seed);
  return hash;
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
  Random random(getSeed(description.name, dims, seed));
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
      values.appendInteger(description.type == "bool" ? 1
                                                      : 1 + random.next() % 9);
    else
      values.appendReal(random.nextReal());
    if (values.isComplex())
      values.appendReal(random.nextReal());
    ++count;
  }
  return values.convert(count, message) &&
         create(description, dims, count, coordinates, values, tensor, message);
}

/// The two parts of "2", "2im" or "1+2im".
static bool parseComplex(const std::string &text, double &real,
                         double &imaginary) {
  real = imaginary = 0;
  if (parseReal(text, real))
    return true;
  if (text.size() < 3 || text.compare(text.size() - 2, 2, "im") != 0)
    return false;
  std::string parts = text.substr(0, text.size() - 2);
  if (parseReal(parts, imaginary))
    return true;
  for (size_t sign = 1; sign < parts.size(); ++sign)
    if ((parts[sign] == '+' || parts[sign] == '-') &&
        parseReal(parts.substr(0, sign), real) &&
        parseReal(parts.substr(sign), imaginary))
      return true;
  return false;
}

/// Whether a text is a number, of whatever size.
template <typename T> static bool isNumber(const std::string &text) {
  T value;
  const char *end = text.data() + text.size();
  auto [rest, failure] = std::from_chars(text.data(), end, value);
  return !text.empty() && rest == end && failure != std::errc::invalid_argument;
}

std::optional<bool>
weft::driver::parseScalar(const TensorDescription &description,
                          const std::string &text, Tensor &tensor,
                          std::string &message) {
  Values values(description.type);
  auto refuse = [&](const std::string &expected) {
    message = "expected " + expected + " for " + description.name +
              ", which is of type " + description.type + ", got '" + text + "'";
    return false;
  };
  auto refuseSize = [&] {
    message = "the number " + text + " for " + description.name +
              " does not fit " + description.type;
    return false;
  };
  auto make = [&](const char *from) {
    return values.convertFrom(from, 1, message)
               ? create(description, {}, 1, {}, values, tensor, message)
               : refuseSize();
  };
  double real = 0, imaginary = 0;
  bool isComplex = parseComplex(text, real, imaginary);
  if (values.isInteger()) {
    int64_t integer = 0;
    uint64_t large = 0;
    const char *end = text.data() + text.size();
    if (parseInteger(text, integer)) {
      values.appendInteger(integer);
      return make("i64");
    }
    auto [rest, failure] = std::from_chars(text.data(), end, large);
    if (!text.empty() && rest == end && failure == std::errc()) {
      values.appendInteger(static_cast<int64_t>(large));
      return make("u64");
    }
    if (isNumber<int64_t>(text))
      return refuseSize();
    return isComplex || isNumber<double>(text)
               ? std::optional<bool>(refuse("an integer"))
               : std::nullopt;
  }
  if (!isComplex)
    return isNumber<double>(text) ? std::optional<bool>(refuseSize())
                                  : std::nullopt;
  if (!values.isComplex() && !parseReal(text, real))
    return refuse("a real number");
  values.appendReal(real);
  if (values.isComplex())
    values.appendReal(imaginary);
  return make(values.isComplex() ? "complex<f64>" : "f64");
}
