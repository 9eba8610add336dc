//===- VectorAppends.cpp - Vectorization of appending loops ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectorizes loops that append an element per iteration to arrays, at counters
// that the loop carries. LLVM does not vectorize them because it cannot prove
// that the arrays do not alias the arrays that are read; where it does, it
// emits a scalar remainder loop. Here the origins of arrays prove it, and the
// tail is masked.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayOrigins.h"
#include "Analysis/ElementBytes.h"
#include "Segments/SegmentVectors.h"
#include "Segments/Segments.h"
#include "Vectorization/BlockReduction.h"
#include "Vectorization/LaneEmitter.h"
#include "Vectorization/VectorLoop.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace weft;

/// The fewest lanes that are faster than scalar stores.
static constexpr int64_t kMinLanes = 8;

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

/// Whether a loop only increments the carried value `number` by one in each
/// iteration.
static bool isCounter(scf::ForOp loop, unsigned number) {
  auto add = loop.getYieldedValues()[number].getDefiningOp<arith::AddIOp>();
  if (!add || !add.getType().isIndex() || add->getBlock() != loop.getBody() ||
      !add->hasOneUse())
    return false;
  Value carried = loop.getRegionIterArg(number);
  return (add.getLhs() == carried && matchPattern(add.getRhs(), m_One())) ||
         (add.getRhs() == carried && matchPattern(add.getLhs(), m_One()));
}

/// Checks that a store appends to an array that the function allocates.
static LogicalResult checkStore(memref::StoreOp store, scf::ForOp loop,
                                MissedReporter missed) {
  std::string array = describeArray(store.getMemRef());
  if (store.getIndices().size() != 1 ||
      !llvm::is_contained(loop.getRegionIterArgs(), store.getIndices().front()))
    return missed("the loop also stores to " + array +
                  " at an index that is not an iter_arg");
  if (!loop.isDefinedOutsideOfLoop(store.getMemRef()))
    return missed(array + ", to which the loop stores, is defined in the loop");
  if (!isAllocatedHere(store.getMemRef()))
    return missed(
        array + ", which the loop stores to, is not allocated in the function");
  return success();
}

/// Checks that no load reads a stored element, and that no element is stored at
/// two counters: vectors would store it in another order.
static LogicalResult checkAliases(scf::ForOp loop, MissedReporter missed) {
  SmallVector<memref::StoreOp> stores(
      loop.getBody()->getOps<memref::StoreOp>());
  for (memref::StoreOp store : stores) {
    for (memref::StoreOp other : stores)
      if (other.getIndices().front() != store.getIndices().front() &&
          mayOverlap(store.getMemRef(), other.getMemRef()))
        return missed("the stores to " + describeArray(store.getMemRef()) +
                      " and to " + describeArray(other.getMemRef()) +
                      " at different iter_args may alias");
    for (auto load : loop.getBody()->getOps<memref::LoadOp>())
      if (mayOverlap(store.getMemRef(), load.getMemRef()))
        return missed(describeArray(load.getMemRef()) +
                      ", from which the loop loads, may alias " +
                      describeArray(store.getMemRef()) +
                      ", to which it stores");
  }
  return success();
}

/// Checks that a loop only appends: it carries counters, and stores at counters
/// to arrays that it does not read.
static LogicalResult checkAppends(scf::ForOp loop, MissedReporter missed) {
  if (loop->hasAttr(kLoopAnnotationAttr))
    return missed("the loop " + describeLoopAnnotation(loop));
  if (failed(checkUnitStep(loop, missed)))
    return failure();
  for (unsigned number : llvm::seq(loop.getNumResults()))
    if (!isCounter(loop, number))
      return missed("iter_arg #" + Twine(number) +
                    " is not incremented by 1 in each iteration");
  for (auto store : loop.getBody()->getOps<memref::StoreOp>())
    if (failed(checkStore(store, loop, missed)))
      return failure();
  return checkAliases(loop, missed);
}

