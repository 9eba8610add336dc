//===- LaunchScope.cpp - Code that the threads of a block share -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All threads of a unit execute what has no effect; one of them stores, and
// loads what the launch writes. So values agree in all threads of a unit, and
// so do its branches, and barriers are met by all.
//
//===----------------------------------------------------------------------===//

#include "LaunchScope.h"

#include "Accumulation.h"
#include "NeighborLoads.h"
#include "SegmentedSums.h"
#include "Shuffles.h"
#include "ThreadTiles.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace weft;
using namespace weft::gpu;

/// The array that an operation accesses; null if it accesses none.
static Value getArray(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getMemRef();
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return store.getMemRef();
  if (auto update = dyn_cast<memref::AtomicRMWOp>(op))
    return update.getMemref();
  if (auto update = dyn_cast<memref::GenericAtomicRMWOp>(op))
    return update.getMemref();
  return Value();
}

static bool isAtomic(Operation *op) {
  return isa<memref::AtomicRMWOp, memref::GenericAtomicRMWOp>(op);
}

/// The innermost unit whose loop an operation is inside of.
static Unit getUnit(Operation *op) {
  Unit unit = Unit::Block;
  for (auto loop = op->getParentOfType<scf::ForOp>(); loop;
       loop = loop->getParentOfType<scf::ForOp>()) {
    if (getGPUUnit(loop) == GPUUnit::Thread && !hasThreadsInside(loop))
      return Unit::Thread;
    if (getGPUUnit(loop) && getGPUUnit(loop) != GPUUnit::Block)
      unit = Unit::Warp;
  }
  return unit;
}

LaunchScope::LaunchScope(mlir::gpu::LaunchOp launch, const LaunchShape &shape)
    : launch(launch), shape(shape), lanes(shape.warpSize),
      maskLanes(shape.warpSize) {}

void LaunchScope::findArrays() {
  llvm::DenseSet<Value> fromThreads, fromWarps, plain;
  launch.walk([&](Operation *op) {
    Value array = getArray(op);
    // What a thread allocates is its own.
    if (!array || array.getDefiningOp<memref::AllocaOp>())
      return;
    Unit unit = getUnit(op);
    if (!isa<memref::LoadOp>(op))
      written.insert(array);
    if (unit == Unit::Thread)
      fromThreads.insert(array);
    if (unit != Unit::Block)
      fromWarps.insert(array);
    if (!isAtomic(op))
      plain.insert(array);
  });
  for (Value array : written) {
    if (fromThreads.contains(array) && plain.contains(array))
      crossThread.insert(array);
    if (fromWarps.contains(array) && plain.contains(array))
      crossWarp.insert(array);
  }
}

//===----------------------------------------------------------------------===//
// Numbers and barriers
//===----------------------------------------------------------------------===//

Value LaunchScope::emitIndex(Builder &b, int64_t value) const {
  return arith::ConstantIndexOp::create(b, value);
}

Value LaunchScope::emitThread(Builder &b) const {
  mlir::gpu::LaunchOp op = launch;
  Value thread = op.getThreadIds().x;
  if (!shape.hasWarps)
    return thread;
  Value before = b.createOrFold<arith::MulIOp>(op.getThreadIds().y,
                                               emitIndex(b, shape.threads));
  return b.createOrFold<arith::AddIOp>(before, thread);
}

Value LaunchScope::emitNumber(Builder &b, Unit unit, bool isWarp) const {
  mlir::gpu::LaunchOp op = launch;
  if (isWarp)
    return op.getThreadIds().y;
  if (unit != Unit::Warp)
    return emitThread(b);
  Value thread = op.getThreadIds().x;
  return lanes == shape.warpSize
             ? thread
             : b.createOrFold<arith::RemUIOp>(thread, emitIndex(b, lanes));
}

Value LaunchScope::emitFirstLane(Builder &b) const {
  if (lanes == shape.warpSize)
    return arith::ConstantIntOp::create(b, 0, 32);
  mlir::gpu::LaunchOp op = launch;
  Value thread =
      arith::IndexCastOp::create(b, b.getI32Type(), op.getThreadIds().x);
  return arith::AndIOp::create(b, thread,
                               arith::ConstantIntOp::create(b, -lanes, 32));
}

