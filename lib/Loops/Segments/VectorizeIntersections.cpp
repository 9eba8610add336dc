//===- VectorizeIntersections.cpp - Intersections in blocks ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A merge goes on by one coordinate where the processor does not know which
// until it has compared the two before. Blocks compare a vector of coordinates
// of one segment with as many of the other, one after the other, in which no
// comparison waits for another one, and then go on by a vector; where fewer are
// left of the other, with all that the vector may have. The bits of the
// comparisons are the matches, in order, so that whatever is done for a match
// is done for the same ones, one by one. Processors that have no masks would
// take longer to find the bits.
//
//===----------------------------------------------------------------------===//

#include "Segments/BlockEmitter.h"
#include "Vectorization/VectorLoop.h"

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

/// How many coordinates are a vector; zero if processors have none of such.
static int64_t getLanes(Type element) {
  int64_t width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  return width == 32 || width == 64 ? kVectorBytes * 8 / width : 0;
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
    for (scf::WhileOp loop : loops) {
      std::optional<SegmentIntersection> merge =
          SegmentIntersection::find(loop);
      int64_t lanes = merge ? getLanes(merge->segments[0].load.getType()) : 0;
      if (lanes != 0)
        BlockEmitter(*merge, lanes).emit();
    }
  }
};
} // namespace
