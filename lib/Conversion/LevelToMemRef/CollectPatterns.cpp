//===- CollectPatterns.cpp - Lowering of collected segments -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers what is done with a segment whose coordinates come in any order
// (docs/decisions/blocked-formats.md). What is there already is found without a
// look at how much room there is.
//
//===----------------------------------------------------------------------===//

#include "CollectFunctions.h"
#include "GrowthFunctions.h"
#include "Patterns.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

/// How many components are below one coordinate of a level.
static Value emitBlock(ImplicitLocOpBuilder &b, const StorageLayout &layout,
                       ValueRange sizes, int64_t level) {
  // What is known need not be checked when the kernel runs.
  int64_t known = 1;
  Value block;
  for (int64_t below = level + 1; below != layout.getNumLevels(); ++below) {
    Value size = layout.emitSize(b, sizes, below);
    int64_t product;
    std::optional<int64_t> constant = getConstantIntValue(size);
    if (constant && !llvm::MulOverflow(known, *constant, product))
      known = product;
    else
      block = block ? emitCheckedMul(b, block, size) : size;
  }
  Value least = emitIndex(b, known);
  return !block ? least : known == 1 ? block : emitCheckedMul(b, block, least);
}

/// The array of the coordinates of a level, and its number in the state.
static Value getCoordinates(const StorageLayout &layout,
                            const StorageParts &parts, int64_t level) {
  auto room = layout.getEmitter<RoomEmitterInterface>(level);
  return room ? parts.levels[level][room.getReservedArray()] : Value();
}

/// Appends a coordinate, with components below that are the fill.
static void emitAppend(ImplicitLocOpBuilder &b, const StorageLayout &layout,
                       StorageParts &parts, int64_t level, Value position,
                       Value coordinate) {
  layout.getEmitter<AppendEmitterInterface>(level).appendCoord(
      layout.getSite(b, parts.sizes, level), parts.levels[level], coordinate);
  if (layout.getAssembly() == Assembly::Assemble)
    return;
  Value block = emitBlock(b, layout, parts.sizes, level);
  Value begin = arith::MulIOp::create(b, position, block);
  Value next = arith::AddIOp::create(b, position, emitIndex(b, 1));
  Value end = emitCheckedMul(b, next, block);
  parts.values = emitEnsureLength(b, parts.values, end);
  emitFill(b, parts.values, begin, end, layout.emitFillValue(b));
}

/// Stores a position in a slot of a table, which grows if it is half full then.
static void emitEnter(ImplicitLocOpBuilder &b, StorageParts &table, Value slot,
                      Value position, Value crd, Value begin) {
  emitStoreIndex(b, position, table.values, slot);
  Value end = arith::AddIOp::create(b, position, emitIndex(b, 1));
  Value count = arith::SubIOp::create(b, end, begin);
  Value twice = arith::AddIOp::create(b, count, count);
  Value isFull = emitCompare(b, arith::CmpIPredicate::uge, twice,
                             emitLength(b, table.values));
  auto choice = scf::IfOp::create(b, TypeRange(table.values.getType()), isFull,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(choice.thenBlock());
  func::FuncOp grow = getTableFunction(b, crd.getType());
  Value grown =
      func::CallOp::create(b, grow, ValueRange{table.values, crd, begin, end})
          .getResult(0);
  scf::YieldOp::create(b, emitPrefix(b, grown, emitLength(b, grown)));
  b.setInsertionPointToStart(choice.elseBlock());
  scf::YieldOp::create(b, table.values);
  table.values = choice.getResult(0);
}

namespace {
struct LowerCollectCoord : OpConversionPattern<CollectCoordOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(CollectCoordOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override;
};
} // namespace

LogicalResult
LowerCollectCoord::matchAndRewrite(CollectCoordOp op, OneToNOpAdaptor adaptor,
                                   ConversionPatternRewriter &rewriter) const {
  auto layout = StorageLayout::get(op.getState().getType());
  auto tableLayout = StorageLayout::get(op.getTable().getType());
  if (failed(layout) || failed(tableLayout))
    return rewriter.notifyMatchFailure(op, "the format cannot be lowered");
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  int64_t level = op.getLevel();
  StorageParts parts = layout->split(adaptor.getState());
  StorageParts table = tableLayout->split(adaptor.getTable());
  Value begin = adaptor.getBegin().front();
  Value coordinate = adaptor.getCoordinate().front();
  Value crd = getCoordinates(*layout, parts, level);
  if (!crd)
    return rewriter.notifyMatchFailure(op, "the level has no such array");

  auto isTaken = [&](Value position) {
    return emitCompare(b, arith::CmpIPredicate::sge, position, begin);
  };
  FoundSlot found =
      emitProbe(b, table.values, coordinate, [&](Value position) -> Value {
        // What is not taken may be read, since a coordinate has room.
        Value taken = isTaken(position);
        Value safe =
            arith::SelectOp::create(b, taken, position, emitIndex(b, 0));
        Value differs = emitCompare(b, arith::CmpIPredicate::ne,
                                    emitLoadIndex(b, crd, safe), coordinate);
        return arith::AndIOp::create(b, taken, differs);
      });
  SmallVector<Value> before = parts.flatten();
  llvm::append_range(before, table.flatten());
  before.push_back(found.position);
  auto choice = scf::IfOp::create(b, ValueRange(before).getTypes(),
                                  isTaken(found.position),
                                  /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(choice.thenBlock());
    scf::YieldOp::create(b, before);
    b.setInsertionPointToStart(choice.elseBlock());
    Value position = layout->getEmitter<AppendEmitterInterface>(level).next(
        layout->getSite(b, parts.sizes, level), parts.levels[level]);
    emitAppend(b, *layout, parts, level, position, coordinate);
    emitEnter(b, table, found.slot, position,
              getCoordinates(*layout, parts, level), begin);
    SmallVector<Value> after = parts.flatten();
    llvm::append_range(after, table.flatten());
    after.push_back(position);
    scf::YieldOp::create(b, after);
  }
  ValueRange results = choice.getResults();
  size_t numPartitions = parts.flatten().size();
  SmallVector<Value> state(results.take_front(numPartitions));
  SmallVector<Value> nextTable(results.drop_front(numPartitions).drop_back());
  rewriter.replaceOpWithMultiple(
      op, Replacements{state, nextTable, {results.back()}});
  return success();
}

namespace {
struct LowerSortSegment : StoragePattern<SortSegmentOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(SortSegmentOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    int64_t level = op.getLevel();
    auto emitter = layout.getEmitter<AppendEmitterInterface>(level);
    Value crd = getCoordinates(layout, parts, level);
    if (!emitter || !crd)
      return failure();
    bool hasValues = layout.getAssembly() != Assembly::Assemble;
    Value block = emitBlock(b, layout, parts.sizes, level);
    Value end = emitter.next(layout.getSite(b, parts.sizes, level),
                             parts.levels[level]);
    func::FuncOp order = getOrderFunction(
        b, crd.getType(), hasValues ? parts.values.getType() : Type(),
        getConstantIntValue(block));
    SmallVector<Value> arguments{crd};
    if (hasValues)
      arguments.push_back(parts.values);
    arguments.append({adaptor.getBegin().front(), end, block});
    func::CallOp::create(b, order, arguments);
    return Replacements{parts.flatten()};
  }
};
} // namespace

void weft::populateCollectPatterns(const StorageTypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<LowerCollectCoord, LowerSortSegment>(converter,
                                                    patterns.getContext());
}
