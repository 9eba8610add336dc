//===- EdgeTiles.cpp - Tiles that are no vectors --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a tile has fewer elements than lanes, its elements are combined one
// after the other, each in a register, instead of all of them in memory in each
// step: the loop over them goes outside of those that a vector would be carried
// through. A matrix with three columns has no other tile.
//
// Where each step combines into other elements, that may not be done. But a
// single element has no loop in the nest: it would take longer than its step.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/RegisterTiles.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

namespace {
/// Loops around the one over the elements of a tile, which combines into each
/// element by itself.
class EdgeNest {
public:
  explicit EdgeNest(scf::ForOp outermost) : outermost(outermost) {}

  /// Finds the loops; false if they are not nested directly or carry values.
  bool findLoops();
  /// Finds the accesses of the array of the tile; false if something else is
  /// written, or an element is not loaded and then stored.
  bool findAccesses(Value root);
  void interchange();
  /// Copies the nest for the case that there is one element.
  void specialize();

private:
  /// Whether an index depends on the element alone.
  bool isOfElement(Value index);
  /// The only operation that combines into an element, if it may combine in any
  /// order and has a neutral number; else null.
  Operation *getFreeCombiner();
  Value emitIndex(ImplicitLocOpBuilder &b, Value index, IRMapping &mapping);
  /// Emits a loop and those inside of it for one element, whose value they
  /// carry.
  Value emitLoop(ImplicitLocOpBuilder &b, size_t depth, Value carried,
                 IRMapping &mapping);

  scf::ForOp outermost, elements;
  SmallVector<scf::ForOp> loops;
  SmallVector<memref::LoadOp> loads;
  memref::StoreOp store;
};
} // namespace

bool EdgeNest::findLoops() {
  for (scf::ForOp loop = outermost;;) {
    if (loop.getNumResults() != 0 || isParallel(loop))
      return false;
    scf::ForOp inner;
    for (Operation &op : *loop.getBody()) {
      if (op.getNumRegions() == 0)
        continue;
      if (inner || !isa<scf::ForOp>(op))
        return false;
      inner = cast<scf::ForOp>(op);
    }
    if (!inner) {
      elements = loop;
      break;
    }
    loops.push_back(loop);
    loop = inner;
  }
  return elements != outermost &&
         llvm::all_of(elements->getOperands(), [&](Value bound) {
           return outermost.isDefinedOutsideOfLoop(bound);
         });
}

bool EdgeNest::isOfElement(Value index) {
  if (outermost.isDefinedOutsideOfLoop(index) ||
      index == elements.getInductionVar())
    return true;
  Operation *op = index.getDefiningOp();
  return op && op->getNumRegions() == 0 && isPure(op) &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return isOfElement(operand); });
}

bool EdgeNest::findAccesses(Value root) {
  WalkResult result = outermost.walk([&](Operation *op) -> WalkResult {
    bool isHere = op->getBlock() == elements.getBody();
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      if (getRoot(load.getMemRef()) != root)
        return WalkResult::advance();
      // What is stored is not loaded again.
      if (!isHere || store)
        return WalkResult::interrupt();
      loads.push_back(load);
      return WalkResult::advance();
    }
    if (auto other = dyn_cast<memref::StoreOp>(op)) {
      if (!isHere || store || getRoot(other.getMemRef()) != root)
        return WalkResult::interrupt();
      store = other;
      return WalkResult::advance();
    }
    return isa<scf::ForOp>(op) || isMemoryEffectFree(op)
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return !result.wasInterrupted() && store && !loads.empty() &&
         outermost.isDefinedOutsideOfLoop(store.getMemRef()) &&
         llvm::all_of(store.getIndices(),
                      [&](Value index) { return isOfElement(index); }) &&
         llvm::all_of(loads, [&](memref::LoadOp load) {
           return load.getMemRef() == store.getMemRef() &&
                  load.getIndices() == store.getIndices();
         });
}

Operation *EdgeNest::getFreeCombiner() {
  Operation *op = store.getValueToStore().getDefiningOp();
  if (!op || op->getBlock() != elements.getBody() || loads.size() != 1 ||
      !loads.front()->hasOneUse() || *loads.front()->user_begin() != op)
    return nullptr;
  auto real = dyn_cast<arith::ArithFastMathInterface>(op);
  bool isFree =
      real ? arith::bitEnumContainsAll(real.getFastMathFlagsAttr().getValue(),
                                       arith::FastMathFlags::reassoc)
           : op->getResult(0).getType().isInteger();
  return isFree && arith::getNeutralElement(op) ? op : nullptr;
}

Value EdgeNest::emitIndex(ImplicitLocOpBuilder &b, Value index,
                          IRMapping &mapping) {
  if (mapping.contains(index) || outermost.isDefinedOutsideOfLoop(index))
    return mapping.lookupOrDefault(index);
  Operation *op = index.getDefiningOp();
  for (Value operand : op->getOperands())
    emitIndex(b, operand, mapping);
  b.clone(*op, mapping);
  return mapping.lookup(index);
}

Value EdgeNest::emitLoop(ImplicitLocOpBuilder &b, size_t depth, Value carried,
                         IRMapping &mapping) {
  OpBuilder::InsertionGuard guard(b);
  scf::ForOp loop = loops[depth];
  auto copy = scf::ForOp::create(
      b, mapping.lookupOrDefault(loop.getLowerBound()),
      mapping.lookupOrDefault(loop.getUpperBound()),
      mapping.lookupOrDefault(loop.getStep()), ValueRange{carried});
  copy->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  mapping.map(loop.getInductionVar(), copy.getInductionVar());
  b.setInsertionPointToStart(copy.getBody());
  Value next = copy.getRegionIterArg(0);
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (op.getNumRegions() == 0) {
      b.clone(op, mapping);
      continue;
    }
    if (&op != elements) {
      next = emitLoop(b, depth + 1, next, mapping);
      continue;
    }
    for (memref::LoadOp load : loads)
      mapping.map(load.getResult(), next);
    for (Operation &step : elements.getBody()->without_terminator())
      if (&step != store && !llvm::is_contained(loads, &step))
        b.clone(step, mapping);
    next = mapping.lookupOrDefault(store.getValueToStore());
  }
  scf::YieldOp::create(b, next);
  return copy.getResult(0);
}

