//===- AccumulationNest.cpp - Loops that accumulate into arrays -----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches accumulation nests by their loads and stores, independently of the
// format that they were lowered from.
//
//===----------------------------------------------------------------------===//

#include "UnrollAndJam/AccumulationNest.h"
#include "UnrollAndJam/UnrollAndJam.h"

#include "Analysis/ArrayDescription.h"
#include "Analysis/ArrayOrigins.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

static LogicalResult refuse(const AccumulationNest &nest, const Twine &reason) {
  return reportMissed(nest.outer, LoweringOption::TileSweeps, reason);
}

//===----------------------------------------------------------------------===//
// Shape of the loops
//===----------------------------------------------------------------------===//

/// Whether the only index of an access is the induction variable of a loop, or
/// a sum with it.
static bool isConsecutive(OperandRange indices, scf::ForOp loop) {
  Value variable = loop.getInductionVar();
  if (indices.size() != 1 || indices.front() == variable)
    return indices.size() == 1;
  auto sum = indices.front().getDefiningOp<arith::AddIOp>();
  return sum && llvm::is_contained(sum->getOperands(), variable);
}

/// Whether a loop loads from an array whose consecutive elements it stores.
static bool isAccumulation(scf::ForOp loop) {
  llvm::SmallDenseSet<Value, 4> loaded;
  for (auto load : loop.getBody()->getOps<memref::LoadOp>())
    loaded.insert(load.getMemRef());
  return llvm::any_of(loop.getBody()->getOps<memref::StoreOp>(),
                      [&](memref::StoreOp store) {
                        return loaded.contains(store.getMemRef()) &&
                               isConsecutive(store.getIndices(), loop);
                      });
}

/// The loop at the end of the body of another loop if it accumulates and both
/// carry no values; else null.
static scf::ForOp findAccumulation(scf::ForOp outer) {
  Block &body = *outer.getBody();
  if (body.getOperations().size() < 2 || outer.getNumResults() != 0)
    return {};
  auto inner = dyn_cast<scf::ForOp>(*std::prev(body.end(), 2));
  return inner && inner.getNumResults() == 0 && isAccumulation(inner)
             ? inner
             : scf::ForOp();
}

/// Whether a loop carries no values, counts indices by one and has no tags.
static bool isPlain(scf::ForOp loop) {
  return loop.getNumResults() == 0 && !whyNotSupported(loop);
}

/// Checks how both loops are executed, and that the operations before the inner
/// loop can be repeated for each tile.
static LogicalResult checkLoops(const AccumulationNest &nest) {
  if (std::optional<std::string> reason = whyNotSupported(nest.outer))
    return refuse(nest, "the loop " + *reason);
  scf::ForOp outer = nest.outer;
  for (Operation *op = outer->getParentOp(); op; op = op->getParentOp())
    if (isParallel(op))
      return refuse(nest, "an enclosing loop is parallel");
  if (std::optional<std::string> reason = whyNotSupported(nest.inner))
    return refuse(nest, "the inner loop " + *reason);
  scf::ForOp inner = nest.inner;
  for (Operation &op :
       llvm::make_range(inner->getBlock()->begin(), inner->getIterator()))
    if (op.getNumRegions() != 0 ||
        (!isMemoryEffectFree(&op) && !isa<memref::LoadOp>(op)))
      return refuse(nest, "'" + op.getName().getStringRef() +
                              "' before the inner loop cannot be repeated for "
                              "each tile");
  return success();
}

//===----------------------------------------------------------------------===//
// Accumulated arrays
//===----------------------------------------------------------------------===//

/// The offset of an access from the induction variable of the inner loop, which
/// is null if it is zero. Fails if the access is not consecutive, or the offset
/// differs between iterations of the outer loop.
static FailureOr<Value> getOffset(OperandRange indices,
                                  AccumulationNest &nest) {
  if (!isConsecutive(indices, nest.inner))
    return failure();
  Value variable = nest.inner.getInductionVar();
  if (indices.front() == variable)
    return Value();
  auto sum = indices.front().getDefiningOp<arith::AddIOp>();
  Value offset = sum.getLhs() == variable ? sum.getRhs() : sum.getLhs();
  if (!nest.outer.isDefinedOutsideOfLoop(offset))
    return failure();
  return offset;
}

