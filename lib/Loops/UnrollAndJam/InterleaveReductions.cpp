//===- InterleaveReductions.cpp - Sums in several registers ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that carries a vector which each step combines into waits for the
// combination of the last step, though several could be under way. Where the
// order of combinations is free, steps take turns with several vectors, which
// are combined behind the loop. LLVM does that for scalars. Segments are short:
// theirs are pairs, of which the last one stands behind the loop.
//
//===----------------------------------------------------------------------===//

#include "Segments/SegmentVectors.h"
#include "Vectorization/VectorLoop.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Loops/Passes.h"
#include "weft/Support/ExactIdentity.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace weft {
#define GEN_PASS_DEF_INTERLEAVEREDUCTIONS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// How many registers are combined into at once: about as many steps as a
/// combination takes, since each step loads as well.
static constexpr int64_t kMaxRegisters = 4;
/// How many times each of them is combined into at least: they are combined
/// with each other in the end, and short loops overlap.
static constexpr int64_t kMinRounds = 2;
/// How long a step may be that is copied.
static constexpr size_t kMaxStepOps = 32;

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

/// The operation that combines into what a loop carries, if nothing else uses
/// it and it may combine in any order; else null.
static Operation *getCombiner(BlockArgument carried, Value next) {
  Operation *op = next.getDefiningOp();
  return op && op->getBlock() == carried.getOwner() && carried.hasOneUse() &&
                 *carried.user_begin() == op && next.hasOneUse() &&
                 getFreeIdentity(op)
             ? op
             : nullptr;
}

/// How many registers hold a vector.
static int64_t getNumRegisters(VectorType type) {
  return llvm::divideCeil(type.getNumElements() * type.getElementTypeBitWidth(),
                          8 * kVectorBytes);
}

/// How many registers a loop combines into in any order, while it just reads
/// besides; nothing if it does something else.
static std::optional<int64_t> countRegisters(scf::ForOp loop) {
  if (loop.getNumResults() == 0 || loop.getUnsignedCmp() ||
      !loop.getInductionVar().getType().isIndex() ||
      getConstantIntValue(loop.getStep()) != 1 ||
      llvm::range_size(loop.getBody()->getOperations()) > kMaxStepOps)
    return std::nullopt;
  int64_t numRegisters = 0;
  for (auto [carried, next] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getYieldedValues())) {
    auto type = dyn_cast<VectorType>(carried.getType());
    if (!type || type.isScalable() || type.getRank() != 1 ||
        !type.getElementType().isIntOrFloat() || !getCombiner(carried, next))
      return std::nullopt;
    numRegisters += getNumRegisters(type);
  }
  bool onlyReads =
      llvm::all_of(loop.getBody()->without_terminator(), [](Operation &op) {
        return op.getNumRegions() == 0 &&
               (isMemoryEffectFree(&op) || isa<memref::PrefetchOp>(op) ||
                hasSingleEffect<MemoryEffects::Read>(&op));
      });
  return onlyReads ? std::optional(numRegisters) : std::nullopt;
}

