//===- SetAssembly.cpp - Choose what kernels make of results -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compute, assemble and fused kernels come from the same statements (thesis,
// section 5.4); this is where they part.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Transforms.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// Makes a new argument of the function, named as one of its results is, the
/// tensor whose structure the result keeps.
static LogicalResult addStructure(RewriterBase &rewriter, func::FuncOp function,
                                  unsigned number, OpResult value) {
  LogicalResult added = failure();
  rewriter.modifyOpInPlace(function, [&] {
    added = function.insertArgument(function.getNumArguments(), value.getType(),
                                    function.getResultAttrDict(number),
                                    value.getLoc());
  });
  if (failed(added))
    return rewriter.notifyMatchFailure(
        function, "the function cannot take another argument");
  auto kernel = cast<KernelOp>(value.getOwner());
  rewriter.modifyOpInPlace(kernel, [&] {
    kernel.getOutputsMutable()[value.getResultNumber()].set(
        function.getArguments().back());
  });
  return success();
}

LogicalResult cin::setAssembly(RewriterBase &rewriter, func::FuncOp function,
                               level::Assembly assembly, bool dropFill) {
  auto terminator =
      function.getBody().hasOneBlock()
          ? dyn_cast<func::ReturnOp>(&function.getBody().back().back())
          : nullptr;
  if (!terminator)
    return rewriter.notifyMatchFailure(
        function, "expected a body of one block that ends with 'func.return'");
  if (dropFill && assembly != level::Assembly::Fused)
    return rewriter.notifyMatchFailure(function, [&](Diagnostic &diagnostic) {
      diagnostic << "components that are the fill can be dropped only while "
                    "they are appended, not with the assembly "
                 << level::stringifyAssembly(assembly);
    });
  bool needsKernels = assembly != level::Assembly::Fused &&
                      assembly != level::Assembly::TwoPhase;
  for (auto [index, value] : llvm::enumerate(terminator.getOperands()))
    if (needsKernels && !value.getDefiningOp<KernelOp>())
      return rewriter.notifyMatchFailure(function, [&, index = index](
                                                       Diagnostic &diagnostic) {
        diagnostic << "result " << index
                   << " is not computed by a kernel, so that it has nothing "
                   << "to " << level::stringifyAssembly(assembly);
      });

  Operation *table =
      SymbolTable::getNearestSymbolTable(function->getParentOp());
  if (assembly == level::Assembly::Compute && table &&
      !SymbolTable::symbolKnownUseEmpty(function, table))
    return rewriter.notifyMatchFailure(
        function, "its callers do not pass the structures that its results "
                  "keep; compute where it is called, or remove the calls");

  for (auto [index, value] : llvm::enumerate(terminator.getOperands())) {
    auto kernel = value.getDefiningOp<KernelOp>();
    if (!kernel)
      continue;
    rewriter.modifyOpInPlace(kernel, [&] {
      kernel.setAssembly(assembly);
      kernel.setDropFill(dropFill);
    });
    if (assembly == level::Assembly::Compute &&
        failed(addStructure(rewriter, function, index, cast<OpResult>(value))))
      return failure();
  }
  return success();
}
