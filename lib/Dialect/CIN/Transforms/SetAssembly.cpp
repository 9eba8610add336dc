//===- SetAssembly.cpp - Choose what kernels make of results ----*- C++ -*-===//
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

#include "weft/Analysis/SharedStructure.h"

#include "llvm/ADT/MapVector.h"

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

/// Whether a result has components only, all of them.
static bool isDense(Value result) {
  level::FormatAttr format =
      level::getFormat(cast<RankedTensorType>(result.getType()));
  return !format || format.isAllDense();
}

/// Checks that the components of the results of a kernel that only assembles
/// structures are not used.
static LogicalResult verifyUnread(RewriterBase &rewriter, KernelOp kernel) {
  auto refuse = [&](Operation *op) {
    return rewriter.notifyMatchFailure(
        op, "reads or computes components beside a structure that is assembled "
            "without any; assemble it by a kernel of its own");
  };
  for (auto [result, ref] :
       llvm::zip_equal(kernel.getResults(), kernel.getOutputRefs())) {
    if (isDense(result))
      return refuse(kernel);
    for (Operation *user : result.getUsers())
      if (isa<KernelOp>(user))
        return refuse(user);
    for (Operation *user : ref.getUsers())
      if (isa<AccessOp>(user))
        return refuse(user);
  }
  return success();
}

/// Whether a result of a kernel has the structure of an operand.
static bool findsStructure(KernelOp kernel) {
  return llvm::any_of(kernel.getOutputRefs(), [&](Value ref) {
    SmallVector<AssignOp> assigns;
    kernel.walk([&](AssignOp assign) {
      if (assign.getRef() == ref)
        assigns.push_back(assign);
    });
    return static_cast<bool>(
        analysis::findSharedStructure(kernel, ref, assigns));
  });
}

LogicalResult cin::setAssembly(RewriterBase &rewriter, func::FuncOp function,
                               level::Assembly assembly, bool dropFill,
                               bool reuse) {
  auto terminator =
      function.getBody().hasOneBlock()
          ? dyn_cast<func::ReturnOp>(&function.getBody().back().back())
          : nullptr;
  if (!terminator)
    return rewriter.notifyMatchFailure(
        function, "expected a body of one block that ends with 'func.return'");
  if (dropFill && assembly != level::Assembly::Fused &&
      assembly != level::Assembly::TwoPhase)
    return rewriter.notifyMatchFailure(function, [&](Diagnostic &diagnostic) {
      diagnostic << "components that are the fill can be dropped only from "
                    "what is computed and assembled, not with the assembly "
                 << level::stringifyAssembly(assembly);
    });
  bool needsKernels = assembly != level::Assembly::Fused &&
                      assembly != level::Assembly::TwoPhase;
  // What is made of results without a structure is not to be chosen.
  llvm::SetVector<KernelOp> kernels;
  // What is returned twice has one structure, with the name of the first.
  llvm::MapVector<Value, unsigned> structures;
  for (auto [index, value] : llvm::enumerate(terminator.getOperands())) {
    auto kernel = value.getDefiningOp<KernelOp>();
    if (needsKernels && !kernel)
      return rewriter.notifyMatchFailure(function, [&, index = index](
                                                       Diagnostic &diagnostic) {
        diagnostic << "result " << index
                   << " is not computed by a kernel, so that it has nothing "
                   << "to " << level::stringifyAssembly(assembly);
      });
    if (!kernel || (needsKernels && llvm::all_of(kernel.getResults(), isDense)))
      continue;
    kernels.insert(kernel);
    if (!isDense(value))
      structures.insert({value, index});
  }
  Operation *table =
      SymbolTable::getNearestSymbolTable(function->getParentOp());
  if (assembly == level::Assembly::Compute && !structures.empty() && table &&
      !SymbolTable::symbolKnownUseEmpty(function, table))
    return rewriter.notifyMatchFailure(
        function, "its callers do not pass the structures that its results "
                  "keep; compute where it is called, or remove the calls");
  if (assembly == level::Assembly::Assemble)
    for (KernelOp kernel : kernels)
      if (failed(verifyUnread(rewriter, kernel)))
        return failure();

  for (KernelOp kernel : kernels)
    rewriter.modifyOpInPlace(kernel, [&] {
      kernel.setAssembly(assembly);
      kernel.setDropFill(dropFill || kernel.getDropFill());
      kernel.setReuse(reuse && !kernel.getDropFill() && findsStructure(kernel));
    });
  if (assembly != level::Assembly::Compute)
    return success();
  for (auto [result, index] : structures)
    if (failed(addStructure(rewriter, function, index, cast<OpResult>(result))))
      return failure();
  return success();
}
