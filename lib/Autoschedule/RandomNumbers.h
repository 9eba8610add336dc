//===- RandomNumbers.h - Random numbers of searches -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A generator that gives the same numbers with every standard library, whose
// distributions differ.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_AUTOSCHEDULE_RANDOMNUMBERS_H
#define WEFT_LIB_AUTOSCHEDULE_RANDOMNUMBERS_H

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace weft {
namespace autoschedule {

/// The generator SplitMix64.
class RandomNumbers {
public:
  explicit RandomNumbers(uint64_t seed) : state(seed) {}

  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// A number below `bound`, which is positive.
  size_t below(size_t bound) { return size_t(next() % bound); }
  /// A number in (0, 1].
  double uniform() { return double((next() >> 11) + 1) * 0x1p-53; }
  /// A number of the standard normal distribution, by Box and Muller.
  double normal() {
    const double pi = 3.141592653589793;
    double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * pi * uniform());
  }
  template <typename T> void shuffle(std::vector<T> &values) {
    for (size_t left = values.size(); left > 1; --left)
      std::swap(values[left - 1], values[below(left)]);
  }

private:
  uint64_t state;
};

} // namespace autoschedule
} // namespace weft

#endif // WEFT_LIB_AUTOSCHEDULE_RANDOMNUMBERS_H
