//===- Lookup.cpp - Segments that are looked up -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A segment that is intersected with many others, one after the other, is not
// merged each time: an array tells what it has at each coordinate, which are
// positions or components (docs/decisions/segment-lookup.md). Positions of
// different segments differ, so that what another segment has left in the array
// is told by its position, and nothing is cleared; components are cleared by
// the segment that follows. Threads take an array for a partition of the
// iterations of the loop that they share, and each iteration leaves it as it
// was. Where lengths are skewed, search is faster, and stays.
//
//===----------------------------------------------------------------------===//

#include "LoopEmitter.h"

#include "weft/Dialect/Level/IR/Level.h"
#include "weft/Dialect/Weft/IR/ArrayNames.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

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

Type LoopEmitter::Lookup::getElementType() const {
  if (!component)
    return IndexType::get(hasMap.getContext());
  return IntegerType::get(component.getContext(),
                          component.getIntOrFloatBitWidth());
}

static Value emitIndex(ImplicitLocOpBuilder &b, int64_t number) {
  return arith::ConstantIndexOp::create(b, number);
}

/// Emits that no coordinate has an entry.
static scf::ForOp emitFill(ImplicitLocOpBuilder &b, Value map, Value size,
                           Value absent) {
  Value none = emitIndex(b, 0), one = emitIndex(b, 1);
  return scf::ForOp::create(
      b, none, size, one, ValueRange(),
      [&](OpBuilder &b, Location loc, Value k, ValueRange) {
        memref::StoreOp::create(b, loc, absent, map, k);
        scf::YieldOp::create(b, loc);
      });
}

/// The name of a stored tensor that is an argument of the function; empty for
/// other tensors.
static StringRef getStoredTensorName(Value storage) {
  auto open = storage.getDefiningOp<level::OpenOp>();
  Value tensor = open ? open.getTensor() : Value();
  auto argument = dyn_cast_if_present<BlockArgument>(tensor);
  auto function =
      argument
          ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
          : FunctionOpInterface();
  auto name = function ? function.getArgAttrOfType<StringAttr>(
                             argument.getArgNumber(), kTensorNameAttr)
                       : StringAttr();
  return name ? name.getValue() : StringRef();
}

void LoopEmitter::nameTables(const Lookup &lookup) {
  StringRef tensor = getStoredTensorName(op.getStorages()[lookup.mapped]);
  std::string table =
      "level " +
      std::to_string(op.getSegment(lookup.mapped).getFirstLevel() + 1) +
      " lookup table";
  auto name = [&](Value array, const Twine &role) {
    Operation *alloc = array.getDefiningOp();
    alloc->setLoc(setArrayName(alloc->getLoc(), tensor, role));
  };
  name(lookup.map, table);
  name(lookup.current, "bounds in the " + table);
}

void LoopEmitter::emitMap(Lookup &lookup) {
  CoiterateOp all = lookup.parallel ? lookup.parallel : lookup.outermost;
  ImplicitLocOpBuilder b(op.getLoc(), all);
  Value none = emitIndex(b, 0);
  Value count = emitCount(b, op.getStorages()[lookup.mapped],
                          op.getSegment(lookup.mapped).getFirstLevel());
  // No more places than the level has entries.
  lookup.hasMap =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ule, op.getUpper(), count);
  lookup.size = arith::SelectOp::create(b, lookup.hasMap, op.getUpper(), none);
  // As the bits of a number, this is one that says that it is none.
  lookup.absent = arith::ConstantOp::create(
      b, b.getIntegerAttr(lookup.getElementType(), -1));
  lookup.nowhere = emitIndex(b, -1);
  // To be cleared, it has to be known where a segment is.
  lookup.bounds = {none};
  size_t numKept = 1;
  if (lookup.isCleared()) {
    lookup.bounds.push_back(emitIndex(b, 1));
    numKept += 1 + op.getCoordsOf(lookup.mapped).size();
  }
  b.setInsertionPoint(lookup.outermost);
  auto getArrayType = [](int64_t size, Type element) {
    return MemRefType::get({size}, element);
  };
  lookup.map = memref::AllocOp::create(
      b, getArrayType(ShapedType::kDynamic, lookup.getElementType()),
      lookup.size);
  lookup.current =
      memref::AllocOp::create(b, getArrayType(numKept, b.getIndexType()));
  nameTables(lookup);
  emitForget(b, lookup);
  b.setInsertionPointAfter(lookup.outermost);
  if (lookup.parallel)
    emitClear(b, lookup);
  memref::DeallocOp::create(b, lookup.current);
  memref::DeallocOp::create(b, lookup.map);
  if (lookup.parallel)
    keepTable(lookup);
}

