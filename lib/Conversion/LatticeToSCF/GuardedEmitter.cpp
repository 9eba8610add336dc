//===- GuardedEmitter.cpp - The loop of a guarded coiteration ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits one loop over all segments of a union, in place of one per lattice
// point. An exhausted segment has a coordinate past all others, and presence
// flags tell the region which segments have the resolved coordinate. The size
// of the code is linear in the number of segments.
//
//===----------------------------------------------------------------------===//

#include "GuardedEmitter.h"
#include "LoopEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;
using analysis::LatticePoint;

Value GuardedEmitter::emitAnyPoint(PointTest test) {
  if (Value any = lattice::emitAnyPoint(builder, loc, points, test))
    return any;
  return arith::ConstantIntOp::create(builder, loc, true, 1);
}

bool GuardedEmitter::coversIterators() {
  return llvm::all_of(iterated, [&](unsigned id) {
    llvm::SmallBitVector alone(op.getNumSegments() + 1);
    alone.set(id);
    return iterators[id].alwaysFinds() && containsAny(points, alone);
  });
}

ValueRange GuardedEmitter::getInductionsOf(unsigned id, ValueRange inductions) {
  for (unsigned other : iterated) {
    size_t count = iterators[other].getBegin().size();
    if (other == id)
      return inductions.take_front(count);
    inductions = inductions.drop_front(count);
  }
  llvm_unreachable("the loop iterates over the segment");
}

SmallVector<Value> GuardedEmitter::emit() {
  bool hasUniverse = anyPoint(points, [](const LatticePoint &point) {
    return point.iteratesUniverse();
  });
  for (unsigned id = 0, e = op.getNumSegments(); id <= e; ++id)
    if (id == e ? hasUniverse : !op.isLocatedGuarded(id))
      iterated.push_back(id);
  return carriesCoordinates() ? emitCarried() : emitReading();
}

SmallVector<Value> GuardedEmitter::emitReading() {
  llvm::SmallBitVector ids(iterators.size());
  for (unsigned id : iterated)
    ids.set(id);
  space.initialize(builder);
  initializeIterators(builder, op, iterators, ids);
  SmallVector<Value> inits;
  for (unsigned id : iterated)
    llvm::append_range(inits, iterators[id].getBegin());
  unsigned numInductions = inits.size();
  llvm::append_range(inits, op.getInits());

  auto loop = scf::WhileOp::create(
      builder, loc, ValueRange(inits).getTypes(), inits,
      [&](OpBuilder &, Location, ValueRange args) {
        Value condition = emitAnyPoint([&](unsigned id) -> Value {
          if (!llvm::is_contained(iterated, id))
            return Value();
          return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       getInductionsOf(id, args).front(),
                                       iterators[id].getEnd());
        });
        if (Value goesOn =
                emitGoesOn(builder, op, args.drop_front(numInductions)))
          condition = arith::AndIOp::create(builder, loc, condition, goesOn);
        scf::ConditionOp::create(builder, loc, condition, args);
      },
      [&](OpBuilder &, Location, ValueRange args) {
        ValueRange inductions = args.take_front(numInductions);
        emitPlaces(inductions);
        SmallVector<Value> results = emitBody(args.drop_front(numInductions));
        SmallVector<Value> next = emitAdvance(inductions);
        llvm::append_range(next, results);
        scf::YieldOp::create(builder, loc, next);
      });
  return loop.getResults().drop_front(numInductions);
}

/// Where an iterator stands; its coordinates are the largest number if it is
/// exhausted.
void GuardedEmitter::emitPlace(unsigned id, ValueRange inductions,
                               Value alive) {
  Place &place = places[id];
  unsigned numDimensions = op.getNumDimensions();
  Value last = arith::ConstantIndexOp::create(builder, loc, -1);
  if (iterators[id].isUniverse()) {
    iterators[id].emitAccess(builder, inductions, place);
    for (Value &coordinate : place.coordinates)
      coordinate =
          arith::SelectOp::create(builder, loc, alive, coordinate, last);
    return;
  }
  // Only places before the end may be accessed. Without a coordinate there, the
  // induction variables and its being there serve as well as any.
  bool finds = iterators[id].alwaysFinds(), isLimited = false;
  auto access = scf::IfOp::create(
      builder, loc, alive,
      [&](OpBuilder &inner, Location) {
        Place inside;
        iterators[id].emitAccess(inner, inductions, inside);
        SmallVector<Value> results(ArrayRef(inside.coordinates));
        results.push_back(inside.position);
        llvm::append_range(results, inside.tracked);
        if (!finds)
          results.push_back(inside.found);
        isLimited = inside.runLimit != nullptr;
        if (isLimited)
          results.push_back(inside.runLimit);
        scf::YieldOp::create(inner, loc, results);
      },
      [&](OpBuilder &inner, Location) {
        SmallVector<Value> results(numDimensions, last);
        llvm::append_range(results, inductions);
        if (!finds)
          results.push_back(alive);
        if (isLimited)
          results.push_back(inductions.front());
        scf::YieldOp::create(inner, loc, results);
      });
  ValueRange results = access.getResults();
  auto take = [&](size_t count) {
    ValueRange taken = results.take_front(count);
    results = results.drop_front(count);
    return taken;
  };
  place.coordinates = Coordinates(take(numDimensions));
  place.position = take(1).front();
  llvm::append_range(place.tracked, take(inductions.size() - 1));
  if (!finds)
    place.found = take(1).front();
  if (isLimited)
    place.runLimit = take(1).front();
}

