//===- CollectFunctions.cpp - Segments in any order -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the functions that make a table larger and that sort a segment. Most
// segments of bands and of blocks are in order already. Others have their
// coordinates ranked by the runtime, and each block is moved to its place.
//
//===----------------------------------------------------------------------===//

#include "CollectFunctions.h"

#include "GrowthFunctions.h"
#include "HashTable.h"
#include "Sorting.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Support/KernelFunctions.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace weft {

static constexpr StringLiteral kTableName = "table_";
static constexpr StringLiteral kOrderName = "order_";

/// A name that functions on the same types have.
static std::string getName(StringRef what, TypeRange arrays,
                           std::optional<int64_t> block = std::nullopt) {
  std::string name = (kCollectPrefix + what).str();
  llvm::raw_string_ostream stream(name);
  llvm::interleave(
      arrays, stream,
      [&](Type type) { stream << cast<MemRefType>(type).getElementType(); },
      "_");
  if (block)
    stream << "_by_" << *block;
  for (char &c : name)
    c = llvm::isAlnum(c) ? c : '_';
  return name;
}

FoundSlot emitProbe(ImplicitLocOpBuilder &b, Value table, Value key,
                    llvm::function_ref<Value(Value)> goesOn) {
  Type index = b.getIndexType();
  Value one = emitIndex(b, 1);
  Value mask = arith::SubIOp::create(b, emitLength(b, table), one);
  Value first = arith::AndIOp::create(b, emitHash(b, key), mask);
  auto loop = scf::WhileOp::create(b, TypeRange{index, index}, first);
  OpBuilder::InsertionGuard guard(b);
  Block *before = b.createBlock(&loop.getBefore(), {}, index, {b.getLoc()});
  Value slot = before->getArgument(0);
  Value position = emitLoadIndex(b, table, slot);
  scf::ConditionOp::create(b, goesOn(position), ValueRange{slot, position});
  Block *after = b.createBlock(&loop.getAfter(), {}, {index, index},
                               {b.getLoc(), b.getLoc()});
  Value next = arith::AddIOp::create(b, after->getArgument(0), one);
  scf::YieldOp::create(b, arith::AndIOp::create(b, next, mask).getResult());
  return {loop.getResult(0), loop.getResult(1)};
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static FunctionType getTableType(Type crd) {
  MLIRContext *context = crd.getContext();
  Type table = getArrayType(IntegerType::get(context, 64));
  Type index = IndexType::get(context);
  return FunctionType::get(context, {table, crd, index, index}, table);
}

static void emitGrowTable(ImplicitLocOpBuilder &b, Value table, Value crd,
                          Value begin, Value end) {
  Value length = emitLength(b, table);
  Value free = arith::ConstantOp::create(b, b.getI64IntegerAttr(-1));
  Value grown = emitFilled(b, arith::AddIOp::create(b, length, length), free);
  {
    auto loop = scf::ForOp::create(b, begin, end, emitIndex(b, 1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value position = loop.getInductionVar();
    FoundSlot found =
        emitProbe(b, grown, emitLoadIndex(b, crd, position), [&](Value other) {
          return emitCompare(b, arith::CmpIPredicate::sge, other,
                             emitIndex(b, 0));
        });
    emitStoreIndex(b, position, grown, found.slot);
  }
  emitFree(b, table);
  func::ReturnOp::create(b, grown);
}

func::FuncOp getTableFunction(ImplicitLocOpBuilder &b, Type crd) {
  func::FuncOp function = getOrDeclareFunction(
      b, getModule(b), getName(kTableName, crd), getTableType(crd));
  if (!function.isDeclaration())
    return function;
  OpBuilder::InsertionGuard guard(b);
  ValueRange arguments = startColdFunction(b, function)->getArguments();
  emitGrowTable(b, arguments[0], arguments[1], arguments[2], arguments[3]);
  return function;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

static FunctionType getOrderType(TypeRange arrays) {
  Type index = IndexType::get(arrays.front().getContext());
  SmallVector<Type> inputs(arrays);
  inputs.append(3, index);
  return FunctionType::get(index.getContext(), inputs, {});
}

/// Whether the coordinates at some positions do not ascend.
static Value emitIsUnsorted(ImplicitLocOpBuilder &b, Value crd, Value begin,
                            Value end) {
  Value one = emitIndex(b, 1);
  Value no = arith::ConstantOp::create(b, b.getBoolAttr(false));
  auto loop =
      scf::ForOp::create(b, arith::AddIOp::create(b, begin, one), end, one, no);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value position = loop.getInductionVar();
  Value before = emitLoadIndex(b, crd, arith::SubIOp::create(b, position, one));
  Value descends = emitCompare(b, arith::CmpIPredicate::sgt, before,
                               emitLoadIndex(b, crd, position));
  scf::YieldOp::create(
      b,
      arith::OrIOp::create(b, loop.getRegionIterArg(0), descends).getResult());
  return loop.getResult(0);
}

/// Moves the blocks of components from `begin` on to their places.
static void emitMoveBlocks(ImplicitLocOpBuilder &b, Value values, Value begin,
                           Value count, Value block, Value places) {
  Type type = cast<MemRefType>(values.getType()).getElementType();
  Value zero = emitIndex(b, 0);
  Value length = arith::MulIOp::create(b, count, block);
  Value first = arith::MulIOp::create(b, begin, block);
  Value moved = emitAlloc(b, type, length);
  {
    auto loop = scf::ForOp::create(b, zero, count, emitIndex(b, 1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value number = loop.getInductionVar();
    Value negated = emitLoadIndex(b, places, number);
    Value place = arith::XOrIOp::create(b, negated, emitIndex(b, -1));
    Value from = arith::AddIOp::create(b, first,
                                       arith::MulIOp::create(b, number, block));
    Value to = arith::MulIOp::create(b, place, block);
    emitCopyRange(b, values, from, moved, to, block);
  }
  emitCopyRange(b, moved, zero, values, first, length);
  emitFree(b, moved);
}

static void emitOrder(ImplicitLocOpBuilder &b, Value crd, Value values,
                      Value begin, Value end, Value block) {
  auto unsorted =
      scf::IfOp::create(b, emitIsUnsorted(b, crd, begin, end), false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(unsorted.thenBlock());
    Type crdType = cast<MemRefType>(crd.getType()).getElementType();
    Value zero = emitIndex(b, 0);
    Value count = arith::SubIOp::create(b, end, begin);
    Value sorted = emitAlloc(b, crdType, count);
    emitCopyRange(b, crd, begin, sorted, zero, count);
    Value places = emitAlloc(b, b.getI64Type(), count);
    Value addresses = emitAddresses(b, sorted, /*withBox=*/false);
    // They differ, so that none is left out.
    Value numPlaces = emitRank(b, count, /*numKeys=*/1, addresses, places);
    emitFree(b, addresses);
    emitCopyRange(b, sorted, zero, crd, begin, numPlaces);
    emitFree(b, sorted);
    if (values)
      emitMoveBlocks(b, values, begin, count, block, places);
    emitFree(b, places);
  }
  func::ReturnOp::create(b);
}

func::FuncOp getOrderFunction(ImplicitLocOpBuilder &b, Type crd, Type values,
                              std::optional<int64_t> block) {
  SmallVector<Type> arrays{crd};
  if (values)
    arrays.push_back(values);
  func::FuncOp function =
      getOrDeclareFunction(b, getModule(b), getName(kOrderName, arrays, block),
                           getOrderType(arrays));
  if (!function.isDeclaration())
    return function;
  OpBuilder::InsertionGuard guard(b);
  ValueRange arguments = startFunction(b, function)->getArguments();
  ValueRange positions = arguments.take_back(3);
  emitOrder(b, arguments.front(), values ? arguments[1] : Value(), positions[0],
            positions[1], block ? emitIndex(b, *block) : positions[2]);
  return function;
}

bool isCollectFunction(func::FuncOp function) {
  FunctionType type = function.getFunctionType();
  if (function.isDeclaration() || type.getNumInputs() < 4)
    return false;
  if (function.getName().starts_with((kCollectPrefix + kTableName).str()))
    return isa<MemRefType>(type.getInput(1)) &&
           type == getTableType(type.getInput(1));
  TypeRange arrays = TypeRange(type.getInputs()).drop_back(3);
  return arrays.size() <= 2 &&
         llvm::all_of(arrays, llvm::IsaPred<MemRefType>) &&
         type == getOrderType(arrays);
}

} // namespace weft
