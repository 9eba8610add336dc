//===- LatticeTrial.h - Operands of coiterations ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random operands and bounds for a coiteration, and what it must visit by the
// definition of `lattice.coiterate`: all tuples of coordinates, one after the
// other, and for each the first point whose segments all have it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_UNITTESTS_CONVERSION_LATTICETRIAL_H
#define WEFT_UNITTESTS_CONVERSION_LATTICETRIAL_H

#include "LatticeKernel.h"

#include <map>
#include <random>

namespace weft {
namespace test {

/// A run of positions in a segment.
struct Run {
  int64_t begin = 0, end = 0;
};

/// Random operands and bounds of one coiteration, and what it must visit.
class Trial {
public:
  Trial(const Coiteration &c, std::mt19937 &random) : c(c), random(random) {
    for (unsigned k = 0; k < c.numVariables; ++k)
      parameters.sizes.push_back(pick(0, 5));
    variableSize = pick(0, 12);
    parentSize = pick(1, 3);
    parameters.parent = pick(0, parentSize - 1);
    for (unsigned s = 0; s < c.segments.size(); ++s)
      makeTensor(s);
    chooseBounds();
  }

  std::vector<Visit> getExpected() const;

  std::vector<PackedTensor> tensors;
  Parameters parameters;

private:
  int64_t pick(int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(random);
  }
  void makeTensor(unsigned number);
  void chooseBounds();
  bool iteratesUniverse() const;
  void visit(const Tuple &coordinates, int64_t variable, const Run *counted,
             std::vector<Visit> &visits) const;

  const Coiteration &c;
  std::mt19937 &random;
  int64_t variableSize, parentSize;
  /// The positions of coordinates below the parent, by segment.
  std::vector<std::map<Tuple, Run>> runs;
};

} // namespace test
} // namespace weft

#endif // WEFT_UNITTESTS_CONVERSION_LATTICETRIAL_H
