//===- TileTails.cpp - Loops over tiles that are not full -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two tail strategies (transformation framework paper, section 6.1) of loops
// over arrays: a guard outside of a loop that is there twice, so that the one
// over full tiles has a constant number of steps, and a predicate inside of a
// loop that has as many steps in each tile. Here, as where loops are unrolled,
// level functions have been lowered once, and whatever a loop carries are
// numbers.
//
// The guard stands in front of all loops around the tile that do not change it.
// Where tiles are shifted inwards, all are full or the only one is not, so that
// these are the loops over tiles as well.
//
//===----------------------------------------------------------------------===//

#include "Tiling/TileTails.h"
#include "Tiling/Unswitch.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
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

static Value getCount(ImplicitLocOpBuilder &b, scf::ForOp loop) {
  return b.createOrFold<arith::SubIOp>(loop.getUpperBound(),
                                       loop.getLowerBound());
}

/// Gives a loop as many steps as a full tile has.
static void setFull(ImplicitLocOpBuilder &b, scf::ForOp loop, int64_t width) {
  loop.setUpperBound(b.createOrFold<arith::AddIOp>(
      loop.getLowerBound(), arith::ConstantIndexOp::create(b, width)));
}

//===----------------------------------------------------------------------===//
// Guards
//===----------------------------------------------------------------------===//

/// Whether a branch around a loop has decided whether its tile is full; nothing
/// if none has.
static std::optional<bool> findDecision(scf::ForOp loop, Value count,
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

/// Moves a guard in front of the loops that do not change what it asks.
static void hoistGuard(scf::IfOp branch) {
  IRRewriter rewriter(branch.getContext());
  while (true) {
    auto around = dyn_cast<scf::ForOp>(branch->getParentOp());
    if (!around || isParallel(around) || isVector(around))
      return;
    hoist(around, {});
    if (!around.isDefinedOutsideOfLoop(branch.getCondition()))
      return;
    // One of loops that do nothing has been moved by itself.
    if (branch->getParentOp() == around)
      branch = unswitch(around, branch, rewriter);
  }
}

static void guardTile(scf::ForOp loop, int64_t width) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  Value count = getCount(b, loop);
  if (getConstantIntValue(count))
    return;
  if (std::optional<bool> isFull = findDecision(loop, count, width)) {
    if (*isFull)
      setFull(b, loop, width);
    return;
  }
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
  setFull(b, full, width);
  b.setInsertionPointToEnd(branch.elseBlock());
  loop->moveBefore(scf::YieldOp::create(b, loop.getResults()));
  hoistGuard(branch);
}

//===----------------------------------------------------------------------===//
// Predicates
//===----------------------------------------------------------------------===//

static void predicateTile(scf::ForOp loop, int64_t width) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  if (getConstantIntValue(getCount(b, loop)))
    return;
  Value end = loop.getUpperBound();
  setFull(b, loop, width);
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

void weft::endTile(scf::ForOp loop) {
  LoopInfo info(getLoopAttr(loop));
  int64_t guard = std::exchange(info.guard, 0);
  int64_t predicate = std::exchange(info.predicate, 0);
  setLoopInfo(loop, info);
  if (predicate != 0)
    predicateTile(loop, predicate);
  if (guard != 0)
    guardTile(loop, guard);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct LowerTileTails : weft::impl::LowerTileTailsBase<LowerTileTails> {
  void runOnOperation() override {
    for (scf::ForOp loop = findMarked(); loop; loop = findMarked()) {
      if (!loop.getInductionVar().getType().isIndex() ||
          getConstantIntValue(loop.getStep()) != 1 || loop.getUnsignedCmp()) {
        loop.emitError("cannot end a tile of a loop that does not count signed "
                       "values of type 'index' by one");
        return signalPassFailure();
      }
      endTile(loop);
    }
  }

private:
  /// An innermost loop that is marked. What lanes share, they end themselves.
  scf::ForOp findMarked() {
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
