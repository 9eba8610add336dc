//===- OuterVectorization.cpp - Loops with a row in each step -------------===//
//-----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds loops over rows by what they read and write: nothing tells which format
// they come from.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/OuterVectorization.h"

#include "Analysis/ValueDependence.h"
#include "Vectorization/BlockReduction.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

/// Whether nothing is noted on a loop but that threads may share it, one
/// iteration after the other.
static bool isPlain(scf::ForOp loop) {
  auto how = getParallel(loop);
  return !hasLoopTags(loop, LoopTag::Parallel) && (!how || !how.getChunk());
}

bool weft::mayBeOfRows(scf::ForOp loop) {
  if (!countsByOne(loop) || loop.getNumResults() != 0 || !isPlain(loop))
    return false;
  WalkResult result = loop.getBody()->walk([](LoopLikeOpInterface inner) {
    return hasLoopTags(inner) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !result.wasInterrupted() &&
         !loop.getBody()->getOps<scf::ForOp>().empty();
}

/// Whether steps may be done at the same time: what they store is in arrays of
/// the function's own, of which each step has one element, and uses no other.
static bool areIndependent(scf::ForOp rows, const LaneAnalysis &analysis) {
  struct Element {
    Value array, index;
  };
  llvm::SmallDenseMap<Value, Element, 2> stored;
  WalkResult result = rows.getBody()->walk([&](memref::StoreOp store) {
    Value array = store.getMemRef(), root = getRoot(array);
    if (store->getParentOp() != rows || !isOwnMemory(root) ||
        !rows.isDefinedOutsideOfLoop(array) ||
        analysis.getAccessKind(store.getIndices()) != LaneKind::Consecutive)
      return WalkResult::interrupt();
    Value index = store.getIndices().back();
    Element &element =
        stored.try_emplace(root, Element{array, index}).first->second;
    return element.array == array && element.index == index
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return false;
  result = rows.getBody()->walk([&](memref::LoadOp load) {
    auto found = stored.find(getRoot(load.getMemRef()));
    return found == stored.end() ||
                   (found->second.array == load.getMemRef() &&
                    load.getIndices() == ValueRange(found->second.index))
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return !result.wasInterrupted() && !stored.empty();
}

/// Whether a place is computed from what was loaded, and not from the number of
/// the lane.
static bool isLoadedPlace(Value index, const LaneAnalysis &analysis) {
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
/// By how much numbers grow in each step of a loop, which is asked once for
/// each of them, in the order in which they are computed.
class StepGrowths {
public:
  explicit StepGrowths(scf::ForOp loop);

  /// Nothing if that is not constant, not known, or no number of 64 bits.
  std::optional<int64_t> get(Value value) {
    if (loop.isDefinedOutsideOfLoop(value))
      return 0;
    auto found = growths.find(value);
    return found == growths.end() ? std::nullopt : std::optional(found->second);
  }

private:
  std::optional<int64_t> compute(Operation *op);

  scf::ForOp loop;
  llvm::DenseMap<Value, int64_t> growths;
};
} // namespace

StepGrowths::StepGrowths(scf::ForOp loop) : loop(loop) {
  growths[loop.getInductionVar()] = 1;
  loop.getBody()->walk([&](Operation *op) {
    if (std::optional<int64_t> growth = compute(op))
      for (Value result : op->getResults())
        growths[result] = *growth;
  });
}

std::optional<int64_t> StepGrowths::compute(Operation *op) {
  if (op->getNumRegions() != 0)
    return std::nullopt;
  SmallVector<int64_t> terms;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> growth = get(operand);
    if (!growth)
      return std::nullopt;
    terms.push_back(*growth);
  }
  if (llvm::all_of(terms, [](int64_t growth) { return growth == 0; }))
    return 0;
  int64_t growth = 0;
  if (isa<arith::AddIOp>(op))
    return llvm::AddOverflow(terms[0], terms[1], growth)
               ? std::nullopt
               : std::optional(growth);
  if (isa<arith::SubIOp>(op))
    return llvm::SubOverflow(terms[0], terms[1], growth)
               ? std::nullopt
               : std::optional(growth);
  if (isa<arith::MulIOp>(op))
    for (unsigned id : {0, 1})
      if (std::optional<int64_t> factor =
              getConstantIntValue(op->getOperand(id)))
        return llvm::MulOverflow(terms[1 - id], *factor, growth)
                   ? std::nullopt
                   : std::optional(growth);
  return std::nullopt;
}

std::optional<VectorizableRows> weft::findRows(scf::ForOp loop,
                                               const LaneAnalysis &analysis) {
  if (!areIndependent(loop, analysis))
    return std::nullopt;
  VectorizableRows result{loop, {}, {}};
  llvm::SmallDenseMap<Operation *, StepGrowths, 2> growths;
  WalkResult walked = loop.getBody()->walk([&](memref::LoadOp load) {
    LaneKind kind = analysis.getAccessKind(load.getIndices());
    if (kind == LaneKind::Uniform)
      return WalkResult::advance();
    Value index = load.getIndices().back();
    if (kind == LaneKind::Varying) {
      bool isNew = llvm::none_of(result.gathers, [&](memref::LoadOp other) {
        return other.getMemRef() == load.getMemRef();
      });
      if (isNew)
        result.gathers.push_back(load);
      return isLoadedPlace(index, analysis) ? WalkResult::advance()
                                            : WalkResult::interrupt();
    }
    auto inner = load->getParentOfType<scf::ForOp>();
    if (inner == loop)
      return WalkResult::advance();
    std::optional<int64_t> growth =
        growths.try_emplace(inner, inner).first->second.get(index);
    // Elements of a row that lie beside each other are better read so.
    if (growth == 1)
      return WalkResult::interrupt();
    result.isOneStream &= growth.has_value();
    result.streams.push_back(load);
    return WalkResult::advance();
  });
  return !result.streams.empty() && !walked.wasInterrupted()
             ? std::optional(result)
             : std::nullopt;
}