/// Collects the arrays that the inner loop stores to.
static LogicalResult collectArrays(AccumulationNest &nest) {
  for (auto store : nest.inner.getBody()->getOps<memref::StoreOp>()) {
    Value array = store.getMemRef(), root = getRoot(array);
    std::string name = describeArray(array);
    if (llvm::any_of(nest.arrays, [&](const AccumulatedArray &other) {
          return other.root == root;
        }))
      return refuse(nest, "the inner loop stores twice to " + name);
    if (!isPrivateAllocation(root))
      return refuse(nest, "the inner loop stores to " + name +
                              ", which other arrays may alias");
    if (!cast<MemRefType>(array.getType()).getLayout().isIdentity())
      return refuse(
          nest,
          "the inner loop stores to a view with a non-identity layout of " +
              name);
    if (!nest.outer.isDefinedOutsideOfLoop(array))
      return refuse(nest, "the inner loop stores to " + name +
                              ", which is defined in the loop");
    FailureOr<Value> offset = getOffset(store.getIndices(), nest);
    if (failed(offset))
      return refuse(nest, "the index of the store to " + name +
                              " is not the induction variable of the inner "
                              "loop plus an invariant offset");
    nest.arrays.push_back({array, root, *offset});
  }
  return success();
}

/// The reason why an access of an array in the nest conflicts with an
/// accumulated array; none if it does not.
static std::optional<std::string> findConflict(Operation *op, Value array,
                                               AccumulationNest &nest) {
  auto *found = llvm::find_if(nest.arrays, [&](const AccumulatedArray &other) {
    return other.root == getRoot(array);
  });
  if (found == nest.arrays.end()) {
    for (const AccumulatedArray &other : nest.arrays)
      if (mayOverlap(other.array, array))
        return describeArray(array) +
               " may alias the array that the inner loop stores to";
    return std::nullopt;
  }
  if (isa<memref::StoreOp>(op))
    return std::nullopt;
  auto load = dyn_cast<memref::LoadOp>(op);
  if (!load || array != found->array || load->getParentOp() != nest.inner)
    return "the loop accesses " + describeArray(array) +
           " outside of the inner loop";
  FailureOr<Value> offset = getOffset(load.getIndices(), nest);
  if (failed(offset) || *offset != found->offset)
    return "the inner loop loads another element of " + describeArray(array) +
           " than it stores";
  return std::nullopt;
}

