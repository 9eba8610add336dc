//===- HoistAtomicUpdates.cpp - Hoist atomic updates out of loops ---------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reduces the values of atomic updates of one component in a loop, and updates
// the component once after the loop (figure 12 of the scheduling framework).
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/Transforms/Passes.h"
#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Support/Combiner.h"
#include "weft/Support/ExactIdentity.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {
namespace level {
#define GEN_PASS_DEF_LEVELHOISTATOMICUPDATES
#include "weft/Dialect/Level/Transforms/Passes.h.inc"
} // namespace level
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::level;

namespace {
/// An atomic update of the same component in each iteration of a loop.
struct LoopUpdate {
  scf::ForOp loop;
  /// The number of the builder among the carried values.
  unsigned number;
  AtomicUpdateOp update;
  /// Locates the component; null if the position is defined outside.
  LocateOp locate;
  /// Around the update, with nothing else in it; null if the update is
  /// unconditional.
  scf::IfOp condition;
  TypedAttr identity;
};
} // namespace

/// The update whose result a loop carries on; null if there is none.
static AtomicUpdateOp findUpdateOp(scf::ForOp loop, unsigned number) {
  Value next = loop.getYieldedValues()[number];
  auto condition = next.getDefiningOp<scf::IfOp>();
  if (condition && condition->getNumResults() == 1 && next.hasOneUse() &&
      condition.elseYield().getOperand(0) == loop.getRegionIterArg(number) &&
      llvm::hasSingleElement(*condition.elseBlock()))
    next = condition.thenYield().getOperand(0);
  return next.getDefiningOp<AtomicUpdateOp>();
}

/// The update of a carried builder, if the loop does nothing else with it.
static std::optional<LoopUpdate> findUpdate(scf::ForOp loop, unsigned number) {
  BlockArgument state = loop.getRegionIterArg(number);
  AtomicUpdateOp update = findUpdateOp(loop, number);
  if (!update || update.getState() != state || !update.getNext().hasOneUse())
    return std::nullopt;
  LoopUpdate found{loop, number, update, {}, {}, {}};
  if (update->getBlock() != loop.getBody()) {
    found.condition = dyn_cast<scf::IfOp>(update->getParentOp());
    if (!found.condition || found.condition->getBlock() != loop.getBody())
      return std::nullopt;
  }
  auto isOutside = [&](Value value) {
    return loop.isDefinedOutsideOfLoop(value);
  };
  if (!isOutside(update.getPosition())) {
    found.locate = update.getPosition().getDefiningOp<LocateOp>();
    bool isSame = found.locate && found.locate.getStored() == state &&
                  found.locate->getBlock() == update->getBlock() &&
                  update.getPosition() == found.locate.getPosition() &&
                  isOutside(found.locate.getParent()) &&
                  llvm::all_of(found.locate.getCoords(), isOutside) &&
                  llvm::all_of(found.locate->getUsers(),
                               [&](Operation *user) { return user == update; });
    if (!isSame)
      return std::nullopt;
  }
  if (found.condition &&
      !llvm::hasNItems(*update->getBlock(), found.locate ? 3 : 2))
    return std::nullopt;
  bool isOnlyUse = llvm::all_of(state.getUsers(), [&](Operation *user) {
    return user == update || user == found.locate ||
           (found.condition && user == found.condition.elseYield());
  });
  Operation *combiner = getSimpleCombinerOp(update.getCombiner());
  found.identity = combiner ? getFreeIdentity(combiner) : TypedAttr();
  return isOnlyUse && found.identity ? std::optional(found) : std::nullopt;
}