/// Whether a loop is over a segment, which is short as a rule, and has no marks
/// that would be lost with it.
static bool isOverSegment(scf::ForOp loop) {
  std::optional<SegmentInfo> segment = SegmentInfo::of(loop);
  return segment && segment->hasBounds() && !hasLoopTags(loop);
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
/// A loop whose steps take turns.
class InterleavedLoop {
public:
  InterleavedLoop(scf::ForOp loop, int64_t numTurns)
      : b(loop.getLoc(), loop), loop(loop), numTurns(numTurns) {
    for (auto [carried, next] :
         llvm::zip_equal(loop.getRegionIterArgs(), loop.getYieldedValues()))
      combiners.push_back(getCombiner(carried, next));
  }

  /// Lets pairs of steps take turns, of which the last may be one step twice,
  /// instead of the loop: where many loops are short, a question of each how
  /// many steps are left takes longer than one more.
  void emitPairs() {
    Value isEntered =
        arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                              loop.getLowerBound(), loop.getUpperBound());
    auto branch = scf::IfOp::create(
        b, isEntered,
        [&](OpBuilder &inside, Location loc) {
          OpBuilder::InsertionGuard guard(b);
          b.setInsertionPointToStart(inside.getBlock());
          scf::YieldOp::create(b, loc, emitPairsOf());
        },
        [&](OpBuilder &otherwise, Location loc) {
          scf::YieldOp::create(otherwise, loc, loop.getInitArgs());
        });
    loop.replaceAllUsesWith(branch.getResults());
    loop.erase();
  }

  /// Lets the loop do what the turns leave.
  void emit() {
    Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
    Value turns = arith::ConstantIndexOp::create(b, numTurns);
    Value count = arith::SubIOp::create(b, upper, lower);
    // A count that overflows is taken for a short one.
    Value isLong = arith::CmpIOp::create(
        b, arith::CmpIPredicate::sge, count,
        arith::ConstantIndexOp::create(b, kMinRounds * numTurns));
    SmallVector<Value> shortResults = {lower};
    llvm::append_range(shortResults, loop.getInitArgs());
    auto branch = scf::IfOp::create(
        b, isLong,
        [&](OpBuilder &inside, Location) {
          OpBuilder::InsertionGuard guard(b);
          b.setInsertionPointToStart(inside.getBlock());
          Value left = arith::RemUIOp::create(b, count, turns);
          Value middle = arith::SubIOp::create(b, upper, left);
          SmallVector<Value> results = {middle};
          llvm::append_range(results, combineTurns(emitTurns(middle, turns)));
          scf::YieldOp::create(b, results);
        },
        [&](OpBuilder &otherwise, Location loc) {
          scf::YieldOp::create(otherwise, loc, shortResults);
        });
    loop.setLowerBound(branch.getResult(0));
    loop.getInitArgsMutable().assign(branch.getResults().drop_front());
  }

private:
  /// Emits the pairs of steps of a loop that has one at least, and gives what
  /// they are combined to.
  SmallVector<Value> emitPairsOf() {
    Value one = arith::ConstantIndexOp::create(b, 1);
    Value two = arith::ConstantIndexOp::create(b, 2);
    Value last = arith::SubIOp::create(b, loop.getUpperBound(), one);
    Value others = arith::SubIOp::create(b, last, loop.getLowerBound());
    Value numOthers = arith::RemUIOp::create(b, others, two);
    Value middle = arith::SubIOp::create(b, last, numOthers);
    // Whether the last step is another one than that before it.
    Value isOther =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne, numOthers,
                              arith::ConstantIndexOp::create(b, 0));
    SmallVector<Value> carried = emitTurns(middle, two);
    SmallVector<Value> results = emitStep(middle, carried);
    ValueRange second = ArrayRef(carried).drop_front(combiners.size());
    for (auto [next, before] : llvm::zip(emitStep(last, second), second)) {
      // One bit for all lanes would be a branch that is guessed half wrong.
      auto type = cast<VectorType>(next.getType());
      Value mask =
          vector::BroadcastOp::create(b, type.clone(b.getI1Type()), isOther);
      results.push_back(arith::SelectOp::create(b, mask, next, before));
    }
    return combineTurns(results);
  }

  /// Emits the loop whose steps are several turns, and gives what these carry.
  SmallVector<Value> emitTurns(Value middle, Value step) {
    SmallVector<Value> inits(loop.getInitArgs());
    for (int64_t turn = 1; turn != numTurns; ++turn)
      for (Operation *combiner : combiners)
        inits.push_back(arith::ConstantOp::create(
            b, DenseElementsAttr::get(
                   cast<VectorType>(combiner->getResult(0).getType()),
                   getFreeIdentity(combiner))));
    auto turns = scf::ForOp::create(
        b, loop.getLowerBound(), middle, step, inits,
        [&](OpBuilder &, Location, Value first, ValueRange carried) {
          OpBuilder::InsertionGuard guard(b);
          b.setInsertionPointToStart(first.getParentBlock());
          fillStep(first, carried);
        });
    inheritLoopInfo(loop, turns);
    return turns.getResults();
  }

  /// Copies the step of the loop for each turn.
  void fillStep(Value first, ValueRange carried) {
    SmallVector<Value> nexts;
    for (int64_t turn = 0; turn != numTurns; ++turn) {
      Value number = arith::ConstantIndexOp::create(b, turn);
      llvm::append_range(
          nexts,
          emitStep(b.createOrFold<arith::AddIOp>(first, number),
                   carried.slice(turn * combiners.size(), combiners.size())));
    }
    scf::YieldOp::create(b, nexts);
  }

  /// Copies a step of the loop, and gives what it hands to the next one.
  SmallVector<Value> emitStep(Value number, ValueRange carried) {
    IRMapping mapping;
    mapping.map(loop.getInductionVar(), number);
    mapping.map(loop.getRegionIterArgs(), carried.take_front(combiners.size()));
    for (Operation &op : loop.getBody()->without_terminator())
      b.clone(op, mapping);
    return llvm::map_to_vector(loop.getYieldedValues(), [&](Value next) {
      return mapping.lookup(next);
    });
  }

  /// Combines the turns, neighbors first.
  SmallVector<Value> combineTurns(ValueRange turns) {
    SmallVector<Value> results(turns);
    size_t count = combiners.size();
    for (; results.size() != count; results.truncate(results.size() / 2))
      for (size_t id = 0, e = results.size() / 2; id != e; ++id) {
        size_t first = 2 * (id - id % count) + id % count;
        results[id] = emitCombination(combiners[id % count], results[first],
                                      results[first + count]);
      }
    return results;
  }

  Value emitCombination(Operation *combiner, Value left, Value right) {
    IRMapping mapping;
    mapping.map(combiner->getOperands(), ValueRange{left, right});
    return b.clone(*combiner, mapping)->getResult(0);
  }

  ImplicitLocOpBuilder b;
  scf::ForOp loop;
  int64_t numTurns;
  /// Of each value that the loop carries.
  SmallVector<Operation *> combiners;
};

struct InterleaveReductions
    : weft::impl::InterleaveReductionsBase<InterleaveReductions> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      int64_t maxRegisters = getChosenNumber(
          loop, LoweringOption::InterleaveReductions, kMaxRegisters);
      std::optional<int64_t> numRegisters = countRegisters(loop);
      if (maxRegisters < 2 || !numRegisters)
        continue;
      if (numRegisters == 1 && isOverSegment(loop)) {
        InterleavedLoop(loop, /*numTurns=*/2).emitPairs();
        continue;
      }
      // The edge of what full tiles do is done once for each of their rows, and
      // several registers are under way already.
      bool isEdge = numRegisters > 1 &&
                    !loop.getBody()->getOps<vector::MaskedLoadOp>().empty();
      int64_t numTurns = maxRegisters / *numRegisters;
      if (numTurns > 1 && !isEdge)
        InterleavedLoop(loop, numTurns).emit();
    }
  }
};
} // namespace
