//===- LoweringDefaults.cpp - Numbers of lowering options -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/LoweringDefaults.h"

#include "weft/Dialect/Weft/IR/Machine.h"

using namespace mlir;
using namespace weft;

/// From how many terms on the coordinates of a union are compared in groups: of
/// fewer terms, most are present in a step (docs/decisions/unions.md).
static constexpr int64_t kGroupedTerms = 6;
/// The most operations of a body that a carried union of two copies for each
/// case. It bounds the code size: there may be five copies.
static constexpr int64_t kSplitOperations = 32;
/// The unroll factor of histograms, in iterations
/// (docs/decisions/short-rows.md).
static constexpr int64_t kHistogramFactor = 4;
/// The number of accumulators of an interleaved reduction. A floating-point
/// addition has a latency of about four cycles, and an iteration takes a cycle
/// for its loads. It is the same on every machine, so that sums have one order.
static constexpr int64_t kAccumulators = 4;

int64_t weft::getDefaultNumber(LoweringOption option, const Machine &machine) {
  switch (option) {
  case LoweringOption::GroupUnions:
    return kGroupedTerms;
  case LoweringOption::SplitUnions:
    return kSplitOperations;
  case LoweringOption::UnrollHistograms:
    return kHistogramFactor;
  case LoweringOption::InterleaveReductions:
    return kAccumulators;
  case LoweringOption::StreamStores:
    return machine.streamStoreMinBytes;
  case LoweringOption::StackArrays:
    return machine.stackArrayMaxBytes;
  default:
    return 0;
  }
}

int64_t weft::getChosenNumber(Operation *op, LoweringOption option) {
  return getChosenNumber(op, option, getDefaultNumber(option, Machine::of(op)));
}
