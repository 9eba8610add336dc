//===- CheckAccesses.cpp - Guards of array accesses -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel trusts the arrays of its operands and the code that was generated
// for it. Where neither is trusted, every access is compared with the length of
// its array, and one that is beyond ends the kernel with an error that names
// its place in the expression.
//
//===----------------------------------------------------------------------===//

#include "CheckDeviceAccesses.h"
#include "Patterns.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Conversion/Passes.h"
#include "weft/Runtime/TensorABI.h"
#include "weft/Support/FailurePlaces.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/MapVector.h"

namespace weft {
#define GEN_PASS_DEF_WEFTCHECKACCESSES
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
/// Emits the checks before one operation.
class AccessChecks {
public:
  explicit AccessChecks(Operation *op) : b(op->getLoc(), op) {}

  /// Checks that an array has an element with the number `index` in a
  /// dimension.
  void checkIndex(Value array, unsigned dimension, Value index) {
    Value length = emitSize(array, dimension);
    fail(emitIsBeyond(index, length), index, length);
  }

  /// Checks that a list has the elements of the lanes that a mask does not
  /// leave out, which may be none: only the largest of their numbers matters.
  void checkLanes(Value array, Value indices, Value mask) {
    Value index = emitLargest(indices, mask), length = emitSize(array, 0);
    Value any = vector::ReductionOp::create(b, vector::CombiningKind::OR, mask);
    fail(arith::AndIOp::create(b, any, emitIsBeyond(index, length)), index,
         length);
  }

  /// Checks that an array has `needed` elements, unless that is their number.
  void checkLength(Value array, Value needed) {
    auto dim = needed.getDefiningOp<memref::DimOp>();
    if (dim && dim.getSource() == array && dim.getConstantIndex() == 0)
      return;
    Value length = emitSize(array, 0);
    fail(emitCompare(b, arith::CmpIPredicate::ugt, needed, length), needed,
         length);
  }

  Value emitSize(Value array, unsigned dimension) {
    return memref::DimOp::create(b, array, emitIndex(b, dimension));
  }

  Value emitIndexOf(OpFoldResult size) {
    if (auto value = dyn_cast<Value>(size))
      return value;
    return emitIndex(b, cast<IntegerAttr>(cast<Attribute>(size)).getInt());
  }

  /// The number of the last of `count` elements.
  Value emitLast(Value index, int64_t count) {
    return arith::AddIOp::create(b, index, emitIndex(b, count - 1));
  }

  /// The numbers of as many elements after each other as a mask has lanes.
  Value emitRow(Value index, Value mask) {
    auto type = cast<VectorType>(mask.getType()).clone(b.getIndexType());
    auto numbers = llvm::map_to_vector(
        llvm::seq(type.getNumElements()),
        [&](int64_t number) -> Attribute { return b.getIndexAttr(number); });
    Value lanes =
        arith::ConstantOp::create(b, DenseElementsAttr::get(type, numbers));
    return arith::AddIOp::create(b, vector::BroadcastOp::create(b, type, index),
                                 lanes);
  }

  Value castToIndex(Value number) {
    return arith::IndexCastOp::create(b, b.getIndexType(), number);
  }

private:
  /// Whether there is no such element. A negative index is a large one.
  Value emitIsBeyond(Value index, Value length) {
    return emitCompare(b, arith::CmpIPredicate::uge, index, length);
  }

  /// The largest of the numbers in the lanes that are not left out.
  Value emitLargest(Value numbers, Value mask) {
    auto type = cast<VectorType>(numbers.getType());
    Value none = arith::ConstantOp::create(b, b.getZeroAttr(type));
    numbers = arith::SelectOp::create(b, mask, numbers, none);
    return vector::ReductionOp::create(b, vector::CombiningKind::MAXUI,
                                       numbers);
  }

  void fail(Value condition, Value index, Value length) {
    emitFailIf(b, condition, WEFT_RT_OUT_OF_BOUNDS,
               {index, length, emitIndex(b, getPlace(b.getLoc()))});
  }

  ImplicitLocOpBuilder b;
};
} // namespace

static void checkElement(Operation *op, Value array, ValueRange indices) {
  AccessChecks checks(op);
  for (auto [dimension, index] : llvm::enumerate(indices))
    checks.checkIndex(array, dimension, index);
}

/// A vector has elements one after the other, the last of which is checked as
/// well: all of them lie between the two.
static void checkRow(Operation *op, Value array, Value index, VectorType type) {
  AccessChecks checks(op);
  checks.checkIndex(array, 0, index);
  checks.checkIndex(array, 0, checks.emitLast(index, type.getNumElements()));
}

static void checkRow(Operation *op, Value array, Value index, Value mask) {
  AccessChecks checks(op);
  checks.checkLanes(array, checks.emitRow(index, mask), mask);
}

static void checkLanes(Operation *op, Value array, Value indices, Value mask) {
  AccessChecks(op).checkLanes(array, indices, mask);
}

/// A view begins with the array that it is of, and both are lists.
static void checkView(memref::ReinterpretCastOp op) {
  SmallVector<OpFoldResult> sizes = op.getMixedSizes();
  auto source = cast<MemRefType>(op.getSource().getType());
  if (sizes.size() != 1 || source.getRank() != 1)
    return;
  AccessChecks checks(op);
  checks.checkLength(op.getSource(), checks.emitIndexOf(sizes.front()));
}

static void checkCopy(memref::CopyOp op) {
  AccessChecks checks(op);
  auto type = cast<MemRefType>(op.getSource().getType());
  for (int64_t dimension = 0; dimension != type.getRank(); ++dimension)
    checks.checkLength(op.getTarget(),
                       checks.emitSize(op.getSource(), dimension));
}

