//===- SegmentLocate.cpp - Coordinates in a segment -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks up resolved coordinates in the levels of a segment (thesis,
// section 5.2, "Emit locate from locators"). Levels without locate are
// searched.
//
//===----------------------------------------------------------------------===//

#include "SegmentLevels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

Value SegmentLevels::emitHasParent(OpBuilder &builder) {
  Value begin = op.getParentBegins()[segment];
  Value end = op.getParentEnds()[segment];
  IntegerAttr number, next;
  if (matchPattern(begin, m_Constant(&number)) &&
      matchPattern(end, m_Constant(&next)) && number != next)
    return {};
  auto add = end.getDefiningOp<arith::AddIOp>();
  if (add && add.getLhs() == begin && matchPattern(add.getRhs(), m_One()))
    return {};
  return arith::CmpIOp::create(builder, op.getLoc(), arith::CmpIPredicate::ult,
                               begin, end);
}

/// Emits what tells a position and whether it exists where `guard` holds, if
/// there is one.
static std::pair<Value, Value>
emitGuarded(OpBuilder &builder, Location loc, Value guard, Value otherwise,
            function_ref<std::pair<Value, Value>(OpBuilder &)> emit) {
  if (!guard)
    return emit(builder);
  auto branch = scf::IfOp::create(
      builder, loc, guard,
      [&](OpBuilder &inner, Location) {
        auto [position, found] = emit(inner);
        scf::YieldOp::create(inner, loc, {position, found});
      },
      [&](OpBuilder &inner, Location) {
        scf::YieldOp::create(inner, loc, {otherwise, guard});
      });
  return {branch.getResult(0), branch.getResult(1)};
}

/// Whether a level reads something to tell the position of a coordinate: it
/// need not have all, or keeps them in another order.
static bool readsToLocate(level::LevelTypeAttrInterface type) {
  SmallVector<level::LevelArray> arrays;
  type.getArrays(arrays);
  return !type.isFull() || !arrays.empty();
}

/// Looks up a coordinate below the parents, which are there if `found` holds.
Located SegmentLevels::emitLocateLevel(OpBuilder &builder, unsigned k,
                                       PositionRange parents, Value found,
                                       ValueRange coordinates) {
  Location loc = op.getLoc();
  level::LevelTypeAttrInterface type = types[k];
  if (type.hasLocate()) {
    // What reads nothing to tell the position may be asked for any coordinate;
    // others not below a parent that there is not.
    Value guard = readsToLocate(type) ? found : Value();
    Value hasParent =
        type.isFull() || k != 0 ? Value() : emitHasParent(builder);
    if (hasParent)
      guard = guard ? arith::AndIOp::create(builder, loc, hasParent, guard)
                          .getResult()
                    : hasParent;
    auto [position, isThere] =
        emitGuarded(builder, loc, guard, parents.begin,
                    [&](OpBuilder &inner) -> std::pair<Value, Value> {
                      auto locate = level::LocateOp::create(
                          inner, loc, storage, first + k, parents.begin,
                          getCoordsWith(coordinates.take_front(k + 1)));
                      return {locate.getPosition(), locate.getFound()};
                    });
    return {position, nullptr, type.isFull() ? found : isThere};
  }

  if (found) {
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    for (Value *parent : {&parents.begin, &parents.end})
      *parent = arith::SelectOp::create(builder, loc, found, *parent, zero);
  }
  PositionRange range = emitBounds(builder, k, parents.begin, parents.end);
  SmallVector<Value> above = getCoordsWith(coordinates.take_front(k));
  Value start =
      level::SearchOp::create(builder, loc, storage, first + k, range.begin,
                              range.end, coordinates[k], above);
  if (type.isUnique()) {
    Value inside = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, start, range.end);
    auto [position, isThere] = emitGuarded(
        builder, loc, inside, start,
        [&](OpBuilder &inner) -> std::pair<Value, Value> {
          auto access = level::PosAccessOp::create(inner, loc, storage,
                                                   first + k, start, above);
          return {start, arith::CmpIOp::create(
                             inner, loc, arith::CmpIPredicate::eq,
                             access.getCoordinate(), coordinates[k])};
        });
    return {start, nullptr, isThere};
  }
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value next = arith::AddIOp::create(builder, loc, coordinates[k], one);
  Value runEnd = level::SearchOp::create(builder, loc, storage, first + k,
                                         start, range.end, next, above);
  return {start, runEnd,
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, start,
                                runEnd)};
}

Located SegmentLevels::emitLocate(OpBuilder &builder, ValueRange coordinates,
                                  Value inside) {
  PositionRange parents{op.getParentBegins()[segment],
                        op.getParentEnds()[segment]};
  Located located;
  bool looks = llvm::any_of(types, [](level::LevelTypeAttrInterface type) {
    return readsToLocate(type) || !type.hasLocate();
  });
  if (looks)
    located.found = inside;
  for (unsigned k = 0, e = types.size(); k != e; ++k) {
    located = emitLocateLevel(builder, k, parents, located.found, coordinates);
    if (k + 1 == e)
      break;
    parents.begin = located.position;
    parents.end = located.runEnd;
    if (parents.end)
      continue;
    Value one = arith::ConstantIndexOp::create(builder, op.getLoc(), 1);
    parents.end =
        arith::AddIOp::create(builder, op.getLoc(), parents.begin, one);
  }
  return located;
}
