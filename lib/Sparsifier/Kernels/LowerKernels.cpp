//===- LowerKernels.cpp - Kernels to the llvm dialect ------------*- C++
//-*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the pipeline of kernels on the nested module, as for the processor that
// the module around it describes.
//
//===----------------------------------------------------------------------===//

#include "weft/Sparsifier/Passes.h"

#include "weft/Compiler/Pipelines.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Pass/PassManager.h"

namespace weft {
#define GEN_PASS_DEF_LOWERKERNELS
#include "weft/Sparsifier/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
struct LowerKernels : weft::impl::LowerKernelsBase<LowerKernels> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    OpPassManager passes(ModuleOp::getOperationName());
    addLoweringPasses(passes, IRLevel::TIN, IRLevel::LLVM, getLowering());
    passes.getDependentDialects(registry);
  }

  void runOnOperation() override {
    auto kernels = getOperation().lookupSymbol<ModuleOp>(kKernelModule);
    if (!kernels)
      return;
    Machine::of(getOperation()).attachTo(kernels);
    OpPassManager passes(ModuleOp::getOperationName());
    addLoweringPasses(passes, IRLevel::TIN, IRLevel::LLVM, getLowering());
    if (failed(runPipeline(passes, kernels)))
      signalPassFailure();
  }

private:
  LoweringOptions getLowering() const {
    LoweringOptions options;
    options.strictFloatingPoint = strict;
    options.schedule = schedule;
    options.vectors = vectors;
    options.threads = threads;
    options.entries = false;
    return options;
  }
};
} // namespace
