//===- SplitForall.cpp - Tiles of an index variable -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Split (thesis, section 6.4) over the universe of a variable. The outer forall
// has an iteration for each tile, the inner one for each coordinate of a full
// tile; the derived variable is past its extent in the rest of the last tile,
// where the foralls are bounded, in whatever order they are, when lowered.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "Dependences.h"
#include "Extents.h"
#include "Naming.h"

#include "weft/Analysis/RepeatedCoordinates.h"

#include <limits>

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// The maximum number of parts of a divided loop. Each part takes time even if
/// it is empty, and threads need far fewer.
static constexpr int64_t kMaxParts = int64_t{1} << 20;

/// Checks that tiles may end as a tail strategy says.
static LogicalResult verifyTail(RewriterBase &rewriter, ForallOp forall,
                                SplitDirection direction, TailStrategy tail) {
  auto refuse = [&](Operation *at, const Twine &why) {
    return rewriter.notifyMatchFailure(
        at, [&](Diagnostic &diagnostic) { diagnostic << why; });
  };
  if (direction != SplitDirection::Down)
    return refuse(forall, "cannot choose how the last part of '" +
                              forall.getName() +
                              "' ends: its width follows from the extent; "
                              "split it into tiles of a number of coordinates");
  if (tail != TailStrategy::ShiftInwards)
    return success();
  std::optional<analysis::Repetition> repetition =
      analysis::findRepetition(forall.getVariable());
  if (!repetition)
    return success();
  return refuse(repetition->statement, "cannot shift the last tile of '" +
                                           forall.getName() +
                                           "' inwards: " + repetition->why +
                                           "; guard or predicate it");
}

/// Checks that the iterations of a forall can be partitioned by their work.
static LogicalResult verifyBalanced(RewriterBase &rewriter, ForallOp forall) {
  for (Operation *user : forall.getVariable().getUsers())
    if (auto whole = dyn_cast<SplitOp>(user);
        whole && whole.getInner() == forall.getVariable())
      return rewriter.notifyMatchFailure(forall, [&](Diagnostic &diagnostic) {
        diagnostic << "cannot balance '" << forall.getName()
                   << "', which is a part of '" << whole.getName()
                   << "'; balance that instead";
      });
  bool countsPositions =
      llvm::any_of(forall.getVariable().getUsers(), [&](Operation *user) {
        auto position = dyn_cast<PositionOp>(user);
        return position && position.getPosition() == forall.getVariable();
      });
  if (countsPositions)
    return rewriter.notifyMatchFailure(forall, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot balance '" << forall.getName()
                 << "', which counts positions: parts with as many of them are "
                    "equal; divide it";
    });
  return success();
}

/// Checks the preconditions of splitting a forall.
static LogicalResult verifySplit(RewriterBase &rewriter, ForallOp forall,
                                 StringRef outer, StringRef inner,
                                 SplitDirection direction, int64_t size,
                                 std::optional<TailStrategy> tail) {
  if (size < 1 || size > std::numeric_limits<int32_t>::max())
    return rewriter.notifyMatchFailure(forall, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot split '" << forall.getName() << "' by " << size
                 << ": expected a size from 1 to 2147483647";
    });
  if (direction != SplitDirection::Down && size > kMaxParts)
    return rewriter.notifyMatchFailure(forall, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot divide '" << forall.getName() << "' into " << size
                 << " parts, each of which takes time, also if nothing is left "
                    "for it; choose at most "
                 << kMaxParts;
    });
  if (forall.getUnit() || forall.getUnroll() || forall.getMerge())
    return rewriter.notifyMatchFailure(forall, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot split '" << forall.getName()
                 << "', which has a tag; split it before it is tagged";
    });
  if (outer == inner)
    return rewriter.notifyMatchFailure(forall, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot split '" << forall.getName() << "' into '" << outer
                 << "' and '" << inner << "': expected two names";
    });
  if (failed(verifyNoBalancedPart(rewriter, forall,
                                  "cannot split '" + forall.getName() + "'")))
    return failure();
  if (failed(verifyNoOwnEnd(rewriter, forall,
                            "cannot split '" + forall.getName() + "'")) ||
      (tail && failed(verifyTail(rewriter, forall, direction, *tail))))
    return failure();
  if (direction == SplitDirection::Balanced &&
      failed(verifyBalanced(rewriter, forall)))
    return failure();
  auto kernel = forall->getParentOfType<KernelOp>();
  return success(succeeded(verifyNewIndexName(rewriter, kernel, outer)) &&
                 succeeded(verifyNewIndexName(rewriter, kernel, inner)));
}

FailureOr<SplitOp> cin::splitForall(RewriterBase &rewriter, ForallOp forall,
                                    StringRef outer, StringRef inner,
                                    SplitDirection direction, int64_t size,
                                    std::optional<TailStrategy> tail) {
  if (failed(
          verifySplit(rewriter, forall, outer, inner, direction, size, tail)))
    return failure();

  auto kernel = forall->getParentOfType<KernelOp>();
  OpBuilder::InsertionGuard guard(rewriter);
  Location loc = forall.getLoc();
  Value extent = forall.getExtent(), tiles = forall.getVariable();
  PartExtents parts = addPartExtents(rewriter, kernel, direction, size, extent);
  StringAttr original = forall.getNameAttr();
  Block *body = forall.getBlock();
  rewriter.setInsertionPointToStart(body);
  auto tile = ForallOp::create(rewriter, loc, inner, parts.inner);
  rewriter.setInsertionPointToStart(tile.getBlock());
  auto split =
      SplitOp::create(rewriter, loc, original, tiles, tile.getVariable(),
                      direction, size, extent,
                      /*shift_inwards=*/tail == TailStrategy::ShiftInwards);
  guardVariables(rewriter, split);
  if (tail && !split.isShifted())
    tile.setTail(*tail);
  for (Operation &op : llvm::make_early_inc_range(
           llvm::make_range(std::next(tile->getIterator()), body->end())))
    rewriter.moveOpBefore(&op, tile.getBlock(), tile.getBlock()->end());
  rewriter.replaceAllUsesExcept(tiles, split.getVariable(), split);
  rewriter.modifyOpInPlace(forall, [&] { forall.setName(outer); });
  setExtent(rewriter, forall, parts.outer);
  return split;
}
