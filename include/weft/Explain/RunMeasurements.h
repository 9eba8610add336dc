//===- RunMeasurements.h - Measurements of a run ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tensors and the times of a run, which explanations show beside the costs
// of loops.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_EXPLAIN_RUNMEASUREMENTS_H
#define WEFT_EXPLAIN_RUNMEASUREMENTS_H

#include "weft/Analysis/CostNumbers.h"

namespace weft {
namespace explain {

struct RunMeasurements {
  /// The tensors of the signature, results first, and how many bytes the arrays
  /// of each take.
  std::vector<analysis::MeasuredTensor> tensors;
  std::vector<int64_t> numBytes;
  /// How many operations of arithmetic the expression has.
  int64_t numOperations = 0;
  /// Milliseconds: to read the operands, to compile, and the least of the runs.
  double readTime = 0, compileTime = 0, runTime = 0;

  /// The lines that an explanation ends with. `steps` is the most that a loop
  /// makes, if it is known.
  std::vector<std::string> describe(std::optional<double> steps) const;
};

} // namespace explain
} // namespace weft

#endif // WEFT_EXPLAIN_RUNMEASUREMENTS_H
