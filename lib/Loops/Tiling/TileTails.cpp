//===- TileTails.cpp - Guarded and predicated tile tails ------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements two tail strategies of loops over tiles (transformation framework
// paper, section 6.1). A guard versions the loop: the version for full tiles
// has a constant number of iterations. A predicate gives the loop that number
// of iterations in all tiles, and tests in each whether it is inside.
//
// The pass runs on loops over arrays, where level functions have been lowered
// once and loop-carried values are scalars. The guard is hoisted out of all
// enclosing loops in which it is invariant. Tiles that are shifted inwards are
// all full, or the only tile is partial, so that the guard leaves the loops
// over tiles as well.
//
//===----------------------------------------------------------------------===//

#include "Tiling/TileTails.h"
#include "Tiling/Unswitch.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Loops/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {
#define GEN_PASS_DEF_LOWERTILETAILS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

static constexpr llvm::StringLiteral kTransformation = "lower_tile_tails";

/// Emits the number of iterations of a loop of step 1.
static Value emitIterationCount(ImplicitLocOpBuilder &b, scf::ForOp loop) {
  return b.createOrFold<arith::SubIOp>(loop.getUpperBound(),
                                       loop.getLowerBound());
}

/// Gives a loop as many iterations as a full tile has.
static void setFullTile(ImplicitLocOpBuilder &b, scf::ForOp loop,
                        int64_t width) {
  loop.setUpperBound(b.createOrFold<arith::AddIOp>(
      loop.getLowerBound(), arith::ConstantIndexOp::create(b, width)));
}

/// Checks that the number of iterations is not a constant, for which a loop
/// needs no tail.
static LogicalResult verifyVariableCount(scf::ForOp loop, Value count) {
  if (std::optional<int64_t> constant = getConstantIntValue(count))
    return reportMissed(loop, kTransformation,
                        "the loop has a constant trip count (" +
                            Twine(*constant) + ")");
  return success();
}

//===----------------------------------------------------------------------===//
// Guards
//===----------------------------------------------------------------------===//

/// Whether an enclosing guard selects a loop for full tiles. Nothing if no
/// guard of the tile encloses the loop.
static std::optional<bool> findEnclosingGuard(scf::ForOp loop, Value count,
                                              int64_t width) {
  Region *region = loop->getParentRegion();
  for (Operation *around = region->getParentOp(); around;
       region = around->getParentRegion(), around = around->getParentOp()) {
    auto branch = dyn_cast<scf::IfOp>(around);
    if (!branch)
      continue;
    auto isFull = branch.getCondition().getDefiningOp<arith::CmpIOp>();
    if (isFull && isFull.getPredicate() == arith::CmpIPredicate::eq &&
        isFull.getLhs() == count && isConstantIntValue(isFull.getRhs(), width))
      return region == &branch.getThenRegion();
  }
  return std::nullopt;
}

/// Checks that a guard may be hoisted out of a loop.
static LogicalResult verifyHoistable(scf::ForOp around) {
  if (isParallel(around))
    return reportMissed(
        around, kTransformation,
        "the guard for a full tile is not hoisted out of a parallel loop");
  if (isVector(around) || getGPUUnit(around))
    return reportMissed(around, kTransformation,
                        "the guard for a full tile is not hoisted out of a "
                        "loop tagged `vector` or `gpu`");
  return success();
}

/// Hoists a guard out of the enclosing loops in which its condition is
/// invariant.
static void hoistGuard(scf::IfOp branch) {
  IRRewriter rewriter(branch.getContext());
  while (true) {
    auto around = dyn_cast<scf::ForOp>(branch->getParentOp());
    if (!around || failed(verifyHoistable(around)))
      return;
    hoist(around, {});
    if (!around.isDefinedOutsideOfLoop(branch.getCondition())) {
      (void)reportMissed(around, kTransformation,
                         "the guard for a full tile is not hoisted: the loop "
                         "computes the tile width");
      return;
    }
    reportPassed(around, kTransformation,
                 "hoists the guard for a full tile out of the loop");
    // A branch without side effects has been moved by `hoist`.
    if (branch->getParentOp() == around)
      branch = unswitch(around, branch, rewriter);
  }
}

/// Tags a loop for partial tiles to be guarded for half the width of a tile.
static void tagHalf(scf::ForOp loop, int64_t width, int64_t minHalf) {
  if (minHalf != 0 && width / 2 >= minHalf)
    updateLoopInfo(loop, [&](LoopInfo &info) { info.guard = width / 2; });
}

