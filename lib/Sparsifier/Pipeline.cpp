//===- Pipeline.cpp - The pipeline weft-sparsifier --------------*- C++ -*-===//
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

#include "weft/Compiler/Pipelines.h"
#include "weft/Conversion/Passes.h"
#include "weft/Sparsifier/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SparseTensor/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace weft;

/// Appends upstream's bufferization of tensors without a format.
static void addBufferization(OpPassManager &pm) {
  bufferization::OneShotBufferizePassOptions options;
  options.bufferizeFunctionBoundaries = true;
  // A kernel returns a new array, in loops as well.
  options.allowReturnAllocsFromLoops = true;
  options.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  options.unknownTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(options));
}

/// Appends upstream's ownership-based deallocation of what bufferization
/// allocates: `buffer-deallocation-pipeline`, whose simplifications run on
/// functions, not on the kernels of nested modules, and not before the pass,
/// since canonicalization of allocations drops their attributes.
static void addBufferDeallocation(OpPassManager &pm, bool dynamicOwnership) {
  auto simplify = [&](std::unique_ptr<Pass> pass) {
    pm.addNestedPass<func::FuncOp>(std::move(pass));
  };
  pm.addPass(bufferization::createOwnershipBasedBufferDeallocationPass(
      {dynamicOwnership}));
  simplify(createCanonicalizerPass());
  simplify(bufferization::createBufferDeallocationSimplificationPass());
  simplify(createCanonicalizerPass());
  pm.addPass(bufferization::createLowerDeallocationsPass());
  // A function copies what it returns but does not own.
  simplify(createConvertBufferizationToMemRefPass());
  simplify(createCSEPass());
  simplify(createCanonicalizerPass());
}

