//===- SpecializeExtents.cpp - Loops over single elements -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dense operand with one column is a vector, but nobody may know that when
// its kernel is compiled. The loops over the tiles of its columns, and what
// looks for a full one, stand in each row and take as long as the few entries
// that a sparse row has. The nest is copied for this case, once, so that none
// of its iterations asks again.
//
//===----------------------------------------------------------------------===//

#include "ValueSources.h"

#include "weft/Compiler/Passes.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace weft {
#define GEN_PASS_DEF_SPECIALIZEEXTENTS
#include "weft/Compiler/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Finding extents
//===----------------------------------------------------------------------===//

/// Collects what a bound is computed from but constants, the variables of loops
/// in `nest`, and what is computed. False if some of it is known in the nest
/// alone.
static bool findSources(Value bound, scf::ForOp nest,
                        llvm::SmallSetVector<Value, 2> &sources) {
  return isComputedFrom(bound, [&](Value value) -> std::optional<bool> {
    if (matchPattern(value, m_Constant()))
      return true;
    Operation *op = value.getDefiningOp();
    if (isa_and_present<arith::ArithDialect>(op ? op->getDialect() : nullptr))
      return std::nullopt;
    if (nest.isDefinedOutsideOfLoop(value)) {
      sources.insert(value);
      return true;
    }
    auto loop = dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp());
    return loop && value == loop.getInductionVar();
  });
}

/// Whether lanes share a loop whose bound is computed from an extent.
static bool isOver(scf::ForOp loop, scf::ForOp nest, Value extent) {
  llvm::SmallSetVector<Value, 2> sources;
  return loop->hasAttr(kVectorAttr) &&
         findSources(loop.getUpperBound(), nest, sources) &&
         sources.contains(extent);
}

/// The only extent of the loops in a nest that lanes share; null if there are
/// none, or several, or it depends on what the nest reads.
static Value findExtent(scf::ForOp nest) {
  llvm::SmallSetVector<Value, 2> sources;
  WalkResult result = nest.getBody()->walk([&](scf::ForOp loop) {
    return !loop->hasAttr(kVectorAttr) ||
                   findSources(loop.getUpperBound(), nest, sources)
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  if (result.wasInterrupted() || sources.size() != 1 ||
      !sources.front().getType().isIndex())
    return {};
  return sources.front();
}

//===----------------------------------------------------------------------===//
// Copying
//===----------------------------------------------------------------------===//

/// Copies a nest, and what is computed from an extent before it, for an extent
/// of one.
static scf::ForOp cloneForOne(OpBuilder &b, scf::ForOp nest, Value extent) {
  IRMapping mapping;
  mapping.map(extent, arith::ConstantIndexOp::create(b, nest.getLoc(), 1));
  for (Operation &op :
       llvm::make_range(nest->getBlock()->begin(), nest->getIterator()))
    if (isa<arith::ArithDialect>(op.getDialect()) &&
        llvm::any_of(op.getOperands(),
                     [&](Value operand) { return mapping.contains(operand); }))
      b.clone(op, mapping);
  auto copy = cast<scf::ForOp>(b.clone(*nest, mapping));
  nest.getBody()->walk([&](scf::ForOp loop) {
    if (isOver(loop, nest, extent))
      mapping.lookup(loop.getOperation())->removeAttr(kVectorAttr);
  });
  return copy;
}

/// Lets a copy of a nest run where its extent is one.
static LogicalResult specialize(scf::ForOp nest, Value extent,
                                const FrozenRewritePatternSet &folding) {
  ImplicitLocOpBuilder b(nest.getLoc(), nest);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value isOne = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, extent, one);
  auto branch = scf::IfOp::create(
      b, isOne,
      [&](OpBuilder &then, Location loc) {
        scf::ForOp copy = cloneForOne(then, nest, extent);
        scf::YieldOp::create(then, loc, copy.getResults());
      },
      [&](OpBuilder &otherwise, Location loc) {
        Operation *copy = otherwise.clone(*nest);
        scf::YieldOp::create(otherwise, loc, copy->getResults());
      });
  nest.replaceAllUsesWith(branch.getResults());
  nest.erase();
  SmallVector<Operation *> ops;
  branch.getThenRegion().walk([&](Operation *op) { ops.push_back(op); });
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  return applyOpPatternsGreedily(ops, folding, config);
}

namespace {
struct SpecializeExtents
    : weft::impl::SpecializeExtentsBase<SpecializeExtents> {
  using SpecializeExtentsBase::SpecializeExtentsBase;
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet patterns(context);
    scf::ForOp::getCanonicalizationPatterns(patterns, context);
    folding = std::move(patterns);
    return success();
  }
  void runOnOperation() override {
    SmallVector<scf::ForOp> nests;
    getOperation().walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
      nests.push_back(loop);
      return WalkResult::skip();
    });
    for (scf::ForOp nest : nests)
      if (Value extent = findExtent(nest))
        if (failed(specialize(nest, extent, folding)))
          return signalPassFailure();
  }

private:
  FrozenRewritePatternSet folding;
};
} // namespace
