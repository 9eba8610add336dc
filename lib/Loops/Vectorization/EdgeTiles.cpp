//===- EdgeTiles.cpp - Scalar nests of incomplete tiles -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Optimizes the scalar nest of a tile that has fewer elements than lanes, as
// all tiles of a matrix with three columns. The nest updates all elements of
// the tile in memory in each iteration of the reduction. Interchange moves the
// loop over the elements outside of the reduction loops, which then accumulate
// one element at a time, in a register.
//
// If the elements change between iterations of the reduction, interchange would
// be wrong. Such a nest gets a version for tiles of one element instead,
// without the innermost loop, which would take longer than its only iteration.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/RegisterTiles.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

namespace {
/// A nest of loops around a scalar loop over the elements of a tile.
class ScalarNest {
public:
  explicit ScalarNest(scf::ForOp outermost) : outermost(outermost) {}

  /// Finds the loops. Returns why they are no perfect nest with invariant
  /// bounds of the innermost loop; nothing if they are.
  std::optional<StringRef> findLoops();
  /// Whether the outermost loop contains loops.
  bool hasInnerLoops() {
    return !outermost.getBody()->getOps<scf::ForOp>().empty();
  }
  /// Finds the accesses of the array of the tile. Returns why they do not
  /// update one element at a time, or why the nest accesses memory otherwise;
  /// nothing if interchange is possible.
  std::optional<StringRef> findAccesses(Value root);
  void interchange();
  /// Versions the nest for one element.
  void specialize();

private:
  /// Records an access, or returns why it prevents interchange.
  std::optional<StringRef> addLoad(memref::LoadOp load, Value root);
  std::optional<StringRef> addStore(memref::StoreOp other, Value root);
  /// Whether an index depends only on the induction variable of the innermost
  /// loop.
  bool isOfElement(Value index);
  /// The only operation that combines into an element, if it may be reordered
  /// and has a neutral element; else null.
  Operation *getFreeCombiner();
  Value emitIndex(ImplicitLocOpBuilder &b, Value index, IRMapping &mapping);
  /// Emits a loop and its inner loops for one element, whose value they carry.
  Value emitLoop(ImplicitLocOpBuilder &b, size_t depth, Value carried,
                 IRMapping &mapping);

  scf::ForOp outermost, elements;
  SmallVector<scf::ForOp> loops;
  SmallVector<memref::LoadOp> loads;
  memref::StoreOp store;
};
} // namespace

std::optional<StringRef> ScalarNest::findLoops() {
  for (scf::ForOp loop = outermost;;) {
    if (loop.getNumResults() != 0)
      return StringRef("a loop of the nest has iter_args");
    if (isParallel(loop))
      return StringRef("a loop of the nest is parallel");
    scf::ForOp inner;
    for (Operation &op : *loop.getBody()) {
      if (op.getNumRegions() == 0)
        continue;
      if (inner)
        return StringRef(
            "a loop of the nest contains two operations with regions");
      inner = dyn_cast<scf::ForOp>(op);
      if (!inner)
        return StringRef("a loop of the nest contains an operation with "
                         "regions other than `scf.for`");
    }
    if (!inner) {
      elements = loop;
      break;
    }
    loops.push_back(loop);
    loop = inner;
  }
  if (!llvm::all_of(elements->getOperands(), [&](Value bound) {
        return outermost.isDefinedOutsideOfLoop(bound);
      }))
    return StringRef(
        "the bounds of the innermost loop are not invariant in the nest");
  return std::nullopt;
}

bool ScalarNest::isOfElement(Value index) {
  if (outermost.isDefinedOutsideOfLoop(index) ||
      index == elements.getInductionVar())
    return true;
  Operation *op = index.getDefiningOp();
  return op && op->getNumRegions() == 0 && isPure(op) &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return isOfElement(operand); });
}

std::optional<StringRef> ScalarNest::addLoad(memref::LoadOp load, Value root) {
  if (getRoot(load.getMemRef()) != root)
    return std::nullopt;
  if (load->getBlock() != elements.getBody())
    return StringRef("an outer loop of the nest loads from the updated array");
  if (store)
    return StringRef("the updated array is loaded after the store");
  loads.push_back(load);
  return std::nullopt;
}

std::optional<StringRef> ScalarNest::addStore(memref::StoreOp other,
                                              Value root) {
  if (getRoot(other.getMemRef()) != root)
    return StringRef("the nest stores to another array");
  if (other->getBlock() != elements.getBody())
    return StringRef("an outer loop of the nest stores to the updated array");
  if (store)
    return StringRef("the nest stores to the updated array twice");
  store = other;
  return std::nullopt;
}

