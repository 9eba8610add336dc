//===- StoreReplay.cpp - Repeat the stores of loops -----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slices loops to the computation of the indices to which they store, and emits
// the slice with other values.
//
//===----------------------------------------------------------------------===//

#include "Allocation/StoreReplay.h"

#include "Analysis/ReadOnlyArrays.h"
#include "Analysis/ValueDependence.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// OperationSlice
//===----------------------------------------------------------------------===//

LogicalResult OperationSlice::addOperands(ValueRange operands, Refuse refuse) {
  for (Value operand : operands)
    if (failed(addValue(operand, refuse)))
      return failure();
  return success();
}

LogicalResult OperationSlice::addValue(Value value, Refuse refuse) {
  if (!root->isProperAncestor(value.getParentBlock()->getParentOp()) &&
      value.getParentBlock()->getParentOp() != root)
    return success();
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return loop && value == loop.getInductionVar()
               ? success()
               : refuse("the index of a store depends on a loop-carried value");
  }
  Operation *op = value.getDefiningOp();
  auto load = dyn_cast<memref::LoadOp>(op);
  if (load && !isReadOnly(load.getMemref()))
    return refuse(
        "the index of a store depends on an array that may be written");
  if (op->getNumRegions() != 0 || (!load && !isMemoryEffectFree(op)))
    return refuse("the index of a store depends on `" +
                  op->getName().getStringRef() +
                  "`, which has regions or side effects");
  return add(op, refuse);
}

LogicalResult OperationSlice::addLoop(scf::ForOp loop, Refuse refuse) {
  if (isParallel(loop) || getGPUUnit(loop))
    return refuse("a loop that stores to the workspace is parallel");
  if (loop.getUnsignedCmp())
    return refuse("a loop that stores to the workspace has unsigned bounds");
  return addOperands(
      {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()}, refuse);
}

LogicalResult OperationSlice::add(Operation *op, Refuse refuse) {
  if (!ops.insert(op).second)
    return success();
  if (op != root && failed(add(op->getParentOp(), refuse)))
    return failure();
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return addOperands(store.getIndices(), refuse);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return addLoop(loop, refuse);
  if (op->getNumRegions() != 0 && !isa<scf::IfOp>(op))
    return refuse("a store to the workspace is in `" +
                  op->getName().getStringRef() +
                  "`, not in `scf.for` or `scf.if`");
  return addOperands(op->getOperands(), refuse);
}

//===----------------------------------------------------------------------===//
// Finding stores
//===----------------------------------------------------------------------===//

/// Whether a loop iterates a segment: one of its bounds is loaded.
static bool iteratesSegment(scf::ForOp loop) {
  auto isLoaded = [](Value bound) {
    return !isComputedFrom(bound, [](Value value) -> std::optional<bool> {
      Operation *op = value.getDefiningOp();
      if (isa_and_present<memref::LoadOp>(op))
        return false;
      if (!op || op->getNumRegions() != 0)
        return true;
      return std::nullopt;
    });
  };
  return getConstantIntValue(loop.getStep()) == 1 &&
         (isLoaded(loop.getLowerBound()) || isLoaded(loop.getUpperBound()));
}

LogicalResult StoreReplay::addLoop(scf::ForOp loop,
                                   OperationSlice::Refuse refuse) {
  if (!iteratesSegment(loop))
    return refuse("a loop that stores to the workspace has no loaded bound or "
                  "a step other than 1");
  bool hasInner = loop.getBody()
                      ->walk([&](scf::ForOp inner) {
                        return indices.contains(inner) ? WalkResult::interrupt()
                                                       : WalkResult::advance();
                      })
                      .wasInterrupted();
  if (hasInner)
    return success();
  innermost.insert(loop);
  return bounds.add(loop, refuse);
}

