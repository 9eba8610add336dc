//===- RowStrips.cpp - Sums of strips of rows in local arrays -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A full strip of rows becomes three loops over its rows: one that begins the
// local arrays, one inside of the loop over slots, and one for what follows the
// sums. Every row is summed in its original order. Operations before the inner
// loop are cloned into each of the three loops that uses them. The original
// loop runs rows that do not fill a strip.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/RowStrips.h"

#include "Analysis/ValueDependence.h"
#include "Vectorization/BlockReduction.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

/// The rows of a strip. The local arrays of 1 KiB of `f64` stay in the L1
/// cache, and C source declares them as variables. Longer strips gain little:
/// 4.2 ms with 128 rows and 3.8 ms with 512 for 3.5 million entries in 20
/// slots (AMD EPYC, gcc 12).
static constexpr int64_t kStripRows = 128;

static LogicalResult refuse(Operation *op, const Twine &reason) {
  return reportMissed(op, LoweringOption::VectorizeRows, reason);
}

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

/// Checks that nothing but the inner loop has regions, and that the inner loop
/// contains no loop.
static LogicalResult verifyNest(scf::ForOp rows, scf::ForOp inner) {
  for (Operation &op : rows.getBody()->without_terminator())
    if (op.getNumRegions() != 0 && &op != inner)
      return refuse(rows, "an operation with regions precedes or follows the "
                          "inner loop");
  WalkResult result = inner.getBody()->walk(
      [](LoopLikeOpInterface) { return WalkResult::interrupt(); });
  if (result.wasInterrupted())
    return refuse(rows, "the inner loop contains a loop");
  if (inner.getNumResults() == 0)
    return refuse(rows, "the inner loop carries no values");
  for (Type type : inner.getResultTypes())
    if (!type.isIntOrIndexOrFloat())
      return refuse(rows, "the inner loop carries values that are no numbers");
  return success();
}

/// Whether a value of an outer loop is the same in all iterations: pure
/// operations and loads compute it from values before the loop. The loop stores
/// to no array that it loads.
static bool isSameInRows(Value value, scf::ForOp rows) {
  return isComputedFrom(value, [&](Value source) -> std::optional<bool> {
    if (rows.isDefinedOutsideOfLoop(source))
      return true;
    Operation *op = source.getDefiningOp();
    bool isFurther = op && (isPure(op) || isa<memref::LoadOp>(op)) &&
                     op->getNumRegions() == 0;
    return isFurther ? std::nullopt : std::optional(false);
  });
}

/// Checks that all rows have the same slots.
static LogicalResult verifyBounds(scf::ForOp rows, scf::ForOp inner) {
  for (Value bound :
       {inner.getLowerBound(), inner.getUpperBound(), inner.getStep()})
    if (!isSameInRows(bound, rows))
      return refuse(rows, "the bounds of the inner loop differ between "
                          "iterations of the outer loop");
  return success();
}

/// Checks that the loop only stores after the inner loop, and loads none of the
/// arrays that it stores to: the rows of a strip run interleaved.
static LogicalResult verifyMemory(scf::ForOp rows, scf::ForOp inner) {
  llvm::SmallDenseSet<Value, 2> stored;
  for (auto store : rows.getBody()->getOps<memref::StoreOp>()) {
    if (store->isBeforeInBlock(inner))
      return refuse(rows, "the outer loop stores before the inner loop");
    stored.insert(getRoot(store.getMemRef()));
  }
  WalkResult result = rows.getBody()->walk([&](Operation *op) {
    auto load = dyn_cast<memref::LoadOp>(op);
    bool isAllowed =
        load ? !stored.contains(getRoot(load.getMemRef()))
             : isa<memref::StoreOp>(op) || isMemoryEffectFree(op) ||
                   op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
    return isAllowed ? WalkResult::advance() : WalkResult::interrupt();
  });
  return result.wasInterrupted()
             ? refuse(rows, "the loop loads an array that it stores to")
             : success();
}

