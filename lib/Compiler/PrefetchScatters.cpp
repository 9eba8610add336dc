//===- PrefetchScatters.cpp - Places that are fetched ahead ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that puts entries into the segments of their coordinates stores to
// places that no processor foresees: each is loaded from an array, at a
// coordinate that is itself loaded. The coordinates follow each other in
// memory, though, so that some steps ahead the place can be looked up as it is
// now, and fetched to be written (decision 169).
//
//===----------------------------------------------------------------------===//

#include "LoopVersions.h"

#include "weft/Compiler/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace weft {
#define GEN_PASS_DEF_PREFETCHSCATTERS
#include "weft/Compiler/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// How many steps ahead a place is fetched.
static constexpr int64_t kDistance = 16;
/// How many entries rows have on average that are worth it: shorter ones have
/// no time to spare, and are of matrices that have neighbours in the cache.
static constexpr int64_t kMinRowLength = 3;

//===----------------------------------------------------------------------===//
// Scatters
//===----------------------------------------------------------------------===//

namespace {
/// A loop that stores to places that depend on what is loaded at its positions.
struct Scatter {
  scf::ForOp loop;
  /// The coordinate at a position, and the place that is loaded for it.
  memref::LoadOp coordinate, place;
  SmallVector<memref::StoreOp> stores;
  /// The loop over rows around it, and the array of their bounds.
  scf::ForOp rows;
  Value bounds;
};
} // namespace

static bool isAdd(Operation *op, Value &left, int64_t &right) {
  auto add = dyn_cast_or_null<arith::AddIOp>(op);
  APInt constant;
  if (!add || !matchPattern(add.getRhs(), m_ConstantInt(&constant)))
    return false;
  left = add.getLhs();
  right = constant.getSExtValue();
  return true;
}

/// The load in a loop that an index is computed from, by casts and the addition
/// of constants.
static memref::LoadOp findLoad(scf::ForOp loop, Value index) {
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

/// Whether an array is an operand, in which nothing changes.
static bool isOperand(Value array) {
  auto argument = dyn_cast<BlockArgument>(array);
  return argument &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp()) &&
         llvm::all_of(array.getUsers(), [](Operation *user) {
           return isa<memref::LoadOp, memref::DimOp>(user);
         });
}

/// The operand that has a bound of row `row + distance`; null if none has.
static Value findBounds(Value bound, Value row, int64_t distance) {
  if (auto cast = bound.getDefiningOp<arith::IndexCastOp>())
    bound = cast.getIn();
  auto load = bound.getDefiningOp<memref::LoadOp>();
  if (!load || load.getIndices().size() != 1 || !isOperand(load.getMemRef()))
    return {};
  Value at = load.getIndices().front();
  int64_t added = 0;
  if (distance != 0 && !isAdd(at.getDefiningOp(), at, added))
    return {};
  return at == row && added == distance ? load.getMemRef() : Value();
}

/// Finds the rows that follow each other around a loop over the entries of one.
static bool findRows(Scatter &scatter) {
  scf::ForOp loop = scatter.loop;
  auto rows = dyn_cast<scf::ForOp>(loop->getParentOp());
  if (!rows || !matchPattern(rows.getStep(), m_One()) ||
      !matchPattern(loop.getStep(), m_One()))
    return false;
  Value row = rows.getInductionVar();
  scatter.rows = rows;
  scatter.bounds = findBounds(loop.getLowerBound(), row, 0);
  // Threads have loops of their own, in which schedules have a say.
  return scatter.bounds && rows->getDiscardableAttrDictionary().empty() &&
         scatter.bounds == findBounds(loop.getUpperBound(), row, 1);
}

static std::optional<Scatter> findScatter(scf::ForOp loop) {
  Scatter scatter;
  scatter.loop = loop;
  for (auto store : loop.getBody()->getOps<memref::StoreOp>()) {
    if (store.getIndices().size() != 1 ||
        !loop.isDefinedOutsideOfLoop(store.getMemRef()))
      continue;
    memref::LoadOp place = findLoad(loop, store.getIndices().front());
    if (!place || (scatter.place && place != scatter.place) ||
        !loop.isDefinedOutsideOfLoop(place.getMemRef()))
      continue;
    memref::LoadOp coordinate = findLoad(loop, place.getIndices().front());
    if (!coordinate || !isOperand(coordinate.getMemRef()) ||
        coordinate.getIndices().front() != loop.getInductionVar())
      continue;
    scatter.place = place;
    scatter.coordinate = coordinate;
    scatter.stores.push_back(store);
  }
  if (scatter.stores.empty() || !findRows(scatter))
    return std::nullopt;
  return scatter;
}

