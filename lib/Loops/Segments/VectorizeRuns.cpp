//===- VectorizeRuns.cpp - Vectorization of consecutive coordinates -------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectorizes scatters at consecutive coordinates. A loop that updates an array
// at the coordinate of each entry is not vectorized, since coordinates are
// arbitrary. If most coordinates are consecutive, as in meshes, four entries
// are updated by one vector. The coordinates of a segment increase, so that one
// comparison of the first with the fourth coordinate decides.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayOrigins.h"
#include "Analysis/ElementBytes.h"
#include "Segments/SegmentVectors.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
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

/// Entries that one iteration updates: a run has to be as long. Longer vectors
/// match fewer runs.
static constexpr int64_t kLanes = 4;

namespace {
/// A loop that updates arrays at increasing indices.
class ScatterLoop {
public:
  explicit ScatterLoop(scf::ForOp loop) : loop(loop) {}

  /// Checks the preconditions, and reports the first that does not hold.
  LogicalResult match();
  void vectorize();

private:
  LogicalResult missed(const Twine &reason) {
    return reportMissed(loop, LoweringOption::VectorizeRuns, reason);
  }
  bool isOutside(Value value) { return loop.isDefinedOutsideOfLoop(value); }
  bool isCoordinateIndex(Value index);
  LogicalResult checkLoad(memref::LoadOp load);
  LogicalResult checkStore(memref::StoreOp store);
  LogicalResult checkCompute(Operation &op);
  bool isUpdated(Value array);
  LogicalResult checkAliases();
  void findVectorized();

  Value emitIndex(ImplicitLocOpBuilder &b, Value index, Value position);
  Value emitLanes(ImplicitLocOpBuilder &b, Value value, Value position,
                  IRMapping &lanes);
  void emitVectors(ImplicitLocOpBuilder &b, Value position);
  Value emitIteration(ImplicitLocOpBuilder &b, Value position);

  scf::ForOp loop;
  /// The index of all stores.
  Value index;
  SmallVector<memref::StoreOp> stores;
  /// The operations that compute the stored values, without indices of loads.
  DenseSet<Operation *> vectorized;
};
} // namespace

static VectorType getLanesType(Type element) {
  return VectorType::get({kLanes}, element);
}

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

/// Whether vectors can load consecutive elements of an array: they are
/// contiguous, and of the same size in memory as in a vector.
static bool hasVectors(Value array) {
  auto type = cast<MemRefType>(array.getType());
  return type.getRank() == 1 && type.isLastDimUnitStride() &&
         getPackedBytes(type.getElementType()) != 0;
}

/// Whether an index is the coordinate of an entry plus an invariant, so that it
/// increases by as much as the coordinate.
bool ScatterLoop::isCoordinateIndex(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != loop.getBody())
    return false;
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getIndices().size() == 1 &&
           load.getIndices().front() == loop.getInductionVar();
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return isCoordinateIndex(op->getOperand(0));
  return isa<arith::AddIOp, arith::SubIOp>(op) &&
         isOutside(op->getOperand(1)) && isCoordinateIndex(op->getOperand(0));
}

/// Checks that a load is invariant, contiguous, or at the index of the stores.
LogicalResult ScatterLoop::checkLoad(memref::LoadOp load) {
  Value array = load.getMemRef();
  assert(isOutside(array) && "an operation that defines an array is refused");
  std::string name = describeArray(array);
  if (load.getIndices().size() != 1)
    return missed(name + " has rank " + Twine(load.getIndices().size()) +
                  ", not 1");
  Value at = load.getIndices().front();
  if (isUpdated(array))
    return at == index ? success()
                       : missed("the loop loads " + name +
                                " at an index other than the store index");
  if (isOutside(at))
    return success();
  if (at != loop.getInductionVar())
    return missed(
        "the loop loads " + name +
        " at an index that is neither invariant nor the induction variable");
  return hasVectors(array)
             ? success()
             : missed(name +
                      " is not one-dimensional with unit stride and integer or "
                      "float elements of 8, 16, 32 or 64 bits");
}

/// Checks that a store is at the same index as the others, and records it.
LogicalResult ScatterLoop::checkStore(memref::StoreOp store) {
  Value array = store.getMemRef();
  if (!isOutside(array))
    return missed("a stored array is defined in the loop");
  std::string name = describeArray(array);
  if (!hasVectors(array))
    return missed(name + " is not one-dimensional with unit stride and integer "
                         "or float elements of 8, 16, 32 or 64 bits");
  Value at = store.getIndices().front();
  if (!isCoordinateIndex(at))
    return missed(
        "the loop stores to " + name +
        " at an index that is not a coordinate plus a loop-invariant offset");
  // One comparison decides whether all indices are consecutive.
  if (!index)
    index = at;
  if (at != index)
    return missed("the loop stores at two different indices");
  stores.push_back(store);
  return success();
}

