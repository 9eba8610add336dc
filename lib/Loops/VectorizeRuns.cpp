//===- VectorizeRuns.cpp - Places that follow each other --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that changes an array at the place of each entry has no vectors, since
// places may be anywhere. Where most of them follow each other, as those of
// meshes do, four that do are one step, which a comparison of the first with
// the last one tells: they ascend.
//
//===----------------------------------------------------------------------===//

#include "ArrayOrigins.h"

#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Loops/Passes.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/MapVector.h"

namespace weft {
#define GEN_PASS_DEF_VECTORIZERUNS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// How many places one step has.
static constexpr int64_t kLanes = 4;

namespace {
/// A loop that changes arrays at places that ascend.
class RunLoop {
public:
  explicit RunLoop(scf::ForOp loop) : loop(loop) {}

  bool match();
  void vectorize();

private:
  bool isOutside(Value value) { return loop.isDefinedOutsideOfLoop(value); }
  bool isPlace(Value index);
  bool canLoad(memref::LoadOp load);
  bool canStore(memref::StoreOp store);
  bool canCompute(Operation &op);
  bool areApart();

  Value emitPlace(ImplicitLocOpBuilder &b, Value place, Value position);
  Value emitLanes(ImplicitLocOpBuilder &b, Value value, Value position,
                  IRMapping &lanes);
  void emitVectors(ImplicitLocOpBuilder &b, Value position);
  Value emitStep(ImplicitLocOpBuilder &b, Value position);

