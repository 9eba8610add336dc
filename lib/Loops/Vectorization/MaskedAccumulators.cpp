//===- MaskedAccumulators.cpp - Masked loads of accumulators --------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves masked loads that initialize the accumulators of loops behind the
// loops.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayDescription.h"
#include "Analysis/ArrayOrigins.h"
#include "Vectorization/ForwardStores.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Support/ExactIdentity.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;
using namespace weft::forwarding;

/// The only operation that updates a loop-carried value, in the innermost loop,
/// if it may be reassociated; null otherwise.
static Operation *findCombiner(scf::ForOp loop, BlockArgument carried) {
  Value next = loop.getTiedLoopYieldedValue(carried)->get();
  if (!carried.hasOneUse() || !next.hasOneUse())
    return nullptr;
  OpOperand &use = *carried.use_begin();
  if (auto inner = dyn_cast<scf::ForOp>(use.getOwner())) {
    BlockArgument argument = inner.getTiedLoopRegionIterArg(&use);
    return argument && inner.getTiedLoopResult(&use) == next
               ? findCombiner(inner, argument)
               : nullptr;
  }
  bool isFree =
      use.getOwner() == next.getDefiningOp() && getFreeIdentity(use.getOwner());
  return isFree ? use.getOwner() : nullptr;
}

namespace {
/// A masked load that initializes the accumulator of a loop, the operation that
/// accumulates, and the store of the result.
struct MaskedAccumulator {
  vector::MaskedLoadOp load;
  scf::ForOp loop;
  Operation *combiner = nullptr, *store = nullptr;
};
} // namespace

/// The loop whose accumulator a masked load initializes, in the same block;
/// null if there is none.
static scf::ForOp findAccumulatingLoop(vector::MaskedLoadOp load) {
  if (!load->hasOneUse())
    return {};
  OpOperand &use = *load->use_begin();
  auto loop = dyn_cast<scf::ForOp>(use.getOwner());
  bool isInit = loop && loop->getBlock() == load->getBlock() &&
                loop.getTiedLoopRegionIterArg(&use);
  return isInit ? loop : scf::ForOp();
}

/// Finds the accumulation that a masked load initializes, if the load can move
/// behind the loop.
static FailureOr<MaskedAccumulator>
findMaskedAccumulator(vector::MaskedLoadOp load) {
  MaskedAccumulator found{load, findAccumulatingLoop(load)};
  if (!found.loop)
    return failure();
  auto keep = [&](const Twine &reason) {
    return reportMissed(load, kTransformation,
                        "the masked load stays before the loop: " + reason);
  };
  VectorTile tile = *VectorTile::of(load);
  Value root = getRoot(tile.array);
  std::string name = describeArray(tile.array);
  if (!isOwn(root))
    return keep("other arrays may alias " + name);
  OpOperand &init = *load->use_begin();
  found.combiner =
      findCombiner(found.loop, found.loop.getTiedLoopRegionIterArg(&init));
  if (!found.combiner)
    return keep("the accumulation may not be reassociated");
  Value result = found.loop.getTiedLoopResult(&init);
  if (!result.hasOneUse())
    return keep("the result of the loop does not have exactly one use");
  found.store = *result.user_begin();
  if (found.store->getBlock() != load->getBlock() ||
      getStoredVector(found.store) != result ||
      !isSame(*VectorTile::of(found.store), tile))
    return keep("the result of the loop is not stored at the same index with "
                "the same mask");
  for (Operation &op : llvm::make_range(std::next(load->getIterator()),
                                        found.store->getIterator()))
    if (mayAccess(op, root))
      return keep(describeOp(&op) + " may access " + name +
                  " before the result is stored");
  return found;
}

/// Initializes the accumulator of a loop with the identity, and combines the
/// tile of a masked load with the result of the loop.
static void loadBehindLoop(const MaskedAccumulator &found,
                           RewriterBase &rewriter) {
  vector::MaskedLoadOp load = found.load;
  reportPassed(load, kTransformation,
               "moves the masked load from " + describeArray(load.getBase()) +
                   " after the loop");
  OpOperand &init = *load->use_begin();
  Value result = scf::ForOp(found.loop).getTiedLoopResult(&init);
  ImplicitLocOpBuilder b(load.getLoc(), load);
  init.set(arith::ConstantOp::create(
      b, DenseElementsAttr::get(load.getVectorType(),
                                getFreeIdentity(found.combiner))));
  rewriter.moveOpBefore(load, found.store);
  b.setInsertionPoint(found.store);
  IRMapping mapping;
  mapping.map(found.combiner->getOperands(), ValueRange{load, result});
  Value sum = b.clone(*found.combiner, mapping)->getResult(0);
  found.store->replaceUsesOfWith(result, sum);
}

void forwarding::moveBehindLoop(vector::MaskedLoadOp load,
                                RewriterBase &rewriter) {
  FailureOr<MaskedAccumulator> found = findMaskedAccumulator(load);
  if (succeeded(found))
    loadBehindLoop(*found, rewriter);
}
