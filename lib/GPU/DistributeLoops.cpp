//===- DistributeLoops.cpp - Iterations of warps and threads ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives the warps of a block, or the threads of a unit, the iterations of a
// loop in turn.
//
//===----------------------------------------------------------------------===//

#include "LaunchScope.h"
#include "NeighborLoads.h"
#include "SegmentedSums.h"
#include "StagedLoads.h"
#include "ThreadTiles.h"
#include "UniformControl.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace weft;
using namespace weft::gpu;

FailureOr<int64_t> LaunchScope::getNumLanes(scf::ForOp loop, Unit unit) {
  if (!hasThreadsInside(loop))
    return 1;
  int64_t size = LoopInfo(getLoopAttr(loop)).gpuSize;
  if (unit != Unit::Warp || shape.warpSize != 32)
    return loop.emitError("cannot share an iteration of a loop of threads "
                          "among threads: expected it inside of a loop with "
                          "'gpu(warp)' whose warps have 32 threads");
  if (loop.getNumResults() != 0)
    return loop.emitError("cannot run on gpu_thread around another loop of "
                          "threads: its iterations combine a value");
  if (size == 0 || lanes % size != 0)
    return loop.emitError("cannot share an iteration of a loop of threads "
                          "among threads: expected 'gpu(thread N)' with N a "
                          "power of two up to ")
           << lanes << " on the outer loop, got "
           << (size == 0 ? "no size" : std::to_string(size));
  return lanes / size;
}

LogicalResult LaunchScope::rewriteShared(Block &block, int64_t numLanes,
                                         bool isWhole) {
  if (numLanes == 1) {
    // No thread is left to share with.
    block.walk([](scf::ForOp inner) {
      updateLoopInfo(inner, [](LoopInfo &info) {
        info.gpu = std::nullopt;
        info.gpuSize = 0;
      });
    });
    return success();
  }
  llvm::SaveAndRestore saved(lanes, numLanes);
  llvm::SaveAndRestore savedMask(mask);
  llvm::SaveAndRestore savedLanes(maskLanes);
  if (!isWhole)
    limitMask(numLanes);
  return rewriteBlock(block, Unit::Warp);
}

FailureOr<Operation *> LaunchScope::distributeTile(scf::ForOp loop,
                                                   int64_t numLanes) {
  Builder b(loop.getLoc(), loop);
  int64_t size = lanes / numLanes;
  Value number = emitNumber(b, Unit::Warp, /*isWarp=*/false);
  if (numLanes != 1)
    number = arith::DivUIOp::create(b, number, emitIndex(b, numLanes));
  ThreadTile tile(loop, launch, arrays.written, numLanes);
  Value first = b.createOrFold<arith::AddIOp>(
      loop.getLowerBound(),
      b.createOrFold<arith::MulIOp>(number, loop.getStep()));
  Value step =
      b.createOrFold<arith::MulIOp>(loop.getStep(), emitIndex(b, size));
  updateLoopInfo(loop, [](LoopInfo &info) {
    info.gpu = std::nullopt;
    info.gpuSize = 0;
  });
  // Groups of threads that share an iteration of a loop around may differ in
  // whether their tile is full.
  llvm::SaveAndRestore savedMask(mask);
  llvm::SaveAndRestore savedLanes(maskLanes);
  if (!isUniform(loop, launch, arrays.written))
    limitMask(lanes);
  scf::IfOp branch;
  StagedLoops copies;
  if (numLanes != 1 || tile.hasGain()) {
    Value range = b.createOrFold<arith::SubIOp>(loop.getUpperBound(),
                                                loop.getLowerBound());
    Value isFull =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, range, step);
    if (Value isAligned = tile.emitAlignment())
      isFull = arith::AndIOp::create(b, isFull, isAligned);
    branch = scf::IfOp::create(b, isFull, /*withElseRegion=*/true);
    b.setInsertionPoint(branch.thenYield());
    copies = tile.cloneBody(b, first);
    loop->moveBefore(branch.elseYield());
  }
  loop.setLowerBound(first);
  loop.setStep(step);
  if (!branch) {
    if (failed(rewriteShared(*loop.getBody(), numLanes, /*isWhole=*/false)))
      return failure();
    return loop.getOperation();
  }
  // Elements are staged where the warp is converged.
  StagedLoops before = std::exchange(staged, {});
  mlir::gpu::LaunchOp op = launch;
  if (lanes == shape.warpSize && numLanes == 1)
    for (auto &[inner, loads] : copies)
      stageLoads(cast<scf::ForOp>(inner), loads,
                 {op.getThreadIds().x, /*lane=*/Value(), /*numLanes=*/1,
                  shape.warpSize});
  else if (lanes == shape.warpSize)
    staged = copies;
  if (failed(rewriteShared(*branch.thenBlock(), numLanes, /*isWhole=*/true)))
    return failure();
  staged = std::move(before);
  if (failed(rewriteShared(*loop.getBody(), numLanes, /*isWhole=*/false)))
    return failure();
  return branch.getOperation();
}