/// The only loop in the body of a loop; null if there are several.
static scf::ForOp findInner(scf::ForOp rows) {
  auto loops = rows.getBody()->getOps<scf::ForOp>();
  return llvm::hasSingleElement(loops) ? *loops.begin() : scf::ForOp();
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

namespace {
/// Emits the strips of a loop over rows.
class StripEmitter {
public:
  StripEmitter(scf::ForOp rows, scf::ForOp inner)
      : rows(rows), inner(inner), b(rows.getLoc(), rows),
        size(isOneStrip() ? getMaxTripCount(rows) : kStripRows),
        begin(rows.getLowerBound()) {}
  int64_t getSize() const { return size; }
  void emit();

private:
  Value getIndex(int64_t number) {
    return arith::ConstantIndexOp::create(b, number);
  }
  /// The name of the rows, with a suffix if several strips split them.
  Location getNameLoc(StringRef suffix) {
    Location loc = rows.getInductionVar().getLoc();
    auto name = dyn_cast<NameLoc>(loc);
    if (!name || isOneStrip())
      return loc;
    auto split = b.getStringAttr(name.getName().getValue() + suffix);
    return NameLoc::get(split, name.getChildLoc());
  }
  /// Whether all iterations are one strip, which a loop over strips would only
  /// obscure.
  bool isOneStrip() const {
    int64_t most = getMaxTripCount(rows);
    return most != 0 && most <= kStripRows && !isParallel(rows);
  }
  /// Emits the loop over strips, and inserts into it from then on.
  void emitStripLoop();
  /// Emits a branch: the strip if all of its rows remain, and otherwise the
  /// original loop over the remaining rows.
  void emitBlock();
  void emitStrip();
  /// Emits a loop over the rows of the strip, with a body in which `mapping`
  /// has the number of the row.
  void emitRows(function_ref<void(IRMapping &mapping, Value number)> emitBody);
  /// Clones operations, whose results the mapping has from then on.
  template <typename Range> void clone(Range &&ops, IRMapping &mapping);
  void loadLocals(ValueRange values, IRMapping &mapping, Value number);
  void storeLocals(ValueRange values, IRMapping &mapping, Value number);
  void emitSlots();

  scf::ForOp rows, inner;
  ImplicitLocOpBuilder b;
  /// How many rows a strip has, and the first one.
  int64_t size;
  Value begin;
  /// An array for each value that the inner loop carries.
  SmallVector<Value> locals;
};
} // namespace

void StripEmitter::emitStripLoop() {
  Value size = getIndex(kStripRows);
  Value count = b.createOrFold<arith::SubIOp>(rows.getUpperBound(), begin);
  Value numStrips = arith::CeilDivSIOp::create(b, count, size);
  auto strips = scf::ForOp::create(b, getIndex(0), numStrips, getIndex(1));
  strips.getInductionVar().setLoc(getNameLoc("0"));
  inheritDistribution(rows, strips);
  b.setInsertionPointToStart(strips.getBody());
  Value first = arith::MulIOp::create(b, strips.getInductionVar(), size);
  begin = b.createOrFold<arith::AddIOp>(first, begin);
}

void StripEmitter::emitRows(
    function_ref<void(IRMapping &mapping, Value number)> emitBody) {
  auto loop = scf::ForOp::create(b, getIndex(0), getIndex(size), getIndex(1));
  loop.getInductionVar().setLoc(getNameLoc("1"));
  updateLoopInfo(loop, [](LoopInfo &info) { info.vector = 0; });
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value number = loop.getInductionVar();
  IRMapping mapping;
  mapping.map(rows.getInductionVar(),
              b.createOrFold<arith::AddIOp>(number, begin));
  emitBody(mapping, number);
}

template <typename Range>
void StripEmitter::clone(Range &&ops, IRMapping &mapping) {
  for (Operation &op : ops) {
    op.walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        if (Operation *source = operand.getDefiningOp();
            source && source->getBlock() == rows.getBody())
          cloneForRow(b, rows, operand, mapping);
    });
    b.clone(op, mapping);
  }
}

void StripEmitter::loadLocals(ValueRange values, IRMapping &mapping,
                              Value number) {
  for (auto [value, local] : llvm::zip_equal(values, locals))
    mapping.map(value, memref::LoadOp::create(b, local, number).getResult());
}

void StripEmitter::storeLocals(ValueRange values, IRMapping &mapping,
                               Value number) {
  for (auto [value, local] : llvm::zip_equal(values, locals))
    memref::StoreOp::create(b, cloneForRow(b, rows, value, mapping), local,
                            number);
}

void StripEmitter::emitSlots() {
  IRMapping bounds;
  auto emitBound = [&](Value bound) {
    return emitBeforeLoop(b, bound, rows, bounds);
  };
  auto slots = scf::ForOp::create(
      b, emitBound(inner.getLowerBound()), emitBound(inner.getUpperBound()),
      emitBound(inner.getStep()), /*initArgs=*/ValueRange(),
      /*bodyBuilder=*/nullptr, inner.getUnsignedCmp());
  slots.getInductionVar().setLoc(inner.getInductionVar().getLoc());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(slots.getBody());
  emitRows([&](IRMapping &mapping, Value number) {
    mapping.map(inner.getInductionVar(), slots.getInductionVar());
    loadLocals(inner.getRegionIterArgs(), mapping, number);
    clone(inner.getBody()->without_terminator(), mapping);
    storeLocals(inner.getYieldedValues(), mapping, number);
  });
}

void StripEmitter::emitStrip() {
  for (Type type : inner.getResultTypes())
    locals.push_back(memref::AllocOp::create(b, MemRefType::get(size, type)));
  emitRows([&](IRMapping &mapping, Value number) {
    storeLocals(inner.getInitArgs(), mapping, number);
  });
  emitSlots();
  emitRows([&](IRMapping &mapping, Value number) {
    loadLocals(inner.getResults(), mapping, number);
    clone(llvm::make_filter_range(
              llvm::make_range(std::next(inner->getIterator()),
                               rows.getBody()->without_terminator().end()),
              [&](Operation &op) { return isa<memref::StoreOp>(op); }),
          mapping);
  });
  for (Value local : locals)
    memref::DeallocOp::create(b, local);
}

void StripEmitter::emitBlock() {
  Value left = b.createOrFold<arith::SubIOp>(rows.getUpperBound(), begin);
  Value isFull =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sge, left, getIndex(size));
  auto branch = scf::IfOp::create(b, isFull, /*withElseRegion=*/true);
  b.setInsertionPointToStart(branch.thenBlock());
  emitStrip();
  updateLoopInfo(rows, [](LoopInfo &info) { info.parallel = {}; });
  rows.setLowerBound(begin);
  rows->moveBefore(branch.elseBlock()->getTerminator());
}

void StripEmitter::emit() {
  if (!isOneStrip())
    emitStripLoop();
  emitBlock();
}

void weft::accumulateStrips(const VectorizableRows &loop) {
  scf::ForOp rows = loop.rows;
  scf::ForOp inner = findInner(rows);
  if (!inner) {
    (void)refuse(rows, "the loop contains several loops");
    return;
  }
  if (failed(verifyNest(rows, inner)) || failed(verifyMemory(rows, inner)) ||
      failed(verifyBounds(rows, inner)))
    return;
  StripEmitter emitter(rows, inner);
  reportPassed(rows, LoweringOption::VectorizeRows,
               "interchanges the inner loop with strips of " +
                   Twine(emitter.getSize()) + " iterations");
  emitter.emit();
}
