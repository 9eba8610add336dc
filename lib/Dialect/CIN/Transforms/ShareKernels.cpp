//===- ShareKernels.cpp - Code that kernels have in common ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands that do not fit the order of the loops are converted by kernels of
// their own, which are alike if the formats are. Most of the time to compile
// goes into code, so there should be one of each.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/IR/Requests.h"
#include "weft/Dialect/CIN/Transforms/Transforms.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// The sizes of the new tensors that a kernel computes into, one after another;
/// nothing if it computes into others.
static std::optional<SmallVector<Value>> getOutputSizes(KernelOp kernel) {
  SmallVector<Value> sizes;
  for (Value output : kernel.getOutputs()) {
    auto empty = output.getDefiningOp<tensor::EmptyOp>();
    if (!empty)
      return std::nullopt;
    llvm::append_range(sizes, empty.getDynamicSizes());
  }
  return sizes;
}

/// All that a function which does the same takes.
static SmallVector<Value> getArguments(KernelOp kernel) {
  SmallVector<Value> arguments(kernel.getInputs());
  llvm::append_range(arguments, kernel.getExtents());
  llvm::append_range(arguments, *getOutputSizes(kernel));
  return arguments;
}

bool cin::isNewlyAssembled(KernelOp kernel) {
  return getOutputSizes(kernel).has_value();
}

bool cin::areAlike(KernelOp first, KernelOp second) {
  return llvm::equal(first->getOperandTypes(), second->getOperandTypes()) &&
         getAttributesWithoutNotes(first) ==
             getAttributesWithoutNotes(second) &&
         getOutputSizes(first) && getOutputSizes(second) &&
         OperationEquivalence::isRegionEquivalentTo(
             &first.getBody(), &second.getBody(),
             OperationEquivalence::IgnoreLocations);
}

/// Moves a kernel into a function of its own.
static func::FuncOp outline(RewriterBase &rewriter, SymbolTable &symbols,
                            KernelOp kernel) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfter(kernel->getParentOfType<func::FuncOp>());
  SmallVector<Value> arguments = getArguments(kernel);
  auto function = func::FuncOp::create(
      rewriter, kernel.getLoc(), "shared",
      rewriter.getFunctionType(ValueRange(arguments).getTypes(),
                               kernel->getResultTypes()));
  function.setPrivate();
  inheritLoweringConfig(kernel->getParentOfType<func::FuncOp>(), function);
  symbols.insert(function);

  rewriter.setInsertionPointToStart(function.addEntryBlock());
  ValueRange inputs = function.getArguments();
  auto take = [&](size_t count) {
    ValueRange taken = inputs.take_front(count);
    inputs = inputs.drop_front(count);
    return taken;
  };
  IRMapping mapping;
  mapping.map(kernel.getInputs(), take(kernel.getInputs().size()));
  ValueRange extents = take(kernel.getExtents().size());
  SmallVector<Value> outputs;
  for (Value output : kernel.getOutputs()) {
    auto empty = output.getDefiningOp<tensor::EmptyOp>();
    outputs.push_back(
        tensor::EmptyOp::create(rewriter, empty.getLoc(), empty.getType(),
                                take(empty.getDynamicSizes().size())));
  }
  auto moved = cast<KernelOp>(rewriter.clone(*kernel, mapping));
  moved.getOutputsMutable().assign(outputs);
  moved.getExtentsMutable().assign(extents);
  func::ReturnOp::create(rewriter, kernel.getLoc(), moved.getResults());
  return function;
}

static void replaceByCall(RewriterBase &rewriter, KernelOp kernel,
                          func::FuncOp function) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(kernel);
  rewriter.replaceOpWithNewOp<func::CallOp>(kernel, function,
                                            getArguments(kernel));
}

func::FuncOp cin::shareKernels(RewriterBase &rewriter, SymbolTable &symbols,
                               ArrayRef<KernelOp> alike) {
  func::FuncOp function = outline(rewriter, symbols, alike.front());
  for (KernelOp kernel : alike)
    replaceByCall(rewriter, kernel, function);
  return function;
}
