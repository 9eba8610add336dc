//===- StackArrays.cpp - Small arrays on the stack ------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that combines the entries of a row is called for each of them, and
// takes an array with the places of these, and one with the addresses of their
// coordinates. Where a row has few, to take and to free these takes a tenth of
// its time.
//
//===----------------------------------------------------------------------===//

#include "Allocation/Allocation.h"
#include "Analysis/ElementBytes.h"

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace weft;

/// A small array has so many bytes at most.
static constexpr int64_t kMaxBytes = 2048;

namespace {
/// An array that is there from one operation of a block to another.
struct ShortLived {
  memref::AllocOp alloc;
  memref::DeallocOp free;
};
} // namespace

/// Whether an operation may be executed more than once in a function.
static bool isInLoop(Operation *op, func::FuncOp function) {
  for (Operation *parent = op->getParentOp(); parent != function;
       parent = parent->getParentOp())
    if (!isa<scf::IfOp, scf::IndexSwitchOp>(parent))
      return true;
  return false;
}

/// Nothing if an array may be there longer, or be large anyway.
static std::optional<ShortLived>
findShortLived(memref::AllocOp alloc, func::FuncOp function, int64_t maxBytes) {
  MemRefType type = alloc.getType();
  int64_t bytes = getPackedBytes(type.getElementType());
  if (type.getRank() != 1 || bytes == 0 || alloc.getAlignment() ||
      !type.getLayout().isIdentity() || type.getMemorySpace() ||
      !alloc->getDiscardableAttrs().empty() || isInLoop(alloc, function) ||
      (type.hasStaticShape() && type.getNumElements() > maxBytes / bytes))
    return std::nullopt;
  memref::DeallocOp free;
  for (Operation *user : alloc->getUsers()) {
    auto dealloc = dyn_cast<memref::DeallocOp>(user);
    if (!dealloc)
      continue;
    if (free || dealloc->getBlock() != alloc->getBlock())
      return std::nullopt;
    free = dealloc;
  }
  return free ? std::optional(ShortLived{alloc, free}) : std::nullopt;
}

/// Memory for small arrays of a type, for as long as the function runs, aligned
/// like that of allocations.
static Value emitMemory(func::FuncOp function, Location loc, MemRefType type) {
  auto b = ImplicitLocOpBuilder::atBlockBegin(loc, &function.front());
  return memref::AllocaOp::create(b, type, b.getI64IntegerAttr(kLineBytes));
}

static void putOnStack(const ShortLived &array, func::FuncOp function,
                       int64_t maxBytes) {
  auto [alloc, free] = array;
  MemRefType type = alloc.getType();
  if (type.hasStaticShape()) {
    alloc->replaceAllUsesWith(
        ValueRange(emitMemory(function, alloc.getLoc(), type)));
    free->erase();
    alloc->erase();
    return;
  }
  ImplicitLocOpBuilder b(alloc.getLoc(), alloc);
  int64_t most = maxBytes / getPackedBytes(type.getElementType());
  Value memory = emitMemory(function, alloc.getLoc(),
                            MemRefType::get(most, type.getElementType()));
  Value length = alloc.getDynamicSizes().front();
  Value isSmall =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ule, length,
                            arith::ConstantIndexOp::create(b, most));
  auto choice = scf::IfOp::create(b, type, isSmall, /*withElseRegion=*/true);
  alloc->replaceAllUsesWith(choice);
  b.setInsertionPointToStart(choice.thenBlock());
  Value small = memref::ReinterpretCastOp::create(
      b, type, memory, /*offset=*/OpFoldResult(b.getIndexAttr(0)),
      /*sizes=*/ArrayRef<OpFoldResult>{length},
      /*strides=*/ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
  scf::YieldOp::create(b, small);
  b.setInsertionPointToStart(choice.elseBlock());
  alloc->remove();
  b.insert(alloc);
  scf::YieldOp::create(b, alloc.getResult());
  b.setInsertionPoint(free);
  auto left = scf::IfOp::create(b, isSmall, /*withElseRegion=*/true);
  free->moveBefore(left.elseBlock()->getTerminator());
}

void weft::stackArrays(func::FuncOp function) {
  int64_t maxBytes =
      getChosenNumber(function, LoweringOption::StackArrays, kMaxBytes);
  if (maxBytes == 0 || !function.isPrivate() ||
      !llvm::hasSingleElement(function.getBody()))
    return;
  SmallVector<ShortLived> arrays;
  function.walk([&](memref::AllocOp alloc) {
    if (std::optional<ShortLived> array =
            findShortLived(alloc, function, maxBytes))
      arrays.push_back(*array);
  });
  for (const ShortLived &array : arrays)
    putOnStack(array, function, maxBytes);
}
