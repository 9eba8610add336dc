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

namespace weft {
#define GEN_PASS_DEF_CONVERTCINTOLATTICE
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

/// Gives an index variable an extent where it is defined, if there is one.
static void setExtent(RewriterBase &rewriter, Value variable, Value extent) {
  auto set = [&](auto op) {
    rewriter.modifyOpInPlace(op, [&] { op.getExtentMutable().assign(extent); });
  };
  if (!extent)
    return;
  if (auto collapse = variable.getDefiningOp<cin::CollapseOp>())
    rewriter.modifyOpInPlace(collapse, [&] {
      if (variable == collapse.getOuter())
        collapse.getOuterExtentMutable().assign(extent);
      else
        collapse.getInnerExtentMutable().assign(extent);
    });
  else if (auto split = variable.getDefiningOp<cin::SplitOp>())
    set(split);
  else if (cin::ForallOp forall = cin::getForall(variable))
    set(forall);
}

/// Replaces variables that derive from the positions of dense levels by these
/// positions, which count the coordinates.
static void replaceDensePositions(cin::KernelOp kernel,
                                  RewriterBase &rewriter) {
  SmallVector<cin::PositionOp> positions;
  kernel.walk([&](cin::PositionOp position) {
    if (!position.getAlone() && position.hasDenseLevels())
      positions.push_back(position);
  });
  for (cin::PositionOp position : positions) {
    setExtent(rewriter, position.getPosition(), position.getExtent());
    rewriter.replaceOp(position, position.getPosition());
  }
}

LogicalResult weft::lowerKernel(cin::KernelOp kernel, RewriterBase &rewriter,
                                const CINToLatticeOptions &options) {
  OpBuilder::InsertionGuard guard(rewriter);
  replaceDensePositions(kernel, rewriter);
  // Code goes into a block aside until it is complete.
  Region aside;
  Block *block = rewriter.createBlock(&aside);
  FailureOr<SmallVector<Value>> results =
      KernelLowering(kernel, rewriter, options).run();
  if (failed(results)) {
    rewriter.eraseBlock(block);
    return failure();
  }
  rewriter.inlineBlockBefore(block, kernel);
  rewriter.replaceOp(kernel, *results);
  return success();
}

namespace {
struct ConvertCINToLattice
    : public weft::impl::ConvertCINToLatticeBase<ConvertCINToLattice> {
  using Base::Base;
  void runOnOperation() override {
    // What cannot be reached need not be as good as what can.
    IRRewriter rewriter(&getContext());
    (void)eraseUnreachableBlocks(rewriter, getOperation()->getRegions());
    SmallVector<cin::KernelOp> kernels;
    getOperation().walk(
        [&](cin::KernelOp kernel) { kernels.push_back(kernel); });
    for (cin::KernelOp kernel : kernels)
      if (failed(lowerKernel(kernel, rewriter,
                             {maxCopies, maxTotalCopies, carry, gallop,
                              allowRaces, deterministic})))
        signalPassFailure();
  }
};
} // namespace
