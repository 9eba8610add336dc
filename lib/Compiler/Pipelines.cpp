//===- Pipelines.cpp - From tensor index notation to LLVM -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the lowering pipelines. Upstream's conversions to the `llvm` dialect
// run one by one, in an order in which none leaves behind what a later one
// cannot take.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/Pipelines.h"
#include "weft/Compiler/Passes.h"
#include "weft/Conversion/Passes.h"
#include "weft/Dialect/CIN/Transforms/Passes.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace weft;

/// From loops over arrays to the `llvm` dialect.
static void addLLVMPasses(OpPassManager &pm) {
  // Complex operations become operations on their parts, some through `math`.
  pm.addNestedPass<func::FuncOp>(createConvertComplexToStandardPass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  // The runtime provides the allocation functions under generic names.
  FinalizeMemRefToLLVMConversionPassOptions memory;
  memory.useGenericFunctions = true;
  pm.addPass(createFinalizeMemRefToLLVMConversionPass(memory));
  pm.addPass(createConvertComplexToLLVMPass());
  pm.addNestedPass<func::FuncOp>(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createWeftGenerateKernelABI());
}

void weft::addLoweringPasses(OpPassManager &pm, IRLevel from, IRLevel to,
                             const LoweringOptions &options) {
  auto reaches = [&](IRLevel level) { return from < level && level <= to; };
  if (reaches(IRLevel::CIN)) {
    pm.addNestedPass<func::FuncOp>(createConvertTINToCIN());
    pm.addNestedPass<func::FuncOp>(cin::createCINFuseKernels());
    cin::CINSetAssemblyOptions assembly;
    assembly.assembly = options.assembly;
    pm.addNestedPass<func::FuncOp>(cin::createCINSetAssembly(assembly));
  }
  if (reaches(IRLevel::Lattice)) {
    pm.addNestedPass<func::FuncOp>(cin::createCINPromoteReductions());
    if (!options.strictFloatingPoint)
      pm.addNestedPass<func::FuncOp>(createAllowReassociation());
    pm.addNestedPass<func::FuncOp>(createConvertCINToLattice());
    pm.addNestedPass<func::FuncOp>(createCanonicalizerPass());
  }
  if (reaches(IRLevel::SCF)) {
    pm.addNestedPass<func::FuncOp>(createConvertLatticeToSCF());
    pm.addNestedPass<func::FuncOp>(createCanonicalizerPass());
  }
  if (reaches(IRLevel::MemRef)) {
    pm.addPass(createConvertLevelToMemRef());
    pm.addPass(createCanonicalizerPass());
    pm.addNestedPass<func::FuncOp>(createCSEPass());
  }
  if (reaches(IRLevel::LLVM))
    addLLVMPasses(pm);
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
