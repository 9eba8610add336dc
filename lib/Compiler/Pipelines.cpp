//===- Pipelines.cpp - From tensor index notation to LLVM -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the lowering pipelines.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/Pipelines.h"
#include "weft/Compiler/Passes.h"
#include "weft/Conversion/Passes.h"
#include "weft/Dialect/Algebra/Transforms/Passes.h"
#include "weft/Dialect/CIN/Transforms/Passes.h"

#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace weft;

/// One round of canonicalization, after which there is little left to do.
/// Blocks are merged by LLVM.
static std::unique_ptr<Pass> createSimplifier() {
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  config.setMaxIterations(1);
  return createCanonicalizerPass(config);
}

void weft::addLoweringPasses(OpPassManager &pm, IRLevel from, IRLevel to,
                             const LoweringOptions &options) {
  auto reaches = [&](IRLevel level) { return from < level && level <= to; };
  if (reaches(IRLevel::CIN)) {
    ConvertTINToCINOptions concretize;
    concretize.dropFill = options.dropFill;
    concretize.twoPhase = options.assembly == level::Assembly::TwoPhase;
    pm.addNestedPass<func::FuncOp>(createConvertTINToCIN(concretize));
    pm.addNestedPass<func::FuncOp>(cin::createCINFuseKernels());
    cin::CINSetAssemblyOptions assembly;
    assembly.assembly = options.assembly;
    assembly.dropFill = options.dropFill;
    assembly.reuse = true;
    pm.addPass(cin::createCINSetAssembly(assembly));
    if (!options.schedule.empty())
      pm.addNestedPass<func::FuncOp>(
          createWeftApplySchedule({options.schedule}));
  }
  if (reaches(IRLevel::Lattice)) {
    // For people, each copy of an operand stands where it is made (see
    // "Levels" in docs/driver.md).
    if (reaches(IRLevel::SCF))
      pm.addPass(cin::createCINShareKernels());
    pm.addNestedPass<func::FuncOp>(cin::createCINPromoteReductions());
    if (!options.strictFloatingPoint)
      pm.addNestedPass<func::FuncOp>(cin::createCINAllowReassociation());
    ConvertCINToLatticeOptions lattices;
    lattices.gallop = options.gallop;
    pm.addNestedPass<func::FuncOp>(createConvertCINToLattice(lattices));
    pm.addNestedPass<func::FuncOp>(createSimplifier());
  }
  if (reaches(IRLevel::SCF)) {
    pm.addNestedPass<func::FuncOp>(createConvertLatticeToSCF());
    pm.addPass(algebra::createAlgebraInlineOperators());
    pm.addNestedPass<func::FuncOp>(createSimplifier());
  }
  if (reaches(IRLevel::MemRef)) {
    pm.addPass(createConvertLevelToMemRef());
    pm.addPass(createSimplifier());
    pm.addNestedPass<func::FuncOp>(createCSEPass());
    if (options.checkAccesses)
      pm.addPass(createWeftCheckAccesses());
  }
  if (reaches(IRLevel::LLVM)) {
    pm.addPass(createConvertParallelLoops());
    pm.addNestedPass<func::FuncOp>(createLowerSmallFloats());
    pm.addPass(createConvertToLLVM());
    pm.addPass(createWeftGuardParts());
    pm.addPass(createWeftGenerateKernelABI());
  }
}

namespace {
struct PipelineOptions : PassPipelineOptions<PipelineOptions> {
  Option<bool> strictFloatingPoint{
      *this, "strict-fp",
      llvm::cl::desc("Keep floating-point operations in their order"),
      llvm::cl::init(false)};
};
} // namespace

void weft::registerPipelines() {
  PassPipelineRegistration<PipelineOptions>(
      "weft-lower-to-llvm", "Lower tensor index notation to the llvm dialect",
      [](OpPassManager &pm, const PipelineOptions &options) {
        LoweringOptions lowering;
        lowering.strictFloatingPoint = options.strictFloatingPoint;
        addLoweringPasses(pm, IRLevel::TIN, IRLevel::LLVM, lowering);
      });
}
