//===- FuseRewrites.cpp - Fusion and mapping --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules that fuse functions, and the one that maps to hardware.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/Transforms/Rewrites.h"

#include "Positions.h"

#include "weft/Support/Combiner.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

/// The map that gives an array that has no other use.
static MapOp getOnlyMap(Value array, std::string &reason) {
  auto map = array.getDefiningOp<MapOp>();
  if (!map)
    reason = "expected the array to be the result of a map";
  else if (!array.hasOneUse())
    reason = "expected the result of the map to have no other use";
  return reason.empty() ? map : MapOp();
}

/// Takes the function of a map for a new position to the begin of `target`,
/// before `before`. Returns what it gives for `element`.
static Value inlineFunction(RewriterBase &rewriter, MapOp map,
                            StringRef position, Block *target,
                            Block::iterator before, Value element) {
  Region &body = map.getBody();
  if (std::optional<StringRef> old = map.getPosition())
    if (*old != position)
      substituteIn(body, *old, Nat::variable(position));
  Block *block = map.getBlock();
  Value result = map.getYield().getValue();
  rewriter.eraseOp(map.getYield());
  // What is yielded may be the argument.
  if (result == block->getArgument(0))
    result = element;
  rewriter.inlineBlockBefore(block, target, before, element);
  return result;
}

FailureOr<MapOp> pattern::fuseMaps(RewriterBase &rewriter, MapOp map,
                                   std::string &reason) {
  MapOp inner = getOnlyMap(map.getInput(), reason);
  if (!inner)
    return failure();
  // Functions inside of one may have the name of the other's position.
  std::string position;
  if (std::optional<StringRef> name = map.getPosition())
    position = chooseName(map, *name);
  else if (std::optional<StringRef> name = inner.getPosition())
    position = chooseName(map, *name);
  rewriter.setInsertionPoint(map);
  Type element = map.getYield().getValue().getType();
  if (std::optional<StringRef> name = map.getPosition())
    element = substitute(element, *name, Nat::variable(position));
  auto fused = MapOp::create(rewriter, map.getLoc(), inner.getInput(), position,
                             map.getMapping(), element);
  Block *block = fused.getBlock();
  Value between = inlineFunction(rewriter, inner, position, block, block->end(),
                                 block->getArgument(0));
  Value result =
      inlineFunction(rewriter, map, position, block, block->end(), between);
  rewriter.setInsertionPointToEnd(block);
  YieldOp::create(rewriter, map.getLoc(), result);
  rewriter.replaceOp(map, fused);
  rewriter.eraseOp(inner);
  return fused;
}

FailureOr<ReduceSeqOp> pattern::fuseReduce(RewriterBase &rewriter,
                                           ReduceOp reduce,
                                           std::string &reason) {
  MapOp map = getOnlyMap(reduce.getInput(), reason);
  if (!map)
    return failure();
  std::string position = map.getPosition().value_or("").str();
  rewriter.setInsertionPoint(reduce);
  auto fold = ReduceSeqOp::create(rewriter, reduce.getLoc(), reduce.getInit(),
                                  map.getInput(), position);
  Block *block = fold.getBlock();
  Value value = inlineFunction(rewriter, map, position, block, block->end(),
                               block->getArgument(1));
  rewriter.setInsertionPointToEnd(block);
  Value combined = inlineCombiner(rewriter, reduce.getCombiner(),
                                  block->getArgument(0), value);
  YieldOp::create(rewriter, reduce.getLoc(), combined);
  rewriter.replaceOp(reduce, fold);
  rewriter.eraseOp(map);
  return fold;
}

//===----------------------------------------------------------------------===//
// Mapping
//===----------------------------------------------------------------------===//

/// Whether a map around an operation has a mapping.
static bool isInside(Operation *op, Mapping mapping) {
  for (auto outer = op->getParentOfType<MapOp>(); outer;
       outer = outer->getParentOfType<MapOp>())
    if (outer.getMapping() == mapping)
      return true;
  return false;
}

FailureOr<MapOp> pattern::setMapping(RewriterBase &rewriter, MapOp map,
                                     Mapping mapping, std::string &reason) {
  bool isHardware = mapping == Mapping::Workgroup || mapping == Mapping::Local;
  if (mapping == Mapping::Local && !isInside(map, Mapping::Workgroup))
    reason = "expected a map over blocks around a map over their threads";
  else if (isHardware && isInside(map, mapping))
    reason = "expected no map of the same mapping around";
  if (!reason.empty())
    return failure();
  rewriter.modifyOpInPlace(map, [&] { map.setMapping(mapping); });
  return map;
}
