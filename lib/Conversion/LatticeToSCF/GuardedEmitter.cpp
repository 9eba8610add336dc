//===- GuardedEmitter.cpp - The loop of a guarded coiteration *- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One loop over all segments of a union, in place of one per lattice point: an
// exhausted segment has a coordinate past all others, and the region learns
// which segments have the resolved coordinate. Code grows with the number of
// segments.
//
//===----------------------------------------------------------------------===//

#include "GuardedEmitter.h"
#include "LoopEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

namespace {
class GuardedEmitter {
public:
  GuardedEmitter(CoiterateOp op, OpBuilder &builder)
      : op(op), builder(builder), loc(op.getLoc()) {
    for (unsigned id = 0, e = op.getNumSegments(); id <= e; ++id)
      iterators.emplace_back(op, id);
  }

  SmallVector<Value> emit();

private:
  /// Whether some point has only members for which `test` is true.
  Value emitAnyPoint(function_ref<Value(unsigned)> test);
  void emitPlaces(ValueRange inductions);
  Value emitCoordinate(unsigned id, Value induction, Value alive);
  SmallVector<Value> emitBody(ValueRange carried);
  SmallVector<Value> emitRegion(ValueRange carried);
  SmallVector<Value> emitAdvance(ValueRange inductions);
  /// Whether each iterated segment brings its coordinates into the domain.
  bool coversIterators();

  CoiterateOp op;
  OpBuilder &builder;
  Location loc;
  SmallVector<Iterator> iterators;
  /// The segments that the loop iterates over, and perhaps the universe.
  SmallVector<unsigned> iterated;
  /// The resolved coordinate of one iteration, and where the segments are.
  Value resolved;
  SmallVector<Place> places;
};
} // namespace

Value GuardedEmitter::emitAnyPoint(function_ref<Value(unsigned)> test) {
  Value any;
  for (unsigned point = 0, e = op.getNumPoints(); point != e; ++point) {
    Value all;
    for (ArrayRef<int64_t> list :
         {op.getIteratorsOf(point), op.getLocatorsOf(point)})
      for (int64_t id : list)
        if (Value one = test(id))
          all = all ? arith::AndIOp::create(builder, loc, all, one) : one;
    // A point without tests always applies.
    if (!all)
      return arith::ConstantIntOp::create(builder, loc, true, 1);
    any = any ? arith::OrIOp::create(builder, loc, any, all) : all;
  }
  return any;
}

bool GuardedEmitter::coversIterators() {
  return llvm::all_of(iterated, [&](unsigned id) {
    return llvm::any_of(llvm::seq(op.getNumPoints()), [&](unsigned point) {
      return op.getLocatorsOf(point).empty() &&
             op.getIteratorsOf(point) == ArrayRef<int64_t>(id);
    });
  });
}

SmallVector<Value> GuardedEmitter::emit() {
  bool hasUniverse = false;
  for (unsigned point = 0, e = op.getNumPoints(); point != e; ++point)
    hasUniverse |= llvm::is_contained(op.getIteratorsOf(point),
                                      int64_t(op.getNumSegments()));
  for (unsigned id = 0, e = op.getNumSegments(); id <= e; ++id)
    if (id == e ? hasUniverse : !op.isLocatedGuarded(id))
      iterated.push_back(id);

  SmallVector<Value> inits;
  for (unsigned id : iterated) {
    iterators[id].initialize(builder);
    inits.push_back(iterators[id].getBegin());
  }
  llvm::append_range(inits, op.getInits());
  unsigned numInductions = iterated.size();

  auto loop = scf::WhileOp::create(
      builder, loc, ValueRange(inits).getTypes(), inits,
      [&](OpBuilder &, Location, ValueRange args) {
        Value condition = emitAnyPoint([&](unsigned id) -> Value {
          auto it = llvm::find(iterated, id);
          if (it == iterated.end())
            return Value();
          return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       args[it - iterated.begin()],
                                       iterators[id].getEnd());
        });
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

/// The coordinate of an iterator, or the largest number if it is exhausted.
Value GuardedEmitter::emitCoordinate(unsigned id, Value induction,
                                     Value alive) {
  Value last = arith::ConstantIndexOp::create(builder, loc, -1);
  if (iterators[id].isUniverse())
    return arith::SelectOp::create(builder, loc, alive, induction, last);
  // Only places before the end may be accessed.
  auto access = scf::IfOp::create(
      builder, loc, alive,
      [&](OpBuilder &inner, Location) {
        Place place;
        iterators[id].emitAccess(inner, induction, place);
        scf::YieldOp::create(inner, loc, place.coordinate);
      },
      [&](OpBuilder &inner, Location) {
        scf::YieldOp::create(inner, loc, last);
      });
  return access.getResult(0);
}

void GuardedEmitter::emitPlaces(ValueRange inductions) {
  places.assign(iterators.size(), Place());
  resolved = Value();
  for (auto [id, induction] : llvm::zip_equal(iterated, inductions)) {
    Value alive = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                        induction, iterators[id].getEnd());
    Place &place = places[id];
    place.position = induction;
    place.coordinate = emitCoordinate(id, induction, alive);
    resolved = resolved ? arith::MinUIOp::create(builder, loc, resolved,
                                                 place.coordinate)
                        : place.coordinate;
  }
  for (auto [id, induction] : llvm::zip_equal(iterated, inductions)) {
    Place &place = places[id];
    place.matches = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, place.coordinate, resolved);
    // Without a match the run is empty, because its first coordinate differs.
    if (iterators[id].hasRuns())
      place.runEnd = iterators[id].emitRunEnd(builder, induction, resolved);
  }
  for (unsigned id = 0, e = op.getNumSegments(); id != e; ++id)
    if (!llvm::is_contained(iterated, id))
      places[id] = iterators[id].emitLocate(builder, resolved);
}

SmallVector<Value> GuardedEmitter::emitBody(ValueRange carried) {
  if (coversIterators())
    return emitRegion(carried);
  Value inDomain =
      emitAnyPoint([&](unsigned id) { return places[id].matches; });
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
  SmallVector<Value> args = {resolved};
  for (int64_t segment : op.getSegmentsOfRegion(0)) {
    const Place &place = places[segment];
    args.push_back(place.position);
    if (op.hasPositionRange(segment))
      args.push_back(place.runEnd);
    args.push_back(place.matches
                       ? place.matches
                       : arith::ConstantIntOp::create(builder, loc, true, 1));
  }
  llvm::append_range(args, carried);
  return inlineRegion(builder, op.getBlock(0), args);
}

SmallVector<Value> GuardedEmitter::emitAdvance(ValueRange inductions) {
  SmallVector<Value> next;
  for (auto [id, induction] : llvm::zip_equal(iterated, inductions)) {
    const Place &place = places[id];
    if (place.runEnd) {
      next.push_back(place.runEnd);
      continue;
    }
    Value distance = arith::IndexCastUIOp::create(
        builder, loc, builder.getIndexType(), place.matches);
    next.push_back(arith::AddIOp::create(builder, loc, induction, distance));
  }
  return next;
}

SmallVector<Value> weft::lattice::emitGuarded(CoiterateOp op,
                                              OpBuilder &builder) {
  return GuardedEmitter(op, builder).emit();
}
