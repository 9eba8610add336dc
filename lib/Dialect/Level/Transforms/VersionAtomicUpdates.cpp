//===- VersionAtomicUpdates.cpp - Loops of one thread without atomics -----===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Versions parallel loops with atomic updates: while one thread runs the loop,
// it loads, combines and stores components instead. An atomic update takes
// several times as long, and prevents vectorization. Whether threads share an
// optional loop is decided while it runs, so each of its partitions chooses.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/Transforms/Passes.h"
#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Support/Combiner.h"
#include "weft/Support/KernelFunctions.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {
namespace level {
#define GEN_PASS_DEF_LEVELVERSIONATOMICUPDATES
#include "weft/Dialect/Level/Transforms/Passes.h.inc"
} // namespace level
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::level;

/// Whether the loop has an operation of a type.
template <typename... Ops> static bool contains(scf::ForOp loop) {
  return loop.getBody()
      ->walk([](Operation *op) {
        return isa<Ops...>(op) ? WalkResult::interrupt()
                               : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether a loop around another one, or inside of it, is parallel as well.
static bool isNestedParallel(scf::ForOp loop) {
  if (loop->getParentOfType<PartitionsOp>() || contains<PartitionsOp>(loop))
    return true;
  for (Operation *op = loop->getParentOp(); op; op = op->getParentOp())
    if (isParallel(op) || getGPUUnit(op))
      return true;
  return loop.getBody()
      ->walk([](scf::ForOp inner) {
        return isParallel(inner) || getGPUUnit(inner) ? WalkResult::interrupt()
                                                      : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool isVersioned(scf::ForOp loop) {
  return isParallel(loop) && getConstantIntValue(loop.getStep()) == 1 &&
         loop.getInductionVar().getType().isIndex() && !loop.getUnsignedCmp() &&
         contains<AtomicUpdateOp>(loop) && !isNestedParallel(loop);
}

/// Replaces an atomic update by a load, the combination and a store.
static void lowerToStore(AtomicUpdateOp update) {
  ImplicitLocOpBuilder b(update.getLoc(), update);
  Value state = update.getState(), position = update.getPosition();
  Value old = LoadOp::create(b, state, position);
  Value combined =
      inlineCombiner(b, update.getCombiner(), old, update.getValue());
  Value next = StoreOp::create(b, state.getType(), combined, state, position,
                               /*reserved=*/false);
  update.replaceAllUsesWith(next);
  update.erase();
}

/// A copy of a loop with other bounds and initial values.
static scf::ForOp cloneLoop(OpBuilder &b, scf::ForOp loop, Value begin,
                            Value end, ValueRange inits) {
  auto clone = cast<scf::ForOp>(b.clone(*loop));
  clone.setLowerBound(begin);
  clone.setUpperBound(end);
  clone.getInitArgsMutable().assign(inits);
  return clone;
}

/// Makes a loop one that a single thread runs.
static void makeSequential(scf::ForOp loop) {
  updateLoopInfo(loop, [](LoopInfo &info) { info.parallel = {}; });
  SmallVector<AtomicUpdateOp> updates;
  loop.getBody()->walk(
      [&](AtomicUpdateOp update) { updates.push_back(update); });
  for (AtomicUpdateOp update : updates)
    lowerToStore(update);
}

/// Emits both versions of a loop. `keepsThreads` is whether threads share the
/// iterations of the version with atomic updates.
static scf::IfOp emitVersions(OpBuilder &b, scf::ForOp loop, Value isShared,
                              Value begin, Value end, ValueRange inits,
                              bool keepsThreads) {
  auto emitVersion = [&](OpBuilder &b, bool isAtomic) {
    scf::ForOp version = cloneLoop(b, loop, begin, end, inits);
    if (!isAtomic)
      makeSequential(version);
    else if (!keepsThreads)
      updateLoopInfo(version, [](LoopInfo &info) { info.parallel = {}; });
    scf::YieldOp::create(b, loop.getLoc(), version.getResults());
  };
  return scf::IfOp::create(
      b, loop.getLoc(), isShared,
      [&](OpBuilder &b, Location) { emitVersion(b, /*isAtomic=*/true); },
      [&](OpBuilder &b, Location) { emitVersion(b, /*isAtomic=*/false); });
}

/// Has each partition of an optional loop choose its version by
/// `isSharedFunction` of the runtime.
static void versionPartitions(scf::ForOp loop, func::FuncOp isSharedFunction) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  auto partitions =
      PartitionsOp::create(b, loop.getLowerBound(), loop.getUpperBound(),
                           ValueRange(loop.getInitArgs()));
  b.setInsertionPointToStart(&partitions.getBody().front());
  Value result =
      func::CallOp::create(b, isSharedFunction, ValueRange()).getResult(0);
  Value no = arith::ConstantIntOp::create(b, 0, 32);
  Value isShared =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ne, result, no);
  scf::IfOp versions = emitVersions(
      b, loop, isShared, partitions.getFirst(), partitions.getLast(),
      ValueRange(partitions.getCarried()), /*keepsThreads=*/false);
  PartsYieldOp::create(b, versions.getResults());
  loop.replaceAllUsesWith(partitions.getResults());
  loop.erase();
}

/// Chooses the version of a loop by the number of threads before it begins.
static void versionLoop(scf::ForOp loop) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value isShared = arith::CmpIOp::create(b, arith::CmpIPredicate::ugt,
                                         NumThreadsOp::create(b), one);
  scf::IfOp versions =
      emitVersions(b, loop, isShared, loop.getLowerBound(),
                   loop.getUpperBound(), ValueRange(loop.getInitArgs()),
                   /*keepsThreads=*/true);
  loop.replaceAllUsesWith(versions.getResults());
  loop.erase();
}

/// Versions a loop, as a whole with `isWhole`; fails, with an error, if
/// `module` has another function of the runtime's name.
static LogicalResult versionByThreads(scf::ForOp loop, ModuleOp module,
                                      bool isWhole) {
  if (isWhole || !isOptional(loop)) {
    versionLoop(loop);
    return success();
  }
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  auto isShared =
      getRuntimeFunction<func::FuncOp>(b, module, "weft_rt_is_shared");
  if (!isShared)
    return failure();
  versionPartitions(loop, isShared);
  return success();
}

namespace {
struct VersionAtomicUpdates
    : level::impl::LevelVersionAtomicUpdatesBase<VersionAtomicUpdates> {
  using LevelVersionAtomicUpdatesBase::LevelVersionAtomicUpdatesBase;
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<scf::ForOp> loops;
    module.walk([&](scf::ForOp loop) {
      if (isVersioned(loop) && (isOptional(loop) || !onlyOptional))
        loops.push_back(loop);
    });
    numVersioned += loops.size();
    for (scf::ForOp loop : loops)
      if (failed(versionByThreads(loop, module, onlyOptional)))
        return signalPassFailure();
  }
};
} // namespace