/// Lowers a tail inside an enclosing guard of the same tile.
static void useEnclosingGuard(ImplicitLocOpBuilder &b, scf::ForOp loop,
                              int64_t width, bool isFull, int64_t minHalf) {
  if (!isFull) {
    tagHalf(loop, width, minHalf);
    (void)reportMissed(
        loop, kTransformation,
        "an enclosing guard selects this loop for partial tiles");
    return;
  }
  reportPassed(loop, kTransformation,
               "sets " + Twine(width) +
                   " iterations, since an enclosing guard selects this loop "
                   "for full tiles");
  setFullTile(b, loop, width);
}

static void guardTile(scf::ForOp loop, int64_t width, int64_t minHalf) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  Value count = emitIterationCount(b, loop);
  if (failed(verifyVariableCount(loop, count)))
    return;
  if (std::optional<bool> isFull = findEnclosingGuard(loop, count, width))
    return useEnclosingGuard(b, loop, width, *isFull, minHalf);
  reportPassed(loop, kTransformation,
               "versions the loop for full tiles of " + Twine(width) +
                   " iterations");
  Value isFull =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, count,
                            arith::ConstantIndexOp::create(b, width));
  auto branch = scf::IfOp::create(b, loop.getResultTypes(), isFull,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  loop.replaceAllUsesWith(branch.getResults());
  b.setInsertionPointToEnd(branch.thenBlock());
  auto full = cast<scf::ForOp>(b.clone(*loop));
  scf::YieldOp::create(b, full.getResults());
  b.setInsertionPoint(full);
  setFullTile(b, full, width);
  tagHalf(loop, width, minHalf);
  b.setInsertionPointToEnd(branch.elseBlock());
  loop->moveBefore(scf::YieldOp::create(b, loop.getResults()));
  hoistGuard(branch);
}

//===----------------------------------------------------------------------===//
// Predicates
//===----------------------------------------------------------------------===//

static void predicateTile(scf::ForOp loop, int64_t width) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  if (failed(verifyVariableCount(loop, emitIterationCount(b, loop))))
    return;
  reportPassed(loop, kTransformation,
               "predicates each of the " + Twine(width) +
                   " iterations of a full tile");
  Value end = loop.getUpperBound();
  setFullTile(b, loop, width);
  Block *body = loop.getBody();
  auto yield = cast<scf::YieldOp>(body->getTerminator());
  b.setInsertionPointToStart(body);
  Value isInside = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                         loop.getInductionVar(), end);
  bool isCarried = loop.getNumResults() != 0;
  auto branch = scf::IfOp::create(b, yield.getOperandTypes(), isInside,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/isCarried);
  Block *inside = branch.thenBlock();
  inside->getOperations().splice(inside->end(), body->getOperations(),
                                 std::next(branch->getIterator()),
                                 yield->getIterator());
  b.setInsertionPointToEnd(inside);
  scf::YieldOp::create(b, yield.getOperands());
  if (!isCarried)
    return;
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, loop.getRegionIterArgs());
  yield->setOperands(branch.getResults());
}

void weft::lowerTileTail(scf::ForOp loop, int64_t minHalf) {
  LoopInfo info(getLoopAttr(loop));
  int64_t guard = std::exchange(info.guard, 0);
  int64_t predicate = std::exchange(info.predicate, 0);
  setLoopInfo(loop, info);
  if (predicate != 0)
    predicateTile(loop, predicate);
  if (guard != 0)
    guardTile(loop, guard, minHalf);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct LowerTileTails : weft::impl::LowerTileTailsBase<LowerTileTails> {
  void runOnOperation() override {
    for (scf::ForOp loop = findTagged(); loop; loop = findTagged()) {
      if (!loop.getInductionVar().getType().isIndex() ||
          getConstantIntValue(loop.getStep()) != 1 || loop.getUnsignedCmp()) {
        loop.emitError("cannot end a tile of a loop that does not count signed "
                       "values of type 'index' by one");
        return signalPassFailure();
      }
      lowerTileTail(loop);
    }
  }

private:
  /// An innermost loop with a tail strategy. Vectorization lowers the tails of
  /// vector loops.
  scf::ForOp findTagged() {
    scf::ForOp found;
    getOperation().walk([&](scf::ForOp loop) {
      LoopInfo info(getLoopAttr(loop));
      if (info.vector || (info.guard == 0 && info.predicate == 0))
        return WalkResult::advance();
      found = loop;
      return WalkResult::interrupt();
    });
    return found;
  }
};
} // namespace
