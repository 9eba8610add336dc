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
#include "SegmentedSums.h"
#include "Shuffles.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

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
    if (getGPUUnit(loop) == GPUUnit::Thread)
      return Unit::Thread;
    if (getGPUUnit(loop) == GPUUnit::Warp)
      unit = Unit::Warp;
  }
  return unit;
}

LaunchScope::LaunchScope(mlir::gpu::LaunchOp launch, const LaunchShape &shape)
    : launch(launch), shape(shape) {}

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
  return unit == Unit::Warp ? op.getThreadIds().x : emitThread(b);
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
    NVVM::SyncWarpOp::create(b, arith::ConstantIntOp::create(b, -1, 32));
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
                    shape.warpSize, mlir::gpu::ShuffleMode::XOR));
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
    Value value = combineLanes(b, combiner, result, shape.warpSize);
    if (unit == Unit::Block && shape.getNumWarps() > 1)
      value = combineWarps(b, combiner, value);
    for (OpOperand *use : uses)
      use->set(value);
  }
  return success();
}

FailureOr<scf::ForOp> LaunchScope::distribute(scf::ForOp loop, Unit unit) {
  bool isWarp = getGPUUnit(loop) == GPUUnit::Warp;
  Builder b(loop.getLoc(), loop);
  if (!isWarp && LoopInfo(getLoopAttr(loop)).isPartial)
    return distributeSegments(
        loop, {emitNumber(b, unit, /*isWarp=*/false),
               unit == Unit::Warp ? shape.threads : shape.getNumThreads(),
               shape.warpSize});
  if (isWarp && loop.getNumResults() != 0)
    return loop.emitError("cannot combine what the warps of a GPU carry");
  if (!isWarp && failed(combineResults(loop, unit)))
    return failure();
  b.setInsertionPoint(loop);
  int64_t count = isWarp               ? shape.warps
                  : unit == Unit::Warp ? shape.threads
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
  return loop;
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
    return emitShuffle(b, value, arith::ConstantIntOp::create(b, 0, 32),
                       shape.warpSize, mlir::gpu::ShuffleMode::IDX);
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
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (failed(rewriteBlock(block, unit)))
        return failure();
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
      FailureOr<scf::ForOp> distributed = distribute(loop, unit);
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
