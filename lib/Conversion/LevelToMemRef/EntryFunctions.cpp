//===- EntryFunctions.cpp - Functions on entries of lists -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the functions that make room in a coordinate list. A list that is full
// combines equal entries, and grows if a quarter of its room is not free then:
// so each combination of entries leaves as many fewer as are in proportion to
// its work, or is one of those before the arrays double.
//
//===----------------------------------------------------------------------===//

#include "EntryFunctions.h"

#include "GrowthFunctions.h"
#include "Sorting.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Support/Combiner.h"
#include "weft/Support/ExactIdentity.h"
#include "weft/Support/KernelFunctions.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "llvm/Support/xxhash.h"

using namespace mlir;

namespace weft {

/// Lists with less room grow by fours, and others by twos.
static constexpr int64_t kShortList = 2048;

static FunctionType getEntriesType(MLIRContext *context, TypeRange arrays) {
  SmallVector<Type> types(arrays);
  types.append(2, IndexType::get(context));
  return FunctionType::get(context, types, types);
}

/// Prints a combiner so that those that do the same for other values read the
/// same.
static void printShape(raw_ostream &os, Region &combiner) {
  DenseMap<void *, size_t> numbers;
  auto getNumber = [&](void *pointer) {
    return numbers.try_emplace(pointer, numbers.size()).first->second;
  };
  for (Value argument : combiner.getArguments())
    getNumber(argument.getAsOpaquePointer());
  combiner.walk<WalkOrder::PreOrder>([&](Operation *op) {
    os << getNumber(op->getBlock()) << op->getName() << op->getAttrDictionary();
    for (Value operand : op->getOperands())
      os << "," << getNumber(operand.getAsOpaquePointer());
    for (Value result : op->getResults())
      os << ":" << getNumber(result.getAsOpaquePointer()) << result.getType();
  });
}

/// A name that lists of the same types have which are combined by the same.
static std::string getName(StringRef prefix, FunctionType type, int64_t numKeys,
                           Region &combiner) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << type << numKeys;
  printShape(stream, combiner);
  return prefix.str() +
         llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true);
}

bool isEntriesFunction(func::FuncOp function) {
  FunctionType type = function.getFunctionType();
  if (type.getNumInputs() < 3 || function.isDeclaration())
    return false;
  TypeRange arrays = TypeRange(type.getInputs()).drop_back(2);
  return llvm::all_of(arrays, llvm::IsaPred<MemRefType>) &&
         type == getEntriesType(type.getContext(), arrays);
}

/// Arrays whose last may be that of values.
static std::pair<SmallVector<Value>, Value> splitArrays(ValueRange arrays,
                                                        int64_t numKeys) {
  Value values = numKeys < int64_t(arrays.size()) ? arrays.back() : Value();
  return {SmallVector<Value>(arrays.take_front(numKeys)), values};
}

//===----------------------------------------------------------------------===//
// Combining in a table
//===----------------------------------------------------------------------===//

static MemRefType getBoxType(MLIRContext *context, int64_t numKeys) {
  return MemRefType::get({4 * numKeys}, IntegerType::get(context, 64));
}

static FunctionType getTableType(MLIRContext *context, TypeRange arrays,
                                 int64_t numKeys) {
  Type index = IndexType::get(context);
  SmallVector<Type> inputs(arrays);
  inputs.append({index, getBoxType(context, numKeys), index});
  return FunctionType::get(context, inputs, index);
}

bool isTableFunction(func::FuncOp function) {
  FunctionType type = function.getFunctionType();
  if (type.getNumInputs() < 4 || function.isDeclaration())
    return false;
  TypeRange arrays = TypeRange(type.getInputs()).drop_back(3);
  return llvm::all_of(arrays, llvm::IsaPred<MemRefType>) &&
         llvm::any_of(llvm::seq<int64_t>(arrays.size() + 1), [&](int64_t keys) {
           return type == getTableType(type.getContext(), arrays, keys);
         });
}

