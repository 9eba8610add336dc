//===- FoldCounters.cpp - Counts that are known before loops --------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops count what they store, so that it is known whether anything was stored
// below a coordinate. A loop that stores in every iteration stores as much as
// it has iterations: then it need not count, and its iterations depend on each
// other no more, which is what lanes ask. So it is with what each iteration
// leaves behind, such as that there was one. LLVM does the same for loops that
// nothing else is to be done with.
//
//===----------------------------------------------------------------------===//

#include "weft/Loops/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"

namespace weft {
#define GEN_PASS_DEF_FOLDCOUNTERS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// What each iteration of a loop adds to an index that it carries, if it does
/// nothing else with it; null otherwise.
static Value getStep(scf::ForOp loop, unsigned number) {
  Value carried = loop.getRegionIterArg(number);
  auto add = loop.getYieldedValues()[number].getDefiningOp<arith::AddIOp>();
  if (!add || !add.getType().isIndex() || !carried.hasOneUse() ||
      !add->hasOneUse() || add->getBlock() != loop.getBody())
    return {};
  if (add.getLhs() == carried)
    return add.getRhs();
  return add.getRhs() == carried ? add.getLhs() : Value();
}

/// Moves a value out of a loop with all that it is computed from there; false
/// if that depends on the iteration.
static bool moveOutOf(scf::ForOp loop, Value value) {
  if (loop.isDefinedOutsideOfLoop(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != loop.getBody() || op->getNumRegions() != 0 ||
      !isPure(op) || !llvm::all_of(op->getOperands(), [&](Value operand) {
        return moveOutOf(loop, operand);
      }))
    return false;
  op->moveBefore(loop);
  return true;
}

/// The number of iterations of a loop with steps of one, in front of it.
static Value emitCount(ImplicitLocOpBuilder &b, scf::ForOp loop) {
  Value distance = loop.getUpperBound();
  if (!matchPattern(loop.getLowerBound(), m_Zero()))
    distance = arith::SubIOp::create(b, distance, loop.getLowerBound());
  return arith::MaxSIOp::create(b, distance,
                                arith::ConstantIndexOp::create(b, 0));
}

/// Leaves out values that a loop carries, which nothing uses.
static void dropCarried(scf::ForOp loop, const llvm::BitVector &dropped) {
  SmallVector<Value> inits;
  for (auto [number, init] : llvm::enumerate(loop.getInitArgs()))
    if (!dropped.test(number))
      inits.push_back(init);
  OpBuilder builder(loop);
  auto shorter =
      scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound(),
                         loop.getUpperBound(), loop.getStep(), inits);
  shorter->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  shorter.getRegion().takeBody(loop.getRegion());
  Block *body = shorter.getBody();
  body->getTerminator()->eraseOperands(dropped);
  // The first argument is the induction variable.
  llvm::BitVector arguments(1);
  for (unsigned number : llvm::seq(dropped.size()))
    arguments.push_back(dropped.test(number));
  body->eraseArguments(arguments);
  auto result = shorter.result_begin();
  for (unsigned number : llvm::seq(dropped.size()))
    if (!dropped.test(number))
      loop.getResult(number).replaceAllUsesWith(*result++);
  loop.erase();
}

/// Whether each iteration of a loop leaves the same behind, and none asks what
/// the one before it left.
static bool leavesSame(scf::ForOp loop, unsigned number) {
  return loop.getRegionIterArg(number).use_empty() &&
         loop.isDefinedOutsideOfLoop(loop.getYieldedValues()[number]);
}

/// What a loop leaves behind where each iteration leaves `last`.
static Value emitLeft(ImplicitLocOpBuilder &b, scf::ForOp loop, Value last,
                      Value init) {
  Value isAny = arith::CmpIOp::create(
      b, arith::CmpIPredicate::slt, loop.getLowerBound(), loop.getUpperBound());
  if (matchPattern(last, m_One()) && matchPattern(init, m_Zero()) &&
      last.getType().isInteger(1))
    return isAny;
  return arith::SelectOp::create(b, isAny, last, init);
}

/// Computes in front of a loop what it counts to.
static void foldCounters(scf::ForOp loop) {
  if (loop.getUnsignedCmp() || !matchPattern(loop.getStep(), m_One()) ||
      !loop.getInductionVar().getType().isIndex())
    return;
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  llvm::BitVector folded(loop.getNumRegionIterArgs());
  Value count;
  for (unsigned number : llvm::seq(loop.getNumRegionIterArgs())) {
    if (leavesSame(loop, number)) {
      loop.getResult(number).replaceAllUsesWith(
          emitLeft(b, loop, loop.getYieldedValues()[number],
                   loop.getInitArgs()[number]));
      folded.set(number);
      continue;
    }
    Value step = getStep(loop, number);
    if (!step || !moveOutOf(loop, step))
      continue;
    if (!count)
      count = emitCount(b, loop);
    Value added = matchPattern(step, m_One())
                      ? count
                      : arith::MulIOp::create(b, count, step);
    Value last = arith::AddIOp::create(b, loop.getInitArgs()[number], added);
    loop.getResult(number).replaceAllUsesWith(last);
    Operation *add = loop.getYieldedValues()[number].getDefiningOp();
    loop.getBody()->getTerminator()->setOperand(number,
                                                loop.getRegionIterArg(number));
    add->erase();
    folded.set(number);
  }
  if (folded.any())
    dropCarried(loop, folded);
}

namespace {
struct FoldCounters : weft::impl::FoldCountersBase<FoldCounters> {
  void runOnOperation() override {
    // What an inner loop counts to may be what the outer one adds.
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      foldCounters(loop);
  }
};
} // namespace
