//===- Prefetch.cpp - Accesses that are requested ahead -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the transformations that prefetch. Those behind see the prefetches of
// those in front, and leave out what these request.
//
//===----------------------------------------------------------------------===//

#include "Prefetching/Prefetching.h"
#include "SelectedOptions.h"

#include "weft/Loops/Passes.h"

namespace weft {
#define GEN_PASS_DEF_PREFETCH
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// The lowering options of the pass, in the order of their transformations.
static constexpr LoweringOption kOwnOptions[] = {
    LoweringOption::PrefetchScatters, LoweringOption::PrefetchSegments,
    LoweringOption::PrefetchGathers, LoweringOption::PrefetchStreams,
    LoweringOption::PrefetchStridedGathers};

namespace {
struct Prefetch : weft::impl::PrefetchBase<Prefetch> {
  using PrefetchBase::PrefetchBase;
  LogicalResult initialize(MLIRContext *context) override {
    return selected.initialize(only, kOwnOptions, [&](const Twine &message) {
      emitError(UnknownLoc::get(context), message);
    });
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
