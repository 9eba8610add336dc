//===- TileFill.cpp - Loops that fill tiles with a value ------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the loop backwards from the nest through the branches around it.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/TileFill.h"
#include "Vectorization/ForwardStores.h"
#include "Vectorization/VectorTile.h"

#include "weft/Support/IndexSum.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

/// Whether two indices are the same if the induction variables of the loops
/// around them are.
static bool isSameIn(scf::ForOp first, Value left, scf::ForOp second,
                     Value right) {
  IndexSum sum = IndexSum::of(left), other = IndexSum::of(right);
  if (sum.constant != other.constant)
    return false;
  for (Value addend : sum.addends) {
    auto *found = llvm::find_if(other.addends, [&](Value value) {
      return isSame(addend, value) || (addend == first.getInductionVar() &&
                                       value == second.getInductionVar());
    });
    if (found == other.addends.end())
      return false;
    other.addends.erase(found);
  }
  return other.addends.empty();
}

/// Whether a branch around an operation is taken only if a value is a constant.
static bool isKnownToBe(Value value, int64_t constant, Operation *op) {
  for (Region *region = op->getParentRegion(); region;
       region = region->getParentRegion()) {
    auto branch = dyn_cast<scf::IfOp>(region->getParentOp());
    if (!branch || region != &branch.getThenRegion())
      continue;
    auto isEqual = branch.getCondition().getDefiningOp<arith::CmpIOp>();
    if (isEqual && isEqual.getPredicate() == arith::CmpIPredicate::eq &&
        isEqual.getLhs() == value &&
        isConstantIntValue(isEqual.getRhs(), constant))
      return true;
  }
  return false;
}

/// Whether a loop has as many iterations as a tile has elements, where control
/// enters `nest`.
static bool hasLength(scf::ForOp loop, int64_t length, Operation *nest) {
  if (std::optional<APInt> count = loop.getStaticTripCount())
    return count->getSExtValue() == length;
  return isConstantIntValue(loop.getLowerBound(), 0) &&
         isKnownToBe(loop.getUpperBound(), length, nest);
}

/// The only operation of a loop with side effects, if it is a store.
static memref::StoreOp getOnlyStore(scf::ForOp loop) {
  memref::StoreOp store;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (isPure(&op))
      continue;
    auto found = dyn_cast<memref::StoreOp>(op);
    if (!found || store)
      return {};
    store = found;
  }
  return store;
}

/// The value that a loop fills a tile with; null if it does something else.
static Value getFill(scf::ForOp loop, const TileElements &tile,
                     Operation *nest) {
  if (loop.getNumResults() != 0 || loop.getUnsignedCmp() ||
      !isConstantIntValue(loop.getStep(), 1))
    return {};
  memref::StoreOp store = getOnlyStore(loop);
  if (!store || store.getMemRef() != tile.array ||
      !loop.isDefinedOutsideOfLoop(store.getValueToStore()))
    return {};
  scf::ForOp over = tile.loop;
  bool isSameTile =
      isSame(loop.getLowerBound(), over.getLowerBound()) &&
      isSameIn(loop, store.getIndices().front(), over, tile.index);
  return isSameTile && hasLength(loop, tile.length, nest)
             ? store.getValueToStore()
             : Value();
}

std::optional<TileFill> weft::findFill(Operation *nest,
                                       const TileElements &tile) {
  Value root = getRoot(tile.array);
  if (!forwarding::isOwn(root))
    return std::nullopt;
  for (Operation *op = forwarding::getPrevious(nest); op;
       op = forwarding::getPrevious(op)) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      if (Value value = getFill(loop, tile, nest))
        return TileFill{loop, value};
    // A branch that `getPrevious` leaves contains the nest, and is not visited.
    if (forwarding::mayAccess(*op, root))
      return std::nullopt;
  }
  return std::nullopt;
}

void weft::sinkFill(TileFill fill, Operation *nest) {
  Region *inside = nest->getParentRegion();
  while (inside != fill.loop->getParentRegion()) {
    auto branch = cast<scf::IfOp>(inside->getParentOp());
    bool isThen = inside == &branch.getThenRegion();
    Region &other = isThen ? branch.getElseRegion() : branch.getThenRegion();
    OpBuilder b(branch.getContext());
    if (other.empty()) {
      b.createBlock(&other);
      scf::YieldOp::create(b, branch.getLoc());
    }
    b.setInsertionPointToStart(&other.front());
    b.clone(*fill.loop);
    inside = branch->getParentRegion();
  }
  fill.loop->erase();
}
