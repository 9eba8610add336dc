//===- OptionalPartitions.cpp - Partitions of loops that append -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Outlines the region of a `weft.partitions` into a function that runs one
// partition. Results with known positions are the same in all partitions, so
// that the function carries no values. The function of a loop that appends
// loads its carried values from memory and stores them there at the end: a word
// for a number, and for an array a word for its address and one for its length.
// Arrays that always have the same length share this word. A description before
// these words tells the runtime how to concatenate them (AppendSharing.cpp), so
// that one copy of the loop suffices, and no code begins or joins partitions.
//
//===----------------------------------------------------------------------===//

#include "PartitionFunctions.h"

#include "weft/Runtime/TensorABI.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace weft;

void weft::inlinePartitions(PartitionsOp op) {
  IRRewriter rewriter(op.getContext());
  SmallVector<Value> arguments{op.getBegin(), op.getEnd()};
  llvm::append_range(arguments, op.getInits());
  PartsYieldOp yield = op.getYield();
  rewriter.inlineBlockBefore(&op.getBody().front(), op, arguments);
  rewriter.replaceOp(op, yield.getValues());
  rewriter.eraseOp(yield);
}

/// Whether loops and branches only pass a value on that was another one.
static bool isPassedOn(Value value, Value from) {
  if (value == from)
    return true;
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return false;
  unsigned number = result.getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(result.getOwner()))
    return isPassedOn(loop.getInitArgs()[number], from) &&
           isPassedOn(loop.getYieldedValues()[number],
                      loop.getRegionIterArg(number));
  if (auto loop = dyn_cast<scf::WhileOp>(result.getOwner())) {
    // What the condition hands on is what the loop began with, or its body
    // yields.
    auto argument =
        dyn_cast<BlockArgument>(loop.getConditionOp().getArgs()[number]);
    if (!argument || argument.getOwner() != loop.getBeforeBody())
      return false;
    unsigned before = argument.getArgNumber();
    return isPassedOn(loop.getInits()[before], from) &&
           isPassedOn(loop.getYieldOp().getOperand(before),
                      loop.getAfterArguments()[number]);
  }
  auto branch = dyn_cast<scf::IfOp>(result.getOwner());
  return branch && isPassedOn(branch.thenYield().getOperand(number), from) &&
         isPassedOn(branch.elseYield().getOperand(number), from);
}

/// Whether a partition may have values of its own for all that is carried. An
/// array that never grows has room for all of them, which a partition's has
/// not.
static bool isJoined(PartitionsOp op) {
  if (!op.getArrays() || op.getArraysAttr().empty())
    return false;
  llvm::SmallBitVector isKnown(op.getInits().size());
  ValueRange carried(op.getCarried());
  for (auto array : op.getArraysAttr().getAsRange<AppendedAttr>()) {
    if (isPassedOn(op.getYield().getValues()[array.getArray()],
                   carried[array.getArray()]))
      return false;
    isKnown.set(array.getArray());
    isKnown.set(array.getLength());
  }
  return isKnown.all();
}

namespace {
/// What the runtime is told of a loop and what a partition of it carries, as
/// words of 64 bits.
class CarriedWords {
public:
  CarriedWords(PartitionsOp op, ImplicitLocOpBuilder &b);

  /// Memory that describes the loop, with the values that it begins with.
  Value emitBegin();
  /// What the loop carries, from that memory.
  SmallVector<Value> emitResults(Value memory);
  /// What a partition carries, from an address that the partition is told, and
  /// back.
  SmallVector<Value> emitLoads(Value address);
  void emitStores(ValueRange values, Value address);

private:
  static constexpr int64_t kHeader = 2,
                           kDescription =
                               sizeof(weft_rt_appended) / sizeof(int64_t);

  auto getArrays() { return op.getArraysAttr().getAsRange<AppendedAttr>(); }
  int64_t getNumHeaderWords() {
    return kHeader + kDescription * op.getArraysAttr().size();
  }
  SmallVector<Value> emitWords(ValueRange values);
  SmallVector<Value> emitValues(ArrayRef<Value> words);
  Value emitArray(MemRefType type, Value data, Value length);
  Value emitWord(int64_t value) {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
  }
  Value emitToWord(Value index) {
    return arith::IndexCastOp::create(b, b.getI64Type(), index);
  }