void GuardedEmitter::emitPlaces(ValueRange inductions) {
  places.assign(iterators.size(), Place());
  SmallVector<Value> alive(iterators.size());
  resolved.clear();
  for (unsigned id : iterated) {
    ValueRange own = getInductionsOf(id, inductions);
    alive[id] = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                      own.front(), iterators[id].getEnd());
    emitPlace(id, own, alive[id]);
    const Coordinates &coordinates = places[id].coordinates;
    resolved = resolved.empty() ? coordinates
                                : emitMin(builder, loc, resolved, coordinates);
  }
  emitMatches(inductions, alive);
}

void GuardedEmitter::emitMatches(ValueRange inductions, ArrayRef<Value> alive) {
  for (unsigned id : iterated) {
    Place &place = places[id];
    place.matches = emitEqual(builder, loc, place.coordinates, resolved);
    // Without a match the run is empty, because its first coordinate differs.
    if (iterators[id].hasRuns())
      place.runEnd = iterators[id].emitRunEnd(
          builder, getInductionsOf(id, inductions).front(), place, resolved);
  }
  emitLocated(alive);
}

void GuardedEmitter::emitLocated(ArrayRef<Value> alive) {
  Value position =
      op.getPositions() ? places[*op.getPositions()].position : Value();
  variable = space.emitVariable(builder, resolved, position);
  nameCoordinates(op, resolved, variable);
  // Where an iterator finds nothing, there may be no coordinate to look up; nor
  // is there at its end.
  llvm::SmallBitVector ids(iterators.size());
  for (unsigned id : iterated)
    ids.set(id);
  Value inside =
      emitHasCoordinate(builder, loc, iterators, ids, [&](unsigned id) {
        return places[id].found ? places[id].found : alive[id];
      });
  for (unsigned id = 0, e = op.getNumSegments(); id != e; ++id)
    if (!llvm::is_contained(iterated, id))
      places[id] =
          iterators[id].emitLocate(builder, resolved, variable, inside);
}

/// Whether a segment has the resolved coordinate; null if it always has.
Value GuardedEmitter::emitPresence(unsigned id) {
  const Place &place = places[id];
  if (place.matches && place.found)
    return arith::AndIOp::create(builder, loc, place.matches, place.found);
  return place.found ? place.found : place.matches;
}

SmallVector<Value> GuardedEmitter::emitBody(ValueRange carried) {
  if (coversIterators())
    return emitRegion(carried);
  Value inDomain = emitAnyPoint([&](unsigned id) { return emitPresence(id); });
  auto branch = scf::IfOp::create(builder, loc, carried.getTypes(), inDomain,
                                  /*addThenBlock=*/true, !carried.empty());
  auto fill = [&](Block *block, function_ref<SmallVector<Value>()> emit) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(block);
    scf::YieldOp::create(builder, loc, emit());
  };
  fill(branch.thenBlock(), [&] { return emitRegion(carried); });
  if (!carried.empty())
    fill(branch.elseBlock(), [&] { return SmallVector<Value>(carried); });
  return SmallVector<Value>(branch.getResults());
}

SmallVector<Value> GuardedEmitter::emitRegion(ValueRange carried) {
  return inlineRegion(builder, op.getBlock(0), getRegionArguments(carried));
}

SmallVector<Value> GuardedEmitter::getRegionArguments(ValueRange carried) {
  SmallVector<Value> args = llvm::to_vector(ValueRange(resolved));
  if (variable)
    args.push_back(variable);
  for (int64_t segment : op.getSegmentsOfRegion(0)) {
    const Place &place = places[segment];
    args.push_back(place.position);
    if (op.hasPositionRange(segment))
      args.push_back(emitRunEnd(builder, loc, place));
    Value presence = emitPresence(segment);
    args.push_back(presence
                       ? presence
                       : arith::ConstantIntOp::create(builder, loc, true, 1));
  }
  llvm::append_range(args, carried);
  return args;
}

SmallVector<Value> GuardedEmitter::emitAdvance(ValueRange inductions) {
  SmallVector<Value> next;
  for (unsigned id : iterated)
    llvm::append_range(
        next, iterators[id].emitNext(builder, getInductionsOf(id, inductions),
                                     places[id]));
  return next;
}

SmallVector<Value> weft::lattice::emitGuarded(CoiterateOp op,
                                              OpBuilder &builder) {
  return GuardedEmitter(op, builder).emit();
}
