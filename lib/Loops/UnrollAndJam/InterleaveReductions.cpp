//===- InterleaveReductions.cpp - Reductions with several accumulators ----===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that reduces into one vector accumulator is bound by the latency of
// the combining operation. If the reduction may be reassociated, the pass
// unrolls the loop so that consecutive iterations use accumulators in turn, and
// combines the accumulators behind the loop. LLVM does the same for scalars.
//
// Loops over segments are short. They are unrolled by two, and the last pair is
// peeled with a mask, so that no remainder loop is needed.
//
//===----------------------------------------------------------------------===//

#include "Segments/SegmentVectors.h"
#include "Vectorization/VectorLoop.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/LoweringDefaults.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
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
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace weft {
#define GEN_PASS_DEF_INTERLEAVEREDUCTIONS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// The smallest number of iterations per accumulator. Combining the
/// accumulators costs more than a shorter loop gains, since out-of-order
/// execution overlaps short loops with each other.
static constexpr int64_t kMinRounds = 2;
/// The largest number of operations in the body of a loop, including the
/// terminator. It bounds code size, since the body is copied.
static constexpr size_t kMaxBodyOps = 32;

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

static LogicalResult refuse(scf::ForOp loop, const Twine &reason) {
  return reportMissed(loop, LoweringOption::InterleaveReductions, reason);
}

/// The operation that combines into an iteration argument, if it is the only
/// user of the argument and may be reassociated; else null.
static Operation *getCombiner(BlockArgument carried, Value next) {
  Operation *op = next.getDefiningOp();
  return op && op->getBlock() == carried.getOwner() && carried.hasOneUse() &&
                 *carried.user_begin() == op && next.hasOneUse() &&
                 getFreeIdentity(op)
             ? op
             : nullptr;
}

/// The number of registers that hold a vector.
static int64_t getNumRegisters(VectorType type) {
  return llvm::divideCeil(type.getNumElements() * type.getElementTypeBitWidth(),
                          8 * kVectorBytes);
}

/// Whether a loop is innermost and carries a vector.
static bool isCandidate(scf::ForOp loop) {
  return llvm::any_of(loop.getResultTypes(), llvm::IsaPred<VectorType>) &&
         !loop.getBody()
              ->walk(
                  [](LoopLikeOpInterface) { return WalkResult::interrupt(); })
              .wasInterrupted();
}

/// Checks the iterations of a loop: how many there are, and that their order is
/// only visible in the values that the loop carries.
static LogicalResult checkIterations(scf::ForOp loop) {
  if (loop.getUnsignedCmp() || !loop.getInductionVar().getType().isIndex())
    return refuse(
        loop,
        "the loop does not have a signed induction variable of type `index`");
  if (getConstantIntValue(loop.getStep()) != 1)
    return refuse(loop, "the step of the loop is not 1");
  size_t numOps = llvm::range_size(loop.getBody()->getOperations());
  if (numOps > kMaxBodyOps)
    return refuse(loop, "the loop has " + Twine(numOps) +
                            " operations, more than " + Twine(kMaxBodyOps));
  for (Operation &op : loop.getBody()->without_terminator()) {
    StringRef name = op.getName().getStringRef();
    if (op.getNumRegions() != 0)
      return refuse(loop,
                    "the loop contains '" + name + "', which has regions");
    if (!isMemoryEffectFree(&op) && !isa<memref::PrefetchOp>(op) &&
        !hasSingleEffect<MemoryEffects::Read>(&op))
      return refuse(loop, "'" + name + "' has side effects");
  }
  return success();
}

/// The number of registers that a loop reduces into. Fails if a value that the
/// loop carries is no vector reduction that may be reassociated.
static FailureOr<int64_t> countRegisters(scf::ForOp loop) {
  int64_t numRegisters = 0;
  for (auto [number, carried, next] :
       llvm::enumerate(loop.getRegionIterArgs(), loop.getYieldedValues())) {
    auto type = dyn_cast<VectorType>(carried.getType());
    if (!type || type.isScalable() || type.getRank() != 1 ||
        !type.getElementType().isIntOrFloat())
      return refuse(loop, "iter_arg #" + Twine(number) +
                              " is not a fixed-length one-dimensional "
                              "vector of integers or floating-point numbers");
    if (!getCombiner(carried, next)) {
      Operation *op = next.getDefiningOp();
      bool isFixed = op && carried.hasOneUse() && *carried.user_begin() == op;
      return isFixed ? refuse(loop, whyNotReorderable(op))
                     : refuse(loop, "iter_arg #" + Twine(number) +
                                        " has uses other than one "
                                        "combining operation");
    }
    numRegisters += getNumRegisters(type);
  }
  return numRegisters;
}

/// Whether a loop iterates one segment, and has no tags that would be lost with
/// the loop.
static bool isOverSegment(scf::ForOp loop) {
  std::optional<SegmentInfo> segment = SegmentInfo::of(loop);
  return segment && segment->hasBounds() && !hasLoopTags(loop);
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
/// Emits a loop whose iterations use several accumulators in turn.
class InterleavedLoop {
public:
  InterleavedLoop(scf::ForOp loop, int64_t factor)
      : b(loop.getLoc(), loop), loop(loop), factor(factor) {
    for (auto [carried, next] :
         llvm::zip_equal(loop.getRegionIterArgs(), loop.getYieldedValues()))
      combiners.push_back(getCombiner(carried, next));
  }

  /// Replaces the loop by a loop over pairs of iterations and a last pair
  /// behind it. If the number of iterations is odd, the second iteration of the
  /// last pair repeats the first and is masked. For short loops, a mispredicted
  /// branch to a remainder costs more than an extra iteration.
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

  /// Emits the unrolled loop before the loop, which becomes the remainder.
  void emit() {
    Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
    Value step = arith::ConstantIndexOp::create(b, factor);
    Value count = arith::SubIOp::create(b, upper, lower);
    // A count that overflows is negative, so that the remainder executes all
    // iterations.
    Value isLong = arith::CmpIOp::create(
        b, arith::CmpIPredicate::sge, count,
        arith::ConstantIndexOp::create(b, kMinRounds * factor));
    SmallVector<Value> shortResults = {lower};
    llvm::append_range(shortResults, loop.getInitArgs());
    auto branch = scf::IfOp::create(
        b, isLong,
        [&](OpBuilder &inside, Location) {
          OpBuilder::InsertionGuard guard(b);
          b.setInsertionPointToStart(inside.getBlock());
          Value left = arith::RemUIOp::create(b, count, step);
          Value middle = arith::SubIOp::create(b, upper, left);
          SmallVector<Value> results = {middle};
          llvm::append_range(results,
                             combineAccumulators(emitUnrolled(middle, step)));
          scf::YieldOp::create(b, results);
        },
        [&](OpBuilder &otherwise, Location loc) {
          scf::YieldOp::create(otherwise, loc, shortResults);
        });
    loop.setLowerBound(branch.getResult(0));
    loop.getInitArgsMutable().assign(branch.getResults().drop_front());
  }

private:
  /// Emits the pairs of a loop that has at least one iteration. Returns the
  /// results of the loop.
  SmallVector<Value> emitPairsOf() {
    Value one = arith::ConstantIndexOp::create(b, 1);
    Value two = arith::ConstantIndexOp::create(b, 2);
    Value last = arith::SubIOp::create(b, loop.getUpperBound(), one);
    Value others = arith::SubIOp::create(b, last, loop.getLowerBound());
    Value numOthers = arith::RemUIOp::create(b, others, two);
    Value middle = arith::SubIOp::create(b, last, numOthers);
    // Whether the two iterations of the last pair differ.
    Value isOther =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne, numOthers,
                              arith::ConstantIndexOp::create(b, 0));
    SmallVector<Value> carried = emitUnrolled(middle, two);
    SmallVector<Value> results = emitIteration(middle, carried);
    ValueRange second = ArrayRef(carried).drop_front(combiners.size());
    for (auto [next, before] : llvm::zip(emitIteration(last, second), second)) {
      // LLVM would lower a select with a scalar condition to a branch, which is
      // mispredicted for half of the segments.
      auto type = cast<VectorType>(next.getType());
      Value mask =
          vector::BroadcastOp::create(b, type.clone(b.getI1Type()), isOther);
      results.push_back(arith::SelectOp::create(b, mask, next, before));
    }
    return combineAccumulators(results);
  }

  /// Emits the loop that executes an iteration per accumulator in each step.
  /// Returns the accumulators.
  SmallVector<Value> emitUnrolled(Value middle, Value step) {
    SmallVector<Value> inits(loop.getInitArgs());
    for (int64_t number = 1; number != factor; ++number)
      for (Operation *combiner : combiners)
        inits.push_back(arith::ConstantOp::create(
            b, DenseElementsAttr::get(
                   cast<VectorType>(combiner->getResult(0).getType()),
                   getFreeIdentity(combiner))));
    auto unrolled = scf::ForOp::create(
        b, loop.getLowerBound(), middle, step, inits,
        [&](OpBuilder &, Location, Value first, ValueRange carried) {
          OpBuilder::InsertionGuard guard(b);
          b.setInsertionPointToStart(first.getParentBlock());
          fillBody(first, carried);
        });
    inheritLoopInfo(loop, unrolled);
    return unrolled.getResults();
  }

  /// Copies the body of the loop for each accumulator.
  void fillBody(Value first, ValueRange carried) {
    SmallVector<Value> nexts;
    for (int64_t number = 0; number != factor; ++number) {
      Value distance = arith::ConstantIndexOp::create(b, number);
      llvm::append_range(
          nexts, emitIteration(b.createOrFold<arith::AddIOp>(first, distance),
                               carried.slice(number * combiners.size(),
                                             combiners.size())));
    }
    scf::YieldOp::create(b, nexts);
  }

  /// Copies an iteration of the loop. Returns the values that it yields.
  SmallVector<Value> emitIteration(Value variable, ValueRange carried) {
    IRMapping mapping;
    mapping.map(loop.getInductionVar(), variable);
    mapping.map(loop.getRegionIterArgs(), carried.take_front(combiners.size()));
    for (Operation &op : loop.getBody()->without_terminator())
      b.clone(op, mapping);
    return llvm::map_to_vector(loop.getYieldedValues(), [&](Value next) {
      return mapping.lookup(next);
    });
  }

  /// Combines adjacent accumulators until the results of the loop remain.
  SmallVector<Value> combineAccumulators(ValueRange accumulators) {
    SmallVector<Value> results(accumulators);
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
  int64_t factor;
  /// The combining operation of each value that the loop carries.
  SmallVector<Operation *> combiners;
};

struct InterleaveReductions
    : weft::impl::InterleaveReductionsBase<InterleaveReductions> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      int64_t maxRegisters =
          getChosenNumber(loop, LoweringOption::InterleaveReductions);
      if (maxRegisters >= 2 && isCandidate(loop))
        interleave(loop, maxRegisters);
    }
  }

