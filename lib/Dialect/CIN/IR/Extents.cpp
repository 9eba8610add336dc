//===- Extents.cpp - Extents of index variables -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the extents of index variables and of the parts of splits are.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

Value cin::getExtent(Value index) {
  if (isa<BlockArgument>(index)) {
    ForallOp forall = getForall(index);
    return forall ? forall.getExtent() : Value();
  }
  return llvm::TypeSwitch<Operation *, Value>(index.getDefiningOp())
      .Case([](SplitOp split) { return split.getExtent(); })
      .Case([&](CollapseOp collapse) {
        return index == collapse.getOuter() ? collapse.getOuterExtent()
                                            : collapse.getInnerExtent();
      })
      .Case([](PositionOp position) { return position.getExtent(); })
      .Default(Value());
}

Value cin::getModeExtent(Value index) {
  for (Operation *user : index.getUsers())
    if (auto split = dyn_cast<SplitOp>(user);
        split && (split.getOuter() == index || split.getInner() == index))
      return getModeExtent(split.getVariable());
  return getExtent(index);
}

Value cin::createNumTiles(OpBuilder &builder, Location loc, Value extent,
                          int64_t size) {
  auto create = [&](int64_t number) {
    return arith::ConstantIndexOp::create(builder, loc, number);
  };
  Value last =
      builder.createOrFold<arith::AddIOp>(loc, extent, create(size - 1));
  return builder.createOrFold<arith::DivUIOp>(loc, last, create(size));
}

bool cin::isNumTiles(Value tiles, Value extent, int64_t size) {
  if (std::optional<int64_t> number = getConstantIntValue(extent))
    return getConstantIntValue(tiles) == llvm::divideCeil(*number, size);
  auto quotient = tiles.getDefiningOp<arith::DivUIOp>();
  auto last = quotient ? quotient.getLhs().getDefiningOp<arith::AddIOp>()
                       : arith::AddIOp();
  return last && last.getLhs() == extent &&
         getConstantIntValue(last.getRhs()) == size - 1 &&
         getConstantIntValue(quotient.getRhs()) == size;
}