/// Reduces in a loop what it updates a component with. `reduction` has the body
/// of the loop. Returns whether any iteration has updated the component.
static Value emitReduction(ImplicitLocOpBuilder &b, const LoopUpdate &found,
                           scf::ForOp reduction, Value state) {
  AtomicUpdateOp update = found.update;
  BlockArgument accumulator = reduction.getRegionIterArg(found.number);
  // The condition and the update are moved or erased, with the last uses.
  accumulator.replaceAllUsesWith(state);
  accumulator.setType(found.identity.getType());
  Operation *yield = reduction.getBody()->getTerminator();
  b.setInsertionPoint(yield);
  Value combined =
      inlineCombiner(b, update.getCombiner(), accumulator, update.getValue());
  Value isUpdated;
  if (scf::IfOp condition = found.condition) {
    combined = arith::SelectOp::create(b, condition.getCondition(), combined,
                                       accumulator);
    BlockArgument any = reduction.getRegionIterArgs().back();
    yield->setOperand(yield->getNumOperands() - 1,
                      arith::OrIOp::create(b, any, condition.getCondition()));
    isUpdated = reduction.getResults().back();
  } else {
    b.setInsertionPointAfter(reduction);
    auto predicate = reduction.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                                : arith::CmpIPredicate::slt;
    isUpdated = b.createOrFold<arith::CmpIOp>(
        predicate, reduction.getLowerBound(), reduction.getUpperBound());
  }
  yield->setOperand(found.number, combined);
  return isUpdated;
}

/// Reduces in the loop, and updates behind it if there was an iteration, since
/// the component need not exist otherwise. Returns the loop.
static scf::ForOp hoist(const LoopUpdate &found) {
  scf::ForOp loop = found.loop;
  AtomicUpdateOp update = found.update;
  LocateOp locate = found.locate;
  ImplicitLocOpBuilder b(update.getLoc(), loop);
  SmallVector<Value> inits(loop.getInitArgs());
  Value state = inits[found.number];
  inits[found.number] = arith::ConstantOp::create(b, found.identity);
  if (found.condition) {
    Value no = arith::ConstantOp::create(b, b.getBoolAttr(false));
    inits.push_back(no);
    loop.getBody()->addArgument(no.getType(), loop.getLoc());
    Operation *yield = loop.getBody()->getTerminator();
    yield->insertOperands(yield->getNumOperands(), no);
  }
  auto reduction = scf::ForOp::create(
      b, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound(),
      loop.getStep(), inits, /*bodyBuilder=*/nullptr, loop.getUnsignedCmp());
  reduction->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  reduction.getRegion().takeBody(loop.getRegion());
  Value isUpdated = emitReduction(b, found, reduction, state);

  b.setInsertionPointAfter(reduction);
  if (Operation *last = isUpdated.getDefiningOp(); last && last != reduction)
    b.setInsertionPointAfter(last);
  auto moveUpdate = [&](OpBuilder &b, Location loc) {
    for (Operation *op : {locate.getOperation(), update.getOperation()})
      if (op)
        op->moveBefore(b.getInsertionBlock(), b.getInsertionPoint());
    scf::YieldOp::create(b, loc, update.getNext());
  };
  auto guard = scf::IfOp::create(
      b, isUpdated, moveUpdate,
      [&](OpBuilder &b, Location loc) { scf::YieldOp::create(b, loc, state); });
  update.getValueMutable().assign(reduction.getResult(found.number));
  if (scf::IfOp condition = found.condition)
    condition.erase();
  for (auto [number, result] : llvm::enumerate(loop.getResults()))
    result.replaceAllUsesWith(number == found.number
                                  ? guard.getResult(0)
                                  : reduction.getResult(number));
  loop.erase();
  return reduction;
}

namespace {
struct HoistAtomicUpdates
    : level::impl::LevelHoistAtomicUpdatesBase<HoistAtomicUpdates> {
  void runOnOperation() override {
    // Inner loops first, so that outer ones hoist what left them.
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (!isParallel(loop) && !isVector(loop) && !getGPUUnit(loop))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops)
      for (unsigned number : llvm::seq(loop.getNumResults()))
        if (std::optional<LoopUpdate> found = findUpdate(loop, number))
          loop = hoist(*found);
  }
};
} // namespace
