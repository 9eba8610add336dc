//===- VectorStrips.cpp - Strip-mining of vectorized loops ----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits a loop over full vectors, and the iterations that fill no vector: as a
// scalar loop, as a vector that overlaps with the last full one, or, if the
// loop only reduces contiguous loads, as a masked vector. Masked stores and
// gathers take longer than the few scalar iterations that they would replace.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/VectorLoop.h"
#include "Vectorization/VectorTile.h"

#include "weft/Support/ShortLoops.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace weft;

/// The neutral element of a reduction; null if none is known.
static TypedAttr getNeutral(const LaneReduction &reduction) {
  if (reduction.ops.size() != 1)
    return {};
  return arith::getNeutralElement(reduction.ops.front()).value_or(TypedAttr());
}

bool VectorLoop::hasMaskedTail() {
  auto numbers = llvm::seq<unsigned>(0, loop.getNumResults());
  return loop.getNumResults() != 0 &&
         LaneEmitter::canMaskRows(loop, analysis) &&
         llvm::all_of(numbers, [&](unsigned number) {
           const LaneReduction *reduction = analysis.getReduction(number);
           return reduction && getNeutral(*reduction);
         });
}

/// A vector of neutral elements; of zeros if the reduction has none.
static Value emitNeutral(ImplicitLocOpBuilder &b,
                         const LaneReduction &reduction, int64_t lanes) {
  auto type = VectorType::get(lanes, reduction.carried.getType());
  TypedAttr neutral = getNeutral(reduction);
  return arith::ConstantOp::create(
      b, neutral ? DenseElementsAttr::get(type, ArrayRef<Attribute>(neutral))
                 : cast<DenseElementsAttr>(b.getZeroAttr(type)));
}

SmallVector<Value> VectorLoop::emitMaskedTail(Value middle, int64_t lanes,
                                              ValueRange before) {
  Value left = arith::SubIOp::create(b, upper, middle);
  Value isLeft = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, left,
                                       arith::ConstantIndexOp::create(b, 0));
  auto branch = scf::IfOp::create(b, before.getTypes(), isLeft,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, before);
  b.setInsertionPointToEnd(branch.thenBlock());
  LaneEmitter emitter(b, analysis, lanes);
  emitter.setCount(loop.getLoc(), left);
  emitter.emitStep(loop, middle);
  SmallVector<Value> after;
  for (auto [number, vector] : llvm::enumerate(before)) {
    const LaneReduction &reduction = *analysis.getReduction(number);
    Value value =
        emitter.emitMasked(reduction.value, emitNeutral(b, reduction, lanes));
    after.push_back(emitter.emitCombine(reduction, vector, value));
  }
  scf::YieldOp::create(b, after);
  return SmallVector<Value>(branch.getResults());
}

SmallVector<Value> VectorLoop::emitSums(LaneEmitter &emitter,
                                        ValueRange vectors) {
  SmallVector<Value> results(vectors), reduced;
  SmallVector<const LaneReduction *> reductions;
  for (auto [number, result] : llvm::enumerate(results))
    if (const LaneReduction *reduction = analysis.getReduction(number)) {
      reductions.push_back(reduction);
      reduced.push_back(result);
    }
  SmallVector<Value> sums = emitter.emitReductions(reductions, reduced);
  auto *sum = sums.begin();
  for (auto [number, result] : llvm::enumerate(results)) {
    const LaneReduction *reduction = analysis.getReduction(number);
    if (!reduction)
      continue;
    Value init = loop.getInitArgs()[number];
    result = *sum++;
    // The lanes were initialized with the neutral element, so that a neutral
    // initial value is included.
    Attribute start;
    if (!matchPattern(init, m_Constant(&start)) ||
        start != getNeutral(*reduction))
      result = emitter.emitCombine(*reduction, init, result);
  }
  return results;
}

SmallVector<Value> VectorLoop::emitStrips(Value middle, int64_t lanes) {
  SmallVector<Value> inits(loop.getInitArgs());
  for (auto [number, init] : llvm::enumerate(inits)) {
    const LaneReduction *reduction = analysis.getReduction(number);
    if (!reduction)
      continue;
    init = emitNeutral(b, *reduction, lanes);
  }
  Value lower = loop.getLowerBound();
  Value step = arith::ConstantIndexOp::create(b, lanes);
  auto strips = scf::ForOp::create(b, lower, middle, step, inits);
  inheritLoopInfo(loop, strips);
  markShortLoop(strips);
  LaneEmitter emitter(b, analysis, lanes);
  OpBuilder::InsertionGuard guard(b);
  // A loop without iteration arguments already has a terminator.
  b.setInsertionPointToStart(strips.getBody());
  emitter.emitStep(loop, strips.getInductionVar());
  SmallVector<Value> carried;
  for (auto [number, argument, next] :
       llvm::enumerate(strips.getRegionIterArgs(), loop.getYieldedValues())) {
    const LaneReduction *reduction = analysis.getReduction(number);
    if (!reduction) {
      carried.push_back(emitter.getFirst(next));
      continue;
    }
    Value value = emitter.getVector(reduction->value);
    Value combined = emitter.emitCombine(*reduction, argument, value);
    if (!getNeutral(*reduction)) {
      Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                            strips.getInductionVar(), lower);
      combined = arith::SelectOp::create(b, isFirst, value, combined);
    }
    carried.push_back(combined);
  }
  if (!carried.empty())
    scf::YieldOp::create(b, carried);
  b.setInsertionPointAfter(strips);
  SmallVector<Value> results(strips.getResults());
  if (hasMaskedTail())
    results = emitMaskedTail(middle, lanes, results);
  return emitSums(emitter, results);
}

void VectorLoop::makeStrips(int64_t lanes) {
  Value left = b.createOrFold<arith::RemUIOp>(
      count, arith::ConstantIndexOp::create(b, lanes));
  Value middle = b.createOrFold<arith::SubIOp>(upper, left);
  SmallVector<Value> results;
  bool isMasked = hasMaskedTail();
  if (!analysis.hasReductions() || isMasked) {
    results = emitStrips(middle, lanes);
  } else {
    // The horizontal reduction is skipped if the loop has no full vector.
    Value lower = loop.getLowerBound();
    Value hasVector =
        arith::CmpIOp::create(b, arith::CmpIPredicate::slt, lower, middle);
    auto branch =
        scf::IfOp::create(b, loop.getResultTypes(), hasVector,
                          /*addThenBlock=*/true, /*addElseBlock=*/true);
    b.setInsertionPointToEnd(branch.thenBlock());
    results = emitStrips(middle, lanes);
    b.setInsertionPointToEnd(branch.thenBlock());
    scf::YieldOp::create(b, results);
    b.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(b, loop.getInitArgs());
    results.assign(branch.result_begin(), branch.result_end());
    b.setInsertionPointAfter(branch);
  }
  if (isMasked || getConstantIntValue(left) == 0) {
    loop.replaceAllUsesWith(results);
    loop.erase();
    return;
  }
  if (hasIdempotentIterations(loop))
    middle = emitLastVector(middle, left, lanes);
  markShortLoop(loop);
  loop.setLowerBound(middle);
  loop.setUpperBound(upper);
  loop.getInitArgsMutable().assign(results);
}

VectorTail VectorLoop::getTail(int64_t lanes) {
  std::optional<int64_t> constant = getConstantIntValue(count);
  if (constant && *constant % lanes == 0)
    return VectorTail::None;
  if (hasMaskedTail())
    return VectorTail::Masked;
  return hasIdempotentIterations(loop) ? VectorTail::Overlapping
                                       : VectorTail::Scalar;
}
