//===- CSource.cpp - Kernels as C source ------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells the translation to C what tensors and their arrays are called. The
// names are those of the header: `A2_pos` is the positions of the second level
// of A, `A_vals` its components.
//
//===----------------------------------------------------------------------===//

#include "CSource.h"
#include "CNames.h"
#include "ParallelLoops.h"
#include "PartitionFunctions.h"

#include "weft/Compiler/CHeader.h"
#include "weft/Compiler/Kernel.h"
#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/GPU/Passes.h"
#include "weft/Support/KernelFunctions.h"
#include "weft/Target/C/CSource.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace weft;

/// Whether the coordinates that a level stores are never negative. Others mark
/// with a negative number what is free, or store differences.
static bool hasPlainCoordinates(runtime::LevelKind kind) {
  using runtime::LevelKind;
  return kind == LevelKind::Compressed || kind == LevelKind::Singleton ||
         kind == LevelKind::RunLength || kind == LevelKind::Interval;
}

static CTensor describe(const KernelTensor &tensor, StringRef argument) {
  CTensor described{tensor.name, argument.str(), {}};
  const std::vector<runtime::Level> &levels = tensor.format.levels;
  for (auto [number, level] : llvm::enumerate(levels)) {
    std::string prefix = tensor.name + std::to_string(number + 1) + "_";
    for (const runtime::ArrayInfo &info : runtime::arraysOf(level)) {
      if (tensor.format.packed && info.isForEachPosition &&
          number + 1 == levels.size())
        continue;
      bool isNonNegative = info.kind == runtime::ArrayKind::Positions
                               ? level.kind == runtime::LevelKind::Compressed
                               : hasPlainCoordinates(level.kind);
      described.arrays.push_back({prefix + info.name, isNonNegative});
    }
  }
  described.arrays.push_back(
      {tensor.name + (tensor.format.packed ? "_records" : "_vals"), false});
  return described;
}

/// The text of the kernel in a comment.
static std::vector<std::string> getComment(const Kernel &kernel) {
  std::vector<std::string> comment{"/* The kernel", " *"};
  SmallVector<StringRef> lines;
  StringRef(kernel.text()).split(lines, '\n');
  for (StringRef line : lines) {
    // A comment inside of the text would end this one.
    std::string shown = line.str();
    for (size_t at; (at = shown.find("*/")) != std::string::npos;)
      shown.replace(at, 2, "* /");
    comment.push_back(" *   " + shown);
  }
  comment.push_back(" *");
  comment.push_back(
      " * as compiled by Weft. The sizes (dims) of results are read, "
      "and their arrays");
  comment.push_back(
      " * filled in; the caller frees them. Returns WEFT_RT_OK or "
      "another status. */");
  return comment;
}

/// Lets loops have as many threads as OpenMP says: there is no runtime that
/// knows of another number.
static void setThreadCountFromOpenMP(ModuleOp module) {
  SmallVector<func::CallOp> calls;
  module.walk([&](func::CallOp call) {
    if (call.getCallee() == "weft_rt_num_threads")
      calls.push_back(call);
  });
  for (func::CallOp call : calls) {
    OpBuilder builder(call);
    SmallVector<Operation *> users(call->getUsers());
    Value none = arith::ConstantOp::create(
        builder, call.getLoc(),
        builder.getZeroAttr(call.getResult(0).getType()));
    call.getResult(0).replaceAllUsesWith(none);
    call.erase();
    for (Operation *user : llvm::to_vector(users))
      llvm::append_range(users, user->getUsers());
    (void)applyOpPatternsGreedily(users, FrozenRewritePatternSet());
  }
}

/// Folds comparisons of bounds that are the same in a loop of one partition.
static void foldBounds(ModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (isa<scf::IfOp>(op) || isa<arith::ArithDialect>(op->getDialect()))
      ops.push_back(op);
  });
  RewritePatternSet patterns(module.getContext());
  scf::IfOp::getCanonicalizationPatterns(patterns, module.getContext());
  (void)applyOpPatternsGreedily(ops, std::move(patterns));
}