/// Collects the operations that compute stored values.
void ScatterLoop::findVectorized() {
  SmallVector<Value> values = llvm::map_to_vector(
      stores, [](memref::StoreOp store) { return store.getValueToStore(); });
  while (!values.empty()) {
    Value value = values.pop_back_val();
    if (value == loop.getInductionVar() || isOutside(value) ||
        !vectorized.insert(value.getDefiningOp()).second)
      continue;
    // The index of a load stays scalar.
    if (!isa<memref::LoadOp>(value.getDefiningOp()))
      llvm::append_range(values, value.getDefiningOp()->getOperands());
  }
}

LogicalResult ScatterLoop::checkCompute(Operation &op) {
  bool isElementwise =
      op.getNumResults() == 1 && isMemoryEffectFree(&op) &&
      (OpTrait::hasElementwiseMappableTraits(&op) ||
       op.hasTrait<OpTrait::ConstantLike>()) &&
      VectorType::isValidElementType(op.getResult(0).getType());
  return isElementwise ? success()
                       : missed("'" + op.getName().getStringRef() +
                                "' is not a side-effect-free elementwise "
                                "operation on vector element types");
}

bool ScatterLoop::isUpdated(Value array) {
  return llvm::any_of(stores, [&](memref::StoreOp store) {
    return store.getMemRef() == array;
  });
}

/// Checks that no two arrays alias, of which the loop stores to one.
LogicalResult ScatterLoop::checkAliases() {
  for (memref::StoreOp store : stores) {
    Value array = store.getMemRef();
    auto mayAlias = [&](Value other) {
      return other != array && mayOverlap(array, other);
    };
    if (!isAllocatedHere(array))
      return missed(
          describeArray(array) +
          ", which the loop stores to, is not allocated in the function");
    for (memref::StoreOp other : stores)
      if (mayAlias(other.getMemRef()))
        return missed("two stored arrays may alias");
    for (auto load : loop.getBody()->getOps<memref::LoadOp>())
      if (mayAlias(load.getMemRef()))
        return missed(describeArray(load.getMemRef()) +
                      " may alias a stored array");
  }
  return success();
}

LogicalResult ScatterLoop::match() {
  if (loop.getNumResults() != 0)
    return missed("the loop has iter_args");
  auto report = [&](const Twine &reason) { return missed(reason); };
  if (failed(checkUnitStep(loop, report)))
    return failure();
  // The checks of loads depend on the stores.
  auto body = loop.getBody()->without_terminator();
  for (Operation &op : body)
    if (auto store = dyn_cast<memref::StoreOp>(op);
        store && failed(checkStore(store)))
      return failure();
  for (Operation &op : body) {
    if (isa<memref::StoreOp>(op))
      continue;
    auto load = dyn_cast<memref::LoadOp>(op);
    if (failed(load ? checkLoad(load) : checkCompute(op)))
      return failure();
  }
  if (stores.empty())
    return missed("the loop contains no store");
  if (failed(checkAliases()))
    return failure();
  findVectorized();
  return success();
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Emits an index of the loop for the entry at a position.
Value ScatterLoop::emitIndex(ImplicitLocOpBuilder &b, Value value,
                             Value position) {
  if (value == loop.getInductionVar())
    return position;
  if (isOutside(value))
    return value;
  IRMapping mapping;
  for (Value operand : value.getDefiningOp()->getOperands())
    if (!mapping.contains(operand))
      mapping.map(operand, emitIndex(b, operand, position));
  return b.clone(*value.getDefiningOp(), mapping)->getResult(0);
}

/// Emits the vector of a value for the entries from a position on.
Value ScatterLoop::emitLanes(ImplicitLocOpBuilder &b, Value value,
                             Value position, IRMapping &lanes) {
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
    Value scalar = load.getIndices().front();
    Value at = emitIndex(b, scalar, position);
    if (isOutside(scalar))
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

/// Emits the body for the entries from a position on, whose coordinates are
/// consecutive.
void ScatterLoop::emitVectors(ImplicitLocOpBuilder &b, Value position) {
  IRMapping lanes;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (vectorized.contains(&op)) {
      emitLanes(b, op.getResult(0), position, lanes);
    } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
      Value value = emitLanes(b, store.getValueToStore(), position, lanes);
      vector::StoreOp::create(b, value, store.getMemRef(),
                              emitIndex(b, index, position));
    }
  }
}

/// Emits a branch for the at least `kLanes` entries from a position on: one
/// vector if their coordinates are consecutive, else one scalar iteration.
/// Returns the next position.
Value ScatterLoop::emitIteration(ImplicitLocOpBuilder &b, Value position) {
  auto emitSum = [&](Value value, int64_t more) -> Value {
    return arith::AddIOp::create(b, value,
                                 arith::ConstantIndexOp::create(b, more));
  };
  Value first = emitIndex(b, index, position);
  Value last = emitIndex(b, index, emitSum(position, kLanes - 1));
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

void ScatterLoop::vectorize() {
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
        scf::YieldOp::create(b, emitIteration(b, carried.front()));
      });
  // Fewer than `kLanes` entries remain.
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
      ScatterLoop scatter(loop);
      if (failed(scatter.match()))
        continue;
      reportPassed(loop, LoweringOption::VectorizeRuns,
                   "updates " + Twine(kLanes) +
                       " elements by a vector where coordinates are "
                       "consecutive");
      scatter.vectorize();
    }
  }
};
} // namespace
