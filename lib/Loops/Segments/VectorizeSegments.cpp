//===- VectorizeSegments.cpp - Vectorization of loops over segments -------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the transformations that vectorize innermost loops over segments.
//
//===----------------------------------------------------------------------===//

#include "Segments/SegmentVectors.h"
#include "Segments/Segments.h"
#include "SelectedOptions.h"

#include "weft/Loops/Passes.h"

namespace weft {
#define GEN_PASS_DEF_VECTORIZESEGMENTS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// The lowering options of the pass, in the order of their transformations.
static constexpr LoweringOption kOwnOptions[] = {
    LoweringOption::VectorizeSegments, LoweringOption::VectorizeConditionals,
    LoweringOption::VectorizeAppends};

namespace {
struct VectorizeSegments
    : weft::impl::VectorizeSegmentsBase<VectorizeSegments> {
  using VectorizeSegmentsBase::VectorizeSegmentsBase;
  LogicalResult initialize(MLIRContext *context) override {
    return selected.initialize(context, only, kOwnOptions);
  }
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (selected.contains(LoweringOption::VectorizeSegments))
      vectorizeReductions(function);
    if (selected.contains(LoweringOption::VectorizeConditionals))
      vectorizeConditionals(function, selected);
    if (selected.contains(LoweringOption::VectorizeAppends))
      vectorizeAppends(function);
  }

private:
  /// Vectorizes the reductions over segments, with the tail that their loops'
  /// lowering option states.
  void vectorizeReductions(func::FuncOp function) {
    SmallVector<scf::ForOp> loops;
    function.walk([&](scf::ForOp loop) {
      if (isSegmentReduction(loop))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops) {
      StringRef tail = selected.getKeyword(
          loop, LoweringOption::VectorizeSegments, "masked");
      if (tail == "masked")
        (void)vectorizeMasked(loop);
      else if (tail == "overrun")
        (void)vectorizeOverrun(loop);
    }
  }

  SelectedOptions selected;
};
} // namespace