/// Appends upstream's conversions of what is left to the llvm dialect.
static void addConversionToLLVM(OpPassManager &pm) {
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  pm.addNestedPass<func::FuncOp>(createConvertVectorToSCFPass());
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
  pm.addPass(createConvertSparseTensorToTIN());
  pm.addNestedPass<func::FuncOp>(createConvertElementwiseToLinalgPass());
  pm.addPass(
      createConvertLinalgToTIN({/*dense=*/false, options.strictFloatingPoint,
                                options.warnsUnconverted}));
  pm.addPass(createConvertSparseTensorToLevel());
  pm.addPass(createOutlineKernels());
  pm.addPass(
      createLowerKernels({options.schedule, options.strictFloatingPoint,
                          options.vectors, options.threads, options.numThreads,
                          options.allowRaces, options.machine}));
  pm.addPass(createConvertLevelToMemRef({/*keepDense=*/true}));
  pm.addNestedPass<func::FuncOp>(memref::createExpandReallocPass());
  if (options.deallocatesBuffers)
    pm.addPass(createExemptArrays());
  addBufferization(pm);
  if (options.deallocatesBuffers)
    addBufferDeallocation(pm, options.dynamicOwnership);
  else
    // Removes the copies of results that kernels have computed in place.
    pm.addNestedPass<func::FuncOp>(createCanonicalizerPass());
  addConversionToLLVM(pm);
  pm.addPass(createLinkKernels());
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

namespace {
/// Weft's options, and those of upstream's `--sparsifier`.
struct PipelineOptions : PassPipelineOptions<PipelineOptions> {
  Option<std::string> schedule{
      *this, "schedule",
      llvm::cl::desc("The transformations of the loops of all kernels, or auto "
                     "for those that are estimated to be fastest"),
      llvm::cl::init("")};
  Option<bool> strictFloatingPoint{
      *this, "strict-fp",
      llvm::cl::desc("Keep floating-point operations in their order"),
      llvm::cl::init(false)};
  Option<bool> vectors{*this, "vectors",
                       llvm::cl::desc("Make vectors of loops"),
                       llvm::cl::init(true)};
  Option<bool> threads{*this, "threads",
                       llvm::cl::desc("Let threads share loops that take long"),
                       llvm::cl::init(true)};
  Option<int64_t> numThreads{
      *this, "num-threads",
      llvm::cl::desc("How many threads schedule=auto assumes; 0 for as many as "
                     "this machine runs at a time"),
      llvm::cl::init(LoweringOptions().numThreads)};
  Option<bool> allowRaces{
      *this, "allow-races",
      llvm::cl::desc("Let schedules ignore races that may change the result"),
      llvm::cl::init(false)};
  Option<std::string> machine{
      *this, "machine",
      llvm::cl::desc("The name of the processor that code is generated for, "
                     "or native for that of the host"),
      llvm::cl::init("")};
  Option<bool> warnsUnconverted{
      *this, "warn-unconverted",
      llvm::cl::desc("Warn about operations of linalg that are not converted, "
                     "which upstream's passes lower"),
      llvm::cl::init(false)};

  // What upstream's options choose.
  Option<SparseParallelizationStrategy> parallelization{
      *this, "parallelization-strategy",
      llvm::cl::desc(
          "Upstream's: none is threads=false, all others let threads "
          "share the loops that the default schedule chooses"),
      llvm::cl::init(SparseParallelizationStrategy::kAnyStorageAnyLoop),
      llvm::cl::values(
          clEnumValN(SparseParallelizationStrategy::kNone, "none",
                     "No threads"),
          clEnumValN(SparseParallelizationStrategy::kDenseOuterLoop,
                     "dense-outer-loop", "Threads"),
          clEnumValN(SparseParallelizationStrategy::kAnyStorageOuterLoop,
                     "any-storage-outer-loop", "Threads"),
          clEnumValN(SparseParallelizationStrategy::kDenseAnyLoop,
                     "dense-any-loop", "Threads"),
          clEnumValN(SparseParallelizationStrategy::kAnyStorageAnyLoop,
                     "any-storage-any-loop", "Threads"))};
  Option<int32_t> vectorLength{
      *this, "vl",
      llvm::cl::desc("Upstream's: 0 is vectors=false; other lengths are those "
                     "of the processor"),
      llvm::cl::init(-1)};
  Option<bool> reassociate{*this, "reassociate-fp-reductions",
                           llvm::cl::desc("Upstream's: false is strict-fp"),
                           llvm::cl::init(true)};

  Option<bool> createDeallocs{
      *this, "create-sparse-deallocs",
      llvm::cl::desc(
          "Upstream's: free the buffers of tensors without a format; "
          "if false, programs do by bufferization.dealloc_tensor"),
      llvm::cl::init(true)};
  Option<bool> dynamicOwnership{
      *this, "private-function-dynamic-ownership",
      llvm::cl::desc("That of upstream's buffer-deallocation-pipeline: let "
                     "private functions return whether a result is theirs to "
                     "give away"),
      llvm::cl::init(false)};

  // What has no meaning here.
  Option<bool> runtimeLibrary{
      *this, "enable-runtime-library",
      llvm::cl::desc("Upstream's: no effect, storage is always generated code"),
      llvm::cl::init(false)};
  Option<bool> initializeBuffers{
      *this, "enable-buffer-initialization",
      llvm::cl::desc("Upstream's: no effect, no memory is read uninitialized"),
      llvm::cl::init(false)};
  Option<bool> smallIndices{
      *this, "enable-index-optimizations",
      llvm::cl::desc("Upstream's: no effect, widths are those of the encoding"),
      llvm::cl::init(false)};
  Option<SparseEmitStrategy> emitStrategy{
      *this, "sparse-emit-strategy",
      llvm::cl::desc("Upstream's: no effect, loops are those of the schedule"),
      llvm::cl::init(SparseEmitStrategy::kFunctional),
      llvm::cl::values(clEnumValN(SparseEmitStrategy::kFunctional, "functional",
                                  "No effect"),
                       clEnumValN(SparseEmitStrategy::kSparseIterator,
                                  "sparse-iterator", "No effect"),
                       clEnumValN(SparseEmitStrategy::kDebugInterface,
                                  "debug-interface", "No effect"))};
  Option<bool> analysisOnly{*this, "test-bufferization-analysis-only",
                            llvm::cl::desc("Upstream's: no effect"),
                            llvm::cl::init(false)};
  Option<std::string> gpuTriple{
      *this, "gpu-triple",
      llvm::cl::desc("Upstream's: no effect, code is generated for processors"),
      llvm::cl::init("")};
  Option<std::string> gpuChip{*this, "gpu-chip",
                              llvm::cl::desc("Upstream's: no effect"),
                              llvm::cl::init("")};
  Option<std::string> gpuFeatures{*this, "gpu-features",
                                  llvm::cl::desc("Upstream's: no effect"),
                                  llvm::cl::init("")};
  Option<std::string> gpuFormat{*this, "gpu-format",
                                llvm::cl::desc("Upstream's: no effect"),
                                llvm::cl::init("")};
  Option<bool> gpuLibrary{*this, "enable-gpu-libgen",
                          llvm::cl::desc("Upstream's: no effect"),
                          llvm::cl::init(false)};
  Option<bool> amx{*this, "enable-amx",
                   llvm::cl::desc("Upstream's: no effect, see machine"),
                   llvm::cl::init(false)};
  Option<bool> armNeon{*this, "enable-arm-neon",
                       llvm::cl::desc("Upstream's: no effect, see machine"),
                       llvm::cl::init(false)};
  Option<bool> armSVE{*this, "enable-arm-sve",
                      llvm::cl::desc("Upstream's: no effect, see machine"),
                      llvm::cl::init(false)};
  Option<bool> x86Vector{*this, "enable-x86vector",
                         llvm::cl::desc("Upstream's: no effect, see machine"),
                         llvm::cl::init(false)};

  SparsifierOptions get() const {
    SparsifierOptions options;
    options.schedule = schedule;
    options.strictFloatingPoint = strictFloatingPoint || !reassociate;
    options.vectors = vectors && vectorLength != 0;
    options.threads =
        threads && parallelization != SparseParallelizationStrategy::kNone;
    options.numThreads = numThreads;
    options.allowRaces = allowRaces;
    options.machine = machine;
    options.warnsUnconverted = warnsUnconverted;
    options.deallocatesBuffers = createDeallocs;
    options.dynamicOwnership = dynamicOwnership;
    return options;
  }
};
} // namespace

void weft::registerSparsifierPipeline() {
  PassPipelineRegistration<PipelineOptions>(
      "weft-sparsifier",
      "Lower a module with stored tensors to the llvm dialect",
      [](OpPassManager &pm, const PipelineOptions &options) {
        addSparsifierPasses(pm, options.get());
      });
}
