//===- LaunchScope.h - Code that the threads of a block share ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is done with code inside of a launch, depending on whether a block, a
// warp or a thread executes it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_LAUNCHSCOPE_H
#define WEFT_GPU_LAUNCHSCOPE_H

#include "LaunchArrays.h"
#include "LaunchShape.h"
#include "ThreadTiles.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {
namespace gpu {

/// Distributes the loops of a launch over its units, and guards what one thread
/// of a unit executes.
class LaunchScope {
public:
  LaunchScope(mlir::gpu::LaunchOp launch, const LaunchShape &shape);

  /// Rewrites the body of the launch.
  mlir::LogicalResult rewrite();

private:
  using Builder = mlir::ImplicitLocOpBuilder;

  mlir::LogicalResult rewriteBlock(mlir::Block &block, Unit unit);
  mlir::LogicalResult rewriteRegions(mlir::Operation *op, Unit unit);
  /// Gives the units that run a loop its iterations in turn. Gives what
  /// replaces the loop.
  mlir::FailureOr<mlir::Operation *> distribute(mlir::scf::ForOp loop,
                                                Unit unit);
  /// Gives the threads of a unit the iterations of a loop in turn, with
  /// `numLanes` of them for each. A full tile, of which each has one, is
  /// computed without a loop.
  mlir::FailureOr<mlir::Operation *> distributeTile(mlir::scf::ForOp loop,
                                                    int64_t numLanes);
  /// The threads that share an iteration of a loop of threads.
  mlir::FailureOr<int64_t> getNumLanes(mlir::scf::ForOp loop, Unit unit);
  /// Rewrites code that `numLanes` threads of a unit share. All threads of the
  /// unit execute it, or only those.
  mlir::LogicalResult rewriteShared(mlir::Block &block, int64_t numLanes,
                                    bool isWhole);
  /// Has `mask` name the `numLanes` threads that share an iteration with this
  /// one.
  void limitMask(int64_t numLanes);
  /// Combines what the threads or warps that run a loop carry.
  mlir::LogicalResult combineResults(mlir::scf::ForOp loop, Unit unit,
                                     bool isWarp);
  mlir::Value combineLanes(Builder &b, mlir::Operation *combiner,
                           mlir::Value value, int64_t lanes);
  /// The bits of the threads that share the iteration of this one.
  mlir::Value emitMask(Builder &b, int64_t numLanes) const;
  /// The first of the threads that share the iteration of this one.
  mlir::Value emitFirstLane(Builder &b) const;
  mlir::Value combineWarps(Builder &b, mlir::Operation *combiner,
                           mlir::Value value);
  /// Has one thread of a unit execute operations, before `end`.
  mlir::LogicalResult guard(llvm::ArrayRef<mlir::Operation *> group,
                            mlir::Operation *end, Unit unit);
  /// Hands a value of the first thread to the others of its unit.
  mlir::Value broadcast(Builder &b, mlir::Value value, Unit unit);
  /// Waits for the others of a unit behind an operation, if one of them uses
  /// what it writes, or writes what it uses.
  void synchronize(mlir::Operation *op, Unit unit);
  /// Has the threads of a warp wait behind an operation in a loop that one of
  /// them executes: otherwise the others may go on with the next iteration, and
  /// it executes its own alone.
  void reconverge(mlir::Operation *op);
  void emitBarrier(Builder &b, Unit unit);

  bool isForOneThread(mlir::Operation *op) const;

  mlir::Value emitIndex(Builder &b, int64_t value) const;
  mlir::Value emitFirst(Builder &b, Unit unit) const;
  mlir::Value emitNumber(Builder &b, Unit unit, bool isWarp) const;
  /// The number of the thread in its block.
  mlir::Value emitThread(Builder &b) const;

  mlir::gpu::LaunchOp launch;
  LaunchShape shape;
  /// The threads that a warp stands for in the code that is rewritten: all, or
  /// those that share an iteration of a loop of threads; and which threads
  /// execute it at once, as bits, or null if all of a warp do.
  int64_t lanes;
  mlir::Value mask;
  /// How many threads `mask` names.
  int64_t maskLanes;
  /// Loops of threads in full tiles whose loads are staged.
  StagedLoops staged;
  LaunchArrays arrays;
};

} // namespace gpu
} // namespace weft

#endif // WEFT_GPU_LAUNCHSCOPE_H
