//===- StateExtents.cpp - Explicit extents of variables ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// States the extents of index variables that accesses or the type of the result
// imply. A step of a plan may have none of these accesses.
//
//===----------------------------------------------------------------------===//

#include "Product.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin;

/// Emits the extent of a variable before the compute.
static Value emitExtent(OpBuilder &builder, ComputeOp compute, Value variable,
                        unsigned number) {
  Location loc = compute.getLoc();
  SmallVector<IndexedMode> modes = getIndexedModes(variable);
  if (modes.empty())
    return arith::ConstantIndexOp::create(builder, loc,
                                          compute.getType().getDimSize(number));
  auto [tensor, mode] = modes.front();
  // Extents of earlier computes are stated already.
  if (auto made = tensor.getDefiningOp<ComputeOp>())
    if (Value extent = made.getExtent(mode))
      return extent;
  return builder.createOrFold<tensor::DimOp>(loc, tensor, mode);
}

/// States the extents of a compute, or of a reduction in it.
template <typename OpTy>
static void stateExtentsOf(OpTy op, ComputeOp compute) {
  if (!llvm::is_contained(op.getBounded(), false))
    return;
  OpBuilder builder(compute);
  SmallVector<Value> extents;
  for (auto [number, variable] : llvm::enumerate(op.getVariables())) {
    Value extent = op.getExtent(number);
    extents.push_back(extent ? extent
                             : emitExtent(builder, compute, variable, number));
  }
  op.getExtentsMutable().assign(extents);
  op.setBounded(SmallVector<bool>(extents.size(), true));
}

void tin::stateExtents(func::FuncOp function) {
  function.walk<WalkOrder::PreOrder>([](ComputeOp compute) {
    stateExtentsOf(compute, compute);
    compute.walk([&](ReduceOp reduce) { stateExtentsOf(reduce, compute); });
  });
}
