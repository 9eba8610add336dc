//===- Sorting.cpp - Sorting in emitted code --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls the runtime's sort, which takes the addresses of the coordinate arrays
// in an array.
//
//===----------------------------------------------------------------------===//

#include "Sorting.h"

#include "GrowthFunctions.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Support/KernelFunctions.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

static int64_t getBytes(Value array) {
  return weft::getElementBytes(
      cast<MemRefType>(array.getType()).getElementType());
}

void weft::emitSort(ImplicitLocOpBuilder &b, Value count, ArrayRef<Value> keys,
                    Value values) {
  Type i64 = b.getI64Type();
  auto emitInt = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
  };
  int64_t numKeys = keys.size();
  Value addresses =
      memref::AllocOp::create(b, MemRefType::get({2 * numKeys}, i64));
  for (auto [number, key] : llvm::enumerate(keys)) {
    memref::StoreOp::create(b, emitAddress(b, key), addresses,
                            emitIndex(b, 2 * number));
    memref::StoreOp::create(b, emitInt(getBytes(key)), addresses,
                            emitIndex(b, 2 * number + 1));
  }
  auto sort = getRuntimeFunction<func::FuncOp>(b, getModule(b), "weft_rt_sort");
  func::CallOp::create(b, sort,
                       {arith::IndexCastOp::create(b, i64, count),
                        emitInt(numKeys), emitAddress(b, addresses),
                        values ? emitAddress(b, values) : emitInt(0),
                        emitInt(values ? getBytes(values) : 0)});
  memref::DeallocOp::create(b, addresses);
}
