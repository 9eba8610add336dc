//===- BlockReduction.cpp - Loops over dense blocks -----------------*- C++
//===//
//-*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds loops over blocks by what they do: nothing tells where they come from.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/BlockReduction.h"

#include "Analysis/ValueDependence.h"
#include "Vectorization/LaneEmitter.h"
#include "Vectorization/VectorLoop.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Support/ExactIdentity.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

bool weft::countsByOne(scf::ForOp loop) {
  return loop.getInductionVar().getType().isIndex() &&
         getConstantIntValue(loop.getStep()) == 1 && !loop.getUnsignedCmp();
}

int64_t weft::getMaxCount(scf::ForOp loop) {
  if (getConstantIntValue(loop.getLowerBound()) != 0)
    return 0;
  Value upper = loop.getUpperBound();
  if (std::optional<int64_t> count = getConstantIntValue(upper))
    return std::max<int64_t>(*count, 0);
  Operation *op = upper.getDefiningOp();
  if (op && isa<arith::MinUIOp, arith::MinSIOp>(op))
    for (Value operand : op->getOperands())
      if (std::optional<int64_t> count = getConstantIntValue(operand))
        return std::max<int64_t>(*count, 0);
  return 0;
}

int64_t weft::getNumLanes(scf::ForOp columns) {
  return llvm::PowerOf2Ceil(getMaxCount(columns));
}

/// Whether a loop begins each step of its only inner loop with what it carries,
/// and carries on what that results in.
static bool carriesOn(scf::ForOp blocks, scf::ForOp columns) {
  return blocks.getNumResults() != 0 &&
         llvm::equal(columns.getInitArgs(), blocks.getRegionIterArgs()) &&
         llvm::equal(blocks.getYieldedValues(), columns.getResults()) &&
         llvm::all_of(blocks.getRegionIterArgs(),
                      [](Value carried) { return carried.hasOneUse(); });
}

scf::ForOp weft::findColumns(scf::ForOp blocks, bool strict) {
  scf::ForOp columns;
  for (Operation &op : blocks.getBody()->without_terminator()) {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (columns ? true : !loop && op.getNumRegions() != 0)
      return {};
    if (loop)
      columns = loop;
    else if (!isMemoryEffectFree(&op) && !isa<memref::LoadOp>(op))
      return {};
  }
  if (!columns || !countsByOne(blocks) || !countsByOne(columns) ||
      hasLoopTags(blocks) || hasLoopTags(columns) || getMaxCount(columns) < 2 ||
      !carriesOn(blocks, columns))
    return {};
  LaneAnalysis analysis(columns, /*quiet=*/true);
  if (failed(analysis.run(strict)) ||
      getNumLanes(columns) * analysis.getWidth() > kVectorBytes ||
      !LaneEmitter::canMaskRows(columns, analysis))
    return {};
  for (unsigned number : llvm::seq(columns.getNumResults())) {
    const LaneReduction *reduction = analysis.getReduction(number);
    if (!reduction || reduction->ops.size() != 1 ||
        !getFreeIdentity(reduction->ops.front()))
      return {};
  }
  return columns;
}

bool weft::isSameInAll(Value value, scf::ForOp rows, scf::ForOp blocks) {
  return isComputedFrom(value, [&](Value value) -> std::optional<bool> {
    if (rows.isDefinedOutsideOfLoop(value) || value == blocks.getInductionVar())
      return true;
    Operation *op = value.getDefiningOp();
    return op && (isPure(op) || isa<memref::LoadOp>(op)) ? std::nullopt
                                                         : std::optional(false);
  });
}

/// Whether an operation, or one in it, reads or writes an array, of which
/// nothing else is a view, or `isRead` just whether it reads it.
static bool uses(Operation *op, Value root, bool isRead) {
  WalkResult result = op->walk([&](Operation *inner) {
    Value array = getArray(inner);
    bool counts =
        isRead ? !isa<memref::StoreOp>(inner) : !isa<memref::LoadOp>(inner);
    if (array)
      return counts && getRoot(array) == root ? WalkResult::interrupt()
                                              : WalkResult::advance();
    return isMemoryEffectFree(inner) ||
                   inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>()
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return result.wasInterrupted();
}

/// Whether two accesses are of the same element.
static bool isSamePlace(memref::StoreOp store, Value array,
                        OperandRange indices) {
  return store.getMemRef() == array && store.getIndices() == indices;
}

void weft::forwardStores(Block &block) {
  for (auto store :
       llvm::make_early_inc_range(block.getOps<memref::StoreOp>())) {
    Value root = getRoot(store.getMemRef());
    if (!isOwnMemory(root))
      continue;
    bool isRead = false;
    for (Operation &op : llvm::make_early_inc_range(
             llvm::make_range(std::next(store->getIterator()), block.end()))) {
      auto load = dyn_cast<memref::LoadOp>(op);
      auto next = dyn_cast<memref::StoreOp>(op);
      if (load && isSamePlace(store, load.getMemRef(), load.getIndices())) {
        load.replaceAllUsesWith(store.getValueToStore());
        load.erase();
        continue;
      }
      if (next && !isRead &&
          isSamePlace(store, next.getMemRef(), next.getIndices())) {
        store.erase();
        break;
      }
      isRead |= uses(&op, root, /*isRead=*/true);
      if (uses(&op, root, /*isRead=*/false))
        break;
    }
  }
}
