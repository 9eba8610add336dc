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
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

bool weft::gpu::canShuffle(Type type) {
  if (auto pair = dyn_cast<ComplexType>(type))
    return canShuffle(pair.getElementType());
  return type.isIndex() ||
         (type.isIntOrFloat() && type.getIntOrFloatBitWidth() <= 64);
}

/// Exchanges a number of 32 or 64 bits with some threads of a warp.
static Value emitMasked(ImplicitLocOpBuilder &b, Value value, Value offset,
                        mlir::gpu::ShuffleMode mode, Value mask) {
  Type type = value.getType(), word = b.getI32Type();
  if (type.getIntOrFloatBitWidth() == 64) {
    Type pair = b.getI64Type();
    Value bits = type == pair
                     ? value
                     : arith::BitcastOp::create(b, pair, value).getResult();
    Value distance = arith::ConstantIntOp::create(b, 32, 64);
    Value low = arith::TruncIOp::create(b, word, bits);
    Value high = arith::TruncIOp::create(
        b, word, arith::ShRUIOp::create(b, bits, distance));
    low = emitMasked(b, low, offset, mode, mask);
    high = emitMasked(b, high, offset, mode, mask);
    Value joined = arith::OrIOp::create(
        b, arith::ExtUIOp::create(b, pair, low),
        arith::ShLIOp::create(b, arith::ExtUIOp::create(b, pair, high),
                              distance));
    return type == pair ? joined
                        : arith::BitcastOp::create(b, type, joined).getResult();
  }
  bool isUp = mode == mlir::gpu::ShuffleMode::UP;
  Value clamp = arith::ConstantIntOp::create(b, isUp ? 0 : 31, 32);
  NVVM::ShflKind kind =
      isUp                                   ? NVVM::ShflKind::up
      : mode == mlir::gpu::ShuffleMode::DOWN ? NVVM::ShflKind::down
      : mode == mlir::gpu::ShuffleMode::XOR  ? NVVM::ShflKind::bfly
                                             : NVVM::ShflKind::idx;
  return NVVM::ShflOp::create(b, type, mask, value, offset, clamp, kind,
                              UnitAttr());
}

Value weft::gpu::emitShuffle(ImplicitLocOpBuilder &b, Value value, Value offset,
                             int64_t warpSize, mlir::gpu::ShuffleMode mode,
                             Value mask) {
  Type type = value.getType(), word = b.getI32Type();
  if (isa<ComplexType>(type)) {
    Value real = complex::ReOp::create(b, value);
    Value imaginary = complex::ImOp::create(b, value);
    return complex::CreateOp::create(
        b, type, emitShuffle(b, real, offset, warpSize, mode, mask),
        emitShuffle(b, imaginary, offset, warpSize, mode, mask));
  }
  Value width = arith::ConstantIntOp::create(b, warpSize, 32);
  auto shuffle = [&](Value plain) -> Value {
    if (mask)
      return emitMasked(b, plain, offset, mode, mask);
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