std::optional<StringRef> ScalarNest::findAccesses(Value root) {
  std::optional<StringRef> obstacle;
  outermost.walk([&](Operation *op) -> WalkResult {
    if (auto load = dyn_cast<memref::LoadOp>(op))
      obstacle = addLoad(load, root);
    else if (auto other = dyn_cast<memref::StoreOp>(op))
      obstacle = addStore(other, root);
    else if (!isa<scf::ForOp>(op) && !isMemoryEffectFree(op))
      obstacle = StringRef("the nest has side effects other than its stores");
    return obstacle ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (obstacle)
    return obstacle;
  if (!store || loads.empty())
    return StringRef("the nest does not both load and store the array");
  if (!outermost.isDefinedOutsideOfLoop(store.getMemRef()) ||
      !llvm::all_of(store.getIndices(),
                    [&](Value index) { return isOfElement(index); }))
    return StringRef(
        "the store index is not invariant in the outer loops of the nest");
  if (!llvm::all_of(loads, [&](memref::LoadOp load) {
        return load.getMemRef() == store.getMemRef() &&
               load.getIndices() == store.getIndices();
      }))
    return StringRef("the nest loads another element than it stores");
  return std::nullopt;
}

Operation *ScalarNest::getFreeCombiner() {
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

Value ScalarNest::emitIndex(ImplicitLocOpBuilder &b, Value index,
                            IRMapping &mapping) {
  if (mapping.contains(index) || outermost.isDefinedOutsideOfLoop(index))
    return mapping.lookupOrDefault(index);
  Operation *op = index.getDefiningOp();
  for (Value operand : op->getOperands())
    emitIndex(b, operand, mapping);
  b.clone(*op, mapping);
  return mapping.lookup(index);
}

Value ScalarNest::emitLoop(ImplicitLocOpBuilder &b, size_t depth, Value carried,
                           IRMapping &mapping) {
  OpBuilder::InsertionGuard guard(b);
  scf::ForOp loop = loops[depth];
  // Remarks name loops by their location.
  auto copy = scf::ForOp::create(
      b, loop.getLoc(), mapping.lookupOrDefault(loop.getLowerBound()),
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
    for (Operation &inner : elements.getBody()->without_terminator())
      if (&inner != store && !llvm::is_contained(loads, &inner))
        b.clone(inner, mapping);
    next = mapping.lookupOrDefault(store.getValueToStore());
  }
  scf::YieldOp::create(b, next);
  return copy.getResult(0);
}

void ScalarNest::interchange() {
  ImplicitLocOpBuilder b(outermost.getLoc(), outermost);
  // The elements may be out of bounds if the outermost loop is empty.
  Value isEntered = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                          outermost.getLowerBound(),
                                          outermost.getUpperBound());
  auto branch = scf::IfOp::create(b, TypeRange(), isEntered,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/false);
  b.setInsertionPointToStart(branch.thenBlock());
  auto outside =
      scf::ForOp::create(b, elements.getLoc(), elements.getLowerBound(),
                         elements.getUpperBound(), elements.getStep());
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
    // The accumulation starts without waiting for the load of the element.
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

void ScalarNest::specialize() {
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

void weft::specializeScalarNest(scf::ForOp outermost) {
  ScalarNest nest(outermost);
  if (!nest.hasInnerLoops())
    return;
  std::optional<StringRef> obstacle = nest.findLoops();
  if (obstacle) {
    (void)reportMissed(outermost, kRegisterTiles,
                       "no version for a tile of one element: " + *obstacle);
    return;
  }
  reportPassed(outermost, kRegisterTiles,
               "versions the scalar nest for a tile of one element");
  nest.specialize();
}

void weft::interchangeScalarNest(scf::ForOp outermost, Value root) {
  ScalarNest nest(outermost);
  if (!nest.hasInnerLoops())
    return;
  std::optional<StringRef> obstacle = nest.findLoops();
  if (!obstacle)
    obstacle = nest.findAccesses(root);
  if (obstacle) {
    (void)reportMissed(outermost, kRegisterTiles,
                       "the scalar nest is not interchanged: " + *obstacle);
    return;
  }
  reportPassed(outermost, kRegisterTiles,
               "interchanges the scalar nest to accumulate each element in a "
               "register");
  nest.interchange();
}
