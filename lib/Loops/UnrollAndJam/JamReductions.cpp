//===- JamReductions.cpp - Unroll-and-jam of reductions -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unrolls a loop whose iterations each reduce a dense row to a scalar, as in a
// sampled dense-dense product, and jams the inner loops. The jammed loop loads
// shared operands once and has one accumulator per unrolled iteration. The
// vectorizer then reduces the lanes of all accumulators together.
//
// The last group of iterations overlaps the group before it, so that no
// remainder loop is needed. Segments shorter than a group run the original
// loop.
//
// The pass also unrolls the loop over the rows of a dense block, and jams the
// loops over blocks and over the columns of a block. Each block is then
// traversed once, instead of once for each of its rows.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayDescription.h"
#include "UnrollAndJam/UnrollAndJam.h"
#include "Vectorization/BlockReduction.h"
#include "Vectorization/LaneAnalysis.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Support/ExactIdentity.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

/// The largest number of operations in the body of a loop, including the
/// terminator. It bounds code size, since the body is copied.
static constexpr size_t kMaxBodyOps = 32;

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

static LogicalResult refuse(scf::ForOp loop, const Twine &reason) {
  return reportMissed(loop, LoweringOption::JamReductions, reason);
}

/// The only loop nested in another loop, at any depth, if it is an scf.for
/// directly in its body; else null.
static scf::ForOp findOnlyLoop(scf::ForOp loop) {
  scf::ForOp only;
  WalkResult result = loop.getBody()->walk([&](LoopLikeOpInterface inner) {
    if (only || inner->getParentOp() != loop || !isa<scf::ForOp>(inner))
      return WalkResult::interrupt();
    only = cast<scf::ForOp>(inner);
    return WalkResult::advance();
  });
  return result.wasInterrupted() ? scf::ForOp() : only;
}

/// The only scf.for directly in the body of a loop if it carries one value;
/// else null.
static scf::ForOp findReduction(scf::ForOp loop) {
  auto inner = loop.getBody()->getOps<scf::ForOp>();
  return llvm::hasSingleElement(inner) && (*inner.begin()).getNumResults() == 1
             ? *inner.begin()
             : scf::ForOp();
}

/// Checks that the iterations of `loop`, which is `candidate` or nested in it,
/// can be copied and jammed. `name` is the loop in the reason.
static LogicalResult checkCopyable(scf::ForOp candidate, scf::ForOp loop,
                                   StringRef name) {
  if (std::optional<std::string> reason = whyNotSupported(loop))
    return refuse(candidate, name + " " + *reason);
  size_t numOps = llvm::range_size(loop.getBody()->getOperations());
  if (numOps > kMaxBodyOps)
    return refuse(candidate, name + " has " + Twine(numOps) +
                                 " operations, more than " +
                                 Twine(kMaxBodyOps));
  return success();
}

