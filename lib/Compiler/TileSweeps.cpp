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
// they had. Sweeps need not begin and end at the same place; where one does
// within a tile, it has a mask.
//
//===----------------------------------------------------------------------===//

#include "LaneEmitter.h"
#include "Sweeps.h"
#include "VectorLoop.h"
#include "VectorTile.h"

#include "weft/Compiler/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {
#define GEN_PASS_DEF_TILESWEEPS
#include "weft/Compiler/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// How many sweeps are done together: as many streams as processors prefetch.
static constexpr int64_t kMaxSweeps = 16;
/// How many there are at least. Two or three read little more than they
/// compute.
static constexpr int64_t kMinSweeps = 4;
/// The registers of a tile.
static constexpr int64_t kTileRegisters = 2;
/// How many tiles a sweep has at least.
static constexpr int64_t kMinTiles = 4;

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
class TiledSweeps {
public:
  TiledSweeps(Sweeps &sweeps, const LaneAnalysis &analysis)
      : sweeps(sweeps), analysis(analysis),
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
  /// Where some sweeps are.
  struct Range {
    /// Where the first one begins, and the last one ends.
    Value begin, end;
    /// Where all have begun, and none has ended.
    Value fullBegin, fullEnd;
    /// How long they are together.
    Value length;
  };
  Range emitRange(Value begin, Value end);
  /// Emits the tiles of some sweeps, and gives where these go on.
  Value emitGroup(Value begin, Value end);
  void emitTiles(Value begin, Value end, const Range &range, Value last);
  /// Emits what some sweeps do to a tile, which has a mask for each of them if
  /// not all of it is in all of them.
  SmallVector<Value> emitTile(Value begin, Value end, Value tile,
                              ValueRange inits, bool isFull);
  VectorTile getTile(const SweptArray &swept, Value tile);

  Sweeps &sweeps;
  const LaneAnalysis &analysis;
  ImplicitLocOpBuilder b;
  int64_t lanes;
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
  auto loop = scf::ForOp::create(
      b, begin, end, getIndex(1),
      ValueRange{highest, lowest, lowest, highest, getIndex(0)});
  ValueRange ends = loop.getResults();
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  IRMapping mapping;
  auto [lower, upper] = emitBounds(loop.getInductionVar(), mapping);
  Value isThere = compare(arith::CmpIPredicate::slt, lower, upper);
  Value length = arith::SubIOp::create(b, upper, lower);
  ValueRange carried = loop.getRegionIterArgs();
  // A sweep that is nowhere may say that it is outside of the array.
  auto select = [&](Value value, Value before) -> Value {
    return arith::SelectOp::create(b, isThere, value, before);
  };
  SmallVector<Value> nexts = {
      select(arith::MinSIOp::create(b, carried[0], lower), carried[0]),
      select(arith::MaxSIOp::create(b, carried[1], upper), carried[1]),
      arith::MaxSIOp::create(b, carried[2], lower),
      arith::MinSIOp::create(b, carried[3], upper),
      select(arith::AddIOp::create(b, carried[4], length), carried[4])};
  scf::YieldOp::create(b, nexts);
  return {ends[0], ends[1], ends[2], ends[3], ends[4]};
}

VectorTile TiledSweeps::getTile(const SweptArray &swept, Value tile) {
  Value index = tile;
  if (swept.offset)
    index = arith::AddIOp::create(b, tile, swept.offset);
  Type element = cast<MemRefType>(swept.array.getType()).getElementType();
  return {swept.array, {index}, {}, VectorType::get(lanes, element), {}};
}

SmallVector<Value> TiledSweeps::emitTile(Value begin, Value end, Value tile,
                                         ValueRange inits, bool isFull) {
  auto steps = scf::ForOp::create(b, begin, end, getIndex(1), inits);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(steps.getBody());
  IRMapping mapping;
  auto [lower, upper] = emitBounds(steps.getInductionVar(), mapping);
  LaneEmitter emitter(b, analysis, lanes, mapping);
  if (!isFull)
    emitter.setRange(steps.getLoc(), arith::SubIOp::create(b, lower, tile),
                     arith::SubIOp::create(b, upper, tile));
  for (auto [swept, vector] :
       llvm::zip_equal(sweeps.arrays, steps.getRegionIterArgs()))
    emitter.keep(swept.array, vector);
  emitter.emitStep(sweeps.sweep, tile);
  scf::YieldOp::create(
      b, llvm::map_to_vector(sweeps.arrays, [&](const SweptArray &swept) {
        return emitter.getKept(swept.array);
      }));
  return SmallVector<Value>(steps.getResults());
}

