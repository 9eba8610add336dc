//===- VectorizeStores.cpp - Vectorization of adjacent stores -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectorizes straight-line code that ends in stores to adjacent elements
// (superword-level parallelism). Interleaved reductions produce the sums of
// several entries as lanes of one vector, and the same scalar code follows for
// each sum. If the results are stored to adjacent elements, the vector is used
// as a whole and no lane is extracted (docs/decisions/unroll-and-jam.md).
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayDescription.h"
#include "Analysis/ElementBytes.h"
#include "Analysis/ReadOnlyArrays.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/Remarks.h"
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

/// The largest number of operations in the use-def tree of the stored value. An
/// operation with several uses counts once for each use, so that the limit also
/// bounds compile time.
static constexpr int64_t kMaxTreeOps = 32;

/// Whether indices are consecutive: the n-th index adds the constant n to the
/// first.
static bool areAdjacent(ArrayRef<Value> indices) {
  for (auto [number, index] : llvm::enumerate(indices.drop_front())) {
    auto sum = index.getDefiningOp<arith::AddIOp>();
    if (!sum || sum.getLhs() != indices.front() ||
        getConstantIntValue(sum.getRhs()) != static_cast<int64_t>(number + 1))
      return false;
  }
  return true;
}

/// Whether elements have the same distance in an array as in a vector. A
/// boolean takes a byte in an array and a bit in a vector.
static bool isPacked(Value array) {
  auto type = cast<MemRefType>(array.getType());
  return type.getLayout().isIdentity() &&
         type.getElementType().isIntOrFloat() &&
         getPackedBytes(type.getElementType()) != 0;
}

namespace {
/// Replaces isomorphic scalar expressions, one for each lane, by a vector
/// expression.
class TreeVectorizer {
public:
  TreeVectorizer(Operation *before, int64_t numLanes)
      : b(before->getLoc(), before), numLanes(numLanes) {}

  /// The reason why the values of the lanes cannot be vectorized; empty if they
  /// can.
  std::string whyNotVectorized(ArrayRef<Value> lanes);
  /// Emits the vector of the values of the lanes.
  Value emit(ArrayRef<Value> lanes);

  VectorType getType(Type element) const {
    return VectorType::get(numLanes, element);
  }

private:
  /// The vector from which the lanes are extracted in order; null if there is
  /// none.
  Value findVector(ArrayRef<Value> lanes) const;
  /// The first index of loads of adjacent elements from an array that the
  /// function does not write; null if the lanes are no such loads.
  Value findLoaded(ArrayRef<Value> lanes) const;
  /// Whether the same elementwise operation defines all lanes.
  bool isIsomorphic(ArrayRef<Value> lanes) const;
  /// The same operand of the operations that define the lanes.
  static SmallVector<Value> getOperands(ArrayRef<Value> lanes,
                                        unsigned number) {
    return llvm::map_to_vector(lanes, [&](Value lane) {
      return lane.getDefiningOp()->getOperand(number);
    });
  }
  /// Whether an operand is the condition of a select, which may stay scalar.
  static bool isCondition(ArrayRef<Value> lanes, unsigned number) {
    return number == 0 && lanes.front().getDefiningOp<arith::SelectOp>();
  }

  ImplicitLocOpBuilder b;
  int64_t numLanes;
  /// The number of operations in the tree so far.
  int64_t numOps = 0;
};
} // namespace

/// Why no operation computes the lanes as one vector, for lanes that none does.
static std::string whyNotOneOperation(ArrayRef<Value> lanes) {
  Operation *op = lanes.front().getDefiningOp();
  if (!op)
    return "lane 0 is a block argument and differs from other lanes";
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    Value array = load.getMemRef();
    std::string name = describeArray(array);
    if (!isPacked(array))
      return name + " has a non-identity layout or elements other than "
                    "integers or floats of 8, 16, 32 or 64 bits";
    return isReadOnly(array)
               ? "the lanes do not load adjacent elements of " + name
               : "the function may write " + name +
                     ", from which the lanes are loaded";
  }
  if (isa<vector::ExtractOp>(op))
    return "the lanes are not all elements of one vector in order";
  return ("the same elementwise operation does not compute all lanes, and lane "
          "0 is computed by '" +
          op->getName().getStringRef() + "'")
      .str();
}

