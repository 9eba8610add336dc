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
// a few entries apart are close to each other, and each line is loaded several
// times (docs/decisions/prefetching.md).
//
//===----------------------------------------------------------------------===//

#include "Prefetching/PrefetchProfitability.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace weft;

/// A sample shows reuse if a coordinate differs by less than a number of
/// elements, which the machine description has, from one of
/// `kComparedEntries` coordinates `kNearEntries` entries behind it: those of
/// meshes do, whose segments alternate between a few sequences, and uniform
/// ones do not (docs/decisions/prefetching.md).
static constexpr int64_t kNearEntries = 256;
static constexpr int64_t kComparedEntries = 8;
/// Loads reuse lines if all but `kMaxFarSamples` of `kSamples` samples show it.
static constexpr int64_t kSamples = 16;
static constexpr int64_t kMaxFarSamples = 4;
static_assert(kNearEntries + kComparedEntries < kMinCoordinates,
              "samples are taken from all of the coordinates");
/// A sample continues a sequence if one of `kSequenceEntries` coordinates in
/// front of it is the same or one less. Hardware prefetchers cover the rows
/// that coordinates select if all but `kMaxOtherSamples` of `kSequenceSamples`
/// samples do; they do not cover those of more sequences at a time.
static constexpr int64_t kSequenceEntries = 4;
static constexpr int64_t kSequenceSamples = 32;
static constexpr int64_t kMaxOtherSamples = 4;

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

/// Emits a loop over `[0, count)` that carries a value.
static Value
emitLoop(ImplicitLocOpBuilder &b, int64_t count, Value initial,
         function_ref<Value(Value index, Value carried)> emitBody) {
  auto loop = scf::ForOp::create(b, emitConstant(b, 0), emitConstant(b, count),
                                 emitConstant(b, 1), ValueRange{initial});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  scf::YieldOp::create(
      b, emitBody(loop.getInductionVar(), loop.getRegionIterArg(0)));
  return loop.getResult(0);
}

static Value emitCoordinate(ImplicitLocOpBuilder &b, Value coordinates,
                            Value position) {
  Value loaded = memref::LoadOp::create(b, coordinates, position);
  return loaded.getType().isIndex()
             ? loaded
             : arith::IndexCastOp::create(b, b.getIndexType(), loaded);
}

/// Emits whether one of `numEntries` coordinates from a position on is at least
/// `lowest` and less than `lowest + count`.
static Value emitIsAmong(ImplicitLocOpBuilder &b, Value coordinates,
                         Value begin, int64_t numEntries, Value lowest,
                         int64_t count) {
  Value no = arith::ConstantOp::create(b, b.getBoolAttr(false));
  return emitLoop(b, numEntries, no, [&](Value entry, Value isAmong) {
    Value position = arith::AddIOp::create(b, begin, entry);
    Value coordinate = emitCoordinate(b, coordinates, position);
    // One unsigned comparison tests both bounds.
    Value isInside = arith::CmpIOp::create(
        b, arith::CmpIPredicate::ult,
        arith::SubIOp::create(b, coordinate, lowest), emitConstant(b, count));
    return arith::OrIOp::create(b, isAmong, isInside).getResult();
  });
}

/// Emits whether the coordinate at a position is close to one of those that
/// are `kNearEntries` entries behind it.
static Value emitIsNarrow(ImplicitLocOpBuilder &b, Value coordinates,
                          Value first, int64_t nearSpan) {
  Value lowest = arith::SubIOp::create(b, emitCoordinate(b, coordinates, first),
                                       emitConstant(b, nearSpan - 1));
  Value compared =
      arith::AddIOp::create(b, first, emitConstant(b, kNearEntries));
  return emitIsAmong(b, coordinates, compared, kComparedEntries, lowest,
                     2 * nearSpan - 1);
}

/// Emits whether the coordinate that is `kSequenceEntries` entries behind a
/// position continues a sequence of those before it.
static Value emitIsNext(ImplicitLocOpBuilder &b, Value coordinates,
                        Value first) {
  Value position =
      arith::AddIOp::create(b, first, emitConstant(b, kSequenceEntries));
  Value lowest = arith::SubIOp::create(
      b, emitCoordinate(b, coordinates, position), emitConstant(b, 1));
  return emitIsAmong(b, coordinates, first, kSequenceEntries, lowest,
                     /*count=*/2);
}

