//===- TileSweeps.cpp - Register tiles of accumulated arrays --------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product with a matrix that is stored by diagonals loads and stores the
// result once for each diagonal. This transformation groups iterations of the
// outer loop, strip-mines the inner loop into tiles and interchanges the two:
// a tile of the result stays in vector registers while all iterations of the
// group accumulate into it, in their original order.
//
// The inner loops of a group may have different bounds. Tiles cover the
// intersection of their ranges; the original loops execute the iterations
// outside of it. Tiles are disjoint, so that threads may execute them.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayDescription.h"
#include "UnrollAndJam/AccumulationNest.h"
#include "UnrollAndJam/UnrollAndJam.h"
#include "Vectorization/LaneEmitter.h"
#include "Vectorization/VectorLoop.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;

/// The smallest number of iterations that are tiled. Two or three iterations
/// save few loads and stores of the array compared with what they compute.
static constexpr int64_t kMinIterations = 4;
/// The vector registers of a tile.
static constexpr int64_t kTileRegisters = 2;
/// The smallest length of an inner loop, in tiles.
static constexpr int64_t kMinTiles = 4;

namespace {
/// Emits the groups of iterations of an accumulation nest.
class TiledAccumulation {
public:
  TiledAccumulation(AccumulationNest &nest, const LaneAnalysis &analysis,
                    bool mayBeParallel)
      : nest(nest), analysis(analysis), mayBeParallel(mayBeParallel),
        b(nest.outer.getLoc(), nest.outer),
        lanes(kTileRegisters * kVectorBytes / analysis.getWidth()),
        machine(Machine::of(nest.outer)) {}

  void emit();
  /// The maximum number of iterations in a group. Each may read another array,
  /// and the hardware prefetcher follows a limited number of streams.
  int64_t getMaxIterations() const { return machine.prefetcherStreams; }
  /// The elements of a tile.
  int64_t getLanes() const { return lanes; }

private:
  Value getIndex(int64_t number) {
    return arith::ConstantIndexOp::create(b, number);
  }
  Value compare(arith::CmpIPredicate predicate, Value left, Value right) {
    return arith::CmpIOp::create(b, predicate, left, right);
  }
  /// Emits the operations of an iteration before its inner loop. Returns the
  /// bounds of the inner loop.
  std::pair<Value, Value> emitBounds(Value iteration, IRMapping &mapping);
  /// The intersection of the ranges of the inner loops of a group, and the sum
  /// of their lengths.
  struct Range {
    Value begin, end, length;
  };
  Range emitRange(Value begin, Value end);
  /// Emits whether a group has enough iterations, of which the first one is
  /// long enough, for its range to be computed.
  Value emitHasEnoughIterations(Value begin, Value end);
  /// Emits whether the range of a group, which has `length` elements in common
  /// to `count` iterations, has a tile and at least half of the work.
  Value emitIsProfitable(const Range &range, Value count, Value length);
  /// Emits the tiles of a group. Returns the begin and the end of the tiles.
  std::pair<Value, Value> emitGroup(Value begin, Value end);
  /// Emits the value of a tile before the group.
  Value emitInit(const VectorTile &place);
  /// Emits prefetches of the rows that only this iteration reads.
  void emitPrefetches(const IRMapping &mapping, Value tile);
  /// Emits a loop over the iterations of a group that accumulates into a tile.
  void emitTile(Value begin, Value end, Value tile);
  VectorTile getTile(const AccumulatedArray &accumulated, Value tile);

  AccumulationNest &nest;
  const LaneAnalysis &analysis;
  bool mayBeParallel;
  ImplicitLocOpBuilder b;
  int64_t lanes;
  Machine machine;
  /// Whether the group is the first one, which initializes the array; null if
  /// the nest has no initialization.
  Value isFirst;
};
} // namespace

