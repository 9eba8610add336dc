//===- MapToGPU.cpp - Loops as launches -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a launch of each loop whose iterations are the blocks of a GPU.
//
//===----------------------------------------------------------------------===//

#include "weft/GPU/Passes.h"

#include "FilledArrays.h"
#include "LaunchNames.h"
#include "LaunchScope.h"
#include "SharedLoops.h"
#include "SharedMemory.h"
#include "ThreadTiles.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Support/GPULimits.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {
#define GEN_PASS_DEF_WEFTMAPTOGPU
#include "weft/GPU/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::gpu;

/// Replaces calls of functions of the module by what they do.
static LogicalResult inlineCalls(scf::ForOp loop) {
  SymbolTableCollection symbols;
  while (true) {
    SmallVector<func::CallOp> calls;
    loop.walk([&](func::CallOp call) { calls.push_back(call); });
    if (calls.empty())
      return success();
    for (func::CallOp call : calls) {
      auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(
          call, call.getCalleeAttr());
      if (call.getCallee() == "weft_rt_fail")
        return call.emitError(
            "cannot run on a GPU: a size inside of the blocks "
            "is checked while the kernel runs, as that of a "
            "workspace; split the loop that it is computed "
            "in");
      if (!callee || !callee.getBody().hasOneBlock())
        return call.emitError("cannot run on a GPU: '")
               << call.getCallee() << "' is called, which runs on a CPU";
      IRMapping mapping;
      mapping.map(callee.getArguments(), call.getOperands());
      OpBuilder b(call);
      for (Operation &op : callee.getBody().front().without_terminator())
        b.clone(op, mapping);
      for (auto [result, value] : llvm::zip_equal(
               call.getResults(),
               callee.getBody().front().getTerminator()->getOperands()))
        result.replaceAllUsesWith(mapping.lookupOrDefault(value));
      call.erase();
    }
  }
}

/// Replaces casts that hide the lengths of arrays inside of a loop: arrays are
/// updated atomically through them.
static void foldCasts(scf::ForOp loop) {
  loop.walk([](memref::CastOp cast) {
    if (!cast.getSource().getDefiningOp<memref::AllocOp>() ||
        !llvm::all_of(cast->getUsers(), [](Operation *user) {
          return isa<memref::GenericAtomicRMWOp, memref::LoadOp,
                     memref::StoreOp>(user);
        }))
      return;
    cast.replaceAllUsesWith(cast.getSource());
    cast.erase();
  });
}

/// Whether threads of a GPU can execute an operation.
static bool isSupported(Operation *op) {
  if (isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::YieldOp, scf::ConditionOp,
          memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp,
          memref::GenericAtomicRMWOp, memref::AtomicYieldOp, memref::AllocOp,
          memref::AllocaOp, memref::DeallocOp>(op))
    return true;
  return isa_and_nonnull<arith::ArithDialect, math::MathDialect,
                         complex::ComplexDialect, ub::UBDialect>(
      op->getDialect());
}

namespace {
/// What becomes of one loop.
class BlockLoop {
public:
  BlockLoop(scf::ForOp loop, StringRef name, const WeftMapToGPUOptions &options)
      : loop(loop), name(name), options(options), b(loop.getLoc(), loop) {}

  LogicalResult convert();

private:
  LogicalResult verify();
  LaunchShape getShape();
  Value emitIndex(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }

  scf::ForOp loop;
  StringRef name;
  const WeftMapToGPUOptions &options;
  ImplicitLocOpBuilder b;
};
} // namespace

/// Has a loop inside of a block hand what it carries to the host, by an array
/// for each value.
static void storeResults(scf::ForOp loop, scf::ForOp block) {
  ImplicitLocOpBuilder b(loop.getLoc(), block);
  Value zero = block.getLowerBound();
  for (OpResult result : loop.getResults()) {
    b.setInsertionPoint(block);
    Value array =
        memref::AllocOp::create(b, MemRefType::get(1, result.getType()));
    b.setInsertionPointAfter(block);
    Value loaded = memref::LoadOp::create(b, array, zero);
    result.replaceAllUsesWith(loaded);
    memref::DeallocOp::create(b, array);
    b.setInsertionPoint(block.getBody()->getTerminator());
    memref::StoreOp::create(b, result, array, zero);
  }
}