//===----------------------------------------------------------------------===//
// Prefetches
//===----------------------------------------------------------------------===//

/// The first and the last bound of all rows; zero if there are no rows.
static ValueRange emitBounds(ImplicitLocOpBuilder &b, Scatter &scatter) {
  Value low = scatter.rows.getLowerBound(), high = scatter.rows.getUpperBound();
  Value any = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, low, high);
  auto emitLoad = [&](OpBuilder &inner, Location loc, Value row) -> Value {
    Value bound = memref::LoadOp::create(inner, loc, scatter.bounds, row);
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

/// Copies what a value is computed from in a loop.
static Value cloneInto(OpBuilder &builder, scf::ForOp loop, Value value,
                       IRMapping &mapping) {
  Operation *op = value.getDefiningOp();
  if (mapping.contains(value) || !op || op->getBlock() != loop.getBody())
    return mapping.lookupOrDefault(value);
  for (Value operand : op->getOperands())
    cloneInto(builder, loop, operand, mapping);
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}

/// Whether rows have enough entries, each and together; and the position of the
/// last one.
static std::pair<Value, Value>
emitIsLong(ImplicitLocOpBuilder &b, Scatter &scatter, int64_t minEntries) {
  ValueRange bounds = emitBounds(b, scatter);
  Value entries = arith::SubIOp::create(b, bounds[1], bounds[0]);
  Value rows = arith::SubIOp::create(b, scatter.rows.getUpperBound(),
                                     scatter.rows.getLowerBound());
  Value least = arith::MulIOp::create(
      b, rows, arith::ConstantIndexOp::create(b, kMinRowLength));
  if (minEntries > 0)
    least = arith::MaxSIOp::create(
        b, least, arith::ConstantIndexOp::create(b, minEntries));
  Value one = arith::ConstantIndexOp::create(b, 1);
  return {arith::CmpIOp::create(b, arith::CmpIPredicate::sge, entries, least),
          arith::SubIOp::create(b, bounds[1], one)};
}

static void prefetch(Scatter &scatter, int64_t minEntries) {
  ImplicitLocOpBuilder b(scatter.loop.getLoc(), scatter.rows);
  auto [isLong, last] = emitIsLong(b, scatter, minEntries);
  Value distance = arith::ConstantIndexOp::create(b, kDistance);
  // An entry that asked would take a tenth longer.
  emitVersions(b, scatter.rows, isLong);

  scf::ForOp loop = scatter.loop;
  b.setInsertionPointToStart(loop.getBody());
  Value position = loop.getInductionVar();
  Value ahead = arith::AddIOp::create(b, position, distance);
  ahead = arith::MinSIOp::create(b, ahead, last);
  IRMapping mapping;
  mapping.map(position, ahead);
  for (memref::StoreOp store : scatter.stores) {
    Value place = cloneInto(b, loop, store.getIndices().front(), mapping);
    memref::PrefetchOp::create(b, store.getMemRef(), place, /*isWrite=*/true,
                               /*localityHint=*/3, /*isDataCache=*/true);
  }
}

namespace {
struct PrefetchScatters : weft::impl::PrefetchScattersBase<PrefetchScatters> {
  using PrefetchScattersBase::PrefetchScattersBase;
  void runOnOperation() override {
    // One of each loop over rows, of which there is only one copy.
    llvm::MapVector<Operation *, Scatter> scatters;
    getOperation().walk([&](scf::ForOp loop) {
      if (std::optional<Scatter> scatter = findScatter(loop))
        scatters.try_emplace(scatter->rows, std::move(*scatter));
    });
    for (auto &[rows, scatter] : scatters)
      prefetch(scatter, minEntries);
  }
};
} // namespace
