//===- ConditionalReductions.cpp - Sums to which not all entries add ------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where what an entry finds decides whether it adds to a sum, processors guess
// wrong. As lanes of a vector, entries that add nothing have a mask, and so
// have those behind the end of the segment (docs/decisions, 192).
//
//===----------------------------------------------------------------------===//

#include "Segments/SegmentVectors.h"
#include "Segments/Segments.h"
#include "Vectorization/VectorLoop.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Support/ExactIdentity.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

/// How many lanes are loaded one by one. More would be left out at the end of a
/// segment more often.
static constexpr int64_t kLoadedLanes = 4;

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

/// The operation by which a branch combines a term with what a loop carries at
/// a place, if that is all the loop does there; null otherwise.
static Operation *getCombiner(scf::ForOp loop, scf::IfOp branch, unsigned id) {
  Value carried = loop.getRegionIterArg(id);
  Operation *combiner = branch.thenYield().getOperand(id).getDefiningOp();
  if (loop.getYieldedValues()[id] != branch.getResult(id) ||
      branch.elseYield().getOperand(id) != carried || !combiner ||
      combiner->getBlock() != branch.thenBlock() || !combiner->hasOneUse() ||
      !getFreeIdentity(combiner) || !carried.hasNUses(2))
    return nullptr;
  return llvm::is_contained(combiner->getOperands(), carried) ? combiner
                                                              : nullptr;
}

/// The branch of a loop that combines terms with all that the loop carries, or
/// leaves that as it is; null if there is none, or if it does more than to load
/// and to compute.
static scf::IfOp findBranch(scf::ForOp loop) {
  auto branches = loop.getBody()->getOps<scf::IfOp>();
  if (!llvm::hasSingleElement(branches) || loop.getNumResults() == 0)
    return nullptr;
  scf::IfOp branch = *branches.begin();
  bool combines =
      branch.getNumResults() == loop.getNumResults() &&
      branch.elseBlock()->without_terminator().empty() &&
      llvm::all_of(branch.thenBlock()->without_terminator(),
                   [](Operation &op) {
                     return isa<memref::LoadOp>(op) ||
                            (op.getNumRegions() == 0 && isSpeculatable(&op));
                   }) &&
      llvm::all_of(llvm::seq(loop.getNumResults()), [&](unsigned id) {
        return getCombiner(loop, branch, id) != nullptr;
      });
  return combines ? branch : nullptr;
}

/// Whether entries that add something read what lies in a row.
static bool readsRows(scf::IfOp branch, const LaneAnalysis &analysis) {
  return llvm::all_of(branch.thenBlock()->getOps<memref::LoadOp>(),
                      [&](memref::LoadOp load) {
                        return analysis.getAccessKind(load.getIndices()) ==
                               LaneKind::Consecutive;
                      });
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Combines behind the branch, which gives a term or what changes nothing.
static void combineBehind(scf::ForOp loop, scf::IfOp branch) {
  OpBuilder b(loop.getContext());
  for (unsigned id : llvm::seq(loop.getNumResults())) {
    Operation *combiner = getCombiner(loop, branch, id);
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

/// Loads what all entries of the segment read alike in front of the loop, where
/// there is such an element: if none adds anything, there may be none. Gives
/// what is there now, in its order.
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

/// The arrays from which a loop gathers.
static SmallVector<Value> getGathered(scf::ForOp loop,
                                      const LaneAnalysis &analysis) {
  llvm::SmallSetVector<Value, 2> arrays;
  for (auto load : loop.getBody()->getOps<memref::LoadOp>())
    if (analysis.getAccessKind(load.getIndices()) == LaneKind::Varying)
      arrays.insert(load.getMemRef());
  return arrays.takeVector();
}

/// Emits vectors that gather by single loads. Lanes that are left out load what
/// an array begins with; where it has nothing, no entry finds anything.
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
      return emitter.loadLanes();
    for (Value array : gathered)
      emitter.loadSingly(array);
  };
  scf::YieldOp::create(
      b, emitSegmentVectors(b, loop, analysis, {kLoadedLanes, false, load}));
  return branch.getResults();
}

/// Vectorizes a loop over a segment, with gathers or loads of single elements.
static void mask(scf::ForOp loop, bool gathers) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  auto copy = cast<scf::ForOp>(b.clone(*loop));
  scf::IfOp branch = findBranch(copy);
  SmallVector<Operation *> hoisted = hoistLoads(copy, branch);
  combineBehind(copy, branch);
  LaneAnalysis analysis(copy, /*quiet=*/true, /*nested=*/true);
  int64_t lanes = 0;
  if (canMaskSegment(copy, analysis) && readsRows(branch, analysis))
    lanes = kVectorBytes / analysis.getWidth();
  bool isMasked = lanes >= kLoadedLanes;
  if (isMasked) {
    auto gather = [](LaneEmitter &, bool) {};
    loop.replaceAllUsesWith(
        gathers ? emitSegmentVectors(b, copy, analysis, {lanes, false, gather})
                : emitLoaded(b, copy, analysis));
    loop.erase();
  }
  copy.erase();
  if (!isMasked)
    for (Operation *op : llvm::reverse(hoisted))
      op->erase();
}

void weft::vectorizeConditionals(func::FuncOp function,
                                 const SelectedOptions &selected) {
  SmallVector<scf::ForOp> loops;
  function.walk([&](scf::ForOp loop) {
    if (findBranch(loop) && !hasLoopTags(loop))
      loops.push_back(loop);
  });
  for (scf::ForOp loop : loops) {
    StringRef how = selected.getKeyword(
        loop, LoweringOption::VectorizeConditionals, "load");
    if (!how.empty())
      mask(loop, /*gathers=*/how == "gather");
  }
}