Value LaunchScope::emitMask(Builder &b, int64_t numLanes) const {
  mlir::gpu::LaunchOp op = launch;
  Value thread =
      arith::IndexCastOp::create(b, b.getI32Type(), op.getThreadIds().x);
  Value first = arith::AndIOp::create(
      b, thread, arith::ConstantIntOp::create(b, -numLanes, 32));
  int64_t bits = numLanes == 32 ? -1 : (int64_t(1) << numLanes) - 1;
  return arith::ShLIOp::create(b, arith::ConstantIntOp::create(b, bits, 32),
                               first);
}

Value LaunchScope::emitFirst(Builder &b, Unit unit) const {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                               emitNumber(b, unit, /*isWarp=*/false),
                               emitIndex(b, 0));
}

void LaunchScope::emitBarrier(Builder &b, Unit unit) {
  if (unit == Unit::Block)
    mlir::gpu::BarrierOp::create(b);
  else
    NVVM::SyncWarpOp::create(
        b, mask ? mask : arith::ConstantIntOp::create(b, -1, 32).getResult());
}

void LaunchScope::synchronize(Operation *op, Unit unit) {
  const llvm::DenseSet<Value> &shared =
      unit == Unit::Block ? crossWarp : crossThread;
  llvm::DenseSet<Value> used;
  op->walk([&](Operation *inner) {
    if (Value array = getArray(inner); array && shared.contains(array))
      used.insert(array);
  });
  auto uses = [&](Operation *other) {
    return other
        ->walk([&](Operation *inner) {
          Value array = getArray(inner);
          return array && used.contains(array) ? WalkResult::interrupt()
                                               : WalkResult::advance();
        })
        .wasInterrupted();
  };
  if (used.empty())
    return;
  // Whatever runs again uses what it uses again.
  for (Operation *around = op; around != launch;
       around = around->getParentOp()) {
    bool isAgain = around != op && isa<LoopLikeOpInterface>(around);
    bool isLater = false;
    for (Operation *next = around->getNextNode(); next && !isLater;
         next = next->getNextNode())
      isLater = uses(next);
    if (!isAgain && !isLater)
      continue;
    Builder b(op->getLoc(), op->getContext());
    b.setInsertionPointAfter(op);
    return emitBarrier(b, unit);
  }
}

//===----------------------------------------------------------------------===//
// Values that threads combine
//===----------------------------------------------------------------------===//

Value LaunchScope::combineLanes(Builder &b, Operation *combiner, Value value,
                                int64_t lanes) {
  for (int32_t offset = lanes / 2; offset != 0; offset /= 2)
    value = emitCombination(
        b, combiner, value,
        emitShuffle(b, value, arith::ConstantIntOp::create(b, offset, 32),
                    shape.warpSize, mlir::gpu::ShuffleMode::XOR, mask));
  return value;
}

Value LaunchScope::combineWarps(Builder &b, Operation *combiner, Value value) {
  int64_t numWarps = shape.getNumWarps();
  auto space = mlir::gpu::AddressSpaceAttr::get(
      b.getContext(), mlir::gpu::AddressSpace::Workgroup);
  auto type = MemRefType::get(numWarps, value.getType(),
                              MemRefLayoutAttrInterface(), space);
  Value partial = launch.addWorkgroupAttribution(type, b.getLoc());
  Value thread = emitThread(b), size = emitIndex(b, shape.warpSize);
  Value warp = arith::DivUIOp::create(b, thread, size);
  Value lane = arith::RemUIOp::create(b, thread, size);
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane, emitIndex(b, 0));
  auto store = scf::IfOp::create(b, isFirst, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(store.thenYield());
    memref::StoreOp::create(b, value, partial, warp);
  }
  mlir::gpu::BarrierOp::create(b);
  Value sum = memref::LoadOp::create(b, partial, emitIndex(b, 0));
  for (int64_t number = 1; number < numWarps; ++number)
    sum = emitCombination(
        b, combiner, sum,
        memref::LoadOp::create(b, partial, emitIndex(b, number)));
  mlir::gpu::BarrierOp::create(b);
  return sum;
}

