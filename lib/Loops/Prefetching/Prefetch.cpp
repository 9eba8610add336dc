//===- Prefetch.cpp - The prefetching pass --------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the transformations of `weft-prefetch` in a fixed order. A later
// transformation sees the prefetches of the earlier ones, and does not prefetch
// the same accesses again.
//
//===----------------------------------------------------------------------===//

#include "Analysis/SegmentInfo.h"
#include "Prefetching/Prefetching.h"
#include "SelectedOptions.h"
#include "Vectorization/BlockReduction.h"

#include "weft/Loops/Passes.h"

#include "mlir/IR/Matchers.h"

namespace weft {
#define GEN_PASS_DEF_PREFETCH
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Reasons of remarks
//===----------------------------------------------------------------------===//

std::string weft::whyNotSequential(scf::ForOp loop) {
  std::optional<AdjacentSegments> segments = AdjacentSegments::of(loop);
  if (!segments)
    return "the loop bounds are not known to be pos[i] and pos[i + 1], where i "
           "is the induction variable of an enclosing unit-step loop";
  if (segments->offset)
    return "the loop bounds are loaded at an offset from the induction "
           "variable of the enclosing loop";
  if (hasLoopTags(segments->parents))
    return "the enclosing loop " + describeLoopTag(segments->parents);
  if (!matchPattern(loop.getStep(), m_One()))
    return "the step of the loop is not 1";
  if (loop.getUnsignedCmp())
    return "the loop has unsigned bounds";
  return "the loop is nested in an operation other than `scf.if` inside the "
         "loop that indexes its bounds";
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// The lowering options of the pass, in the order of their transformations.
static constexpr LoweringOption kOwnOptions[] = {
    LoweringOption::PrefetchScatters, LoweringOption::PrefetchSegments,
    LoweringOption::PrefetchGathers, LoweringOption::PrefetchStreams,
    LoweringOption::PrefetchStridedGathers};

namespace {
struct Prefetch : weft::impl::PrefetchBase<Prefetch> {
  using PrefetchBase::PrefetchBase;
  LogicalResult initialize(MLIRContext *context) override {
    return selected.initialize(context, only, kOwnOptions);
  }
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (selected.contains(LoweringOption::PrefetchScatters))
      prefetchScatters(function, selected, minEntries);
    if (selected.contains(LoweringOption::PrefetchSegments))
      prefetchSegments(function);
    if (selected.contains(LoweringOption::PrefetchGathers))
      prefetchGathers(function, /*strided=*/false);
    if (selected.contains(LoweringOption::PrefetchStreams))
      prefetchStreams(function, selected);
    if (selected.contains(LoweringOption::PrefetchStridedGathers))
      prefetchGathers(function, /*strided=*/true);
  }

  SelectedOptions selected;
};
} // namespace
