//===- ExactIdentity.cpp - Exact identities of combiners --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Support/ExactIdentity.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft;

TypedAttr weft::getExactIdentity(Operation *op) {
  Builder b(op->getContext());
  if (op->getNumResults() != 1)
    return {};
  Type element = getElementTypeOrSelf(op->getResult(0));
  if (isa<arith::AddFOp>(op))
    return b.getFloatAttr(element, -0.0);
  if (isa<arith::MulFOp>(op))
    return b.getFloatAttr(element, 1.0);
  if (isa<arith::AddIOp, arith::OrIOp, arith::XOrIOp>(op))
    return b.getIntegerAttr(element, 0);
  if (isa<arith::MulIOp>(op))
    return b.getIntegerAttr(element, 1);
  if (isa<arith::AndIOp>(op))
    return b.getIntegerAttr(element, -1);
  return {};
}

TypedAttr weft::getFreeIdentity(Operation *op) {
  auto real = dyn_cast<arith::ArithFastMathInterface>(op);
  if (real && !arith::bitEnumContainsAll(real.getFastMathFlagsAttr().getValue(),
                                         arith::FastMathFlags::reassoc))
    return {};
  // In another order, numbers overflow elsewhere.
  auto whole = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  if (whole &&
      whole.getOverflowAttr().getValue() != arith::IntegerOverflowFlags::none)
    return {};
  return getExactIdentity(op);
}
