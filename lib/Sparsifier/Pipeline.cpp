//===- Pipeline.cpp - The pipeline weft-sparsifier ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers modules that mix stored tensors with other dialects to the llvm
// dialect: Weft's passes take the stored tensors out, upstream's lower the
// rest.
//
//===----------------------------------------------------------------------===//

#include "weft/Sparsifier/Pipeline.h"

#include "weft/Compiler/Passes.h"
#include "weft/Conversion/Passes.h"
#include "weft/Sparsifier/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace weft;

/// Appends upstream's bufferization of tensors without a format.
static void addBufferization(OpPassManager &pm) {
  bufferization::OneShotBufferizePassOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  options.unknownTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(options));
}

/// Appends upstream's conversions of what is left to the llvm dialect.
static void addConversionToLLVM(OpPassManager &pm) {
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  pm.addNestedPass<func::FuncOp>(createConvertVectorToSCFPass());
  pm.addNestedPass<func::FuncOp>(memref::createExpandReallocPass());
  pm.addNestedPass<func::FuncOp>(createSCFToControlFlowPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addNestedPass<func::FuncOp>(createConvertComplexToStandardPass());
  pm.addNestedPass<func::FuncOp>(arith::createArithExpandOpsPass());
  pm.addNestedPass<func::FuncOp>(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createConvertComplexToLibm());
  pm.addPass(createConvertVectorToLLVMPass());
  // Kernels and the code around them free each other's memory.
  FinalizeMemRefToLLVMConversionPassOptions memory;
  memory.useGenericFunctions = true;
  pm.addPass(createFinalizeMemRefToLLVMConversionPass(memory));
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}

void weft::addSparsifierPasses(OpPassManager &pm,
                               const SparsifierOptions &options) {
  pm.addNestedPass<func::FuncOp>(createConvertElementwiseToLinalgPass());
  pm.addPass(createConvertSparseTensorToTIN());
  pm.addPass(createConvertLinalgToTIN());
  pm.addPass(createConvertSparseTensorToLevel());
  pm.addPass(createOutlineKernels());
  pm.addPass(createLowerKernels(
      {options.schedule, options.strictFloatingPoint, options.vectors}));
  pm.addPass(createConvertLevelToMemRef({/*keepDense=*/true}));
  addBufferization(pm);
  addConversionToLLVM(pm);
  pm.addPass(createLinkKernels());
}

namespace {
struct PipelineOptions : PassPipelineOptions<PipelineOptions> {
  Option<std::string> schedule{*this, "schedule",
                               llvm::cl::desc("The transformations of loops"),
                               llvm::cl::init("")};
  Option<bool> strictFloatingPoint{
      *this, "strict-fp",
      llvm::cl::desc("Keep floating-point operations in their order"),
      llvm::cl::init(false)};
  Option<bool> vectors{*this, "vectors",
                       llvm::cl::desc("Make vectors of loops"),
                       llvm::cl::init(true)};
};
} // namespace

void weft::registerSparsifierPipeline() {
  PassPipelineRegistration<PipelineOptions>(
      "weft-sparsifier",
      "Lower a module with stored tensors to the llvm dialect",
      [](OpPassManager &pm, const PipelineOptions &options) {
        addSparsifierPasses(pm, {options.schedule, options.strictFloatingPoint,
                                 options.vectors});
      });
}