Value TreeVectorizer::findVector(ArrayRef<Value> lanes) const {
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

Value TreeVectorizer::findLoaded(ArrayRef<Value> lanes) const {
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
  return isPacked(array) && isReadOnly(array) && areAdjacent(indices)
             ? indices.front()
             : Value();
}

bool TreeVectorizer::isIsomorphic(ArrayRef<Value> lanes) const {
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

std::string TreeVectorizer::whyNotVectorized(ArrayRef<Value> lanes) {
  if (llvm::all_equal(lanes) || findVector(lanes) || findLoaded(lanes))
    return {};
  if (++numOps > kMaxTreeOps)
    return ("the stored values depend on more than " + Twine(kMaxTreeOps) +
            " operations")
        .str();
  if (!isIsomorphic(lanes))
    return whyNotOneOperation(lanes);
  unsigned numOperands = lanes.front().getDefiningOp()->getNumOperands();
  for (unsigned number = 0; number != numOperands; ++number) {
    SmallVector<Value> operands = getOperands(lanes, number);
    if (isCondition(lanes, number) && llvm::all_equal(operands))
      continue;
    if (std::string obstacle = whyNotVectorized(operands); !obstacle.empty())
      return obstacle;
  }
  return {};
}

Value TreeVectorizer::emit(ArrayRef<Value> lanes) {
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
    bool isSame = isCondition(lanes, number) && llvm::all_equal(scalars);
    operands.push_back(isSame ? scalars.front() : emit(scalars));
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

/// Whether an operation can be reordered with stores: it has no side effects
/// and reads no array that the function may write.
static bool commutesWithStores(Operation *op) {
  if (op->getNumRegions() != 0)
    return false;
  Value array = getArray(op);
  return isMemoryEffectFree(op) ||
         (array && hasSingleEffect<MemoryEffects::Read>(op) &&
          isReadOnly(array));
}

namespace {
/// Stores to adjacent elements of an array, and the operation after which no
/// store is added; null at the end of the block.
struct AdjacentStores {
  SmallVector<memref::StoreOp> stores;
  Operation *barrier = nullptr;
};
} // namespace

/// Collects the stores to adjacent elements from a store on, with nothing
/// between them that they cannot be reordered with.
static AdjacentStores findAdjacent(memref::StoreOp first) {
  AdjacentStores found;
  SmallVector<Value> indices;
  for (Operation *op = first; op; op = op->getNextNode()) {
    if (commutesWithStores(op))
      continue;
    found.barrier = op;
    auto store = dyn_cast<memref::StoreOp>(op);
    if (!store || store.getMemRef() != first.getMemRef() ||
        store.getNontemporal() || store.getIndices().size() != 1)
      break;
    indices.push_back(store.getIndices().front());
    if (!areAdjacent(indices))
      break;
    found.stores.push_back(store);
    found.barrier = nullptr;
  }
  return found;
}

/// Whether a store behind a barrier continues adjacent stores.
static bool isContinued(memref::StoreOp first, Operation *barrier) {
  if (!barrier || first.getIndices().size() != 1)
    return false;
  for (Operation *op = barrier; op; op = op->getNextNode()) {
    auto store = dyn_cast<memref::StoreOp>(op);
    if (store && store.getMemRef() == first.getMemRef() &&
        store.getIndices().size() == 1 &&
        areAdjacent({first.getIndices().front(), store.getIndices().front()}))
      return true;
  }
  return false;
}

/// Reports why a single store is not vectorized, if the next store of its block
/// to the same array is adjacent.
static void reportSingle(memref::StoreOp first, Operation *barrier) {
  if (!isContinued(first, barrier))
    return;
  auto refuse = [&](const Twine &reason) {
    (void)reportMissed(first, LoweringOption::VectorizeStores, reason);
  };
  auto store = dyn_cast<memref::StoreOp>(barrier);
  if (first.getNontemporal() ||
      (store && store.getMemRef() == first.getMemRef() &&
       store.getNontemporal()))
    return refuse("the adjacent stores to " + describeArray(first.getMemRef()) +
                  " are nontemporal");
  refuse("'" + barrier->getName().getStringRef() +
         "' between adjacent stores to " + describeArray(first.getMemRef()) +
         " may access the same memory");
}

/// Replaces adjacent stores, of which `first` is the first, by a vector store.
/// Returns the last operation that was considered.
static Operation *vectorizeFrom(memref::StoreOp first) {
  auto [stores, barrier] = findAdjacent(first);
  auto numLanes = static_cast<int64_t>(stores.size());
  if (numLanes < 2) {
    reportSingle(first, barrier);
    return first;
  }
  auto refuse = [&](const Twine &reason) {
    (void)reportMissed(first, LoweringOption::VectorizeStores, reason);
  };
  if (!llvm::isPowerOf2_64(numLanes)) {
    refuse("the number of adjacent stores, " + Twine(numLanes) +
           ", is not a power of two");
    return first;
  }
  if (!isPacked(first.getMemRef())) {
    refuse(describeArray(first.getMemRef()) +
           " has a non-identity layout or elements other than integers or "
           "floats of 8, 16, 32 or 64 bits");
    return first;
  }
  SmallVector<Value> lanes = llvm::map_to_vector(
      stores, [](memref::StoreOp store) { return store.getValueToStore(); });
  TreeVectorizer vectorizer(stores.back(), numLanes);
  std::string obstacle = llvm::all_equal(lanes)
                             ? "the adjacent stores store the same value"
                             : vectorizer.whyNotVectorized(lanes);
  if (!obstacle.empty()) {
    refuse(obstacle);
    return stores.back();
  }
  reportPassed(first, LoweringOption::VectorizeStores,
               "replaces " + Twine(numLanes) + " stores to " +
                   describeArray(first.getMemRef()) + " by a vector store");
  Value vector = vectorizer.emit(lanes);
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
          op = vectorizeFrom(store);
    });
  }
};
} // namespace
