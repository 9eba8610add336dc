//===- SegmentVectors.cpp - Vectorized reductions of segments -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks and emits vectorized reductions over segments. The bounds of a segment
// are loaded from an array of positions, so that its length is known when the
// loop begins.
//
//===----------------------------------------------------------------------===//

#include "Segments/SegmentVectors.h"
#include "Analysis/ArrayDescription.h"
#include "Analysis/ValueDependence.h"

#include "weft/Support/ExactIdentity.h"
#include "weft/Support/ShortLoops.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

bool weft::isInnermost(scf::ForOp loop) {
  return !loop.getBody()
              ->walk(
                  [](LoopLikeOpInterface) { return WalkResult::interrupt(); })
              .wasInterrupted();
}

bool weft::isAppending(scf::ForOp loop) {
  auto isCarried = [&](Value index) {
    return llvm::is_contained(loop.getRegionIterArgs(), index);
  };
  return llvm::any_of(loop.getBody()->getOps<memref::StoreOp>(),
                      [&](memref::StoreOp store) {
                        return llvm::any_of(store.getIndices(), isCarried);
                      });
}

bool weft::isSegmentReduction(scf::ForOp loop) {
  return SegmentInfo::of(loop) && loop.getNumResults() != 0 &&
         isInnermost(loop) && !isAppending(loop);
}

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

LogicalResult weft::checkUnitStep(scf::ForOp loop, MissedReporter missed) {
  if (loop.getUnsignedCmp())
    return missed("the loop has unsigned bounds");
  if (!loop.getInductionVar().getType().isIndex())
    return missed("the induction variable is not of type `index`");
  if (getConstantIntValue(loop.getStep()) != 1)
    return missed("the step of the loop is not 1");
  return success();
}

LogicalResult weft::checkFreeOrder(Operation *combiner, MissedReporter missed) {
  if (getFreeIdentity(combiner))
    return success();
  return missed(whyNotReorderable(combiner));
}

/// Checks that a loop carries only reductions of one operation each, whose
/// order is free.
static LogicalResult checkFreeReductions(scf::ForOp loop,
                                         const LaneAnalysis &analysis,
                                         MissedReporter missed) {
  for (unsigned id : llvm::seq(loop.getNumResults())) {
    const LaneReduction *reduction = analysis.getReduction(id);
    if (!reduction)
      return missed("iter_arg #" + Twine(id) + " is not a reduction");
    if (reduction->ops.size() != 1)
      return missed("the reduction of iter_arg #" + Twine(id) +
                    " consists of " + Twine(reduction->ops.size()) +
                    " operations");
    if (failed(checkFreeOrder(reduction->ops.front(), missed)))
      return failure();
  }
  return success();
}

/// Checks that a loop gathers some elements and stores none. LLVM vectorizes
/// reductions of contiguous elements as well.
static LogicalResult checkGathers(scf::ForOp loop, const LaneAnalysis &analysis,
                                  MissedReporter missed) {
  auto stores = loop.getBody()->getOps<memref::StoreOp>();
  if (!stores.empty())
    return missed("the loop stores to " +
                  describeArray((*stores.begin()).getMemRef()));
  bool gathers = llvm::any_of(
      loop.getBody()->getOps<memref::LoadOp>(), [&](memref::LoadOp load) {
        return analysis.getAccessKind(load.getIndices()) == LaneKind::Varying;
      });
  return gathers ? success() : missed("the loop has no indirect load");
}

/// Whether an index is computed from values other than the bounds of a segment.
/// If the segment is empty, its bounds may be no positions.
static bool isIndependentOfBounds(Value index, scf::ForOp loop) {
  return isComputedFrom(index, [&](Value value) -> std::optional<bool> {
    if (value == loop.getLowerBound() || value == loop.getUpperBound())
      return false;
    return isa<BlockArgument>(value) ? std::optional(true) : std::nullopt;
  });
}