/// The array whose address an integer is; null if that is not known.
static Value getAddressed(Value address) {
  auto cast = address.getDefiningOp<arith::IndexCastOp>();
  auto pointer =
      cast
          ? cast.getIn().getDefiningOp<memref::ExtractAlignedPointerAsIndexOp>()
          : nullptr;
  return pointer ? pointer.getSource() : Value();
}

/// Whether a function of the runtime is given entries.
static bool takesEntries(func::CallOp call) {
  return call && (call.getCallee() == "weft_rt_sort" ||
                  call.getCallee() == "weft_rt_group" ||
                  call.getCallee() == "weft_rt_rank" ||
                  call.getCallee() == "weft_rt_place" ||
                  call.getCallee() == "weft_rt_box" ||
                  call.getCallee() == "weft_rt_collect");
}

/// The values stored into an array before an operation, the last for each index
/// that is known.
static SmallVector<Value> getStoredBefore(Value array, Operation *op) {
  llvm::MapVector<int64_t, memref::StoreOp> stores;
  for (Operation *user : array.getUsers()) {
    auto store = dyn_cast<memref::StoreOp>(user);
    Operation *at =
        store ? store->getBlock()->findAncestorOpInBlock(*op) : nullptr;
    if (!at || !store->isBeforeInBlock(at))
      continue;
    std::optional<int64_t> index =
        getConstantIntValue(store.getIndices().front());
    if (!index)
      continue;
    memref::StoreOp &last = stores[*index];
    if (!last || last->getBlock() != store->getBlock() ||
        last->isBeforeInBlock(store))
      last = store;
  }
  return llvm::map_to_vector(stores, [](auto &entry) -> Value {
    return entry.second.getValueToStore();
  });
}

/// The arrays whose addresses the runtime's sort is given, those of keys in an
/// array of addresses, hold as many entries as it sorts. What finds equal
/// entries, or their order, is given numbers of them in the place of values.
static void checkEntries(func::CallOp call) {
  SmallVector<Value> arrays = {getAddressed(call.getOperand(3))};
  if (call.getCallee() == "weft_rt_place")
    arrays.push_back(getAddressed(call.getOperand(4)));
  if (Value keys = getAddressed(call.getOperand(2)))
    for (Value address : getStoredBefore(keys, call))
      arrays.push_back(getAddressed(address));
  AccessChecks checks(call);
  Value count = checks.castToIndex(call.getOperand(0));
  for (Value array : arrays)
    if (array)
      checks.checkLength(array, count);
}

namespace {
struct CheckAccesses : weft::impl::WeftCheckAccessesBase<CheckAccesses> {
  void runOnOperation() override {
    SmallVector<Operation *> accesses;
    memref::AtomicRMWOp lock;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      // Device code has checks of its own.
      if (isa<FunctionOpInterface>(op) && !isa<func::FuncOp>(op))
        return WalkResult::skip();
      if (auto exchange = dyn_cast<memref::AtomicRMWOp>(op))
        lock = exchange;
      if (isa<memref::LoadOp, memref::StoreOp, memref::GenericAtomicRMWOp,
              memref::CopyOp, memref::ReinterpretCastOp, vector::LoadOp,
              vector::StoreOp, vector::GatherOp, vector::ScatterOp,
              vector::MaskedLoadOp, vector::MaskedStoreOp>(op) ||
          takesEntries(dyn_cast<func::CallOp>(op)))
        accesses.push_back(op);
      return WalkResult::advance();
    });
    // A thread that fails would not open it again, and the others would wait.
    if (lock) {
      lock.emitError("accesses cannot be checked while a lock is held, as for "
                     "atomic updates of complex numbers; use temporary");
      return signalPassFailure();
    }
    numChecked += accesses.size() + checkDeviceAccesses(getOperation());
    for (Operation *op : accesses) {
      if (auto load = dyn_cast<memref::LoadOp>(op))
        checkElement(op, load.getMemRef(), load.getIndices());
      else if (auto store = dyn_cast<memref::StoreOp>(op))
        checkElement(op, store.getMemRef(), store.getIndices());
      else if (auto update = dyn_cast<memref::GenericAtomicRMWOp>(op))
        checkElement(op, update.getMemref(), update.getIndices());
      else if (auto load = dyn_cast<vector::LoadOp>(op))
        checkRow(load, load.getBase(), load.getIndices().front(),
                 load.getVectorType());
      else if (auto store = dyn_cast<vector::StoreOp>(op))
        checkRow(store, store.getBase(), store.getIndices().front(),
                 store.getVectorType());
      else if (auto gather = dyn_cast<vector::GatherOp>(op))
        checkLanes(gather, gather.getBase(), gather.getIndices(),
                   gather.getMask());
      else if (auto scatter = dyn_cast<vector::ScatterOp>(op))
        checkLanes(scatter, scatter.getBase(), scatter.getIndices(),
                   scatter.getMask());
      else if (auto load = dyn_cast<vector::MaskedLoadOp>(op))
        checkRow(load, load.getBase(), load.getIndices().front(),
                 load.getMask());
      else if (auto store = dyn_cast<vector::MaskedStoreOp>(op))
        checkRow(store, store.getBase(), store.getIndices().front(),
                 store.getMask());
      else if (auto copy = dyn_cast<memref::CopyOp>(op))
        checkCopy(copy);
      else if (auto view = dyn_cast<memref::ReinterpretCastOp>(op))
        checkView(view);
      else
        checkEntries(cast<func::CallOp>(op));
    }
  }
};
} // namespace
