//===- Lookup.cpp - Segments that are looked up -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A segment that is intersected with many others, one after the other, is not
// merged each time: an array tells the position of each of its coordinates
// (docs/decisions, 126). Positions of different segments differ, so that what
// another segment has left in the array is told by its position, and nothing is
// cleared. Where lengths are skewed, search is faster, and stays.
//
//===----------------------------------------------------------------------===//

#include "LoopEmitter.h"

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

/// The number of positions of a level, which can be told before all loops.
static Value emitCount(ImplicitLocOpBuilder &b, Value storage, int64_t last) {
  level::FormatAttr format =
      level::getFormat(cast<level::StorageType>(storage.getType()).getTensor());
  Value none = arith::ConstantIndexOp::create(b, 0);
  Value count = arith::ConstantIndexOp::create(b, 1);
  for (int64_t level = 0; level <= last; ++level)
    if (format.getLevelType(level).hasPositionIterate())
      count =
          level::PosBoundsOp::create(b, storage, level, none, count).getEnd();
    else
      count = arith::MulIOp::create(b, count,
                                    level::SizeOp::create(b, storage, level));
  return count;
}

void LoopEmitter::emitMap(Lookup &lookup) {
  ImplicitLocOpBuilder b(op.getLoc(), lookup.outermost);
  auto type = MemRefType::get({ShapedType::kDynamic}, b.getIndexType());
  Value none = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value nowhere = arith::ConstantIndexOp::create(b, -1);
  Value count = emitCount(b, op.getStorages()[lookup.mapped],
                          op.getSegment(lookup.mapped).getFirstLevel());
  // No more places than the level has entries.
  lookup.hasMap =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ule, op.getUpper(), count);
  Value size = arith::SelectOp::create(b, lookup.hasMap, op.getUpper(), none);
  lookup.map = memref::AllocOp::create(b, type, size);
  lookup.current = memref::AllocOp::create(b, type, one);
  memref::StoreOp::create(b, nowhere, lookup.current, none);
  b.setInsertionPointAfter(lookup.outermost);
  memref::DeallocOp::create(b, lookup.current);
  memref::DeallocOp::create(b, lookup.map);
}

/// Whether one length is at least so many times as long as another one.
static Value emitIsLonger(ImplicitLocOpBuilder &b, Value one, Value other,
                          int64_t times) {
  Value part =
      arith::DivUIOp::create(b, one, arith::ConstantIndexOp::create(b, times));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::uge, part, other);
}

Value LoopEmitter::emitIsLookedUp(const Lookup &lookup) {
  ImplicitLocOpBuilder b(op.getLoc(), builder);
  Iterator &iterated = iterators[lookup.iterated];
  Iterator &mapped = iterators[lookup.mapped];
  Value ofIterated =
      arith::SubIOp::create(b, iterated.getEnd(), iterated.getBegin().front());
  Value ofMapped =
      arith::SubIOp::create(b, mapped.getEnd(), mapped.getBegin().front());
  int64_t least = op.getGallopAttr().getInt();
  Value yes = arith::ConstantIntOp::create(b, 1, 1);
  Value none = arith::ConstantIndexOp::create(b, 0);
  Value current = memref::LoadOp::create(b, lookup.current, none);
  Value isMapped = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, current,
                                         mapped.getBegin().front());
  // One that is there already is looked up also if it is long.
  Value isLong =
      arith::AndIOp::create(b, emitIsLonger(b, ofMapped, ofIterated, least),
                            arith::XOrIOp::create(b, isMapped, yes));
  Value isSearched = arith::OrIOp::create(
      b, emitIsLonger(b, ofIterated, ofMapped, least), isLong);
  return arith::AndIOp::create(b, lookup.hasMap,
                               arith::XOrIOp::create(b, isSearched, yes));
}

