//===- VectorTile.cpp - Contiguous vector accesses ------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes and emits contiguous vector accesses, masked or not.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/VectorTile.h"

#include "Analysis/ValueDependence.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;

Value weft::getArray(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getMemRef();
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return store.getMemRef();
  if (auto load = dyn_cast<vector::LoadOp>(op))
    return load.getBase();
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return store.getBase();
  if (auto gather = dyn_cast<vector::GatherOp>(op))
    return gather.getBase();
  if (auto scatter = dyn_cast<vector::ScatterOp>(op))
    return scatter.getBase();
  if (auto load = dyn_cast<vector::MaskedLoadOp>(op))
    return load.getBase();
  if (auto store = dyn_cast<vector::MaskedStoreOp>(op))
    return store.getBase();
  return {};
}

Value weft::getRoot(Value array) {
  while (auto view = array.getDefiningOp<ViewLikeOpInterface>())
    array = view.getViewSource();
  return array;
}

/// Whether an array and its views are only loaded from, stored to, passed to
/// calls and returned, so that no other value of the function aliases it.
static bool isUsedInPlace(Value array) {
  return llvm::all_of(array.getUsers(), [&](Operation *user) {
    if (auto store = dyn_cast<memref::StoreOp>(user))
      if (store.getValueToStore() == array)
        return false;
    if (isa<ViewLikeOpInterface>(user))
      return llvm::all_of(user->getResults(), isUsedInPlace);
    return getArray(user) == array ||
           isa<memref::DimOp, memref::DeallocOp, func::ReturnOp, func::CallOp>(
               user);
  });
}

bool weft::isPrivateAllocation(Value root) {
  return root.getDefiningOp<memref::AllocOp>() && isUsedInPlace(root);
}

/// Whether an index depends on no value of the enclosing loop `around` but the
/// induction variable of the vectorized loop `lanes`.
static bool isFixed(Value index, scf::ForOp lanes, scf::ForOp around) {
  return isComputedFrom(index, [&](Value value) -> std::optional<bool> {
    if (value == lanes.getInductionVar() ||
        around.isDefinedOutsideOfLoop(value))
      return true;
    Operation *op = value.getDefiningOp();
    return op && isPure(op) ? std::nullopt : std::optional(false);
  });
}

bool weft::reloadsElsewhere(memref::StoreOp store) {
  auto lanes = cast<scf::ForOp>(store->getParentOp());
  auto around = dyn_cast<scf::ForOp>(lanes->getParentOp());
  return around &&
         llvm::any_of(lanes.getBody()->getOps<memref::LoadOp>(),
                      [&](memref::LoadOp load) {
                        return load.getMemRef() == store.getMemRef();
                      }) &&
         !llvm::all_of(store.getIndices(), [&](Value index) {
           return isFixed(index, lanes, around);
         });
}

bool weft::hasIdempotentIterations(scf::ForOp loop) {
  llvm::SmallDenseSet<Value, 4> stored, loaded;
  WalkResult result = loop.getBody()->walk([&](Operation *op) {
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      loaded.insert(getRoot(load.getMemRef()));
      return WalkResult::advance();
    }
    if (auto store = dyn_cast<memref::StoreOp>(op)) {
      Value root = getRoot(store.getMemRef());
      stored.insert(root);
      return isPrivateAllocation(root) ? WalkResult::advance()
                                       : WalkResult::interrupt();
    }
    // An atomic update has a region but no recursive effects, and is rejected.
    return op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                   isMemoryEffectFree(op)
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return loop.getNumResults() == 0 && !result.wasInterrupted() &&
         llvm::none_of(stored,
                       [&](Value array) { return loaded.contains(array); });
}

std::optional<VectorTile> VectorTile::of(Operation *access) {
  return llvm::TypeSwitch<Operation *, std::optional<VectorTile>>(access)
      .Case<vector::LoadOp, vector::StoreOp>([](auto access) {
        return VectorTile{access.getBase(),
                          access.getIndices(),
                          /*mask=*/{},
                          access.getVectorType(),
                          {}};
      })
      .Case<vector::MaskedLoadOp, vector::MaskedStoreOp>([](auto access) {
        return VectorTile{access.getBase(),
                          access.getIndices(),
                          access.getMask(),
                          access.getVectorType(),
                          {}};
      })
      .Default(std::nullopt);
}

Value weft::getStoredVector(Operation *access) {
  return llvm::TypeSwitch<Operation *, Value>(access)
      .Case<vector::StoreOp, vector::MaskedStoreOp>(
          [](auto store) { return store.getValueToStore(); })
      .Default(Value());
}

Operation *VectorTile::emitLoad(ImplicitLocOpBuilder &b) const {
  if (!mask)
    return vector::LoadOp::create(b, type, array, indices);
  Value none = arith::ConstantOp::create(b, b.getZeroAttr(type));
  return vector::MaskedLoadOp::create(b, type, array, indices, mask, none);
}

Operation *VectorTile::emitStore(ImplicitLocOpBuilder &b, Value vector) const {
  if (!mask)
    return vector::StoreOp::create(b, vector, array, indices);
  return vector::MaskedStoreOp::create(b, array, indices, mask, vector);
}

bool weft::isSame(Value left, Value right) {
  if (left == right)
    return true;
  auto first = dyn_cast<OpResult>(left), second = dyn_cast<OpResult>(right);
  return first && second &&
         first.getResultNumber() == second.getResultNumber() &&
         isPure(first.getOwner()) &&
         OperationEquivalence::isEquivalentTo(
             first.getOwner(), second.getOwner(),
             [](Value left, Value right) {
               return success(isSame(left, right));
             },
             /*markEquivalent=*/nullptr,
             OperationEquivalence::Flags::IgnoreLocations);
}

bool weft::isSame(const VectorTile &left, const VectorTile &right) {
  return left.array == right.array && left.type == right.type &&
         llvm::equal(
             left.indices, right.indices,
             [](Value left, Value right) { return isSame(left, right); }) &&
         !left.mask == !right.mask &&
         (!left.mask || isSame(left.mask, right.mask));
}
