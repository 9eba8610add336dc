//===- VectorizeRuns.cpp - Places that follow each other ------------------===//
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

#include "Analysis/ArrayOrigins.h"
#include "Analysis/ElementBytes.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
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
class PlaceLoop {
public:
  explicit PlaceLoop(scf::ForOp loop) : loop(loop) {}

  bool match();
  void vectorize();

private:
  bool isOutside(Value value) { return loop.isDefinedOutsideOfLoop(value); }
  bool isPlace(Value index);
  bool canLoad(memref::LoadOp load);
  bool canStore(memref::StoreOp store);
  bool canCompute(Operation &op);
  bool changes(Value array);
  bool areApart();
  void findNeeded();

  Value emitPlace(ImplicitLocOpBuilder &b, Value place, Value position);
  Value emitLanes(ImplicitLocOpBuilder &b, Value value, Value position,
                  IRMapping &lanes);
  void emitVectors(ImplicitLocOpBuilder &b, Value position);
  Value emitStep(ImplicitLocOpBuilder &b, Value position);

  scf::ForOp loop;
  /// The place of an entry, and the stores there.
  Value place;
  SmallVector<memref::StoreOp> stores;
  /// What is stored is computed from these.
  DenseSet<Operation *> needed;
};
} // namespace

static VectorType getLanesType(Type element) {
  return VectorType::get({kLanes}, element);
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// Whether elements that follow each other are a vector: they lie side by side,
/// which those of records do not, and as in vectors, which truth values do not.
static bool hasVectors(Value array) {
  auto type = cast<MemRefType>(array.getType());
  return type.getRank() == 1 && type.isLastDimUnitStride() &&
         getPackedBytes(type.getElementType()) != 0;
}

/// Whether an index is one more where a coordinate is that is loaded at the
/// position.
bool PlaceLoop::isPlace(Value index) {
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
bool PlaceLoop::canLoad(memref::LoadOp load) {
  Value array = load.getMemRef();
  if (!isOutside(array) || load.getIndices().size() != 1)
    return false;
  Value index = load.getIndices().front();
  if (changes(array))
    return index == place;
  return isOutside(index) ||
         (index == loop.getInductionVar() && hasVectors(array));
}

bool PlaceLoop::canStore(memref::StoreOp store) {
  Value array = store.getMemRef();
  if (!isOutside(array) || !hasVectors(array) ||
      !isPlace(store.getIndices().front()))
    return false;
  // One comparison is to say that all places follow each other.
  if (!place)
    place = store.getIndices().front();
  stores.push_back(store);
  return store.getIndices().front() == place;
}

/// Notes what the vectors of stores are computed from.
void PlaceLoop::findNeeded() {
  SmallVector<Value> values = llvm::map_to_vector(
      stores, [](memref::StoreOp store) { return store.getValueToStore(); });
  while (!values.empty()) {
    Value value = values.pop_back_val();
    if (value == loop.getInductionVar() || isOutside(value) ||
        !needed.insert(value.getDefiningOp()).second)
      continue;
    // Of an array, the index is no vector.
    if (!isa<memref::LoadOp>(value.getDefiningOp()))
      llvm::append_range(values, value.getDefiningOp()->getOperands());
  }
}

bool PlaceLoop::canCompute(Operation &op) {
  return op.getNumResults() == 1 && isMemoryEffectFree(&op) &&
         (OpTrait::hasElementwiseMappableTraits(&op) ||
          op.hasTrait<OpTrait::ConstantLike>()) &&
         VectorType::isValidElementType(op.getResult(0).getType());
}

bool PlaceLoop::changes(Value array) {
  return llvm::any_of(stores, [&](memref::StoreOp store) {
    return store.getMemRef() == array;
  });
}

/// Whether what changes is no part of what is read elsewhere.
bool PlaceLoop::areApart() {
  return llvm::all_of(stores, [&](memref::StoreOp changed) {
    Value array = changed.getMemRef();
    auto isApart = [&](Value other) {
      return other == array || !mayOverlap(array, other);
    };
    return isAllocatedHere(array) &&
           llvm::all_of(stores,
                        [&](memref::StoreOp store) {
                          return isApart(store.getMemRef());
                        }) &&
           llvm::all_of(
               loop.getBody()->getOps<memref::LoadOp>(),
               [&](memref::LoadOp load) { return isApart(load.getMemRef()); });
  });
}

bool PlaceLoop::match() {
  if (loop.getNumResults() != 0 || !isConstantIntValue(loop.getStep(), 1) ||
      !loop.getInductionVar().getType().isIndex() || loop.getUnsignedCmp())
    return false;
  // What changes is known before what is read is looked at.
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
  if (stores.empty() || !areApart())
    return false;
  findNeeded();
  return true;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// The place of the entry at a position.
Value PlaceLoop::emitPlace(ImplicitLocOpBuilder &b, Value place,
                           Value position) {
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
Value PlaceLoop::emitLanes(ImplicitLocOpBuilder &b, Value value, Value position,
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
void PlaceLoop::emitVectors(ImplicitLocOpBuilder &b, Value position) {
  IRMapping lanes;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (needed.contains(&op)) {
      emitLanes(b, op.getResult(0), position, lanes);
    } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
      Value value = emitLanes(b, store.getValueToStore(), position, lanes);
      vector::StoreOp::create(b, value, store.getMemRef(),
                              emitPlace(b, place, position));
    }
  }
}

/// Emits a step for the entries from a position on, of which there are four,
/// and gives the next one.
Value PlaceLoop::emitStep(ImplicitLocOpBuilder &b, Value position) {
  auto emitSum = [&](Value value, int64_t more) -> Value {
    return arith::AddIOp::create(b, value,
                                 arith::ConstantIndexOp::create(b, more));
  };
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

void PlaceLoop::vectorize() {
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
      LoopInfo info(getLoopAttr(loop));
      if (!info.hasRuns)
        return;
      info.hasRuns = false;
      setLoopInfo(loop, info);
      if (isChosen(loop, LoweringOption::VectorizeRuns))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops) {
      PlaceLoop runs(loop);
      if (runs.match())
        runs.vectorize();
    }
  }
};
} // namespace
