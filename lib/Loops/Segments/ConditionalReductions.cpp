//===- ConditionalReductions.cpp - Conditional reductions of segments -----===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectorizes reductions over segments in which a branch decides whether an
// entry is reduced. Processors mispredict the branch if its condition depends
// on gathered data. Lanes of entries that do not take the branch are masked, as
// are lanes behind the end of the segment (docs/decisions/segment-lookup.md).
//
//===----------------------------------------------------------------------===//

#include "Segments/SegmentVectors.h"
#include "Segments/Segments.h"
#include "Vectorization/BlockReduction.h"
#include "Vectorization/VectorLoop.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Support/ExactIdentity.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

/// Lanes of vectors that gather by scalar loads. The tail of longer vectors
/// would mask off more lanes.
static constexpr int64_t kLoadedLanes = 4;

namespace {
/// A reduction over a segment that one branch of its body performs.
struct ConditionalReduction {
  scf::ForOp loop;
  scf::IfOp branch;
};
} // namespace

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

/// Whether a loop is a reduction over a segment that yields a result of a
/// branch, and no branch contains a loop.
static bool isCandidate(scf::ForOp loop) {
  auto isConditional = [&](Value next) {
    auto branch = next.getDefiningOp<scf::IfOp>();
    return branch && branch->getBlock() == loop.getBody();
  };
  auto hasLoop = [](scf::IfOp branch) {
    return branch
        ->walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
        .wasInterrupted();
  };
  return SegmentInfo::of(loop) &&
         llvm::any_of(loop.getYieldedValues(), isConditional) &&
         llvm::none_of(loop.getBody()->getOps<scf::IfOp>(), hasLoop);
}

/// The operation of the branch that combines a value into the accumulator `id`.
static Operation *getCombiner(scf::IfOp branch, unsigned id) {
  return branch.thenYield().getOperand(id).getDefiningOp();
}

/// Checks that the only uses of the accumulator `id` are one combiner in the
/// branch and the value that the branch yields otherwise.
static LogicalResult checkReduction(const ConditionalReduction &found,
                                    unsigned id, MissedReporter missed) {
  auto [loop, branch] = found;
  Value carried = loop.getRegionIterArg(id);
  std::string name = ("iter_arg #" + Twine(id)).str();
  if (loop.getYieldedValues()[id] != branch.getResult(id))
    return missed(name + " is not yielded from result " + Twine(id) +
                  " of the `scf.if`");
  if (branch.elseYield().getOperand(id) != carried)
    return missed(name + " may change in iterations whose condition is false");
  Operation *combiner = getCombiner(branch, id);
  if (!combiner || combiner->getBlock() != branch.thenBlock() ||
      !llvm::is_contained(combiner->getOperands(), carried))
    return missed("the branch does not combine a value into " + name);
  if (!combiner->hasOneUse() || !carried.hasNUses(2))
    return missed(name + " has uses other than its reduction");
  return checkFreeOrder(combiner, missed);
}

/// Checks that a branch only loads and computes.
static LogicalResult checkBranch(scf::IfOp branch, MissedReporter missed) {
  if (!branch.elseBlock()->without_terminator().empty())
    return missed("the else region of the `scf.if` contains operations");
  for (Operation &op : branch.thenBlock()->without_terminator()) {
    if (op.getNumRegions() != 0)
      return missed("the branch contains '" + op.getName().getStringRef() +
                    "', which has regions");
    if (!isa<memref::LoadOp>(op) && !isSpeculatable(&op))
      return missed("the branch contains '" + op.getName().getStringRef() +
                    "', which is not speculatable");
  }
  return success();
}

/// The branch of a loop that performs all of its reductions.
static FailureOr<ConditionalReduction> findReduction(scf::ForOp loop,
                                                     MissedReporter missed) {
  auto branches = loop.getBody()->getOps<scf::IfOp>();
  if (!llvm::hasSingleElement(branches))
    return missed("the loop contains several `scf.if`");
  ConditionalReduction found{loop, *branches.begin()};
  if (found.branch.getNumResults() != loop.getNumResults())
    return missed("the `scf.if` does not have one result for each iter_arg");
  if (failed(checkBranch(found.branch, missed)))
    return failure();
  for (unsigned id : llvm::seq(loop.getNumResults()))
    if (failed(checkReduction(found, id, missed)))
      return failure();
  if (hasLoopTags(loop))
    return missed("the loop " + describeLoopTag(loop));
  return found;
}