LogicalResult LaunchScope::combineResults(scf::ForOp loop, Unit unit) {
  Builder b(loop.getLoc(), loop);
  SmallVector<Operation *> combiners;
  for (unsigned number : llvm::seq(loop.getNumResults())) {
    Operation *combiner = findCombiner(loop, number);
    if (!combiner || !getIdentity(combiner) ||
        !canShuffle(loop.getResult(number).getType()))
      return loop.emitError(
          "cannot combine what the threads of a GPU carry: it "
          "takes one commutative operation on numbers of at "
          "most 64 bits that has an identity");
    if (keepsOrder(combiner))
      return loop.emitError("cannot combine what the threads of a GPU carry: "
                            "floating-point operations keep their order "
                            "(-strict-fp)");
    combiners.push_back(combiner);
  }
  if (combiners.empty())
    return success();
  Value isFirst = emitFirst(b, unit);
  for (auto [number, combiner] : llvm::enumerate(combiners)) {
    Value identity = arith::ConstantOp::create(b, getIdentity(combiner));
    OpOperand &init = loop.getInitsMutable()[number];
    init.set(arith::SelectOp::create(b, isFirst, init.get(), identity));
  }
  b.setInsertionPointAfter(loop);
  for (auto [combiner, result] :
       llvm::zip_equal(combiners, loop.getResults())) {
    SmallVector<OpOperand *> uses =
        llvm::to_vector(llvm::make_pointer_range(result.getUses()));
    Value value = combineLanes(b, combiner, result,
                               unit == Unit::Warp ? lanes : shape.warpSize);
    if (unit == Unit::Block && shape.getNumWarps() > 1)
      value = combineWarps(b, combiner, value);
    for (OpOperand *use : uses)
      use->set(value);
  }
  return success();
}

FailureOr<int64_t> LaunchScope::getNumLanes(scf::ForOp loop, Unit unit) {
  if (!hasThreadsInside(loop))
    return 1;
  int64_t size = LoopInfo(getLoopAttr(loop)).gpuSize;
  if (unit != Unit::Warp || shape.warpSize != 32)
    return loop.emitError("cannot share an iteration of a loop of threads "
                          "among threads: expected it inside of a loop with "
                          "'gpu(warp)' whose warps have 32 threads");
  if (loop.getNumResults() != 0)
    return loop.emitError("cannot combine what the threads of a GPU carry "
                          "around another loop of threads");
  if (size == 0 || lanes % size != 0)
    return loop.emitError("cannot share an iteration of a loop of threads "
                          "among threads: expected 'gpu(thread N)' with N a "
                          "power of two up to ")
           << lanes << " on the outer loop, got "
           << (size == 0 ? "no size" : std::to_string(size));
  return lanes / size;
}

bool LaunchScope::isUniform(Value value, llvm::DenseMap<Value, bool> &known) {
  if (!launch->isAncestor(value.getParentBlock()->getParentOp()))
    return true;
  mlir::gpu::LaunchOp op = launch;
  auto areUniform = [&](ValueRange values) {
    return llvm::all_of(values,
                        [&](Value other) { return isUniform(other, known); });
  };
  if (auto found = known.find(value); found != known.end())
    return found->second;
  bool isSame = false;
  Operation *definition = value.getDefiningOp();
  if (!definition) {
    auto loop = dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp());
    isSame = loop ? value == loop.getInductionVar() &&
                        areUniform({loop.getLowerBound(), loop.getStep()}) &&
                        isUniform(loop.getUpperBound(), known)
                  : value.getParentBlock() == &op.getBody().front() &&
                        value != op.getThreadIds().x;
  } else if (definition->getNumRegions() == 0) {
    auto load = dyn_cast<memref::LoadOp>(definition);
    bool agrees =
        load ? !written.contains(load.getMemRef())
             : isPure(definition) &&
                   !isa<mlir::gpu::ShuffleOp, NVVM::ShflOp,
                        mlir::gpu::ThreadIdOp, mlir::gpu::LaneIdOp>(definition);
    isSame = agrees && areUniform(definition->getOperands());
  }
  known[value] = isSame;
  return isSame;
}

bool LaunchScope::isUniform(Operation *op) {
  llvm::DenseMap<Value, bool> known;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return isUniform(loop.getLowerBound(), known) &&
           isUniform(loop.getUpperBound(), known) &&
           isUniform(loop.getStep(), known);
  auto branch = dyn_cast<scf::IfOp>(op);
  return branch && isUniform(branch.getCondition(), known);
}

