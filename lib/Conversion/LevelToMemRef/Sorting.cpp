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

/// An array of the address and the width of each array of coordinates.
static Value emitAddresses(ImplicitLocOpBuilder &b, ArrayRef<Value> keys) {
  Value addresses = memref::AllocOp::create(
      b, MemRefType::get({2 * int64_t(keys.size())}, b.getI64Type()));
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
  Value addresses = emitAddresses(b, keys);
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
    ImplicitLocOpBuilder &b, Value count, Value room, ArrayRef<Value> keys,
    Value values, llvm::function_ref<Value(Value, Value)> combine) {
  Type i64 = b.getI64Type();
  Value addresses = emitAddresses(b, keys);
  Value groups = emitAlloc(b, i64, count);
  auto find =
      getRuntimeFunction<func::FuncOp>(b, getModule(b), "weft_rt_group");
  Value left =
      func::CallOp::create(b, find,
                           {arith::IndexCastOp::create(b, i64, count),
                            emitInt(b, keys.size()), emitAddress(b, addresses),
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
  memref::DeallocOp::create(b, addresses);
  return left;
}

/// Combines each of `count` values into that at its place in new memory for
/// `numPlaces`. A place is negated bit by bit if the value is the first there.
static Value
emitCombineAtPlaces(ImplicitLocOpBuilder &b, Value count, Value places,
                    Value numPlaces, Value values,
                    llvm::function_ref<Value(Value, Value)> combine) {
  Type type = cast<MemRefType>(values.getType()).getElementType();
  Value combined = emitAlloc(b, type, numPlaces);
  auto loop = scf::ForOp::create(b, emitIndex(b, 0), count, emitIndex(b, 1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value place = emitLoadIndex(b, places, loop.getInductionVar());
  Value value = memref::LoadOp::create(b, values, loop.getInductionVar());
  Value isFirst =
      emitCompare(b, arith::CmpIPredicate::slt, place, emitIndex(b, 0));
  auto choice = scf::IfOp::create(b, TypeRange{b.getIndexType(), type}, isFirst,
                                  /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard inside(b);
    b.setInsertionPointToStart(choice.thenBlock());
    Value negated = arith::XOrIOp::create(b, place, emitIndex(b, -1));
    scf::YieldOp::create(b, ValueRange{negated, value});
    b.setInsertionPointToStart(choice.elseBlock());
    Value before = memref::LoadOp::create(b, combined, place);
    scf::YieldOp::create(b, ValueRange{place, combine(before, value)});
  }
  memref::StoreOp::create(b, choice.getResult(1), combined,
                          choice.getResult(0));
  return combined;
}

Value weft::emitRank(ImplicitLocOpBuilder &b, Value count, ArrayRef<Value> keys,
                     Value places) {
  Type i64 = b.getI64Type();
  Value addresses = emitAddresses(b, keys);
  auto rank = getRuntimeFunction<func::FuncOp>(b, getModule(b), "weft_rt_rank");
  Value ranked =
      func::CallOp::create(b, rank,
                           {arith::IndexCastOp::create(b, i64, count),
                            emitInt(b, keys.size()), emitAddress(b, addresses),
                            emitAddress(b, places)})
          .getResult(0);
  memref::DeallocOp::create(b, addresses);
  return arith::IndexCastOp::create(b, b.getIndexType(), ranked);
}

std::pair<Value, Value>
weft::emitCombineSorted(ImplicitLocOpBuilder &b, Value count,
                        ArrayRef<Value> keys, Value values,
                        llvm::function_ref<Value(Value, Value)> combine) {
  Value places = emitAlloc(b, b.getI64Type(), count);
  Value numPlaces = emitRank(b, count, keys, places);
  Value isMoved =
      emitCompare(b, arith::CmpIPredicate::sge, numPlaces, emitIndex(b, 0));
  Value left = arith::SelectOp::create(b, isMoved, numPlaces, count);
  if (values) {
    auto choice = scf::IfOp::create(b, values.getType(), isMoved,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(choice.thenBlock());
    Value combined =
        emitCombineAtPlaces(b, count, places, numPlaces, values, combine);
    memref::DeallocOp::create(b, values);
    scf::YieldOp::create(b, combined);
    b.setInsertionPointToStart(choice.elseBlock());
    scf::YieldOp::create(b, values);
    values = choice.getResult(0);
  }
  memref::DeallocOp::create(b, places);
  return {values, left};
}
