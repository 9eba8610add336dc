//===- HoldRows.cpp - Register allocation of invariant rows ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps a row in vector registers during a loop over sparse entries. In a
// sampled product (SDDMM), each entry multiplies two dense rows, one of which
// is the same for all entries of a sparse row. If rows have four vectors, a
// version of the loop loads the invariant row once and unrolls the loop over
// vectors completely, whose loop control takes as long as the multiplications
// (docs/decisions/unroll-and-jam.md).
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayDescription.h"
#include "Analysis/ReadOnlyArrays.h"
#include "Analysis/ValueDependence.h"
#include "Tiling/LoopVersions.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Loops/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace weft {
#define GEN_PASS_DEF_HOLDROWS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
/// A loop over sparse entries, and the loop over the vectors of a row in it.
struct EntryLoop {
  scf::ForOp entries, row;
  /// The value from which the length of the row is computed.
  Value extent;
  /// The loads of the row that are invariant in `entries`.
  SmallVector<vector::LoadOp> held;
};
} // namespace

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

static LogicalResult refuse(scf::ForOp entries, const Twine &reason) {
  return reportMissed(entries, LoweringOption::HoldRows, reason);
}

/// Whether a loop iterates the vectors of a row from its first element on, and
/// contains only loads and pure operations.
static bool isRow(scf::ForOp loop) {
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  return step && *step > 1 && getConstantIntValue(loop.getLowerBound()) == 0 &&
         llvm::all_of(loop.getBody()->without_terminator(), [](Operation &op) {
           return op.getNumRegions() == 0 &&
                  (isPure(&op) || isa<vector::LoadOp, memref::LoadOp>(op));
         });
}

/// The only inner loop of a loop, if it iterates a row; null otherwise.
static scf::ForOp findRow(scf::ForOp entries) {
  auto loops = entries.getBody()->getOps<scf::ForOp>();
  if (!llvm::hasSingleElement(loops) || !isRow(*loops.begin()))
    return {};
  return *loops.begin();
}

/// Finds the loads of a row that are invariant in the loop over entries. Fails
/// if there are none.
static LogicalResult findHeld(EntryLoop &found) {
  std::string written;
  for (auto load : found.row.getBody()->getOps<vector::LoadOp>()) {
    bool isFixed = llvm::all_of(load.getIndices(), [&](Value index) {
      return isInvariant(index, found.entries, found.row.getInductionVar());
    });
    if (isFixed && isReadOnly(load.getBase()))
      found.held.push_back(load);
    else if (isFixed)
      written = describeArray(load.getBase());
  }
  if (!found.held.empty())
    return success();
  return written.empty()
             ? refuse(
                   found.entries,
                   "no vector load of the inner loop is invariant in the loop")
             : refuse(found.entries,
                      "the function may write " + written +
                          ", from which invariant vectors are loaded");
}

namespace {
/// Evaluates index values under the assumption that one value is a constant.
class Evaluator {
public:
  Evaluator(Value known, int64_t constant) { numbers[known] = constant; }
  /// The constant that a value is; nothing if it is unknown.
  std::optional<int64_t> evaluate(Value value);

private:
  std::optional<int64_t> fold(Operation *op);

  llvm::SmallDenseMap<Value, std::optional<int64_t>, 8> numbers;
};
} // namespace

std::optional<int64_t> Evaluator::evaluate(Value value) {
  if (std::optional<int64_t> number = getConstantIntValue(value))
    return number;
  if (auto known = numbers.find(value); known != numbers.end())
    return known->second;
  Operation *op = value.getDefiningOp();
  std::optional<int64_t> number = op ? fold(op) : std::nullopt;
  numbers[value] = number;
  return number;
}

std::optional<int64_t> Evaluator::fold(Operation *op) {
  auto isIndex = [](Type type) { return type.isIndex(); };
  if (!isPure(op) || op->getNumRegions() != 0 ||
      !llvm::all_of(op->getOperandTypes(), isIndex) ||
      !llvm::all_of(op->getResultTypes(), isIndex))
    return std::nullopt;
  Builder b(op->getContext());
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> number = evaluate(operand);
    if (!number)
      return std::nullopt;
    operands.push_back(b.getIndexAttr(*number));
  }
  // Folding may modify the operation in place.
  OwningOpRef<Operation *> copy(op->clone());
  SmallVector<OpFoldResult> results;
  if (failed(copy->fold(operands, results)) || results.size() != 1)
    return std::nullopt;
  // The result may fold to an operand.
  if (auto same = dyn_cast<Value>(results.front()))
    return evaluate(same);
  return getConstantIntValue(results.front());
}

/// The values defined before a loop from which a value is computed, without
/// constants.
static llvm::SmallSetVector<Value, 2> findSources(Value value,
                                                  scf::ForOp loop) {
  llvm::SmallSetVector<Value, 2> sources;
  isComputedFrom(value, [&](Value source) -> std::optional<bool> {
    if (getConstantIntValue(source))
      return true;
    if (!loop.isDefinedOutsideOfLoop(source))
      return std::nullopt;
    sources.insert(source);
    return true;
  });
  return sources;
}

/// The number of vectors in a row that is kept in registers.
static int64_t getNumVectors(scf::ForOp row) {
  return Machine::of(row).heldRowVectors;
}

/// The number of elements in a row that is kept in registers.
static int64_t getHeldLength(scf::ForOp row) {
  return getNumVectors(row) * *getConstantIntValue(row.getStep());
}

