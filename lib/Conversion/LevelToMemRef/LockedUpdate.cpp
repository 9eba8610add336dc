//===- LockedUpdate.cpp - Updates that take turns ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel has locks of its own, each of which is of many elements: nothing but
// the kernel updates its results while it runs. Who finds a 0 where it puts a 1
// has the lock.
//
//===----------------------------------------------------------------------===//

#include "LockedUpdate.h"

#include "GrowthFunctions.h"
#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Dialect/Weft/IR/Machine.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace weft;

constexpr llvm::StringLiteral kLocks = "weft_locks";
constexpr int64_t kNumLocks = 64;

/// The elements from one lock to the next: each has a cache line for itself.
static int64_t getLockStride(ImplicitLocOpBuilder &b) {
  return Machine::of(getModule(b)).cacheLineBytes / sizeof(int32_t);
}

/// The locks of all kernels of a module.
static Value emitLocks(ImplicitLocOpBuilder &b) {
  ModuleOp module = getModule(b);
  int64_t stride = getLockStride(b);
  auto type = MemRefType::get(kNumLocks * stride, b.getI32Type());
  if (!module.lookupSymbol(kLocks)) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    auto open = DenseElementsAttr::get(
        RankedTensorType::get(type.getShape(), type.getElementType()),
        b.getI32IntegerAttr(0));
    memref::GlobalOp::create(b, kLocks, b.getStringAttr("private"), type, open,
                             /*constant=*/false,
                             b.getI64IntegerAttr(stride * sizeof(int32_t)));
  }
  return memref::GetGlobalOp::create(b, type, kLocks);
}

/// Puts a number into a lock. Returns what was there.
static Value emitExchange(ImplicitLocOpBuilder &b, Value locks, Value lock,
                          int64_t state) {
  Value number = arith::ConstantOp::create(b, b.getI32IntegerAttr(state));
  return memref::AtomicRMWOp::create(b, arith::AtomicRMWKind::assign, number,
                                     locks, lock);
}

void weft::emitLockedUpdate(ImplicitLocOpBuilder &b, Value array, Value index,
                            function_ref<Value(Value)> emitCombined) {
  Value locks = emitLocks(b);
  Value number = arith::RemUIOp::create(b, index, emitIndex(b, kNumLocks));
  Value lock = arith::MulIOp::create(b, number, emitIndex(b, getLockStride(b)));
  auto wait = scf::WhileOp::create(b, TypeRange(), ValueRange());
  {
    OpBuilder::InsertionGuard guard(b);
    b.createBlock(&wait.getBefore());
    Value old = emitExchange(b, locks, lock, 1);
    Value open = arith::ConstantOp::create(b, b.getI32IntegerAttr(0));
    Value isTaken = emitCompare(b, arith::CmpIPredicate::ne, old, open);
    scf::ConditionOp::create(b, isTaken, ValueRange());
    b.createBlock(&wait.getAfter());
    scf::YieldOp::create(b);
  }
  Value element = memref::LoadOp::create(b, array, index);
  memref::StoreOp::create(b, emitCombined(element), array, index);
  emitExchange(b, locks, lock, 0);
}
