//===- Sorting.cpp - Sorting in emitted code --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls the runtime's functions on entries, which take the addresses of the
// coordinate arrays in an array. Values are combined here, since how that is
// done is the kernel's.
//
//===----------------------------------------------------------------------===//

#include "Sorting.h"

#include "GrowthFunctions.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Dialect/Weft/IR/ArrayNames.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Support/KernelFunctions.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

static int64_t getBytes(Value array) {
  return getElementBytes(cast<MemRefType>(array.getType()).getElementType());
}

static Value emitInt(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
}

Value weft::emitAddresses(ImplicitLocOpBuilder &b, ArrayRef<Value> keys,
                          bool withBox) {
  int64_t length = (withBox ? 4 : 2) * int64_t(keys.size());
  Value addresses =
      memref::AllocOp::create(b, MemRefType::get({length}, b.getI64Type()));
  setArrayRole(addresses.getDefiningOp(), "addresses of coordinate arrays");
  for (auto [number, key] : llvm::enumerate(keys)) {
    memref::StoreOp::create(b, emitAddress(b, key), addresses,
                            emitIndex(b, 2 * number));
    memref::StoreOp::create(b, emitInt(b, getBytes(key)), addresses,
                            emitIndex(b, 2 * number + 1));
  }
  return addresses;
}

void weft::emitSort(ImplicitLocOpBuilder &b, Value count, ArrayRef<Value> keys,
                    Value values) {
  Value addresses = emitAddresses(b, keys, /*withBox=*/false);
  auto sort = getRuntimeFunction<func::FuncOp>(b, getModule(b), "weft_rt_sort");
  func::CallOp::create(b, sort,
                       {arith::IndexCastOp::create(b, b.getI64Type(), count),
                        emitInt(b, keys.size()), emitAddress(b, addresses),
                        values ? emitAddress(b, values) : emitInt(b, 0),
                        emitInt(b, values ? getBytes(values) : 0)});
  memref::DeallocOp::create(b, addresses);
}

/// Combines each of `count` values into that of its group, the first of which
/// comes before it or is its own; groups are numbered as they first come.
static void emitCombineValues(ImplicitLocOpBuilder &b, Value count,
                              Value groups, Value values,
                              llvm::function_ref<Value(Value, Value)> combine) {
  Value zero = emitIndex(b, 0), one = emitIndex(b, 1);
  auto loop = scf::ForOp::create(b, zero, count, one, zero);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value numGroups = loop.getRegionIterArg(0);
  Value group = emitLoadIndex(b, groups, loop.getInductionVar());
  Value value = memref::LoadOp::create(b, values, loop.getInductionVar());
  Value isNew = emitCompare(b, arith::CmpIPredicate::eq, group, numGroups);
  auto choice =
      scf::IfOp::create(b, TypeRange{value.getType(), b.getIndexType()}, isNew,
                        /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard inside(b);
    b.setInsertionPointToStart(choice.thenBlock());
    Value more = arith::AddIOp::create(b, numGroups, one);
    scf::YieldOp::create(b, ValueRange{value, more});
    b.setInsertionPointToStart(choice.elseBlock());
    Value before = memref::LoadOp::create(b, values, group);
    scf::YieldOp::create(b, ValueRange{combine(before, value), numGroups});
  }
  memref::StoreOp::create(b, choice.getResult(0), values, group);
  scf::YieldOp::create(b, choice.getResult(1));
}

Value weft::emitCombineEntries(
    ImplicitLocOpBuilder &b, Value count, Value room, int64_t numKeys,
    Value addresses, Value values,
    llvm::function_ref<Value(Value, Value)> combine) {
  Type i64 = b.getI64Type();
  Value groups = emitAlloc(b, i64, count);
  setArrayRole(groups.getDefiningOp(), "groups of equal entries");
  auto find =
      getRuntimeFunction<func::FuncOp>(b, getModule(b), "weft_rt_group");
  Value left =
      func::CallOp::create(b, find,
                           {arith::IndexCastOp::create(b, i64, count),
                            emitInt(b, numKeys), emitAddress(b, addresses),
                            emitAddress(b, groups),
                            arith::IndexCastOp::create(b, i64, room)})
          .getResult(0);
  left = arith::IndexCastOp::create(b, b.getIndexType(), left);
  if (values) {
    // If all are left, nothing was grouped.
    Value isGrouped = emitCompare(b, arith::CmpIPredicate::slt, left, count);
    Value numValues =
        arith::SelectOp::create(b, isGrouped, count, emitIndex(b, 0));
    emitCombineValues(b, numValues, groups, values, combine);
  }
  memref::DeallocOp::create(b, groups);
  return left;
}