/// Checks that loads of the branch are contiguous, so that they can be masked.
static LogicalResult checkLoads(scf::IfOp branch, const LaneAnalysis &analysis,
                                MissedReporter missed) {
  for (auto load : branch.thenBlock()->getOps<memref::LoadOp>())
    if (analysis.getAccessKind(load.getIndices()) != LaneKind::Consecutive)
      return missed("the loads from " + describeArray(load.getMemRef()) +
                    " in the branch are not contiguous");
  return success();
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Moves the combiners behind the branch, which yields the value to combine or
/// an identity.
static void sinkCombiners(scf::ForOp loop, scf::IfOp branch) {
  OpBuilder b(loop.getContext());
  for (unsigned id : llvm::seq(loop.getNumResults())) {
    Operation *combiner = getCombiner(branch, id);
    Value carried = loop.getRegionIterArg(id);
    unsigned number = combiner->getOperand(0) == carried ? 1 : 0;
    Value term = combiner->getOperand(number);
    branch.thenYield()->setOperand(id, term);
    b.setInsertionPoint(branch.elseYield());
    branch.elseYield()->setOperand(
        id, arith::ConstantOp::create(b, combiner->getLoc(),
                                      getFreeIdentity(combiner)));
    combiner->moveBefore(loop.getBody()->getTerminator());
    combiner->setOperand(number, branch.getResult(id));
    loop.getBody()->getTerminator()->setOperand(id, combiner->getResult(0));
  }
}

/// Hoists invariant loads of the branch out of the loop, guarded by a check of
/// the index: it may be out of bounds if no entry takes the branch. Returns the
/// new operations, in their order.
static SmallVector<Operation *> hoistLoads(scf::ForOp loop, scf::IfOp branch) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  SmallVector<Operation *> hoisted;
  for (auto load : llvm::make_early_inc_range(
           branch.thenBlock()->getOps<memref::LoadOp>())) {
    Type type = load.getType();
    if (load.getIndices().size() != 1 ||
        !loop.isDefinedOutsideOfLoop(load.getMemRef()) ||
        !loop.isDefinedOutsideOfLoop(load.getIndices().front()) ||
        !type.isIntOrIndexOrFloat())
      continue;
    Value zero = arith::ConstantIndexOp::create(b, 0);
    Value size = memref::DimOp::create(b, load.getMemRef(), zero);
    Value isInside = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                           load.getIndices().front(), size);
    auto inside = scf::IfOp::create(b, type, isInside, /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
    load.replaceAllUsesWith(inside.getResult(0));
    load->moveBefore(inside.thenBlock(), inside.thenBlock()->end());
    auto then = OpBuilder::atBlockEnd(inside.thenBlock());
    scf::YieldOp::create(then, load.getLoc(), load.getResult());
    auto otherwise = OpBuilder::atBlockEnd(inside.elseBlock());
    Value nothing = arith::ConstantOp::create(otherwise, load.getLoc(),
                                              b.getZeroAttr(type));
    scf::YieldOp::create(otherwise, load.getLoc(), nothing);
    hoisted.append({zero.getDefiningOp(), size.getDefiningOp(),
                    isInside.getDefiningOp(), inside});
  }
  return hoisted;
}

/// The arrays that a loop loads indirectly.
static SmallVector<Value> getGathered(scf::ForOp loop,
                                      const LaneAnalysis &analysis) {
  llvm::SmallSetVector<Value, 2> arrays;
  for (auto load : loop.getBody()->getOps<memref::LoadOp>())
    if (analysis.getAccessKind(load.getIndices()) == LaneKind::Varying)
      arrays.insert(load.getMemRef());
  return arrays.takeVector();
}