void LoopEmitter::keepTable(const Lookup &lookup) {
  Operation *map = lookup.map.getDefiningOp();
  ImplicitLocOpBuilder b(op.getLoc(), map->getContext());
  b.setInsertionPointAfter(map);
  scf::ForOp fill = emitFill(b, lookup.map, lookup.size, lookup.absent);
  // The next iteration, and the next partition, take it as this one leaves it.
  map->setAttr(kTableAttr, b.getI64IntegerAttr(-1));
  fill->setAttr(kTableAttr, b.getUnitAttr());
  SmallVector<Operation *> once = {map, fill, lookup.current.getDefiningOp()};
  for (Value array : {lookup.map, lookup.current})
    for (Operation *user : array.getUsers())
      if (isa<memref::DeallocOp>(user))
        once.push_back(user);
  for (Operation *user : lookup.map.getUsers())
    if (isa<memref::DeallocOp>(user))
      user->setAttr(kTableAttr, b.getUnitAttr());
  for (Operation *op : once)
    op->setAttr(kPerPartitionAttr, b.getUnitAttr());
}

/// Emits whether the length `one` is at least `times` as long as `other`. The
/// operations are on the varying one of the two: the other one is invariant in
/// a loop, and what is computed from it alone would take one more register.
static Value emitIsLonger(ImplicitLocOpBuilder &b, Value one, Value other,
                          int64_t times, bool oneVaries) {
  Value factor = arith::ConstantIndexOp::create(b, times);
  if (oneVaries)
    one = arith::DivUIOp::create(b, one, factor);
  else
    other = arith::MulIOp::create(b, other, factor);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::uge, one, other);
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
  // A segment that is in the table already is looked up also if it is long.
  Value isLong = arith::AndIOp::create(
      b, emitIsLonger(b, ofMapped, ofIterated, least, /*oneVaries=*/false),
      arith::XOrIOp::create(b, isMapped, yes));
  Value isSearched = arith::OrIOp::create(
      b, emitIsLonger(b, ofIterated, ofMapped, least, /*oneVaries=*/true),
      isLong);
  return arith::AndIOp::create(b, lookup.hasMap,
                               arith::XOrIOp::create(b, isSearched, yes));
}

void LoopEmitter::emitAtEntries(
    OpBuilder &builder, const Lookup &lookup, const Entries &entries,
    function_ref<Value(OpBuilder &, Value)> emitStored) {
  Value storage = op.getStorages()[lookup.mapped];
  int64_t level = op.getSegment(lookup.mapped).getFirstLevel();
  Value one = arith::ConstantIndexOp::create(builder, op.getLoc(), 1);
  auto loop = scf::ForOp::create(
      builder, op.getLoc(), entries.begin, entries.end, one, ValueRange(),
      [&](OpBuilder &inner, Location loc, Value position, ValueRange) {
        auto access = level::PosAccessOp::create(inner, loc, storage, level,
                                                 position, entries.ancestors);
        Value stored = emitStored(inner, position);
        memref::StoreOp::create(inner, loc, stored, lookup.map,
                                access.getCoordinate());
        scf::YieldOp::create(inner, loc);
      });
  iterators[lookup.mapped].describeLoop(loop);
}

void LoopEmitter::emitForget(OpBuilder &builder, const Lookup &lookup) {
  for (Value bound : lookup.bounds)
    memref::StoreOp::create(builder, op.getLoc(), lookup.nowhere,
                            lookup.current, bound);
}

Value LoopEmitter::emitCurrent(OpBuilder &builder, const Lookup &lookup,
                               int64_t number) {
  Value place = arith::ConstantIndexOp::create(builder, op.getLoc(), number);
  return memref::LoadOp::create(builder, op.getLoc(), lookup.current, place);
}

void LoopEmitter::emitClear(OpBuilder &builder, const Lookup &lookup) {
  Entries last{
      emitCurrent(builder, lookup, 0), emitCurrent(builder, lookup, 1), {}};
  for (size_t number : llvm::seq(op.getCoordsOf(lookup.mapped).size()))
    last.ancestors.push_back(emitCurrent(builder, lookup, 2 + number));
  emitAtEntries(builder, lookup, last,
                [&](OpBuilder &, Value) { return lookup.absent; });
}

/// The bits of the component at a position. Those that say that there is none
/// become those of another number that says that it is none.
static Value emitBits(ImplicitLocOpBuilder b, Value storage, Value position,
                      Value absent) {
  Value component = level::LoadOp::create(b, storage, position);
  Type type = component.getType();
  Value nan = arith::ConstantOp::create(
      b, b.getFloatAttr(
             type, APFloat::getNaN(cast<FloatType>(type).getFloatSemantics())));
  Value bits = arith::BitcastOp::create(b, absent.getType(), component);
  Value other = arith::BitcastOp::create(b, absent.getType(), nan);
  Value isAbsent =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, bits, absent);
  return arith::SelectOp::create(b, isAbsent, other, bits);
}