void LaunchScope::limitMask(int64_t numLanes) {
  if (maskLanes == numLanes)
    return;
  Builder b(launch.getLoc(), launch.getContext());
  b.setInsertionPointToStart(&launch.getBody().front());
  mask = emitMask(b, numLanes);
  maskLanes = numLanes;
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
  ThreadTile tile(loop, launch, written, numLanes);
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
  if (!isUniform(loop))
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
      stageLoads(cast<scf::ForOp>(inner), loads, op.getThreadIds().x, Value(),
                 /*numLanes=*/1, shape.warpSize);
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
      return loop.emitError("cannot combine what the threads of a GPU update: "
                            "they share an iteration of a loop of threads; use "
                            "atomics");
    FailureOr<scf::ForOp> segments = distributeSegments(
        loop, {emitNumber(b, unit, /*isWarp=*/false),
               unit == Unit::Warp ? shape.threads : shape.getNumThreads(),
               shape.warpSize});
    if (failed(segments))
      return failure();
    return segments->getOperation();
  }
  if (isWarp && loop.getNumResults() != 0)
    return loop.emitError("cannot combine what the warps of a GPU carry");
  FailureOr<int64_t> numLanes = isWarp ? 1 : getNumLanes(loop, unit);
  if (failed(numLanes))
    return failure();
  if (!isWarp && unit == Unit::Warp && loop.getNumResults() == 0 &&
      given.gpuSize * *numLanes == lanes)
    return distributeTile(loop, *numLanes);
  if (!isWarp && failed(combineResults(loop, unit)))
    return failure();
  b.setInsertionPoint(loop);
  if (auto found = staged.find(loop); found != staged.end()) {
    mlir::gpu::LaunchOp op = launch;
    Value lane = emitNumber(b, unit, /*isWarp=*/false);
    // Another loop may get the address of the one that is replaced.
    SmallVector<memref::LoadOp> loads = std::move(found->second);
    staged.erase(found);
    return stageLoads(loop, loads, op.getThreadIds().x, lane, lanes,
                      shape.warpSize)
        .getOperation();
  }
  bool isConverged =
      !isWarp && unit == Unit::Warp && !mask && lanes == shape.warpSize;
  if (isConverged)
    if (scf::ForOp steps =
            shareNeighborLoads(loop, emitNumber(b, unit, /*isWarp=*/false),
                               shape.warpSize, written))
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

//===----------------------------------------------------------------------===//
// What one thread executes
//===----------------------------------------------------------------------===//

bool LaunchScope::isForOneThread(Operation *op) const {
  Value array = getArray(op);
  return array && (!isa<memref::LoadOp>(op) || written.contains(array));
}

Value LaunchScope::broadcast(Builder &b, Value value, Unit unit) {
  if (unit == Unit::Warp)
    return emitShuffle(b, value, emitFirstLane(b), shape.warpSize,
                       mlir::gpu::ShuffleMode::IDX, mask);
  auto space = mlir::gpu::AddressSpaceAttr::get(
      b.getContext(), mlir::gpu::AddressSpace::Workgroup);
  auto type =
      MemRefType::get(1, value.getType(), MemRefLayoutAttrInterface(), space);
  Value place = launch.addWorkgroupAttribution(type, b.getLoc());
  auto store =
      scf::IfOp::create(b, emitFirst(b, unit), /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(store.thenYield());
    memref::StoreOp::create(b, value, place, emitIndex(b, 0));
  }
  mlir::gpu::BarrierOp::create(b);
  Value loaded = memref::LoadOp::create(b, place, emitIndex(b, 0));
  mlir::gpu::BarrierOp::create(b);
  return loaded;
}

