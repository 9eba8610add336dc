//===- RunPieces.cpp - Runs of equal coordinates in pieces ----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run of equal coordinates is visited once, so that what is below it is one
// sum. Where runs are short, processors guess wrong where each of them ends,
// which takes longer than the sum. If all that is made of a run is added to
// what is stored already, its entries may as well be visited one by one, and
// only long runs, which one comparison tells, have a loop.
//
//===----------------------------------------------------------------------===//

#include "LoopEmitter.h"

#include "weft/Support/ExactIdentity.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

/// How many entries a run has more than that are not visited one by one.
static constexpr int64_t kLongRun = 8;
/// How many positions the search for its end passes over at once.
static constexpr int64_t kStride = 16;

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

static bool combinesInto(CoiterateOp op, OperationName combiner);

/// Whether a coiteration goes through runs of equal coordinates, in which a
/// piece may end.
static bool goesThroughRuns(CoiterateOp op) {
  return llvm::any_of(
      llvm::seq<int64_t>(0, op.getStorages().size()),
      [&](int64_t segment) { return op.hasPositionRange(segment); });
}

/// Whether `next` is `carried`, combined with what does not depend on it, by a
/// coiteration inside or, if `isOnce`, by itself.
static bool combinesFrom(Value next, Value carried, OperationName combiner,
                         bool isOnce) {
  if (!carried.hasOneUse())
    return false;
  if (next == carried)
    return true;
  Operation *op = next.getDefiningOp();
  if (!op || op != *carried.user_begin())
    return false;
  if (auto inner = dyn_cast<CoiterateOp>(op))
    return combinesInto(inner, combiner);
  return isOnce && op->getName() == combiner && getFreeIdentity(op);
}

/// Whether a coiteration combines what it carries with something at each of its
/// coordinates, and does nothing else. What is made of a run as a whole is not
/// what is made of its pieces, so that there it is what is below a run that
/// combines.
static bool combinesInto(CoiterateOp op, OperationName combiner) {
  if (op.getNumResults() != 1 || op.getExits() || op.getGuarded())
    return false;
  for (unsigned region : llvm::seq<unsigned>(op.getBodies().size())) {
    Operation *yield = op.getBlock(region).getTerminator();
    if (!combinesFrom(yield->getOperand(0),
                      op.getCarriedArguments(region).front(), combiner,
                      /*isOnce=*/!goesThroughRuns(op)))
      return false;
  }
  return true;
}

/// Whether all operations only read.
static bool onlyReads(CoiterateOp op) {
  return !op->walk([&](Operation *inner) {
              bool reads = isa<CoiterateOp, YieldOp>(inner) ||
                           isMemoryEffectFree(inner) ||
                           hasSingleEffect<MemoryEffects::Read>(inner);
              return reads ? WalkResult::advance() : WalkResult::interrupt();
            }).wasInterrupted();
}

/// Whether a sum or product begins with what changes nothing.
static bool isNeutral(Value init, Operation *combiner) {
  Attribute value;
  if (!matchPattern(init, m_Constant(&value)))
    return false;
  bool isZero =
      matchPattern(init, m_AnyZeroFloat()) || matchPattern(init, m_Zero());
  return value == getFreeIdentity(combiner) ||
         (isZero && isa<arith::AddFOp>(combiner));
}

/// The operation that adds what is below a run to what a region loads, whose
/// place does not depend on it, and stores again; null if there is none.
static CoiterateOp findSumOfRun(Block &block, Value builder) {
  auto store =
      block.getTerminator()->getOperand(0).getDefiningOp<level::StoreOp>();
  Operation *combiner = store ? store.getValue().getDefiningOp() : nullptr;
  if (!combiner || store.getState() != builder || store.getReserved() ||
      combiner->getNumOperands() != 2 || !getFreeIdentity(combiner))
    return {};
  for (unsigned number : {0u, 1u}) {
    auto load = combiner->getOperand(number).getDefiningOp<level::LoadOp>();
    auto sum = combiner->getOperand(1 - number).getDefiningOp<CoiterateOp>();
    if (load && sum && load.getStored() == builder &&
        load.getPosition() == store.getPosition() && sum->hasOneUse() &&
        sum.getNumResults() == 1 && sum->getBlock() == &block &&
        isNeutral(sum.getInits().front(), combiner) &&
        combinesInto(sum, combiner->getName()) && onlyReads(sum))
      return sum;
  }
  return {};
}

bool LoopEmitter::cutsRuns(unsigned point) const {
  return point == 0 && CoiterateOp(op).getPieces();
}

void LoopEmitter::markPieces() {
  op.setPieces(!op.getGuarded() && op.getNumPoints() == 1 && canCutRuns(0));
}

bool LoopEmitter::canCutRuns(unsigned point) {
  const llvm::SmallBitVector &ids = lattice[point].iterators;
  if (ids.count() != 1 || op.getGuarded() || op.getExits() ||
      op.getNumResults() != 1 || lattice.sublattice(point).size() != 1 ||
      !iterators[ids.find_first()].hasOrderedRuns())
    return false;
  Block &block = op.getBlock(point);
  CoiterateOp sum = findSumOfRun(block, op.getCarriedArguments(point).front());
  if (!sum)
    return false;
  // The position, and the end of the run, are those of the sum alone.
  unsigned segment = ids.find_first();
  unsigned argument = block.getNumArguments() - 1;
  for (int64_t other : llvm::reverse(op.getSegmentsOf(point))) {
    argument -= op.hasPositionRange(other) ? 2 : 1;
    if (other != segment)
      continue;
    auto isOfSum = [&](Value value) {
      return llvm::all_of(value.getUsers(),
                          [&](Operation *user) { return user == sum; });
    };
    if (!op.hasPositionRange(other) || !isOfSum(block.getArgument(argument)) ||
        !isOfSum(block.getArgument(argument + 1)))
      return false;
  }
  return llvm::all_of(block.without_terminator(), [&](Operation &inner) {
    return isa<CoiterateOp, level::StoreOp, level::LocateOp>(inner) ||
           isMemoryEffectFree(&inner) ||
           hasSingleEffect<MemoryEffects::Read>(&inner);
  });
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

SmallVector<Value> LoopEmitter::emitPieces(OpBuilder &builder, Step &step,
                                           Value position, ValueRange carried) {
  Location loc = op.getLoc();
  unsigned id = lattice[step.point].iterators.find_first();
  Place &place = step.places[id];
  auto emitBehind = [&](OpBuilder &builder, int64_t distance) -> Value {
    return arith::AddIOp::create(
        builder, loc, position,
        arith::ConstantIndexOp::create(builder, loc, distance));
  };
  Value isLong = iterators[id].emitIsInRun(
      builder, emitBehind(builder, kLongRun), step.coordinates);
  auto emitPiece = [&](OpBuilder &builder, Value end) {
    place.runEnd = end;
    SmallVector<Value> results = {end};
    llvm::append_range(results, emitRegions(builder, step, carried));
    scf::YieldOp::create(builder, loc, results);
  };
  auto branch = scf::IfOp::create(
      builder, loc, isLong,
      [&](OpBuilder &builder, Location) {
        Value start =
            iterators[id].emitRunEnd(builder, emitBehind(builder, kLongRun + 1),
                                     place, step.coordinates, kStride);
        emitPiece(builder, iterators[id].emitRunEnd(builder, start, place,
                                                    step.coordinates));
      },
      [&](OpBuilder &builder, Location) {
        emitPiece(builder, emitBehind(builder, 1));
      });
  place.runEnd = branch.getResult(0);
  return SmallVector<Value>(branch.getResults().drop_front());
}
