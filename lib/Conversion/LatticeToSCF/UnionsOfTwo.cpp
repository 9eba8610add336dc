//===- UnionsOfTwo.cpp - Unions of two segments -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a union of two segments, a step has the coordinate of the first, of the
// second, or of both. The loop compares the coordinates and runs a copy of the
// region that is simplified for the case (docs/decisions/unions.md). It ends
// when either segment does. A second loop visits the remaining entries of the
// other segment without comparisons.
//
//===----------------------------------------------------------------------===//

#include "CarriedCoordinates.h"
#include "GuardedEmitter.h"
#include "LoopEmitter.h"

#include "weft/Dialect/Weft/IR/LoweringDefaults.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

std::optional<std::array<unsigned, 2>> CarriedCoordinates::getPair() const {
  if (!isCovered || terms.size() != 2 || iterated.size() != 2)
    return std::nullopt;
  return std::array{terms[0].ids.front(), terms[1].ids.front()};
}

bool GuardedEmitter::mayCopyRegion() {
  int64_t most = getChosenNumber(op, LoweringOption::SplitUnions);
  int64_t count = 0;
  auto walked = op.getBlock(0).walk([&](Operation *inner) {
    return ++count > most || isa<CoiterateOp, LoopLikeOpInterface>(inner)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (walked.wasInterrupted()) {
    if (most != 0)
      (void)reportMissed(op, LoweringOption::SplitUnions,
                         "the body has a loop or more than " + Twine(most) +
                             " operations");
    return false;
  }
  reportPassed(op, LoweringOption::SplitUnions,
               "copies the body of " + Twine(count) +
                   " operations for each case of the union");
  return true;
}

//===----------------------------------------------------------------------===//
// Parts of steps
//===----------------------------------------------------------------------===//

Value GuardedEmitter::emitCoordinate(unsigned id, Value position) {
  Place place;
  iterators[id].emitAccess(builder, position, place);
  return place.coordinates.front();
}

Value GuardedEmitter::emitIsInside(unsigned id, Value position) {
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                               position, iterators[id].getEnd());
}

Value GuardedEmitter::emitAndGoesOn(Value condition, ValueRange carried) {
  if (Value goesOn = emitGoesOn(builder, op, carried))
    return arith::AndIOp::create(builder, loc, condition, goesOn);
  return condition;
}

SmallVector<Value> GuardedEmitter::emitPresent(Pair pair,
                                               std::array<bool, 2> present,
                                               ValueRange positions,
                                               Value coordinate,
                                               ValueRange carried) {
  resolved = {coordinate};
  places.assign(iterators.size(), Place());
  for (auto [id, isPresent, position] :
       llvm::zip_equal(pair, present, positions)) {
    places[id].position = position;
    places[id].coordinates = resolved;
    places[id].matches =
        arith::ConstantIntOp::create(builder, loc, isPresent, 1);
  }
  // Segments with carried coordinates have an entry at each position.
  emitLocated(SmallVector<Value>(iterators.size()));
  return emitRegion(carried);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

SmallVector<Value> GuardedEmitter::emitPairStep(Pair pair, ValueRange positions,
                                                ValueRange carried) {
  Value left = emitCoordinate(pair[0], positions[0]);
  Value right = emitCoordinate(pair[1], positions[1]);
  auto emitCase = [&](bool hasLeft, bool hasRight) {
    SmallVector<Value> results = emitPresent(
        pair, {hasLeft, hasRight}, positions, hasLeft ? left : right, carried);
    // A case of one segment asks otherwise for its end than that of both, whose
    // second question is the same: LLVM would have them share it, and go there
    // in one more jump.
    auto predicate = hasLeft && hasRight ? arith::CmpIPredicate::ult
                                         : arith::CmpIPredicate::ne;
    SmallVector<Value> next(positions);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1), hasNext;
    for (auto [id, isPresent, position] :
         llvm::zip_equal(pair, std::array{hasLeft, hasRight}, next)) {
      if (!isPresent)
        continue;
      position = arith::AddIOp::create(builder, loc, position, one);
      Value isInside = arith::CmpIOp::create(builder, loc, predicate, position,
                                             iterators[id].getEnd());
      hasNext = hasNext ? arith::AndIOp::create(builder, loc, hasNext, isInside)
                        : isInside;
    }
    llvm::append_range(next, results);
    next.push_back(emitAndGoesOn(hasNext, results));
    scf::YieldOp::create(builder, loc, next);
  };
  auto emitIfLess = [&](Value less, Value more, auto emitThen, auto emitElse) {
    Value isLess = arith::CmpIOp::create(builder, loc,
                                         arith::CmpIPredicate::ult, less, more);
    return scf::IfOp::create(
               builder, loc, isLess, [&](OpBuilder &, Location) { emitThen(); },
               [&](OpBuilder &, Location) { emitElse(); })
        .getResults();
  };
  auto emitOthers = [&] {
    ValueRange results = emitIfLess(
        right, left, [&] { emitCase(false, true); },
        [&] { emitCase(true, true); });
    scf::YieldOp::create(builder, loc, results);
  };
  return emitIfLess(left, right, [&] { emitCase(true, false); }, emitOthers);
}

SmallVector<Value> GuardedEmitter::emitPair(Pair pair) {
  SmallVector<Value> inits = {iterators[pair[0]].getBegin().front(),
                              iterators[pair[1]].getBegin().front()};
  Value hasBoth =
      arith::AndIOp::create(builder, loc, emitIsInside(pair[0], inits[0]),
                            emitIsInside(pair[1], inits[1]));
  llvm::append_range(inits, op.getInits());
  auto merged = scf::IfOp::create(
      builder, loc, emitAndGoesOn(hasBoth, op.getInits()),
      [&](OpBuilder &, Location) {
        auto loop = scf::WhileOp::create(
            builder, loc, ValueRange(inits).getTypes(), inits,
            [&](OpBuilder &, Location, ValueRange args) {
              SmallVector<Value> next =
                  emitPairStep(pair, args.take_front(2), args.drop_front(2));
              scf::ConditionOp::create(builder, loc, next.back(),
                                       ArrayRef(next).drop_back());
            },
            [&](OpBuilder &, Location, ValueRange args) {
              scf::YieldOp::create(builder, loc, args);
            });
        scf::YieldOp::create(builder, loc, loop.getResults());
      },
      [&](OpBuilder &, Location) {
        scf::YieldOp::create(builder, loc, inits);
      });
  ValueRange results = merged.getResults();
  SmallVector<Value> carried = results.drop_front(2);
  for (unsigned number : {0, 1})
    carried = emitRest(pair, number, results.take_front(2), carried);
  return carried;
}

SmallVector<Value> GuardedEmitter::emitRest(Pair pair, unsigned number,
                                            ValueRange positions,
                                            ValueRange carried) {
  unsigned id = pair[number];
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto emitStep = [&](Value position, ValueRange args) {
    SmallVector<Value> at(positions);
    at[number] = position;
    return emitPresent(pair, {number == 0, number == 1}, at,
                       emitCoordinate(id, position), args);
  };
  if (!op.getExits()) {
    auto loop = scf::ForOp::create(
        builder, loc, positions[number], iterators[id].getEnd(), one, carried,
        [&](OpBuilder &, Location, Value position, ValueRange args) {
          scf::YieldOp::create(builder, loc, emitStep(position, args));
        });
    loop->setLoc(getLoopLoc(op));
    iterators[id].describeLoop(loop);
    // What a merge leaves of a segment is short as a rule.
    markShortLoop(loop);
    return loop.getResults();
  }
  SmallVector<Value> inits = {positions[number]};
  llvm::append_range(inits, carried);
  auto loop = scf::WhileOp::create(
      builder, loc, ValueRange(inits).getTypes(), inits,
      [&](OpBuilder &, Location, ValueRange args) {
        Value condition =
            emitAndGoesOn(emitIsInside(id, args.front()), args.drop_front());
        scf::ConditionOp::create(builder, loc, condition, args);
      },
      [&](OpBuilder &, Location, ValueRange args) {
        SmallVector<Value> next = {
            arith::AddIOp::create(builder, loc, args.front(), one)};
        llvm::append_range(next, emitStep(args.front(), args.drop_front()));
        scf::YieldOp::create(builder, loc, next);
      });
  return loop.getResults().drop_front();
}
