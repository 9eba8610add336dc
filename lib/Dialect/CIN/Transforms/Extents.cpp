//===- Extents.cpp - Extents of index variables -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Extents of kernels, constant ones, and those of the parts of splits.
//
//===----------------------------------------------------------------------===//

#include "Extents.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

std::optional<int64_t> cin::getConstantExtent(ForallOp forall) {
  if (!forall.getExtent())
    return std::nullopt;
  Value size =
      forall->getParentOfType<KernelOp>().getOutsideExtent(forall.getExtent());
  return size ? getConstantIntValue(size) : std::nullopt;
}

Value cin::addExtent(RewriterBase &rewriter, KernelOp kernel, Value size) {
  Value extent;
  rewriter.modifyOpInPlace(kernel, [&] {
    kernel.getExtentsMutable().append(size);
    extent = kernel.getBlock()->addArgument(size.getType(), kernel.getLoc());
  });
  return extent;
}

Value cin::addConstantExtent(RewriterBase &rewriter, KernelOp kernel,
                             int64_t size) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(kernel);
  return addExtent(
      rewriter, kernel,
      arith::ConstantIndexOp::create(rewriter, kernel.getLoc(), size));
}

PartExtents cin::addPartExtents(RewriterBase &rewriter, KernelOp kernel,
                                SplitDirection direction, int64_t size,
                                Value extent) {
  Value constant = addConstantExtent(rewriter, kernel, size);
  Value quotient, whole = extent ? kernel.getOutsideExtent(extent) : Value();
  if (whole && direction != SplitDirection::Balanced) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(kernel);
    quotient =
        addExtent(rewriter, kernel,
                  createNumTiles(rewriter, kernel.getLoc(), whole, size));
  }
  if (direction == SplitDirection::Down)
    return {quotient, constant};
  return {constant, quotient};
}

void cin::setExtent(RewriterBase &rewriter, ForallOp forall, Value extent) {
  rewriter.modifyOpInPlace(forall, [&] {
    forall.getExtentMutable().assign(extent ? ValueRange(extent)
                                            : ValueRange());
  });
}
