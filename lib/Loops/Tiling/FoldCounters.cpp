//===- FoldCounters.cpp - Compute counters of loops in closed form --------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces loop-carried values whose final value follows from the iteration
// count: counters that each iteration increments by the same amount, and
// invariant values that each iteration yields.
//
// Loops that append carry a counter of stored entries, from which later code
// derives whether a segment is empty. The counter is a dependence between
// iterations, which prevents vectorization. LLVM performs the same
// simplification, but only after Weft's own passes over loops.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayDescription.h"

#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Loops/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
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

static constexpr llvm::StringLiteral kTransformation = "fold_counters";

/// A store to which a value, perhaps cast or carried by inner loops, is an
/// index; null if there is none.
static memref::StoreOp findIndexedStore(Value value) {
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    auto store = dyn_cast<memref::StoreOp>(user);
    if (store && use.getOperandNumber() > 1)
      return store;
    Value index;
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(user))
      index = user->getResult(0);
    else if (auto loop = dyn_cast<scf::ForOp>(user))
      index = loop.getTiedLoopRegionIterArg(&use);
    if (memref::StoreOp found = index ? findIndexedStore(index) : nullptr)
      return found;
  }
  return {};
}

/// Whether a yielded value is a sum with a loop-carried value.
static bool isIncrementOf(Value yielded, Value carried) {
  auto add = yielded.getDefiningOp<arith::AddIOp>();
  return add && llvm::is_contained(add->getOperands(), carried);
}

/// A store of a value, perhaps cast; null if there is none.
static memref::StoreOp findStoreOf(Value value) {
  for (Operation *user : value.getUsers()) {
    auto store = dyn_cast<memref::StoreOp>(user);
    if (store && store.getValueToStore() == value)
      return store;
    if (!isa<arith::IndexCastOp, arith::IndexCastUIOp>(user))
      continue;
    if (memref::StoreOp found = findStoreOf(user->getResult(0)))
      return found;
  }
  return {};
}

/// Names a loop-carried value in a remark, by the array that it is an index of
/// or that it, its sums or its final value are stored to. Empty if there is no
/// such array; such a value has no remark.
static std::string describe(scf::ForOp loop, unsigned number) {
  std::string name = "iter_arg #" + std::to_string(number);
  Value carried = loop.getRegionIterArg(number);
  if (memref::StoreOp store = findIndexedStore(carried))
    return "the counter of elements stored to " +
           describeArray(store.getMemRef()) + " in " + name;
  Value yielded = loop.getYieldedValues()[number];
  memref::StoreOp store =
      isIncrementOf(yielded, carried) ? findStoreOf(yielded) : nullptr;
  if (store)
    return "the sum stored to " + describeArray(store.getMemRef()) + " in " +
           name;
  store = findStoreOf(carried);
  if (!store)
    store = findStoreOf(loop.getResult(number));
  return store ? "the variable stored to " + describeArray(store.getMemRef()) +
                     " in " + name
               : std::string();
}

/// Whether a branch in the body increments a loop-carried value in one case and
/// keeps it in the other.
static bool isIncrementedConditionally(scf::ForOp loop, unsigned number) {
  Value carried = loop.getRegionIterArg(number);
  auto result = dyn_cast<OpResult>(loop.getYieldedValues()[number]);
  auto branch = result ? dyn_cast<scf::IfOp>(result.getOwner()) : scf::IfOp();
  if (!branch)
    return false;
  Value then = branch.thenYield().getOperand(result.getResultNumber());
  Value otherwise = branch.elseYield().getOperand(result.getResultNumber());
  return (then == carried && isIncrementOf(otherwise, carried)) ||
         (otherwise == carried && isIncrementOf(then, carried));
}

/// Whether each iteration yields the same value as `number`, defined outside
/// the loop.
static bool yieldsInvariant(scf::ForOp loop, unsigned number) {
  return loop.isDefinedOutsideOfLoop(loop.getYieldedValues()[number]);
}

/// Whether a loop-carried value has the shape of a counter or of an invariant
/// value, so that a reader may expect it to be folded.
static bool isCandidate(scf::ForOp loop, unsigned number) {
  return yieldsInvariant(loop, number) ||
         isIncrementedConditionally(loop, number) ||
         isIncrementOf(loop.getYieldedValues()[number],
                       loop.getRegionIterArg(number));
}

/// Reports why a loop-carried value is not folded.
static LogicalResult refuse(scf::ForOp loop, unsigned number, StringRef before,
                            StringRef after) {
  std::string name = describe(loop, number);
  return name.empty()
             ? failure()
             : reportMissed(loop, kTransformation, before + name + after);
}

/// Reports that the final value of a loop-carried value is computed before the
/// loop.
static void reportFolded(scf::ForOp loop, unsigned number) {
  std::string name = describe(loop, number);
  if (!name.empty())
    reportPassed(loop, kTransformation,
                 "computes the final value of " + name + " before the loop");
}

/// The amount by which each iteration increments a counter that has no other
/// use. Fails with a remark if the value is a counter of another kind.
static FailureOr<Value> findIncrement(scf::ForOp loop, unsigned number) {
  if (isIncrementedConditionally(loop, number))
    return refuse(loop, number, "", " is incremented conditionally");
  Value carried = loop.getRegionIterArg(number);
  if (!isIncrementOf(loop.getYieldedValues()[number], carried))
    return failure();
  auto add = loop.getYieldedValues()[number].getDefiningOp<arith::AddIOp>();
  if (!add.getType().isIndex())
    return refuse(loop, number, "", " is not of type `index`");
  if (!carried.hasOneUse())
    return refuse(loop, number, "", " has uses other than its increment");
  if (!add->hasOneUse())
    return refuse(loop, number, "the increment of ",
                  " has uses other than the yield");
  return add.getLhs() == carried ? add.getRhs() : add.getLhs();
}

