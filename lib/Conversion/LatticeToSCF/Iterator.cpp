//===- Iterator.cpp - Code of one coiterated segment ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions that iterate over and locate in a segment, as code
// (thesis section 5.2, "Emit initialize iterators", "Emit access iterators" and
// "Emit locate from locators").
//
//===----------------------------------------------------------------------===//

#include "Iterator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

Iterator::Iterator(CoiterateOp op, unsigned segment)
    : op(op), segment(segment) {
  if (segment != op.getNumSegments())
    type = op.getLevelType(segment);
}

bool Iterator::alwaysFinds() const {
  if (!type)
    return true;
  return iteratesPositions() ? type.isCompact() : type.isFull();
}

/// Moves the bounds of a range of coordinates into a window.
static void clamp(OpBuilder &builder, Location loc, Value lower, Value upper,
                  Value &begin, Value &end) {
  begin = arith::MaxUIOp::create(builder, loc, begin, lower);
  end = arith::MinUIOp::create(builder, loc, end, upper);
}

void Iterator::initialize(OpBuilder &builder) {
  Location loc = op.getLoc();
  Value lower = op.getLower(), upper = op.getUpper();
  if (isUniverse()) {
    begin = lower;
    end = upper;
    return;
  }
  Value storage = op.getStorages()[segment];
  int64_t level = op.getLevels()[segment];
  if (!iteratesPositions()) {
    auto bounds = level::CoordBoundsOp::create(builder, loc, storage, level,
                                               op.getCoordsOf(segment));
    begin = bounds.getBegin();
    end = bounds.getEnd();
    if (op.getWindowed())
      clamp(builder, loc, lower, upper, begin, end);
    return;
  }
  auto bounds = level::PosBoundsOp::create(builder, loc, storage, level,
                                           op.getParentBegins()[segment],
                                           op.getParentEnds()[segment]);
  begin = bounds.getBegin();
  end = bounds.getEnd();
  if (!op.getWindowed())
    return;
  // With both ends found by search, no coordinate in the loop needs a test.
  begin =
      level::SearchOp::create(builder, loc, storage, level, begin, end, lower);
  end =
      level::SearchOp::create(builder, loc, storage, level, begin, end, upper);
}

Value Iterator::emitPosAccess(OpBuilder &builder, Value position,
                              Value *found) {
  auto access = level::PosAccessOp::create(
      builder, op.getLoc(), op.getStorages()[segment], op.getLevels()[segment],
      position, op.getCoordsOf(segment));
  if (found)
    *found = access.getFound();
  return access.getCoordinate();
}

/// The coordinates of the levels above a segment, and one more.
static SmallVector<Value> getCoordsTo(CoiterateOp op, unsigned segment,
                                      Value coordinate) {
  SmallVector<Value> coords(op.getCoordsOf(segment));
  coords.push_back(coordinate);
  return coords;
}

void Iterator::emitAccess(OpBuilder &builder, Value induction, Place &place) {
  Value found;
  if (iteratesPositions()) {
    place.position = induction;
    place.coordinate = emitPosAccess(builder, induction, &found);
  } else {
    place.coordinate = induction;
    if (isUniverse())
      return;
    auto access = level::CoordAccessOp::create(
        builder, op.getLoc(), op.getStorages()[segment],
        op.getLevels()[segment], op.getParentBegins()[segment],
        getCoordsTo(op, segment, induction));
    place.position = access.getPosition();
    found = access.getFound();
  }
  if (!alwaysFinds())
    place.found = found;
}

Place Iterator::emitLocate(OpBuilder &builder, Value coordinate) {
  auto locate = level::LocateOp::create(
      builder, op.getLoc(), op.getStorages()[segment], op.getLevels()[segment],
      op.getParentBegins()[segment], getCoordsTo(op, segment, coordinate));
  Place place;
  place.coordinate = coordinate;
  place.position = locate.getPosition();
  if (!type.isFull())
    place.found = locate.getFound();
  return place;
}

Value Iterator::emitRunEnd(OpBuilder &builder, Value start, Value coordinate) {
  // Only positions before the end may be accessed.
  auto emitCondition = [&](OpBuilder &builder, Location loc, ValueRange args) {
    Value inside = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, args.front(), end);
    auto test = scf::IfOp::create(
        builder, loc, inside,
        [&](OpBuilder &builder, Location loc) {
          Value next = emitPosAccess(builder, args.front(), nullptr);
          Value equal = arith::CmpIOp::create(
              builder, loc, arith::CmpIPredicate::eq, next, coordinate);
          scf::YieldOp::create(builder, loc, equal);
        },
        [&](OpBuilder &builder, Location loc) {
          scf::YieldOp::create(builder, loc, inside);
        });
    scf::ConditionOp::create(builder, loc, test.getResult(0), args);
  };
  auto emitAdvance = [](OpBuilder &builder, Location loc, ValueRange args) {
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value next = arith::AddIOp::create(builder, loc, args.front(), one);
    scf::YieldOp::create(builder, loc, next);
  };
  return scf::WhileOp::create(builder, op.getLoc(), builder.getIndexType(),
                              start, emitCondition, emitAdvance)
      .getResult(0);
}
