//===- LaneRegions.cpp - Loops and branches in vectorized loops -----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Analyzes and emits the loops and branches of an outer loop that is
// vectorized. An inner loop has the same bounds in all lanes and carries
// vectors. A branch with a divergent condition executes both regions for all
// lanes, with masked loads, and selects between their results.
//
//===----------------------------------------------------------------------===//

#include "Analysis/UnrolledCopies.h"
#include "Vectorization/BlockReduction.h"
#include "Vectorization/LaneEmitter.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

LogicalResult LaneAnalysis::setVarying(Operation *op, Value value) {
  if (!VectorType::isValidElementType(value.getType()))
    return refuse(op) << "'" << value.getType()
                      << "' is not a valid vector element type";
  kinds[value] = LaneKind::Varying;
  recordWidth(value.getType());
  return success();
}

LogicalResult LaneAnalysis::classifyBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(classify(&op)))
      return failure();
  return success();
}

LogicalResult LaneAnalysis::classifyLoop(scf::ForOp inner) {
  for (Value bound : inner->getOperands().take_front(3))
    if (getKind(bound) != LaneKind::Uniform)
      return refuse(inner)
             << "the trip count of an inner loop differs between lanes";
  if (isDivergent)
    return refuse(inner) << "an inner loop is in a branch whose condition "
                            "differs between lanes";
  for (auto [carried, init] :
       llvm::zip_equal(inner.getRegionIterArgs(), inner.getInitArgs()))
    if (getKind(init) != LaneKind::Uniform &&
        failed(setVarying(inner, carried)))
      return failure();
  // An argument may become a vector by the value that the body yields, which
  // requires another iteration of the analysis.
  for (bool isKnown = false; !isKnown;) {
    isKnown = true;
    if (failed(classifyBlock(*inner.getBody())))
      return failure();
    for (auto [carried, next] :
         llvm::zip_equal(inner.getRegionIterArgs(), inner.getYieldedValues())) {
      if (getKind(next) == LaneKind::Uniform ||
          getKind(carried) != LaneKind::Uniform)
        continue;
      if (failed(setVarying(inner, carried)))
        return failure();
      isKnown = false;
    }
  }
  for (auto [result, carried] :
       llvm::zip_equal(inner.getResults(), inner.getRegionIterArgs()))
    if (getKind(carried) != LaneKind::Uniform)
      kinds[result] = LaneKind::Varying;
  return success();
}

LogicalResult LaneAnalysis::classifyBranch(scf::IfOp branch) {
  bool isShared = getKind(branch.getCondition()) == LaneKind::Uniform;
  llvm::SaveAndRestore<bool> restored(isDivergent, isDivergent || !isShared);
  for (Region &region : branch->getRegions())
    for (Block &block : region)
      if (failed(classifyBlock(block)))
        return failure();
  for (auto [number, result] : llvm::enumerate(branch.getResults())) {
    bool isVarying = !isShared;
    for (Region &region : branch->getRegions())
      isVarying |=
          getKind(region.front().getTerminator()->getOperand(number)) !=
          LaneKind::Uniform;
    if (isVarying && failed(setVarying(branch, result)))
      return failure();
  }
  return success();
}

