//===- VectorizeStores.cpp - Elements that are stored together ------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entries that go together have their sums as lanes of a vector, and what is
// done with each of them is the same. Where they are stored next to each other,
// it is done with the vector, which is not taken apart (decision 187).
//
//===----------------------------------------------------------------------===//

#include "Analysis/ElementBytes.h"
#include "Analysis/ReadOnlyArrays.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Loops/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace weft {
#define GEN_PASS_DEF_VECTORIZESTORES
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// The most operations from what is stored back to where lanes come from, each
/// as often as it is used.
static constexpr int64_t kMaxJoinedOps = 32;

/// Whether indices are next to each other: the first one, and what is added to
/// it.
static bool areAdjacent(ArrayRef<Value> indices) {
  for (auto [number, index] : llvm::enumerate(indices.drop_front())) {
    auto sum = index.getDefiningOp<arith::AddIOp>();
    if (!sum || sum.getLhs() != indices.front() ||
        getConstantIntValue(sum.getRhs()) != static_cast<int64_t>(number + 1))
      return false;
  }
  return true;
}

/// Whether elements are as far apart in an array as they are in a vector.
/// Booleans have a byte in the one and a bit in the other.
static bool isPacked(Value array) {
  auto type = cast<MemRefType>(array.getType());
  return type.getLayout().isIdentity() &&
         type.getElementType().isIntOrFloat() &&
         getPackedBytes(type.getElementType()) != 0;
}

namespace {
/// Computes a vector of what is computed for each lane alike.
class LaneJoiner {
public:
  LaneJoiner(Operation *before, int64_t numLanes)
      : b(before->getLoc(), before), numLanes(numLanes) {}

  /// Whether that can be done, and is not too much.
  bool canJoin(ArrayRef<Value> lanes);
  Value join(ArrayRef<Value> lanes);

  VectorType getType(Type element) const {
    return VectorType::get(numLanes, element);
  }

private:
  /// The vector that has the values as its lanes; null if there is none.
  Value findVector(ArrayRef<Value> lanes) const;
  /// The index of the first one of values that are loaded from adjacent ones;
  /// null if they are not.
  Value findLoaded(ArrayRef<Value> lanes) const;
  /// Whether an operation that is the same for all lanes is there for vectors.
  bool isElementwise(ArrayRef<Value> lanes) const;
  /// The operands of a number of the operations of all lanes.
  static SmallVector<Value> getOperands(ArrayRef<Value> lanes,
                                        unsigned number) {
    return llvm::map_to_vector(lanes, [&](Value lane) {
      return lane.getDefiningOp()->getOperand(number);
    });
  }
  /// Whether a choice is the same for all lanes.
  static bool isChoice(ArrayRef<Value> lanes, unsigned number) {
    return number == 0 && lanes.front().getDefiningOp<arith::SelectOp>();
  }

  ImplicitLocOpBuilder b;
  int64_t numLanes;
  /// How many operations would be joined.
  int64_t numJoined = 0;
};
} // namespace

Value LaneJoiner::findVector(ArrayRef<Value> lanes) const {
  Value vector;
  for (auto [number, lane] : llvm::enumerate(lanes)) {
    auto extract = lane.getDefiningOp<vector::ExtractOp>();
    if (!extract || extract.getSource().getType() != getType(lane.getType()) ||
        (vector && extract.getSource() != vector) ||
        extract.getMixedPosition().size() != 1 ||
        getConstantIntValue(extract.getMixedPosition().front()) !=
            static_cast<int64_t>(number))
      return {};
    vector = extract.getSource();
  }
  return vector;
}

Value LaneJoiner::findLoaded(ArrayRef<Value> lanes) const {
  SmallVector<Value> indices;
  Value array;
  for (Value lane : lanes) {
    auto load = lane.getDefiningOp<memref::LoadOp>();
    if (!load || load.getIndices().size() != 1 ||
        (array && load.getMemRef() != array))
      return {};
    array = load.getMemRef();
    indices.push_back(load.getIndices().front());
  }
  return isPacked(array) && isNeverWritten(array) && areAdjacent(indices)
             ? indices.front()
             : Value();
}

bool LaneJoiner::isElementwise(ArrayRef<Value> lanes) const {
  Operation *first = lanes.front().getDefiningOp();
  if (!first || !OpTrait::hasElementwiseMappableTraits(first) ||
      !isPure(first) || first->getNumResults() != 1)
    return false;
  return llvm::all_of(lanes, [&](Value lane) {
    Operation *op = lane.getDefiningOp();
    return op && op->getName() == first->getName() &&
           op->getPropertiesAsAttribute() ==
               first->getPropertiesAsAttribute() &&
           op->getDiscardableAttrDictionary() ==
               first->getDiscardableAttrDictionary() &&
           op->getOperandTypes() == first->getOperandTypes();
  });
}