/// Whether a loop reads only arguments of the function.
static bool readsOnlyArguments(scf::ForOp loop) {
  return llvm::all_of(
      loop.getBody()->getOps<memref::LoadOp>(), [](memref::LoadOp load) {
        auto origins = findOrigins(load.getMemRef());
        return origins && llvm::all_of(*origins, llvm::IsaPred<BlockArgument>);
      });
}

/// Checks that all loads of a loop are contiguous or invariant.
static LogicalResult checkLoads(scf::ForOp loop, const LaneAnalysis &analysis,
                                MissedReporter missed) {
  for (auto load : loop.getBody()->getOps<memref::LoadOp>()) {
    if (!loop.isDefinedOutsideOfLoop(load.getMemRef()))
      return missed("the loop loads from " + describeArray(load.getMemRef()) +
                    " through a memref that it defines");
    if (analysis.getAccessKind(load.getIndices()) == LaneKind::Varying)
      return missed("the loads from " + describeArray(load.getMemRef()) +
                    " are neither contiguous nor invariant");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Emits the number of iterations of a loop before it.
static Value emitCount(ImplicitLocOpBuilder &b, scf::ForOp loop) {
  Value distance =
      arith::SubIOp::create(b, loop.getUpperBound(), loop.getLowerBound());
  return arith::MaxSIOp::create(b, distance,
                                arith::ConstantIndexOp::create(b, 0));
}

/// Emits a copy of a loop that computes counters from the induction variable,
/// so that its iterations are independent.
static scf::ForOp emitIndependentCopy(ImplicitLocOpBuilder &b,
                                      scf::ForOp loop) {
  auto copy = scf::ForOp::create(b, loop.getLowerBound(), loop.getUpperBound(),
                                 loop.getStep());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(copy.getBody());
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), copy.getInductionVar());
  Value done =
      arith::SubIOp::create(b, copy.getInductionVar(), loop.getLowerBound());
  for (auto [carried, init] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getInitArgs()))
    mapping.map(carried, arith::AddIOp::create(b, init, done).getResult());
  for (Operation &op : loop.getBody()->without_terminator())
    if (!llvm::is_contained(op.getUsers(), loop.getBody()->getTerminator()))
      b.clone(op, mapping);
  return copy;
}

namespace {
/// Vectorizes a loop that appends.
class VectorAppends {
public:
  /// The iterations of `copy` are those of `loop`, and independent.
  VectorAppends(scf::ForOp loop, scf::ForOp copy, const LaneAnalysis &analysis,
                int64_t lanes)
      : b(loop.getLoc(), loop), loop(loop), copy(copy), analysis(analysis),
        lanes(lanes),
        minIterations(Machine::of(loop).appendVectorMinIterations),
        count(emitCount(b, loop)) {}

  void emit();

private:
  Value getIndex(int64_t number) {
    return arith::ConstantIndexOp::create(b, number);
  }
  void emitStep(Value position) {
    LaneEmitter(b, analysis, lanes).emitStep(copy, position);
  }
  void emitVectors(Value done);
  void emitLong();

  ImplicitLocOpBuilder b;
  scf::ForOp loop, copy;
  const LaneAnalysis &analysis;
  int64_t lanes;
  /// The fewest iterations that are vectorized if the loop reads an array of
  /// the function: a vector load waits for scalar stores that have not left the
  /// store buffer, and fewer iterations do not amortize that.
  int64_t minIterations;
  /// The number of iterations.
  Value count;
};
} // namespace

/// Emits full vectors for the iterations after the first `done`, and a masked
/// tail, all of whose lanes are masked off if no iteration remains.
void VectorAppends::emitVectors(Value done) {
  Value left = b.createOrFold<arith::SubIOp>(count, done);
  Value numBefore = arith::MaxSIOp::create(
      b,
      arith::AndIOp::create(b, arith::SubIOp::create(b, left, getIndex(1)),
                            getIndex(-lanes)),
      getIndex(0));
  Value first = b.createOrFold<arith::AddIOp>(loop.getLowerBound(), done);
  Value last = arith::AddIOp::create(b, first, numBefore);
  auto strips = scf::ForOp::create(b, first, last, getIndex(lanes));
  inheritLoopInfo(loop, strips);
  markShortLoop(strips);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(strips.getBody());
    emitStep(strips.getInductionVar());
  }
  LaneEmitter emitter(b, analysis, lanes);
  emitter.setCount(loop.getLoc(), arith::SubIOp::create(b, left, numBefore),
                   /*isShort=*/true);
  emitter.emitStep(copy, last);
}

