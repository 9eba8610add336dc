//===- SharedMemory.cpp - Arrays inside of a launch -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The size of such an array has a bound that is known when compiling.
//
//===----------------------------------------------------------------------===//

#include "SharedMemory.h"

#include "ThreadTiles.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace weft;
using namespace weft::gpu;

/// The unit that has an array for itself.
static Unit getOwner(Operation *op) {
  for (auto loop = op->getParentOfType<scf::ForOp>(); loop;
       loop = loop->getParentOfType<scf::ForOp>())
    switch (getGPUUnit(loop).value_or(GPUUnit::Block)) {
    case GPUUnit::Thread:
      return Unit::Thread;
    case GPUUnit::Warp:
      return Unit::Warp;
    case GPUUnit::Block:
      break;
    }
  return Unit::Block;
}

/// A number that a size is at most, if one is known.
static std::optional<int64_t> findBound(Value size) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return constant;
  Operation *op = size.getDefiningOp();
  if (auto select = dyn_cast_or_null<arith::SelectOp>(op)) {
    std::optional<int64_t> yes = findBound(select.getTrueValue()),
                           no = findBound(select.getFalseValue());
    return yes && no ? std::optional(std::max(*yes, *no)) : std::nullopt;
  }
  if (!isa_and_nonnull<arith::MinUIOp, arith::MinSIOp>(op))
    return std::nullopt;
  std::optional<int64_t> lhs = findBound(op->getOperand(0)),
                         rhs = findBound(op->getOperand(1));
  return lhs && rhs ? std::min(*lhs, *rhs) : lhs ? lhs : rhs;
}

/// The number of elements of an array, if a bound of it is known.
static std::optional<int64_t> findLength(MemRefType type, ValueRange sizes) {
  if (type.hasStaticShape())
    return type.getNumElements();
  if (type.getRank() != 1)
    return std::nullopt;
  return findBound(sizes.front());
}

bool weft::gpu::isExchangedByWord(Value array) {
  Type element = cast<MemRefType>(array.getType()).getElementType();
  return element.isIntOrFloat() && element.getIntOrFloatBitWidth() < 32 &&
         llvm::any_of(array.getUsers(),
                      llvm::IsaPred<memref::GenericAtomicRMWOp>);
}

/// Rounds a number of elements up to whole words.
static int64_t alignToWords(int64_t length, Type element) {
  int64_t bytes = llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  return llvm::alignTo(length, kWordBytes / bytes);
}

