//===- StreamStores.cpp - Store large arrays with nontemporal stores ------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes stores of whole cache lines to large arrays nontemporal. A temporal
// store first reads the line from memory, and evicts another one. An array that
// exceeds the caches gains nothing from it, since most of its lines are evicted
// before they are read (docs/decisions/prefetching.md).
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayDescription.h"
#include "Analysis/ArrayOrigins.h"
#include "Analysis/ElementBytes.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/LoweringDefaults.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Loops/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"

namespace weft {
#define GEN_PASS_DEF_STREAMSTORES
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// Why a store does not write whole lines of an array that the function
/// allocates; empty if it does.
static std::string whyNotStreamed(vector::StoreOp store, int64_t lineBytes) {
  MemRefType type = store.getMemRefType();
  int64_t bytes = getPackedBytes(type.getElementType());
  if (bytes == 0)
    return "the element type of " + describeArray(store.getBase()) +
           " is not an integer or float type of 8, 16, 32 or 64 bits";
  if (type.getRank() != 1 || !type.getLayout().isIdentity() ||
      type.getMemorySpace())
    return describeArray(store.getBase()) +
           " is multi-dimensional or has a non-identity layout or a memory "
           "space";
  if (store.getVectorType().isScalable())
    return "the vector is scalable";
  if (store.getVectorType().getNumElements() * bytes % lineBytes != 0)
    return "the vector size is not a multiple of the cache line size";
  if (!isAllocatedHere(store.getBase()))
    return "the function does not allocate " + describeArray(store.getBase()) +
           " on the heap";
  return {};
}

/// Whether threads share an operation.
static bool isShared(Operation *op) {
  return isParallel(op) ||
         isa<scf::ParallelOp, scf::ForallOp, PartitionsOp>(op);
}

/// The loop around an operation with the fence for its stores: the loop whose
/// iterations threads share, or else the outermost loop in which no loop is
/// shared. Null if there is no such loop, or it is no loop of Weft.
static Operation *findNest(Operation *op) {
  Operation *nest = nullptr;
  for (Operation *around = op->getParentOp(); !isa<FunctionOpInterface>(around);
       around = around->getParentOp()) {
    // The thread that runs a part executes the fence at the end of it.
    if (isa<PartitionsOp>(around))
      return nest;
    if (isShared(around))
      return isa<scf::ForOp>(around) ? around : nullptr;
    // A fence precedes the loops that threads share, which may read the array.
    bool hasThreads = around
                          ->walk([](Operation *inner) {
                            return isShared(inner) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
                          })
                          .wasInterrupted();
    if (isa<LoopLikeOpInterface>(around) && !hasThreads)
      nest = around;
  }
  return nest;
}

/// Whether a loop reads an array, or one that may overlap it.
static bool readsFrom(Operation *loop, Value array) {
  return loop
      ->walk([&](Operation *op) {
        Value read;
        if (auto load = dyn_cast<memref::LoadOp>(op))
          read = load.getMemRef();
        else if (auto load = dyn_cast<vector::LoadOp>(op))
          read = load.getBase();
        else if (auto load = dyn_cast<vector::MaskedLoadOp>(op))
          read = load.getBase();
        else if (auto gather = dyn_cast<vector::GatherOp>(op))
          read = gather.getBase();
        return read && (read == array || mayOverlap(array, read))
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Emits whether an array has at least `leastBytes`, and the stored elements
/// begin a line.
static Value emitIsStreamed(ImplicitLocOpBuilder &b, vector::StoreOp store,
                            int64_t leastBytes, int64_t lineBytes) {
  auto emitIndex = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  int64_t bytes = getPackedBytes(store.getMemRefType().getElementType());
  Value length = memref::DimOp::create(b, store.getBase(), emitIndex(0));
  Value isLarge = arith::CmpIOp::create(b, arith::CmpIPredicate::sge, length,
                                        emitIndex(leastBytes / bytes));
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(
      b, b.getIndexType(), store.getBase());
  address = arith::AddIOp::create(
      b, address,
      arith::MulIOp::create(b, store.getIndices().front(), emitIndex(bytes)));
  Value offset = arith::AndIOp::create(b, address, emitIndex(lineBytes - 1));
  Value isAligned =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, offset, emitIndex(0));
  return arith::AndIOp::create(b, isLarge, isAligned);
}

/// Versions a store.
static void stream(vector::StoreOp store, int64_t leastBytes) {
  int64_t lineBytes = Machine::of(store).cacheLineBytes;
  ImplicitLocOpBuilder b(store.getLoc(), store);
  auto choice = scf::IfOp::create(
      b, TypeRange(), emitIsStreamed(b, store, leastBytes, lineBytes),
      /*withElseRegion=*/true);
  b.setInsertionPointToStart(choice.thenBlock());
  auto streaming = cast<vector::StoreOp>(b.clone(*store));
  streaming.setNontemporal(true);
  streaming.setAlignment(lineBytes);
  store->moveBefore(choice.elseBlock()->getTerminator());
}

/// Emits the fence that orders the nontemporal stores of a loop before later
/// accesses.
static void emitFence(Operation *nest) {
  OpBuilder builder(nest->getContext());
  bool hasParts = isParallel(nest);
  if (hasParts)
    builder.setInsertionPoint(nest->getRegion(0).front().getTerminator());
  else
    builder.setInsertionPointAfter(nest);
  auto fence = LLVM::FenceOp::create(
      builder, nest->getLoc(), LLVM::AtomicOrdering::seq_cst, StringRef());
  if (hasParts)
    fence->setAttr(kPerPartitionAttr, builder.getUnitAttr());
}

/// The loop with the fence for a store that can be nontemporal; reports why
/// another store cannot.
static FailureOr<Operation *> findStreamingNest(vector::StoreOp store) {
  auto miss = [&](const Twine &reason) {
    return reportMissed(store, LoweringOption::StreamStores, reason);
  };
  if (std::string reason =
          whyNotStreamed(store, Machine::of(store).cacheLineBytes);
      !reason.empty())
    return miss(reason);
  auto loop = store->getParentOfType<LoopLikeOpInterface>();
  if (!loop)
    return miss("the store is not in a loop");
  Operation *nest = findNest(store);
  if (!nest)
    return miss("no enclosing loop can be followed by the memory fence that "
                "nontemporal stores need");
  if (readsFrom(loop, store.getBase()))
    return miss("the loop may load from " + describeArray(store.getBase()) +
                ", to which it stores");
  return nest;
}

namespace {
struct StreamStores : weft::impl::StreamStoresBase<StreamStores> {
  void runOnOperation() override {
    SmallVector<vector::StoreOp> stores;
    getOperation().walk(
        [&](vector::StoreOp store) { stores.push_back(store); });
    llvm::SmallSetVector<Operation *, 4> nests;
    for (vector::StoreOp store : stores) {
      int64_t leastBytes = getChosenNumber(store, LoweringOption::StreamStores);
      if (leastBytes == 0)
        continue;
      FailureOr<Operation *> nest = findStreamingNest(store);
      if (failed(nest))
        continue;
      reportPassed(store, LoweringOption::StreamStores,
                   "stores to " + describeArray(store.getBase()) +
                       " are nontemporal if it has at least " +
                       Twine(leastBytes) +
                       " bytes and the vector begins at a cache line");
      stream(store, leastBytes);
      nests.insert(*nest);
    }
    for (Operation *nest : nests)
      emitFence(nest);
  }
};
} // namespace
