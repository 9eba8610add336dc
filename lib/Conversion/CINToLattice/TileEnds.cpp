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
                                         const ForallPlan &plan) {
  if (!forall.getTail() || visitsAll(plan))
    return success();
  return forall.emitOpError("cannot end the tiles of '")
         << cin::findTileOf(forall.getVariable()).getName() << "' with "
         << cin::stringifyTailStrategy(*forall.getTail())
         << ": its loop goes over what is stored in a tile, which has no "
            "width; split positions, or leave the strategy out";
}

void cin_to_lattice::setTail(lattice::CoiterateOp op, cin::ForallOp forall,
                             const ForallPlan &plan) {
  cin::SplitOp split = cin::findTileOf(forall.getVariable());
  bool hasTail = split && (forall.getTail() || split.isShifted());
  if (!hasTail || !visitsAll(plan) || op.getExits())
    return;
  LoopInfo loop = op.getLoopInfo();
  if (forall.getTail() == cin::TailStrategy::Predicate)
    loop.predicate = split.getSize();
  else
    loop.guard = split.getSize();
  op.setLoopInfo(loop);
}
