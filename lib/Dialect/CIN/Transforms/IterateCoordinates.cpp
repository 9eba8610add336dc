//===- IterateCoordinates.cpp - Coordinates of positions --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Coord (transformation framework paper, sections 3 and 5): a loop over the
// positions of a tensor goes over the coordinates of the dimension again, where
// other tensors may have components, too. Over the positions of a tile, it goes
// over the range of coordinates that the tile has: with pos and split before
// it, this is the split with respect to a coordinate tree (thesis,
// section 6.4).
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "Extents.h"
#include "Naming.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// What replaced a variable by its positions, where the variable is all of them
/// and not a part.
static PositionOp findPosition(Value variable) {
  for (Operation *user : variable.getUsers())
    if (auto position = dyn_cast<PositionOp>(user);
        position && position.getPosition() == variable)
      return position;
  return {};
}

/// Erases the guards of what an operation derives, which its uses derive from
/// something else.
static void eraseGuards(RewriterBase &rewriter, Operation *derivation) {
  for (Operation *user : llvm::to_vector(derivation->getUsers()))
    if (isa<GuardOp>(user))
      rewriter.eraseOp(user);
}

/// Makes a split of the positions of a tile one of coordinates, with a cut at
/// each position that a tile begins with.
static void splitCoordinates(RewriterBase &rewriter, SplitOp split,
                             PositionOp position) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(split);
  auto tiles = SplitOp::create(
      rewriter, split.getLoc(), position.getName(), split.getOuter(),
      split.getInner(), split.getDirection(), split.getSize(),
      position.getExtent(), /*shift_inwards=*/false, position.getRef(),
      rewriter.getI64IntegerAttr(position.getLevels().front()),
      position.getOuter());
  // How many coordinates a tile has follows from the positions.
  setExtent(rewriter, getForall(split.getInner()), Value());
  rewriter.replaceOp(position, tiles.getVariable());
  eraseGuards(rewriter, split);
  rewriter.eraseOp(split);
}

/// Makes a split of positions, each of which is a coordinate, one of
/// coordinates.
static void nameCoordinates(RewriterBase &rewriter, SplitOp split,
                            PositionOp position) {
  rewriter.modifyOpInPlace(split, [&] { split.setName(position.getName()); });
  eraseGuards(rewriter, position);
  rewriter.replaceOp(position, position.getPosition());
}

LogicalResult cin::iterateCoordinates(RewriterBase &rewriter, ForallOp forall,
                                      StringRef name) {
  auto refuse = [&](Operation *at, const Twine &why) {
    return rewriter.notifyMatchFailure(at, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot iterate over coordinates instead of '"
                 << forall.getName() << "': " << why;
    });
  };
  if (forall.getUnit() || forall.getUnroll() || forall.getMerge())
    return refuse(forall, "it has a tag; do so before it is tagged");
  Value variable = forall.getVariable();
  PositionOp position = findPosition(variable);
  SplitOp split;
  for (Operation *user : variable.getUsers())
    if (auto whole = dyn_cast<SplitOp>(user); whole && !position) {
      split = whole;
      position = findPosition(whole.getVariable());
    }
  if (!position) {
    if (split &&
        llvm::any_of(split.getVariable().getUsers(), llvm::IsaPred<SplitOp>))
      return refuse(split, "it is a part of a part; do so before it is split");
    return refuse(forall, "it does not count positions");
  }
  if (position.getAlone())
    return refuse(position, "a workspace was precomputed for the positions");
  if (split && split.getOuter() == variable)
    return refuse(split, "it numbers tiles, of which each has a range of "
                         "coordinates; choose '" +
                             getForall(split.getInner()).getName() + "'");
  if (split && (!isa<BlockArgument>(split.getOuter()) ||
                llvm::count_if(split.getOuter().getUsers(),
                               llvm::IsaPred<SplitOp>) != 1))
    return refuse(split, "the number of its tile was split");
  if (split && (split.isShifted() || forall.getTail()))
    return refuse(split, "the last tile has a tail strategy, and tiles of "
                         "coordinates have no width; leave it out");
  if (split && position.getLevels().size() != 1)
    return refuse(position, "positions of combinations have no range of one "
                            "coordinate; balance the combinations");
  if (split)
    for (Operation *user : position.getVariable().getUsers())
      if (auto blocks = dyn_cast<SplitOp>(user);
          blocks && blocks.getInner() == position.getVariable())
        return refuse(blocks, "'" + position.getName() + "' is a part of '" +
                                  blocks.getName() +
                                  "', and how much there is of it depends on "
                                  "the block");
  if (name != position.getName() &&
      failed(verifyNewIndexName(rewriter, forall->getParentOfType<KernelOp>(),
                                name)))
    return failure();
  if (split && name == position.getName())
    return refuse(forall, "'" + name +
                              "' is what it is a part of; a part "
                              "needs another name");

  if (!split) {
    setExtent(rewriter, forall, position.getExtent());
    eraseGuards(rewriter, position);
    rewriter.replaceOp(position, variable);
  } else if (position.getLevels().size() == 1 && position.hasDenseLevels()) {
    nameCoordinates(rewriter, split, position);
  } else {
    splitCoordinates(rewriter, split, position);
  }
  rewriter.modifyOpInPlace(forall, [&] { forall.setName(name); });
  return success();
}
