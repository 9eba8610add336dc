//===- PrefetchStreams.cpp - What segments have is loaded ahead -----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over segments that follow each other read arrays from their beginning
// to their end, and processors load ahead what is read so, but not far, and not
// into the nearest cache. What a coordinate leads to waits for it. So vectors
// ask for what the segments after the next few have.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ElementBytes.h"
#include "Analysis/IndirectLoads.h"
#include "Analysis/SegmentInfo.h"
#include "Analysis/ValueDependence.h"
#include "Prefetching/Prefetching.h"
#include "Tiling/LoopVersions.h"

#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace weft;

/// From how many bytes on a step of a loop asks for what is ahead of it, of the
/// array of which it reads most, and of others. One that reads less would ask
/// for a line again and again.
static constexpr int64_t kMinMostBytes = 64;
static constexpr int64_t kMinStepBytes = 32;

namespace {
/// How loops ask whose steps read little, in a copy for what caches do not
/// hold.
struct LargeReads {
  /// From how many elements on there is one.
  int64_t minElements;
  /// How many elements are asked for at once in front of a segment. Near caches
  /// stop to load ahead by themselves where lines of a segment are missing.
  int64_t numElements;
  /// The hint of a memref.prefetch for the cache they come to.
  int64_t locality;
};
} // namespace

static constexpr LargeReads kReads = {int64_t(1) << 22, 1, 3};
static constexpr LargeReads kNearCacheReads = {int64_t(1) << 21, 24, 2};
/// The most operations in the loop around them that is copied.
static constexpr int64_t kMaxCopiedOps = 60;
static constexpr int64_t kMaxCopiedVectorOps = 160;

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

/// Whether a value grows by one from one iteration of a loop to the next: it is
/// the variable of the loop, to which something may be added that the loop does
/// not change.
static bool countsIterations(Value value) {
  if (auto sum = value.getDefiningOp<arith::AddIOp>()) {
    auto counts = [](Value term, Value other) {
      auto loop = dyn_cast<scf::ForOp>(term.getParentBlock()->getParentOp());
      return loop && isSameInAll(loop, other) && countsIterations(term);
    };
    return counts(sum.getLhs(), sum.getRhs()) ||
           counts(sum.getRhs(), sum.getLhs());
  }
  auto loop = dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp());
  return loop && value == loop.getInductionVar() &&
         getConstantIntValue(loop.getStep()) == 1;
}

/// Whether a loop iterates a segment, and the next iteration of the loop around
/// it the next segment.
static bool iteratesAdjacentSegments(scf::ForOp loop) {
  std::optional<SegmentInfo> segment = SegmentInfo::of(loop);
  return segment && segment->getBegin() &&
         countsIterations(segment->getBegin().getIndices().front());
}

//===----------------------------------------------------------------------===//
// What is read
//===----------------------------------------------------------------------===//

/// How many bytes of an array two steps of a loop are apart.
static int64_t getStepBytes(scf::ForOp loop, Value array) {
  Type element = cast<MemRefType>(array.getType()).getElementType();
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  return step ? *step * getPackedBytes(element) : 0;
}

/// Whether an array is an operand: what is assembled here is near.
static bool isOperand(Value array) {
  return isa<BlockArgument>(array) &&
         isa<func::FuncOp>(array.getParentBlock()->getParentOp());
}

/// The operands that a loop reads from its variable on, in vectors or element
/// by element.
static SmallVector<Value> findStreams(scf::ForOp loop, bool inVectors) {
  llvm::SmallSetVector<Value, 4> streams;
  for (Operation *user : loop.getInductionVar().getUsers()) {
    Value array = getArrayReadAt(user, loop.getInductionVar());
    // A step that may leave lanes out is the last one.
    if (array && isOperand(array) && !isa<vector::MaskedLoadOp>(user) &&
        isa<vector::LoadOp>(user) == inVectors)
      streams.insert(array);
  }
  return inOrder(streams.getArrayRef());
}

