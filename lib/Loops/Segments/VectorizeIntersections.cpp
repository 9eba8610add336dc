//===- VectorizeIntersections.cpp - Intersections of blocks ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectorizes loops that intersect two segments. A scalar intersection advances
// by a branch on the last comparison, which processors mispredict. Here each
// iteration compares a vector of coordinates of one segment with as many
// coordinates of the other; the comparisons are independent. Their results are
// a bit mask of the matches, in order, so that the body executes for the same
// matches, one by one. Processors without mask registers would take longer to
// compute the bit mask.
//
//===----------------------------------------------------------------------===//

#include "Segments/BlockEmitter.h"
#include "Vectorization/VectorLoop.h"

#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Loops/Passes.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace weft {
#define GEN_PASS_DEF_VECTORIZEINTERSECTIONS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// The bits of a coordinate.
static int64_t getWidth(Type element) {
  return element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
}

/// Vectorizes a loop if it intersects two segments and the preconditions hold.
static void vectorizeIntersection(scf::WhileOp loop) {
  std::optional<SegmentIntersection> found = SegmentIntersection::find(loop);
  if (!found)
    return;
  int64_t width = getWidth(found->segments[0].load.getType());
  if (width != 32 && width != 64) {
    (void)reportMissed(loop, LoweringOption::VectorizeIntersections,
                       "the coordinates have " + Twine(width) +
                           " bits instead of 32 or 64");
    return;
  }
  int64_t lanes = kVectorBytes * 8 / width;
  reportPassed(
      loop, LoweringOption::VectorizeIntersections,
      "intersects blocks of " + Twine(lanes) + " coordinates" +
          (found->searches ? ", in a loop version without searches" : ""));
  BlockEmitter(*found, lanes).emit();
}

namespace {
struct VectorizeIntersections
    : weft::impl::VectorizeIntersectionsBase<VectorizeIntersections> {
  void runOnOperation() override {
    SmallVector<scf::WhileOp> loops;
    getOperation().walk([&](scf::WhileOp loop) {
      if (isChosen(loop, LoweringOption::VectorizeIntersections))
        loops.push_back(loop);
    });
    for (scf::WhileOp loop : loops)
      vectorizeIntersection(loop);
  }
};
} // namespace
