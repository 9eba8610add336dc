//===- VectorizeLoops.cpp - Iterations in the lanes of vectors --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mapping `parallelize` to vectors (thesis, section 6.6) of loops over
// arrays. It is done here and not by LLVM, so that the IR shows it, every
// expression gets it that is asked for it, and a dense loop inside of a sparse
// one does not become a vector of the wrong loop. The main loop has full
// vectors, and a scalar one does what is left: masked operations take longer
// than the few iterations that they would save. A tile, which loops around it
// carry, is one vector however few elements it has.
//
//===----------------------------------------------------------------------===//

#include "LaneEmitter.h"
#include "RegisterTiles.h"
#include "ValueSources.h"

#include "weft/Compiler/Passes.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

namespace weft {
#define GEN_PASS_DEF_VECTORIZELOOPS
#include "weft/Compiler/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// The bytes of a vector whose length nobody says. It is the same on every
/// machine, so that results are; LLVM takes several registers where they are
/// shorter.
static constexpr int64_t kVectorBytes = 64;
/// How long a tile may be to be one vector: what half of the registers hold,
/// and so that what has an operation for each lane stays small.
static constexpr int64_t kMaxTileBytes = 16 * kVectorBytes;
static constexpr int64_t kMaxLanes = 128;

/// Writes differences as sums, which may be combined in any order.
static void replaceDifferences(scf::ForOp loop) {
  llvm::DenseSet<Value> dependent(llvm::from_range, loop.getRegionIterArgs());
  for (Operation &op : llvm::make_early_inc_range(*loop.getBody())) {
    if (llvm::none_of(op.getOperands(), [&](Value operand) {
          return dependent.contains(operand);
        }))
      continue;
    ImplicitLocOpBuilder b(op.getLoc(), &op);
    Value sum;
    if (auto difference = dyn_cast<arith::SubIOp>(op)) {
      if (!dependent.contains(difference.getRhs()))
        sum = arith::AddIOp::create(
            b, difference.getLhs(),
            arith::SubIOp::create(
                b,
                arith::ConstantOp::create(
                    b, b.getZeroAttr(op.getResult(0).getType())),
                difference.getRhs()));
    } else if (auto difference = dyn_cast<arith::SubFOp>(op)) {
      if (!dependent.contains(difference.getRhs()))
        sum = arith::AddFOp::create(
            b, difference.getLhs(),
            arith::NegFOp::create(b, difference.getRhs(),
                                  difference.getFastmathAttr()),
            difference.getFastmathAttr());
    }
    if (sum) {
      op.getResult(0).replaceAllUsesWith(sum);
      op.erase();
      dependent.insert(sum);
      continue;
    }
    dependent.insert_range(op.getResults());
  }
}

/// Whether a place is the same in all steps of the loop around one, but for the
/// number of the lane.
static bool isFixed(Value index, scf::ForOp lanes, scf::ForOp around) {
  return isComputedFrom(index, [&](Value value) -> std::optional<bool> {
    if (value == lanes.getInductionVar() ||
        around.isDefinedOutsideOfLoop(value))
      return true;
    Operation *op = value.getDefiningOp();
    return op && isPure(op) ? std::nullopt : std::optional(false);
  });
}

/// Whether what a loop stores is loaded in the next step of the loop around it,
/// from another place. Where not all lanes are there, the two places may
/// overlap, and processors wait for the one before they load the other.
static bool reloadsElsewhere(scf::ForOp lanes) {
  auto around = dyn_cast<scf::ForOp>(lanes->getParentOp());
  auto isReloaded = [&](Value array) {
    return llvm::any_of(
        lanes.getBody()->getOps<memref::LoadOp>(),
        [&](memref::LoadOp load) { return load.getMemRef() == array; });
  };
  return around &&
         llvm::any_of(lanes.getBody()->getOps<memref::StoreOp>(),
                      [&](memref::StoreOp store) {
                        return isReloaded(store.getMemRef()) &&
                               !llvm::all_of(store.getIndices(), [&](Value at) {
                                 return isFixed(at, lanes, around);
                               });
                      });
}

/// Has a loop made a vector of some of the lanes.
static void markPartialTile(scf::ForOp loop, int64_t lanes) {
  Builder b(loop.getContext());
  loop->setAttr(kVectorAttr, b.getI64IntegerAttr(lanes));
  loop->setAttr(kPartialVectorAttr, b.getUnitAttr());
}

namespace {
/// What becomes of one loop.
class VectorLoop {
public:
  VectorLoop(scf::ForOp loop, const LaneAnalysis &analysis)
      : loop(loop), analysis(analysis), b(loop.getLoc(), loop),
        count(getCount()) {}

