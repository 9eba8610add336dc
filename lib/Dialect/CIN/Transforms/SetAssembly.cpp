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

#include "weft/Dialect/CIN/Transforms/Passes.h"

namespace weft {
namespace cin {
#define GEN_PASS_DEF_CINSETASSEMBLY
#include "weft/Dialect/CIN/Transforms/Passes.h.inc"
} // namespace cin
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::cin;

namespace {
struct CINSetAssembly
    : public weft::cin::impl::CINSetAssemblyBase<CINSetAssembly> {
  using CINSetAssemblyBase::CINSetAssemblyBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isDeclaration())
      return;
    auto terminator =
        dyn_cast<func::ReturnOp>(&function.getBody().back().back());
    if (!terminator || !function.getBody().hasOneBlock()) {
      function.emitOpError(
          "expected a body of one block that ends with 'func.return'");
      return signalPassFailure();
    }
    if (dropFill && assembly != level::Assembly::Fused) {
      function.emitOpError("components that are the fill can be dropped only "
                           "while they are appended, not with the assembly ")
          << level::stringifyAssembly(assembly);
      return signalPassFailure();
    }
    for (auto [index, value] : llvm::enumerate(terminator.getOperands())) {
      auto kernel = value.getDefiningOp<KernelOp>();
      if (!kernel) {
        if (assembly == level::Assembly::Fused ||
            assembly == level::Assembly::TwoPhase)
          continue;
        function.emitOpError("result ")
            << index << " is not computed by a kernel, so that it has nothing "
            << "to " << level::stringifyAssembly(assembly);
        return signalPassFailure();
      }
      kernel.setAssembly(assembly);
      kernel.setDropFill(dropFill);
      if (assembly != level::Assembly::Compute)
        continue;
      // The structure is a last argument, named as the result is.
      DictionaryAttr attributes = function.getResultAttrDict(index);
      if (failed(function.insertArgument(function.getNumArguments(),
                                         value.getType(), attributes,
                                         kernel.getLoc())))
        return signalPassFailure();
      kernel.getOutputsMutable()[cast<OpResult>(value).getResultNumber()].set(
          function.getArguments().back());
    }
  }
};
} // namespace
