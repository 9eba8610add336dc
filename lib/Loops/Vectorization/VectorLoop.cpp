//===- VectorLoop.cpp - Rewrites a loop to vectors ------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits tiles as one vector, full or masked, and overlapping last vectors.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/VectorLoop.h"

#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace weft;

void weft::markPartialTile(scf::ForOp loop, int64_t lanes) {
  updateLoopInfo(loop, [&](LoopInfo &info) {
    info.vector = lanes;
    info.isPartial = true;
  });
}

Value VectorLoop::getCount() {
  upper = b.createOrFold<arith::MaxSIOp>(loop.getUpperBound(),
                                         loop.getLowerBound());
  return b.createOrFold<arith::SubIOp>(upper, loop.getLowerBound());
}

int64_t weft::getRegisterLanes(const LaneAnalysis &analysis) {
  return llvm::bit_floor<uint64_t>(
      std::max<int64_t>(kVectorBytes / analysis.getWidth(), 2));
}

bool weft::canMaskTile(scf::ForOp loop, const LaneAnalysis &analysis) {
  return LaneEmitter::canMask(loop, analysis) &&
         llvm::none_of(loop.getBody()->getOps<memref::StoreOp>(),
                       reloadsElsewhere);
}

/// Why an access cannot be masked; nothing if it can.
static std::optional<std::string>
whyNotMaskedAccess(Operation &op, const LaneAnalysis &analysis) {
  MemRefType type;
  LaneKind kind = LaneKind::Uniform;
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    type = load.getMemRefType();
    kind = analysis.getAccessKind(load.getIndices());
  } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
    type = store.getMemRefType();
    kind = analysis.getAccessKind(store.getIndices());
  }
  if (!type || hasMaskedAccess(type, kind))
    return std::nullopt;
  return "an access cannot be masked: " + whyNotMasked(type, kind);
}

std::optional<std::string> weft::whyNotMaskable(scf::ForOp loop,
                                                const LaneAnalysis &analysis) {
  if (canMaskTile(loop, analysis))
    return std::nullopt;
  if (loop.getNumResults() != 0)
    return "the loop has iter_args";
  for (Operation &op : *loop.getBody())
    if (std::optional<std::string> obstacle = whyNotMaskedAccess(op, analysis))
      return obstacle;
  if (!LaneEmitter::canMask(loop, analysis))
    return "the loop contains operations that are not speculatable";
  return "the loop loads an array that it stores to at an index that varies in "
         "the enclosing loop, so that masked stores would stall later loads";
}

Value VectorLoop::emitLastVector(Value middle, Value left, int64_t lanes) {
  Value length = arith::ConstantIndexOp::create(b, lanes);
  Value fits =
      arith::CmpIOp::create(b, arith::CmpIPredicate::uge, count, length);
  Value isLeft = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, left,
                                       arith::ConstantIndexOp::create(b, 0));
  auto branch =
      scf::IfOp::create(b, arith::AndIOp::create(b, fits, isLeft).getResult());
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    LaneEmitter emitter(b, analysis, lanes);
    emitter.emitStep(loop, arith::SubIOp::create(b, upper, length));
  }
  return arith::SelectOp::create(b, fits, upper, middle);
}

void VectorLoop::moveInto(Block *block) {
  b.setInsertionPointToEnd(block);
  markShortLoop(loop);
  loop->moveBefore(block, block->end());
  scf::YieldOp::create(b, loop.getResults());
}

SmallVector<Value> VectorLoop::emitTile(int64_t lanes) {
  LaneEmitter emitter(b, analysis, lanes);
  emitter.emitStep(loop, loop.getLowerBound());
  SmallVector<Value> results;
  for (auto [number, init, next] :
       llvm::enumerate(loop.getInitArgs(), loop.getYieldedValues())) {
    const LaneReduction *reduction = analysis.getReduction(number);
    results.push_back(
        reduction ? emitter.emitCombine(
                        *reduction, init,
                        emitter.emitReduce(*reduction,
                                           emitter.getVector(reduction->value)))
                  : emitter.getFirst(next));
  }
  return results;
}

scf::IfOp VectorLoop::makeTile(int64_t lanes) {
  if (getConstantIntValue(count) == lanes) {
    SmallVector<Value> results = emitTile(lanes);
    loop.replaceAllUsesWith(results);
    loop.erase();
    return {};
  }
  Value isFull =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, count,
                            arith::ConstantIndexOp::create(b, lanes));
  auto branch = scf::IfOp::create(b, loop.getResultTypes(), isFull,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  loop.replaceAllUsesWith(branch.getResults());
  b.setInsertionPointToEnd(branch.thenBlock());
  SmallVector<Value> results = emitTile(lanes);
  scf::YieldOp::create(b, results);
  bool hasMask = canMaskTile(loop, analysis);
  moveInto(branch.elseBlock());
  if (hasMask)
    markPartialTile(loop, lanes);
  return branch;
}

scf::IfOp VectorLoop::makePartialTile(int64_t lanes) {
  // Half a register crosses a cache line less often than a whole one. Shorter
  // vectors gain nothing.
  int64_t half = lanes / 2;
  if (lanes * analysis.getWidth() < kVectorBytes) {
    makePredicatedTile(lanes);
    return {};
  }
  Value isLarge =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sgt, count,
                            arith::ConstantIndexOp::create(b, half));
  auto branch = scf::IfOp::create(b, TypeRange(), isLarge,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  b.setInsertionPointToEnd(branch.thenBlock());
  LaneEmitter emitter(b, analysis, lanes);
  emitter.setCount(loop.getLoc(), count);
  emitter.emitStep(loop, loop.getLowerBound());
  scf::YieldOp::create(b);
  moveInto(branch.elseBlock());
  markPartialTile(loop, half);
  return branch;
}

void VectorLoop::makePredicatedTile(int64_t lanes) {
  LaneEmitter emitter(b, analysis, lanes);
  if (getConstantIntValue(count) != lanes)
    emitter.setCount(loop.getLoc(), count);
  emitter.emitStep(loop, loop.getLowerBound());
  loop.erase();
}
