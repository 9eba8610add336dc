//===- HoistAtomicUpdates.cpp - One atomic update per loop ----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reduces the values of atomic updates of one component in a loop, and updates
// the component once behind the loop (figure 12 of the scheduling framework).
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
  TypedAttr identity;
};
} // namespace

/// The update of a carried builder, if the loop does nothing else with it.
static std::optional<LoopUpdate> findUpdate(scf::ForOp loop, unsigned number) {
  BlockArgument state = loop.getRegionIterArg(number);
  auto update = loop.getYieldedValues()[number].getDefiningOp<AtomicUpdateOp>();
  if (!update || update->getBlock() != loop.getBody() ||
      update.getState() != state || !update.getNext().hasOneUse())
    return std::nullopt;
  LoopUpdate found{loop, number, update, {}, {}};
  auto isOutside = [&](Value value) {
    return loop.isDefinedOutsideOfLoop(value);
  };
  if (!isOutside(update.getPosition())) {
    found.locate = update.getPosition().getDefiningOp<LocateOp>();
    bool isSame = found.locate && found.locate.getStored() == state &&
                  update.getPosition() == found.locate.getPosition() &&
                  isOutside(found.locate.getParent()) &&
                  llvm::all_of(found.locate.getCoords(), isOutside) &&
                  llvm::all_of(found.locate->getUsers(),
                               [&](Operation *user) { return user == update; });
    if (!isSame)
      return std::nullopt;
  }
  bool isOnlyUse = llvm::all_of(state.getUsers(), [&](Operation *user) {
    return user == update || user == found.locate;
  });
  Operation *combiner = getSimpleCombinerOp(update.getCombiner());
  found.identity = combiner ? getFreeIdentity(combiner) : TypedAttr();
  return isOnlyUse && found.identity ? std::optional(found) : std::nullopt;
}

/// Reduces in the loop, and updates behind it.
static void hoist(const LoopUpdate &found) {
  scf::ForOp loop = found.loop;
  AtomicUpdateOp update = found.update;
  ImplicitLocOpBuilder b(update.getLoc(), loop);
  SmallVector<Value> inits(loop.getInitArgs());
  Value state = inits[found.number];
  inits[found.number] = arith::ConstantOp::create(b, found.identity);
  auto reduction = scf::ForOp::create(
      b, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound(),
      loop.getStep(), inits, /*bodyBuilder=*/nullptr, loop.getUnsignedCmp());
  reduction->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  reduction.getRegion().takeBody(loop.getRegion());
  BlockArgument carried = reduction.getRegionIterArg(found.number);
  // The builder is the one in front of the loop for what is left of its uses.
  carried.replaceAllUsesWith(state);
  carried.setType(found.identity.getType());
  b.setInsertionPoint(update);
  Value combined =
      inlineCombiner(b, update.getCombiner(), carried, update.getValue());
  reduction.getBody()->getTerminator()->setOperand(found.number, combined);
  Operation *last = reduction;
  if (LocateOp locate = found.locate) {
    locate->moveAfter(reduction);
    last = locate;
  }
  update->moveAfter(last);
  update.getValueMutable().assign(reduction.getResult(found.number));
  for (auto [number, result] : llvm::enumerate(loop.getResults()))
    result.replaceAllUsesWith(number == found.number
                                  ? Value(update.getNext())
                                  : reduction.getResult(number));
  loop.erase();
}

namespace {
struct HoistAtomicUpdates
    : level::impl::LevelHoistAtomicUpdatesBase<HoistAtomicUpdates> {
  void runOnOperation() override {
    // Inner loops first, so that outer ones hoist what left them.
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (!isParallel(loop) && !isVector(loop))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops)
      for (unsigned number : llvm::seq(loop.getNumResults()))
        if (std::optional<LoopUpdate> found = findUpdate(loop, number)) {
          hoist(*found);
          break;
        }
  }
};
} // namespace