/// Emits how many of some samples, which take `span` coordinates each from
/// positions at equal distances, do not have a property.
static Value
emitSamplesWithout(ImplicitLocOpBuilder &b, Value coordinates,
                   int64_t numSamples, int64_t span,
                   function_ref<Value(Value position)> emitProperty) {
  Value room =
      arith::SubIOp::create(b, emitSize(b, coordinates), emitConstant(b, span));
  Value step = arith::DivUIOp::create(b, room, emitConstant(b, numSamples));
  Value zero = emitConstant(b, 0);
  return emitLoop(b, numSamples, zero, [&](Value sample, Value count) {
    Value position = arith::MulIOp::create(b, sample, step);
    Value hasProperty = emitProperty(position);
    Value more = arith::AddIOp::create(b, count, emitConstant(b, 1));
    return arith::SelectOp::create(b, hasProperty, count, more).getResult();
  });
}

/// Emits the number of samples that show no reuse.
static Value emitFarSamples(ImplicitLocOpBuilder &b, Value coordinates,
                            int64_t span) {
  return emitSamplesWithout(
      b, coordinates, kSamples, kNearEntries + kComparedEntries,
      [&](Value position) {
        return emitIsNarrow(b, coordinates, position, span);
      });
}

Value weft::emitAndThen(ImplicitLocOpBuilder &b, Value first,
                        function_ref<Value()> emitSecond) {
  auto branch = scf::IfOp::create(b, b.getI1Type(), first,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, first);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, emitSecond());
  return branch.getResult(0);
}

Value weft::emitAreFar(ImplicitLocOpBuilder &b, Value coordinates,
                       Value areMany, int64_t span) {
  return emitAndThen(b, areMany, [&] {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::sgt,
                                 emitFarSamples(b, coordinates, span),
                                 emitConstant(b, kMaxFarSamples))
        .getResult();
  });
}

/// Emits whether there are enough coordinates for samples, and the caches do
/// not hold the array.
static Value emitIsLarge(ImplicitLocOpBuilder &b,
                         const GatheredArray &gathered) {
  Value areMany =
      emitHas(b, gathered.coordinates, emitConstant(b, kMinCoordinates));
  return arith::AndIOp::create(
      b, areMany,
      emitHas(b, gathered.array, emitConstant(b, gathered.farLength)));
}

/// Emits whether `areFew` holds and the coordinates do not select rows in
/// sequences.
static Value emitHaveNoSequences(ImplicitLocOpBuilder &b, Value coordinates,
                                 Value areFew) {
  return emitAndThen(b, areFew, [&] {
    Value others = emitSamplesWithout(
        b, coordinates, kSequenceSamples, kSequenceEntries + 1,
        [&](Value position) { return emitIsNext(b, coordinates, position); });
    return arith::CmpIOp::create(b, arith::CmpIPredicate::sgt, others,
                                 emitConstant(b, kMaxOtherSamples))
        .getResult();
  });
}

/// Emits whether the caches do not hold an array, and loads reuse few lines of
/// it: samples show no reuse, or the number of loads is small compared with the
/// number of lines, so that the first loads of lines dominate. Rows that are
/// loaded in sequences are left to the hardware prefetchers.
Value PrefetchProfitability::emitIsFar(const GatheredArray &gathered) {
  Value isLarge = emitIsLarge(b, gathered);
  Value areFar =
      emitAreFar(b, gathered.coordinates, isLarge, machine.gatherReuseSpan);
  if (!gathered.isFarIfNew)
    return areFar;
  // Numbers of elements; each load is of a line at least.
  Value loaded = emitConstant(b, gathered.lineLength);
  if (gathered.stride)
    loaded = arith::MaxSIOp::create(b, loaded, gathered.stride);
  Value few =
      arith::MulIOp::create(b, emitSize(b, gathered.coordinates), loaded);
  Value most =
      arith::MulIOp::create(b, emitSize(b, gathered.array),
                            emitConstant(b, machine.gatherReuseMinLoads));
  Value areFew = arith::AndIOp::create(
      b, isLarge,
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, few, most));
  if (gathered.stride)
    areFew = emitHaveNoSequences(b, gathered.coordinates, areFew);
  return arith::OrIOp::create(b, areFar, areFew);
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
    Value isOneFar = emitIsFar(gathered);
    isFar =
        isFar ? arith::OrIOp::create(b, isFar, isOneFar).getResult() : isOneFar;
  }
  guards.push_back({before, arrays, isFar});
  return isFar;
}
