//===- PrefetchSegments.cpp - What segments have is loaded ahead ----------===//
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

#include "FoundPlaces.h"
#include "LoopVersions.h"
#include "ValueSources.h"

#include "weft/Loops/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/SetVector.h"

namespace weft {
#define GEN_PASS_DEF_PREFETCHSEGMENTS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// How many elements ahead: as many as loops take from a near cache while a far
/// one, or memory, answers.
static constexpr int64_t kDistance = 512;
/// From how many bytes on a step of a loop asks for what is ahead of it, of the
/// array of which it reads most, and of others. One that reads less would ask
/// for a line again and again.
static constexpr int64_t kMinMostBytes = 64;
static constexpr int64_t kMinStepBytes = 32;
/// From how many elements on loops of single elements have a copy that asks for
/// what is ahead: caches hold less.
static constexpr int64_t kMinElements = int64_t(1) << 22;
/// The most operations in the loop around them that is copied.
static constexpr int64_t kMaxCopiedOps = 40;

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

/// What a number is before it was cast.
static Value skipCasts(Value value) {
  Operation *op = value.getDefiningOp();
  return isa_and_present<arith::IndexCastOp, arith::IndexCastUIOp>(op)
             ? op->getOperand(0)
             : value;
}

/// Whether a value grows by one from one iteration of a loop to the next: it is
/// the variable of the loop, to which something may be added that the loop does
/// not change.
static bool countsIterations(Value value) {
  if (auto sum = value.getDefiningOp<arith::AddIOp>()) {
    auto counts = [](Value term, Value other) {
      auto loop = dyn_cast<scf::ForOp>(term.getParentBlock()->getParentOp());
      return loop && loop.isDefinedOutsideOfLoop(other) &&
             countsIterations(term);
    };
    return counts(sum.getLhs(), sum.getRhs()) ||
           counts(sum.getRhs(), sum.getLhs());
  }
  auto loop = dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp());
  return loop && value == loop.getInductionVar() &&
         getConstantIntValue(loop.getStep()) == 1;
}

/// Whether a value is where a segment begins, and the segment of the next
/// iteration begins where this one ends.
static bool beginsSegment(Value value) {
  auto load = skipCasts(value).getDefiningOp<memref::LoadOp>();
  return load && load.getMemRefType().getRank() == 1 &&
         countsIterations(load.getIndices().front());
}

//===----------------------------------------------------------------------===//
// What is read
//===----------------------------------------------------------------------===//

/// How many bytes of an array two steps of a loop are apart.
static int64_t getStepBytes(scf::ForOp loop, Value array) {
  Type element = cast<MemRefType>(array.getType()).getElementType();
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  return step && element.isIntOrFloat()
             ? *step * element.getIntOrFloatBitWidth() / 8
             : 0;
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
  int64_t most = 0;
  for (Operation *user : loop.getInductionVar().getUsers()) {
    Value array = getArrayReadAt(user, loop.getInductionVar());
    // A step that may leave lanes out is the last one.
    if (!array || !isOperand(array) || isa<vector::MaskedLoadOp>(user) ||
        isa<vector::LoadOp>(user) != inVectors ||
        (inVectors && getStepBytes(loop, array) < kMinStepBytes))
      continue;
    streams.insert(array);
    most = std::max(most, getStepBytes(loop, array));
  }
  if (inVectors && most < kMinMostBytes)
    return {};
  return inOrder(streams.getArrayRef());
}

//===----------------------------------------------------------------------===//
// Asking for it
//===----------------------------------------------------------------------===//

/// Loads ahead what lies some elements behind a position.
static void emitPrefetches(ImplicitLocOpBuilder &b, Value position,
                           ArrayRef<Value> streams) {
  Value ahead = arith::AddIOp::create(
      b, position, arith::ConstantIndexOp::create(b, kDistance));
  for (Value array : streams)
    memref::PrefetchOp::create(b, array, ahead, /*isWrite=*/false,
                               /*localityHint=*/3, /*isDataCache=*/true);
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

/// Whether what a loop stores to is fetched ahead already, here or in a copy of
/// the loop for other lengths.
static bool isFetchedAhead(scf::ForOp loop) {
  return llvm::any_of(loop.getBody()->getOps<memref::StoreOp>(),
                      [](memref::StoreOp store) {
                        return llvm::any_of(store.getMemRef().getUsers(),
                                            llvm::IsaPred<memref::PrefetchOp>);
                      });
}

/// Whether a loop over segments does little more than go over one, so that a
/// copy of it is small.
static bool isSmallAround(scf::ForOp rows, scf::ForOp segment) {
  int64_t numOps = 0;
  WalkResult result = rows.getBody()->walk([&](Operation *op) {
    bool isOther = op->getNumRegions() > 0 && op != segment;
    return isOther || isa<func::CallOp>(op) || ++numOps > kMaxCopiedOps
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

/// Loads ahead once for each segment, in a copy of the loop over them for
/// arrays that caches do not hold. Where they do, it takes up to a fifth
/// longer.
static void prefetchBefore(scf::ForOp segment, ArrayRef<Value> streams) {
  auto rows = dyn_cast<scf::ForOp>(segment->getParentOp());
  if (!rows || !isIndirect(segment) || isFetchedAhead(segment) ||
      !isSmallAround(rows, segment))
    return;
  ImplicitLocOpBuilder b(segment.getLoc(), rows);
  Value size = memref::DimOp::create(b, streams.front(), 0);
  Value isLarge =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sge, size,
                            arith::ConstantIndexOp::create(b, kMinElements));
  emitVersions(b, rows, isLarge);
  b.setInsertionPoint(segment);
  emitPrefetches(b, segment.getLowerBound(), streams);
}

namespace {
struct PrefetchSegments : weft::impl::PrefetchSegmentsBase<PrefetchSegments> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> segments;
    getOperation().walk([&](scf::ForOp loop) {
      if (beginsSegment(loop.getLowerBound()))
        segments.push_back(loop);
    });
    for (scf::ForOp segment : segments) {
      SmallVector<Value> vectors = findStreams(segment, /*inVectors=*/true);
      SmallVector<Value> elements = findStreams(segment, /*inVectors=*/false);
      if (!vectors.empty())
        prefetchInSteps(segment, vectors);
      else if (!elements.empty() && getConstantIntValue(segment.getStep()) == 1)
        prefetchBefore(segment, elements);
    }
  }
};
} // namespace
