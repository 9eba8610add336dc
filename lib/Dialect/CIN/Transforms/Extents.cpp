//===- Extents.cpp - Extents of index variables -----------------*- C++ -*-===//
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
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

Value cin::getOuterExtent(KernelOp kernel, Value extent) {
  for (auto [inside, outside] :
       llvm::zip_equal(kernel.getExtentArgs(), kernel.getExtents()))
    if (inside == extent)
      return outside;
  return {};
}

std::optional<int64_t> cin::getConstantRange(ForallOp forall) {
  bool isPart = false;
  for (Operation *user : forall.getVariable().getUsers()) {
    auto split = dyn_cast<SplitOp>(user);
    isPart |= split != nullptr;
    if (split && split.getPartOfConstantRange() == forall.getVariable())
      return split.getSize();
  }
  // A part has the extent of the whole variable.
  if (isPart)
    return std::nullopt;
  Value size =
      getOuterExtent(forall->getParentOfType<KernelOp>(), forall.getExtent());
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
