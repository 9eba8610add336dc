//===- Storage.cpp - Arrays in memory ---------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element types of memory, accesses of scalars in it, and addresses.
//
//===----------------------------------------------------------------------===//

#include "Storage.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;
using namespace weft::pattern_to_scf;

static void collectScalars(Type type, SmallVectorImpl<Type> &scalars) {
  if (auto array = dyn_cast<ArrayType>(type)) {
    collectScalars(array.getElement(), scalars);
  } else if (auto pair = dyn_cast<PairType>(type)) {
    collectScalars(pair.getFirst(), scalars);
    collectScalars(pair.getSecond(), scalars);
  } else {
    scalars.push_back(type);
  }
}

Type pattern_to_scf::getStoredType(Type type) {
  SmallVector<Type> scalars;
  collectScalars(type, scalars);
  if (llvm::all_equal(scalars))
    return scalars.front();
  unsigned width = 0;
  for (Type scalar : scalars)
    width = std::max(width, scalar.getIntOrFloatBitWidth());
  return IntegerType::get(type.getContext(), width);
}

MemRefType pattern_to_scf::getMemoryType(Type type) {
  return MemRefType::get(ShapedType::kDynamic, getStoredType(type));
}

Value pattern_to_scf::loadScalar(OpBuilder &builder, Location loc, Value memory,
                                 Value index, Type type) {
  Value word = memref::LoadOp::create(builder, loc, memory, index);
  if (word.getType() == type)
    return word;
  auto integer =
      IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth());
  if (word.getType() != integer)
    word = arith::TruncIOp::create(builder, loc, integer, word);
  if (type != integer)
    word = arith::BitcastOp::create(builder, loc, type, word);
  return word;
}

void pattern_to_scf::storeScalar(OpBuilder &builder, Location loc, Value scalar,
                                 Value memory, Value index) {
  Type word = cast<MemRefType>(memory.getType()).getElementType();
  if (scalar.getType() != word) {
    auto integer = IntegerType::get(word.getContext(),
                                    scalar.getType().getIntOrFloatBitWidth());
    if (scalar.getType() != integer)
      scalar = arith::BitcastOp::create(builder, loc, integer, scalar);
    if (integer != word)
      scalar = arith::ExtUIOp::create(builder, loc, word, scalar);
  }
  memref::StoreOp::create(builder, loc, scalar, memory, index);
}

Nat pattern_to_scf::getOffset(ArrayType type, const Nat &position) {
  Nat size = getSize(type.getElement());
  if (size.usesBound(0))
    return Nat::sum(position, size);
  return position * size.instantiate(0);
}