/// The function `(arrays..., count, addresses, size) -> count` that combines
/// entries in a table, which leaves them in order.
static func::FuncOp getTableFunction(ImplicitLocOpBuilder &b, TypeRange arrays,
                                     int64_t numKeys, Region &combiner) {
  FunctionType type = getTableType(b.getContext(), arrays, numKeys);
  func::FuncOp function = getOrDeclareFunction(
      b, getModule(b), getName(kTablePrefix, type, numKeys, combiner), type);
  if (!function.isDeclaration())
    return function;
  OpBuilder::InsertionGuard guard(b);
  ValueRange arguments = startFunction(b, function)->getArguments();
  auto [keys, values] = splitArrays(arguments.drop_back(3), numKeys);
  ValueRange others = arguments.take_back(3);
  Operation *op = getSimpleCombinerOp(combiner);
  TypedAttr identity = op ? getExactIdentity(op) : TypedAttr();
  func::ReturnOp::create(
      b, emitCombineInTable(b, others[0], keys, others[1], others[2], values,
                            identity, [&](Value before, Value value) {
                              return inlineCombiner(b, combiner, before, value);
                            }));
  return function;
}

/// Combines the `count` entries of a list in a table if that is worth it, and
/// as `emitOther` says otherwise, which is given the addresses of the
/// coordinates and returns the values, which may be null, and how many entries
/// are left.
static std::pair<Value, Value> emitCombine(
    ImplicitLocOpBuilder &b, ValueRange arrays, int64_t numKeys, Value count,
    Value room, Region &combiner,
    llvm::function_ref<std::pair<Value, Value>(Value addresses)> emitOther) {
  auto [keys, values] = splitArrays(arrays, numKeys);
  Value addresses = emitAddresses(b, keys, /*withBox=*/true);
  Value size = emitFindBox(b, count, numKeys, addresses, room);
  Value isTable =
      emitCompare(b, arith::CmpIPredicate::sgt, size, emitIndex(b, 0));
  SmallVector<Type> types{b.getIndexType()};
  if (values)
    types.push_back(values.getType());
  auto choice = scf::IfOp::create(b, types, isTable, /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    auto yield = [&](Value left, Value combined) {
      SmallVector<Value> results{left};
      if (combined)
        results.push_back(combined);
      scf::YieldOp::create(b, results);
    };
    b.setInsertionPointToStart(choice.thenBlock());
    func::FuncOp table =
        getTableFunction(b, arrays.getTypes(), numKeys, combiner);
    SmallVector<Value> arguments(arrays);
    arguments.append({count, addresses, size});
    yield(func::CallOp::create(b, table, arguments).getResult(0), values);
    b.setInsertionPointToStart(choice.elseBlock());
    auto [combined, left] = emitOther(addresses);
    yield(left, combined);
  }
  memref::DeallocOp::create(b, addresses);
  return {values ? choice.getResult(1) : Value(), choice.getResult(0)};
}

//===----------------------------------------------------------------------===//
// Making room
//===----------------------------------------------------------------------===//

/// The body of a function: see above for when arrays grow.
static void emitMakeRoom(ImplicitLocOpBuilder &b, ValueRange arrays,
                         int64_t numKeys, Value count, Value more,
                         Region &combiner) {
  Value room = emitLength(b, arrays.front());
  for (Value array : arrays.drop_front())
    room = arith::MinSIOp::create(b, room, emitLength(b, array));
  Value values = splitArrays(arrays, numKeys).second;
  Value left =
      emitCombine(b, arrays, numKeys, count, room, combiner,
                  [&](Value addresses) {
                    Value left = emitCombineEntries(
                        b, count, room, numKeys, addresses, values,
                        [&](Value before, Value value) {
                          return inlineCombiner(b, combiner, before, value);
                        });
                    return std::make_pair(values, left);
                  })
          .second;

  Value needed = arith::AddIOp::create(b, left, more);
  Value quarter = arith::ShRUIOp::create(b, room, emitIndex(b, 2));
  Value most = arith::SubIOp::create(b, room, quarter);
  Value isFull = emitCompare(b, arith::CmpIPredicate::sgt, needed, most);
  // A workspace inside of a loop begins anew each time.
  Value isShort =
      emitCompare(b, arith::CmpIPredicate::slt, room, emitIndex(b, kShortList));
  Value longer = arith::MulIOp::create(
      b, room,
      arith::SelectOp::create(b, isShort, emitIndex(b, 4), emitIndex(b, 2)));
  Value length = arith::SelectOp::create(
      b, isFull, arith::MaxSIOp::create(b, needed, longer), room);
  auto choice = scf::IfOp::create(b, arrays.getTypes(), isFull,
                                  /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(choice.thenBlock());
    Value limit = emitIndex(b, kUnlimited);
    SmallVector<Value> grown;
    for (Value array : arrays) {
      Type type = cast<MemRefType>(array.getType()).getElementType();
      func::FuncOp grow = getGrowthFunction(b, type, /*fills=*/false);
      grown.push_back(
          func::CallOp::create(b, grow, ValueRange{array, length, limit})
              .getResult(0));
    }
    scf::YieldOp::create(b, grown);
    b.setInsertionPointToStart(choice.elseBlock());
    scf::YieldOp::create(b, arrays);
  }
  SmallVector<Value> results(choice.getResults());
  results.append({length, left});
  func::ReturnOp::create(b, results);
}