  PartitionsOp op;
  ImplicitLocOpBuilder &b;
  SmallVector<Type> types;
  /// The number of the word that says the length of an array, by the number of
  /// the value. The first words are the values.
  llvm::SmallDenseMap<int64_t, int64_t, 8> rooms;
  int64_t numWords;
};
} // namespace

CarriedWords::CarriedWords(PartitionsOp op, ImplicitLocOpBuilder &b)
    : op(op), b(b), types(op.getInits().getTypes()), numWords(types.size()) {
  // Arrays that are appended to alike have the shorter length, so that loops
  // carry one.
  llvm::SmallMapVector<std::tuple<int64_t, int64_t, Value>, int64_t, 8> seen;
  for (auto [array, factor] : llvm::zip_equal(getArrays(), op.getFactors())) {
    int64_t &room = rooms[array.getArray()];
    if (array.getCleared()) {
      room = numWords++;
      continue;
    }
    auto [known, isNew] =
        seen.insert({{array.getLength(), array.getFirst(), factor}, numWords});
    numWords += isNew;
    room = known->second;
  }
}

SmallVector<Value> CarriedWords::emitWords(ValueRange values) {
  SmallVector<Value> words(numWords);
  for (auto [number, value] : llvm::enumerate(values)) {
    if (value.getType().isIndex()) {
      words[number] = emitToWord(value);
      continue;
    }
    words[number] =
        emitToWord(memref::ExtractAlignedPointerAsIndexOp::create(b, value));
    Value length =
        emitToWord(memref::DimOp::create(b, value, /*index=*/int64_t(0)));
    Value &room = words[rooms.lookup(number)];
    room = room ? arith::MinSIOp::create(b, room, length) : length;
  }
  return words;
}

Value CarriedWords::emitArray(MemRefType type, Value data, Value length) {
  Type ptr = LLVM::LLVMPointerType::get(b.getContext());
  Type pair = LLVM::LLVMArrayType::get(b.getI64Type(), 1);
  auto descriptor = LLVM::LLVMStructType::getLiteral(
      b.getContext(), {ptr, ptr, b.getI64Type(), pair, pair});
  Value pointer = LLVM::IntToPtrOp::create(b, ptr, data);
  Value array = LLVM::PoisonOp::create(b, descriptor);
  auto set = [&](Value field, ArrayRef<int64_t> place) {
    array = LLVM::InsertValueOp::create(b, array, field, place);
  };
  set(pointer, {0});
  set(pointer, {1});
  set(emitWord(0), {2});
  set(length, {3, 0});
  set(emitWord(1), {4, 0});
  return UnrealizedConversionCastOp::create(b, type, array).getResult(0);
}

SmallVector<Value> CarriedWords::emitValues(ArrayRef<Value> words) {
  SmallVector<Value> values;
  for (auto [number, type] : llvm::enumerate(types)) {
    if (auto array = dyn_cast<MemRefType>(type))
      values.push_back(
          emitArray(array, words[number], words[rooms.lookup(number)]));
    else
      values.push_back(
          arith::IndexCastOp::create(b, b.getIndexType(), words[number]));
  }
  return values;
}

Value CarriedWords::emitBegin() {
  auto type = MemRefType::get({getNumHeaderWords() + numWords}, b.getI64Type());
  Value memory;
  {
    // The loop may be in others; there is one memory for all of its runs.
    OpBuilder::InsertionGuard guard(b);
    auto kernel = op->getParentOfType<func::FuncOp>();
    b.setInsertionPointToStart(&kernel.getBody().front());
    memory = memref::AllocaOp::create(b, type);
  }
  DataLayout layout = DataLayout::closest(op);
  SmallVector<Value> words{emitWord(numWords),
                           emitWord(op.getArraysAttr().size())};
  for (auto [array, factor] : llvm::zip_equal(getArrays(), op.getFactors())) {
    Type element = cast<MemRefType>(types[array.getArray()]).getElementType();
    words.append({emitWord(array.getArray()),
                  emitWord(rooms.lookup(array.getArray())),
                  emitWord(array.getLength()),
                  emitWord(layout.getTypeSize(element).getFixedValue()),
                  emitToWord(factor), emitWord(array.getFirst()),
                  emitWord(array.getCleared())});
  }
  llvm::append_range(words, emitWords(op.getInits()));
  for (auto [number, word] : llvm::enumerate(words))
    memref::StoreOp::create(b, word, memory,
                            Value(arith::ConstantIndexOp::create(b, number)));
  return memory;
}

