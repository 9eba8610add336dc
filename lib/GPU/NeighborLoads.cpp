//===- NeighborLoads.cpp - Elements that adjacent threads load --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All threads of a warp execute each step, those behind the last iteration as
// well, so that they can exchange elements. These load the element behind that
// of the last iteration, which it loads itself.
//
//===----------------------------------------------------------------------===//

#include "NeighborLoads.h"

#include "Shuffles.h"

#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace weft;
using namespace weft::gpu;

namespace {
/// A load at the induction variable of a loop, plus what the loop does not
/// change: `invariants` and `offset`.
struct OwnLoad {
  memref::LoadOp load;
  SmallVector<Value> invariants;
  int64_t offset = 0;
};
} // namespace

/// Splits an index; fails if it is anything else.
static LogicalResult split(Value index, scf::ForOp loop, OwnLoad &own,
                           int64_t &numVariables) {
  if (index == loop.getInductionVar()) {
    ++numVariables;
    return success();
  }
  if (std::optional<int64_t> constant = getConstantIntValue(index)) {
    own.offset += *constant;
    return success();
  }
  if (loop.isDefinedOutsideOfLoop(index)) {
    own.invariants.push_back(index);
    return success();
  }
  auto sum = index.getDefiningOp<arith::AddIOp>();
  return success(sum &&
                 succeeded(split(sum.getLhs(), loop, own, numVariables)) &&
                 succeeded(split(sum.getRhs(), loop, own, numVariables)));
}

static SmallVector<OwnLoad> findOwnLoads(scf::ForOp loop,
                                         const llvm::DenseSet<Value> &written) {
  SmallVector<OwnLoad> loads;
  for (auto load : loop.getBody()->getOps<memref::LoadOp>()) {
    OwnLoad own{load, {}, 0};
    int64_t numVariables = 0;
    if (load.getIndices().size() != 1 || written.contains(load.getMemref()) ||
        !loop.isDefinedOutsideOfLoop(load.getMemref()) ||
        !canShuffle(load.getType()) ||
        failed(split(load.getIndices().front(), loop, own, numVariables)) ||
        numVariables != 1)
      continue;
    llvm::sort(own.invariants, [](Value a, Value b) {
      return a.getAsOpaquePointer() < b.getAsOpaquePointer();
    });
    loads.push_back(own);
  }
  return loads;
}

/// The load of the element that another load has in the iteration before; null
/// if there is none.
static const OwnLoad *findNext(ArrayRef<OwnLoad> loads, const OwnLoad &own) {
  for (const OwnLoad &other : loads) {
    memref::LoadOp load = other.load, first = own.load;
    if (load.getMemref() == first.getMemref() &&
        other.invariants == own.invariants && other.offset == own.offset + 1)
      return &other;
  }
  return nullptr;
}

scf::ForOp weft::gpu::shareNeighborLoads(scf::ForOp loop, Value thread,
                                         int64_t warpSize,
                                         const llvm::DenseSet<Value> &written) {
  SmallVector<OwnLoad> loads = findOwnLoads(loop, written);
  SmallVector<std::pair<OwnLoad, memref::LoadOp>> pairs;
  for (const OwnLoad &own : loads)
    if (const OwnLoad *next = findNext(loads, own))
      pairs.push_back({own, next->load});
  if (pairs.empty() || loop.getNumResults() != 0 || loop.getUnsignedCmp() ||
      getConstantIntValue(loop.getStep()) != 1)
    return {};
  reportPassed(
      loop, "map_to_gpu",
      "loads elements that adjacent threads share once, and shuffles them");
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  auto add = [&](Value lhs, Value rhs) -> Value {
    return arith::AddIOp::create(b, lhs, rhs);
  };
  auto emitIndex = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  Value end = loop.getUpperBound(), size = emitIndex(warpSize);
  auto steps = scf::ForOp::create(b, loop.getLowerBound(), end, size);
  b.setInsertionPoint(steps.getBody()->getTerminator());
  Value begin = steps.getInductionVar();
  Value place = add(begin, thread);
  Value isLast = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, thread,
                                       emitIndex(warpSize - 1));
  IRMapping mapping;
  for (auto &pair : pairs) {
    const OwnLoad &own = pair.first;
    memref::LoadOp first = own.load, next = pair.second;
    auto emitLoad = [&](Value at) -> Value {
      Value index = arith::MinSIOp::create(b, at, end);
      for (Value invariant : own.invariants)
        index = add(index, invariant);
      if (own.offset != 0)
        index = add(index, emitIndex(own.offset));
      return memref::LoadOp::create(b, first.getMemref(), index);
    };
    Value element = emitLoad(place), behind = emitLoad(add(begin, size));
    Value moved =
        emitShuffle(b, element, arith::ConstantIntOp::create(b, 1, 32),
                    warpSize, mlir::gpu::ShuffleMode::DOWN);
    if (!mapping.contains(first.getResult()))
      mapping.map(first.getResult(), element);
    mapping.map(next.getResult(),
                arith::SelectOp::create(b, isLast, behind, moved).getResult());
  }
  Value isInside =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, place, end);
  auto branch = scf::IfOp::create(b, isInside, /*withElseRegion=*/false);
  b.setInsertionPoint(branch.thenYield());
  mapping.map(loop.getInductionVar(), place);
  for (Operation &op : loop.getBody()->without_terminator())
    if (op.getNumResults() != 1 || !mapping.contains(op.getResult(0)))
      b.clone(op, mapping);
  loop.erase();
  return steps;
}