/// Checks that invariant loads may execute even if the segment is empty.
static LogicalResult checkInvariantLoads(scf::ForOp loop,
                                         const LaneAnalysis &analysis,
                                         MissedReporter missed) {
  for (auto load : loop.getBody()->getOps<memref::LoadOp>())
    if (analysis.getAccessKind(load.getIndices()) == LaneKind::Uniform &&
        !llvm::all_of(load.getIndices(), [&](Value index) {
          return isIndependentOfBounds(index, loop);
        }))
      return missed("the loop-invariant load from " +
                    describeArray(load.getMemRef()) +
                    " depends on a loop bound, and may be out of bounds if the "
                    "loop has no iterations");
  return success();
}

/// Checks that the carried values of a loop can be elements of vectors.
static LogicalResult checkCarriedTypes(scf::ForOp loop, MissedReporter missed) {
  for (Type type : loop.getResultTypes()) {
    if (type.isIntOrIndexOrFloat())
      continue;
    if (isa<VectorType>(type))
      return missed("the loop carries vectors already");
    std::string text;
    llvm::raw_string_ostream(text) << type;
    return missed("the loop carries values of type " + text +
                  ", for which there are no vectors");
  }
  return success();
}

/// Checks that all arrays that a loop loads from are defined before it.
static LogicalResult checkArraysOutside(scf::ForOp loop,
                                        MissedReporter missed) {
  WalkResult result = loop.getBody()->walk([&](memref::LoadOp load) {
    Value array = load.getMemRef();
    if (loop.isDefinedOutsideOfLoop(array))
      return WalkResult::advance();
    (void)missed("the loop loads from " + describeArray(array) +
                 " through a memref that it defines");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult weft::checkMasks(scf::ForOp loop, const LaneAnalysis &analysis,
                               MissedReporter missed) {
  if (LaneEmitter::canMaskSteps(loop, analysis))
    return success();
  auto checkAccess = [&](Value array, ValueRange indices) -> LogicalResult {
    LaneKind kind = analysis.getAccessKind(indices);
    auto type = cast<MemRefType>(array.getType());
    return hasMaskedAccess(type, kind)
               ? success()
               : missed("accesses to " + describeArray(array) +
                        " cannot be masked: " + whyNotMasked(type, kind));
  };
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      if (failed(checkAccess(load.getMemRef(), load.getIndices())))
        return failure();
    } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
      if (failed(checkAccess(store.getMemRef(), store.getIndices())))
        return failure();
    } else if (op.getNumRegions() == 0 && !isSpeculatable(&op)) {
      return missed("'" + op.getName().getStringRef() +
                    "' is not speculatable, and cannot be masked");
    }
  }
  return missed("an operation with regions in the loop cannot be masked");
}

LogicalResult weft::checkMaskableReduction(scf::ForOp loop,
                                           LaneAnalysis &analysis,
                                           MissedReporter missed) {
  std::optional<SegmentInfo> segment = SegmentInfo::of(loop);
  assert(segment && loop.getNumResults() != 0 && "expected a reduction");
  if (!segment->hasBounds()) {
    bool hasBegin = segment->getBegin() != nullptr;
    return missed(
        StringRef(hasBegin ? "the upper" : "the lower") +
        " bound of the loop is " +
        describeBound(hasBegin ? loop.getUpperBound() : loop.getLowerBound()) +
        ", not loaded from an array");
  }
  if (failed(checkArraysOutside(loop, missed)) ||
      failed(checkUnitStep(loop, missed)) ||
      failed(checkCarriedTypes(loop, missed)))
    return failure();
  if (failed(analysis.run(/*strict=*/false)))
    return missed(analysis.getReason());
  if (failed(checkFreeReductions(loop, analysis, missed)) ||
      failed(checkGathers(loop, analysis, missed)) ||
      failed(checkInvariantLoads(loop, analysis, missed)))
    return failure();
  return checkMasks(loop, analysis, missed);
}

//===----------------------------------------------------------------------===//
// Initial and final values of lanes
//===----------------------------------------------------------------------===//

