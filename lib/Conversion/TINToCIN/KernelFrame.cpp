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

#include "Computes.h"

#include "weft/Dialect/TIN/IR/StatisticsAttributes.h"
#include "weft/Dialect/Weft/IR/Estimates.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace weft;
using namespace weft::tin_to_cin;

/// The index variables of a compute, those of its nest first.
static SmallVector<Value> getAllVariables(tin::ComputeOp compute) {
  Block *body;
  SmallVector<Value> variables = getNestVariables(compute, body);
  compute.walk<WalkOrder::PreOrder>([&](tin::ReduceOp reduce) {
    for (Value variable : reduce.getVariables())
      if (!llvm::is_contained(variables, variable))
        variables.push_back(variable);
  });
  return variables;
}

/// Emits the extents of variables and of what they are split into. The result
/// may be read from a workspace in blocks of its own.
static LoopValues emitExtents(OpBuilder &builder, tin::ComputeOp compute,
                              const Blocking &blocking) {
  Location loc = compute.getLoc();
  LoopValues extents;
  SmallVector<Value> variables = getAllVariables(compute);
  for (Value variable : variables)
    extents.set({variable, level::LevelPart::Whole, 1},
                getExtentOf(builder, compute, variable));
  auto addSplit = [&](Value variable, int64_t block) {
    LoopVariable outer = {variable, level::LevelPart::Quotient, block};
    if (block == 1 || extents.lookup(outer))
      return;
    Value whole = extents.lookup({variable, level::LevelPart::Whole, 1});
    Value size = arith::ConstantIndexOp::create(builder, loc, block);
    Value past = arith::ConstantIndexOp::create(builder, loc, block - 1);
    Value last = arith::AddIOp::create(builder, loc, whole, past);
    extents.set(outer, arith::DivUIOp::create(builder, loc, last, size));
    extents.set(outer.getPart(level::LevelPart::Remainder), size);
  };
  for (Value variable : variables)
    addSplit(variable, blocking.getBlock(variable));
  level::FormatAttr format = level::getFormat(compute.getType());
  for (int64_t level = 0; level != format.getNumLevels(); ++level)
    if (!format.isSlotLevel(level)) {
      level::LevelExpr expr = format.getLevelExpr(level);
      addSplit(compute.getVariables()[expr.dim], expr.block);
    }
  return extents;
}

/// Notes on the value that a result takes its sizes from how many entries the
/// result is estimated to have.
static void noteEntries(tin::ComputeOp compute, tensor::EmptyOp empty) {
  auto entries = compute->getAttrOfType<FloatAttr>(tin::kEntriesAttr);
  if (!entries || level::getFormat(compute.getType()).isAllDense())
    return;
  constexpr double kMost = double(int64_t(1) << 62);
  double count = std::clamp(entries.getValueAsDouble(), 0.0, kMost);
  Builder builder(compute.getContext());
  empty->setAttr(kEstimatedEntriesAttr,
                 builder.getI64IntegerAttr(int64_t(std::ceil(count))));
}

KernelFrame tin_to_cin::createKernel(OpBuilder &builder, tin::ComputeOp compute,
                                     const Blocking &blocking) {
  Location loc = compute.getLoc();
  llvm::SetVector<Value> tensors;
  compute.walk<WalkOrder::PreOrder>(
      [&](tin::AccessOp access) { tensors.insert(access.getTensor()); });
  if (Value initial = compute.getInitial())
    tensors.insert(initial);
  KernelFrame frame;
  frame.extents = emitExtents(builder, compute, blocking);
  SmallVector<Value> extents =
      llvm::to_vector(llvm::make_second_range(frame.extents.values));
  SmallVector<Value> sizes;
  for (auto [mode, size] : llvm::enumerate(compute.getType().getShape()))
    if (ShapedType::isDynamic(size))
      sizes.push_back(extents[mode]);
  auto empty = tensor::EmptyOp::create(builder, loc, compute.getType(), sizes);
  noteEntries(compute, empty);
  frame.kernel =
      cin::KernelOp::create(builder, loc, TypeRange(empty.getType()),
                            tensors.getArrayRef(), empty.getResult(), extents);
  frame.kernel.setStrictZero(compute.getStrictZero());
  SmallVector<Type> types;
  for (Value tensor : tensors)
    types.push_back(
        cin::RefType::get(cast<RankedTensorType>(tensor.getType())));
  types.push_back(cin::RefType::get(compute.getType()));
  types.append(extents.size(), builder.getIndexType());
  Block *block = builder.createBlock(&frame.kernel.getBody(), {}, types,
                                     SmallVector<Location>(types.size(), loc));
  for (auto [tensor, ref] :
       llvm::zip_equal(tensors, frame.kernel.getInputRefs()))
    frame.mapping.map(tensor, ref);
  frame.output = frame.kernel.getOutputRefs().front();
  for (auto [entry, argument] :
       llvm::zip_equal(frame.extents.values, frame.kernel.getExtentArgs()))
    entry.second = argument;
  builder.setInsertionPointToEnd(block);
  return frame;
}