FailureOr<StoreReplay> StoreReplay::find(Operation *root,
                                         ArrayRef<memref::StoreOp> stores,
                                         OperationSlice::Refuse refuse) {
  StoreReplay replay(root);
  for (memref::StoreOp store : stores)
    if (failed(replay.indices.add(store, refuse)))
      return failure();
  WalkResult result = root->walk([&](scf::ForOp loop) {
    return replay.indices.contains(loop)
               ? WalkResult(replay.addLoop(loop, refuse))
               : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return replay;
}

//===----------------------------------------------------------------------===//
// Emitting the slice
//===----------------------------------------------------------------------===//

namespace {
/// Copies the operations of a slice.
class SliceEmitter {
public:
  /// Emits a replacement of an operation of the slice; nothing if the operation
  /// is to be copied. Takes and returns the value that the copied loops carry,
  /// which may be null.
  using EmitLeaf = llvm::function_ref<std::optional<Value>(
      ImplicitLocOpBuilder &, Operation *, const IRMapping &, Value)>;

  SliceEmitter(const OperationSlice &slice, EmitLeaf emitLeaf)
      : slice(slice), emitLeaf(emitLeaf) {}

  Value emit(ImplicitLocOpBuilder &b, Operation *op, Value carried);

private:
  Value emitBlock(ImplicitLocOpBuilder &b, Block &block, Value carried) {
    for (Operation &op : block.without_terminator())
      if (slice.contains(&op))
        carried = emit(b, &op, carried);
    return carried;
  }
  Value emitIf(ImplicitLocOpBuilder &b, scf::IfOp branch, Value carried);
  Value emitFor(ImplicitLocOpBuilder &b, scf::ForOp loop, Value carried);

  const OperationSlice &slice;
  EmitLeaf emitLeaf;
  IRMapping mapping;
};
} // namespace

static SmallVector<Value> getCarried(Value carried) {
  return carried ? SmallVector<Value>{carried} : SmallVector<Value>{};
}

Value SliceEmitter::emitIf(ImplicitLocOpBuilder &b, scf::IfOp branch,
                           Value carried) {
  auto emitRegion = [&](Region &from) {
    return [&](OpBuilder &at, Location loc) {
      ImplicitLocOpBuilder inner(loc, at);
      Value last =
          from.empty() ? carried : emitBlock(inner, from.front(), carried);
      scf::YieldOp::create(inner, getCarried(last));
    };
  };
  auto then = emitRegion(branch.getThenRegion());
  auto otherwise = emitRegion(branch.getElseRegion());
  Value condition = mapping.lookupOrDefault(branch.getCondition());
  bool hasElse = carried || !branch.getElseRegion().empty();
  using EmitRegion = llvm::function_ref<void(OpBuilder &, Location)>;
  auto copy = scf::IfOp::create(b, condition, then,
                                hasElse ? EmitRegion(otherwise) : EmitRegion());
  return carried ? copy.getResult(0) : carried;
}

Value SliceEmitter::emitFor(ImplicitLocOpBuilder &b, scf::ForOp loop,
                            Value carried) {
  auto emitBody = [&](OpBuilder &at, Location loc, Value induction,
                      ValueRange iterArgs) {
    ImplicitLocOpBuilder inner(loc, at);
    induction.setLoc(loop.getInductionVar().getLoc());
    mapping.map(loop.getInductionVar(), induction);
    Value last =
        emitBlock(inner, *loop.getBody(), carried ? iterArgs.front() : carried);
    scf::YieldOp::create(inner, getCarried(last));
  };
  auto copy = scf::ForOp::create(
      b, mapping.lookupOrDefault(loop.getLowerBound()),
      mapping.lookupOrDefault(loop.getUpperBound()),
      mapping.lookupOrDefault(loop.getStep()), getCarried(carried), emitBody);
  inheritLoopInfo(loop, copy);
  return carried ? copy.getResult(0) : carried;
}

Value SliceEmitter::emit(ImplicitLocOpBuilder &b, Operation *op,
                         Value carried) {
  b.setLoc(op->getLoc());
  if (std::optional<Value> emitted = emitLeaf(b, op, mapping, carried))
    return *emitted;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return emitFor(b, loop, carried);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return emitIf(b, branch, carried);
  b.clone(*op, mapping);
  return carried;
}

Value StoreReplay::emitCount(ImplicitLocOpBuilder &b, Value sum) const {
  if (innermost.empty())
    return sum;
  auto emitIterations = [&](ImplicitLocOpBuilder &b, Operation *op,
                            const IRMapping &mapping,
                            Value sum) -> std::optional<Value> {
    if (!innermost.contains(op))
      return std::nullopt;
    auto loop = cast<scf::ForOp>(op);
    Value iterations =
        arith::SubIOp::create(b, mapping.lookupOrDefault(loop.getUpperBound()),
                              mapping.lookupOrDefault(loop.getLowerBound()));
    return b.createOrFold<arith::AddIOp>(sum, iterations);
  };
  return SliceEmitter(bounds, emitIterations).emit(b, bounds.getRoot(), sum);
}

void StoreReplay::emit(ImplicitLocOpBuilder &b,
                       llvm::function_ref<Value(Value array)> getStored) const {
  auto emitStore = [&](ImplicitLocOpBuilder &b, Operation *op,
                       const IRMapping &mapping,
                       Value none) -> std::optional<Value> {
    auto store = dyn_cast<memref::StoreOp>(op);
    if (!store)
      return std::nullopt;
    auto mapped = llvm::map_to_vector(store.getIndices(), [&](Value index) {
      return mapping.lookupOrDefault(index);
    });
    memref::StoreOp::create(b, getStored(store.getMemref()), store.getMemref(),
                            mapped);
    return none;
  };
  SliceEmitter(indices, emitStore).emit(b, indices.getRoot(), Value());
}
