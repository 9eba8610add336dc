//===- ParallelLoops.cpp - Loops that threads share -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes OpenMP of loops whose iterations may run at the same time. A thread
// runs a partition of them in a function of its own, so that what a kernel does
// is optimized without knowing of threads, and so that a partition can fail
// (see GuardPartitions.cpp). Loops with optional threads are
// calls of such a function, which the runtime shares among threads if that
// pays off (LoopSharing.cpp).
//
//===----------------------------------------------------------------------===//

#include "ParallelLoops.h"

#include "PartitionFunctions.h"

#include "weft/Compiler/Passes.h"
#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Support/KernelFunctions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/RegionUtils.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTPARALLELLOOPS
#include "weft/Compiler/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
/// What becomes of one loop.
class ParallelLoop {
public:
  ParallelLoop(scf::ForOp loop, SymbolTable &symbols)
      : loop(loop), symbols(symbols), b(loop.getLoc(), loop) {}

  LogicalResult convert();
  /// Leaves it to the runtime whether threads share the loop.
  LogicalResult offer();

private:
  /// Checks that the iterations can be divided.
  LogicalResult verify();
  /// Moves the loop into a function that takes the values it uses, and the
  /// bounds of a partition of its iterations.
  func::FuncOp outline(ArrayRef<Value> captured);
  Value emitIndex(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  /// How many iterations a partition has.
  Value emitPartitionSize(Value count, Value numThreads);
  /// Runs all partitions.
  void emitPartitions(Value numPartitions, Value numThreads,
                      llvm::function_ref<void(Value partition)> emitPartition);

  scf::ForOp loop;
  SymbolTable &symbols;
  ImplicitLocOpBuilder b;
};
} // namespace

void weft::moveOncePerPartition(scf::ForOp partition) {
  SmallVector<Operation *> once;
  for (Operation &op : *partition.getBody())
    if (op.removeAttr(kPerPartitionAttr))
      once.push_back(&op);
  for (Operation *op : once) {
    llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    if (!llvm::all_of(used, [&](Value value) {
          return partition.isDefinedOutsideOfLoop(value);
        }))
      continue;
    if (isa<memref::DeallocOp, LLVM::FenceOp>(op))
      op->moveAfter(partition);
    else
      op->moveBefore(partition);
  }
}

void weft::moveOncePerPartition(PartitionsOp op) {
  op.getBody().walk<WalkOrder::PreOrder>([](scf::ForOp loop) {
    moveOncePerPartition(loop);
    return WalkResult::skip();
  });
}

func::FuncOp ParallelLoop::outline(ArrayRef<Value> captured) {
  func::FuncOp partition = createPartition(loop, loop.getRegion(), captured,
                                           /*numIndices=*/2, symbols);
  OpBuilder::InsertionGuard guard(b);
  Block *body = &partition.getBody().front();
  b.setInsertionPointToEnd(body);
  auto bounds = body->getArguments().take_back(2);
  auto inner = scf::ForOp::create(b, bounds[0], bounds[1], emitIndex(1));
  inner.getRegion().takeBody(loop.getRegion());
  moveOncePerPartition(inner);
  func::ReturnOp::create(b);
  return partition;
}

Value ParallelLoop::emitPartitionSize(Value count, Value numThreads) {
  auto how = getParallel(loop);
  if (how.getChunk())
    return emitIndex(*how.getChunk());
  if (how.isDynamic())
    return emitIndex(1);
  Value threads = arith::IndexCastUIOp::create(b, b.getIndexType(), numThreads);
  Value size = arith::CeilDivUIOp::create(b, count, threads);
  return arith::MaxUIOp::create(b, size, emitIndex(1));
}

