//===- TileSweeps.cpp - Vectors that loops go over again and again --------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product with a matrix that is stored by diagonals sweeps over the result
// once for each of them, which reads and writes it as often. Several sweeps are
// done together: a tile of the result is a vector that stays in registers while
// all of them combine into it, one after the other and so in the order that
// they had. AccumulationNest need not begin and end at the same place: tiles
// are where all of them are, and what is beside the tiles is swept as before.
// No two tiles have an element in common, so that threads may share them.
//
//===----------------------------------------------------------------------===//

#include "UnrollAndJam/AccumulationNest.h"
#include "UnrollAndJam/UnrollAndJam.h"
#include "Vectorization/LaneEmitter.h"
#include "Vectorization/VectorLoop.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace weft;

/// How many sweeps are done together: as many streams as processors prefetch.
static constexpr int64_t kMaxSweeps = 16;
/// How many there are at least. Two or three read little more than they
/// compute.
static constexpr int64_t kMinSweeps = 4;
/// The registers of a tile.
static constexpr int64_t kTileRegisters = 2;
/// How many tiles ahead memory is read, into the second cache: a few bytes each
/// of many rows are more than processors see as streams, and all of them more
/// than the first one has room for.
static constexpr int64_t kTilesAhead = 16;
/// How many tiles a sweep has at least.
static constexpr int64_t kMinTiles = 4;

namespace {
class TiledSweeps {
public:
  TiledSweeps(AccumulationNest &sweeps, const LaneAnalysis &analysis,
              bool threadsMayShare)
      : sweeps(sweeps), analysis(analysis), threadsMayShare(threadsMayShare),
        b(sweeps.around.getLoc(), sweeps.around),
        lanes(kTileRegisters * kVectorBytes / analysis.getWidth()) {}

  void emit();

private:
  Value getIndex(int64_t number) {
    return arith::ConstantIndexOp::create(b, number);
  }
  Value compare(arith::CmpIPredicate predicate, Value left, Value right) {
    return arith::CmpIOp::create(b, predicate, left, right);
  }
  /// Emits what a step computes before its sweep, of which it gives the bounds.
  std::pair<Value, Value> emitBounds(Value step, IRMapping &mapping);
  /// Where all of some sweeps are, and how long they are together.
  struct Range {
    Value begin, end, length;
  };
  Range emitRange(Value begin, Value end);
  /// Emits whether it is worth while to look at some sweeps.
  Value emitMayGain(Value begin, Value end);
  /// Emits the tiles of some sweeps, and gives where they begin and end.
  std::pair<Value, Value> emitGroup(Value begin, Value end);
  /// Emits what there is in a tile before some sweeps.
  Value emitInit(const VectorTile &place);
  /// Lets the processor load what a sweep reads alone, some tiles ahead.
  void emitPrefetches(const IRMapping &mapping, Value tile);
  /// Emits what some sweeps do to a tile.
  void emitTile(Value begin, Value end, Value tile);
  VectorTile getTile(const SweptArray &swept, Value tile);

  AccumulationNest &sweeps;
  const LaneAnalysis &analysis;
  bool threadsMayShare;
  ImplicitLocOpBuilder b;
  int64_t lanes;
  /// Whether no sweep was before, if the array is filled; else null.
  Value isFirst;
};
} // namespace

std::pair<Value, Value> TiledSweeps::emitBounds(Value step,
                                                IRMapping &mapping) {
  mapping.map(sweeps.around.getInductionVar(), step);
  for (Operation &op : llvm::make_range(sweeps.around.getBody()->begin(),
                                        sweeps.sweep->getIterator()))
    b.clone(op, mapping);
  return {mapping.lookupOrDefault(sweeps.sweep.getLowerBound()),
          mapping.lookupOrDefault(sweeps.sweep.getUpperBound())};
}

