//===- Extents.cpp - What bounds index variables ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranges that follow from splits, and extents that are constants.
//
//===----------------------------------------------------------------------===//

#include "Extents.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

std::optional<int64_t> cin::getConstantRange(Value variable) {
  for (Operation *user : variable.getUsers())
    if (auto split = dyn_cast<SplitOp>(user);
        split && split.getPartOfConstantRange() == variable)
      return split.getSize();
  return std::nullopt;
}

Value cin::addConstantExtent(RewriterBase &rewriter, KernelOp kernel,
                             int64_t size) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(kernel);
  Value number =
      arith::ConstantIndexOp::create(rewriter, kernel.getLoc(), size);
  Value extent;
  rewriter.modifyOpInPlace(kernel, [&] {
    kernel.getExtentsMutable().append(number);
    extent = kernel.getBlock()->addArgument(number.getType(), kernel.getLoc());
  });
  return extent;
}