/// Emits vectors that gather by scalar loads. Masked lanes load the first
/// element of an array. If an array is empty, so is the segment.
static SmallVector<Value> emitLoaded(ImplicitLocOpBuilder &b, scf::ForOp loop,
                                     const LaneAnalysis &analysis) {
  SmallVector<Value> gathered = getGathered(loop, analysis);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value hasAny = arith::ConstantIntOp::create(b, 1, 1);
  for (Value array : gathered)
    hasAny = arith::AndIOp::create(
        b, hasAny,
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                              memref::DimOp::create(b, array, zero), zero));
  auto branch = scf::IfOp::create(b, loop.getResultTypes(), hasAny,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, loop.getInitArgs());
  b.setInsertionPointToStart(branch.thenBlock());
  auto load = [&](LaneEmitter &emitter, bool isFull) {
    if (isFull)
      return emitter.loadVectors();
    for (Value array : gathered)
      emitter.loadScalars(array);
  };
  scf::YieldOp::create(
      b, emitSegmentVectors(b, loop, analysis, {kLoadedLanes, false, load}));
  return branch.getResults();
}

/// Replaces a loop by vectors that mask a transformed copy of its body.
static void emitVectors(scf::ForOp loop, scf::ForOp copy,
                        const LaneAnalysis &analysis, bool gathers,
                        int64_t lanes) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  auto gather = [](LaneEmitter &, bool) {};
  loop.replaceAllUsesWith(
      gathers ? emitSegmentVectors(b, copy, analysis, {lanes, false, gather})
              : emitLoaded(b, copy, analysis));
  loop.erase();
}

/// Vectorizes a conditional reduction, with gathers or scalar loads. The
/// analysis runs on a transformed copy of the loop.
static LogicalResult maskConditional(ConditionalReduction found, bool gathers,
                                     MissedReporter missed) {
  scf::ForOp loop = found.loop;
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  IRMapping mapping;
  auto copy = cast<scf::ForOp>(b.clone(*loop, mapping));
  auto branch = cast<scf::IfOp>(mapping.lookup(found.branch));
  SmallVector<Operation *> hoisted = hoistLoads(copy, branch);
  sinkCombiners(copy, branch);
  LaneAnalysis analysis(copy, /*quiet=*/true, /*nested=*/true);
  LogicalResult result = checkMaskableReduction(copy, analysis, missed);
  if (succeeded(result))
    result = checkLoads(branch, analysis, missed);
  int64_t lanes = kVectorBytes / analysis.getWidth();
  if (succeeded(result) && lanes < kLoadedLanes)
    result =
        missed("elements of " + Twine(analysis.getWidth()) +
               " bytes fill a vector with only " + Twine(lanes) + " lanes");
  if (succeeded(result)) {
    reportPassed(loop, LoweringOption::VectorizeConditionals,
                 "vectorizes the loop by " +
                     Twine(gathers ? lanes : kLoadedLanes) + " lanes with " +
                     (gathers ? "masked gathers" : "scalar loads"));
    emitVectors(loop, copy, analysis, gathers, lanes);
  }
  copy.erase();
  if (failed(result))
    for (Operation *op : llvm::reverse(hoisted))
      op->erase();
  return result;
}

void weft::vectorizeConditionals(func::FuncOp function,
                                 const SelectedOptions &selected) {
  SmallVector<scf::ForOp> loops;
  function.walk([&](scf::ForOp loop) {
    if (isCandidate(loop))
      loops.push_back(loop);
  });
  for (scf::ForOp loop : loops) {
    StringRef keyword = selected.getKeyword(
        loop, LoweringOption::VectorizeConditionals, "load");
    auto missed = [&](const Twine &reason) {
      return reportMissed(loop, LoweringOption::VectorizeConditionals, reason);
    };
    if (keyword.empty())
      continue;
    FailureOr<ConditionalReduction> found = findReduction(loop, missed);
    if (succeeded(found))
      (void)maskConditional(*found, /*gathers=*/keyword == "gather", missed);
  }
}