/// The reason why `hasIdempotentIterations` is false for a loop that carries no
/// values.
static std::string whyNotRepeatable(scf::ForOp loop) {
  std::string reason = "the loop loads from an array that it stores to, so "
                       "that its iterations cannot be repeated";
  loop.getBody()->walk([&](Operation *op) {
    auto store = dyn_cast<memref::StoreOp>(op);
    if (store ? isPrivateAllocation(getRoot(store.getMemRef()))
              : isa<memref::LoadOp>(op) || isMemoryEffectFree(op) ||
                    op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
      return WalkResult::advance();
    reason = store ? "the loop stores to " + describeArray(store.getMemRef()) +
                         ", which other arrays may alias"
                   : ("'" + op->getName().getStringRef() +
                      "' has side effects that cannot be repeated")
                         .str();
    return WalkResult::interrupt();
  });
  return reason;
}

/// Checks that executing iterations twice, and those of the jammed loops side
/// by side, has no visible effect.
static LogicalResult checkRepeatable(scf::ForOp loop, scf::ForOp reduction) {
  if (!hasIdempotentIterations(loop))
    return refuse(loop, whyNotRepeatable(loop));
  for (Operation &op : llvm::make_range(reduction->getBlock()->begin(),
                                        reduction->getIterator()))
    if (!isMemoryEffectFree(&op) && !hasSingleEffect<MemoryEffects::Read>(&op))
      return refuse(loop, "jamming would reorder '" +
                              op.getName().getStringRef() +
                              "' before the inner loop");
  return success();
}

/// Whether a reduction may combine in any order: its loop is tagged for
/// vectorization, or a single associative operation combines. An operator that
/// a user defines by several operations may depend on the order.
static bool combinesInAnyOrder(scf::ForOp reduction,
                               const LaneAnalysis &analysis) {
  const LaneReduction *found = analysis.getReduction(0);
  return isVector(reduction) || (found && found->ops.size() == 1 &&
                                 getFreeIdentity(found->ops.front()));
}

/// Checks that the inner loop reduces consecutive elements into one scalar and
/// can be vectorized.
static LogicalResult checkReduction(scf::ForOp loop, scf::ForOp reduction,
                                    bool strict) {
  if (!hasUnitStep(reduction))
    return refuse(loop,
                  "the inner loop does not increment a signed index by 1");
  LaneAnalysis analysis(reduction, /*quiet=*/true);
  if (failed(analysis.run(strict)))
    return refuse(loop, "the inner loop cannot be vectorized: " +
                            analysis.getReason());
  if (!analysis.hasReductions())
    return refuse(loop, "the iter_arg of the inner loop is not a reduction");
  if (!combinesInAnyOrder(reduction, analysis))
    return refuse(loop, "the reduction of the inner loop consists of several "
                        "operations or may not be reassociated");
  for (auto load : reduction.getBody()->getOps<memref::LoadOp>())
    if (analysis.getAccessKind(load.getIndices()) == LaneKind::Varying)
      return refuse(loop, "the inner loop loads elements of " +
                              describeArray(load.getMemRef()) +
                              " that are not consecutive");
  return success();
}

/// Checks that all iterations of a loop, whose only nested loop is `reduction`,
/// reduce rows of the same length.
static LogicalResult checkRowReduction(scf::ForOp loop, scf::ForOp reduction,
                                       bool strict) {
  for (Value bound : reduction->getOperands().take_front(3))
    if (!loop.isDefinedOutsideOfLoop(bound))
      return refuse(
          loop, "the bounds of the inner loop are not invariant in the loop");
  // That a sum keeps its order is a reason which a user can change.
  if (failed(checkCopyable(loop, loop, "the loop")) ||
      failed(checkReduction(loop, reduction, strict)))
    return failure();
  return checkRepeatable(loop, reduction);
}

/// Checks that a loop iterates the rows of a dense block, `blocks` the blocks,
/// and the loop in that the columns of a block. Forwards stores to loads in the
/// body of `rows` if all but the accesses allow it.
static LogicalResult checkBlockReduction(scf::ForOp rows, scf::ForOp blocks,
                                         bool strict) {
  if (failed(checkCopyable(rows, rows, "the loop over rows")) ||
      failed(checkCopyable(rows, blocks, "the loop over blocks")))
    return failure();
  int64_t maxRows = getMaxTripCount(rows);
  int64_t mostRows = Machine::of(rows).jammedBlockMaxRows;
  if (maxRows < 2 || maxRows > mostRows)
    return refuse(rows, "the trip count of the loop over rows is not bounded "
                        "by a constant from 2 to " +
                            Twine(mostRows));
  scf::ForOp columns = findColumns(blocks, strict);
  if (!columns)
    return refuse(rows, "the loop over columns is not a reduction that fits "
                        "one vector and may be reassociated");
  for (scf::ForOp loop : {blocks, columns})
    for (Value bound : loop->getOperands().take_front(3))
      if (!isLoopInvariant(bound, rows, blocks))
        return refuse(rows, "the bounds of the inner loops are not invariant "
                            "in the loop over rows");
  forwardStores(*rows.getBody());
  return checkRepeatable(rows, blocks);
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Tags a loop for vectorization.
static void markVector(scf::ForOp loop) {
  if (isVector(loop))
    return;
  Builder b(loop.getContext());
  updateLoopInfo(loop, [](LoopInfo &info) {
    info.vector = 0;
    info.isOptional = true;
  });
}

namespace {
/// Emits a loop that executes several iterations of another loop together.
class ReductionJam {
public:
  ReductionJam(scf::ForOp loop, scf::ForOp reduction, int64_t factor)
      : b(loop.getLoc(), loop), loop(loop), reduction(reduction),
        copies(factor) {}

  /// Emits the unrolled loop before the loop, which moves into the branch for
  /// segments that are too short. Returns the jammed reduction.
  scf::ForOp emit();

private:
  /// Whether a value is the same in all unrolled iterations.
  bool isShared(Value value) {
    return shared.contains(value) || loop.isDefinedOutsideOfLoop(value);
  }
  /// Copies an operation for each unrolled iteration, or once if all iterations
  /// compute the same value.
  void emitOp(Operation &op);
  /// Emits one loop for all unrolled iterations of a reduction.
  scf::ForOp emitReduction(scf::ForOp inner);

  ImplicitLocOpBuilder b;
  scf::ForOp loop, reduction;
  /// The values of each unrolled iteration.
  SmallVector<IRMapping> copies;
  /// The values that are the same in all unrolled iterations.
  llvm::SmallDenseSet<Value> shared;
};
} // namespace

void ReductionJam::emitOp(Operation &op) {
  if (auto inner = dyn_cast<scf::ForOp>(op)) {
    emitReduction(inner);
    return;
  }
  bool isSame =
      op.getNumRegions() == 0 && op.getNumResults() != 0 &&
      (isMemoryEffectFree(&op) || hasSingleEffect<MemoryEffects::Read>(&op)) &&
      llvm::all_of(op.getOperands(),
                   [&](Value operand) { return isShared(operand); });
  if (!isSame) {
    for (IRMapping &mapping : copies)
      b.clone(op, mapping);
    return;
  }
  Operation *copy = b.clone(op, copies.front());
  for (IRMapping &mapping : copies)
    mapping.map(op.getResults(), copy->getResults());
  shared.insert_range(op.getResults());
}

scf::ForOp ReductionJam::emitReduction(scf::ForOp inner) {
  SmallVector<Value> inits;
  for (IRMapping &mapping : copies)
    inits.push_back(mapping.lookupOrDefault(inner.getInitArgs().front()));
  auto getBound = [&](Value bound) {
    return copies.front().lookupOrDefault(bound);
  };
  // Remarks name the loop by its location.
  auto jammed = scf::ForOp::create(
      b, inner.getLoc(), getBound(inner.getLowerBound()),
      getBound(inner.getUpperBound()), getBound(inner.getStep()), inits);
  jammed->setDiscardableAttrs(inner->getDiscardableAttrDictionary());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(jammed.getBody());
  shared.insert(inner.getInductionVar());
  for (auto [mapping, carried] :
       llvm::zip_equal(copies, jammed.getRegionIterArgs())) {
    mapping.map(inner.getInductionVar(), jammed.getInductionVar());
    mapping.map(inner.getRegionIterArg(0), carried);
  }
  for (Operation &op : inner.getBody()->without_terminator())
    emitOp(op);
  SmallVector<Value> nexts;
  for (auto [mapping, result] : llvm::zip_equal(copies, jammed.getResults())) {
    nexts.push_back(mapping.lookupOrDefault(inner.getYieldedValues().front()));
    mapping.map(inner.getResult(0), result);
  }
  scf::YieldOp::create(b, nexts);
  return jammed;
}

scf::ForOp ReductionJam::emit() {
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  Value count = arith::ConstantIndexOp::create(b, copies.size());
  Value last = arith::SubIOp::create(b, upper, count);
  Value isLong =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sge, last, lower);
  auto branch = scf::IfOp::create(b, TypeRange(), isLong, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  b.setInsertionPointToEnd(branch.thenBlock());
  auto unrolled = scf::ForOp::create(b, lower, upper, count);
  scf::YieldOp::create(b);
  b.setInsertionPointToStart(unrolled.getBody());
  // The last group of iterations overlaps the group before it.
  Value first = arith::MinSIOp::create(b, unrolled.getInductionVar(), last);
  for (auto [number, mapping] : llvm::enumerate(copies))
    mapping.map(loop.getInductionVar(),
                b.createOrFold<arith::AddIOp>(
                    first, arith::ConstantIndexOp::create(b, number)));
  Operation *end = loop.getBody()->getTerminator();
  for (Operation &op :
       llvm::make_range(loop.getBody()->begin(), reduction->getIterator()))
    emitOp(op);
  scf::ForOp jammed = emitReduction(reduction);
  for (IRMapping &mapping : copies)
    for (Operation &op : llvm::make_range(std::next(reduction->getIterator()),
                                          end->getIterator()))
      b.clone(op, mapping);
  b.setInsertionPointToEnd(branch.elseBlock());
  loop->moveBefore(scf::YieldOp::create(b));
  return jammed;
}

/// Jams the reductions of the iterations of a loop if it is a candidate.
static void jamReductions(scf::ForOp loop, bool strict) {
  scf::ForOp reduction = findReduction(loop);
  if (!reduction || loop.getNumResults() != 0)
    return;
  auto jam = [&](int64_t factor, const Twine &what) {
    reportPassed(loop, LoweringOption::JamReductions,
                 "unrolls the loop by " + Twine(factor) + " and jams " + what);
    return ReductionJam(loop, reduction, factor).emit();
  };
  if (findOnlyLoop(loop) == reduction) {
    if (failed(checkRowReduction(loop, reduction, strict)))
      return;
    markVector(jam(Machine::of(loop).jammedReductions, "the inner reductions"));
    markVector(reduction);
  } else if (findReduction(reduction)) {
    if (succeeded(checkBlockReduction(loop, reduction, strict)))
      jam(getMaxTripCount(loop), "the reductions over blocks");
  }
}

void weft::jamReductions(func::FuncOp function, bool strict) {
  SmallVector<scf::ForOp> loops;
  function.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops)
    if (isChosen(loop, LoweringOption::JamReductions))
      ::jamReductions(loop, strict);
}
