//===- KernelFrame.cpp - Kernels without statements -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the tensors and the extents of a compute.
//
//===----------------------------------------------------------------------===//

#include "KernelFrame.h"

#include "Prepare.h"

using namespace mlir;
using namespace weft;

KernelFrame weft::createKernel(OpBuilder &builder, tin::ComputeOp compute,
                               const Blocking &blocking) {
  Location loc = compute.getLoc();
  SmallVector<Value> inputs, extentValues;
  Block *body;
  SmallVector<Value> variables = getNestVariables(compute, body);
  llvm::SetVector<Value> tensors;
  compute.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto access = dyn_cast<tin::AccessOp>(op))
      tensors.insert(access.getTensor());
    if (auto reduce = dyn_cast<tin::ReduceOp>(op))
      for (Value variable : reduce.getVariables())
        if (!llvm::is_contained(variables, variable))
          variables.push_back(variable);
  });
  for (Value variable : variables)
    extentValues.push_back(getExtentOf(builder, compute, variable));
  SmallVector<Value> sizes;
  for (auto [mode, size] : llvm::enumerate(compute.getType().getShape()))
    if (ShapedType::isDynamic(size))
      sizes.push_back(extentValues[mode]);
  LoopVariables extentLoops;
  for (Value variable : variables)
    extentLoops.push_back({variable, level::LevelPart::Whole, 1});
  // What splits need besides: how many blocks there are, and their size. The
  // result may be read from a workspace in blocks of its own.
  auto addSplit = [&](Value variable, int64_t block) {
    LoopVariable outer = {variable, level::LevelPart::Quotient, block};
    if (block == 1 || llvm::is_contained(extentLoops, outer))
      return;
    size_t number = llvm::find(variables, variable) - variables.begin();
    Value size = arith::ConstantIndexOp::create(builder, loc, block);
    Value past = arith::ConstantIndexOp::create(builder, loc, block - 1);
    Value last =
        arith::AddIOp::create(builder, loc, extentValues[number], past);
    extentValues.push_back(arith::DivUIOp::create(builder, loc, last, size));
    extentValues.push_back(size);
    extentLoops.push_back(outer);
    extentLoops.push_back(outer.getPart(level::LevelPart::Remainder));
  };
  for (Value variable : variables)
    addSplit(variable, blocking.getBlock(variable));
  level::FormatAttr format = level::getFormat(compute.getType());
  for (int64_t level = 0; level != format.getNumLevels(); ++level)
    if (!format.isSlotLevel(level)) {
      level::LevelExpr expr = format.getLevelExpr(level);
      addSplit(compute.getVariables()[expr.dim], expr.block);
    }
  Value empty = tensor::EmptyOp::create(builder, loc, compute.getType(), sizes);
  KernelFrame frame;
  frame.kernel =
      cin::KernelOp::create(builder, loc, TypeRange(empty.getType()),
                            tensors.getArrayRef(), empty, extentValues);
  SmallVector<Type> types;
  for (Value tensor : tensors)
    types.push_back(
        cin::RefType::get(cast<RankedTensorType>(tensor.getType())));
  types.push_back(cin::RefType::get(compute.getType()));
  types.append(extentValues.size(), builder.getIndexType());
  Block *block = builder.createBlock(&frame.kernel.getBody(), {}, types,
                                     SmallVector<Location>(types.size(), loc));
  for (auto [tensor, ref] :
       llvm::zip_equal(tensors, frame.kernel.getInputRefs()))
    frame.mapping.map(tensor, ref);
  frame.output = frame.kernel.getOutputRefs().front();
  for (auto [loop, extent] :
       llvm::zip_equal(extentLoops, frame.kernel.getExtentArgs()))
    frame.extents.set(loop, extent);
  builder.setInsertionPointToEnd(block);
  return frame;
}