func::FuncOp getEntriesFunction(ImplicitLocOpBuilder &b, TypeRange arrays,
                                int64_t numKeys, Region &combiner) {
  FunctionType type = getEntriesType(b.getContext(), arrays);
  func::FuncOp function = getOrDeclareFunction(
      b, getModule(b), getName(kEntriesPrefix, type, numKeys, combiner), type);
  if (!function.isDeclaration())
    return function;
  OpBuilder::InsertionGuard guard(b);
  Block *body = startColdFunction(b, function);
  ValueRange arguments = body->getArguments();
  emitMakeRoom(b, arguments.drop_back(2), numKeys, arguments.drop_back().back(),
               arguments.back(), combiner);
  return function;
}

//===----------------------------------------------------------------------===//
// Combining all entries
//===----------------------------------------------------------------------===//

static FunctionType getCombineType(MLIRContext *context, TypeRange arrays,
                                   int64_t numKeys) {
  Type index = IndexType::get(context);
  SmallVector<Type> inputs(arrays), results(arrays.drop_front(numKeys));
  inputs.push_back(index);
  results.push_back(index);
  return FunctionType::get(context, inputs, results);
}

bool isCombineFunction(func::FuncOp function) {
  FunctionType type = function.getFunctionType();
  if (type.getNumInputs() < 2 || type.getNumResults() < 1 ||
      type.getNumResults() > 2 || function.isDeclaration())
    return false;
  TypeRange arrays = TypeRange(type.getInputs()).drop_back();
  int64_t numKeys = arrays.size() - (type.getNumResults() - 1);
  return llvm::all_of(arrays, llvm::IsaPred<MemRefType>) &&
         type == getCombineType(type.getContext(), arrays, numKeys);
}

func::FuncOp getCombineFunction(ImplicitLocOpBuilder &b, TypeRange arrays,
                                int64_t numKeys, Region &combiner) {
  FunctionType type = getCombineType(b.getContext(), arrays, numKeys);
  func::FuncOp function = getOrDeclareFunction(
      b, getModule(b), getName(kCombinePrefix, type, numKeys, combiner), type);
  if (!function.isDeclaration())
    return function;
  OpBuilder::InsertionGuard guard(b);
  Block *body = startFunction(b, function);
  ValueRange columns = body->getArguments();
  Value count = columns.back();
  columns = columns.drop_back();
  Value values = splitArrays(columns, numKeys).second;
  auto makeResults = [](Value values, Value count) {
    SmallVector<Value> results;
    if (values)
      results.push_back(values);
    results.push_back(count);
    return results;
  };
  // A loop over hypersparse rows calls this for each: lists of no entry or one
  // are in order, and call nothing.
  Value hasSeveral =
      emitCompare(b, arith::CmpIPredicate::sgt, count, emitIndex(b, 1));
  auto choice = scf::IfOp::create(b, type.getResults(), hasSeveral,
                                  /*withElseRegion=*/true);
  func::ReturnOp::create(b, choice.getResults());
  b.setInsertionPointToStart(choice.thenBlock());
  auto [combined, left] =
      emitCombine(b, columns, numKeys, count, /*room=*/Value(), combiner,
                  [&](Value addresses) {
                    return emitCombineSorted(
                        b, count, numKeys, addresses, values,
                        [&](Value before, Value value) {
                          return inlineCombiner(b, combiner, before, value);
                        });
                  });
  scf::YieldOp::create(b, makeResults(combined, left));
  b.setInsertionPointToStart(choice.elseBlock());
  scf::YieldOp::create(b, makeResults(values, count));
  return function;
}

} // namespace weft