/// Emits that no coordinate has a position, if no segment was stored yet.
static void emitFirstFill(OpBuilder &builder, Location loc, Value current,
                          Value map) {
  ImplicitLocOpBuilder b(loc, builder);
  Value none = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value nowhere = arith::ConstantIndexOp::create(b, -1);
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, current, nowhere);
  scf::IfOp::create(b, isFirst, [&](OpBuilder &inner, Location loc) {
    Value size = memref::DimOp::create(inner, loc, map, none);
    scf::ForOp::create(inner, loc, none, size, one, ValueRange(),
                       [&](OpBuilder &b, Location loc, Value k, ValueRange) {
                         memref::StoreOp::create(b, loc, nowhere, map, k);
                         scf::YieldOp::create(b, loc);
                       });
    scf::YieldOp::create(inner, loc);
  });
}

void LoopEmitter::emitMapping(OpBuilder &builder, const Lookup &lookup) {
  ImplicitLocOpBuilder b(op.getLoc(), builder);
  Iterator &mapped = iterators[lookup.mapped];
  Value none = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value begin = mapped.getBegin().front();
  Value current = memref::LoadOp::create(b, lookup.current, none);
  Value isOther =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ne, current, begin);
  scf::IfOp::create(b, isOther, [&](OpBuilder &inner, Location loc) {
    emitFirstFill(inner, loc, current, lookup.map);
    memref::StoreOp::create(inner, loc, begin, lookup.current, none);
    scf::ForOp::create(
        inner, loc, begin, mapped.getEnd(), one, ValueRange(),
        [&](OpBuilder &inner, Location loc, Value position, ValueRange) {
          Place place;
          mapped.emitAccess(inner, position, place);
          memref::StoreOp::create(inner, loc, position, lookup.map,
                                  place.coordinates.front());
          scf::YieldOp::create(inner, loc);
        });
    scf::YieldOp::create(inner, loc);
  });
}

SmallVector<Value> LoopEmitter::emitLookups(OpBuilder &builder,
                                            const Lookup &lookup,
                                            unsigned point) {
  Location loc = op.getLoc();
  emitMapping(builder, lookup);
  Iterator &iterated = iterators[lookup.iterated];
  Iterator &mapped = iterators[lookup.mapped];
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value begin = mapped.getBegin().front();
  Value length = arith::SubIOp::create(builder, loc, mapped.getEnd(), begin);
  auto emitBody = [&](OpBuilder &builder, Location loc, Value position,
                      ValueRange args) {
    Step step{point, {}, nullptr, SmallVector<Place>(iterators.size())};
    Place &place = step.places[lookup.iterated];
    iterated.emitAccess(builder, position, place);
    step.coordinates = place.coordinates;
    Place &other = step.places[lookup.mapped];
    other.coordinates = place.coordinates;
    other.position = memref::LoadOp::create(builder, loc, lookup.map,
                                            place.coordinates.front());
    Value offset = arith::SubIOp::create(builder, loc, other.position, begin);
    other.matches = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, offset, length);
    step.variable = space.emitVariable(builder, step.coordinates, Value());
    nameCoordinates(op, step.coordinates, step.variable);
    for (unsigned id : lattice[point].locators.set_bits())
      step.places[id] = iterators[id].emitLocate(builder, step.coordinates,
                                                 step.variable, Value());
    scf::YieldOp::create(builder, loc, emitRegions(builder, step, args));
  };
  auto loop = scf::ForOp::create(builder, loc, iterated.getBegin().front(),
                                 iterated.getEnd(), one, carried, emitBody);
  return SmallVector<Value>(loop.getResults());
}

bool LoopEmitter::emitLookupOrMerge(unsigned point) {
  std::optional<analysis::SegmentLookup> segments =
      mayLookUp ? analysis::findLookup(op) : std::nullopt;
  if (!segments)
    return false;
  Lookup lookup{*segments, {}, {}, {}};
  emitMap(lookup);
  Value isLookedUp = emitIsLookedUp(lookup);
  auto branch =
      scf::IfOp::create(builder, op.getLoc(), ValueRange(carried).getTypes(),
                        isLookedUp, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  auto yield = [&](ValueRange results) {
    if (!results.empty())
      scf::YieldOp::create(builder, op.getLoc(), results);
  };
  builder.setInsertionPointToStart(branch.thenBlock());
  yield(emitLookups(builder, lookup, point));
  builder.setInsertionPointToStart(branch.elseBlock());
  looksUp = true;
  emitWhile(point);
  yield(carried);
  carried.assign(branch.getResults().begin(), branch.getResults().end());
  return true;
}