//===----------------------------------------------------------------------===//
// Places in order
//===----------------------------------------------------------------------===//

/// A value if it is the first one at its place, and combined with what there is
/// otherwise. That is as likely as not, so that both are computed where they
/// can be.
static Value
emitCombineUnless(ImplicitLocOpBuilder &b, Value isFirst, Value value,
                  llvm::function_ref<Value()> emitBefore,
                  llvm::function_ref<Value(Value, Value)> combine) {
  auto choice = scf::IfOp::create(b, value.getType(), isFirst,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(choice.thenBlock());
  scf::YieldOp::create(b, value);
  b.setInsertionPointToStart(choice.elseBlock());
  scf::YieldOp::create(b, combine(emitBefore(), value));
  return choice.getResult(0);
}

/// Combines a value with what an array has at a place, which is undefined if it
/// is the first there. In C, a truth value that nobody wrote may not even be
/// read.
static void emitCombineAt(ImplicitLocOpBuilder &b, Value value, Value isFirst,
                          Value array, Value place,
                          llvm::function_ref<Value(Value, Value)> combine) {
  auto emitLoad = [&]() -> Value {
    return memref::LoadOp::create(b, array, place);
  };
  Value before = value.getType().isInteger(1) ? Value() : emitLoad();
  Value all = emitCombineUnless(
      b, isFirst, value, [&] { return before ? before : emitLoad(); }, combine);
  memref::StoreOp::create(b, all, array, place);
}

/// A place, which is negated bit by bit if the value is the first there, and
/// whether it is.
static std::pair<Value, Value> emitLoadPlace(ImplicitLocOpBuilder &b,
                                             Value places, Value number) {
  Value place = emitLoadIndex(b, places, number);
  Value isFirst =
      emitCompare(b, arith::CmpIPredicate::slt, place, emitIndex(b, 0));
  Value negated = arith::XOrIOp::create(b, place, emitIndex(b, -1));
  return {arith::SelectOp::create(b, isFirst, negated, place), isFirst};
}

/// Combines each of `count` values into that at its place in an array.
static void
emitCombineAtPlaces(ImplicitLocOpBuilder &b, Value count, Value places,
                    Value values, Value combined,
                    llvm::function_ref<Value(Value, Value)> combine) {
  auto loop = scf::ForOp::create(b, emitIndex(b, 0), count, emitIndex(b, 1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  auto [place, isFirst] = emitLoadPlace(b, places, loop.getInductionVar());
  Value value = memref::LoadOp::create(b, values, loop.getInductionVar());
  emitCombineAt(b, value, isFirst, combined, place, combine);
}

/// The same of values in order, two at least, in their own array: places are
/// not behind them, and those at one place follow each other, so that what they
/// come to is carried on.
static void
emitCombineInOrder(ImplicitLocOpBuilder &b, Value count, Value places,
                   Value values,
                   llvm::function_ref<Value(Value, Value)> combine) {
  Value zero = emitIndex(b, 0);
  Value begin = memref::LoadOp::create(b, values, zero);
  auto loop = scf::ForOp::create(b, zero, count, emitIndex(b, 1), begin);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  auto [place, isFirst] = emitLoadPlace(b, places, loop.getInductionVar());
  Value value = memref::LoadOp::create(b, values, loop.getInductionVar());
  Value all = emitCombineUnless(
      b, isFirst, value, [&] { return loop.getRegionIterArg(0); }, combine);
  memref::StoreOp::create(b, all, values, place);
  scf::YieldOp::create(b, all);
}

/// Combines values at their places, in their own array if they are in order, or
/// in new memory for `numPlaces`. Gives the one of them.
static Value
emitCombinePlaced(ImplicitLocOpBuilder &b, Value count, Value places,
                  Value numPlaces, Value isInOrder, Value values,
                  llvm::function_ref<Value(Value, Value)> combine) {
  Type type = cast<MemRefType>(values.getType()).getElementType();
  auto choice = scf::IfOp::create(b, values.getType(), isInOrder,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(choice.thenBlock());
  emitCombineInOrder(b, count, places, values, combine);
  scf::YieldOp::create(b, values);
  b.setInsertionPointToStart(choice.elseBlock());
  // No less than a list begins with, so that the next iteration can have it.
  Value capacity =
      arith::MaxSIOp::create(b, numPlaces, emitIndex(b, kInitialEntries));
  Value combined = emitAlloc(b, type, capacity);
  setArrayRole(combined.getDefiningOp(), "combined values");
  emitCombineAtPlaces(b, count, places, values, combined, combine);
  memref::DeallocOp::create(b, values);
  scf::YieldOp::create(b, combined);
  return choice.getResult(0);
}

Value weft::emitRank(ImplicitLocOpBuilder &b, Value count, int64_t numKeys,
                     Value addresses, Value places) {
  Type i64 = b.getI64Type();
  auto rank = getRuntimeFunction<func::FuncOp>(b, getModule(b), "weft_rt_rank");
  Value ranked =
      func::CallOp::create(b, rank,
                           {arith::IndexCastOp::create(b, i64, count),
                            emitInt(b, numKeys), emitAddress(b, addresses),
                            emitAddress(b, places)})
          .getResult(0);
  return arith::IndexCastOp::create(b, b.getIndexType(), ranked);
}

std::pair<Value, Value>
weft::emitCombineSorted(ImplicitLocOpBuilder &b, Value count, int64_t numKeys,
                        Value addresses, Value values,
                        llvm::function_ref<Value(Value, Value)> combine) {
  Type i64 = b.getI64Type();
  Value places = emitAlloc(b, i64, count);
  setArrayRole(places.getDefiningOp(), "ranks of entries");
  auto place =
      getRuntimeFunction<func::FuncOp>(b, getModule(b), "weft_rt_place");
  Value ranked =
      func::CallOp::create(b, place,
                           {arith::IndexCastOp::create(b, i64, count),
                            emitInt(b, numKeys), emitAddress(b, addresses),
                            emitAddress(b, places),
                            values ? emitAddress(b, values) : emitInt(b, 0),
                            emitInt(b, values ? getBytes(values) : 0)})
          .getResult(0);
  ranked = arith::IndexCastOp::create(b, b.getIndexType(), ranked);
  // -1 is for entries that all differ, and less for values in order.
  Value minusOne = emitIndex(b, -1);
  Value isInOrder = emitCompare(b, arith::CmpIPredicate::slt, ranked, minusOne);
  Value numPlaces = arith::SelectOp::create(
      b, isInOrder, arith::SubIOp::create(b, emitIndex(b, -2), ranked), ranked);
  Value areEqual = emitCompare(b, arith::CmpIPredicate::ne, ranked, minusOne);
  Value left = arith::SelectOp::create(b, areEqual, numPlaces, count);
  if (values) {
    auto choice = scf::IfOp::create(b, values.getType(), areEqual,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(choice.thenBlock());
    scf::YieldOp::create(b, emitCombinePlaced(b, count, places, numPlaces,
                                              isInOrder, values, combine));
    b.setInsertionPointToStart(choice.elseBlock());
    scf::YieldOp::create(b, values);
    values = choice.getResult(0);
  }
  memref::DeallocOp::create(b, places);
  return {values, left};
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

Value weft::emitFindBox(ImplicitLocOpBuilder &b, Value count, int64_t numKeys,
                        Value addresses, Value room) {
  Type i64 = b.getI64Type();
  auto find = getRuntimeFunction<func::FuncOp>(b, getModule(b), "weft_rt_box");
  Value size = func::CallOp::create(
                   b, find,
                   {arith::IndexCastOp::create(b, i64, count),
                    emitInt(b, numKeys), emitAddress(b, addresses),
                    room ? arith::IndexCastOp::create(b, i64, room).getResult()
                         : emitInt(b, 0)})
                   .getResult(0);
  return arith::IndexCastOp::create(b, b.getIndexType(), size);
}

/// The place in a table of the entry with a number. Places of the last key are
/// next to each other.
static Value emitPlace(ImplicitLocOpBuilder &b, ArrayRef<Value> keys,
                       ArrayRef<std::pair<Value, Value>> box, Value number) {
  Value place;
  for (auto [key, range] : llvm::zip_equal(keys, box)) {
    auto [smallest, stride] = range;
    Value part =
        arith::SubIOp::create(b, emitLoadIndex(b, key, number), smallest);
    if (key != keys.back())
      part = arith::MulIOp::create(b, part, stride);
    place = place ? arith::AddIOp::create(b, place, part).getResult() : part;
  }
  return place;
}

/// The bits of a constant, again and again in a word; nothing if they do not
/// fit it.
static IntegerAttr getPattern(Builder &b, TypedAttr value) {
  APInt bits;
  if (auto number = dyn_cast<FloatAttr>(value))
    bits = number.getValue().bitcastToAPInt();
  else
    bits = cast<IntegerAttr>(value).getValue();
  // A truth value takes a byte.
  unsigned width = std::max(bits.getBitWidth(), 8u);
  if (width > 64 || 64 % width != 0)
    return {};
  return b.getI64IntegerAttr(
      APInt::getSplat(64, bits.zext(width)).getSExtValue());
}

Value weft::emitTable(ImplicitLocOpBuilder &b, Value length, TypedAttr fill) {
  Value table = emitFilled(b, length, arith::ConstantOp::create(b, fill));
  IntegerAttr pattern = getPattern(b, fill);
  auto loop = dyn_cast<scf::ForOp>(*std::prev(b.getInsertionPoint()));
  if (pattern && loop) {
    table.getDefiningOp()->setAttr(kTableAttr, pattern);
    loop->setAttr(kTableAttr, b.getUnitAttr());
  }
  return table;
}

void weft::emitFreeTable(ImplicitLocOpBuilder &b, Value table) {
  auto free = memref::DeallocOp::create(b, table);
  if (table.getDefiningOp()->hasAttr(kTableAttr))
    free->setAttr(kTableAttr, b.getUnitAttr());
}

Value weft::emitCollect(ImplicitLocOpBuilder &b, Value count, int64_t numKeys,
                        Value addresses, Value size, Value marks, Value table,
                        Value values) {
  Type i64 = b.getI64Type();
  auto collect =
      getRuntimeFunction<func::FuncOp>(b, getModule(b), "weft_rt_collect");
  auto getAddress = [&](Value array) {
    return array ? emitAddress(b, array) : emitInt(b, 0);
  };
  Value left =
      func::CallOp::create(
          b, collect,
          {arith::IndexCastOp::create(b, i64, count), emitInt(b, numKeys),
           emitAddress(b, addresses), arith::IndexCastOp::create(b, i64, size),
           emitAddress(b, marks), getAddress(table), getAddress(values),
           emitInt(b, values ? getBytes(values) : 0)})
          .getResult(0);
  return arith::IndexCastOp::create(b, b.getIndexType(), left);
}

Value weft::emitCombineInTable(
    ImplicitLocOpBuilder &b, Value count, ArrayRef<Value> keys, Value addresses,
    Value size, Value values, TypedAttr identity,
    llvm::function_ref<Value(Value, Value)> combine) {
  Value zero = emitIndex(b, 0), one = emitIndex(b, 1);
  SmallVector<std::pair<Value, Value>> box;
  int64_t numKeys = keys.size();
  for (int64_t key = numKeys; key != 2 * numKeys; ++key)
    box.push_back({emitLoadIndex(b, addresses, emitIndex(b, 2 * key)),
                   emitLoadIndex(b, addresses, emitIndex(b, 2 * key + 1))});
  Value marks = emitTable(b, size, b.getI8IntegerAttr(0));
  setArrayRole(marks.getDefiningOp(), "flags of the dense accumulator");
  Value table;
  if (values && identity)
    table = emitTable(b, size, identity);
  else if (values)
    table =
        emitAlloc(b, cast<MemRefType>(values.getType()).getElementType(), size);
  if (table)
    setArrayRole(table.getDefiningOp(), "dense accumulator");
  {
    auto loop = scf::ForOp::create(b, zero, count, one);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value number = loop.getInductionVar();
    Value place = emitPlace(b, keys, box, number);
    Value value = values ? memref::LoadOp::create(b, values, number).getResult()
                         : Value();
    if (values && identity) {
      Value before = memref::LoadOp::create(b, table, place);
      memref::StoreOp::create(b, combine(before, value), table, place);
    } else if (values) {
      Value unmarked = arith::ConstantOp::create(b, b.getI8IntegerAttr(0));
      Value isFirst = arith::CmpIOp::create(
          b, arith::CmpIPredicate::eq, memref::LoadOp::create(b, marks, place),
          unmarked);
      emitCombineAt(b, value, isFirst, table, place, combine);
    }
    memref::StoreOp::create(
        b, arith::ConstantOp::create(b, b.getI8IntegerAttr(1)), marks, place);
  }
  Value left =
      emitCollect(b, count, numKeys, addresses, size, marks, table, values);
  if (values)
    emitFreeTable(b, table);
  emitFreeTable(b, marks);
  return left;
}
