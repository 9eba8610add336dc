//===- RowJam.cpp - Rows that gather from a dense operand -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Analyzes the indirect loads in the body of a loop over rows: which
// coordinates they depend on, and which loops and branches around them are the
// same for all rows with these coordinates.
//
//===----------------------------------------------------------------------===//

#include "UnrollAndJam/RowJam.h"
#include "UnrollAndJam/SharedGather.h"
#include "UnrollAndJam/UnrollAndJam.h"

#include "Analysis/ArrayDescription.h"
#include "Analysis/ElementBytes.h"
#include "Analysis/ValueDependence.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

/// Whether an operation can be emitted for several rows together.
static bool canJam(Operation *op) {
  return isPure(op) ||
         isa<scf::ForOp, scf::IfOp, scf::YieldOp, memref::LoadOp,
             memref::StoreOp, memref::PrefetchOp, vector::LoadOp,
             vector::StoreOp, vector::MaskedLoadOp, vector::MaskedStoreOp>(op);
}

/// Whether an operation that is executed once per partition depends on the row,
/// or rows use its results.
static bool dependsOnRow(Operation &op, scf::ForOp rows) {
  return op.hasAttr(kPerPartitionAttr) &&
         (op.getNumRegions() != 0 || op.getNumResults() != 0 ||
          !llvm::all_of(op.getOperands(), [&](Value value) {
            return rows.isDefinedOutsideOfLoop(value);
          }));
}

/// Checks that the iterations of a loop are independent: they may run in
/// parallel. The loop has no other tags.
static LogicalResult checkRows(scf::ForOp rows, std::string &reason) {
  DistributionAttr distribution = getParallel(rows);
  if (!distribution)
    reason = "the loop is not tagged `parallel` in `weft.loop`, so that rows "
             "may depend on each other";
  else if (distribution.getChunk())
    reason = "the parallel loop has a chunk size, which jamming would change";
  else if (rows.getNumResults() != 0)
    reason = "the loop has iter_args";
  else if (auto why = whyNotSupported(rows, LoopTag::Parallel))
    reason = "the loop " + *why;
  else if (llvm::any_of(*rows.getBody(),
                        [&](Operation &op) { return dependsOnRow(op, rows); }))
    reason = "an operation with `weft.per_partition` has regions, results or "
             "operands that the loop defines";
  return success(reason.empty());
}

/// The nest of a row: the first operation of an iteration that is not
/// reproducible. Null if it is no nest that can be jammed.
static Operation *findNest(scf::ForOp rows, std::string &reason) {
  for (Operation &op : rows.getBody()->without_terminator()) {
    if (isReproducible(&op))
      continue;
    StringRef name = op.getName().getStringRef();
    if (!isa<scf::ForOp, scf::IfOp>(op)) {
      reason = ("'" + name + "' precedes the inner loops and branches").str();
      return nullptr;
    }
    if (op.getNumResults() != 0) {
      reason = ("the first inner '" + name + "' has results").str();
      return nullptr;
    }
    op.walk([&](Operation *inner) {
      if (canJam(inner))
        return WalkResult::advance();
      reason =
          ("'" + inner->getName().getStringRef() + "' cannot be jammed").str();
      return WalkResult::interrupt();
    });
    return reason.empty() ? &op : nullptr;
  }
  return nullptr;
}

/// Whether a value is computed from a source.
static bool dependsOn(Value value, function_ref<bool(Value)> isSource) {
  return !isComputedFrom(value, [&](Value source) -> std::optional<bool> {
    if (isSource(source))
      return false;
    Operation *op = source.getDefiningOp();
    return op && op->getNumRegions() == 0 ? std::nullopt : std::optional(true);
  });
}

/// Whether a load in the body of a loop gathers: its index is computed from a
/// coordinate in the segment of a row.
static bool isGather(vector::LoadOp load, scf::ForOp rows) {
  auto isRow = [&](Value value) { return value == rows.getInductionVar(); };
  scf::ForOp segment;
  for (Operation *op = load->getParentOp(); op != rows; op = op->getParentOp())
    if (auto loop = dyn_cast<scf::ForOp>(op))
      if (dependsOn(loop.getLowerBound(), isRow))
        segment = loop;
  auto isPosition = [&](Value value) {
    return segment && value == segment.getInductionVar();
  };
  auto isCoordinate = [&](Value value) {
    auto coordinate = value.getDefiningOp<memref::LoadOp>();
    return coordinate &&
           llvm::any_of(coordinate.getIndices(), [&](Value index) {
             return dependsOn(index, isPosition);
           });
  };
  return llvm::any_of(load.getIndices(), [&](Value index) {
    return dependsOn(index, isCoordinate);
  });
}

/// Whether an iteration of a loop gathers vectors.
static bool hasGather(scf::ForOp rows) {
  WalkResult walk = rows.getBody()->walk([&](vector::LoadOp load) {
    return isGather(load, rows) ? WalkResult::interrupt()
                                : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

/// Finds the first indirect load in a nest that rows can share. The reason is
/// that of the first load that gathers.
static std::optional<RowJam> findSharedGather(scf::ForOp rows, Operation *nest,
                                              std::string &reason) {
  std::optional<RowJam> result;
  nest->walk([&](vector::LoadOp load) {
    if (load.getIndices().size() != 1)
      return WalkResult::advance();
    GatherAnalysis analysis(rows, nest, load);
    if (succeeded(analysis.run())) {
      result = std::move(analysis.getResult());
      return WalkResult::interrupt();
    }
    if (reason.empty() && isGather(load, rows))
      reason = analysis.getReason();
    return WalkResult::advance();
  });
  if (reason.empty())
    reason = "the first inner loop or branch has no indirect vector load";
  return result;
}

std::optional<RowJam> weft::findRowJam(scf::ForOp rows) {
  std::string reason;
  if (succeeded(checkRows(rows, reason)))
    if (Operation *nest = findNest(rows, reason))
      if (auto found = findSharedGather(rows, nest, reason))
        return found;
  if (hasGather(rows))
    (void)reportMissed(rows, LoweringOption::JamRows, reason);
  return std::nullopt;
}
