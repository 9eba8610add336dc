//===- SplitRewrites.cpp - Splitting of maps and reductions -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules that divide arrays into chunks or lanes.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/Transforms/Rewrites.h"

#include "Positions.h"

#include "weft/Support/Combiner.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

/// The most lanes of a reduction: each has a partial result, also where there
/// are fewer elements.
static constexpr int64_t kMaxLanes = 1 << 16;

/// The type of the rows that a map over chunks yields: for position `outer`.
static Type getRowType(ArrayType chunks, StringRef outer, StringRef inner,
                       Type element) {
  auto chunk = cast<ArrayType>(chunks.getElementAt(Nat::variable(outer)));
  return ArrayType::get(chunk.getLength(), abstract(element, inner));
}

FailureOr<MapOp> pattern::splitMap(RewriterBase &rewriter, MapOp map,
                                   const Nat &chunk, std::string &reason) {
  auto type = dyn_cast_or_null<ArrayType>(
      getSplitType(map.getInputType(), chunk, reason));
  if (!type)
    return failure();
  std::string outer = chooseName(map, map.getPosition().value_or("i"));
  std::string inner = outer;
  while (inner == outer)
    inner = chooseName(map, outer + "_");
  // The element in chunk `outer` at `inner` was at this position.
  Nat position = chunk * Nat::variable(outer) + Nat::variable(inner);
  Type element = map.getYield().getValue().getType();
  if (std::optional<StringRef> name = map.getPosition())
    element = substitute(element, *name, position);
  Type row = getRowType(type, outer, inner, element);
  auto rows = ArrayType::get(type.getLength(), abstract(row, outer));
  Type joined = getJoinType(rows, reason);
  if (!joined)
    return failure();
  if (joined != map.getOutput().getType()) {
    reason = "expected the joined result to be " +
             toString(map.getOutput().getType()) + ", got " + toString(joined);
    return failure();
  }

  Location loc = map.getLoc();
  rewriter.setInsertionPoint(map);
  Value chunks = SplitOp::create(rewriter, loc, map.getInput(),
                                 NatAttr::get(rewriter.getContext(), chunk));
  auto outerMap =
      MapOp::create(rewriter, loc, chunks, outer, map.getMapping(), row);
  auto join = JoinOp::create(rewriter, loc, outerMap);
  rewriter.setInsertionPointToStart(outerMap.getBlock());
  auto innerMap =
      MapOp::create(rewriter, loc, outerMap.getBlock()->getArgument(0), inner,
                    Mapping::Any, element);
  YieldOp::create(rewriter, loc, innerMap);
  if (std::optional<StringRef> name = map.getPosition())
    substituteIn(map.getBody(), *name, position);
  innerMap.getBody().takeBody(map.getBody());
  rewriter.replaceOp(map, join);
  return outerMap;
}

/// Reduces the rows of `rows` and then what they give.
static MapOp reduceRows(RewriterBase &rewriter, ReduceOp reduce, Value rows) {
  Location loc = reduce.getLoc();
  auto type = cast<ArrayType>(rows.getType());
  std::string position = chooseName(reduce, "i");
  Type scalar = reduce.getType();
  auto map =
      MapOp::create(rewriter, loc, rows, type.isDependent() ? position : "",
                    Mapping::Any, scalar);
  auto makeReduce = [&](Value input) {
    auto copy = ReduceOp::create(rewriter, loc, "", reduce.getInit(), input);
    OpBuilder::InsertionGuard guard(rewriter);
    copyCombiner(rewriter, reduce.getCombiner(), YieldOp::getOperationName(),
                 copy.getCombiner());
    return copy;
  };
  auto outer = makeReduce(map);
  rewriter.setInsertionPointToStart(map.getBlock());
  auto inner = makeReduce(map.getBlock()->getArgument(0));
  YieldOp::create(rewriter, loc, inner);
  rewriter.replaceOp(reduce, outer);
  return map;
}

FailureOr<MapOp> pattern::splitReduce(RewriterBase &rewriter, ReduceOp reduce,
                                      const Nat &chunk, std::string &reason) {
  auto type = cast<ArrayType>(reduce.getInput().getType());
  if (!getSplitType(type, chunk, reason))
    return failure();
  rewriter.setInsertionPoint(reduce);
  Value rows = SplitOp::create(rewriter, reduce.getLoc(), reduce.getInput(),
                               NatAttr::get(rewriter.getContext(), chunk));
  return reduceRows(rewriter, reduce, rows);
}

FailureOr<MapOp> pattern::strideReduce(RewriterBase &rewriter, ReduceOp reduce,
                                       const Nat &lanes, std::string &reason) {
  auto type = cast<ArrayType>(reduce.getInput().getType());
  if (!getLanesType(type, lanes, reason))
    return failure();
  if (lanes.getConstant().value_or(0) > kMaxLanes) {
    reason = "expected at most " + std::to_string(kMaxLanes) + " lanes, got " +
             lanes.toString();
    return failure();
  }
  Operation *combiner = getSimpleCombinerOp(reduce.getCombiner());
  if (!combiner || !combiner->hasTrait<OpTrait::IsCommutative>()) {
    reason = "expected a combiner that is a commutative operation";
    return failure();
  }
  rewriter.setInsertionPoint(reduce);
  Value rows = LanesOp::create(rewriter, reduce.getLoc(), reduce.getInput(),
                               NatAttr::get(rewriter.getContext(), lanes));
  return reduceRows(rewriter, reduce, rows);
}