/// Moves the operations that compute a value before the loop. Returns false if
/// one of them depends on the iteration or on memory; its operands may have
/// been moved.
static bool hoistValue(scf::ForOp loop, Value value) {
  if (loop.isDefinedOutsideOfLoop(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != loop.getBody() || op->getNumRegions() != 0 ||
      !isPure(op) || !llvm::all_of(op->getOperands(), [&](Value operand) {
        return hoistValue(loop, operand);
      }))
    return false;
  op->moveBefore(loop);
  return true;
}

/// Emits the number of iterations of a loop of step 1 before it.
static Value emitIterationCount(ImplicitLocOpBuilder &b, scf::ForOp loop) {
  Value distance = loop.getUpperBound();
  if (!matchPattern(loop.getLowerBound(), m_Zero()))
    distance = arith::SubIOp::create(b, distance, loop.getLowerBound());
  return arith::MaxSIOp::create(b, distance,
                                arith::ConstantIndexOp::create(b, 0));
}

/// Replaces a loop by a copy without loop-carried values that have no uses.
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

/// Emits the final value of a loop-carried value that each iteration sets to
/// `last`: the initial value if the loop has no iteration.
static Value emitInvariantResult(ImplicitLocOpBuilder &b, scf::ForOp loop,
                                 Value last, Value init) {
  Value isAny = arith::CmpIOp::create(
      b, arith::CmpIPredicate::slt, loop.getLowerBound(), loop.getUpperBound());
  if (matchPattern(last, m_One()) && matchPattern(init, m_Zero()) &&
      last.getType().isInteger(1))
    return isAny;
  return arith::SelectOp::create(b, isAny, last, init);
}

/// Checks that the number of iterations is upper - lower bound.
static LogicalResult verifyUnitStep(scf::ForOp loop) {
  auto carried = llvm::seq(loop.getNumRegionIterArgs());
  auto isNamed = [&](unsigned number) {
    return isCandidate(loop, number) && !describe(loop, number).empty();
  };
  auto refuse = [&](StringRef reason) -> LogicalResult {
    return llvm::any_of(carried, isNamed)
               ? reportMissed(loop, kTransformation, reason)
               : failure();
  };
  if (loop.getUnsignedCmp())
    return refuse("the loop has unsigned bounds");
  if (!matchPattern(loop.getStep(), m_One()))
    return refuse("the step of the loop is not 1");
  if (!loop.getInductionVar().getType().isIndex())
    return refuse("the induction variable is not of type `index`");
  return success();
}

namespace {
/// Folds the loop-carried values of one loop.
class CounterFolder {
public:
  explicit CounterFolder(scf::ForOp loop)
      : loop(loop), b(loop.getLoc(), loop),
        folded(loop.getNumRegionIterArgs()) {}

  void run();

private:
  void foldInvariant(unsigned number);
  void foldCounter(unsigned number);

  scf::ForOp loop;
  ImplicitLocOpBuilder b;
  llvm::BitVector folded;
  /// The number of iterations; null before the first counter is folded.
  Value count;
};
} // namespace

void CounterFolder::foldInvariant(unsigned number) {
  if (!loop.getRegionIterArg(number).use_empty()) {
    (void)refuse(loop, number, "",
                 " has uses in the loop, although an invariant value is "
                 "yielded for it");
    return;
  }
  reportFolded(loop, number);
  loop.getResult(number).replaceAllUsesWith(emitInvariantResult(
      b, loop, loop.getYieldedValues()[number], loop.getInitArgs()[number]));
  folded.set(number);
}

void CounterFolder::foldCounter(unsigned number) {
  FailureOr<Value> increment = findIncrement(loop, number);
  if (failed(increment))
    return;
  if (!hoistValue(loop, *increment)) {
    (void)refuse(loop, number, "the increment of ",
                 " depends on the iteration or on memory");
    return;
  }
  reportFolded(loop, number);
  if (!count)
    count = emitIterationCount(b, loop);
  Value added = matchPattern(*increment, m_One())
                    ? count
                    : arith::MulIOp::create(b, count, *increment);
  Value last = arith::AddIOp::create(b, loop.getInitArgs()[number], added);
  loop.getResult(number).replaceAllUsesWith(last);
  Operation *add = loop.getYieldedValues()[number].getDefiningOp();
  loop.getBody()->getTerminator()->setOperand(number,
                                              loop.getRegionIterArg(number));
  add->erase();
  folded.set(number);
}

void CounterFolder::run() {
  for (unsigned number : llvm::seq(loop.getNumRegionIterArgs())) {
    if (yieldsInvariant(loop, number))
      foldInvariant(number);
    else
      foldCounter(number);
  }
  if (folded.any())
    dropCarried(loop, folded);
}

namespace {
struct FoldCounters : weft::impl::FoldCountersBase<FoldCounters> {
  void runOnOperation() override {
    // Inner loops first: the final count of an inner loop may become the
    // increment of an outer one.
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      if (succeeded(verifyUnitStep(loop)))
        CounterFolder(loop).run();
  }
};
} // namespace