void LoopEmitter::emitMapping(OpBuilder &builder, const Lookup &lookup) {
  ImplicitLocOpBuilder b(op.getLoc(), builder);
  Iterator &mapped = iterators[lookup.mapped];
  Entries entries{mapped.getBegin().front(), mapped.getEnd(),
                  SmallVector<Value>(op.getCoordsOf(lookup.mapped))};
  Value current = emitCurrent(b, lookup, 0);
  Value isOther = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, current,
                                        entries.begin);
  auto branch = scf::IfOp::create(b, isOther);
  b.setInsertionPointToStart(branch.thenBlock());
  if (!lookup.parallel) {
    Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, current,
                                          lookup.nowhere);
    auto first = scf::IfOp::create(b, isFirst);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(first.thenBlock());
    emitFill(b, lookup.map, lookup.size, lookup.absent);
  }
  SmallVector<Value> kept = {entries.begin};
  if (lookup.isCleared()) {
    emitClear(b, lookup);
    kept.push_back(entries.end);
    llvm::append_range(kept, entries.ancestors);
  }
  for (auto [number, value] : llvm::enumerate(kept))
    memref::StoreOp::create(b, value, lookup.current, emitIndex(b, number));
  emitAtEntries(b, lookup, entries, [&](OpBuilder &inner, Value position) {
    return lookup.component
               ? emitBits({op.getLoc(), inner}, op.getStorages()[lookup.mapped],
                          position, lookup.absent)
               : position;
  });
}

Place LoopEmitter::emitFound(OpBuilder &builder, const Lookup &lookup,
                             Value coordinate) {
  ImplicitLocOpBuilder b(op.getLoc(), builder);
  Iterator &mapped = iterators[lookup.mapped];
  Place place;
  place.coordinates = {coordinate};
  Value entry = memref::LoadOp::create(b, lookup.map, coordinate);
  if (lookup.component) {
    place.matches = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, entry,
                                          lookup.absent);
    place.component = arith::BitcastOp::create(b, lookup.component, entry);
    return place;
  }
  place.position = entry;
  Value begin = mapped.getBegin().front();
  Value offset = arith::SubIOp::create(b, entry, begin);
  Value length = arith::SubIOp::create(b, mapped.getEnd(), begin);
  place.matches =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, offset, length);
  return place;
}

SmallVector<Value> LoopEmitter::emitLookups(OpBuilder &builder,
                                            const Lookup &lookup,
                                            unsigned point) {
  Location loc = op.getLoc();
  emitMapping(builder, lookup);
  Iterator &iterated = iterators[lookup.iterated];
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto emitBody = [&](OpBuilder &builder, Location loc, Value position,
                      ValueRange args) {
    Step step{point, {}, nullptr, SmallVector<Place>(iterators.size())};
    Place &place = step.places[lookup.iterated];
    iterated.emitAccess(builder, position, place);
    step.coordinates = place.coordinates;
    step.places[lookup.mapped] =
        emitFound(builder, lookup, place.coordinates.front());
    step.variable = space.emitVariable(builder, step.coordinates, Value());
    nameCoordinates(op, step.coordinates, step.variable);
    for (unsigned id : lattice[point].locators.set_bits())
      step.places[id] = iterators[id].emitLocate(builder, step.coordinates,
                                                 step.variable, Value());
    scf::YieldOp::create(builder, loc, emitRegions(builder, step, args));
  };
  auto loop = scf::ForOp::create(builder, loc, iterated.getBegin().front(),
                                 iterated.getEnd(), one, carried, emitBody);
  loop->setLoc(getLoopLoc(op));
  iterated.describeLoop(loop);
  return SmallVector<Value>(loop.getResults());
}

Value LoopEmitter::emitOverlap(unsigned one, unsigned other) {
  ImplicitLocOpBuilder b(op.getLoc(), builder);
  auto emitCoordinate = [&](unsigned id, Value position) {
    Place place;
    iterators[id].emitAccess(b, position, place);
    return place.coordinates.front();
  };
  auto emitFirst = [&](unsigned id) {
    return emitCoordinate(id, iterators[id].getBegin().front());
  };
  auto emitLast = [&](unsigned id) {
    return emitCoordinate(
        id, arith::SubIOp::create(b, iterators[id].getEnd(), emitIndex(b, 1)));
  };
  auto emitStartsBefore = [&](unsigned first, unsigned last) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ule, emitFirst(first),
                                 emitLast(last));
  };
  return arith::AndIOp::create(b, emitStartsBefore(one, other),
                               emitStartsBefore(other, one));
}

void LoopEmitter::emitLookupOrMerge(Lookup lookup, unsigned point) {
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
  emitMerge(point);
  yield(carried);
  carried.assign(branch.getResults().begin(), branch.getResults().end());
}
