//===- JamReductions.cpp - Sums that run together -------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop whose steps each combine a dense row into one number, as a sampled
// product does, takes several steps at once: one loop goes over all of their
// rows, loads what they share once, and combines into as many vectors, whose
// lanes are then combined with each other in a few operations for all of them.
// Steps may be done once more, so that the last ones of a segment overlap with
// those before instead of having a loop of their own, and a segment that is
// shorter has the loop that it had.
//
// The rows of a block, of which there are as many as the format says, are such
// steps, too, and the loop over the blocks of a row and that over the columns
// of a block are one sum: blocks go by once, and not once for each row of
// theirs.
//
//===----------------------------------------------------------------------===//

#include "UnrollAndJam/UnrollAndJam.h"
#include "Vectorization/BlockReduction.h"
#include "Vectorization/LaneAnalysis.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Support/ExactIdentity.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

/// How many steps are taken at once: about as many cycles as a combination
/// takes, and few enough that most segments have so many.
static constexpr int64_t kNumJoined = 4;
/// How many rows of a block are taken at once, each of which is a register.
static constexpr int64_t kMaxRows = 8;
/// How long a step may be that is copied.
static constexpr size_t kMaxStepOps = 32;

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

/// The only loop in the steps of another; null if there are none or several.
static scf::ForOp findOnlyLoop(scf::ForOp loop) {
  scf::ForOp only;
  WalkResult result = loop.getBody()->walk([&](LoopLikeOpInterface inner) {
    if (only || inner->getParentOp() != loop || !isa<scf::ForOp>(inner))
      return WalkResult::interrupt();
    only = cast<scf::ForOp>(inner);
    return WalkResult::advance();
  });
  return result.wasInterrupted() ? scf::ForOp() : only;
}

/// What a step of a loop does if it may be one of several at once.
static bool isShortStep(scf::ForOp loop) {
  return countsByOne(loop) && !hasLoopTags(loop) &&
         llvm::range_size(loop.getBody()->getOperations()) <= kMaxStepOps;
}

/// Whether a loop combines in any order: somebody said so, or it is plain.
/// Functions of users combine in several operations, which may depend on it.
static bool combinesInAnyOrder(scf::ForOp sum, const LaneAnalysis &analysis) {
  const LaneReduction *reduction = analysis.getReduction(0);
  return isVector(sum) || (reduction && reduction->ops.size() == 1 &&
                           getFreeIdentity(reduction->ops.front()));
}

/// Whether lanes can combine into the one number that a loop carries, of
/// elements that lie one after the other.
static bool isSumOfRows(scf::ForOp sum, bool strict) {
  LaneAnalysis analysis(sum, /*quiet=*/true);
  return sum.getNumResults() == 1 && countsByOne(sum) &&
         succeeded(analysis.run(strict)) && analysis.hasReductions() &&
         combinesInAnyOrder(sum, analysis) &&
         llvm::all_of(sum.getBody()->getOps<memref::LoadOp>(),
                      [&](memref::LoadOp load) {
                        return analysis.getAccessKind(load.getIndices()) !=
                               LaneKind::Varying;
                      });
}

/// Whether what steps store before their sums would be stored in another order.
static bool storesBefore(scf::ForOp sum) {
  return llvm::any_of(
      llvm::make_range(sum->getBlock()->begin(), sum->getIterator()),
      [](Operation &op) {
        return !isMemoryEffectFree(&op) &&
               !hasSingleEffect<MemoryEffects::Read>(&op);
      });
}

/// The sum in each step of a loop that may take several steps at once; else
/// null.
static scf::ForOp findSum(scf::ForOp loop, bool strict) {
  scf::ForOp sum = findOnlyLoop(loop);
  if (!sum || !isShortStep(loop) || !canRepeatSteps(loop))
    return {};
  bool isSameForAll =
      llvm::all_of(sum->getOperands().take_front(3), [&](Value bound) {
        return loop.isDefinedOutsideOfLoop(bound);
      });
  return !storesBefore(sum) && isSameForAll && isSumOfRows(sum, strict)
             ? sum
             : scf::ForOp();
}