/// Finds the value that determines the length of the row: if it is the number
/// of elements that registers hold, the loop over the row iterates as many.
static LogicalResult findExtent(EntryLoop &found) {
  scf::ForOp entries = found.entries;
  Value length = found.row.getUpperBound();
  if (!isInvariant(length, entries))
    return refuse(
        entries,
        "the upper bound of the inner loop is not invariant in the loop");
  llvm::SmallSetVector<Value, 2> sources = findSources(length, entries);
  if (sources.empty())
    return refuse(entries, "the upper bound of the inner loop is a constant");
  if (sources.size() != 1)
    return refuse(entries,
                  "the upper bound of the inner loop is computed from " +
                      Twine(sources.size()) + " values");
  found.extent = sources.front();
  if (!found.extent.getType().isIndex())
    return refuse(entries, "the upper bound of the inner loop is computed from "
                           "a value that is not of type `index`");
  int64_t held = getHeldLength(found.row);
  if (Evaluator(found.extent, held).evaluate(length) != held)
    return refuse(entries, "the upper bound of the inner loop is not " +
                               Twine(held) +
                               " if the value from which it is computed is " +
                               Twine(held));
  return success();
}

static LogicalResult checkBounds(scf::ForOp entries, scf::ForOp row) {
  if (isParallel(entries))
    return refuse(entries, "the loop is parallel");
  if (entries.getUnsignedCmp())
    return refuse(entries, "the loop has unsigned bounds");
  if (row.getUnsignedCmp())
    return refuse(entries, "the inner loop has unsigned bounds");
  return success();
}

/// Finds a loop over entries whose invariant row can be kept in registers.
static FailureOr<EntryLoop> findEntryLoop(scf::ForOp entries) {
  EntryLoop found{entries, findRow(entries), {}, {}};
  if (!found.row || failed(checkBounds(entries, found.row)) ||
      failed(findExtent(found)) || failed(findHeld(found)))
    return failure();
  auto numLoads =
      llvm::range_size(found.row.getBody()->getOps<vector::LoadOp>());
  if (found.held.size() == numLoads)
    return refuse(
        entries,
        "all vector loads of the inner loop are invariant in the loop");
  return found;
}

//===----------------------------------------------------------------------===//
// Transformation
//===----------------------------------------------------------------------===//

/// Unrolls the loop over a row completely, and loads the invariant vectors
/// before the loop over entries.
static void unroll(EntryLoop &found) {
  scf::ForOp row = found.row;
  ImplicitLocOpBuilder inFront(row.getLoc(), found.entries);
  ImplicitLocOpBuilder b(row.getLoc(), row);
  int64_t step = *getConstantIntValue(row.getStep());
  SmallVector<Value> carried(row.getInitArgs());
  for (int64_t number : llvm::seq(getNumVectors(row))) {
    IRMapping before, mapping;
    before.map(
        row.getInductionVar(),
        arith::ConstantIndexOp::create(inFront, number * step).getResult());
    for (vector::LoadOp load : found.held) {
      for (Value index : load.getIndices())
        emitBeforeLoop(inFront, index, found.entries, before);
      mapping.map(load.getResult(), inFront.clone(*load, before)->getResult(0));
    }
    mapping.map(row.getInductionVar(),
                arith::ConstantIndexOp::create(b, number * step).getResult());
    mapping.map(row.getRegionIterArgs(), carried);
    for (Operation &op : row.getBody()->without_terminator())
      if (!llvm::is_contained(found.held, &op))
        b.clone(op, mapping);
    for (auto [value, next] : llvm::zip_equal(carried, row.getYieldedValues()))
      value = mapping.lookupOrDefault(next);
  }
  row.replaceAllUsesWith(carried);
  row.erase();
}

/// Folds operations whose operands are known in a version of a loop.
static LogicalResult fold(scf::ForOp loop,
                          const FrozenRewritePatternSet &folding) {
  SmallVector<Operation *> ops;
  loop.getBody()->walk([&](Operation *op) { ops.push_back(op); });
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  return applyOpPatternsGreedily(ops, folding, config);
}

/// Keeps the row in registers in a version of the loop over entries. The
/// version runs if rows have the length that registers hold and there is an
/// entry, so that the loads before the loop are in bounds.
static LogicalResult versionLoop(EntryLoop &found,
                                 const FrozenRewritePatternSet &folding) {
  scf::ForOp entries = found.entries;
  ImplicitLocOpBuilder b(found.row.getLoc(), entries);
  Value length = arith::ConstantIndexOp::create(b, getHeldLength(found.row));
  Value isHeld =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, found.extent, length);
  Value isAny =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                            entries.getLowerBound(), entries.getUpperBound());
  versionOperation(b, entries, arith::AndIOp::create(b, isHeld, isAny));
  replaceAllUsesInRegionWith(found.extent, length, entries.getRegion());
  unroll(found);
  return fold(entries, folding);
}

namespace {
struct HoldRows : weft::impl::HoldRowsBase<HoldRows> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet patterns(context);
    scf::IfOp::getCanonicalizationPatterns(patterns, context);
    folding = std::move(patterns);
    return success();
  }

  void runOnOperation() override {
    SmallVector<EntryLoop> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (!isChosen(loop, LoweringOption::HoldRows))
        return;
      FailureOr<EntryLoop> found = findEntryLoop(loop);
      if (succeeded(found))
        loops.push_back(*found);
    });
    for (EntryLoop &found : loops) {
      reportPassed(found.entries, LoweringOption::HoldRows,
                   "keeps a row of " + Twine(getNumVectors(found.row)) +
                       " vectors in registers where rows have " +
                       Twine(getHeldLength(found.row)) + " elements");
      if (failed(versionLoop(found, folding)))
        return signalPassFailure();
    }
  }

  FrozenRewritePatternSet folding;
};
} // namespace
