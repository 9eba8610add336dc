//===- Generate.cpp - Random tensors --------------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entries are drawn from the first coordinate to the last, so that a tensor
// takes time and memory in proportion to them.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "RandomValues.h"
#include "Texts.h"

#include <cmath>

using namespace weft::driver;

bool weft::driver::createTensor(const TensorDescription &description,
                                const std::vector<int64_t> &dims, int64_t count,
                                const std::vector<int64_t> &coordinates,
                                const Values &values, Tensor &tensor,
                                std::string &message) {
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

std::optional<Generator> weft::driver::parseGenerator(const std::string &kind) {
  using Pattern = Generator::Pattern;
  static const struct {
    const char *name;
    Generator generator;
  } generators[] = {
      {"d", {Pattern::Entries, 1}},    {"r", {Pattern::Entries, 1}},
      {"s", {Pattern::Entries, 0.1}},  {"h", {Pattern::Entries, 0.0001}},
      {"u", {Pattern::Ones, 1}},       {"f", {Pattern::Diagonals, 1}},
      {"b", {Pattern::Blocks, 1}},     {"l", {Pattern::Rows, 0.01}},
      {"v", {Pattern::Columns, 0.01}},
  };
  for (const auto &known : generators)
    if (kind == known.name)
      return known.generator;
  Generator generator{Pattern::Entries, 0};
  if (kind.compare(0, 2, "u:") != 0 ||
      !parseReal(kind.substr(2), generator.density) ||
      !(generator.density >= 0) || generator.density > 1)
    return std::nullopt;
  return generator;
}

uint64_t weft::driver::getSeed(const std::string &name,
                               const std::vector<int64_t> &dims,
                               uint64_t seed) {
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

bool weft::driver::failAtSize(const TensorDescription &description,
                              double entries, std::string &message) {
  char count[32];
  std::snprintf(count, sizeof count, "%.3g", entries);
  message = "operand " + description.name +
            " is too large to be generated: it would have " + count +
            " entries, and 1e+09 are the most";
  if (description.order == 0)
    return false;
  message += "\nhint: -g=" + description.name + ":u:DENSITY generates fewer";
  if (isDense(description.format))
    message += ", which a sparse format such as -f=" + description.name + ":" +
               (description.order == 2 ? "CSR" : "COO") + " holds";
  return false;
}

/// Makes a tensor whose components are stored with the same probability.
static bool generateEntries(const TensorDescription &description,
                            const std::vector<int64_t> &dims, double density,
                            uint64_t seed, Tensor &tensor,
                            std::string &message) {
  // The components are numbered row by row; from one that is stored to the next
  // lies a number of others that has a geometric distribution.
  const double maxComponents = 9e18, maxEntries = 1e9;
  double components = 1;
  for (int64_t size : dims)
    components *= double(size);
  if (components > maxComponents || components * density > maxEntries)
    return failAtSize(description, components * density, message);
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
    values.appendRandom(random);
    ++count;
  }
  return values.convert(count, message) &&
         createTensor(description, dims, count, coordinates, values, tensor,
                      message);
}

bool weft::driver::generateTensor(const TensorDescription &description,
                                  const std::vector<int64_t> &dims,
                                  const Generator &generator, uint64_t seed,
                                  Tensor &tensor, std::string &message) {
  if (generator.pattern == Generator::Pattern::Entries)
    return generateEntries(description, dims, generator.density, seed, tensor,
                           message);
  return generatePattern(description, dims, generator, seed, tensor, message);
}
