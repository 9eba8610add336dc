//===- Patterns.cpp - Matrices with a structure ---------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each pattern adds entries to a list.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "RandomValues.h"

#include <cmath>

using namespace weft::driver;

/// Rows and columns of the blocks of blocked matrices.
static const int64_t blockSize = 4;
/// The most entries that are generated.
static const double maxEntries = 1e9;

namespace {
/// The entries of a matrix while they are listed.
class Entries {
public:
  Entries(const TensorDescription &description,
          const std::vector<int64_t> &dims, uint64_t seed)
      : dims(dims), random(getSeed(description.name, dims, seed)),
        values(description.type) {}

  /// Adds an entry if it lies within the sizes.
  void add(int64_t row, int64_t column) {
    if (row >= dims[0] || column >= dims[1])
      return;
    coordinates.push_back(row);
    coordinates.push_back(column);
    values.appendRandom(random);
    ++count;
  }
  /// The diagonal and two others on each side, from one point of a grid to its
  /// neighbours.
  void addDiagonals();
  /// The same pattern of full blocks.
  void addBlocks();
  /// Some rows or columns as a whole.
  void addSlices(int64_t mode, double density);
  void addOnes(int64_t number) {
    for (; count < number; ++count) {
      int64_t rest = count;
      coordinates.resize(coordinates.size() + dims.size());
      for (size_t mode = dims.size(); mode-- > 0; rest /= dims[mode])
        coordinates[count * dims.size() + mode] = rest % dims[mode];
      values.appendOne();
    }
  }

  const std::vector<int64_t> &dims;
  Random random;
  Values values;
  std::vector<int64_t> coordinates;
  int64_t count = 0;
};
} // namespace

/// How far the diagonals are from the main one.
static const int64_t offsets[] = {-3, -1, 0, 1, 3};

void Entries::addDiagonals() {
  for (int64_t row = 0; row < dims[0]; ++row)
    for (int64_t offset : offsets)
      if (row + offset >= 0)
        add(row, row + offset);
}

void Entries::addBlocks() {
  for (int64_t row = 0; row < dims[0]; ++row)
    for (int64_t offset : offsets) {
      int64_t block = row / blockSize + offset;
      for (int64_t k = 0; block >= 0 && k < blockSize; ++k)
        add(row, block * blockSize + k);
    }
}

void Entries::addSlices(int64_t mode, double density) {
  int64_t size = dims[mode];
  auto number = static_cast<int64_t>(std::ceil(density * double(size)));
  // One out of each of as many parts of the mode.
  for (int64_t k = 0; k < number; ++k) {
    int64_t begin = k * (size / number), room = size / number;
    int64_t slice = begin + static_cast<int64_t>(random.next() % room);
    for (int64_t other = 0; other < dims[1 - mode]; ++other)
      mode == 0 ? add(slice, other) : add(other, slice);
  }
}

/// About how many entries a tensor has.
static double countEntries(const Generator &generator,
                           const std::vector<int64_t> &dims) {
  using Pattern = Generator::Pattern;
  double components = 1;
  for (int64_t size : dims)
    components *= double(size);
  if (generator.pattern == Pattern::Ones)
    return components;
  if (generator.pattern == Pattern::Diagonals)
    return 5 * double(dims[0]);
  if (generator.pattern == Pattern::Blocks)
    return 5 * double(blockSize) * double(dims[0]);
  return generator.density * components;
}

bool weft::driver::generatePattern(const TensorDescription &description,
                                   const std::vector<int64_t> &dims,
                                   const Generator &generator, uint64_t seed,
                                   Tensor &tensor, std::string &message) {
  using Pattern = Generator::Pattern;
  if (generator.pattern != Pattern::Ones && dims.size() != 2) {
    message = "operand " + description.name +
              " is no matrix, as -g with f, b, l or v makes\nhint: d, s, h, u "
              "and u:DENSITY make tensors with any number of modes";
    return false;
  }
  double number = countEntries(generator, dims);
  if (number > maxEntries)
    return failAtSize(description, number, message);
  Entries entries(description, dims, seed);
  switch (generator.pattern) {
  case Pattern::Diagonals:
    entries.addDiagonals();
    break;
  case Pattern::Blocks:
    entries.addBlocks();
    break;
  case Pattern::Rows:
    entries.addSlices(0, generator.density);
    break;
  case Pattern::Columns:
    entries.addSlices(1, generator.density);
    break;
  case Pattern::Ones:
  case Pattern::Entries:
    entries.addOnes(static_cast<int64_t>(number));
    break;
  }
  return entries.values.convert(entries.count, message) &&
         createTensor(description, dims, entries.count, entries.coordinates,
                      entries.values, tensor, message);
}