/// Puts a loop into one over blocks with one iteration.
static scf::ForOp addBlock(scf::ForOp loop) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  Value one = arith::ConstantIndexOp::create(b, 1);
  auto block =
      scf::ForOp::create(b, arith::ConstantIndexOp::create(b, 0), one, one);
  loop->moveBefore(block.getBody()->getTerminator());
  storeResults(loop, block);
  LoopInfo info;
  info.gpu = GPUUnit::Block;
  setLoopInfo(block, info);
  return block;
}

/// Checks that units are nested in their order. Loops of warps and threads that
/// are not inside of a block are run by one, whose loop has been folded.
static LogicalResult verifyUnits(scf::ForOp loop) {
  GPUUnit unit = *getGPUUnit(loop);
  auto outer = loop->getParentOfType<scf::ForOp>();
  while (outer && !getGPUUnit(outer))
    outer = outer->getParentOfType<scf::ForOp>();
  if (!outer)
    return success();
  GPUUnit around = *getGPUUnit(outer);
  // Threads share the iterations of a loop of threads.
  if (around < unit || (around == unit && unit == GPUUnit::Thread))
    return success();
  return loop.emitError("expected 'gpu(")
         << stringifyGPUUnit(unit) << ")' not to be inside of 'gpu("
         << stringifyGPUUnit(around)
         << ")': threads are inside of warps, and these inside of blocks";
}

/// The bytes of an array.
static int64_t getBytes(MemRefType type) {
  Type element = type.getElementType();
  auto pair = dyn_cast<ComplexType>(element);
  if (pair)
    element = pair.getElementType();
  int64_t bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  return type.getNumElements() * llvm::divideCeil(bits, 8) * (pair ? 2 : 1);
}

/// Checks that the arrays of a launch are in the memory of a device.
static LogicalResult verifyMemory(mlir::gpu::LaunchOp launch) {
  int64_t shared = 0, local = 0;
  for (BlockArgument array : launch.getWorkgroupAttributions())
    shared += getBytes(cast<MemRefType>(array.getType()));
  launch.walk(
      [&](memref::AllocaOp array) { local += getBytes(array.getType()); });
  auto refuse = [&](StringRef what, int64_t bytes, int64_t most) {
    return launch.emitError("cannot run on a GPU: ")
           << what << " takes " << bytes << " bytes, and devices have " << most
           << "; choose smaller tiles";
  };
  if (shared > kSharedBytes)
    return refuse("the shared memory of a block", shared, kSharedBytes);
  if (local > kLocalBytes)
    return refuse("the local memory of a thread", local, kLocalBytes);
  return success();
}

LogicalResult BlockLoop::verify() {
  if (loop.getNumResults() != 0)
    return loop.emitError(
        "cannot run on gpu_block: an iteration uses the value "
        "of the one before; run a loop around it there");
  WalkResult result = loop.getBody()->walk([&](Operation *op) -> WalkResult {
    if (isa<scf::WhileOp>(op) && getGPUUnit(op))
      return op->emitError("cannot run on a GPU: the segments of several "
                           "tensors are merged by the loop, whose iterations "
                           "come one after the other; run a loop around it "
                           "on the unit");
    if (isSupported(op))
      return WalkResult::advance();
    if (isa<memref::CastOp>(op))
      return op->emitError(
          "cannot run on a GPU: a workspace of dynamic size is updated "
          "atomically inside of a block; bound the loop (`bound`), or use "
          "temporary on gpu_thread");
    if (isa<memref::GetGlobalOp>(op))
      return op->emitError(
          "cannot run on a GPU: devices have no atomic updates "
          "of such values, which hold a lock on a CPU; choose "
          "another loop for the blocks");
    return op->emitError("cannot run on a GPU: '")
           << op->getName() << "' is executed by a CPU only";
  });
  return failure(result.wasInterrupted());
}

LaunchShape BlockLoop::getShape() {
  LaunchShape shape;
  shape.warpSize = options.warpSize;
  int64_t warps = 0, threads = 0;
  loop.walk([&](scf::ForOp inner) {
    LoopInfo info(getLoopAttr(inner));
    if (info.gpu == GPUUnit::Warp) {
      shape.hasWarps = true;
      warps = std::max(warps, info.gpuSize);
    } else if (info.gpu == GPUUnit::Thread && !hasThreadsInside(inner)) {
      threads = std::max(threads, info.gpuSize);
    }
  });
  if (shape.hasWarps) {
    shape.threads = shape.warpSize;
    shape.warps = std::min(warps != 0 ? warps : options.warps,
                           kMaxThreads / shape.warpSize);
    return shape;
  }
  shape.threads = std::min(
      llvm::alignTo(threads != 0 ? threads : options.threads, shape.warpSize),
      static_cast<uint64_t>(kMaxThreads));
  return shape;
}