std::pair<Value, Value> TiledAccumulation::emitBounds(Value iteration,
                                                      IRMapping &mapping) {
  mapping.map(nest.outer.getInductionVar(), iteration);
  for (Operation &op : llvm::make_range(nest.outer.getBody()->begin(),
                                        nest.inner->getIterator()))
    b.clone(op, mapping);
  return {mapping.lookupOrDefault(nest.inner.getLowerBound()),
          mapping.lookupOrDefault(nest.inner.getUpperBound())};
}

TiledAccumulation::Range TiledAccumulation::emitRange(Value begin, Value end) {
  Value highest = getIndex(std::numeric_limits<int64_t>::max());
  Value lowest = getIndex(std::numeric_limits<int64_t>::min());
  auto loop = scf::ForOp::create(b, begin, end, getIndex(1),
                                 ValueRange{lowest, highest, getIndex(0)});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  IRMapping mapping;
  auto [lower, upper] = emitBounds(loop.getInductionVar(), mapping);
  Value length = arith::SubIOp::create(b, upper, lower);
  ValueRange carried = loop.getRegionIterArgs(), results = loop.getResults();
  SmallVector<Value> nexts = {arith::MaxSIOp::create(b, carried[0], lower),
                              arith::MinSIOp::create(b, carried[1], upper),
                              arith::AddIOp::create(b, carried[2], length)};
  scf::YieldOp::create(b, nexts);
  return {results[0], results[1], results[2]};
}

VectorTile TiledAccumulation::getTile(const AccumulatedArray &accumulated,
                                      Value tile) {
  Value index = tile;
  if (accumulated.offset)
    index = arith::AddIOp::create(b, tile, accumulated.offset);
  Type element = cast<MemRefType>(accumulated.array.getType()).getElementType();
  return {accumulated.array, {index}, {}, VectorType::get(lanes, element), {}};
}

void TiledAccumulation::emitPrefetches(const IRMapping &mapping, Value tile) {
  for (auto load : nest.inner.getBody()->getOps<memref::LoadOp>()) {
    if (analysis.getAccessKind(load.getIndices()) != LaneKind::Consecutive ||
        !isScaledByIteration(load.getIndices().back(), nest.outer))
      continue;
    // Later folding merges the cloned pure operations of the index with those
    // of the iteration.
    llvm::SetVector<Operation *> slice;
    BackwardSliceOptions options;
    options.inclusive = true;
    options.filter = [&](Operation *op) {
      return op->getBlock() == nest.inner.getBody();
    };
    (void)getBackwardSlice(load.getIndices().back(), &slice, options);
    // Into the second cache: the groups read a few bytes each of many rows,
    // which hardware does not recognize as streams, and which together exceed
    // the first cache.
    IRMapping ahead = mapping;
    ahead.map(
        nest.inner.getInductionVar(),
        arith::AddIOp::create(
            b, tile, getIndex(machine.sweepTilePrefetchDistance * lanes)));
    for (Operation *op : slice)
      b.clone(*op, ahead);
    Value index = ahead.lookup(load.getIndices().back());
    int64_t line = lanes / kTileRegisters;
    for (int64_t number : llvm::seq<int64_t>(kTileRegisters))
      memref::PrefetchOp::create(
          b, load.getMemRef(),
          arith::AddIOp::create(b, index, getIndex(number * line)).getResult(),
          /*isWrite=*/false, /*localityHint=*/2, /*isDataCache=*/true);
  }
}

void TiledAccumulation::emitTile(Value begin, Value end, Value tile) {
  SmallVector<VectorTile> places;
  SmallVector<Value> inits;
  for (const AccumulatedArray &accumulated : nest.arrays) {
    places.push_back(getTile(accumulated, tile));
    inits.push_back(emitInit(places.back()));
  }
  auto iterations = scf::ForOp::create(b, begin, end, getIndex(1), inits);
  for (auto [place, result] : llvm::zip_equal(places, iterations.getResults()))
    place.emitStore(b, result);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(iterations.getBody());
  IRMapping mapping;
  emitBounds(iterations.getInductionVar(), mapping);
  emitPrefetches(mapping, tile);
  LaneEmitter emitter(b, analysis, lanes, mapping);
  for (auto [accumulated, vector] :
       llvm::zip_equal(nest.arrays, iterations.getRegionIterArgs()))
    emitter.keep(accumulated.array, vector);
  emitter.emitStep(nest.inner, tile);
  scf::YieldOp::create(
      b, llvm::map_to_vector(nest.arrays,
                             [&](const AccumulatedArray &accumulated) {
                               return emitter.getKept(accumulated.array);
                             }));
}