/// Those of which a step reads enough to ask for what is ahead.
static SmallVector<Value> findOfSteps(scf::ForOp loop,
                                      ArrayRef<Value> streams) {
  auto hasBytes = [&](int64_t bytes) {
    return [=](Value array) { return getStepBytes(loop, array) >= bytes; };
  };
  if (llvm::none_of(streams, hasBytes(kMinMostBytes)))
    return {};
  return llvm::filter_to_vector(streams, hasBytes(kMinStepBytes));
}

/// Those of which a step reads most. What comes in a row beside them, as
/// coordinates of half the length, processors load ahead in time.
static SmallVector<Value> findMostRead(scf::ForOp loop,
                                       ArrayRef<Value> streams) {
  int64_t most = 0;
  for (Value array : streams)
    most = std::max(most, getStepBytes(loop, array));
  return llvm::filter_to_vector(
      streams, [&](Value array) { return getStepBytes(loop, array) == most; });
}

//===----------------------------------------------------------------------===//
// Asking for it
//===----------------------------------------------------------------------===//

/// Loads ahead as many elements as are wanted, which lie some elements behind a
/// position.
static void emitPrefetches(ImplicitLocOpBuilder &b, Value position,
                           ArrayRef<Value> streams, int64_t numElements = 1,
                           int64_t locality = 3) {
  if (streams.empty())
    return;
  int64_t distance =
      Machine::of(b.getInsertionBlock()->getParentOp()).streamPrefetchDistance;
  for (Value array : streams) {
    Type element = cast<MemRefType>(array.getType()).getElementType();
    int64_t bytes = std::max<int64_t>(1, getPackedBytes(element));
    int64_t lineElements = std::max<int64_t>(1, kLineBytes / bytes);
    for (int64_t first = 0; first < numElements; first += lineElements) {
      Value ahead = arith::AddIOp::create(
          b, position, arith::ConstantIndexOp::create(b, distance + first));
      memref::PrefetchOp::create(b, array, ahead, /*isWrite=*/false, locality,
                                 /*isDataCache=*/true);
    }
  }
}

/// Has each step of a loop load ahead what the loops after it will read.
static void prefetchInSteps(scf::ForOp loop, ArrayRef<Value> streams) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop.getContext());
  b.setInsertionPointToStart(loop.getBody());
  emitPrefetches(b, loop.getInductionVar(), streams);
}

//===----------------------------------------------------------------------===//
// Single elements
//===----------------------------------------------------------------------===//

/// Whether an index is computed from what a loop loads.
static bool isLoaded(Value index, scf::ForOp loop) {
  return !isComputedFrom(index, [&](Value value) -> std::optional<bool> {
    if (value.getDefiningOp<memref::LoadOp>())
      return loop.isDefinedOutsideOfLoop(value);
    return loop.isDefinedOutsideOfLoop(value) || isa<BlockArgument>(value)
               ? std::optional(true)
               : std::nullopt;
  });
}

/// Whether a loop accesses elements that others say, one by one.
static bool isIndirect(scf::ForOp loop) {
  return llvm::any_of(loop.getBody()->without_terminator(), [&](Operation &op) {
    ValueRange indices;
    if (auto load = dyn_cast<memref::LoadOp>(op))
      indices = load.getIndices();
    else if (auto store = dyn_cast<memref::StoreOp>(op))
      indices = store.getIndices();
    return llvm::any_of(indices,
                        [&](Value index) { return isLoaded(index, loop); });
  });
}

/// Whether what a loop only stores to is fetched ahead already, here or in a
/// copy of the loop for other lengths.
static bool isFetchedAhead(scf::ForOp loop) {
  auto isLoaded = [&](Value array) {
    return llvm::any_of(
        loop.getBody()->getOps<memref::LoadOp>(),
        [&](memref::LoadOp load) { return load.getMemRef() == array; });
  };
  return llvm::any_of(loop.getBody()->getOps<memref::StoreOp>(),
                      [&](memref::StoreOp store) {
                        return !isLoaded(store.getMemRef()) &&
                               llvm::any_of(store.getMemRef().getUsers(),
                                            llvm::IsaPred<memref::PrefetchOp>);
                      });
}