/// The first index at which the loop stores to the array with the widest
/// elements.
static Value findWidestBegin(scf::ForOp loop) {
  auto getBytes = [](memref::StoreOp store) {
    return getPackedBytes(store.getMemRefType().getElementType());
  };
  auto stores = loop.getBody()->getOps<memref::StoreOp>();
  memref::StoreOp widest = *stores.begin();
  for (memref::StoreOp store : stores)
    if (getBytes(store) > getBytes(widest))
      widest = store;
  auto counter = cast<BlockArgument>(widest.getIndices().front());
  return loop.getTiedLoopInit(counter)->get();
}

/// Emits a first vector, and others that are aligned to cache lines of the
/// array with the widest elements. The second vector may overlap the first.
void VectorAppends::emitLong() {
  assert(lanes <= minIterations && "the first vector is full");
  emitStep(loop.getLowerBound());
  Value past =
      arith::AndIOp::create(b, findWidestBegin(loop), getIndex(lanes - 1));
  emitVectors(arith::SubIOp::create(b, getIndex(lanes), past));
}

void VectorAppends::emit() {
  if (readsOnlyArguments(loop)) {
    emitVectors(getIndex(0));
  } else {
    // Scalar stores of an array of the function may still be pending, for which
    // vector loads wait.
    Value isLong = arith::CmpIOp::create(b, arith::CmpIPredicate::sge, count,
                                         getIndex(minIterations));
    auto choice =
        scf::IfOp::create(b, TypeRange(), isLong, /*withElseRegion=*/true);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(choice.thenBlock());
      emitLong();
      b.setInsertionPointToStart(choice.elseBlock());
      b.clone(*loop);
    }
  }
  for (auto [result, init] :
       llvm::zip_equal(loop.getResults(), loop.getInitArgs()))
    result.replaceAllUsesWith(arith::AddIOp::create(b, init, count));
  loop.erase();
}

/// Vectorizes a loop that appends if its preconditions hold.
static LogicalResult maskAppends(scf::ForOp loop) {
  auto missed = [&](const Twine &reason) {
    return reportMissed(loop, LoweringOption::VectorizeAppends, reason);
  };
  if (failed(checkAppends(loop, missed)))
    return failure();
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  scf::ForOp copy = emitIndependentCopy(b, loop);
  llvm::scope_exit eraseCopy([&] { copy.erase(); });
  LaneAnalysis analysis(copy, /*quiet=*/true);
  if (failed(analysis.run(/*strict=*/true)))
    return missed(analysis.getReason());
  if (failed(checkLoads(copy, analysis, missed)))
    return failure();
  if (failed(checkMasks(copy, analysis, missed)))
    return failure();
  int64_t lanes = kVectorBytes / analysis.getWidth();
  if (lanes < kMinLanes)
    return missed("elements of " + Twine(analysis.getWidth()) +
                  " bytes fill a vector with only " + Twine(lanes) + " lanes");
  std::string condition;
  if (!readsOnlyArguments(loop))
    condition =
        (" if it has at least " +
         Twine(Machine::of(loop).appendVectorMinIterations) + " iterations")
            .str();
  reportPassed(loop, LoweringOption::VectorizeAppends,
               "vectorizes the loop by " + Twine(lanes) +
                   " lanes with a masked tail" + condition);
  VectorAppends(loop, copy, analysis, lanes).emit();
  return success();
}

void weft::vectorizeAppends(func::FuncOp function) {
  SmallVector<scf::ForOp> loops;
  function.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops)
    if (isInnermost(loop) && isAppending(loop) &&
        isChosen(loop, LoweringOption::VectorizeAppends))
      (void)maskAppends(loop);
}