LogicalResult LaunchScope::guard(ArrayRef<Operation *> group, Operation *end,
                                 Unit unit) {
  if (group.empty())
    return success();
  llvm::DenseSet<Operation *> members(group.begin(), group.end());
  SmallVector<Value> handed;
  for (Operation *op : group)
    for (Value result : op->getResults())
      if (!llvm::all_of(result.getUsers(), [&](Operation *user) {
            Operation *around = op->getBlock()->findAncestorOpInBlock(*user);
            return around && members.contains(around);
          }))
        handed.push_back(result);
  for (Value value : handed)
    if (!canShuffle(value.getType()))
      return value.getDefiningOp()->emitError(
          "cannot hand a value that one thread of a GPU computes to the "
          "others: "
          "it is no number of at most 64 bits");
  Builder b(group.front()->getLoc(), end);
  auto branch = scf::IfOp::create(
      b, llvm::map_to_vector(handed, [](Value v) { return v.getType(); }),
      emitFirst(b, unit), /*withElseRegion=*/!handed.empty());
  SmallVector<SmallVector<OpOperand *>> uses;
  for (Value value : handed) {
    uses.emplace_back();
    for (OpOperand &use : value.getUses()) {
      Operation *around =
          branch->getBlock()->findAncestorOpInBlock(*use.getOwner());
      if (!around || !members.contains(around))
        uses.back().push_back(&use);
    }
  }
  if (handed.empty())
    branch.thenYield().erase();
  for (Operation *op : group)
    op->moveBefore(branch.thenBlock(), branch.thenBlock()->end());
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(branch.thenBlock());
    scf::YieldOp::create(b, handed);
    if (!handed.empty()) {
      b.setInsertionPointToEnd(branch.elseBlock());
      SmallVector<Value> nothing;
      for (Value value : handed)
        nothing.push_back(
            arith::ConstantOp::create(b, b.getZeroAttr(value.getType())));
      scf::YieldOp::create(b, nothing);
    }
  }
  for (auto [result, others] : llvm::zip_equal(branch.getResults(), uses)) {
    Value value = broadcast(b, result, unit);
    for (OpOperand *use : others)
      use->set(value);
  }
  synchronize(branch, unit);
  if (unit == Unit::Warp && handed.empty())
    reconverge(branch);
  return success();
}

void LaunchScope::reconverge(Operation *op) {
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  if (shape.warpSize != 32 || !loop || !launch->isProperAncestor(loop) ||
      isa_and_nonnull<NVVM::SyncWarpOp>(op->getNextNode()))
    return;
  Builder b(op->getLoc(), op->getContext());
  b.setInsertionPointAfter(op);
  emitBarrier(b, Unit::Warp);
}

LogicalResult LaunchScope::rewriteRegions(Operation *op, Unit unit) {
  {
    // Groups of threads that share an iteration of a loop around may differ in
    // how often they execute the regions.
    llvm::SaveAndRestore savedMask(mask);
    llvm::SaveAndRestore savedLanes(maskLanes);
    if (!isUniform(op))
      limitMask(lanes);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (failed(rewriteBlock(block, unit)))
          return failure();
  }
  synchronize(op, unit);
  return success();
}

LogicalResult LaunchScope::rewriteBlock(Block &block, Unit unit) {
  SmallVector<Operation *> operations =
      llvm::map_to_vector(block, [](Operation &op) { return &op; });
  SmallVector<Operation *> group;
  llvm::DenseSet<Operation *> members;
  for (Operation *op : operations) {
    bool usesGroup = llvm::any_of(op->getOperands(), [&](Value value) {
      Operation *definition = value.getDefiningOp();
      return definition && members.contains(definition);
    });
    bool isLeaf = op->getNumRegions() == 0 || isAtomic(op);
    if (isForOneThread(op) ||
        (usesGroup && isLeaf && !op->hasTrait<OpTrait::IsTerminator>())) {
      group.push_back(op);
      members.insert(op);
      continue;
    }
    if (isLeaf && !op->hasTrait<OpTrait::IsTerminator>())
      continue;
    if (failed(guard(group, op, unit)))
      return failure();
    group.clear();
    members.clear();
    auto loop = dyn_cast<scf::ForOp>(op);
    std::optional<GPUUnit> own = loop ? getGPUUnit(loop) : std::nullopt;
    if (own) {
      FailureOr<Operation *> distributed = distribute(loop, unit);
      if (failed(distributed))
        return failure();
      synchronize(*distributed, unit);
    } else if (!isLeaf && failed(rewriteRegions(op, unit))) {
      return failure();
    }
  }
  return success();
}

LogicalResult LaunchScope::rewrite() {
  findArrays();
  return rewriteBlock(launch.getBody().front(), Unit::Block);
}
