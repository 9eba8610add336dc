//===- HoldRows.cpp - Rows that stay in registers -------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each entry of a sampled product goes over two rows in vectors, one of which
// is the same for all entries of a row. Where these have a few vectors,
// registers hold them, and there is no loop over vectors: it takes as long to
// count them as to multiply them (decision 187).
//
//===----------------------------------------------------------------------===//

#include "Analysis/ReadOnlyArrays.h"
#include "Analysis/ValueDependence.h"
#include "Tiling/LoopVersions.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
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

/// How many vectors a row has that is held. Those of four entries, and what is
/// summed, take as many registers again.
static constexpr int64_t kNumVectors = 4;

namespace {
/// A loop over entries, and the loop over a row in it.
struct EntryLoop {
  scf::ForOp entries, row;
  /// The number that says how long the row is.
  Value length;
  /// The loads of the row that are the same for all entries.
  SmallVector<vector::LoadOp> held;
};
} // namespace

//===----------------------------------------------------------------------===//
// Finding them
//===----------------------------------------------------------------------===//

/// Whether a loop goes over a row in vectors, from its begin on, and does
/// nothing else.
static bool isRow(scf::ForOp loop) {
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  return step && *step > 1 && getConstantIntValue(loop.getLowerBound()) == 0 &&
         llvm::all_of(loop.getBody()->without_terminator(), [](Operation &op) {
           return op.getNumRegions() == 0 &&
                  (isPure(&op) || isa<vector::LoadOp, memref::LoadOp>(op));
         });
}

/// The loads of a row that are the same for all entries.
static SmallVector<vector::LoadOp> findHeld(scf::ForOp entries,
                                            scf::ForOp row) {
  SmallVector<vector::LoadOp> held;
  for (auto load : row.getBody()->getOps<vector::LoadOp>())
    if (isNeverWritten(load.getBase()) &&
        llvm::all_of(load.getIndices(), [&](Value index) {
          return isInvariant(index, entries, row.getInductionVar());
        }))
      held.push_back(load);
  return held;
}

namespace {
/// Computes what numbers are if another one is a constant.
class Evaluator {
public:
  Evaluator(Value known, int64_t constant) { numbers[known] = constant; }
  /// Nothing if it is not known.
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
  // What is folded may be changed.
  OwningOpRef<Operation *> copy(op->clone());
  SmallVector<OpFoldResult> results;
  if (failed(copy->fold(operands, results)) || results.size() != 1)
    return std::nullopt;
  // It may be one of the operands.
  if (auto same = dyn_cast<Value>(results.front()))
    return evaluate(same);
  return getConstantIntValue(results.front());
}

/// The only number in front of a loop that another one is computed from, but
/// for constants; null if there are more.
static Value findSource(Value value, scf::ForOp loop) {
  llvm::SmallSetVector<Value, 2> sources;
  isComputedFrom(value, [&](Value source) -> std::optional<bool> {
    if (getConstantIntValue(source))
      return true;
    if (!loop.isDefinedOutsideOfLoop(source))
      return std::nullopt;
    sources.insert(source);
    return true;
  });
  return sources.size() == 1 ? sources.front() : Value();
}

/// How many elements a row has that is held.
static int64_t getHeldLength(scf::ForOp row) {
  return kNumVectors * *getConstantIntValue(row.getStep());
}

static std::optional<EntryLoop> findEntryLoop(scf::ForOp entries) {
  scf::ForOp row;
  for (auto loop : entries.getBody()->getOps<scf::ForOp>()) {
    if (row)
      return std::nullopt;
    row = loop;
  }
  if (!row || !isRow(row))
    return std::nullopt;
  auto refuse = [&](const Twine &reason) {
    (void)reportMissed(entries, LoweringOption::HoldRows, reason);
    return std::nullopt;
  };
  if (isParallel(entries) || entries.getUnsignedCmp() || row.getUnsignedCmp())
    return refuse("the loop over entries is parallel or has unsigned bounds");
  if (!isInvariant(row.getUpperBound(), entries))
    return refuse("the length of the row differs between entries");
  Value source = findSource(row.getUpperBound(), entries);
  int64_t length = getHeldLength(row);
  if (!source || !source.getType().isIndex() ||
      Evaluator(source, length).evaluate(row.getUpperBound()) != length)
    return std::nullopt;
  EntryLoop found{entries, row, source, findHeld(entries, row)};
  // A row that leads nowhere but to itself is no row of a nest.
  auto numLoads = llvm::range_size(row.getBody()->getOps<vector::LoadOp>());
  bool isWorthIt = !found.held.empty() && found.held.size() != numLoads;
  return isWorthIt ? std::optional(found) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Holding them
//===----------------------------------------------------------------------===//

/// Replaces the loop over a row by its steps, with what is held loaded in front
/// of the loop over entries.
static void unroll(EntryLoop &found) {
  scf::ForOp row = found.row;
  ImplicitLocOpBuilder inFront(row.getLoc(), found.entries);
  ImplicitLocOpBuilder b(row.getLoc(), row);
  int64_t step = *getConstantIntValue(row.getStep());
  SmallVector<Value> carried(row.getInitArgs());
  for (int64_t number = 0; number < kNumVectors; ++number) {
    IRMapping before, mapping;
    before.map(
        row.getInductionVar(),
        arith::ConstantIndexOp::create(inFront, number * step).getResult());
    for (vector::LoadOp load : found.held) {
      for (Value index : load.getIndices())
        emitInFront(inFront, index, found.entries, before);
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

/// Folds what is known in a loop.
static LogicalResult fold(scf::ForOp loop,
                          const FrozenRewritePatternSet &folding) {
  SmallVector<Operation *> ops;
  loop.getBody()->walk([&](Operation *op) { ops.push_back(op); });
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  return applyOpPatternsGreedily(ops, folding, config);
}

/// Holds rows in a version of the loop over entries that runs where there is an
/// entry, and rows have so many elements.
static LogicalResult hold(EntryLoop &found,
                          const FrozenRewritePatternSet &folding) {
  scf::ForOp entries = found.entries;
  ImplicitLocOpBuilder b(found.row.getLoc(), entries);
  Value length = arith::ConstantIndexOp::create(b, getHeldLength(found.row));
  Value isHeld =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, found.length, length);
  Value isAny =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                            entries.getLowerBound(), entries.getUpperBound());
  emitVersions(b, entries, arith::AndIOp::create(b, isHeld, isAny));
  replaceAllUsesInRegionWith(found.length, length, entries.getRegion());
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
      if (std::optional<EntryLoop> found = findEntryLoop(loop))
        loops.push_back(*found);
    });
    for (EntryLoop &found : loops) {
      reportPassed(found.entries, LoweringOption::HoldRows,
                   "keeps a row of " + Twine(kNumVectors) +
                       " vectors in registers");
      if (failed(hold(found, folding)))
        return signalPassFailure();
    }
  }

  FrozenRewritePatternSet folding;
};
} // namespace
