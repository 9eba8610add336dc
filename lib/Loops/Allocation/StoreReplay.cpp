//===- StoreReplay.cpp - Loops that store to the same places again --------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cuts loops down to the places that they store to, and emits them again.
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

bool OperationSlice::addOperands(ValueRange operands) {
  return llvm::all_of(operands,
                      [&](Value operand) { return addValue(operand); });
}

bool OperationSlice::addValue(Value value) {
  if (!root->isProperAncestor(value.getParentBlock()->getParentOp()) &&
      value.getParentBlock()->getParentOp() != root)
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return loop && value == loop.getInductionVar();
  }
  Operation *op = value.getDefiningOp();
  if (op->getNumRegions() != 0)
    return false;
  auto load = dyn_cast<memref::LoadOp>(op);
  return (load ? isNeverWritten(load.getMemref()) : isMemoryEffectFree(op)) &&
         add(op);
}

bool OperationSlice::add(Operation *op) {
  if (!ops.insert(op).second)
    return true;
  if (op != root && !add(op->getParentOp()))
    return false;
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return addOperands(store.getIndices());
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return !isParallel(loop) && !loop.getUnsignedCmp() &&
           addOperands(
               {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()});
  if (op->getNumRegions() != 0 && !isa<scf::IfOp>(op))
    return false;
  return addOperands(op->getOperands());
}

//===----------------------------------------------------------------------===//
// Finding stores
//===----------------------------------------------------------------------===//

/// Whether a loop goes over the segment of a level: a bound is loaded.
static bool isOverSegment(scf::ForOp loop) {
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

std::optional<StoreReplay> StoreReplay::of(Operation *root,
                                           ArrayRef<memref::StoreOp> stores) {
  StoreReplay replay(root);
  for (memref::StoreOp store : stores)
    if (!replay.places.add(store))
      return std::nullopt;
  WalkResult result = root->walk([&](scf::ForOp loop) {
    if (!replay.places.contains(loop))
      return WalkResult::advance();
    if (!isOverSegment(loop))
      return WalkResult::interrupt();
    bool hasInner = loop.getBody()
                        ->walk([&](scf::ForOp inner) {
                          return replay.places.contains(inner)
                                     ? WalkResult::interrupt()
                                     : WalkResult::advance();
                        })
                        .wasInterrupted();
    if (!hasInner) {
      replay.innermost.insert(loop);
      replay.bounds.add(loop);
    }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return std::nullopt;
  return replay;
}

//===----------------------------------------------------------------------===//
// Emitting them again
//===----------------------------------------------------------------------===//

namespace {
/// Copies the operations of a slice.
class SliceEmitter {
public:
  /// Emits an operation that has no regions and changes nothing, or something
  /// in place of one that has or does; takes and returns the numbers that the
  /// copied loops carry.
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
  auto emitSteps = [&](ImplicitLocOpBuilder &b, Operation *op,
                       const IRMapping &mapping,
                       Value sum) -> std::optional<Value> {
    if (!innermost.contains(op))
      return std::nullopt;
    auto loop = cast<scf::ForOp>(op);
    Value steps =
        arith::SubIOp::create(b, mapping.lookupOrDefault(loop.getUpperBound()),
                              mapping.lookupOrDefault(loop.getLowerBound()));
    return b.createOrFold<arith::AddIOp>(sum, steps);
  };
  return SliceEmitter(bounds, emitSteps).emit(b, bounds.getRoot(), sum);
}

void StoreReplay::emit(ImplicitLocOpBuilder &b,
                       llvm::function_ref<Value(Value array)> getStored) const {
  auto emitStore = [&](ImplicitLocOpBuilder &b, Operation *op,
                       const IRMapping &mapping,
                       Value none) -> std::optional<Value> {
    auto store = dyn_cast<memref::StoreOp>(op);
    if (!store)
      return std::nullopt;
    auto indices = llvm::map_to_vector(store.getIndices(), [&](Value index) {
      return mapping.lookupOrDefault(index);
    });
    memref::StoreOp::create(b, getStored(store.getMemref()), store.getMemref(),
                            indices);
    return none;
  };
  SliceEmitter(places, emitStore).emit(b, places.getRoot(), Value());
}
