//===- UnrollHistograms.cpp - Loops that count in arrays ------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step of a loop that adds to a number in an array, at a place that it loads,
// is so short that what takes time is to count the steps. No vectors are made
// of it, and the short pipeline does not unroll (decision 171).
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Loops/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

namespace weft {
#define GEN_PASS_DEF_UNROLLHISTOGRAMS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// How many steps become one.
static constexpr int64_t kFactor = 4;

static Value skipCast(Value value) {
  auto cast = value.getDefiningOp<arith::IndexCastOp>();
  return cast ? cast.getIn() : value;
}

/// Whether what is stored is what was there, and something more.
static bool addsTo(memref::StoreOp store) {
  auto sum = skipCast(store.getValueToStore()).getDefiningOp<arith::AddIOp>();
  auto load = sum ? skipCast(sum.getLhs()).getDefiningOp<memref::LoadOp>()
                  : memref::LoadOp();
  return load && load.getMemRef() == store.getMemRef() &&
         load.getIndices() == store.getIndices() &&
         matchPattern(sum.getRhs(), m_Constant());
}

/// Whether all that a step does is to add to one number, at a place that is
/// loaded.
static bool counts(scf::ForOp loop) {
  if (loop.getNumResults() != 0 || loop.getUnsignedCmp() ||
      !loop.getInductionVar().getType().isIndex() ||
      !matchPattern(loop.getStep(), m_One()) || hasLoopTags(loop))
    return false;
  unsigned numStores = 0, numLoads = 0;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto store = dyn_cast<memref::StoreOp>(op)) {
      ++numStores;
      if (!addsTo(store))
        return false;
    } else if (isa<memref::LoadOp>(op)) {
      ++numLoads;
    } else if (!isa<arith::AddIOp, arith::IndexCastOp, arith::ConstantOp>(op)) {
      return false;
    }
  }
  return numStores == 1 && numLoads == 2;
}

namespace {
struct UnrollHistograms : weft::impl::UnrollHistogramsBase<UnrollHistograms> {
  void runOnOperation() override {
    Builder b(&getContext());
    getOperation().walk([&](scf::ForOp loop) {
      int64_t factor =
          getChosenNumber(loop, LoweringOption::UnrollHistograms, kFactor);
      if (factor > 1 && counts(loop))
        updateLoopInfo(loop, [&](LoopInfo &info) { info.unroll = factor; });
    });
  }
};
} // namespace