/// Whether a function has loops that have become device code.
static bool hasLaunches(func::FuncOp function) {
  return function
      .walk([](gpu::LaunchFuncOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Checks that some loops have become device code.
static LogicalResult verifyOnGPU(ModuleOp module) {
  if (llvm::any_of(module.getOps<func::FuncOp>(), hasLaunches))
    return success();
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr(kKernelAttr))
      return function.emitError(
          "cannot write this in CUDA: none of its loops runs on a GPU; "
          "-target=gpu chooses a schedule that has such loops, where there is "
          "one, and -explain says why there is none");
  return module.emitError("cannot write this in CUDA: it has no kernel");
}

/// Checks that no loops have become device code.
static LogicalResult verifyOnCPU(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    if (hasLaunches(function))
      return function.emitError(
          "cannot write this in C: units of a GPU run its loops; "
          "-emit=cuda prints it in CUDA, and -write-source=FILE.cu writes it");
  return success();
}

/// Replaces arrays on the stack of the host, which launches take, by arrays
/// that are freed at the end of their block.
static void moveToHeap(ModuleOp module) {
  SmallVector<memref::AllocaOp> arrays;
  for (auto function : module.getOps<func::FuncOp>())
    function.walk([&](memref::AllocaOp array) { arrays.push_back(array); });
  for (memref::AllocaOp array : arrays) {
    OpBuilder b(array);
    Value allocated = memref::AllocOp::create(
        b, array.getLoc(), array.getType(), array.getDynamicSizes());
    b.setInsertionPoint(array->getBlock()->getTerminator());
    memref::DeallocOp::create(b, array.getLoc(), allocated);
    array.replaceAllUsesWith(allocated);
    array.erase();
  }
}

static CKernel describe(const Kernel &kernel) {
  CKernel described;
  described.name = kernel.name().str();
  described.comment = getComment(kernel);
  std::vector<std::string> arguments = getArgumentNames(kernel);
  for (auto [number, tensor] : llvm::enumerate(kernel.tensors())) {
    bool isResult = number < kernel.results().size();
    (isResult ? described.results : described.operands)
        .push_back(describe(tensor, arguments[number]));
  }
  // Checks find negative elements, so that nothing is known of them.
  if (kernel.checksAccesses())
    for (CTensor &operand : described.operands)
      for (CArray &array : operand.arrays)
        array.isNonNegative = false;
  return described;
}

/// Makes loops of one partition of those that only the runtime divides.
static void dropPartitions(ModuleOp module) {
  setThreadCountFromOpenMP(module);
  // Only the runtime joins what threads append where it decides how many there
  // are: all iterations are one partition.
  SmallVector<PartitionsOp> partitions;
  module.walk([&](PartitionsOp op) { partitions.push_back(op); });
  for (PartitionsOp op : partitions) {
    moveOncePerPartition(op);
    inlinePartitions(op);
  }
  if (!partitions.empty())
    foldBounds(module);
}

/// Whether iterations of a loop use memory that a partition allocates once.
static bool hasMemoryOfPartitions(scf::ForOp loop) {
  return llvm::any_of(*loop.getBody(), [](Operation &op) {
    return op.hasAttr(kPerPartitionAttr);
  });
}

/// Makes a parallel loop over partitions, one for each thread, of a parallel
/// loop whose partitions allocate memory. A partition executes its iterations
/// in order, and allocates the memory once.
static LogicalResult divideAmongThreads(scf::ForOp loop) {
  LoopInfo info(getLoopAttr(loop));
  if (!hasMemoryOfPartitions(loop) || info.parallel.getChunk() ||
      info.parallel.isDynamic() || !isConstantIntValue(loop.getStep(), 1))
    return success();
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  auto getThreads = getRuntimeFunction<func::FuncOp>(
      b, loop->getParentOfType<ModuleOp>(), "omp_get_max_threads");
  if (!getThreads)
    return failure();
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value threads = arith::IndexCastUIOp::create(
      b, b.getIndexType(),
      func::CallOp::create(b, getThreads, ValueRange()).getResult(0));
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  Value count = arith::MaxSIOp::create(
      b, b.createOrFold<arith::SubIOp>(upper, lower), zero);
  Value size = arith::MaxUIOp::create(
      b, arith::CeilDivUIOp::create(b, count, threads), one);
  auto partitions = scf::ForOp::create(
      b, zero, arith::CeilDivUIOp::create(b, count, size), one);
  partitions.getInductionVar().setLoc(
      NameLoc::get(b.getStringAttr("thread"), loop.getLoc()));
  updateLoopInfo(partitions, [&](LoopInfo &divided) {
    divided.parallel = info.parallel;
    divided.isOptional = info.isOptional;
  });
  b.setInsertionPointToStart(partitions.getBody());
  Value before = arith::MulIOp::create(b, partitions.getInductionVar(), size);
  Value begin = b.createOrFold<arith::AddIOp>(before, lower);
  Value rest = arith::SubIOp::create(b, upper, begin);
  loop.setLowerBound(begin);
  loop.setUpperBound(
      arith::AddIOp::create(b, begin, arith::MinSIOp::create(b, rest, size)));
  loop->moveBefore(partitions.getBody()->getTerminator());
  updateLoopInfo(loop, [](LoopInfo &inner) { inner.parallel = {}; });
  moveOncePerPartition(loop);
  return success();
}

/// Lets a parallel loop run as OpenMP divides it, or sequentially if it is
/// optional and its iterations depend on each other.
static LogicalResult lowerParallelLoop(scf::ForOp loop) {
  bool mayBeSequential = isOptional(loop);
  if (succeeded(dropCarried(loop)))
    return mayBeSequential ? divideAmongThreads(loop) : success();
  if (!mayBeSequential)
    return loop.emitError("cannot run a loop in parallel whose iterations "
                          "change what later ones use");
  moveOncePerPartition(loop);
  updateLoopInfo(loop, [](LoopInfo &info) { info.parallel = {}; });
  return success();
}

LogicalResult weft::writeCSource(const Kernel &kernel, ModuleOp module,
                                 llvm::raw_ostream &os) {
  if (failed(verifyOnCPU(module)))
    return failure();
  dropPartitions(module);
  SmallVector<scf::ForOp> loops;
  module.walk([&](scf::ForOp loop) {
    if (isParallel(loop))
      loops.push_back(loop);
  });
  for (scf::ForOp loop : loops)
    if (failed(lowerParallelLoop(loop)))
      return failure();
  return printCSource(module, describe(kernel), os);
}

LogicalResult weft::writeCUDASource(const Kernel &kernel, ModuleOp module,
                                    llvm::raw_ostream &os) {
  if (failed(verifyOnGPU(module)))
    return failure();
  if (isReservedInCUDA(kernel.name()))
    return module.emitError("the kernel cannot be named '")
           << kernel.name() << "', which is reserved in CUDA";
  moveToHeap(module);
  PassManager passes(module.getContext());
  passes.addPass(createWeftOutlineDeviceFunctions());
  if (failed(passes.run(module)))
    return failure();
  dropPartitions(module);
  // A thread of the host makes all launches.
  module.walk([&](scf::ForOp loop) {
    if (isParallel(loop))
      updateLoopInfo(loop, [](LoopInfo &info) { info.parallel = {}; });
  });
  return printCUDASource(module, describe(kernel), os);
}