TiledSweeps::Range TiledSweeps::emitRange(Value begin, Value end) {
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

VectorTile TiledSweeps::getTile(const SweptArray &swept, Value tile) {
  Value index = tile;
  if (swept.offset)
    index = arith::AddIOp::create(b, tile, swept.offset);
  Type element = cast<MemRefType>(swept.array.getType()).getElementType();
  return {swept.array, {index}, {}, VectorType::get(lanes, element), {}};
}

void TiledSweeps::emitPrefetches(const IRMapping &mapping, Value tile) {
  for (auto load : sweeps.sweep.getBody()->getOps<memref::LoadOp>()) {
    if (analysis.getAccessKind(load.getIndices()) != LaneKind::Consecutive ||
        !isScaled(load.getIndices().back(), sweeps.around))
      continue;
    // The pure operations of the index are those of the step as well.
    llvm::SetVector<Operation *> slice;
    BackwardSliceOptions options;
    options.inclusive = true;
    options.filter = [&](Operation *op) {
      return op->getBlock() == sweeps.sweep.getBody();
    };
    (void)getBackwardSlice(load.getIndices().back(), &slice, options);
    IRMapping ahead = mapping;
    ahead.map(sweeps.sweep.getInductionVar(),
              arith::AddIOp::create(b, tile, getIndex(kTilesAhead * lanes)));
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

void TiledSweeps::emitTile(Value begin, Value end, Value tile) {
  SmallVector<VectorTile> places;
  SmallVector<Value> inits;
  for (const SweptArray &swept : sweeps.arrays) {
    places.push_back(getTile(swept, tile));
    inits.push_back(emitInit(places.back()));
  }
  auto steps = scf::ForOp::create(b, begin, end, getIndex(1), inits);
  for (auto [place, result] : llvm::zip_equal(places, steps.getResults()))
    place.emitStore(b, result);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(steps.getBody());
  IRMapping mapping;
  emitBounds(steps.getInductionVar(), mapping);
  emitPrefetches(mapping, tile);
  LaneEmitter emitter(b, analysis, lanes, mapping);
  for (auto [swept, vector] :
       llvm::zip_equal(sweeps.arrays, steps.getRegionIterArgs()))
    emitter.keep(swept.array, vector);
  emitter.emitStep(sweeps.sweep, tile);
  scf::YieldOp::create(
      b, llvm::map_to_vector(sweeps.arrays, [&](const SweptArray &swept) {
        return emitter.getKept(swept.array);
      }));
}

Value TiledSweeps::emitInit(const VectorTile &place) {
  if (!isFirst)
    return place.emitLoad(b)->getResult(0);
  auto branch = scf::IfOp::create(b, place.type, isFirst, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  auto store = cast<memref::StoreOp>(sweeps.fill.getBody()->front());
  b.setInsertionPointToEnd(branch.thenBlock());
  Value filled =
      vector::BroadcastOp::create(b, place.type, store.getValueToStore());
  scf::YieldOp::create(b, filled);
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, place.emitLoad(b)->getResult(0));
  return branch.getResult(0);
}

Value TiledSweeps::emitMayGain(Value begin, Value end) {
  Value isEnough =
      compare(arith::CmpIPredicate::sge, arith::SubIOp::create(b, end, begin),
              getIndex(kMinSweeps));
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

/// Marks a loop parallel and optional.
static void markOptionalParallel(scf::ForOp loop) {
  updateLoopInfo(loop, [&](LoopInfo &info) {
    info.parallel = DistributionAttr::get(
        loop.getContext(), DistributionKind::Static, std::nullopt);
    info.isOptional = true;
  });
}

std::pair<Value, Value> TiledSweeps::emitGroup(Value begin, Value end) {
  Type index = b.getIndexType();
  Value nowhere = getIndex(std::numeric_limits<int64_t>::min());
  auto branch =
      scf::IfOp::create(b, TypeRange{index, index}, emitMayGain(begin, end),
                        /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, ValueRange{nowhere, nowhere});
  b.setInsertionPointToEnd(branch.thenBlock());
  Range range = emitRange(begin, end);
  Value length = arith::SubIOp::create(b, range.end, range.begin);
  Value count = arith::SubIOp::create(b, end, begin);
  Value inAll = arith::MulIOp::create(b, count, length);
  Value isWorth = arith::AndIOp::create(
      b, compare(arith::CmpIPredicate::sge, length, getIndex(lanes)),
      compare(arith::CmpIPredicate::sge, arith::AddIOp::create(b, inAll, inAll),
              range.length));
  if (scf::ForOp fill = sweeps.fill) {
    Value isFilled = arith::AndIOp::create(
        b,
        compare(arith::CmpIPredicate::sge, range.begin, fill.getLowerBound()),
        compare(arith::CmpIPredicate::sle, range.end, fill.getUpperBound()));
    isWorth = arith::AndIOp::create(b, isWorth, isFilled);
  }
  Value numTiles = arith::SelectOp::create(
      b, isWorth, arith::DivUIOp::create(b, length, getIndex(lanes)),
      getIndex(0));
  Value first = arith::SelectOp::create(b, isWorth, range.begin, nowhere);
  auto getTileBegin = [&](Value number) -> Value {
    return arith::AddIOp::create(
        b, first, arith::MulIOp::create(b, number, getIndex(lanes)));
  };
  Value last = getTileBegin(numTiles);
  auto tiles = scf::ForOp::create(b, getIndex(0), numTiles, getIndex(1));
  if (threadsMayShare)
    markOptionalParallel(tiles);
  scf::YieldOp::create(b, ValueRange{first, last});
  b.setInsertionPointToStart(tiles.getBody());
  emitTile(begin, end, getTileBegin(tiles.getInductionVar()));
  return {branch.getResult(0), branch.getResult(1)};
}

void TiledSweeps::emit() {
  scf::ForOp around = sweeps.around;
  Value lower = around.getLowerBound(), upper = around.getUpperBound();
  Value size = getIndex(kMaxSweeps), last = upper;
  // The first group fills what there is, though there may be no sweep.
  if (sweeps.fill)
    last = arith::MaxSIOp::create(b, upper,
                                  arith::AddIOp::create(b, lower, getIndex(1)));
  auto groups = scf::ForOp::create(b, lower, last, size);
  b.setInsertionPointToStart(groups.getBody());
  Value begin = groups.getInductionVar();
  Value end =
      arith::MinSIOp::create(b, arith::AddIOp::create(b, begin, size), upper);
  if (sweeps.fill)
    isFirst = compare(arith::CmpIPredicate::eq, begin, lower);
  auto [tilesBegin, tilesEnd] = emitGroup(begin, end);
  if (sweeps.fill) {
    auto branch = scf::IfOp::create(b, isFirst);
    sweeps.fill->moveBefore(branch.thenBlock()->getTerminator());
    leaveOut(sweeps.fill, tilesBegin, tilesEnd);
  }
  around.setLowerBound(begin);
  around.setUpperBound(end);
  around->moveBefore(groups.getBody()->getTerminator());
  leaveOut(sweeps.sweep, tilesBegin, tilesEnd);
}

/// Whether tiles of a loop may be optional parallel loops: no loop encloses it,
/// and the function has no parallel loop that is not optional.
static bool mayBeShared(scf::ForOp loop) {
  if (loop->getParentOfType<LoopLikeOpInterface>() ||
      loop->getParentOfType<PartsOp>())
    return false;
  WalkResult result =
      loop->getParentOfType<func::FuncOp>().walk([](scf::ForOp other) {
        return isParallel(other) && !isOptional(other) ? WalkResult::interrupt()
                                                       : WalkResult::advance();
      });
  return !result.wasInterrupted();
}

void weft::tileSweeps(func::FuncOp function) {
  SmallVector<scf::ForOp> loops;
  function.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops) {
    if (!isChosen(loop, LoweringOption::TileSweeps))
      continue;
    std::optional<AccumulationNest> sweeps = findAccumulationNest(loop);
    if (!sweeps)
      continue;
    LaneAnalysis analysis(sweeps->sweep, /*quiet=*/true);
    if (succeeded(analysis.run(/*strict=*/true)) &&
        isOfRows(sweeps->sweep, analysis))
      TiledSweeps(*sweeps, analysis, mayBeShared(loop)).emit();
  }
}