SmallVector<Value> CarriedWords::emitResults(Value memory) {
  SmallVector<Value> words;
  for (int64_t word : llvm::seq(numWords))
    words.push_back(memref::LoadOp::create(
        b, memory,
        Value(arith::ConstantIndexOp::create(b, getNumHeaderWords() + word))));
  return emitValues(words);
}

/// The place of a word behind an address.
static Value emitPlace(ImplicitLocOpBuilder &b, Value address, int64_t word) {
  Type ptr = LLVM::LLVMPointerType::get(b.getContext());
  Value number = arith::IndexCastOp::create(b, b.getI64Type(), address);
  Value base = LLVM::IntToPtrOp::create(b, ptr, number);
  return LLVM::GEPOp::create(b, ptr, b.getI64Type(), base,
                             ArrayRef<LLVM::GEPArg>{int32_t(word)});
}

SmallVector<Value> CarriedWords::emitLoads(Value address) {
  SmallVector<Value> words;
  for (int64_t word : llvm::seq(numWords))
    words.push_back(
        LLVM::LoadOp::create(b, b.getI64Type(), emitPlace(b, address, word)));
  return emitValues(words);
}

void CarriedWords::emitStores(ValueRange values, Value address) {
  for (auto [number, word] : llvm::enumerate(emitWords(values)))
    LLVM::StoreOp::create(b, word, emitPlace(b, address, number));
}

/// Lets the runtime run partitions on threads if the values that they carry are
/// the same in all of them.
static void offerPlaced(PartitionsOp op, SymbolTable &symbols) {
  OpBuilder b(op);
  SmallVector<Value> captured = getCaptured(op.getBody());
  func::FuncOp partition =
      createPartition(op, op.getBody(), captured, /*numIndices=*/2, symbols);
  captured.append({op.getBegin(), op.getEnd()});
  func::CallOp::create(b, op.getLoc(), partition, captured);

  IRRewriter rewriter(b);
  Block *body = &partition.getBody().front();
  PartsYieldOp yield = op.getYield();
  rewriter.inlineBlockBefore(&op.getBody().front(), body, body->end(),
                             body->getArguments().take_back(2));
  rewriter.setInsertionPointToEnd(body);
  func::ReturnOp::create(rewriter, yield.getLoc());
  yield.erase();
  op.erase();
}

void weft::offerPartitions(PartitionsOp op, SymbolTable &symbols) {
  if (op.getInits().empty())
    return offerPlaced(op, symbols);
  if (!isJoined(op))
    return inlinePartitions(op);
  ImplicitLocOpBuilder b(op.getLoc(), op);
  CarriedWords words(op, b);
  SmallVector<Value> captured = getCaptured(op.getBody());
  func::FuncOp partition =
      createPartition(op, op.getBody(), captured, /*numIndices=*/3, symbols);
  partition->setAttr(kAppendingAttr, b.getUnitAttr());
  Value memory = words.emitBegin();
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(b, memory);
  captured.append({op.getBegin(), op.getEnd(), address});
  func::CallOp::create(b, partition, captured);
  SmallVector<Value> results = words.emitResults(memory);

  IRRewriter rewriter(b);
  Block *body = &partition.getBody().front();
  b.setInsertionPointToEnd(body);
  auto taken = body->getArguments().take_back(3);
  SmallVector<Value> arguments{taken[0], taken[1]};
  llvm::append_range(arguments, words.emitLoads(taken[2]));
  PartsYieldOp yield = op.getYield();
  rewriter.inlineBlockBefore(&op.getBody().front(), body, body->end(),
                             arguments);
  b.setInsertionPointToEnd(body);
  words.emitStores(yield.getValues(), taken[2]);
  func::ReturnOp::create(b);
  yield.erase();
  op->replaceAllUsesWith(results);
  op.erase();
}