  scf::ForOp loop;
  /// The arrays that change, and the place of each.
  llvm::MapVector<Value, Value> places;
  SmallVector<memref::StoreOp> stores;
};
} // namespace

static VectorType getLanesType(Type element) {
  return VectorType::get({kLanes}, element);
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// Whether elements that follow each other are a vector: they lie side by side,
/// which those of records do not, and take bytes, which truth values in vectors
/// do not.
static bool hasVectors(Value array) {
  auto type = cast<MemRefType>(array.getType());
  return type.getRank() == 1 && type.isLastDimUnitStride() &&
         VectorType::isValidElementType(type.getElementType()) &&
         !type.getElementType().isInteger(1);
}

/// Whether an index is one more where a coordinate is that is loaded at the
/// position.
bool RunLoop::isPlace(Value index) {
  Operation *op = index.getDefiningOp();
  if (!op || op->getBlock() != loop.getBody())
    return false;
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getIndices().size() == 1 &&
           load.getIndices().front() == loop.getInductionVar();
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return isPlace(op->getOperand(0));
  return isa<arith::AddIOp, arith::SubIOp>(op) &&
         isOutside(op->getOperand(1)) && isPlace(op->getOperand(0));
}

/// Whether an array is read where it is the same for all, in a row, or at the
/// place where it changes.
bool RunLoop::canLoad(memref::LoadOp load) {
  Value array = load.getMemRef();
  if (!isOutside(array) || load.getIndices().size() != 1)
    return false;
  Value index = load.getIndices().front();
  auto place = places.find(array);
  if (place != places.end())
    return index == place->second;
  return isOutside(index) ||
         (index == loop.getInductionVar() && hasVectors(array));
}

bool RunLoop::canStore(memref::StoreOp store) {
  Value array = store.getMemRef();
  if (!isOutside(array) || !hasVectors(array) ||
      !isPlace(store.getIndices().front()))
    return false;
  Value index = store.getIndices().front();
  stores.push_back(store);
  return places.try_emplace(array, index).first->second == index;
}

bool RunLoop::canCompute(Operation &op) {
  return op.getNumResults() == 1 && isMemoryEffectFree(&op) &&
         (OpTrait::hasElementwiseMappableTraits(&op) ||
          op.hasTrait<OpTrait::ConstantLike>()) &&
         VectorType::isValidElementType(op.getResult(0).getType());
}

/// Whether what changes is no part of what is read elsewhere.
bool RunLoop::areApart() {
  for (auto [array, place] : places) {
    if (!isAllocatedHere(array))
      return false;
    for (Operation &op : loop.getBody()->without_terminator()) {
      auto load = dyn_cast<memref::LoadOp>(op);
      auto store = dyn_cast<memref::StoreOp>(op);
      Value other = load ? load.getMemRef() : store ? store.getMemRef() : array;
      if (other != array && mayOverlap(array, other))
        return false;
    }
  }
  return true;
}

bool RunLoop::match() {
  if (loop.getNumResults() != 0 || !isConstantIntValue(loop.getStep(), 1))
    return false;
  auto body = loop.getBody()->without_terminator();
  for (Operation &op : body)
    if (auto store = dyn_cast<memref::StoreOp>(op); store && !canStore(store))
      return false;
  for (Operation &op : body) {
    if (isa<memref::StoreOp>(op))
      continue;
    auto load = dyn_cast<memref::LoadOp>(op);
    if (load ? !canLoad(load) : !canCompute(op))
      return false;
  }
  return !stores.empty() && areApart();
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// The place of the entry at a position.
Value RunLoop::emitPlace(ImplicitLocOpBuilder &b, Value place, Value position) {
  if (place == loop.getInductionVar())
    return position;
  if (isOutside(place))
    return place;
  IRMapping mapping;
  for (Value operand : place.getDefiningOp()->getOperands())
    if (!mapping.contains(operand))
      mapping.map(operand, emitPlace(b, operand, position));
  return b.clone(*place.getDefiningOp(), mapping)->getResult(0);
}

/// What a value is for the entries from a position on.
Value RunLoop::emitLanes(ImplicitLocOpBuilder &b, Value value, Value position,
                         IRMapping &lanes) {
  if (Value known = lanes.lookupOrNull(value))
    return known;
  VectorType type = getLanesType(value.getType());
  Operation *op = value.getDefiningOp();
  Value result;
  if (value == loop.getInductionVar()) {
    result =
        arith::AddIOp::create(b, vector::BroadcastOp::create(b, type, position),
                              vector::StepOp::create(b, type));
  } else if (isOutside(value) || op->hasTrait<OpTrait::ConstantLike>()) {
    Value same = isOutside(value) ? value : b.clone(*op)->getResult(0);
    result = vector::BroadcastOp::create(b, type, same);
  } else if (auto load = dyn_cast<memref::LoadOp>(op)) {
    Value index = load.getIndices().front();
    Value at = emitPlace(b, index, position);
    if (isOutside(index))
      result = vector::BroadcastOp::create(
          b, type, memref::LoadOp::create(b, load.getMemRef(), at).getResult());
    else
      result = vector::LoadOp::create(b, type, load.getMemRef(), at);
  } else {
    OperationState state(op->getLoc(), op->getName());
    for (Value operand : op->getOperands())
      state.addOperands(emitLanes(b, operand, position, lanes));
    state.addTypes(type);
    state.propertiesAttr = op->getPropertiesAsAttribute();
    result = b.create(state)->getResult(0);
  }
  lanes.map(value, result);
  return result;
}

/// Emits what the loop does with the entries from a position on, whose places
/// follow each other.
void RunLoop::emitVectors(ImplicitLocOpBuilder &b, Value position) {
  IRMapping lanes;
  for (memref::StoreOp store : stores) {
    Value value = emitLanes(b, store.getValueToStore(), position, lanes);
    Value place = emitPlace(b, store.getIndices().front(), position);
    vector::StoreOp::create(b, value, store.getMemRef(), place);
  }
}

/// Emits a step for the entries from a position on, of which there are four,
/// and gives the next one.
Value RunLoop::emitStep(ImplicitLocOpBuilder &b, Value position) {
  auto emitSum = [&](Value value, int64_t more) -> Value {
    return arith::AddIOp::create(b, value,
                                 arith::ConstantIndexOp::create(b, more));
  };
  Value place = stores.front().getIndices().front();
  Value first = emitPlace(b, place, position);
  Value last = emitPlace(b, place, emitSum(position, kLanes - 1));
  Value isRun = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, last,
                                      emitSum(first, kLanes - 1));
  auto choice = scf::IfOp::create(b, b.getIndexType(), isRun,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(choice.thenBlock());
  emitVectors(b, position);
  scf::YieldOp::create(b, emitSum(position, kLanes));
  b.setInsertionPointToStart(choice.elseBlock());
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), position);
  for (Operation &op : loop.getBody()->without_terminator())
    b.clone(op, mapping);
  scf::YieldOp::create(b, emitSum(position, 1));
  return choice.getResult(0);
}

void RunLoop::vectorize() {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  Value width = arith::ConstantIndexOp::create(b, kLanes);
  Value upper = arith::SubIOp::create(b, loop.getUpperBound(), width);
  auto steps = scf::WhileOp::create(
      b, b.getIndexType(), loop.getLowerBound(),
      [&](OpBuilder &inner, Location loc, ValueRange carried) {
        Value isLeft = arith::CmpIOp::create(
            inner, loc, arith::CmpIPredicate::sle, carried.front(), upper);
        scf::ConditionOp::create(inner, loc, isLeft, carried);
      },
      [&](OpBuilder &inner, Location loc, ValueRange carried) {
        ImplicitLocOpBuilder b(loc, inner);
        scf::YieldOp::create(b, emitStep(b, carried.front()));
      });
  // Fewer than four are left.
  loop.setLowerBound(steps.getResult(0));
  markShortLoop(loop);
}

namespace {
struct VectorizeRuns : weft::impl::VectorizeRunsBase<VectorizeRuns> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (loop->removeDiscardableAttr(kRunsAttr))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops) {
      RunLoop runs(loop);
      if (runs.match())
        runs.vectorize();
    }
  }
};
} // namespace
