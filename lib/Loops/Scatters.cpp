//===- Scatters.cpp - Entries that are put where they belong ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds scatters by what they load and store.
//
//===----------------------------------------------------------------------===//

#include "Scatters.h"

#include "ConstantArrays.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "weft/Dialect/Weft/IR/Weft.h"

using namespace mlir;
using namespace weft;

static bool isAdd(Operation *op, Value &left, int64_t &right) {
  auto add = dyn_cast_or_null<arith::AddIOp>(op);
  APInt constant;
  if (!add || !matchPattern(add.getRhs(), m_ConstantInt(&constant)))
    return false;
  left = add.getLhs();
  right = constant.getSExtValue();
  return true;
}

memref::LoadOp weft::findLoad(scf::ForOp loop, Value index) {
  int64_t constant;
  while (Operation *op = index.getDefiningOp()) {
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      bool isInside = load->getBlock() == loop.getBody();
      return isInside && load.getIndices().size() == 1 ? load : nullptr;
    }
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
      index = op->getOperand(0);
    else if (!isAdd(op, index, constant))
      return nullptr;
  }
  return nullptr;
}

/// The operand that has a bound of row `row + distance`; null if none has.
static Value findBounds(Value bound, Value row, int64_t distance) {
  if (auto cast = bound.getDefiningOp<arith::IndexCastOp>())
    bound = cast.getIn();
  auto load = bound.getDefiningOp<memref::LoadOp>();
  if (!load || load.getIndices().size() != 1 ||
      !isNeverWritten(load.getMemRef()))
    return {};
  Value at = load.getIndices().front();
  int64_t added = 0;
  if (distance != 0 && !isAdd(at.getDefiningOp(), at, added))
    return {};
  return at == row && added == distance ? load.getMemRef() : Value();
}

std::optional<RowEntries> weft::findRowEntries(scf::ForOp loop) {
  // There may be another loop for rows of which more is known.
  Operation *around = loop->getParentOp();
  while (isa<scf::IfOp>(around))
    around = around->getParentOp();
  auto rows = dyn_cast<scf::ForOp>(around);
  if (!rows || !matchPattern(rows.getStep(), m_One()) ||
      !matchPattern(loop.getStep(), m_One()) || rows.getUnsignedCmp() ||
      loop.getUnsignedCmp() || !rows.getInductionVar().getType().isIndex() ||
      !loop.getInductionVar().getType().isIndex())
    return std::nullopt;
  Value row = rows.getInductionVar();
  Value bounds = findBounds(loop.getLowerBound(), row, 0);
  // Threads have loops of their own, in which schedules have a say.
  if (!bounds || hasLoopTags(rows) ||
      bounds != findBounds(loop.getUpperBound(), row, 1))
    return std::nullopt;
  return RowEntries{loop, rows, bounds};
}

std::optional<Scatter> weft::findScatter(scf::ForOp loop) {
  Scatter scatter;
  for (auto store : loop.getBody()->getOps<memref::StoreOp>()) {
    if (store.getIndices().size() != 1 ||
        !loop.isDefinedOutsideOfLoop(store.getMemRef()))
      continue;
    memref::LoadOp place = findLoad(loop, store.getIndices().front());
    if (!place || (scatter.place && place != scatter.place) ||
        !loop.isDefinedOutsideOfLoop(place.getMemRef()))
      continue;
    memref::LoadOp coordinate = findLoad(loop, place.getIndices().front());
    if (!coordinate || !isNeverWritten(coordinate.getMemRef()) ||
        coordinate.getIndices().front() != loop.getInductionVar())
      continue;
    scatter.place = place;
    scatter.coordinate = coordinate;
    scatter.stores.push_back(store);
  }
  std::optional<RowEntries> entries;
  if (!scatter.stores.empty())
    entries = findRowEntries(loop);
  if (!entries)
    return std::nullopt;
  static_cast<RowEntries &>(scatter) = *entries;
  return scatter;
}

ValueRange weft::emitBounds(ImplicitLocOpBuilder &b,
                            const RowEntries &entries) {
  scf::ForOp rows = entries.rows;
  Value low = rows.getLowerBound(), high = rows.getUpperBound();
  Value any = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, low, high);
  auto emitLoad = [&](OpBuilder &inner, Location loc, Value row) -> Value {
    Value bound = memref::LoadOp::create(inner, loc, entries.bounds, row);
    Type index = inner.getIndexType();
    return bound.getType() == index
               ? bound
               : arith::IndexCastOp::create(inner, loc, index, bound);
  };
  return scf::IfOp::create(
             b, any,
             [&](OpBuilder &inner, Location loc) {
               scf::YieldOp::create(
                   inner, loc,
                   {emitLoad(inner, loc, low), emitLoad(inner, loc, high)});
             },
             [&](OpBuilder &inner, Location loc) {
               Value zero = arith::ConstantIndexOp::create(inner, loc, 0);
               scf::YieldOp::create(inner, loc, {zero, zero});
             })
      .getResults();
}

Value weft::emitLeastEntries(ImplicitLocOpBuilder &b,
                             const RowEntries &entries) {
  scf::ForOp loop = entries.rows;
  Value rows =
      arith::SubIOp::create(b, loop.getUpperBound(), loop.getLowerBound());
  return arith::MulIOp::create(
      b, rows, arith::ConstantIndexOp::create(b, kMinRowLength));
}