/// The loop over blocks in each step of one over the rows of a block; null if
/// there is none.
static scf::ForOp findBlocks(scf::ForOp rows, bool strict) {
  if (!isShortStep(rows) || getMaxCount(rows) < 2 ||
      getMaxCount(rows) > kMaxRows)
    return {};
  auto found = rows.getBody()->getOps<scf::ForOp>();
  scf::ForOp blocks = found.empty() ? scf::ForOp() : *found.begin();
  scf::ForOp columns = blocks ? findColumns(blocks, strict) : scf::ForOp();
  if (!columns || blocks.getNumResults() != 1 || !isShortStep(blocks) ||
      std::next(found.begin()) != found.end())
    return {};
  for (scf::ForOp sum : {blocks, columns})
    for (Value bound : sum->getOperands().take_front(3))
      if (!isSameInAll(bound, rows, blocks))
        return {};
  forwardStores(*rows.getBody());
  return canRepeatSteps(rows) && !storesBefore(blocks) ? blocks : scf::ForOp();
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Gives a loop to lanes.
static void markVector(scf::ForOp loop) {
  if (isVector(loop))
    return;
  Builder b(loop.getContext());
  updateLoopInfo(loop, [](LoopInfo &info) {
    info.vector = 0;
    info.isOptional = true;
  });
}

namespace {
/// A loop that takes several steps at once.
class JoinedLoop {
public:
  JoinedLoop(scf::ForOp loop, scf::ForOp sum, int64_t numSteps)
      : b(loop.getLoc(), loop), loop(loop), sum(sum), copies(numSteps) {}

  /// Emits it in front of the loop, which does what is left, and gives what the
  /// sums have become.
  scf::ForOp emit();

private:
  /// Whether a value is the same in all steps.
  bool isShared(Value value) {
    return shared.contains(value) || loop.isDefinedOutsideOfLoop(value);
  }
  /// Copies an operation for each step, or once if that does for all of them.
  void cloneForAll(Operation &op);
  scf::ForOp emitSums(scf::ForOp sum);

  ImplicitLocOpBuilder b;
  scf::ForOp loop, sum;
  /// What the values of each step become.
  SmallVector<IRMapping> copies;
  llvm::SmallDenseSet<Value> shared;
};
} // namespace

void JoinedLoop::cloneForAll(Operation &op) {
  if (auto inner = dyn_cast<scf::ForOp>(op)) {
    emitSums(inner);
    return;
  }
  bool isSame =
      op.getNumRegions() == 0 && op.getNumResults() != 0 &&
      (isMemoryEffectFree(&op) || hasSingleEffect<MemoryEffects::Read>(&op)) &&
      llvm::all_of(op.getOperands(),
                   [&](Value operand) { return isShared(operand); });
  if (!isSame) {
    for (IRMapping &mapping : copies)
      b.clone(op, mapping);
    return;
  }
  Operation *copy = b.clone(op, copies.front());
  for (IRMapping &mapping : copies)
    mapping.map(op.getResults(), copy->getResults());
  shared.insert_range(op.getResults());
}

scf::ForOp JoinedLoop::emitSums(scf::ForOp sum) {
  SmallVector<Value> inits;
  for (IRMapping &mapping : copies)
    inits.push_back(mapping.lookupOrDefault(sum.getInitArgs().front()));
  auto getBound = [&](Value bound) {
    return copies.front().lookupOrDefault(bound);
  };
  auto joined = scf::ForOp::create(b, getBound(sum.getLowerBound()),
                                   getBound(sum.getUpperBound()),
                                   getBound(sum.getStep()), inits);
  joined->setDiscardableAttrs(sum->getDiscardableAttrDictionary());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(joined.getBody());
  shared.insert(sum.getInductionVar());
  for (auto [mapping, carried] :
       llvm::zip_equal(copies, joined.getRegionIterArgs())) {
    mapping.map(sum.getInductionVar(), joined.getInductionVar());
    mapping.map(sum.getRegionIterArg(0), carried);
  }
  for (Operation &op : sum.getBody()->without_terminator())
    cloneForAll(op);
  SmallVector<Value> nexts;
  for (auto [mapping, result] : llvm::zip_equal(copies, joined.getResults())) {
    nexts.push_back(mapping.lookupOrDefault(sum.getYieldedValues().front()));
    mapping.map(sum.getResult(0), result);
  }
  scf::YieldOp::create(b, nexts);
  return joined;
}

scf::ForOp JoinedLoop::emit() {
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  Value count = arith::ConstantIndexOp::create(b, copies.size());
  Value last = arith::SubIOp::create(b, upper, count);
  Value isLong =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sge, last, lower);
  auto branch = scf::IfOp::create(b, TypeRange(), isLong, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  b.setInsertionPointToEnd(branch.thenBlock());
  auto joined = scf::ForOp::create(b, lower, upper, count);
  scf::YieldOp::create(b);
  b.setInsertionPointToStart(joined.getBody());
  // The last steps overlap with those before.
  Value first = arith::MinSIOp::create(b, joined.getInductionVar(), last);
  for (auto [number, mapping] : llvm::enumerate(copies))
    mapping.map(loop.getInductionVar(),
                b.createOrFold<arith::AddIOp>(
                    first, arith::ConstantIndexOp::create(b, number)));
  Operation *end = loop.getBody()->getTerminator();
  for (Operation &op :
       llvm::make_range(loop.getBody()->begin(), sum->getIterator()))
    cloneForAll(op);
  scf::ForOp sums = emitSums(sum);
  for (IRMapping &mapping : copies)
    for (Operation &op :
         llvm::make_range(std::next(sum->getIterator()), end->getIterator()))
      b.clone(op, mapping);
  b.setInsertionPointToEnd(branch.elseBlock());
  loop->moveBefore(scf::YieldOp::create(b));
  return sums;
}

void weft::jamReductions(func::FuncOp function, bool strict) {
  SmallVector<scf::ForOp> loops;
  function.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops) {
    if (!isChosen(loop, LoweringOption::JamReductions))
      continue;
    if (scf::ForOp sum = findSum(loop, strict)) {
      markVector(JoinedLoop(loop, sum, kNumJoined).emit());
      markVector(sum);
    } else if (scf::ForOp blocks = findBlocks(loop, strict)) {
      JoinedLoop(loop, blocks, getMaxCount(loop)).emit();
    }
  }
}
