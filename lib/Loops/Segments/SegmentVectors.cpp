//===- SegmentVectors.cpp - Loops that combine what segments have ---------===//
//------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Segments are recognised by their bounds, which are loaded.
//
//===----------------------------------------------------------------------===//

#include "Segments/SegmentVectors.h"
#include "Analysis/ValueDependence.h"

#include "weft/Support/ExactIdentity.h"
#include "weft/Support/ShortLoops.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

bool weft::combinesGathered(scf::ForOp loop, const LaneAnalysis &analysis) {
  bool isFree = llvm::all_of(llvm::seq(loop.getNumResults()), [&](unsigned id) {
    const LaneReduction *reduction = analysis.getReduction(id);
    return reduction && reduction->ops.size() == 1 &&
           getFreeIdentity(reduction->ops.front());
  });
  bool gathers = llvm::any_of(
      loop.getBody()->getOps<memref::LoadOp>(), [&](memref::LoadOp load) {
        return analysis.getAccessKind(load.getIndices()) == LaneKind::Varying;
      });
  return isFree && gathers && loop.getBody()->getOps<memref::StoreOp>().empty();
}

/// Whether what all lanes load alike may be loaded where a segment is empty: it
/// is not at a place that the bounds of the segment say.
static bool loadsBesideSegment(scf::ForOp loop, const LaneAnalysis &analysis) {
  return llvm::all_of(
      loop.getBody()->getOps<memref::LoadOp>(), [&](memref::LoadOp load) {
        return analysis.getAccessKind(load.getIndices()) != LaneKind::Uniform ||
               llvm::all_of(load.getIndices(), [&](Value index) {
                 return isComputedFrom(
                     index, [&](Value value) -> std::optional<bool> {
                       if (value == loop.getLowerBound() ||
                           value == loop.getUpperBound())
                         return false;
                       return isa<BlockArgument>(value) ? std::optional(true)
                                                        : std::nullopt;
                     });
               });
      });
}

/// Whether all that a loop loads from is there in front of it.
static bool loadsFromOutside(scf::ForOp loop) {
  return !loop.getBody()
              ->walk([&](memref::LoadOp load) {
                return loop.isDefinedOutsideOfLoop(load.getMemRef())
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

bool weft::canMaskSegment(scf::ForOp loop, LaneAnalysis &analysis) {
  std::optional<SegmentInfo> segment = SegmentInfo::of(loop);
  return segment && segment->hasBounds() && loop.getNumResults() != 0 &&
         loadsFromOutside(loop) && !loop.getUnsignedCmp() &&
         loop.getInductionVar().getType().isIndex() &&
         getConstantIntValue(loop.getStep()) == 1 &&
         succeeded(analysis.run(/*strict=*/false)) &&
         combinesGathered(loop, analysis) &&
         loadsBesideSegment(loop, analysis) &&
         LaneEmitter::canMaskSteps(loop, analysis);
}

//===----------------------------------------------------------------------===//
// What lanes begin with and come to
//===----------------------------------------------------------------------===//

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

SmallVector<Value> weft::emitLaneSums(LaneEmitter &emitter, scf::ForOp loop,
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
  // Where the last vector begins is carried on, too.
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
  return emitLaneSums(emitter, loop, analysis,
                      combine(emitter, strips.getResults()));
}
