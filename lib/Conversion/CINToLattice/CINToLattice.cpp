//===- CINToLattice.cpp - Concrete notation to lattices ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that lowers `cin.kernel`: replaces every kernel by what the
// recursion on its statements emits.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/CINToLattice/CINToLattice.h"

#include "KernelLowering.h"

#include "weft/Conversion/Passes.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/RegionUtils.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTCINTOLATTICE
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

namespace {
struct LowerKernel : OpRewritePattern<cin::KernelOp> {
  LowerKernel(MLIRContext *context, size_t maxCopies, int64_t gallop)
      : OpRewritePattern(context), maxCopies(maxCopies), gallop(gallop) {}

  LogicalResult matchAndRewrite(cin::KernelOp kernel,
                                PatternRewriter &rewriter) const override {
    Operation *before = kernel->getPrevNode();
    FailureOr<SmallVector<Value>> results =
        KernelLowering(kernel, rewriter, maxCopies, gallop).run();
    if (succeeded(results)) {
      rewriter.replaceOp(kernel, *results);
      return success();
    }
    while (kernel->getPrevNode() != before)
      rewriter.eraseOp(kernel->getPrevNode());
    return failure();
  }

private:
  size_t maxCopies;
  int64_t gallop;
};

struct ConvertCINToLattice
    : public weft::impl::ConvertCINToLatticeBase<ConvertCINToLattice> {
  using Base::Base;
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateCINToLatticePatterns(patterns, maxCopies, gallop);
    // Patterns are applied to what can be reached.
    IRRewriter rewriter(&getContext());
    (void)eraseUnreachableBlocks(rewriter, getOperation()->getRegions());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    WalkResult left = getOperation().walk(
        [](cin::KernelOp) { return WalkResult::interrupt(); });
    if (left.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace

void weft::populateCINToLatticePatterns(RewritePatternSet &patterns,
                                        size_t maxCopies, int64_t gallop) {
  patterns.add<LowerKernel>(patterns.getContext(), maxCopies, gallop);
}