private:
  void interleave(scf::ForOp loop, int64_t maxRegisters);
};
} // namespace

void InterleaveReductions::interleave(scf::ForOp loop, int64_t maxRegisters) {
  if (failed(checkIterations(loop)))
    return;
  FailureOr<int64_t> numRegisters = countRegisters(loop);
  if (failed(numRegisters))
    return;
  if (*numRegisters == 1 && isOverSegment(loop)) {
    reportPassed(loop, LoweringOption::InterleaveReductions,
                 "reduces pairs of entries into 2 accumulators, with a masked "
                 "tail");
    InterleavedLoop(loop, /*factor=*/2).emitPairs();
    return;
  }
  // Loops over the edge of a tile run once for each row of a full tile, and
  // several registers hide the latency already.
  if (*numRegisters > 1 &&
      !loop.getBody()->getOps<vector::MaskedLoadOp>().empty())
    return (void)refuse(loop, "the loop has masked loads and accumulators of " +
                                  Twine(*numRegisters) + " registers");
  int64_t factor = maxRegisters / *numRegisters;
  if (factor < 2)
    return (void)refuse(loop, "the accumulators fill " + Twine(*numRegisters) +
                                  " registers; two of each would exceed the " +
                                  Twine(maxRegisters) +
                                  " that the option allows");
  reportPassed(loop, LoweringOption::InterleaveReductions,
               "interleaves " + Twine(factor) + " accumulators of " +
                   Twine(*numRegisters) +
                   (*numRegisters == 1 ? " register" : " registers"));
  InterleavedLoop(loop, factor).emit();
}
