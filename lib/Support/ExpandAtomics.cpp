//===- ExpandAtomics.cpp - Updates that threads share -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A component is read, combined, and exchanged if it still is what was read;
// else it is combined anew with what is there now. Processors exchange
// integers, so that other numbers go through their bits. What else the threads
// do needs no order: it ends with the parallel loop, at which all threads wait.
//
//===----------------------------------------------------------------------===//

#include "weft/Support/ExpandAtomics.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace weft;

/// The integer that a component is exchanged as: truth values take a byte.
static IntegerType getExchanged(Type type) {
  return IntegerType::get(type.getContext(),
                          std::max(8u, type.getIntOrFloatBitWidth()));
}

static Value toExchanged(ImplicitLocOpBuilder &b, Value value) {
  IntegerType bits = getExchanged(value.getType());
  if (value.getType() == bits)
    return value;
  if (value.getType().isInteger())
    return arith::ExtUIOp::create(b, bits, value);
  return arith::BitcastOp::create(b, bits, value);
}

static Value fromExchanged(ImplicitLocOpBuilder &b, Value bits, Type type) {
  if (bits.getType() == type)
    return bits;
  if (type.isInteger())
    return arith::TruncIOp::create(b, type, bits);
  return arith::BitcastOp::create(b, type, bits);
}

/// The distance of the elements of a list, and of the first one from the begin
/// of the array, in elements; nothing if they are no constants.
static std::optional<std::pair<int64_t, int64_t>>
getPlacement(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (type.getRank() > 1 || failed(type.getStridesAndOffset(strides, offset)) ||
      ShapedType::isDynamic(offset) ||
      llvm::any_of(strides, ShapedType::isDynamic))
    return std::nullopt;
  return std::pair(strides.empty() ? 1 : strides.front(), offset);
}

bool weft::hasConstantStride(MemRefType type) {
  return getPlacement(type).has_value();
}

Value weft::emitElementAddress(ImplicitLocOpBuilder &b,
                               memref::GenericAtomicRMWOp update) {
  auto [stride, offset] = *getPlacement(update.getMemRefType());
  int64_t bytes =
      getExchanged(update.getCurrentValue().getType()).getWidth() / 8;
  auto emitIndex = [&](int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  };
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(b, update.getMemref());
  if (offset != 0)
    address = arith::AddIOp::create(b, address, emitIndex(offset * bytes));
  for (Value index : update.getIndices())
    address = arith::AddIOp::create(
        b, address, arith::MulIOp::create(b, index, emitIndex(stride * bytes)));
  return arith::IndexCastOp::create(b, b.getI64Type(), address);
}

void weft::expandAtomic(memref::GenericAtomicRMWOp update, StringRef scope) {
  ImplicitLocOpBuilder b(update.getLoc(), update);
  Type type = update.getCurrentValue().getType();
  IntegerType bits = getExchanged(type);
  unsigned bytes = bits.getWidth() / 8;
  Value address =
      LLVM::IntToPtrOp::create(b, LLVM::LLVMPointerType::get(b.getContext()),
                               emitElementAddress(b, update));
  constexpr auto ordering = LLVM::AtomicOrdering::monotonic;
  Value first = LLVM::LoadOp::create(
      b, bits, address, bytes, /*isVolatile=*/false, /*isNonTemporal=*/false,
      /*isInvariant=*/false, /*isInvariantGroup=*/false, ordering, scope);
  auto loop = scf::WhileOp::create(b, bits, first);
  Block *before = b.createBlock(&loop.getBefore(), {}, bits, update.getLoc());
  Value old = before->getArgument(0);
  Block *body = update.getBody();
  Operation *yield = body->getTerminator();
  update.getCurrentValue().replaceAllUsesWith(fromExchanged(b, old, type));
  Value combined = yield->getOperand(0);
  yield->erase();
  before->getOperations().splice(before->end(), body->getOperations());
  b.setInsertionPointToEnd(before);
  Value exchange = LLVM::AtomicCmpXchgOp::create(
      b, address, old, toExchanged(b, combined), ordering, ordering, scope);
  Value there = LLVM::ExtractValueOp::create(b, exchange, 0);
  Value isDone = LLVM::ExtractValueOp::create(b, exchange, 1);
  Value yes = arith::ConstantIntOp::create(b, true, 1);
  scf::ConditionOp::create(b, arith::XOrIOp::create(b, isDone, yes), there);
  Block *after = b.createBlock(&loop.getAfter(), {}, bits, update.getLoc());
  scf::YieldOp::create(b, after->getArgument(0));
  b.setInsertionPointAfter(loop);
  if (!update.use_empty())
    update.replaceAllUsesWith(fromExchanged(b, loop.getResult(0), type));
  update.erase();
}

void weft::expandAtomics(Operation *module) {
  module->walk([](memref::GenericAtomicRMWOp update) {
    if (update.getIndices().size() == 1 &&
        update.getMemRefType().getLayout().isIdentity())
      expandAtomic(update);
  });
}