LogicalResult LaneAnalysis::classifyDivergent(Operation *op) {
  auto load = dyn_cast<memref::LoadOp>(op);
  if (!load)
    return isSpeculatable(op)
               ? success()
               : refuse(op) << "'" << op->getName()
                            << "' is in a branch whose condition differs "
                               "between lanes and is not speculatable";
  LaneKind kind = getAccessKind(load.getIndices());
  if (kind == LaneKind::Uniform)
    return refuse(op) << "a load at an invariant index is in a branch whose "
                         "condition differs between lanes";
  // classifyAccess reports elements that no vector can have.
  if (VectorType::isValidElementType(load.getResult().getType()) &&
      !hasMaskedAccess(load.getMemRefType(), kind))
    return refuse(op) << "a load of '" << load.getResult().getType()
                      << "' in a branch whose condition differs between lanes "
                         "cannot be masked: "
                      << whyNotMasked(load.getMemRefType(), kind);
  return success();
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

Value LaneEmitter::getAs(Value target, Value value) {
  return analysis.getKind(target) == LaneKind::Uniform ? getFirst(value)
                                                       : getVector(value);
}

void LaneEmitter::mapTo(Value target, Value value) {
  if (analysis.getKind(target) == LaneKind::Uniform)
    first.map(target, value);
  else
    vectors[target] = value;
}

/// The most copies of a loop's body that the unrolling of nested loops makes.
static constexpr uint64_t kMaxLaneCopies = 64;

void LaneEmitter::emitLoop(scf::ForOp loop) {
  SmallVector<Value> inits;
  for (auto [result, init] :
       llvm::zip_equal(loop.getResults(), loop.getInitArgs()))
    inits.push_back(getAs(result, init));
  auto copy = scf::ForOp::create(
      b, loop.getLoc(), getFirst(loop.getLowerBound()),
      getFirst(loop.getUpperBound()), getFirst(loop.getStep()), inits);
  copy.setUnsignedCmp(loop.getUnsignedCmp());
  inheritLoopInfo(loop, copy);
  if (numUnrolled != 1 && hasUnitStep(loop) &&
      getNumUnrolledCopies(copy) * numUnrolled <= kMaxLaneCopies)
    updateLoopInfo(copy, [&](LoopInfo &info) { info.unroll = numUnrolled; });
  {
    // Vectors that the body defines do not dominate uses behind the loop.
    llvm::SaveAndRestore<llvm::DenseMap<Value, Value>> restored(vectors);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(copy.getBody());
    first.map(loop.getInductionVar(), copy.getInductionVar());
    for (auto [carried, argument] :
         llvm::zip_equal(loop.getRegionIterArgs(), copy.getRegionIterArgs()))
      mapTo(carried, argument);
    emitBlock(*loop.getBody());
    SmallVector<Value> nexts;
    for (auto [result, next] :
         llvm::zip_equal(loop.getResults(), loop.getYieldedValues()))
      nexts.push_back(getAs(result, next));
    // A loop without iteration arguments already has a terminator.
    if (!nexts.empty())
      scf::YieldOp::create(b, loop.getLoc(), nexts);
  }
  for (auto [result, vector] :
       llvm::zip_equal(loop.getResults(), copy.getResults()))
    mapTo(result, vector);
}

void LaneEmitter::emitSharedBranch(scf::IfOp branch) {
  Location loc = branch.getLoc();
  auto types = llvm::map_to_vector(branch.getResults(), [&](Value result) {
    return analysis.getKind(result) == LaneKind::Uniform
               ? result.getType()
               : Type(getVectorType(result.getType()));
  });
  auto copy = scf::IfOp::create(b, loc, types, getFirst(branch.getCondition()),
                                /*addThenBlock=*/true,
                                /*addElseBlock=*/branch.elseBlock() != nullptr);
  for (auto [from, to] :
       llvm::zip_equal(branch->getRegions(), copy->getRegions())) {
    if (from.empty())
      continue;
    llvm::SaveAndRestore<llvm::DenseMap<Value, Value>> restored(vectors);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&to.front());
    emitBlock(from.front());
    SmallVector<Value> yielded;
    for (auto [result, value] : llvm::zip_equal(
             branch.getResults(), from.front().getTerminator()->getOperands()))
      yielded.push_back(getAs(result, value));
    if (!yielded.empty())
      scf::YieldOp::create(b, loc, yielded);
  }
  for (auto [result, vector] :
       llvm::zip_equal(branch.getResults(), copy.getResults()))
    mapTo(result, vector);
}

void LaneEmitter::emitMaskedBlock(Block &block, Value condition) {
  llvm::SaveAndRestore<Value> restored(mask);
  if (mask)
    condition = arith::AndIOp::create(b, condition.getLoc(), mask, condition);
  mask = condition;
  emitBlock(block);
}

SmallVector<Value> LaneEmitter::emitChoice(scf::IfOp branch, Value condition) {
  Location loc = branch.getLoc();
  emitMaskedBlock(*branch.thenBlock(), condition);
  if (!branch.elseBlock()->without_terminator().empty()) {
    Value all = arith::ConstantOp::create(
        b, loc, DenseElementsAttr::get(getVectorType(b.getI1Type()), true));
    emitMaskedBlock(*branch.elseBlock(),
                    arith::XOrIOp::create(b, loc, condition, all));
  }
  SmallVector<Value> chosen;
  for (auto [left, right] : llvm::zip_equal(branch.thenYield().getOperands(),
                                            branch.elseYield().getOperands()))
    chosen.push_back(arith::SelectOp::create(b, loc, condition, getVector(left),
                                             getVector(right)));
  return chosen;
}

bool LaneEmitter::loadsSingly(Block &block) const {
  return llvm::any_of(block.getOps<memref::LoadOp>(), [&](memref::LoadOp load) {
    return singles.contains(load.getMemRef());
  });
}

void LaneEmitter::emitBranch(scf::IfOp branch) {
  if (analysis.getKind(branch.getCondition()) == LaneKind::Uniform)
    return emitSharedBranch(branch);
  // The analysis rejects stores in divergent branches.
  if (branch.getNumResults() == 0)
    return;
  Location loc = branch.getLoc();
  Value condition = getVector(branch.getCondition());
  if (!loadsSingly(*branch.thenBlock()) ||
      !branch.elseBlock()->without_terminator().empty()) {
    for (auto [result, vector] :
         llvm::zip_equal(branch.getResults(), emitChoice(branch, condition)))
      vectors[result] = vector;
    return;
  }
  // Scalar loads are skipped if no lane takes the branch.
  auto others =
      llvm::map_to_vector(branch.elseYield().getOperands(),
                          [&](Value value) { return getVector(value); });
  Value isAny =
      vector::ReductionOp::create(b, loc, vector::CombiningKind::OR, condition);
  auto copy = scf::IfOp::create(b, loc, ValueRange(others).getTypes(), isAny,
                                /*addThenBlock=*/true, /*addElseBlock=*/true);
  {
    llvm::SaveAndRestore<llvm::DenseMap<Value, Value>> restored(vectors);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(copy.thenBlock());
    SmallVector<Value> chosen = emitChoice(branch, condition);
    scf::YieldOp::create(b, loc, chosen);
    b.setInsertionPointToStart(copy.elseBlock());
    scf::YieldOp::create(b, loc, others);
  }
  for (auto [result, vector] :
       llvm::zip_equal(branch.getResults(), copy.getResults()))
    vectors[result] = vector;
}
