//===- StreamStores.cpp - Large arrays pass the caches --------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line that a store has whole is read from memory first, and drives another
// one out of the cache. An array that the caches would not hold until somebody
// reads it is written past them (decision 178).
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayOrigins.h"
#include "Analysis/ElementBytes.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
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

/// From how many bytes on an array does not stay in the caches: half of the
/// last one.
static constexpr int64_t kLargeBytes = int64_t(1) << 24;

/// Whether a store has whole lines of an array of its own.
static bool hasLines(vector::StoreOp store) {
  MemRefType type = store.getMemRefType();
  int64_t bytes = getPackedBytes(type.getElementType());
  return bytes != 0 && !store.getNontemporal() && type.getRank() == 1 &&
         type.getLayout().isIdentity() && !type.getMemorySpace() &&
         !store.getVectorType().isScalable() &&
         isAllocatedHere(store.getBase()) &&
         store.getVectorType().getNumElements() * bytes % kLineBytes == 0;
}

static bool isShared(Operation *op) {
  return isParallel(op) || isa<scf::ParallelOp, scf::ForallOp, PartsOp>(op);
}

/// The loop around an operation whose end waits for stores: that of which each
/// thread has a part, or else the outermost one that threads have no part in;
/// null if there is none, or it is no loop of Weft that threads share.
static Operation *findNest(Operation *op) {
  Operation *nest = nullptr;
  for (Operation *around = op->getParentOp(); !isa<FunctionOpInterface>(around);
       around = around->getParentOp()) {
    // Whichever thread runs a part waits there.
    if (isa<PartsOp>(around))
      return nest;
    if (isShared(around))
      return isa<scf::ForOp>(around) ? around : nullptr;
    // What threads read must have arrived before they begin.
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

/// Whether a loop reads from an array what may be stored there.
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

/// Whether an array is large, and an element of it begins a line.
static Value emitIsStreamed(ImplicitLocOpBuilder &b, vector::StoreOp store,
                            int64_t leastBytes) {
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
  Value past = arith::AndIOp::create(b, address, emitIndex(kLineBytes - 1));
  Value isBegin =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, past, emitIndex(0));
  return arith::AndIOp::create(b, isLarge, isBegin);
}

static void stream(vector::StoreOp store, int64_t leastBytes) {
  ImplicitLocOpBuilder b(store.getLoc(), store);
  auto choice =
      scf::IfOp::create(b, TypeRange(), emitIsStreamed(b, store, leastBytes),
                        /*withElseRegion=*/true);
  b.setInsertionPointToStart(choice.thenBlock());
  auto past = cast<vector::StoreOp>(b.clone(*store));
  past.setNontemporal(true);
  past.setAlignment(kLineBytes);
  store->moveBefore(choice.elseBlock()->getTerminator());
}

/// Lets nobody read before what a loop stores has arrived.
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
    fence->setAttr(kPerPartAttr, builder.getUnitAttr());
}

namespace {
struct StreamStores : weft::impl::StreamStoresBase<StreamStores> {
  void runOnOperation() override {
    SmallVector<vector::StoreOp> stores;
    getOperation().walk([&](vector::StoreOp store) {
      if (hasLines(store))
        stores.push_back(store);
    });
    llvm::SmallSetVector<Operation *, 4> nests;
    for (vector::StoreOp store : stores) {
      Operation *nest = findNest(store);
      auto loop = store->getParentOfType<LoopLikeOpInterface>();
      int64_t leastBytes =
          getChosenNumber(store, LoweringOption::StreamStores, kLargeBytes);
      if (leastBytes == 0 || !nest || readsFrom(loop, store.getBase()))
        continue;
      stream(store, leastBytes);
      nests.insert(nest);
    }
    for (Operation *nest : nests)
      emitFence(nest);
  }
};
} // namespace
