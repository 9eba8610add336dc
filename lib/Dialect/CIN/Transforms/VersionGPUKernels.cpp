//===- VersionGPUKernels.cpp - Versions of kernels of a GPU -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A split by entries is balanced for all lengths of segments, but its threads
// determine the segment of each entry. If segments are long and have about the
// same length, a warp per segment executes fewer instructions.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Passes.h"

#include "ScheduleRules.h"

#include "weft/Dialect/Weft/IR/KernelVersion.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weft {
namespace cin {
#define GEN_PASS_DEF_CINVERSIONGPUKERNELS
#include "weft/Dialect/CIN/Transforms/Passes.h.inc"
} // namespace cin
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// The only outermost forall of a function; null if there are several.
static ForallOp findOnlyNest(func::FuncOp function) {
  ForallOp found;
  WalkResult result =
      function.walk<WalkOrder::PreOrder>([&](ForallOp forall) -> WalkResult {
        if (found)
          return WalkResult::interrupt();
        found = forall;
        return WalkResult::skip();
      });
  return result.wasInterrupted() ? ForallOp() : found;
}

/// The argument of a function that an access reads; null if the access reads
/// another tensor.
static BlockArgument findOperand(AccessOp access, func::FuncOp function) {
  auto kernel = access->getParentOfType<KernelOp>();
  auto ref = dyn_cast<BlockArgument>(access.getRef());
  if (!ref || ref.getOwner()->getParentOp() != kernel ||
      ref.getArgNumber() >= kernel.getInputs().size())
    return {};
  auto operand =
      dyn_cast<BlockArgument>(kernel.getInputs()[ref.getArgNumber()]);
  return operand && operand.getOwner() == &function.getBody().front()
             ? operand
             : BlockArgument();
}

/// Adds a version of a function in which a warp computes each segment.
static void addVersion(IRRewriter &rewriter, func::FuncOp function,
                       SymbolTable &symbols, bool strict, bool deterministic) {
  ForallOp nest = findOnlyNest(function);
  AccessOp entries =
      nest ? findRowEntries(rewriter, nest, strict, deterministic) : AccessOp();
  BlockArgument operand =
      entries ? findOperand(entries, function) : BlockArgument();
  if (!operand)
    return;
  func::FuncOp version = function.clone();
  std::string suffix = "_even";
  version.setName((function.getName() + suffix).str());
  symbols.insert(version, std::next(function->getIterator()));
  if (auto name = function->getAttrOfType<StringAttr>(kKernelAttr))
    version->setAttr(kKernelAttr,
                     rewriter.getStringAttr(name.strref() + suffix));
  if (failed(chooseGPURows(rewriter, findOnlyNest(version)))) {
    symbols.erase(version);
    return;
  }
  KernelVersion choice;
  choice.of = function.getSymNameAttr();
  choice.operand = operand.getArgNumber();
  choice.level = 1;
  version->setAttr(kVersionAttr, choice.getAttr(function.getContext()));
}

namespace {
struct CINVersionGPUKernels
    : public weft::cin::impl::CINVersionGPUKernelsBase<CINVersionGPUKernels> {
  using Base::Base;
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SymbolTable symbols(getOperation());
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions)
      if (function->hasAttr(kKernelAttr) && !function.isExternal())
        addVersion(rewriter, function, symbols, strict, deterministic);
  }
};
} // namespace
