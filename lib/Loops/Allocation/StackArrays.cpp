//===- StackArrays.cpp - Allocate small arrays on the stack ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocates small arrays that a private function frees on the stack.
//
// A function that combines the entries of a row is called for each row. It
// allocates an array for their positions, and one for the addresses of their
// coordinates. For rows of few entries, malloc and free take a tenth of the
// time.
//
//===----------------------------------------------------------------------===//

#include "Allocation/Allocation.h"
#include "Analysis/ArrayDescription.h"
#include "Analysis/ElementBytes.h"

#include "weft/Dialect/Weft/IR/LoweringDefaults.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace weft;

namespace {
/// An array that is freed in the block that allocates it.
struct ScopedArray {
  memref::AllocOp alloc;
  memref::DeallocOp dealloc;
};
} // namespace

static LogicalResult refuse(Operation *op, const Twine &reason) {
  return reportMissed(op, LoweringOption::StackArrays, reason);
}

/// The operation in a function that may execute its regions more than once
/// around another operation; null if there is none.
static Operation *findLoop(Operation *op, func::FuncOp function) {
  for (Operation *parent = op->getParentOp(); parent != function;
       parent = parent->getParentOp())
    if (!isa<scf::IfOp, scf::IndexSwitchOp>(parent))
      return parent;
  return nullptr;
}

/// Checks that memory for arrays of a type can be reserved on the stack.
static LogicalResult verifyType(memref::AllocOp alloc, int64_t maxBytes) {
  MemRefType type = alloc.getType();
  int64_t bytes = getPackedBytes(type.getElementType());
  if (type.getRank() != 1)
    return refuse(alloc, describeAllocation(alloc) + " has rank " +
                             Twine(type.getRank()) + ", not 1");
  if (bytes == 0)
    return refuse(
        alloc, "the element type of " + describeAllocation(alloc) +
                   " is not an integer or float type of 8, 16, 32 or 64 bits");
  if (!type.getLayout().isIdentity())
    return refuse(alloc,
                  describeAllocation(alloc) + " has a non-identity layout");
  if (type.getMemorySpace())
    return refuse(alloc, describeAllocation(alloc) +
                             " is in a non-default memory space");
  if (type.hasStaticShape() && type.getNumElements() > maxBytes / bytes)
    return refuse(alloc, describeAllocation(alloc) + " has " +
                             Twine(type.getNumElements() * bytes) +
                             " bytes, more than " + Twine(maxBytes));
  return success();
}

/// Checks that an allocation runs at most once per call, without attributes
/// that the stack does not respect.
static LogicalResult verifyAlloc(memref::AllocOp alloc, func::FuncOp function) {
  if (alloc.getAlignment())
    return refuse(alloc, "the allocation of " + describeAllocation(alloc) +
                             " has an alignment");
  if (alloc->hasAttr(kTableAttr))
    return refuse(alloc, "the runtime keeps " + describeAllocation(alloc) +
                             " for the next call");
  if (!alloc->getDiscardableAttrs().empty())
    return refuse(alloc,
                  "the allocation of " + describeAllocation(alloc) +
                      " has the attribute `" +
                      alloc->getDiscardableAttrs().begin()->getName().strref() +
                      "`");
  if (Operation *loop = findLoop(alloc, function))
    return refuse(alloc, "the allocation of " + describeAllocation(alloc) +
                             " is in `" + loop->getName().getStringRef() +
                             "`, which may execute it more than once");
  return success();
}

/// The only deallocation of an array, in the block that allocates it.
static FailureOr<memref::DeallocOp> findDealloc(memref::AllocOp alloc) {
  memref::DeallocOp found;
  for (Operation *user : alloc->getUsers()) {
    auto dealloc = dyn_cast<memref::DeallocOp>(user);
    if (!dealloc)
      continue;
    if (found)
      return refuse(alloc,
                    describeAllocation(alloc) + " has several deallocations");
    if (dealloc->getBlock() != alloc->getBlock())
      return refuse(alloc, "the deallocation of " + describeAllocation(alloc) +
                               " is not in the block of the allocation");
    found = dealloc;
  }
  if (!found)
    return refuse(alloc, "the function does not deallocate " +
                             describeAllocation(alloc));
  return found;
}

static FailureOr<ScopedArray> findScopedArray(memref::AllocOp alloc,
                                              func::FuncOp function,
                                              int64_t maxBytes) {
  if (failed(verifyType(alloc, maxBytes)) ||
      failed(verifyAlloc(alloc, function)))
    return failure();
  FailureOr<memref::DeallocOp> dealloc = findDealloc(alloc);
  if (failed(dealloc))
    return failure();
  return ScopedArray{alloc, *dealloc};
}

/// Emits stack memory of a type at the entry of a function, aligned like heap
/// allocations.
static Value emitStackMemory(func::FuncOp function, Location loc,
                             MemRefType type) {
  auto b = ImplicitLocOpBuilder::atBlockBegin(loc, &function.front());
  return memref::AllocaOp::create(
      b, type, b.getI64IntegerAttr(Machine::of(function).cacheLineBytes));
}

static void putOnStack(const ScopedArray &array, func::FuncOp function,
                       int64_t maxBytes) {
  auto [alloc, dealloc] = array;
  MemRefType type = alloc.getType();
  int64_t elementBytes = getPackedBytes(type.getElementType());
  if (type.hasStaticShape()) {
    reportPassed(alloc, LoweringOption::StackArrays,
                 "allocates " + describeAllocation(alloc) + " on the stack: " +
                     Twine(type.getNumElements() * elementBytes) + " bytes");
    alloc->replaceAllUsesWith(
        ValueRange(emitStackMemory(function, alloc.getLoc(), type)));
    dealloc->erase();
    alloc->erase();
    return;
  }
  ImplicitLocOpBuilder b(alloc.getLoc(), alloc);
  int64_t most = maxBytes / elementBytes;
  reportPassed(alloc, LoweringOption::StackArrays,
               "allocates " + describeAllocation(alloc) +
                   " on the stack if it has at most " +
                   Twine(most * elementBytes) + " bytes");
  Value memory = emitStackMemory(function, alloc.getLoc(),
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
  b.setInsertionPoint(dealloc);
  auto freeing = scf::IfOp::create(b, isSmall, /*withElseRegion=*/true);
  dealloc->moveBefore(freeing.elseBlock()->getTerminator());
}

void weft::stackArrays(func::FuncOp function) {
  int64_t maxBytes = getChosenNumber(function, LoweringOption::StackArrays);
  // A public function is a kernel, in which allocations run once.
  if (maxBytes == 0 || !function.isPrivate() ||
      !llvm::hasSingleElement(function.getBody()))
    return;
  SmallVector<ScopedArray> arrays;
  function.walk([&](memref::AllocOp alloc) {
    FailureOr<ScopedArray> array = findScopedArray(alloc, function, maxBytes);
    if (succeeded(array))
      arrays.push_back(*array);
  });
  for (const ScopedArray &array : arrays)
    putOnStack(array, function, maxBytes);
}
