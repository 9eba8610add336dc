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

#include "Shuffles.h"
#include "UniformControl.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace weft;
using namespace weft::gpu;

LaunchScope::LaunchScope(mlir::gpu::LaunchOp launch, const LaunchShape &shape)
    : launch(launch), shape(shape), lanes(shape.warpSize),
      maskLanes(shape.warpSize), arrays(launch) {}

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
      unit == Unit::Block ? arrays.crossWarp : arrays.crossThread;
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

void LaunchScope::limitMask(int64_t numLanes) {
  if (maskLanes == numLanes)
    return;
  Builder b(launch.getLoc(), launch.getContext());
  b.setInsertionPointToStart(&launch.getBody().front());
  mask = emitMask(b, numLanes);
  maskLanes = numLanes;
}

//===----------------------------------------------------------------------===//
// What one thread executes
//===----------------------------------------------------------------------===//

bool LaunchScope::isForOneThread(Operation *op) const {
  Value array = getArray(op);
  return array && (!isa<memref::LoadOp>(op) || arrays.written.contains(array));
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

static Value emitZero(ImplicitLocOpBuilder &b, Type type) {
  auto pair = dyn_cast<ComplexType>(type);
  if (!pair)
    return arith::ConstantOp::create(b, b.getZeroAttr(type));
  Attribute zero = b.getZeroAttr(pair.getElementType());
  return complex::ConstantOp::create(b, type, b.getArrayAttr({zero, zero}));
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
                 "others: its type is ")
             << value.getType();
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
        nothing.push_back(emitZero(b, value.getType()));
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
    if (!isUniform(op, launch, arrays.written))
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
  return rewriteBlock(launch.getBody().front(), Unit::Block);
}