/// Whether a reduction is a sum whose initial value is zero.
static bool beginsWithZero(scf::ForOp loop, const LaneAnalysis &analysis,
                           unsigned id) {
  Value init = loop.getInitArgs()[id];
  return isa<arith::AddFOp, arith::AddIOp>(
             analysis.getReduction(id)->ops.front()) &&
         (matchPattern(init, m_PosZeroFloat()) || matchPattern(init, m_Zero()));
}

SmallVector<Value> weft::emitLaneIdentities(OpBuilder &b, scf::ForOp loop,
                                            const LaneAnalysis &analysis,
                                            int64_t lanes) {
  return llvm::map_to_vector(
      llvm::seq(loop.getNumResults()), [&](unsigned id) -> Value {
        Operation *combiner = analysis.getReduction(id)->ops.front();
        TypedAttr identity = getFreeIdentity(combiner);
        if (beginsWithZero(loop, analysis, id))
          identity = b.getZeroAttr(identity.getType());
        return arith::ConstantOp::create(
            b, loop.getLoc(),
            DenseElementsAttr::get(VectorType::get(lanes, identity.getType()),
                                   ArrayRef<Attribute>(identity)));
      });
}

SmallVector<Value> weft::emitHorizontalReductions(LaneEmitter &emitter,
                                                  scf::ForOp loop,
                                                  const LaneAnalysis &analysis,
                                                  ValueRange vectors) {
  SmallVector<Value> results;
  for (auto [id, vector, init] : llvm::enumerate(vectors, loop.getInitArgs())) {
    const LaneReduction &reduction = *analysis.getReduction(id);
    Value reduced = emitter.emitReduce(reduction, vector);
    results.push_back(beginsWithZero(loop, analysis, id)
                          ? reduced
                          : emitter.emitCombine(reduction, init, reduced));
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

SmallVector<Value> weft::emitSegmentVectors(ImplicitLocOpBuilder &b,
                                            scf::ForOp loop,
                                            const LaneAnalysis &analysis,
                                            const SegmentVectors &vectors) {
  auto combine = [&](LaneEmitter &emitter, ValueRange carried) {
    SmallVector<Value> results;
    for (auto [id, value] :
         llvm::enumerate(carried.take_front(loop.getNumResults())))
      results.push_back(
          emitter.emitCombineMasked(*analysis.getReduction(id), value));
    return results;
  };
  Value begin = loop.getLowerBound(), end = loop.getUpperBound();
  Value width = arith::ConstantIndexOp::create(b, vectors.lanes);
  // The loop also carries the first position of the tail.
  SmallVector<Value> inits =
      emitLaneIdentities(b, loop, analysis, vectors.lanes);
  inits.push_back(begin);
  auto strips = scf::ForOp::create(
      b, begin, arith::SubIOp::create(b, end, width), width, inits);
  inheritLoopInfo(loop, strips);
  markShortLoop(strips);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(strips.getBody());
    Value position = strips.getInductionVar();
    LaneEmitter emitter(b, analysis, vectors.lanes);
    vectors.prepare(emitter, /*isFull=*/true);
    emitter.emitStep(loop, position);
    SmallVector<Value> nexts = combine(emitter, strips.getRegionIterArgs());
    nexts.push_back(arith::AddIOp::create(b, position, width));
    scf::YieldOp::create(b, nexts);
  }
  Value last = strips.getResults().back();
  Value left = arith::SubIOp::create(b, end, last);
  LaneEmitter emitter(b, analysis, vectors.lanes);
  vectors.prepare(emitter, /*isFull=*/false);
  if (!vectors.overruns)
    emitter.setCount(loop.getLoc(), left);
  emitter.emitStep(loop, last);
  if (vectors.overruns)
    emitter.setCount(loop.getLoc(), left);
  return emitHorizontalReductions(emitter, loop, analysis,
                                  combine(emitter, strips.getResults()));
}
