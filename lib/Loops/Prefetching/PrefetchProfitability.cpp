//===- PrefetchProfitability.cpp - Guards of prefetching loops ------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the profitability guards. Prefetches of an array are profitable if the
// caches do not hold the array, unless loads reuse recent lines: if coordinates
// a few entries apart are close to each other, and each element is loaded
// several times (docs/decisions/prefetching.md).
//
//===----------------------------------------------------------------------===//

#include "Prefetching/PrefetchProfitability.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace weft;

/// A sample shows reuse if coordinates `kNearEntries` entries apart differ by
/// less than a number of elements, which the machine description has. Those of
/// a mesh do, and uniform ones do not (docs/decisions/prefetching.md).
static constexpr int64_t kNearEntries = 256;

/// Whether a value is defined outside of an operation.
static bool isInFront(Value value, Operation *op) {
  return !op->isAncestor(value.getParentBlock()->getParentOp());
}

Operation *weft::findGuardedOp(scf::ForOp loop, ArrayRef<Value> values) {
  Operation *first = loop;
  while (!isa<func::FuncOp>(first->getParentOp())) {
    Operation *around = first->getParentOp();
    if (!llvm::all_of(values,
                      [&](Value value) { return isInFront(value, around); }))
      break;
    first = around;
  }
  return first;
}

static Value emitConstant(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

static Value emitSize(ImplicitLocOpBuilder &b, Value array) {
  return memref::DimOp::create(b, array, int64_t(0));
}

/// Emits whether an array has at least `length` elements.
static Value emitHas(ImplicitLocOpBuilder &b, Value array, Value length) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::sge, emitSize(b, array),
                               length);
}

/// Emits whether the coordinates at a position and `kNearEntries` behind it
/// differ by less than `nearSpan`.
static Value emitIsNarrow(ImplicitLocOpBuilder &b, Value coordinates,
                          Value first, int64_t nearSpan) {
  Value second = arith::AddIOp::create(b, first, emitConstant(b, kNearEntries));
  auto emitLoad = [&](Value position) -> Value {
    Value loaded = memref::LoadOp::create(b, coordinates, position);
    return loaded.getType().isIndex()
               ? loaded
               : arith::IndexCastOp::create(b, b.getIndexType(), loaded);
  };
  Value span = arith::SubIOp::create(b, emitLoad(second), emitLoad(first));
  // One unsigned comparison tests both bounds.
  return arith::CmpIOp::create(
      b, arith::CmpIPredicate::ult,
      arith::AddIOp::create(b, span, emitConstant(b, nearSpan)),
      emitConstant(b, 2 * nearSpan));
}

Value weft::emitAreFar(ImplicitLocOpBuilder &b, Value coordinates,
                       Value areMany, int64_t span) {
  auto branch = scf::IfOp::create(b, b.getI1Type(), areMany,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, areMany);
  b.setInsertionPointToStart(branch.thenBlock());
  Value third =
      arith::DivUIOp::create(b, emitSize(b, coordinates), emitConstant(b, 3));
  Value isFirst = emitIsNarrow(b, coordinates, third, span);
  Value isSecond = emitIsNarrow(b, coordinates,
                                arith::AddIOp::create(b, third, third), span);
  Value areNarrow = arith::AndIOp::create(b, isFirst, isSecond);
  scf::YieldOp::create(
      b, arith::XOrIOp::create(b, areNarrow, areMany).getResult());
  return branch.getResult(0);
}

/// Emits whether the caches do not hold an array, and loads reuse few lines of
/// it: samples show no reuse, or the number of loads is small compared with the
/// number of elements, so that the first loads of elements dominate.
Value PrefetchProfitability::emitIsFar(const GatheredArray &gathered,
                                       Value areMany, Value areFar) {
  Value isLarge = arith::AndIOp::create(
      b, areMany,
      emitHas(b, gathered.array, emitConstant(b, gathered.farLength)));
  if (!gathered.isFarIfNew)
    return arith::AndIOp::create(b, isLarge, areFar);
  Value few = emitSize(b, gathered.coordinates);
  if (gathered.stride)
    few = arith::MulIOp::create(b, few, gathered.stride);
  Value most =
      arith::MulIOp::create(b, emitSize(b, gathered.array),
                            emitConstant(b, machine.gatherReuseMinLoads));
  Value areFew = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, few, most);
  return arith::AndIOp::create(b, isLarge,
                               arith::OrIOp::create(b, areFar, areFew));
}

Value PrefetchProfitability::emitGuard(scf::ForOp loop,
                                       SmallVector<GatheredArray> arrays) {
  SmallVector<Value> values;
  for (const GatheredArray &gathered : arrays)
    values.append({gathered.array, gathered.coordinates});
  Operation *before = findGuardedOp(loop, values);
  for (GatheredArray &gathered : arrays)
    if (gathered.stride && !isInFront(gathered.stride, before))
      gathered.stride = {};
  auto *known = llvm::find_if(guards, [&](const Guard &guard) {
    return guard.before == before && guard.arrays == arrays;
  });
  if (known != guards.end())
    return known->isFar;
  b.setLoc(loop.getLoc());
  b.setInsertionPoint(before);
  Value isFar;
  for (const GatheredArray &gathered : arrays) {
    auto &[areMany, areFar] = samples[{before, gathered.coordinates}];
    if (!areMany) {
      areMany =
          emitHas(b, gathered.coordinates, emitConstant(b, kMinCoordinates));
      areFar =
          emitAreFar(b, gathered.coordinates, areMany, machine.gatherReuseSpan);
    }
    Value isOneFar = emitIsFar(gathered, areMany, areFar);
    isFar =
        isFar ? arith::OrIOp::create(b, isFar, isOneFar).getResult() : isOneFar;
  }
  guards.push_back({before, arrays, isFar});
  return isFar;
}