  /// Makes a vector of the iterations if there are as many as lanes, and else
  /// leaves the loop. Gives the branch that decides that.
  scf::IfOp makeTile(int64_t lanes);
  /// Makes a vector of the iterations, fewer than lanes, if they do not fit
  /// into half of it, for which the loop is left. Gives the branch that decides
  /// that.
  scf::IfOp makePartialTile(int64_t lanes);
  /// Makes vectors of all iterations but those that do not fill one.
  void makeStrips(int64_t lanes);

private:
  Value getCount() {
    upper = b.createOrFold<arith::MaxSIOp>(loop.getUpperBound(),
                                           loop.getLowerBound());
    return b.createOrFold<arith::SubIOp>(upper, loop.getLowerBound());
  }
  bool canMask() const {
    return LaneEmitter::canMask(loop, analysis) && !reloadsElsewhere(loop);
  }
  /// Emits the only step of a tile, and gives what the loop results in.
  SmallVector<Value> emitTile(int64_t lanes);
  /// Emits the loop over full vectors, and gives what it results in.
  SmallVector<Value> emitStrips(Value middle, int64_t lanes);
  /// Yields the results of the loop in the rest, in which it remains.
  void moveInto(Block *rest) {
    b.setInsertionPointToEnd(rest);
    markShortLoop(loop);
    loop->moveBefore(rest, rest->end());
    scf::YieldOp::create(b, loop.getResults());
  }

