//===- LaneEmitter.cpp - Emits vector operations --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses with consecutive indices become vector loads and stores; others
// become gathers and scatters. Elements without such an operation are loaded
// and stored lane by lane: booleans, which vectors pack and arrays do not;
// elements of arrays with a stride; and elements for which LLVM would call its
// runtime library.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/LaneEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace weft;

/// Whether an operation, with those in its regions, can be masked or
/// speculated.
static bool isMaskable(Operation &op, const LaneAnalysis &analysis) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return hasMaskedAccess(load.getMemRefType(),
                           analysis.getAccessKind(load.getIndices()));
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    LaneKind kind = analysis.getAccessKind(store.getIndices());
    return kind != LaneKind::Uniform &&
           hasMaskedAccess(store.getMemRefType(), kind);
  }
  if (isa<scf::YieldOp>(op) || isSpeculatable(&op))
    return true;
  // A branch with a divergent condition adds its condition to the mask.
  auto branch = dyn_cast<scf::IfOp>(op);
  return branch &&
         analysis.getKind(branch.getCondition()) == LaneKind::Varying &&
         llvm::all_of(branch->getRegions(), [&](Region &region) {
           return llvm::all_of(region.getOps(), [&](Operation &inner) {
             return inner.getNumRegions() == 0 && isMaskable(inner, analysis);
           });
         });
}

bool LaneEmitter::canMask(scf::ForOp loop, const LaneAnalysis &analysis) {
  return loop.getNumResults() == 0 && canMaskSteps(loop, analysis);
}

bool LaneEmitter::canMaskSteps(scf::ForOp loop, const LaneAnalysis &analysis) {
  return llvm::all_of(*loop.getBody(),
                      [&](Operation &op) { return isMaskable(op, analysis); });
}

bool LaneEmitter::canMaskRows(scf::ForOp loop, const LaneAnalysis &analysis) {
  return llvm::all_of(*loop.getBody(), [&](Operation &op) {
    auto load = dyn_cast<memref::LoadOp>(op);
    bool isRead = load || isa<scf::YieldOp>(op) || isSpeculatable(&op);
    return isRead && isMaskable(op, analysis) &&
           !(load &&
             analysis.getAccessKind(load.getIndices()) == LaneKind::Varying);
  });
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value LaneEmitter::emitLaneNumbers(Location loc) {
  auto numbers = llvm::to_vector(llvm::seq<int64_t>(lanes));
  auto type = getVectorType(b.getIndexType());
  return arith::ConstantOp::create(
      b, loc,
      DenseElementsAttr::get(
          type, llvm::map_to_vector(numbers, [&](int64_t number) -> Attribute {
            return b.getIndexAttr(number);
          })));
}

Value LaneEmitter::emitMask(Location loc) {
  if (mask)
    return mask;
  return arith::ConstantOp::create(
      b, loc, DenseElementsAttr::get(getVectorType(b.getI1Type()), true));
}

void LaneEmitter::setCount(Location loc, Value count, bool isShort) {
  if (isShort && lanes >= 8) {
    // An integer with one bit per lane is a mask: no comparison of vectors.
    Type bits = b.getIntegerType(lanes);
    Value wide = arith::IndexCastOp::create(b, loc, b.getI64Type(), count);
    Value all = arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(-1));
    Value absent = arith::ShLIOp::create(b, loc, all, wide);
    Value present = arith::XOrIOp::create(b, loc, absent, all);
    Value number = arith::TruncIOp::create(b, loc, bits, present);
    mask = vector::BitCastOp::create(
        b, loc, getVectorType(b.getI1Type()),
        vector::BroadcastOp::create(b, loc, VectorType::get(1, bits), number));
    return;
  }
  auto type = getVectorType(b.getIndexType());
  mask = arith::CmpIOp::create(
      b, loc, arith::CmpIPredicate::slt, emitLaneNumbers(loc),
      vector::BroadcastOp::create(b, loc, type, count));
}

Value LaneEmitter::getVector(Value value) {
  if (Value vector = vectors.lookup(value))
    return vector;
  Location loc = value.getLoc();
  auto type = getVectorType(value.getType());
  Value vector = vector::BroadcastOp::create(b, loc, type, getFirst(value));
  if (analysis.getKind(value) == LaneKind::Consecutive)
    vector = arith::AddIOp::create(b, loc, vector, emitLaneNumbers(loc));
  vectors[value] = vector;
  return vector;
}

//===----------------------------------------------------------------------===//
// Iterations
//===----------------------------------------------------------------------===//

Value LaneEmitter::emitLane(Value value, int64_t lane, IRMapping &mapping) {
  Operation *op = value.getDefiningOp();
  if (mapping.contains(value) || analysis.getKind(value) == LaneKind::Uniform)
    return mapping.lookupOrDefault(getFirst(value));
  if (!op) {
    if (lane == 0)
      return getFirst(value);
    Value number = arith::ConstantIndexOp::create(b, value.getLoc(), lane);
    mapping.map(value, arith::AddIOp::create(b, value.getLoc(), getFirst(value),
                                             number));
    return mapping.lookup(value);
  }
  for (Value operand : op->getOperands())
    mapping.map(operand, emitLane(operand, lane, mapping));
  return b.clone(*op, mapping)->getResult(0);
}

