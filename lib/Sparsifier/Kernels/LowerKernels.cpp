//===- LowerKernels.cpp - Kernels to the llvm dialect -----------*- C++ -*-===//
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

#include "KernelDestinations.h"

#include "weft/Sparsifier/Passes.h"

#include "weft/Compiler/HostMachine.h"
#include "weft/Compiler/Pipelines.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
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
    // The schedule of an operation may have units of a GPU.
    LoweringOptions options = getLowering();
    options.gpu = true;
    addLoweringPasses(passes, IRLevel::TIN, IRLevel::LLVM, options);
    passes.getDependentDialects(registry);
    registry
        .insert<bufferization::BufferizationDialect, memref::MemRefDialect>();
  }

  void runOnOperation() override {
    FailureOr<Machine> processor = getMachine();
    if (failed(processor))
      return signalPassFailure();
    for (ModuleOp kernels : getKernelModules(getOperation())) {
      if (failed(lower(kernels, *processor)))
        return signalPassFailure();
      computeIntoDestinations(getOperation(), kernels);
    }
  }

private:
  /// The processor that the option names, or that the module describes. Its
  /// description is attached to kernels alone, since tools that run the result
  /// may not have its dialect.
  FailureOr<Machine> getMachine() {
    if (machine.empty())
      return Machine::of(getOperation());
    return findMachine(&getContext(), machine);
  }

  /// Lowers the kernels of a module by its schedule. Those that are in concrete
  /// index notation keep the loops that they have.
  LogicalResult lower(ModuleOp kernels, const Machine &processor) {
    processor.attachTo(kernels);
    LoweringOptions options = getLowering();
    if (auto own = kernels->getAttrOfType<StringAttr>(kScheduleAttr))
      options.schedule = own.str();
    OpPassManager passes(ModuleOp::getOperationName());
    addLoweringPasses(passes, hasLoops(kernels) ? IRLevel::CIN : IRLevel::TIN,
                      IRLevel::LLVM, options);
    return runPipeline(passes, kernels);
  }

  LoweringOptions getLowering() const {
    LoweringOptions options;
    options.strictFloatingPoint = strict;
    options.schedule = schedule;
    options.vectors = vectors;
    options.threads = threads;
    options.numThreads = numThreads;
    options.allowRaces = allowRaces;
    options.entries = false;
    return options;
  }
};
} // namespace
