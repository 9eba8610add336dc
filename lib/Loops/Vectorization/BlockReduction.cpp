//===- BlockReduction.cpp - Reductions over dense blocks ------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes reductions over blocks by the loops and their operations alone.
// The formats of the tensors are unknown at this point of the pipeline.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/BlockReduction.h"

#include "Analysis/ArrayDescription.h"
#include "Analysis/ValueDependence.h"
#include "Vectorization/LaneEmitter.h"
#include "Vectorization/VectorLoop.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Support/ExactIdentity.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

bool weft::hasUnitStep(scf::ForOp loop) {
  return loop.getInductionVar().getType().isIndex() &&
         getConstantIntValue(loop.getStep()) == 1 && !loop.getUnsignedCmp();
}

int64_t weft::getMaxTripCount(scf::ForOp loop) {
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

void weft::inheritDistribution(scf::ForOp from, scf::ForOp loop) {
  inheritLoweringConfig(from, loop);
  LoopInfo given(getLoopAttr(from));
  updateLoopInfo(loop, [&](LoopInfo &info) {
    info.parallel = given.parallel;
    info.isOptional = given.isOptional && given.parallel;
  });
}

std::string weft::describeLoopAnnotation(Operation *loop) {
  auto annotation =
      loop->getAttrOfType<LLVM::LoopAnnotationAttr>(kLoopAnnotationAttr);
  if (annotation && annotation.getVectorize())
    return "has a `loop_annotation` that disables vectorization in LLVM, as "
           "remainders and loops of few iterations have";
  if (annotation && annotation.getUnroll())
    return "has a `loop_annotation` that disables unrolling in LLVM, as "
           "versions for an extent of 1 have";
  return "has a `loop_annotation` for LLVM";
}

std::string weft::describeLoopTag(Operation *loop, LoopTag except) {
  LoopInfo info(getLoopAttr(loop));
  std::pair<StringRef, bool> tags[] = {
      {"vector", info.vector && except != LoopTag::Vector},
      {"unroll", info.unroll != 0},
      {"guard", info.guard != 0},
      {"predicate", info.predicate != 0},
      {"runs", info.hasRuns},
      {"parallel", info.parallel && except != LoopTag::Parallel},
      {"gpu", info.gpu.has_value()},
      {"partial", info.isPartial}};
  for (auto [name, isPresent] : tags)
    if (isPresent)
      return ("is tagged `" + name + "` in `weft.loop`").str();
  if (loop->hasAttr(kLoopAnnotationAttr))
    return describeLoopAnnotation(loop);
  for (NamedAttribute attr : loop->getDiscardableAttrs())
    if (attr.getName() != kLoopAttr && attr.getName() != kLoweringConfigAttr)
      return "has the attribute '" + attr.getName().str() + "'";
  return "has other attributes";
}

int64_t weft::getNumLanes(scf::ForOp columns) {
  return llvm::PowerOf2Ceil(getMaxTripCount(columns));
}

//===----------------------------------------------------------------------===//
// Loops over blocks
//===----------------------------------------------------------------------===//

/// The first inner loop that is initialized with the values that a loop
/// carries; null if none is.
static scf::ForOp findInnerReduction(scf::ForOp blocks) {
  ValueRange carried = blocks.getRegionIterArgs();
  for (auto loop : blocks.getBody()->getOps<scf::ForOp>())
    if (llvm::any_of(loop.getInitArgs(), [&](Value init) {
          return llvm::is_contained(carried, init);
        }))
      return loop;
  return {};
}

/// Whether a loop initializes each execution of its inner loop with the values
/// that it carries, yields the results of the inner loop, and uses the carried
/// values nowhere else.
static bool carriesInnerResults(scf::ForOp blocks, scf::ForOp columns) {
  return blocks.getNumResults() != 0 &&
         llvm::equal(columns.getInitArgs(), blocks.getRegionIterArgs()) &&
         llvm::equal(blocks.getYieldedValues(), columns.getResults()) &&
         llvm::all_of(blocks.getRegionIterArgs(),
                      [](Value carried) { return carried.hasOneUse(); });
}

namespace {
/// Checks the preconditions of a reduction over blocks, and keeps the reason of
/// the one that fails.
class ColumnsCheck {
public:
  ColumnsCheck(scf::ForOp blocks, scf::ForOp columns, std::string &reason)
      : blocks(blocks), columns(columns), reason(reason) {}

  LogicalResult run(bool strict);

private:
  LogicalResult refuse(const Twine &why) {
    reason = why.str();
    return failure();
  }
  LogicalResult checkBody();
  LogicalResult checkLoops();
  LogicalResult checkLanes(bool strict);
  LogicalResult checkMasks(const LaneAnalysis &analysis);
  LogicalResult checkReductions(const LaneAnalysis &analysis);

  scf::ForOp blocks, columns;
  std::string &reason;
};
} // namespace

LogicalResult ColumnsCheck::checkBody() {
  for (Operation &op : blocks.getBody()->without_terminator()) {
    if (&op == columns)
      continue;
    StringRef name = op.getName().getStringRef();
    if (columns->isBeforeInBlock(&op))
      return refuse("'" + name + "' follows the inner loop");
    if (op.getNumRegions() != 0)
      return refuse("'" + name + "' before the inner loop has regions");
    if (!isMemoryEffectFree(&op) && !isa<memref::LoadOp>(op))
      return refuse("'" + name + "' in the outer loop has side effects");
  }
  return success();
}

LogicalResult ColumnsCheck::checkLoops() {
  for (scf::ForOp loop : {blocks, columns}) {
    StringRef name = loop == blocks ? "the loop" : "the inner loop";
    if (!hasUnitStep(loop))
      return refuse(name + " does not increment a signed index by 1");
    if (hasLoopTags(loop))
      return refuse(name + " " + describeLoopTag(loop));
  }
  int64_t count = getMaxTripCount(columns);
  if (count == 0)
    return refuse("the trip count of the inner loop has no constant bound");
  if (count == 1)
    return refuse("the inner loop has at most 1 iteration");
  if (!carriesInnerResults(blocks, columns))
    return refuse("the iter_args of the loop have uses other than the inner "
                  "reduction, or its results are not yielded");
  return success();
}

LogicalResult ColumnsCheck::checkMasks(const LaneAnalysis &analysis) {
  if (LaneEmitter::canMaskRows(columns, analysis))
    return success();
  for (auto load : columns.getBody()->getOps<memref::LoadOp>()) {
    LaneKind kind = analysis.getAccessKind(load.getIndices());
    std::string name = describeArray(load.getMemRef());
    if (kind == LaneKind::Varying)
      return refuse("the inner loop gathers from " + name);
    if (!hasMaskedAccess(load.getMemRefType(), kind))
      return refuse("accesses to " + name + " cannot be masked: " +
                    whyNotMasked(load.getMemRefType(), kind));
  }
  for (Operation &op : columns.getBody()->without_terminator())
    if (!isa<memref::LoadOp>(op) && !isSpeculatable(&op))
      return refuse("'" + op.getName().getStringRef() +
                    "' in the inner loop is not speculatable, and cannot be "
                    "masked");
  return refuse("an operation in the inner loop cannot be masked");
}

LogicalResult ColumnsCheck::checkReductions(const LaneAnalysis &analysis) {
  for (unsigned number : llvm::seq(columns.getNumResults())) {
    const LaneReduction *reduction = analysis.getReduction(number);
    if (!reduction)
      return refuse("an iter_arg of the inner loop is unused or yielded "
                    "unchanged, and is not a reduction");
    if (reduction->ops.size() != 1)
      return refuse("a reduction of the inner loop consists of " +
                    Twine(reduction->ops.size()) + " operations");
    Operation *op = reduction->ops.front();
    if (!getFreeIdentity(op))
      return refuse(whyNotReorderable(op));
  }
  return success();
}

LogicalResult ColumnsCheck::checkLanes(bool strict) {
  LaneAnalysis analysis(columns, /*quiet=*/true);
  if (failed(analysis.run(strict)))
    return refuse(analysis.getReason());
  int64_t lanes = getNumLanes(columns);
  if (lanes * analysis.getWidth() > kVectorBytes)
    return refuse(Twine(lanes) + " lanes of " + Twine(analysis.getWidth()) +
                  " bytes exceed a vector of " + Twine(kVectorBytes) +
                  " bytes");
  if (failed(checkMasks(analysis)))
    return failure();
  return checkReductions(analysis);
}

LogicalResult ColumnsCheck::run(bool strict) {
  return failure(failed(checkBody()) || failed(checkLoops()) ||
                 failed(checkLanes(strict)));
}

scf::ForOp weft::findColumns(scf::ForOp blocks, bool strict,
                             std::string &reason) {
  reason.clear();
  scf::ForOp columns = findInnerReduction(blocks);
  if (!columns || failed(ColumnsCheck(blocks, columns, reason).run(strict)))
    return {};
  return columns;
}

scf::ForOp weft::findColumns(scf::ForOp blocks, bool strict) {
  std::string reason;
  return findColumns(blocks, strict, reason);
}

bool weft::isLoopInvariant(Value value, scf::ForOp rows, scf::ForOp blocks) {
  return isComputedFrom(value, [&](Value value) -> std::optional<bool> {
    if (rows.isDefinedOutsideOfLoop(value) || value == blocks.getInductionVar())
      return true;
    Operation *op = value.getDefiningOp();
    return op && (isPure(op) || isa<memref::LoadOp>(op)) ? std::nullopt
                                                         : std::optional(false);
  });
}

//===----------------------------------------------------------------------===//
// Store forwarding
//===----------------------------------------------------------------------===//

/// Whether an operation, or an operation nested in it, may read an array
/// (`isRead`) or write it. `root` is memory that only its views access.
static bool mayAccess(Operation *op, Value root, bool isRead) {
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

/// Whether a store and another access use the same element.
static bool isSameElement(memref::StoreOp store, Value array,
                          OperandRange indices) {
  return store.getMemRef() == array && store.getIndices() == indices;
}

void weft::forwardStores(Block &block) {
  for (auto store :
       llvm::make_early_inc_range(block.getOps<memref::StoreOp>())) {
    Value root = getRoot(store.getMemRef());
    if (!isPrivateAllocation(root))
      continue;
    bool isRead = false;
    for (Operation &op : llvm::make_early_inc_range(
             llvm::make_range(std::next(store->getIterator()), block.end()))) {
      auto load = dyn_cast<memref::LoadOp>(op);
      auto next = dyn_cast<memref::StoreOp>(op);
      if (load && isSameElement(store, load.getMemRef(), load.getIndices())) {
        load.replaceAllUsesWith(store.getValueToStore());
        load.erase();
        continue;
      }
      if (next && !isRead &&
          isSameElement(store, next.getMemRef(), next.getIndices())) {
        store.erase();
        break;
      }
      isRead |= mayAccess(&op, root, /*isRead=*/true);
      if (mayAccess(&op, root, /*isRead=*/false))
        break;
    }
  }
}
