//===- TileEnds.cpp - Tails of tiles ----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile has as many steps as it has places if they are all visited, or all
// positions; what is stored of them has no width.
//
//===----------------------------------------------------------------------===//

#include "TileEnds.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

/// The split of whose tiles a forall binds the places; null if there is none
/// with a tail strategy.
static cin::SplitOp findTile(cin::ForallOp forall, const KernelInfo &info) {
  for (cin::SplitOp split : info.getSplits())
    if (split.getTail() && split.getInner() == forall.getVariable())
      return split;
  return {};
}

bool cin_to_lattice::hasOwnEnd(cin::ForallOp forall, const KernelInfo &info) {
  cin::SplitOp split = findTile(forall, info);
  return split && !split.isShifted();
}

/// Whether a forall visits all places of a tile, or all positions, in one loop.
static bool visitsAll(const ForallPlan &plan) {
  if (plan.coiteration.guarded || plan.coiteration.points.size() != 1)
    return false;
  if (plan.counted)
    return true;
  const analysis::LatticePoint &point = plan.coiteration.points.front();
  if (point.iterators.count() != 1)
    return false;
  unsigned only = point.iterators.find_first();
  return only == plan.segments.size() || plan.segments[only].full;
}

LogicalResult cin_to_lattice::verifyTail(cin::ForallOp forall,
                                         const ForallPlan &plan,
                                         const KernelInfo &info) {
  if (!hasOwnEnd(forall, info) || visitsAll(plan))
    return success();
  cin::SplitOp split = findTile(forall, info);
  StringRef tail = cin::stringifyTailStrategy(*split.getTail());
  return forall.emitOpError("cannot end the tiles of '")
         << split.getName() << "' with " << tail
         << ": its loop goes over what is stored in a tile, which has no "
            "width; split positions, or leave the strategy out";
}

void cin_to_lattice::setTail(lattice::CoiterateOp op, cin::ForallOp forall,
                             const ForallPlan &plan, const KernelInfo &info) {
  cin::SplitOp split = findTile(forall, info);
  if (!split || !visitsAll(plan) || op.getExits())
    return;
  LoopInfo loop = op.getLoopInfo();
  if (split.getTail() == cin::TailStrategy::Predicate)
    loop.predicate = split.getSize();
  else
    loop.guard = split.getSize();
  op.setLoopInfo(loop);
}