Value TiledAccumulation::emitInit(const VectorTile &place) {
  if (!isFirst)
    return place.emitLoad(b)->getResult(0);
  auto branch = scf::IfOp::create(b, place.type, isFirst, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  auto store = cast<memref::StoreOp>(nest.fill.getBody()->front());
  b.setInsertionPointToEnd(branch.thenBlock());
  Value filled =
      vector::BroadcastOp::create(b, place.type, store.getValueToStore());
  scf::YieldOp::create(b, filled);
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, place.emitLoad(b)->getResult(0));
  return branch.getResult(0);
}

Value TiledAccumulation::emitHasEnoughIterations(Value begin, Value end) {
  Value isEnough =
      compare(arith::CmpIPredicate::sge, arith::SubIOp::create(b, end, begin),
              getIndex(kMinIterations));
  auto branch = scf::IfOp::create(b, b.getI1Type(), isEnough,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.thenBlock());
  IRMapping mapping;
  auto [lower, upper] = emitBounds(begin, mapping);
  Value length = arith::SubIOp::create(b, upper, lower);
  scf::YieldOp::create(b, compare(arith::CmpIPredicate::sge, length,
                                  getIndex(kMinTiles * lanes)));
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, isEnough);
  return branch.getResult(0);
}

Value TiledAccumulation::emitIsProfitable(const Range &range, Value count,
                                          Value length) {
  Value inAll = arith::MulIOp::create(b, count, length);
  Value isProfitable = arith::AndIOp::create(
      b, compare(arith::CmpIPredicate::sge, length, getIndex(lanes)),
      compare(arith::CmpIPredicate::sge, arith::AddIOp::create(b, inAll, inAll),
              range.length));
  if (scf::ForOp fill = nest.fill) {
    Value isFilled = arith::AndIOp::create(
        b,
        compare(arith::CmpIPredicate::sge, range.begin, fill.getLowerBound()),
        compare(arith::CmpIPredicate::sle, range.end, fill.getUpperBound()));
    isProfitable = arith::AndIOp::create(b, isProfitable, isFilled);
  }
  return isProfitable;
}

/// Tags a loop that the runtime may execute in parallel.
static void markOptionalParallel(scf::ForOp loop) {
  updateLoopInfo(loop, [&](LoopInfo &info) {
    info.parallel = DistributionAttr::get(
        loop.getContext(), DistributionKind::Static, std::nullopt);
    info.isOptional = true;
  });
}

std::pair<Value, Value> TiledAccumulation::emitGroup(Value begin, Value end) {
  Type index = b.getIndexType();
  Value none = getIndex(std::numeric_limits<int64_t>::min());
  auto branch = scf::IfOp::create(b, TypeRange{index, index},
                                  emitHasEnoughIterations(begin, end),
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, ValueRange{none, none});
  b.setInsertionPointToEnd(branch.thenBlock());
  Range range = emitRange(begin, end);
  Value length = arith::SubIOp::create(b, range.end, range.begin);
  Value count = arith::SubIOp::create(b, end, begin);
  Value isProfitable = emitIsProfitable(range, count, length);
  Value numTiles = arith::SelectOp::create(
      b, isProfitable, arith::DivUIOp::create(b, length, getIndex(lanes)),
      getIndex(0));
  Value first = arith::SelectOp::create(b, isProfitable, range.begin, none);
  auto getTileBegin = [&](Value number) -> Value {
    return arith::AddIOp::create(
        b, first, arith::MulIOp::create(b, number, getIndex(lanes)));
  };
  Value last = getTileBegin(numTiles);
  auto tiles = scf::ForOp::create(b, getIndex(0), numTiles, getIndex(1));
  if (mayBeParallel)
    markOptionalParallel(tiles);
  scf::YieldOp::create(b, ValueRange{first, last});
  b.setInsertionPointToStart(tiles.getBody());
  emitTile(begin, end, getTileBegin(tiles.getInductionVar()));
  return {branch.getResult(0), branch.getResult(1)};
}

