//===- VectorAppends.cpp - Segments that are appended in vectors ----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that appends something for each position of a segment stores it one
// after the other from where the array ended. LLVM has no vectors of it, since
// it cannot tell that the array is not one of those that are read, and has a
// loop with a hard end where it has them. Here the origins of arrays tell, and
// the last vector has a mask.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayOrigins.h"
#include "Analysis/ElementBytes.h"
#include "Segments/Segments.h"
#include "Vectorization/LaneEmitter.h"
#include "Vectorization/VectorLoop.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace weft;

/// How many steps make up for what vectors wait for.
static constexpr int64_t kManySteps = 64;
/// Shorter vectors gain nothing.
static constexpr int64_t kMinLanes = 8;

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

/// The addition of one to an index that a loop carries at a place, if that is
/// all that becomes of it from step to step; null otherwise.
static arith::AddIOp getCounter(scf::ForOp loop, unsigned number) {
  auto add = loop.getYieldedValues()[number].getDefiningOp<arith::AddIOp>();
  if (!add || !add.getType().isIndex() || add->getBlock() != loop.getBody() ||
      !add->hasOneUse())
    return {};
  Value carried = loop.getRegionIterArg(number);
  bool counts =
      (add.getLhs() == carried && matchPattern(add.getRhs(), m_One())) ||
      (add.getRhs() == carried && matchPattern(add.getLhs(), m_One()));
  return counts ? add : arith::AddIOp();
}

/// Whether a loop does nothing but append: what it carries are counters, and
/// it stores where they stand, into arrays that it does not read.
static bool appends(scf::ForOp loop) {
  if (loop.getNumResults() == 0 || loop.getUnsignedCmp() ||
      !loop.getInductionVar().getType().isIndex() ||
      getConstantIntValue(loop.getStep()) != 1 ||
      loop->hasAttr(kLoopAnnotationAttr))
    return false;
  for (unsigned number : llvm::seq(loop.getNumResults()))
    if (!getCounter(loop, number))
      return false;
  SmallVector<memref::StoreOp> stores(
      loop.getBody()->getOps<memref::StoreOp>());
  auto isElsewhere = [&](memref::LoadOp load) {
    return llvm::none_of(stores, [&](memref::StoreOp store) {
      return mayOverlap(store.getMemRef(), load.getMemRef());
    });
  };
  auto isOwn = [&](memref::StoreOp store) {
    return store.getIndices().size() == 1 &&
           llvm::is_contained(loop.getRegionIterArgs(),
                              store.getIndices().front()) &&
           loop.isDefinedOutsideOfLoop(store.getMemRef()) &&
           isAllocatedHere(store.getMemRef());
  };
  // Vectors at two counters of one array would be stored in another order.
  auto isAlone = [&](memref::StoreOp store) {
    return llvm::none_of(stores, [&](memref::StoreOp other) {
      return other.getIndices().front() != store.getIndices().front() &&
             mayOverlap(store.getMemRef(), other.getMemRef());
    });
  };
  return !stores.empty() && llvm::all_of(stores, isOwn) &&
         llvm::all_of(stores, isAlone) &&
         llvm::all_of(loop.getBody()->getOps<memref::LoadOp>(), isElsewhere);
}

/// Whether all that a loop reads was there before the function ran.
static bool readsGiven(scf::ForOp loop) {
  return llvm::all_of(
      loop.getBody()->getOps<memref::LoadOp>(), [](memref::LoadOp load) {
        auto origins = findOrigins(load.getMemRef());
        return origins && llvm::all_of(*origins, llvm::IsaPred<BlockArgument>);
      });
}

/// Whether everything that a loop reads lies in a row, or is the same for all
/// of its steps.
static bool readsRows(scf::ForOp loop, const LaneAnalysis &analysis) {
  return llvm::all_of(
      loop.getBody()->getOps<memref::LoadOp>(), [&](memref::LoadOp load) {
        return loop.isDefinedOutsideOfLoop(load.getMemRef()) &&
               analysis.getAccessKind(load.getIndices()) != LaneKind::Varying;
      });
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// How many steps a loop has, in front of it.
static Value emitCount(ImplicitLocOpBuilder &b, scf::ForOp loop) {
  Value distance =
      arith::SubIOp::create(b, loop.getUpperBound(), loop.getLowerBound());
  return arith::MaxSIOp::create(b, distance,
                                arith::ConstantIndexOp::create(b, 0));
}

/// A copy of a loop that counts from where it stands, so that its steps do not
/// depend on each other.
static scf::ForOp copyUncounted(ImplicitLocOpBuilder &b, scf::ForOp loop) {
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
/// Makes vectors of a loop that appends.
class VectorAppends {
public:
  /// Of the steps of `copy`, which do not depend on each other.
  VectorAppends(scf::ForOp loop, scf::ForOp copy, const LaneAnalysis &analysis,
                int64_t lanes)
      : b(loop.getLoc(), loop), loop(loop), copy(copy), analysis(analysis),
        lanes(lanes), count(emitCount(b, loop)) {}

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
  /// How many steps there are.
  Value count;
};
} // namespace

/// Emits full vectors behind the first steps, and a last one with a mask, which
/// has no lanes if there is no step.
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

/// Where the array with the widest elements is stored into first.
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

/// Emits a first vector, and others that begin where lines of an array do.
void VectorAppends::emitLong() {
  assert(lanes <= kManySteps && "the first vector is full");
  emitStep(loop.getLowerBound());
  Value past =
      arith::AndIOp::create(b, findWidestBegin(loop), getIndex(lanes - 1));
  emitVectors(arith::SubIOp::create(b, getIndex(lanes), past));
}

void VectorAppends::emit() {
  if (readsGiven(loop)) {
    emitVectors(getIndex(0));
  } else {
    // What was made here may have been written in pieces a moment ago, for
    // which vectors wait.
    Value isLong = arith::CmpIOp::create(b, arith::CmpIPredicate::sge, count,
                                         getIndex(kManySteps));
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

static void maskAppends(scf::ForOp loop) {
  if (!appends(loop))
    return;
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  scf::ForOp copy = copyUncounted(b, loop);
  LaneAnalysis analysis(copy, /*quiet=*/true);
  int64_t lanes = 0;
  if (succeeded(analysis.run(/*strict=*/true)) && readsRows(copy, analysis) &&
      LaneEmitter::canMask(copy, analysis))
    lanes = kVectorBytes / analysis.getWidth();
  if (lanes >= kMinLanes)
    VectorAppends(loop, copy, analysis, lanes).emit();
  copy.erase();
}

void weft::vectorizeAppends(func::FuncOp function) {
  SmallVector<scf::ForOp> loops;
  function.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops)
    if (isChosen(loop, LoweringOption::VectorizeAppends))
      maskAppends(loop);
}