/// Copies the constants that a launch uses into it.
static void sinkConstants(mlir::gpu::LaunchOp launch) {
  llvm::MapVector<Operation *, SmallVector<OpOperand *>> uses;
  launch.getBody().walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands()) {
      Operation *definition = operand.get().getDefiningOp();
      if (definition && definition->hasTrait<OpTrait::ConstantLike>() &&
          !launch->isProperAncestor(definition))
        uses[definition].push_back(&operand);
    }
  });
  OpBuilder b = OpBuilder::atBlockBegin(&launch.getBody().front());
  for (auto &[constant, operands] : uses) {
    Value copy = b.clone(*constant)->getResult(0);
    for (OpOperand *operand : operands)
      operand->set(copy);
  }
}

LogicalResult BlockLoop::convert() {
  if (failed(inlineCalls(loop)))
    return failure();
  foldCasts(loop);
  if (failed(verify()))
    return failure();
  LaunchShape shape = getShape();
  Value begin = loop.getLowerBound(), step = loop.getStep();
  Value range = b.createOrFold<arith::SubIOp>(
      b.createOrFold<arith::MaxSIOp>(loop.getUpperBound(), begin), begin);
  Value count = b.createOrFold<arith::CeilDivUIOp>(range, step);
  Value isAny =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ne, count, emitIndex(0));
  auto branch = scf::IfOp::create(b, isAny, /*withElseRegion=*/false);
  b.setInsertionPoint(branch.thenYield());
  Value one = emitIndex(1);
  auto launch =
      mlir::gpu::LaunchOp::create(b, count, one, one, emitIndex(shape.threads),
                                  emitIndex(shape.warps), one);
  launch.setFunctionAttr(SymbolRefAttr::get(b.getContext(), name));
  Block *body = &launch.getBody().front();
  b.setInsertionPointToEnd(body);
  Value number = b.createOrFold<arith::AddIOp>(
      begin, b.createOrFold<arith::MulIOp>(launch.getBlockIds().x, step));
  loop.getInductionVar().replaceAllUsesWith(number);
  loop.getBody()->getTerminator()->erase();
  body->getOperations().splice(body->end(), loop.getBody()->getOperations());
  b.setInsertionPointToEnd(body);
  mlir::gpu::TerminatorOp::create(b);
  loop.erase();
  sinkConstants(launch);
  if (failed(placeArrays(launch, shape)))
    return failure();
  shareStoreLoops(launch);
  if (failed(LaunchScope(launch, shape).rewrite()))
    return failure();
  return verifyMemory(launch);
}

namespace {
struct MapToGPU : weft::impl::WeftMapToGPUBase<MapToGPU> {
  using WeftMapToGPUBase::WeftMapToGPUBase;

  void runOnOperation() override {
    names.emplace(getOperation());
    SmallVector<scf::ForOp> loops;
    WalkResult result = getOperation().walk([&](scf::ForOp loop) -> WalkResult {
      if (!getGPUUnit(loop))
        return success();
      auto outer = loop->getParentOfType<scf::ForOp>();
      while (outer && !getGPUUnit(outer))
        outer = outer->getParentOfType<scf::ForOp>();
      if (!outer)
        loops.push_back(loop);
      return verifyUnits(loop);
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    for (scf::ForOp &loop : loops)
      if (getGPUUnit(loop) != GPUUnit::Block)
        loop = addBlock(loop);
    if (failed(convert(loops)) ||
        failed(convert(shareFills(getOperation(), threads))))
      return signalPassFailure();
  }

private:
  LogicalResult convert(ArrayRef<scf::ForOp> loops) {
    WeftMapToGPUOptions options{warpSize, threads, warps};
    return success(llvm::all_of(loops, [&](scf::ForOp loop) {
      return succeeded(BlockLoop(loop, names->get(loop), options).convert());
    }));
  }

  std::optional<LaunchNames> names;
};
} // namespace