/// Checks that the nest accesses accumulated arrays at the stored indices only.
static LogicalResult checkAccesses(AccumulationNest &nest) {
  WalkResult result = nest.outer.getBody()->walk([&](Operation *op) {
    Value array = getArray(op);
    std::optional<std::string> reason =
        array ? findConflict(op, array, nest) : std::nullopt;
    if (!reason)
      return WalkResult::advance();
    (void)refuse(nest, *reason);
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Checks that the inner loop loads each array that it stores to. Otherwise,
/// only the last iteration would determine the elements, and tiles would be
/// stored even if no iteration is executed.
static LogicalResult checkAccumulates(AccumulationNest &nest) {
  for (const AccumulatedArray &accumulated : nest.arrays)
    if (llvm::none_of(nest.inner.getBody()->getOps<memref::LoadOp>(),
                      [&](memref::LoadOp load) {
                        return load.getMemRef() == accumulated.array;
                      }))
      return refuse(nest, "the inner loop does not load from " +
                              describeArray(accumulated.array) +
                              ", to which it stores");
  return success();
}

//===----------------------------------------------------------------------===//
// Initialization
//===----------------------------------------------------------------------===//

/// Whether a loop stores one value into all elements that it iterates.
static bool isFill(scf::ForOp loop, Value array) {
  auto store = dyn_cast<memref::StoreOp>(loop.getBody()->front());
  return isPlain(loop) && store && store.getMemRef() == array &&
         store.getIndices() == ValueRange(loop.getInductionVar()) &&
         loop.isDefinedOutsideOfLoop(store.getValueToStore()) &&
         store->getNextNode() == loop.getBody()->getTerminator();
}

/// The loop before the nest that initializes the only accumulated array, if no
/// operation in between may access the array; else null.
static scf::ForOp findFill(const AccumulationNest &nest) {
  const AccumulatedArray &accumulated = nest.arrays.front();
  if (nest.arrays.size() != 1 || accumulated.offset)
    return {};
  Operation *op = nest.outer;
  while ((op = op->getPrevNode())) {
    auto load = dyn_cast<memref::LoadOp>(op);
    auto loop = dyn_cast<scf::ForOp>(op);
    if (loop && isFill(loop, accumulated.array))
      return loop;
    bool isOther = load && getRoot(load.getMemRef()) != accumulated.root;
    if (!isOther && !isMemoryEffectFree(op))
      return {};
  }
  return {};
}

std::optional<AccumulationNest> weft::findAccumulationNest(scf::ForOp outer) {
  AccumulationNest nest{outer, findAccumulation(outer), {}, {}};
  if (!nest.inner || failed(checkLoops(nest)) || failed(collectArrays(nest)) ||
      failed(checkAccesses(nest)) || failed(checkAccumulates(nest)))
    return std::nullopt;
  nest.fill = findFill(nest);
  return nest;
}

std::optional<std::string> weft::whyNotInVectors(scf::ForOp inner,
                                                 const LaneAnalysis &analysis) {
  for (Operation &op : *inner.getBody()) {
    auto load = dyn_cast<memref::LoadOp>(op);
    auto store = dyn_cast<memref::StoreOp>(op);
    if (!load && !store)
      continue;
    LaneKind kind =
        analysis.getAccessKind(load ? load.getIndices() : store.getIndices());
    // A uniform element is loaded as a scalar of any type, as a complex number.
    if (kind == LaneKind::Uniform)
      continue;
    Value array = getArray(&op);
    if (kind != LaneKind::Consecutive)
      return "the inner loop accesses elements of " + describeArray(array) +
             " that are not consecutive";
    Type element = cast<MemRefType>(array.getType()).getElementType();
    if (!element.isIndex() && element.getIntOrFloatBitWidth() % 8 != 0)
      return "the elements of " + describeArray(array) + " are not whole bytes";
  }
  return std::nullopt;
}

bool weft::isScaledByIteration(Value value, scf::ForOp outer) {
  Operation *op = value.getDefiningOp();
  if (!op || outer.isDefinedOutsideOfLoop(value) ||
      !isa<arith::MulIOp, arith::AddIOp>(op))
    return false;
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return isScaledByIteration(operand, outer) ||
           (isa<arith::MulIOp>(op) && operand == outer.getInductionVar());
  });
}

void weft::excludeIterations(scf::ForOp loop, Value first, Value last) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  auto getIndex = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(b, number);
  };
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  Value hasTiles =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ne, first, last);
  Value side = arith::SelectOp::create(b, hasTiles, getIndex(0), getIndex(1));
  auto sides = scf::ForOp::create(b, side, getIndex(2), getIndex(1));
  b.setInsertionPointToStart(sides.getBody());
  Value isBefore = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                         sides.getInductionVar(), getIndex(0));
  Value before = arith::MinSIOp::create(b, first, upper);
  Value behind = arith::MaxSIOp::create(b, last, lower);
  loop.setLowerBound(arith::SelectOp::create(b, isBefore, lower, behind));
  loop.setUpperBound(arith::SelectOp::create(b, isBefore, before, upper));
  loop->moveBefore(sides.getBody()->getTerminator());
}