Value LaneEmitter::emitLaneLoads(memref::LoadOp load) {
  assert(!mask && "masked lanes would be loaded");
  SmallVector<Value> elements;
  for (int64_t lane : llvm::seq(lanes)) {
    IRMapping mapping;
    elements.push_back(emitLane(load.getResult(), lane, mapping));
  }
  return vector::FromElementsOp::create(
      b, load.getLoc(), getVectorType(load.getType()), elements);
}

Value LaneEmitter::emitSingles(memref::LoadOp load) {
  Location loc = load.getLoc();
  Value index = load.getIndices().back();
  // Lanes are extracted from the vector of narrow coordinates that was loaded,
  // which has fewer registers than the vector of indices. Indices are not
  // negative, so that they can be zero-extended.
  auto cast = index.getDefiningOp<arith::IndexCastOp>();
  if (cast && analysis.getKind(cast.getIn()) == LaneKind::Varying)
    index = cast.getIn();
  else
    cast = {};
  Value indices = getVector(index);
  if (mask)
    indices = arith::SelectOp::create(
        b, loc, mask, indices,
        arith::ConstantOp::create(b, loc, b.getZeroAttr(indices.getType())));
  SmallVector<Value> elements;
  for (int64_t lane : llvm::seq(lanes)) {
    Value element = vector::ExtractOp::create(b, loc, indices, lane);
    if (cast)
      element = arith::IndexCastUIOp::create(b, loc, b.getIndexType(), element);
    elements.push_back(
        memref::LoadOp::create(b, loc, load.getMemRef(), element));
  }
  return vector::FromElementsOp::create(
      b, loc, getVectorType(load.getResult().getType()), elements);
}

Value LaneEmitter::emitLoad(memref::LoadOp load) {
  Location loc = load.getLoc();
  if (Value vector = kept.lookup(load.getMemRef()))
    return vector;
  auto array = load.getMemRefType();
  auto type = getVectorType(array.getElementType());
  Value base = load.getMemRef(), index = load.getIndices().back();
  LaneKind kind = analysis.getAccessKind(load.getIndices());
  if (loadsLanes && kind == LaneKind::Varying)
    return emitLaneLoads(load);
  bool isSingle = kind == LaneKind::Varying && singles.contains(base);
  if (isSingle || !hasVectorAccess(array, kind))
    return emitSingles(load);
  if (int64_t distance = distances.lookup(load))
    memref::PrefetchOp::create(
        b, loc, base,
        arith::AddIOp::create(b, loc, getFirst(index),
                              arith::ConstantIndexOp::create(b, loc, distance))
            .getResult(),
        /*isWrite=*/false, /*localityHint=*/2, /*isDataCache=*/true);
  if (kind == LaneKind::Consecutive && !mask)
    return vector::LoadOp::create(b, loc, type, base, getFirst(index));
  Value none = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  if (kind == LaneKind::Consecutive)
    return vector::MaskedLoadOp::create(b, loc, type, base, getFirst(index),
                                        mask, none);
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  return vector::GatherOp::create(b, loc, type, base, zero, getVector(index),
                                  emitMask(loc), none);
}

void LaneEmitter::emitStore(memref::StoreOp store) {
  Location loc = store.getLoc();
  Value base = store.getMemRef(), index = store.getIndices().back();
  Value value = getVector(store.getValueToStore());
  if (auto vector = kept.find(base); vector != kept.end()) {
    vector->second = value;
    return;
  }
  LaneKind kind = analysis.getAccessKind(store.getIndices());
  if (!hasVectorAccess(store.getMemRefType(), kind)) {
    Value indices = getVector(index);
    for (int64_t lane : llvm::seq(lanes))
      memref::StoreOp::create(
          b, loc, vector::ExtractOp::create(b, loc, value, lane), base,
          vector::ExtractOp::create(b, loc, indices, lane).getResult());
  } else if (kind == LaneKind::Consecutive && mask) {
    vector::MaskedStoreOp::create(b, loc, base, getFirst(index), mask, value);
  } else if (kind == LaneKind::Consecutive) {
    vector::StoreOp::create(b, loc, value, base, getFirst(index));
  } else {
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value indices = getVector(index);
    vector::ScatterOp::create(b, loc, /*resultType=*/Type(), base, zero,
                              indices, emitMask(loc), value);
  }
}

void LaneEmitter::emitStep(scf::ForOp loop, Value begin) {
  first.map(loop.getInductionVar(), begin);
  for (auto [carried, init] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getInitArgs()))
    first.map(carried, init);
  emitBlock(*loop.getBody());
}

void LaneEmitter::emitBlock(Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (analysis.combines(&op))
      continue;
    auto load = dyn_cast<memref::LoadOp>(op);
    bool isVarying = llvm::any_of(op.getResults(), [&](Value result) {
      return analysis.getKind(result) == LaneKind::Varying;
    });
    if (auto store = dyn_cast<memref::StoreOp>(op))
      emitStore(store);
    else if (auto inner = dyn_cast<scf::ForOp>(op))
      emitLoop(inner);
    else if (auto branch = dyn_cast<scf::IfOp>(op))
      emitBranch(branch);
    else if (!isVarying)
      b.clone(op, first);
    else
      vectors[op.getResult(0)] =
          load ? emitLoad(load)
               : copyTo(
                     b, &op,
                     llvm::map_to_vector(op.getOperands(), [&](Value operand) {
                       return getVector(operand);
                     }));
  }
}
