//===- CarriedCoordinates.cpp - Unions that carry coordinates ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a union of many segments, few have the coordinate of a step. The loop
// carries the current coordinate of each segment and loads the next one only
// where the segment advances. It also carries the minimum of each group of
// segments, so that a step compares the coordinates of few groups.
//
// In a union of intersections, each intersection is a term: it advances from
// one common coordinate to the next, and is carried as one segment.
//
//===----------------------------------------------------------------------===//

#include "CarriedCoordinates.h"

#include "GuardedEmitter.h"
#include "LoopEmitter.h"
#include "weft/Dialect/Weft/IR/LoweringDefaults.h"
#include "weft/Dialect/Weft/IR/Remarks.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

bool GuardedEmitter::carriesCoordinates() {
  return analysis::carriesCoordinates(op) &&
         llvm::all_of(iterated,
                      [&](unsigned id) { return iterators[id].canGallop(); });
}

SmallVector<Value> GuardedEmitter::emitCarried() {
  llvm::SmallBitVector ids(iterators.size());
  for (unsigned id : iterated)
    ids.set(id);
  space.initialize(builder);
  initializeIterators(builder, op, iterators, ids);
  CarriedCoordinates coordinates(op, builder, points, iterators, iterated);
  if (auto pair = coordinates.getPair(); pair && mayCopyRegion())
    return emitPair(*pair);
  SmallVector<Value> inits = coordinates.emitInits();
  size_t count = inits.size();
  llvm::append_range(inits, op.getInits());

  // The first coordinate is resolved to see whether there is one.
  SmallVector<Type> types(ValueRange(inits).getTypes());
  types.push_back(builder.getIndexType());
  auto loop = scf::WhileOp::create(
      builder, loc, types, inits,
      [&](OpBuilder &, Location, ValueRange args) {
        coordinates.setInductions(args.take_front(count));
        Value first = coordinates.emitFirst();
        Value condition =
            coordinates.coversTerms()
                ? coordinates.emitIsAlive(first)
                : emitAnyPoint([&](unsigned id) -> Value {
                    Value coordinate = coordinates.getCoordinate(id);
                    return coordinate ? coordinates.emitIsAlive(coordinate)
                                      : Value();
                  });
        if (Value goesOn = emitGoesOn(builder, op, args.drop_front(count)))
          condition = arith::AndIOp::create(builder, loc, condition, goesOn);
        SmallVector<Value> forwarded(args);
        forwarded.push_back(first);
        scf::ConditionOp::create(builder, loc, condition, forwarded);
      },
      [&](OpBuilder &, Location, ValueRange args) {
        resolved = {args.back()};
        ValueRange inductions = args.take_front(count);
        coordinates.setInductions(inductions);
        places.assign(iterators.size(), Place());
        SmallVector<Value> alive(iterators.size());
        for (unsigned id : iterated) {
          places[id] = coordinates.getPlace(id);
          alive[id] = coordinates.emitIsAlive(coordinates.getCoordinate(id));
        }
        emitMatches(inductions, alive);
        coordinates.beginStep(resolved.front(), places);
        ValueRange carried = args.drop_front(count).drop_back();
        SmallVector<Value> results =
            coordinates.coversTerms()
                ? coordinates.emitRegion(getRegionArguments(carried))
                : emitBody(carried);
        SmallVector<Value> next = coordinates.emitMoves();
        llvm::append_range(next, results);
        scf::YieldOp::create(builder, loc, next);
      });
  return loop.getResults().drop_front(count).drop_back();
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

CarriedCoordinates::CarriedCoordinates(CoiterateOp op, OpBuilder &builder,
                                       ArrayRef<analysis::LatticePoint> points,
                                       MutableArrayRef<Iterator> iterators,
                                       ArrayRef<unsigned> iterated)
    : op(op), builder(builder), loc(op.getLoc()), iterators(iterators),
      iterated(iterated) {
  setTerms(points);
  setGroups();
}

void CarriedCoordinates::setTerms(ArrayRef<analysis::LatticePoint> points) {
  llvm::SmallBitVector seen(iterators.size());
  SmallVector<SmallVector<Value>> presences;
  isCovered = llvm::all_of(points, [&](const analysis::LatticePoint &point) {
    if (point.iterators.anyCommon(seen) || point.locators.any() ||
        !point.unions.empty())
      return false;
    seen |= point.iterators;
    auto found = findCommonPresence(op, point.iterators);
    if (found)
      presences.push_back(std::move(*found));
    return found.has_value();
  });
  isCovered &= seen.count() == iterated.size();
  if (isCovered) {
    for (auto [number, point] : llvm::enumerate(points)) {
      terms.emplace_back(SmallVector<unsigned>(point.iterators.set_bits()));
      for (Value presence : presences[number])
        termOf[presence] = number;
    }
    return;
  }
  for (unsigned id : iterated)
    terms.emplace_back(id);
}

void CarriedCoordinates::setGroups() {
  unsigned count = terms.size(), size = count;
  // As many groups as a group has members make for the fewest tests.
  int64_t many = getChosenNumber(op, LoweringOption::GroupUnions);
  if (many != 0 && count < many)
    (void)reportMissed(op, LoweringOption::GroupUnions,
                       "the union has " + Twine(count) + " terms, fewer than " +
                           Twine(many));
  if (many != 0 && count >= many) {
    for (size = 1; size * size < count;)
      ++size;
    reportPassed(op, LoweringOption::GroupUnions,
                 "compares the coordinates of " + Twine(count) +
                     " terms in groups of " + Twine(size));
  }
  for (unsigned begin = 0; begin < count; begin += size)
    groups.emplace_back(begin, std::min(begin + size, count));
}

Value CarriedCoordinates::getCoordinate(unsigned id) const {
  for (const Term &term : terms)
    if (llvm::is_contained(term.ids, id))
      return term.coordinate;
  return {};
}

Place CarriedCoordinates::getPlace(unsigned id) const {
  Place place;
  place.position = positions[id];
  place.coordinates = {getCoordinate(id)};
  return place;
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

Value weft::lattice::emitLeast(OpBuilder &builder, Location loc,
                               ArrayRef<Value> coordinates) {
  if (coordinates.size() == 1)
    return coordinates.front();
  size_t half = coordinates.size() / 2;
  Value left = emitLeast(builder, loc, coordinates.take_front(half));
  Value right = emitLeast(builder, loc, coordinates.drop_front(half));
  return arith::MinUIOp::create(builder, loc, left, right);
}

Value CarriedCoordinates::emitCoordinate(OpBuilder &inner, unsigned id,
                                         Value position) {
  Place place;
  iterators[id].emitAccess(inner, position, place);
  return place.coordinates.front();
}

Value CarriedCoordinates::emitReadAlone(unsigned id, Value position) {
  Value inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       position, iterators[id].getEnd());
  auto read = scf::IfOp::create(
      builder, loc, inside,
      [&](OpBuilder &inner, Location) {
        scf::YieldOp::create(inner, loc, emitCoordinate(inner, id, position));
      },
      [&](OpBuilder &inner, Location) {
        Value last = arith::ConstantIndexOp::create(inner, loc, -1);
        scf::YieldOp::create(inner, loc, last);
      });
  return read.getResult(0);
}

/// Moves those behind by one until all have the same coordinate, or one has
/// none.
Value CarriedCoordinates::emitReadCommon(const Term &term,
                                         MutableArrayRef<Value> at) {
  size_t count = term.ids.size();
  SmallVector<Type> types(2 * count, builder.getIndexType());
  auto loop = scf::WhileOp::create(
      builder, loc, types, ValueRange(at),
      [&](OpBuilder &inner, Location, ValueRange args) {
        Value inside;
        for (auto [id, position] : llvm::zip_equal(term.ids, args)) {
          Value hasNext =
              arith::CmpIOp::create(inner, loc, arith::CmpIPredicate::ult,
                                    position, iterators[id].getEnd());
          inside = inside ? arith::AndIOp::create(inner, loc, inside, hasNext)
                          : hasNext;
        }
        auto read = scf::IfOp::create(
            inner, loc, inside,
            [&](OpBuilder &inner, Location) {
              SmallVector<Value> results;
              for (auto [id, position] : llvm::zip_equal(term.ids, args))
                results.push_back(emitCoordinate(inner, id, position));
              Value differ;
              for (Value other : ArrayRef(results).drop_front()) {
                Value differs =
                    arith::CmpIOp::create(inner, loc, arith::CmpIPredicate::ne,
                                          results.front(), other);
                differ = differ
                             ? arith::OrIOp::create(inner, loc, differ, differs)
                             : differs;
              }
              results.push_back(differ);
              scf::YieldOp::create(inner, loc, results);
            },
            [&](OpBuilder &inner, Location) {
              Value last = arith::ConstantIndexOp::create(inner, loc, -1);
              SmallVector<Value> results(count, last);
              results.push_back(inside);
              scf::YieldOp::create(inner, loc, results);
            });
        SmallVector<Value> forwarded(args);
        llvm::append_range(forwarded, read.getResults().drop_back());
        scf::ConditionOp::create(inner, loc, read.getResults().back(),
                                 forwarded);
      },
      [&](OpBuilder &inner, Location, ValueRange args) {
        ValueRange coordinates = args.drop_front(count);
        Value most = coordinates.front();
        for (Value other : coordinates.drop_front())
          most = arith::MaxUIOp::create(inner, loc, most, other);
        SmallVector<Value> next;
        for (auto [position, coordinate] :
             llvm::zip_equal(args.take_front(count), coordinates)) {
          Value isBehind = arith::CmpIOp::create(
              inner, loc, arith::CmpIPredicate::ne, coordinate, most);
          Value distance = arith::IndexCastUIOp::create(
              inner, loc, inner.getIndexType(), isBehind);
          next.push_back(arith::AddIOp::create(inner, loc, position, distance));
        }
        scf::YieldOp::create(inner, loc, next);
      });
  llvm::copy(loop.getResults().take_front(count), at.begin());
  return loop.getResult(count);
}

Value CarriedCoordinates::emitRead(const Term &term,
                                   MutableArrayRef<Value> at) {
  return term.ids.size() == 1 ? emitReadAlone(term.ids.front(), at.front())
                              : emitReadCommon(term, at);
}

//===----------------------------------------------------------------------===//
// What the loop carries
//===----------------------------------------------------------------------===//

SmallVector<Value> CarriedCoordinates::getState(const Group &group) const {
  SmallVector<Value> state;
  for (unsigned number = group.begin; number != group.end; ++number)
    for (unsigned id : terms[number].ids)
      state.push_back(positions[id]);
  for (unsigned number = group.begin; number != group.end; ++number)
    state.push_back(terms[number].coordinate);
  if (groups.size() > 1)
    state.push_back(group.least);
  return state;
}

void CarriedCoordinates::setState(Group &group, ValueRange state) {
  auto next = state.begin();
  for (unsigned number = group.begin; number != group.end; ++number)
    for (unsigned id : terms[number].ids)
      positions[id] = *next++;
  for (unsigned number = group.begin; number != group.end; ++number) {
    Term &term = terms[number];
    term.coordinate = *next++;
    setName(term.coordinate,
            builder.getStringAttr(
                "c" + op.getSegment(term.ids.front()).getName().getValue()));
  }
  if (groups.size() > 1)
    group.least = *next;
}

Value CarriedCoordinates::emitLeastOf(const Group &group) {
  SmallVector<Value> coordinates;
  for (unsigned number = group.begin; number != group.end; ++number)
    coordinates.push_back(terms[number].coordinate);
  return emitLeast(builder, loc, coordinates);
}

SmallVector<Value> CarriedCoordinates::emitInits() {
  positions.assign(iterators.size(), Value());
  SmallVector<Value> inits;
  for (Term &term : terms) {
    auto at = llvm::map_to_vector(term.ids, [&](unsigned id) {
      return iterators[id].getBegin().front();
    });
    term.coordinate = emitRead(term, at);
    for (auto [id, position] : llvm::zip_equal(term.ids, at))
      positions[id] = position;
  }
  for (Group &group : groups) {
    if (groups.size() > 1)
      group.least = emitLeastOf(group);
    llvm::append_range(inits, getState(group));
  }
  return inits;
}

void CarriedCoordinates::setInductions(ValueRange inductions) {
  for (Group &group : groups) {
    setState(group, inductions);
    inductions = inductions.drop_front(getState(group).size());
  }
}
