//===- Shuffles.cpp - Exchanges between threads of a warp ----- -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All threads of a warp take part in an exchange.
//
//===----------------------------------------------------------------------===//

#include "Shuffles.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

bool weft::gpu::canShuffle(Type type) {
  return type.isIndex() ||
         (type.isIntOrFloat() && type.getIntOrFloatBitWidth() <= 64);
}

Value weft::gpu::emitShuffle(ImplicitLocOpBuilder &b, Value value, Value offset,
                             int64_t warpSize, mlir::gpu::ShuffleMode mode) {
  Type type = value.getType(), word = b.getI32Type();
  Value width = arith::ConstantIntOp::create(b, warpSize, 32);
  auto shuffle = [&](Value plain) -> Value {
    return mlir::gpu::ShuffleOp::create(b, plain, offset, width, mode)
        .getShuffleResult();
  };
  if (type.isIndex())
    return arith::IndexCastOp::create(
        b, type, shuffle(arith::IndexCastOp::create(b, b.getI64Type(), value)));
  unsigned bits = type.getIntOrFloatBitWidth();
  if (bits >= 32)
    return shuffle(value);
  auto number = b.getIntegerType(bits);
  Value plain = type.isInteger()
                    ? value
                    : arith::BitcastOp::create(b, number, value).getResult();
  Value moved = arith::TruncIOp::create(
      b, number, shuffle(arith::ExtUIOp::create(b, word, plain)));
  return type.isInteger()
             ? moved
             : arith::BitcastOp::create(b, type, moved).getResult();
}