bool LaneJoiner::canJoin(ArrayRef<Value> lanes) {
  if (llvm::all_equal(lanes) || findVector(lanes) || findLoaded(lanes))
    return true;
  if (++numJoined > kMaxJoinedOps || !isElementwise(lanes))
    return false;
  unsigned numOperands = lanes.front().getDefiningOp()->getNumOperands();
  for (unsigned number = 0; number != numOperands; ++number) {
    SmallVector<Value> operands = getOperands(lanes, number);
    bool isSame = isChoice(lanes, number) && llvm::all_equal(operands);
    if (!isSame && !canJoin(operands))
      return false;
  }
  return true;
}

Value LaneJoiner::join(ArrayRef<Value> lanes) {
  VectorType type = getType(lanes.front().getType());
  if (llvm::all_equal(lanes))
    return vector::BroadcastOp::create(b, type, lanes.front());
  if (Value vector = findVector(lanes))
    return vector;
  Operation *op = lanes.front().getDefiningOp();
  if (Value index = findLoaded(lanes))
    return vector::LoadOp::create(b, type, cast<memref::LoadOp>(op).getMemRef(),
                                  index);
  SmallVector<Value> operands;
  for (unsigned number = 0; number != op->getNumOperands(); ++number) {
    SmallVector<Value> scalars = getOperands(lanes, number);
    bool isSame = isChoice(lanes, number) && llvm::all_equal(scalars);
    operands.push_back(isSame ? scalars.front() : join(scalars));
  }
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(operands);
  state.addTypes(type);
  state.addAttributes(llvm::to_vector(op->getDiscardableAttrs()));
  state.propertiesAttr = op->getPropertiesAsAttribute();
  return b.create(state)->getResult(0);
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

/// Whether it is the same to an operation if something is stored before it or
/// behind it.
static bool ignoresStores(Operation *op) {
  if (op->getNumRegions() != 0)
    return false;
  Value array = getArray(op);
  return isMemoryEffectFree(op) ||
         (array && hasSingleEffect<MemoryEffects::Read>(op) &&
          isNeverWritten(array));
}

/// The stores from one on that are next to each other in the array, and have
/// nothing between them that they matter to.
static SmallVector<memref::StoreOp> findAdjacent(memref::StoreOp first) {
  SmallVector<memref::StoreOp> stores;
  SmallVector<Value> indices;
  for (Operation *op = first; op; op = op->getNextNode()) {
    if (ignoresStores(op))
      continue;
    auto store = dyn_cast<memref::StoreOp>(op);
    if (!store || store.getMemRef() != first.getMemRef() ||
        store.getNontemporal() || store.getIndices().size() != 1)
      break;
    indices.push_back(store.getIndices().front());
    if (!areAdjacent(indices))
      break;
    stores.push_back(store);
  }
  return stores;
}

/// Stores the lanes of a vector at once; gives the last of the stores.
static Operation *joinFrom(memref::StoreOp first) {
  SmallVector<memref::StoreOp> stores = findAdjacent(first);
  auto numLanes = static_cast<int64_t>(stores.size());
  if (numLanes < 2 || !llvm::isPowerOf2_64(numLanes) ||
      !isPacked(first.getMemRef()))
    return first;
  SmallVector<Value> lanes = llvm::map_to_vector(
      stores, [](memref::StoreOp store) { return store.getValueToStore(); });
  LaneJoiner joiner(stores.back(), numLanes);
  if (llvm::all_equal(lanes) || !joiner.canJoin(lanes))
    return stores.back();
  Value vector = joiner.join(lanes);
  OpBuilder builder(stores.back());
  Operation *joined = vector::StoreOp::create(
      builder, first.getLoc(), vector, first.getMemRef(), first.getIndices());
  for (memref::StoreOp store : stores)
    store.erase();
  return joined;
}

namespace {
struct VectorizeStores : weft::impl::VectorizeStoresBase<VectorizeStores> {
  void runOnOperation() override {
    getOperation().walk([&](Block *block) {
      Operation *op = block->empty() ? nullptr : &block->front();
      for (; op; op = op->getNextNode())
        if (auto store = dyn_cast<memref::StoreOp>(op);
            store && isChosen(store, LoweringOption::VectorizeStores))
          op = joinFrom(store);
    });
  }
};
} // namespace
