//===- GrowthFunctions.cpp - The slow path of arrays ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the functions by which arrays grow: at least double, so that appending
// takes constant time, and never beyond what the width of positions or the
// address space allows.
//
//===----------------------------------------------------------------------===//

#include "GrowthFunctions.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Runtime/TensorABI.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace weft {

int64_t getMaxLength(Type elementType) {
  return (int64_t(1) << 62) / getElementBytes(elementType);
}

func::FuncOp getOrCreateFunction(ImplicitLocOpBuilder &b, StringRef name,
                                 FunctionType type) {
  auto module =
      b.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
  if (auto function = module.lookupSymbol<func::FuncOp>(name))
    return function;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(module.getBody());
  auto function = func::FuncOp::create(b, name, type);
  function.setPrivate();
  return function;
}

void emitFill(ImplicitLocOpBuilder &b, Value array, Value begin, Value end,
              Value fill) {
  auto loop = scf::ForOp::create(b, begin, end, emitIndex(b, 1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  memref::StoreOp::create(b, fill, array, loop.getInductionVar());
}

/// The body of a growth function.
static void emitGrowth(ImplicitLocOpBuilder &b, Type elementType, Value array,
                       Value needed, Value limit, Value fill) {
  emitFailIf(b, emitCompare(b, arith::CmpIPredicate::sgt, needed, limit),
             WEFT_RT_INDEX_OVERFLOW, {needed, limit});
  Value largest = emitIndex(b, getMaxLength(elementType));
  emitFailIf(b, emitCompare(b, arith::CmpIPredicate::ugt, needed, largest),
             WEFT_RT_SIZE_OVERFLOW);

  Value length = emitLength(b, array);
  Value capacity = arith::AddIOp::create(b, length, length);
  capacity = arith::MinSIOp::create(b, capacity, limit);
  capacity = arith::MinSIOp::create(b, capacity, largest);
  capacity = arith::MaxSIOp::create(b, capacity, needed);
  capacity =
      arith::MaxSIOp::create(b, capacity, emitIndex(b, kInitialCapacity));

  Value grown = memref::AllocOp::create(b, getArrayType(elementType), capacity);
  memref::CopyOp::create(b, array, emitPrefix(b, grown, length));
  memref::DeallocOp::create(b, array);
  if (fill)
    emitFill(b, grown, length, capacity, fill);
  func::ReturnOp::create(b, grown);
}

func::FuncOp getGrowthFunction(ImplicitLocOpBuilder &b, Type elementType,
                               bool fills) {
  // The name of the function has that of the element type in it.
  std::string name = fills ? "weft_grow_filled_" : "weft_grow_";
  llvm::raw_string_ostream(name) << elementType;
  for (char &c : name)
    c = llvm::isAlnum(c) ? c : '_';

  Type index = b.getIndexType();
  Type array = getArrayType(elementType);
  SmallVector<Type> inputs{array, index, index};
  if (fills)
    inputs.push_back(elementType);
  func::FuncOp function =
      getOrCreateFunction(b, name, b.getFunctionType(inputs, array));
  if (!function.isDeclaration())
    return function;

  OpBuilder::InsertionGuard guard(b);
  function->setAttr("passthrough", b.getStrArrayAttr({"cold", "noinline"}));
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(b.getContext(), LLVM::Linkage::Internal));
  SmallVector<Location> locs(inputs.size(), b.getLoc());
  Block *body = b.createBlock(&function.getBody(), {}, inputs, locs);
  emitGrowth(b, elementType, body->getArgument(0), body->getArgument(1),
             body->getArgument(2), fills ? body->getArgument(3) : Value());
  return function;
}

} // namespace weft