void TiledAccumulation::emit() {
  scf::ForOp outer = nest.outer;
  Value lower = outer.getLowerBound(), upper = outer.getUpperBound();
  Value size = getIndex(getMaxIterations()), last = upper;
  // The first group initializes the array even if no iteration is executed.
  if (nest.fill)
    last = arith::MaxSIOp::create(b, upper,
                                  arith::AddIOp::create(b, lower, getIndex(1)));
  auto groups = scf::ForOp::create(b, lower, last, size);
  b.setInsertionPointToStart(groups.getBody());
  Value begin = groups.getInductionVar();
  Value end =
      arith::MinSIOp::create(b, arith::AddIOp::create(b, begin, size), upper);
  if (nest.fill)
    isFirst = compare(arith::CmpIPredicate::eq, begin, lower);
  auto [tilesBegin, tilesEnd] = emitGroup(begin, end);
  if (nest.fill) {
    auto branch = scf::IfOp::create(b, isFirst);
    nest.fill->moveBefore(branch.thenBlock()->getTerminator());
    excludeIterations(nest.fill, tilesBegin, tilesEnd);
  }
  outer.setLowerBound(begin);
  outer.setUpperBound(end);
  outer->moveBefore(groups.getBody()->getTerminator());
  excludeIterations(nest.inner, tilesBegin, tilesEnd);
}

/// Whether the loops over tiles may be tagged as optional parallel loops: no
/// loop encloses the nest, and all other parallel loops are optional.
static bool canBeParallel(scf::ForOp loop) {
  if (loop->getParentOfType<LoopLikeOpInterface>() ||
      loop->getParentOfType<PartitionsOp>())
    return false;
  WalkResult result =
      loop->getParentOfType<func::FuncOp>().walk([](scf::ForOp other) {
        return isParallel(other) && !isOptional(other) ? WalkResult::interrupt()
                                                       : WalkResult::advance();
      });
  return !result.wasInterrupted();
}

/// Tiles an accumulation nest, or reports why its accesses prevent it.
static void tileAccumulation(AccumulationNest &nest) {
  auto refuse = [&](const Twine &reason) {
    (void)reportMissed(nest.outer, LoweringOption::TileSweeps, reason);
  };
  LaneAnalysis analysis(nest.inner, /*quiet=*/true);
  if (failed(analysis.run(/*strict=*/true)))
    return refuse("the inner loop cannot be vectorized: " +
                  analysis.getReason());
  if (std::optional<std::string> reason = whyNotInVectors(nest.inner, analysis))
    return refuse(*reason);
  bool mayBeParallel = canBeParallel(nest.outer);
  TiledAccumulation tiles(nest, analysis, mayBeParallel);
  auto arrays =
      llvm::map_to_vector(nest.arrays, [](const AccumulatedArray &accumulated) {
        return describeArray(accumulated.array);
      });
  reportPassed(
      nest.outer, LoweringOption::TileSweeps,
      "accumulates up to " + Twine(tiles.getMaxIterations()) +
          " iterations into tiles of " + Twine(tiles.getLanes()) +
          " elements of " + llvm::join(arrays, " and of ") + " in registers" +
          (mayBeParallel ? ", in a loop over tiles that may be parallel" : ""));
  tiles.emit();
}

void weft::tileSweeps(func::FuncOp function) {
  SmallVector<scf::ForOp> loops;
  function.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops)
    if (isChosen(loop, LoweringOption::TileSweeps))
      if (std::optional<AccumulationNest> nest = findAccumulationNest(loop))
        tileAccumulation(*nest);
}
