//===- OuterVectorization.cpp - Analysis for outer vectorization ----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks loops by their loads and stores alone. The formats of the tensors are
// unknown at this point of the pipeline.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/OuterVectorization.h"

#include "Analysis/ArrayDescription.h"
#include "Analysis/ValueDependence.h"
#include "Vectorization/BlockReduction.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

static LogicalResult refuse(scf::ForOp loop, const Twine &reason) {
  return reportMissed(loop, LoweringOption::VectorizeRows, reason);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

bool weft::isOuterLoop(scf::ForOp loop) {
  return hasUnitStep(loop) && loop.getNumResults() == 0 &&
         !loop.getBody()->getOps<scf::ForOp>().empty();
}

LogicalResult weft::checkOuterLoopAttrs(scf::ForOp loop) {
  if (hasLoopTags(loop, LoopTag::Parallel))
    return refuse(loop, "the loop " + describeLoopTag(loop, LoopTag::Parallel));
  if (auto how = getParallel(loop); how && how.getChunk())
    return refuse(loop, "the loop is distributed in chunks of " +
                            Twine(*how.getChunk()) +
                            " iterations, which strip-mining would change");
  WalkResult result = loop.getBody()->walk([&](LoopLikeOpInterface inner) {
    if (!hasLoopTags(inner))
      return WalkResult::advance();
    (void)refuse(loop, "an inner loop " + describeLoopTag(inner));
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Independence
//===----------------------------------------------------------------------===//

namespace {
/// Checks that the iterations of a loop are independent. Each iteration stores
/// one element of an array that the function allocates, and accesses no other
/// element of that array.
class IndependenceCheck {
public:
  IndependenceCheck(scf::ForOp rows, const LaneAnalysis &analysis)
      : rows(rows), analysis(analysis) {}

  LogicalResult run();

private:
  struct Element {
    Value array, index;
  };
  LogicalResult checkStore(memref::StoreOp store);
  LogicalResult checkLoad(memref::LoadOp load);

  scf::ForOp rows;
  const LaneAnalysis &analysis;
  /// The element of each stored array, by the memory that the array views.
  llvm::SmallDenseMap<Value, Element, 2> stored;
};
} // namespace

LogicalResult IndependenceCheck::checkStore(memref::StoreOp store) {
  Value array = store.getMemRef(), root = getRoot(array);
  std::string name = describeArray(array);
  if (store->getParentOp() != rows)
    return refuse(rows, "an inner loop or branch stores to " + name);
  if (!isPrivateAllocation(root))
    return refuse(rows, "the loop stores to " + name +
                            ", which other arrays may "
                            "alias");
  if (!rows.isDefinedOutsideOfLoop(array))
    return refuse(rows, "a stored array is defined in the loop");
  if (analysis.getAccessKind(store.getIndices()) != LaneKind::Consecutive)
    return refuse(rows, "consecutive iterations store to elements of " + name +
                            " that are not adjacent");
  Value index = store.getIndices().back();
  Element &element =
      stored.try_emplace(root, Element{array, index}).first->second;
  if (element.array != array || element.index != index)
    return refuse(rows, "an iteration stores to several elements of " + name);
  return success();
}

LogicalResult IndependenceCheck::checkLoad(memref::LoadOp load) {
  auto found = stored.find(getRoot(load.getMemRef()));
  if (found == stored.end() ||
      (found->second.array == load.getMemRef() &&
       load.getIndices() == ValueRange(found->second.index)))
    return success();
  return refuse(rows, "an iteration loads another element of " +
                          describeArray(load.getMemRef()) + " than it stores");
}

LogicalResult IndependenceCheck::run() {
  auto toWalk = [](LogicalResult result) {
    return succeeded(result) ? WalkResult::advance() : WalkResult::interrupt();
  };
  WalkResult result = rows.getBody()->walk(
      [&](memref::StoreOp store) { return toWalk(checkStore(store)); });
  if (result.wasInterrupted())
    return failure();
  result = rows.getBody()->walk(
      [&](memref::LoadOp load) { return toWalk(checkLoad(load)); });
  if (result.wasInterrupted())
    return failure();
  if (stored.empty())
    return refuse(rows, "the loop contains no store");
  return success();
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Whether an index is computed from loaded values, and not from the induction
/// variable of the vectorized loop.
static bool isLoadedIndex(Value index, const LaneAnalysis &analysis) {
  return isComputedFrom(index, [&](Value value) -> std::optional<bool> {
    if (analysis.getKind(value) == LaneKind::Uniform ||
        value.getDefiningOp<memref::LoadOp>())
      return true;
    return analysis.getKind(value) == LaneKind::Consecutive ||
                   isa<BlockArgument>(value)
               ? std::optional(false)
               : std::nullopt;
  });
}

namespace {
/// The strides of values in a loop: by how much each value grows from one
/// iteration to the next. The strides are computed once, in program order.
class StrideAnalysis {
public:
  explicit StrideAnalysis(scf::ForOp loop);

  /// The stride of a value; nothing if it is not constant, not known, or does
  /// not fit into 64 bits.
  std::optional<int64_t> get(Value value) {
    if (loop.isDefinedOutsideOfLoop(value))
      return 0;
    auto found = strides.find(value);
    return found == strides.end() ? std::nullopt : std::optional(found->second);
  }

private:
  std::optional<int64_t> compute(Operation *op);

  scf::ForOp loop;
  llvm::DenseMap<Value, int64_t> strides;
};
} // namespace

StrideAnalysis::StrideAnalysis(scf::ForOp loop) : loop(loop) {
  strides[loop.getInductionVar()] = 1;
  loop.getBody()->walk([&](Operation *op) {
    if (std::optional<int64_t> stride = compute(op))
      for (Value result : op->getResults())
        strides[result] = *stride;
  });
}

std::optional<int64_t> StrideAnalysis::compute(Operation *op) {
  if (op->getNumRegions() != 0)
    return std::nullopt;
  SmallVector<int64_t> terms;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> stride = get(operand);
    if (!stride)
      return std::nullopt;
    terms.push_back(*stride);
  }
  if (llvm::all_of(terms, [](int64_t stride) { return stride == 0; }))
    return 0;
  int64_t stride = 0;
  if (isa<arith::AddIOp>(op))
    return llvm::AddOverflow(terms[0], terms[1], stride)
               ? std::nullopt
               : std::optional(stride);
  if (isa<arith::SubIOp>(op))
    return llvm::SubOverflow(terms[0], terms[1], stride)
               ? std::nullopt
               : std::optional(stride);
  if (isa<arith::MulIOp>(op))
    for (unsigned id : {0, 1})
      if (std::optional<int64_t> factor =
              getConstantIntValue(op->getOperand(id)))
        return llvm::MulOverflow(terms[1 - id], *factor, stride)
                   ? std::nullopt
                   : std::optional(stride);
  return std::nullopt;
}

namespace {
/// Collects the gathers and streams of a loop, and fails at a load for which
/// vectors are not profitable.
class LoadCollector {
public:
  LoadCollector(scf::ForOp rows, const LaneAnalysis &analysis)
      : analysis(analysis), result{rows, {}, {}} {}

  FailureOr<VectorizableRows> run();

private:
  LogicalResult addGather(memref::LoadOp load);
  LogicalResult addStream(memref::LoadOp load, scf::ForOp inner);
  LogicalResult add(memref::LoadOp load);

  const LaneAnalysis &analysis;
  VectorizableRows result;
  llvm::SmallDenseMap<Operation *, StrideAnalysis, 2> strides;
};
} // namespace

LogicalResult LoadCollector::addGather(memref::LoadOp load) {
  bool isNew = llvm::none_of(result.gathers, [&](memref::LoadOp other) {
    return other.getMemRef() == load.getMemRef();
  });
  if (isNew)
    result.gathers.push_back(load);
  if (isLoadedIndex(load.getIndices().back(), analysis))
    return success();
  return refuse(result.rows,
                "vectors would gather from " + describeArray(load.getMemRef()) +
                    " at indices that are not loaded from an index array");
}

LogicalResult LoadCollector::addStream(memref::LoadOp load, scf::ForOp inner) {
  std::optional<int64_t> stride =
      strides.try_emplace(inner, inner)
          .first->second.get(load.getIndices().back());
  // Scalar code reads the adjacent elements of a row in memory order.
  if (stride == 1)
    return refuse(result.rows, "the inner loop already loads adjacent "
                               "elements of " +
                                   describeArray(load.getMemRef()));
  result.isOneStream &= stride.has_value();
  result.streams.push_back(load);
  return success();
}

LogicalResult LoadCollector::add(memref::LoadOp load) {
  LaneKind kind = analysis.getAccessKind(load.getIndices());
  if (kind == LaneKind::Uniform)
    return success();
  if (kind == LaneKind::Varying)
    return addGather(load);
  auto inner = load->getParentOfType<scf::ForOp>();
  return inner == result.rows ? success() : addStream(load, inner);
}

FailureOr<VectorizableRows> LoadCollector::run() {
  WalkResult walked = result.rows.getBody()->walk([&](memref::LoadOp load) {
    return succeeded(add(load)) ? WalkResult::advance()
                                : WalkResult::interrupt();
  });
  if (walked.wasInterrupted())
    return failure();
  if (result.streams.empty())
    return refuse(result.rows, "no inner loop loads adjacent elements in "
                               "consecutive iterations of the outer loop");
  return result;
}

FailureOr<VectorizableRows> weft::analyzeRows(scf::ForOp loop,
                                              const LaneAnalysis &analysis) {
  if (failed(IndependenceCheck(loop, analysis).run()))
    return failure();
  return LoadCollector(loop, analysis).run();
}

Value weft::cloneForRow(OpBuilder &builder, scf::ForOp rows, Value value,
                        IRMapping &mapping) {
  if (rows.isDefinedOutsideOfLoop(value) || mapping.contains(value))
    return mapping.lookupOrDefault(value);
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    cloneForRow(builder, rows, operand, mapping);
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}