void TiledSweeps::emitTiles(Value begin, Value end, const Range &range,
                            Value last) {
  auto tiles = scf::ForOp::create(b, range.begin, last, getIndex(lanes));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(tiles.getBody());
  Value tile = tiles.getInductionVar();
  SmallVector<VectorTile> places;
  SmallVector<Value> inits;
  for (const SweptArray &swept : sweeps.arrays) {
    places.push_back(getTile(swept, tile));
    inits.push_back(places.back().emitLoad(b)->getResult(0));
  }
  Value behind = arith::AddIOp::create(b, tile, getIndex(lanes));
  Value isFull = arith::AndIOp::create(
      b, compare(arith::CmpIPredicate::sge, tile, range.fullBegin),
      compare(arith::CmpIPredicate::sle, behind, range.fullEnd));
  auto branch = scf::IfOp::create(b, ValueRange(inits).getTypes(), isFull,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  for (auto [place, result] : llvm::zip_equal(places, branch.getResults()))
    place.emitStore(b, result);
  for (bool full : {true, false}) {
    b.setInsertionPointToEnd(full ? branch.thenBlock() : branch.elseBlock());
    scf::YieldOp::create(b, emitTile(begin, end, tile, inits, full));
  }
}

Value TiledSweeps::emitGroup(Value begin, Value end) {
  Value count = arith::SubIOp::create(b, end, begin);
  IRMapping mapping;
  auto [lower, upper] = emitBounds(begin, mapping);
  // A look at the first sweep tells whether to look at all.
  Value mayGain = arith::AndIOp::create(
      b, compare(arith::CmpIPredicate::sge, count, getIndex(kMinSweeps)),
      compare(arith::CmpIPredicate::sge, arith::SubIOp::create(b, upper, lower),
              getIndex(kMinTiles * lanes)));
  auto branch = scf::IfOp::create(b, b.getIndexType(), mayGain,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, getIndex(std::numeric_limits<int64_t>::min()));
  b.setInsertionPointToEnd(branch.thenBlock());
  Range range = emitRange(begin, end);
  Value length = arith::SubIOp::create(b, range.end, range.begin);
  // Tiles are gone through by sweeps that do not reach them, too.
  Value isDense = compare(arith::CmpIPredicate::sge,
                          arith::AddIOp::create(b, range.length, range.length),
                          arith::MulIOp::create(b, count, length));
  Value left = arith::RemUIOp::create(b, length, getIndex(lanes));
  Value full = arith::SubIOp::create(b, range.end, left);
  Value last = arith::SelectOp::create(b, isDense, full, range.begin);
  emitTiles(begin, end, range, last);
  scf::YieldOp::create(b, last);
  return branch.getResult(0);
}

void TiledSweeps::emit() {
  scf::ForOp around = sweeps.around;
  Value upper = around.getUpperBound(), size = getIndex(kMaxSweeps);
  auto groups = scf::ForOp::create(b, around.getLowerBound(), upper, size);
  b.setInsertionPointToStart(groups.getBody());
  Value begin = groups.getInductionVar();
  Value end =
      arith::MinSIOp::create(b, arith::AddIOp::create(b, begin, size), upper);
  Value last = emitGroup(begin, end);
  around.setLowerBound(begin);
  around.setUpperBound(end);
  around->moveBefore(groups.getBody()->getTerminator());
  b.setInsertionPoint(sweeps.sweep);
  sweeps.sweep.setLowerBound(
      arith::MaxSIOp::create(b, sweeps.sweep.getLowerBound(), last));
}

namespace {
struct TileSweeps : weft::impl::TileSweepsBase<TileSweeps> {
  using TileSweepsBase::TileSweepsBase;
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      std::optional<Sweeps> sweeps = findSweeps(loop);
      if (!sweeps)
        continue;
      LaneAnalysis analysis(sweeps->sweep, /*quiet=*/true);
      if (succeeded(analysis.run(/*strict=*/true)) &&
          LaneEmitter::canMask(sweeps->sweep, analysis))
        TiledSweeps(*sweeps, analysis).emit();
    }
  }
};
} // namespace