FailureOr<Operation *> LaunchScope::distribute(scf::ForOp loop, Unit unit) {
  bool isWarp = getGPUUnit(loop) == GPUUnit::Warp;
  Builder b(loop.getLoc(), loop);
  LoopInfo given(getLoopAttr(loop));
  if (!isWarp && given.isPartial) {
    if (unit == Unit::Warp && lanes != shape.warpSize)
      return loop.emitError("cannot reduce the updates of a loop over "
                            "gpu(thread) inside of another one; use atomics");
    FailureOr<scf::ForOp> segments = distributeSegments(
        loop, {emitNumber(b, unit, /*isWarp=*/false),
               unit == Unit::Warp ? shape.threads : shape.getNumThreads(),
               shape.warpSize});
    if (failed(segments))
      return failure();
    return segments->getOperation();
  }
  FailureOr<int64_t> numLanes = isWarp ? 1 : getNumLanes(loop, unit);
  if (failed(numLanes))
    return failure();
  if (!isWarp && unit == Unit::Warp && loop.getNumResults() == 0 &&
      given.gpuSize * *numLanes == lanes)
    return distributeTile(loop, *numLanes);
  if (failed(combineResults(loop, unit, isWarp)))
    return failure();
  b.setInsertionPoint(loop);
  if (auto found = staged.find(loop); found != staged.end()) {
    mlir::gpu::LaunchOp op = launch;
    Value lane = emitNumber(b, unit, /*isWarp=*/false);
    // Another loop may get the address of the one that is replaced.
    SmallVector<memref::LoadOp> loads = std::move(found->second);
    staged.erase(found);
    return stageLoads(loop, loads,
                      {op.getThreadIds().x, lane, lanes, shape.warpSize})
        .getOperation();
  }
  bool isConverged =
      !isWarp && unit == Unit::Warp && !mask && lanes == shape.warpSize;
  if (isConverged)
    if (scf::ForOp steps =
            shareNeighborLoads(loop, emitNumber(b, unit, /*isWarp=*/false),
                               shape.warpSize, arrays.written))
      return steps.getOperation();
  int64_t count = isWarp               ? shape.warps
                  : unit == Unit::Warp ? lanes
                                       : shape.getNumThreads();
  Value begin = b.createOrFold<arith::MulIOp>(emitNumber(b, unit, isWarp),
                                              loop.getStep());
  loop.setLowerBound(
      b.createOrFold<arith::AddIOp>(loop.getLowerBound(), begin));
  loop.setStep(
      b.createOrFold<arith::MulIOp>(loop.getStep(), emitIndex(b, count)));
  updateLoopInfo(loop, [](LoopInfo &info) {
    info.gpu = std::nullopt;
    info.gpuSize = 0;
  });
  if (isWarp && failed(rewriteBlock(*loop.getBody(), Unit::Warp)))
    return failure();
  return loop.getOperation();
}