/// Stores zeros to `length` elements from `offset` on. Exchanges of words read
/// elements that the kernel does not define, too.
static void emitClear(ImplicitLocOpBuilder &b, Value array, Value offset,
                      int64_t length) {
  auto constant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  };
  Type element = cast<MemRefType>(array.getType()).getElementType();
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(element));
  auto loop = scf::ForOp::create(b, constant(0), constant(length), constant(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value index = loop.getInductionVar();
  if (offset)
    index = arith::AddIOp::create(b, index, offset);
  memref::StoreOp::create(b, zero, array, index);
}

/// Replaces an array by a part of another one, from `offset` on.
static void replace(Value array, Value part, Value offset) {
  bool isScalar = cast<MemRefType>(array.getType()).getRank() == 0;
  for (OpOperand &use : llvm::make_early_inc_range(array.getUses())) {
    Operation *user = use.getOwner();
    if (isa<memref::DeallocOp>(user)) {
      user->erase();
      continue;
    }
    if (isa<memref::DimOp>(user))
      continue;
    // The index is the operand behind the array.
    unsigned place = use.getOperandNumber() + 1;
    use.set(part);
    if (!offset)
      continue;
    if (isScalar) {
      user->insertOperands(place, offset);
      continue;
    }
    OpOperand &index = user->getOpOperand(place);
    OpBuilder b(user);
    index.set(arith::AddIOp::create(b, user->getLoc(), index.get(), offset));
  }
}

/// Whether all uses of an array are those that `replace` knows.
static bool hasPlainUses(Value array) {
  return llvm::all_of(array.getUsers(), [&](Operation *user) {
    if (auto store = dyn_cast<memref::StoreOp>(user))
      return store.getMemRef() == array;
    return isa<memref::LoadOp, memref::AtomicRMWOp, memref::GenericAtomicRMWOp,
               memref::DeallocOp>(user);
  });
}

/// Whether threads share an iteration that has an array.
static bool isOfSharedIteration(Operation *op) {
  auto loop = op->getParentOfType<scf::ForOp>();
  while (loop && getGPUUnit(loop) != GPUUnit::Thread)
    loop = loop->getParentOfType<scf::ForOp>();
  return loop && hasThreadsInside(loop);
}

/// Places an array of at most `length` elements in the registers or the memory
/// of each thread.
static void placeInThread(mlir::gpu::LaunchOp launch, Operation *allocation,
                          int64_t length) {
  Value array = allocation->getResult(0);
  auto type = cast<MemRefType>(array.getType());
  SmallVector<int64_t> shape(type.getRank(), length);
  OpBuilder b = OpBuilder::atBlockBegin(&launch.getBody().front());
  Value placed = memref::AllocaOp::create(
      b, allocation->getLoc(), MemRefType::get(shape, type.getElementType()));
  replace(array, placed, /*offset=*/nullptr);
}

/// Places an array of at most `length` elements in shared memory, with a part
/// for each of `count` warps.
static void placeInShared(mlir::gpu::LaunchOp launch, Operation *allocation,
                          int64_t length, int64_t count) {
  ImplicitLocOpBuilder b(allocation->getLoc(), allocation);
  Value array = allocation->getResult(0);
  auto type = cast<MemRefType>(array.getType());
  bool isByWord = isExchangedByWord(array);
  if (isByWord)
    length = alignToWords(length, type.getElementType());
  auto space = mlir::gpu::AddressSpaceAttr::get(
      b.getContext(), mlir::gpu::AddressSpace::Workgroup);
  Value part = launch.addWorkgroupAttribution(
      MemRefType::get(length * count, type.getElementType(),
                      MemRefLayoutAttrInterface(), space),
      b.getLoc());
  Value offset;
  if (count != 1 || type.getRank() == 0) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&launch.getBody().front());
    offset = arith::ConstantIndexOp::create(b, count == 1 ? 0 : length);
    if (count != 1)
      offset = arith::MulIOp::create(b, launch.getThreadIds().y, offset);
  }
  if (isByWord)
    emitClear(b, part, count == 1 ? Value() : offset, length);
  replace(array, part, offset);
}

static LogicalResult place(mlir::gpu::LaunchOp launch, Operation *allocation,
                           ValueRange sizes, const LaunchShape &threads) {
  if (isOfSharedIteration(allocation))
    return allocation->emitError(
        "cannot run on a GPU: a workspace of an iteration that threads share "
        "is not supported");
  Value array = allocation->getResult(0);
  auto type = cast<MemRefType>(array.getType());
  std::optional<int64_t> length = findLength(type, sizes);
  if (!length)
    return allocation->emitError(
        "cannot run on a GPU: the size of a workspace inside of the blocks is "
        "not known; split the loop that it is computed in");
  if (type.getRank() > 1 || !hasPlainUses(array))
    return allocation->emitError(
        "cannot run on a GPU: a workspace inside of the "
        "blocks is not a list of numbers");
  int64_t elements = std::max<int64_t>(*length, 1);
  Unit unit = getOwner(allocation);
  if (unit == Unit::Thread)
    placeInThread(launch, allocation, elements);
  else
    placeInShared(launch, allocation, elements,
                  unit == Unit::Warp ? threads.warps : 1);
  allocation->erase();
  return success();
}

LogicalResult weft::gpu::placeArrays(mlir::gpu::LaunchOp launch,
                                     const LaunchShape &shape) {
  SmallVector<Operation *> allocations;
  launch.walk([&](Operation *op) {
    if (isa<memref::AllocOp, memref::AllocaOp>(op))
      allocations.push_back(op);
  });
  for (Operation *op : allocations) {
    ValueRange sizes =
        isa<memref::AllocOp>(op)
            ? ValueRange(cast<memref::AllocOp>(op).getDynamicSizes())
            : cast<memref::AllocaOp>(op).getDynamicSizes();
    if (failed(place(launch, op, sizes, shape)))
      return failure();
  }
  return success();
}