void ParallelLoop::emitPartitions(
    Value numPartitions, Value numThreads,
    llvm::function_ref<void(Value partition)> emitPartition) {
  OpBuilder::InsertionGuard guard(b);
  Value begin = emitIndex(0), step = emitIndex(1);
  omp::ParallelOperands parallelClauses;
  parallelClauses.numThreads = numThreads;
  auto parallel = omp::ParallelOp::create(b, parallelClauses);
  b.createBlock(&parallel.getRegion());
  auto how = getParallel(loop);
  omp::WsloopOperands clauses;
  clauses.nowait = b.getUnitAttr();
  clauses.scheduleKind = omp::ClauseScheduleKindAttr::get(
      b.getContext(), how.isDynamic() ? omp::ClauseScheduleKind::Dynamic
                                      : omp::ClauseScheduleKind::Static);
  // Partitions that the user sized are dealt out one after the other.
  if (how.getChunk())
    clauses.scheduleChunk = arith::ConstantIntOp::create(b, 1, 32);
  auto share = omp::WsloopOp::create(b, clauses);
  omp::TerminatorOp::create(b);
  b.createBlock(&share.getRegion());
  omp::LoopNestOperands bounds;
  bounds.loopLowerBounds.push_back(begin);
  bounds.loopUpperBounds.push_back(numPartitions);
  bounds.loopSteps.push_back(step);
  auto nest = omp::LoopNestOp::create(b, bounds);
  Block *body =
      b.createBlock(&nest.getRegion(), {}, b.getIndexType(), {loop.getLoc()});
  emitPartition(body->getArgument(0));
  omp::YieldOp::create(b);
}

LogicalResult ParallelLoop::verify() {
  if (!loop.getInductionVar().getType().isIndex() ||
      getConstantIntValue(loop.getStep()) != 1 || loop.getUnsignedCmp())
    return loop.emitError("cannot run a loop in parallel that does not count "
                          "signed values of type 'index' by one");
  if (failed(dropCarried(loop)))
    return loop.emitError("cannot run a loop in parallel whose iterations "
                          "change what later ones use");
  return success();
}

LogicalResult ParallelLoop::offer() {
  if (failed(verify()))
    return failure();
  SmallVector<Value> arguments = getCaptured(loop.getRegion());
  func::FuncOp partition = outline(arguments);
  arguments.append({loop.getLowerBound(), loop.getUpperBound()});
  func::CallOp::create(b, partition, arguments);
  loop.erase();
  return success();
}

LogicalResult ParallelLoop::convert() {
  if (failed(verify()))
    return failure();
  SmallVector<Value> captured = getCaptured(loop.getRegion());
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  Value count =
      arith::SubIOp::create(b, arith::MaxSIOp::create(b, lower, upper), lower);
  Value numThreads = emitNumThreads(b, symbols.getOp());
  if (!numThreads)
    return failure();
  Value size = emitPartitionSize(count, numThreads);
  Value numPartitions = arith::CeilDivUIOp::create(b, count, size);
  func::FuncOp partition = outline(captured);
  emitPartitions(numPartitions, numThreads, [&](Value number) {
    Value begin =
        arith::AddIOp::create(b, lower, arith::MulIOp::create(b, number, size));
    // The last partition may be shorter.
    Value rest = arith::SubIOp::create(b, upper, begin);
    Value end =
        arith::AddIOp::create(b, begin, arith::MinSIOp::create(b, rest, size));
    SmallVector<Value> arguments(captured);
    arguments.append({begin, end});
    func::CallOp::create(b, partition, arguments);
  });
  loop.erase();
  return success();
}

namespace {
struct ConvertParallelLoops
    : weft::impl::ConvertParallelLoopsBase<ConvertParallelLoops> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (isParallel(loop))
        loops.push_back(loop);
    });
    SymbolTableCollection tables;
    for (scf::ForOp loop : loops) {
      SymbolTable *table = getTableOfPartitions(loop, tables);
      if (!table)
        return signalPassFailure();
      ParallelLoop parallel(loop, *table);
      if (failed(isOptional(loop) ? parallel.offer() : parallel.convert()))
        return signalPassFailure();
    }
    SmallVector<PartitionsOp> divided;
    getOperation().walk([&](PartitionsOp op) { divided.push_back(op); });
    for (PartitionsOp op : divided) {
      SymbolTable *table = getTableOfPartitions(op, tables);
      if (!table)
        return signalPassFailure();
      moveOncePerPartition(op);
      offerPartitions(op, *table);
    }
  }
};
} // namespace