  scf::ForOp loop;
  const LaneAnalysis &analysis;
  ImplicitLocOpBuilder b;
  Value upper, count;
};
} // namespace

SmallVector<Value> VectorLoop::emitTile(int64_t lanes) {
  LaneEmitter emitter(b, analysis, lanes);
  emitter.emitStep(loop, loop.getLowerBound());
  SmallVector<Value> results;
  for (auto [number, init, next] :
       llvm::enumerate(loop.getInitArgs(), loop.getYieldedValues())) {
    const LaneReduction *reduction = analysis.getReduction(number);
    results.push_back(
        reduction ? emitter.emitCombine(
                        *reduction, init,
                        emitter.emitReduce(*reduction,
                                           emitter.getVector(reduction->value)))
                  : emitter.getFirst(next));
  }
  return results;
}

scf::IfOp VectorLoop::makeTile(int64_t lanes) {
  if (getConstantIntValue(count) == lanes) {
    SmallVector<Value> results = emitTile(lanes);
    loop.replaceAllUsesWith(results);
    loop.erase();
    return {};
  }
  Value isFull =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, count,
                            arith::ConstantIndexOp::create(b, lanes));
  auto branch = scf::IfOp::create(b, loop.getResultTypes(), isFull,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  loop.replaceAllUsesWith(branch.getResults());
  b.setInsertionPointToEnd(branch.thenBlock());
  SmallVector<Value> results = emitTile(lanes);
  scf::YieldOp::create(b, results);
  bool hasMask = canMask();
  moveInto(branch.elseBlock());
  if (hasMask)
    markPartialTile(loop, lanes);
  return branch;
}

scf::IfOp VectorLoop::makePartialTile(int64_t lanes) {
  // A few elements one after the other take no longer than a vector whose steps
  // wait for each other.
  int64_t half = lanes / 2;
  bool isLast = half * analysis.getWidth() < kVectorBytes;
  Value isLarge = arith::CmpIOp::create(
      b, isLast ? arith::CmpIPredicate::sge : arith::CmpIPredicate::sgt, count,
      arith::ConstantIndexOp::create(b, half));
  auto branch = scf::IfOp::create(b, TypeRange(), isLarge,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  b.setInsertionPointToEnd(branch.thenBlock());
  LaneEmitter emitter(b, analysis, lanes);
  emitter.setCount(loop.getLoc(), count);
  emitter.emitStep(loop, loop.getLowerBound());
  scf::YieldOp::create(b);
  moveInto(branch.elseBlock());
  if (!isLast)
    markPartialTile(loop, half);
  return branch;
}

/// What changes nothing if it is combined with another number; null if that is
/// not known.
static TypedAttr getNeutral(const LaneReduction &reduction) {
  if (reduction.ops.size() != 1)
    return {};
  return arith::getNeutralElement(reduction.ops.front()).value_or(TypedAttr());
}

SmallVector<Value> VectorLoop::emitStrips(Value middle, int64_t lanes) {
  SmallVector<Value> inits(loop.getInitArgs());
  for (auto [number, init] : llvm::enumerate(inits)) {
    const LaneReduction *reduction = analysis.getReduction(number);
    if (!reduction)
      continue;
    auto type = VectorType::get(lanes, init.getType());
    TypedAttr neutral = getNeutral(*reduction);
    init = arith::ConstantOp::create(
        b, neutral ? DenseElementsAttr::get(type, ArrayRef<Attribute>(neutral))
                   : cast<DenseElementsAttr>(b.getZeroAttr(type)));
  }
  Value lower = loop.getLowerBound();
  Value step = arith::ConstantIndexOp::create(b, lanes);
  auto strips = scf::ForOp::create(b, lower, middle, step, inits);
  markShortLoop(strips);
  LaneEmitter emitter(b, analysis, lanes);
  OpBuilder::InsertionGuard guard(b);
  // A loop that carries nothing has a terminator already.
  b.setInsertionPointToStart(strips.getBody());
  emitter.emitStep(loop, strips.getInductionVar());
  SmallVector<Value> carried;
  for (auto [number, argument, next] :
       llvm::enumerate(strips.getRegionIterArgs(), loop.getYieldedValues())) {
    const LaneReduction *reduction = analysis.getReduction(number);
    if (!reduction) {
      carried.push_back(emitter.getFirst(next));
      continue;
    }
    Value value = emitter.getVector(reduction->value);
    Value combined = emitter.emitCombine(*reduction, argument, value);
    if (!getNeutral(*reduction)) {
      Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                            strips.getInductionVar(), lower);
      combined = arith::SelectOp::create(b, isFirst, value, combined);
    }
    carried.push_back(combined);
  }
  if (!carried.empty())
    scf::YieldOp::create(b, carried);
  b.setInsertionPointAfter(strips);
  SmallVector<Value> results(strips.getResults());
  for (auto [number, result] : llvm::enumerate(results))
    if (const LaneReduction *reduction = analysis.getReduction(number))
      result = emitter.emitCombine(*reduction, loop.getInitArgs()[number],
                                   emitter.emitReduce(*reduction, result));
  return results;
}

void VectorLoop::makeStrips(int64_t lanes) {
  Value left = b.createOrFold<arith::RemUIOp>(
      count, arith::ConstantIndexOp::create(b, lanes));
  Value middle = b.createOrFold<arith::SubIOp>(upper, left);
  SmallVector<Value> results;
  if (!analysis.hasReductions()) {
    results = emitStrips(middle, lanes);
  } else {
    // Lanes are combined only if there are any.
    Value lower = loop.getLowerBound();
    Value hasVector =
        arith::CmpIOp::create(b, arith::CmpIPredicate::slt, lower, middle);
    auto branch =
        scf::IfOp::create(b, loop.getResultTypes(), hasVector,
                          /*addThenBlock=*/true, /*addElseBlock=*/true);
    b.setInsertionPointToEnd(branch.thenBlock());
    results = emitStrips(middle, lanes);
    b.setInsertionPointToEnd(branch.thenBlock());
    scf::YieldOp::create(b, results);
    b.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(b, loop.getInitArgs());
    results.assign(branch.result_begin(), branch.result_end());
    b.setInsertionPointAfter(branch);
  }
  if (getConstantIntValue(left) == 0) {
    loop.replaceAllUsesWith(results);
    loop.erase();
    return;
  }
  markShortLoop(loop);
  loop.setLowerBound(middle);
  loop.setUpperBound(upper);
  loop.getInitArgsMutable().assign(results);
}

/// Makes vectors of a loop, and keeps in registers what loops around it combine
/// into the same elements. A loop that is `optional` is left if that is not
/// possible.
static LogicalResult vectorize(scf::ForOp loop, bool strict, bool scalar,
                               bool optional) {
  if (!loop.getInductionVar().getType().isIndex() ||
      getConstantIntValue(loop.getStep()) != 1 || loop.getUnsignedCmp())
    return loop.emitError("cannot vectorize a loop that does not count signed "
                          "values of type 'index' by one");
  replaceDifferences(loop);
  LaneAnalysis analysis(loop, /*quiet=*/optional);
  if (failed(analysis.run(strict))) {
    loop->removeAttr(kVectorAttr);
    return success(optional);
  }
  if (scalar)
    return success();
  int64_t length = loop->getAttrOfType<IntegerAttr>(kVectorAttr).getInt();
  loop->removeAttr(kVectorAttr);
  if (length == 0)
    if (std::optional<APInt> count = loop.getStaticTripCount())
      length = count->getSExtValue();
  if (length == 1)
    return success();
  if (loop->removeAttr(kPartialVectorAttr)) {
    Operation *around = loop->getParentOp();
    scf::IfOp branch = VectorLoop(loop, analysis).makePartialTile(length);
    keepInRegisters(branch, around);
    return success();
  }
  if (llvm::isPowerOf2_64(length) &&
      length <= std::min(kMaxLanes, kMaxTileBytes / analysis.getWidth())) {
    Operation *around = loop->getParentOp();
    scf::IfOp branch = VectorLoop(loop, analysis).makeTile(length);
    keepInRegisters(branch, around);
    return success();
  }
  // Halves of lanes are combined with each other.
  int64_t lanes = llvm::bit_floor<uint64_t>(
      std::max<int64_t>(kVectorBytes / analysis.getWidth(), 2));
  VectorLoop(loop, analysis).makeStrips(lanes);
  return success();
}

namespace {
struct VectorizeLoops : weft::impl::VectorizeLoopsBase<VectorizeLoops> {
  using VectorizeLoopsBase::VectorizeLoopsBase;
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops = findMarked();
    for (scf::ForOp loop : loops)
      if (failed(verifyInnermost(loop)))
        return signalPassFailure();
    // A loop around may be copied with the marked ones that are in it.
    while (!loops.empty()) {
      for (scf::ForOp loop :
           ArrayRef(loops).take_front(scalar ? loops.size() : 1))
        if (failed(vectorize(loop, strict, scalar, optional)))
          return signalPassFailure();
      loops = scalar ? SmallVector<scf::ForOp>() : findMarked();
    }
  }

private:
  SmallVector<scf::ForOp> findMarked() {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (loop->hasAttr(kVectorAttr))
        loops.push_back(loop);
    });
    return loops;
  }

  static LogicalResult verifyInnermost(scf::ForOp loop) {
    for (auto outer = loop->getParentOfType<scf::ForOp>(); outer;
         outer = outer->getParentOfType<scf::ForOp>())
      if (outer->hasAttr(kVectorAttr))
        return loop.emitError("cannot be vectorized: it is inside of a loop "
                              "whose iterations are lanes already");
    return success();
  }
};
} // namespace
