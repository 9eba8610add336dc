//===- Computes.cpp - Questions about computes ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads them off the operations.
//
//===----------------------------------------------------------------------===//

#include "Computes.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin_to_cin;

Value tin_to_cin::getExtentOf(OpBuilder &builder, tin::ComputeOp compute,
                              Value variable) {
  auto argument = cast<BlockArgument>(variable);
  Operation *owner = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  Value extent = isa<tin::ComputeOp>(owner)
                     ? cast<tin::ComputeOp>(owner).getExtent(number)
                     : cast<tin::ReduceOp>(owner).getExtent(number);
  if (extent)
    return extent;
  Location loc = compute.getLoc();
  SmallVector<tin::IndexedMode> modes = tin::getIndexedModes(variable);
  if (!modes.empty()) {
    // The result of a kernel has the sizes of its output.
    Value tensor = modes.front().tensor;
    while (auto kernel = tensor.getDefiningOp<cin::KernelOp>())
      tensor = kernel.getOutputs()[cast<OpResult>(tensor).getResultNumber()];
    return builder.createOrFold<tensor::DimOp>(loc, tensor, modes.front().mode);
  }
  return arith::ConstantIndexOp::create(builder, loc,
                                        compute.getType().getDimSize(number));
}

tin::ReduceOp tin_to_cin::getTopReduction(tin::ComputeOp compute) {
  return compute.getYield().getValue().getDefiningOp<tin::ReduceOp>();
}

SmallVector<Value> tin_to_cin::getNestVariables(tin::ComputeOp compute,
                                                Block *&body) {
  SmallVector<Value> variables(compute.getVariables());
  body = compute.getBlock();
  if (tin::ReduceOp top = getTopReduction(compute)) {
    llvm::append_range(variables, top.getVariables());
    body = top.getBlock();
  }
  return variables;
}

llvm::SetVector<Value> tin_to_cin::getVariables(Value value) {
  llvm::SetVector<Value> used;
  used.insert(value);
  for (size_t next = 0; next != used.size(); ++next) {
    Operation *op = used[next].getDefiningOp();
    if (!op || !op->getParentOfType<tin::ComputeOp>())
      continue;
    used.insert(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
  }
  used.remove_if([](Value other) {
    return !isa<BlockArgument>(other) || !isa<tin::IndexType>(other.getType());
  });
  return used;
}

Attribute tin_to_cin::getInitial(tin::ReduceOp reduce) {
  return getCombinerIdentity(reduce.getCombiner(), reduce.getIdentityAttr());
}

bool tin_to_cin::isOrdered(tin::AccessOp access) {
  level::FormatAttr format = level::getFormat(access.getTensorType());
  return llvm::all_of(
      llvm::seq<int64_t>(0, format.getNumLevels()),
      [&](int64_t level) { return format.getLevelType(level).isOrdered(); });
}

bool tin_to_cin::comesOnce(tin::AccessOp access) {
  level::FormatAttr format = level::getFormat(access.getTensorType());
  int64_t numLevels = format.getNumLevels();
  return isOrdered(access) && format.getNumSlots() == 0 &&
         (numLevels == 0 || format.getLevelType(numLevels - 1).isUnique());
}