void EdgeNest::interchange() {
  ImplicitLocOpBuilder b(outermost.getLoc(), outermost);
  // The elements need not be there if there is nothing to combine.
  Value isEntered = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                          outermost.getLowerBound(),
                                          outermost.getUpperBound());
  auto branch = scf::IfOp::create(b, TypeRange(), isEntered,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/false);
  b.setInsertionPointToStart(branch.thenBlock());
  auto outside =
      scf::ForOp::create(b, elements.getLowerBound(), elements.getUpperBound(),
                         elements.getStep());
  outside->setDiscardableAttrs(elements->getDiscardableAttrDictionary());
  scf::YieldOp::create(b);
  b.setInsertionPointToStart(outside.getBody());
  IRMapping mapping;
  mapping.map(elements.getInductionVar(), outside.getInductionVar());
  SmallVector<Value> indices =
      llvm::map_to_vector(store.getIndices(), [&](Value index) {
        return emitIndex(b, index, mapping);
      });
  Value array = store.getMemRef();
  Value element, sum;
  b.setLoc(store.getLoc());
  if (Operation *combiner = getFreeCombiner()) {
    // What the loops begin with need not wait for memory.
    auto neutral =
        arith::ConstantOp::create(b, *arith::getNeutralElement(combiner));
    sum = emitLoop(b, 0, neutral, mapping);
    element = memref::LoadOp::create(b, array, indices);
    IRMapping operands;
    for (Value operand : combiner->getOperands())
      operands.map(operand, operand == loads.front() ? element : sum);
    sum = b.clone(*combiner, operands)->getResult(0);
  } else {
    element = memref::LoadOp::create(b, array, indices);
    sum = emitLoop(b, 0, element, mapping);
  }
  memref::StoreOp::create(b, sum, array, indices);
  outermost.erase();
}

void EdgeNest::specialize() {
  ImplicitLocOpBuilder b(outermost.getLoc(), outermost);
  Value first = elements.getLowerBound();
  Value second = arith::AddIOp::create(b, first, elements.getStep());
  Value isSingle = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, second,
                                         elements.getUpperBound());
  auto branch = scf::IfOp::create(b, TypeRange(), isSingle,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  b.setInsertionPointToEnd(branch.thenBlock());
  IRMapping mapping;
  b.clone(*outermost, mapping);
  scf::YieldOp::create(b);
  auto single = cast<scf::ForOp>(mapping.lookup(elements.getOperation()));
  single.getInductionVar().replaceAllUsesWith(first);
  Block *body = single.getBody();
  body->getTerminator()->erase();
  single->getBlock()->getOperations().splice(single->getIterator(),
                                             body->getOperations());
  single.erase();
  b.setInsertionPointToEnd(branch.elseBlock());
  outermost->moveBefore(scf::YieldOp::create(b));
}

void weft::specializeEdge(scf::ForOp outermost) {
  EdgeNest nest(outermost);
  if (nest.findLoops())
    nest.specialize();
}

void weft::combineEdge(scf::ForOp outermost, Value root) {
  EdgeNest nest(outermost);
  if (nest.findLoops() && nest.findAccesses(root))
    nest.interchange();
}
