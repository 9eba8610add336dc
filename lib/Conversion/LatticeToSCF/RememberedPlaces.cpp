//===- RememberedPlaces.cpp - Unions of many segments ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of many segments, few have the coordinate of a step. One that has it not
// stays where it is; so the loop carries the coordinate at which each stands,
// and reads another one only where a segment moves on. The rest of the work for
// an absent operand is a minimum and a comparison.
//
//===----------------------------------------------------------------------===//

#include "GuardedEmitter.h"
#include "LoopEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

/// From how many segments on a step is likely to move few of them.
static constexpr size_t kManySegments = 8;

bool GuardedEmitter::remembers() {
  return iterated.size() >= kManySegments &&
         llvm::all_of(iterated,
                      [&](unsigned id) { return iterators[id].canGallop(); });
}

Value GuardedEmitter::emitCoordinate(unsigned id, Value position) {
  Value inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       position, iterators[id].getEnd());
  auto read = scf::IfOp::create(
      builder, loc, inside,
      [&](OpBuilder &inner, Location) {
        Place place;
        iterators[id].emitAccess(inner, position, place);
        scf::YieldOp::create(inner, loc, place.coordinates.front());
      },
      [&](OpBuilder &inner, Location) {
        Value last = arith::ConstantIndexOp::create(inner, loc, -1);
        scf::YieldOp::create(inner, loc, last);
      });
  return read.getResult(0);
}

SmallVector<Value> GuardedEmitter::emitRemembering() {
  llvm::SmallBitVector ids(iterators.size());
  for (unsigned id : iterated)
    ids.set(id);
  space.initialize(builder);
  initializeIterators(builder, op, iterators, ids);
  size_t count = iterated.size();
  SmallVector<Value> inits;
  for (unsigned id : iterated)
    inits.push_back(iterators[id].getBegin().front());
  for (unsigned id : iterated)
    inits.push_back(emitCoordinate(id, iterators[id].getBegin().front()));
  llvm::append_range(inits, op.getInits());

  // The first coordinate is resolved to see whether there is one.
  SmallVector<Type> types(ValueRange(inits).getTypes());
  types.push_back(builder.getIndexType());
  auto loop = scf::WhileOp::create(
      builder, loc, types, inits,
      [&](OpBuilder &, Location, ValueRange args) {
        Value last = arith::ConstantIndexOp::create(builder, loc, -1);
        ValueRange coordinates = args.slice(count, count);
        auto isAlive = [&](Value coordinate) -> Value {
          return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                       coordinate, last);
        };
        Value first = coordinates.front();
        for (Value other : coordinates.drop_front())
          first = arith::MinUIOp::create(builder, loc, first, other);
        Value condition =
            coversIterators()
                ? isAlive(first)
                : emitAnyPoint([&](unsigned id) -> Value {
                    auto *it = llvm::find(iterated, id);
                    return it == iterated.end()
                               ? Value()
                               : isAlive(coordinates[it - iterated.begin()]);
                  });
        if (Value goesOn = emitGoesOn(builder, op, args.drop_front(2 * count)))
          condition = arith::AndIOp::create(builder, loc, condition, goesOn);
        SmallVector<Value> forwarded(args);
        forwarded.push_back(first);
        scf::ConditionOp::create(builder, loc, condition, forwarded);
      },
      [&](OpBuilder &, Location, ValueRange args) {
        resolved = {args.back()};
        ValueRange positions = args.take_front(count);
        ValueRange coordinates = args.slice(count, count);
        places.assign(iterators.size(), Place());
        SmallVector<Value> alive(iterators.size());
        Value last = arith::ConstantIndexOp::create(builder, loc, -1);
        for (auto [id, position, coordinate] :
             llvm::zip_equal(iterated, positions, coordinates)) {
          places[id].position = position;
          places[id].coordinates = {coordinate};
          alive[id] = arith::CmpIOp::create(
              builder, loc, arith::CmpIPredicate::ne, coordinate, last);
        }
        emitMatches(positions, alive);
        SmallVector<Value> results =
            emitBody(args.drop_front(2 * count).drop_back());
        SmallVector<Value> next(2 * count);
        for (auto [number, id] : llvm::enumerate(iterated)) {
          auto move = scf::IfOp::create(
              builder, loc, places[id].matches,
              [&, id = id](OpBuilder &, Location) {
                Value one = arith::ConstantIndexOp::create(builder, loc, 1);
                Value position = arith::AddIOp::create(
                    builder, loc, places[id].position, one);
                scf::YieldOp::create(builder, loc,
                                     {position, emitCoordinate(id, position)});
              },
              [&, id = id](OpBuilder &, Location) {
                scf::YieldOp::create(
                    builder, loc,
                    {places[id].position, places[id].coordinates.front()});
              });
          next[number] = move.getResult(0);
          next[count + number] = move.getResult(1);
        }
        llvm::append_range(next, results);
        scf::YieldOp::create(builder, loc, next);
      });
  return loop.getResults().drop_front(2 * count).drop_back();
}