/// Whether a loop that stores nothing asks for what it will find: it is the
/// version for what is far, and the other one is for what is near.
static bool asksForFound(scf::ForOp loop) {
  return !loop.getBody()->getOps<memref::PrefetchOp>().empty() &&
         loop.getBody()->getOps<memref::StoreOp>().empty();
}

/// Whether a loop over segments does little more than go over one, in one way
/// or another, so that a copy of it is small.
static bool isSmallAround(scf::ForOp rows, scf::ForOp segment,
                          int64_t maxCopiedOps) {
  auto isOther = [&](Operation *op) {
    auto loop = dyn_cast<scf::ForOp>(op);
    return op->getNumRegions() > 0 && !op->isAncestor(segment) &&
           !(loop && loop.getLowerBound() == segment.getLowerBound());
  };
  int64_t numOps = 0;
  WalkResult result = rows.getBody()->walk([&](Operation *op) {
    return isOther(op) || isa<func::CallOp>(op) || ++numOps > maxCopiedOps
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

/// The loop a step of which has all of a segment; null if there is none.
static scf::ForOp findRows(scf::ForOp segment) {
  Operation *around = segment->getParentOp();
  while (isa<scf::IfOp>(around))
    around = around->getParentOp();
  return dyn_cast<scf::ForOp>(around);
}

/// Loads ahead once for a segment.
static void prefetchBefore(scf::ForOp segment, ArrayRef<Value> streams,
                           const LargeReads &reads) {
  ImplicitLocOpBuilder b(segment.getLoc(), segment);
  emitPrefetches(b, segment.getLowerBound(), streams, reads.numElements,
                 reads.locality);
}

/// Loads ahead in a copy of the loop over segments, for arrays that caches do
/// not hold: in steps, or once for each segment. Where they do, it takes up to
/// a fifth longer.
static void prefetchIfLarge(scf::ForOp rows, scf::ForOp segment,
                            ArrayRef<Value> streams, bool inSteps,
                            const LargeReads &reads) {
  ImplicitLocOpBuilder b(segment.getLoc(), rows);
  Value size = memref::DimOp::create(b, streams.front(), 0);
  Value isLarge = arith::CmpIOp::create(
      b, arith::CmpIPredicate::sge, size,
      arith::ConstantIndexOp::create(b, reads.minElements));
  emitVersions(b, rows, isLarge);
  if (inSteps)
    return prefetchInSteps(segment, findMostRead(segment, streams));
  prefetchBefore(segment, streams, reads);
}

void weft::prefetchStreams(func::FuncOp function,
                           const SelectedOptions &selected) {
  SmallVector<scf::ForOp> segments;
  function.walk([&](scf::ForOp loop) {
    if (iteratesAdjacentSegments(loop))
      segments.push_back(loop);
  });
  // A loop may go over a segment in one way or another.
  llvm::SmallPtrSet<Operation *, 4> done;
  for (scf::ForOp segment : segments) {
    StringRef cache =
        selected.getKeyword(segment, LoweringOption::PrefetchStreams, "l1");
    if (cache.empty())
      continue;
    SmallVector<Value> streams = findStreams(segment, /*inVectors=*/true);
    bool inVectors = !streams.empty();
    SmallVector<Value> ofSteps = findOfSteps(segment, streams);
    if (!ofSteps.empty()) {
      prefetchInSteps(segment, ofSteps);
      continue;
    }
    if (!inVectors && getConstantIntValue(segment.getStep()) == 1)
      streams = findStreams(segment, /*inVectors=*/false);
    scf::ForOp rows = findRows(segment);
    if (streams.empty() || !rows || done.contains(rows) ||
        !isIndirect(segment) || isFetchedAhead(segment))
      continue;
    const LargeReads &reads = cache == "l2" ? kNearCacheReads : kReads;
    if (!inVectors && asksForFound(segment))
      prefetchBefore(segment, streams, reads);
    else if (isSmallAround(rows, segment,
                           inVectors ? kMaxCopiedVectorOps : kMaxCopiedOps))
      prefetchIfLarge(rows, segment, streams, inVectors, reads);
    else
      continue;
    done.insert(rows);
  }
}
