//===- AdjacentSegments.cpp - Segments behind each other ------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks where bounds are loaded, and what places are computed from.
//
//===----------------------------------------------------------------------===//

#include "AdjacentSegments.h"

#include "ConstantArrays.h"
#include "SegmentLoop.h"
#include "ValueSources.h"

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

/// Whether a loop runs once, or once for each part that threads take. What is
/// asked in front of it takes too long for what is inside of other loops.
static bool isOutermost(scf::ForOp loop) {
  auto around = loop->getParentOfType<LoopLikeOpInterface>();
  return !around || (around->hasAttr(kParallelAttr) &&
                     !around->getParentOfType<LoopLikeOpInterface>());
}

/// Finds the loop whose variable an index is, or which the index adds to what
/// is known in front of it.
static bool findSegments(Value index, AdjacentSegment &segment) {
  auto getLoop = [](Value value) {
    auto loop = dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp());
    bool counts = loop && value == loop.getInductionVar() &&
                  !loop.getUnsignedCmp() &&
                  matchPattern(loop.getStep(), m_One()) && isOutermost(loop);
    return counts ? loop : scf::ForOp();
  };
  if ((segment.segments = getLoop(index)))
    return true;
  auto sum = index.getDefiningOp<arith::AddIOp>();
  if (!sum)
    return false;
  for (auto [term, other] : {std::pair(sum.getLhs(), sum.getRhs()),
                             std::pair(sum.getRhs(), sum.getLhs())})
    if (scf::ForOp loop = getLoop(term);
        loop && loop.isDefinedOutsideOfLoop(other)) {
      segment.segments = loop;
      segment.offset = other;
      return true;
    }
  return false;
}

/// Finds the operand that has both bounds of a loop beside each other, and
/// those of other segments before and behind them.
static bool findBounds(scf::ForOp loop, AdjacentSegment &segment) {
  memref::LoadOp begin = getBoundLoad(loop.getLowerBound());
  memref::LoadOp end = getBoundLoad(loop.getUpperBound());
  if (!begin || !end || begin.getIndices().size() != 1 ||
      end.getIndices().size() != 1)
    return false;
  segment.bounds = begin.getMemRef();
  if (segment.bounds != end.getMemRef() || !isNeverWritten(segment.bounds))
    return false;
  Value index = begin.getIndices().front();
  auto next = end.getIndices().front().getDefiningOp<arith::AddIOp>();
  return next && next.getLhs() == index &&
         matchPattern(next.getRhs(), m_One()) && findSegments(index, segment);
}

/// Whether an index is computed from what lies at the position, and from what
/// all segments have in common, so that it is as good for another segment's
/// position. Collects the operands that lie there.
static bool isOfPosition(Value index, scf::ForOp loop,
                         AdjacentSegment &segment) {
  return isComputedFrom(index, [&](Value value) -> std::optional<bool> {
    if (segment.segments.isDefinedOutsideOfLoop(value))
      return true;
    if (auto load = value.getDefiningOp<memref::LoadOp>()) {
      bool isCoordinate = load.getIndices().size() == 1 &&
                          load.getIndices().front() == loop.getInductionVar() &&
                          isNeverWritten(load.getMemRef()) &&
                          load.getType().isIntOrIndex();
      if (isCoordinate)
        segment.coordinates.insert(load.getMemRef());
      return isCoordinate;
    }
    Operation *op = value.getDefiningOp();
    return op && isPure(op) ? std::nullopt : std::optional(false);
  });
}

std::optional<AdjacentSegment>
weft::findAdjacentSegment(scf::ForOp loop, const LaneAnalysis &analysis) {
  AdjacentSegment segment;
  if (!findBounds(loop, segment))
    return std::nullopt;
  for (auto load : loop.getBody()->getOps<memref::LoadOp>()) {
    ValueRange indices = load.getIndices();
    if (!segment.segments.isDefinedOutsideOfLoop(load.getMemRef()))
      return std::nullopt;
    switch (analysis.getAccessKind(indices)) {
    case LaneKind::Uniform:
      break;
    case LaneKind::Consecutive:
      // Operands have an element for each position.
      if (indices.size() != 1 || indices.front() != loop.getInductionVar() ||
          !isNeverWritten(load.getMemRef()))
        return std::nullopt;
      break;
    case LaneKind::Varying:
      segment.gathered.insert(load.getMemRef());
      if (!llvm::all_of(indices, [&](Value index) {
            return isOfPosition(index, loop, segment);
          }))
        return std::nullopt;
      break;
    }
  }
  if (segment.coordinates.empty())
    return std::nullopt;
  return segment;
}
