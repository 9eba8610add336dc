//===- SegmentedSums.cpp - Sums of runs of iterations --------- -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp takes as many adjacent iterations as it has threads in each step.
// Those that update the same component are a run. The threads add up runs by
// shuffles (a segmented scan), and the last thread of a run updates the
// component. What the last run of a step has is carried to the next one, so
// that a component has one update for each warp. If updates are grouped
// (`weft.grouped`), a run between two others is the only one that updates its
// component, and needs no atomic operation.
//
//===----------------------------------------------------------------------===//

#include "SegmentedSums.h"

#include "Accumulation.h"
#include "FilledArrays.h"
#include "OwnIterations.h"
#include "Shuffles.h"

#include "weft/Dialect/Weft/IR/GroupedUpdates.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace weft;
using namespace weft::gpu;

namespace {
/// An update of a component in each iteration.
struct Update {
  memref::GenericAtomicRMWOp op;
  Operation *combiner = nullptr;
  /// Whether only this loop updates the components between its first and its
  /// last one.
  bool isGrouped = false;
};

/// The state of an update in front of a step: the run that has not been
/// updated yet, and the first component of the warp, which are -1 if there is
/// none.
struct Carry {
  Value key, value, first;
};

class SegmentedLoop {
public:
  SegmentedLoop(scf::ForOp loop, LoopThreads threads)
      : loop(loop), threads(threads), b(loop.getLoc(), loop) {}

  /// Finds the updates, and the values that a loop carries.
  LogicalResult analyze();
  scf::ForOp rewrite();

private:
  LogicalResult addUpdate(memref::GenericAtomicRMWOp op);
  LogicalResult addScan(unsigned number);

  void emitLane();
  void emitStep(ValueRange carried, IRMapping &mapping);
  Value emitScan(arith::SelectOp select, Value carried, IRMapping &mapping);
  /// Where `takesCarry` holds, goes on with the run of the last step, or
  /// updates its component.
  Value emitCarried(const Update &update, const Carry &carry, Value key,
                    Value value, Value takesCarry, const IRMapping &mapping);
  Carry emitUpdate(const Update &update, const Carry &carry, Value isInside,
                   IRMapping &mapping);
  /// Combines the values of the run of each thread up to it.
  Value emitRunSums(const Update &update, Value value, Value start);
  /// Updates a component where `condition` holds; `first` is the component that
  /// other warps may update as well, or null if they may update any.
  void emitStore(const Update &update, Value condition, Value key, Value value,
                 Value first, const IRMapping &mapping);

  Value emitIndex(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value emitWord(int64_t value) {
    return arith::ConstantIntOp::create(b, value, 32);
  }
  Value emitNone() { return emitIndex(-1); }
  Value shuffle(Value value, Value offset, mlir::gpu::ShuffleMode mode) {
    return emitShuffle(b, value, offset, threads.warpSize, mode);
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(b, predicate, lhs, rhs);
  }
  /// One bit for each thread of the warp.
  Value emitBallot(Value condition) {
    return NVVM::VoteSyncOp::create(b, b.getI32Type(), emitWord(-1), condition,
                                    NVVM::VoteSyncKind::ballot);
  }
  /// The last thread up to this one with a bit; -1 if there is none.
  Value emitLast(Value bits);

  scf::ForOp loop;
  LoopThreads threads;
  ImplicitLocOpBuilder b;
  SmallVector<Update> updates;
  /// By carried value: it is replaced in some iterations.
  SmallVector<arith::SelectOp> scans;
  /// The number of the thread in its warp, as an index and as a word; and the
  /// bits of the threads up to it.
  Value lane, laneWord, upTo;
};
} // namespace

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

/// Whether an operation does nothing but read memory.
static bool onlyReads(Operation *op) {
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects =
      getEffectsRecursively(op);
  return effects && llvm::all_of(*effects, [](const auto &effect) {
           return isa<MemoryEffects::Read>(effect.getEffect());
         });
}

/// Whether an update is all that the launch does with its array: it has no
/// views, by which other operations may access it.
static bool isOnlyUse(memref::GenericAtomicRMWOp update) {
  Value array = update.getMemref();
  auto launch = update->getParentOfType<mlir::gpu::LaunchOp>();
  return !array.getDefiningOp<ViewLikeOpInterface>() &&
         llvm::all_of(array.getUsers(), [&](Operation *user) {
           return user == update ||
                  (!isa<ViewLikeOpInterface>(user) &&
                   user->getParentOfType<mlir::gpu::LaunchOp>() != launch);
         });
}

/// Begins an error about updates that threads cannot reduce.
static InFlightDiagnostic refuse(Operation *op) {
  return op->emitError("cannot run on gpu_thread with temporary: ");
}

LogicalResult SegmentedLoop::addUpdate(memref::GenericAtomicRMWOp op) {
  Operation *combiner = findCombiner(op);
  if (!combiner || !hasIdentity(combiner) ||
      !canShuffle(op.getCurrentValue().getType()) || !op.use_empty() ||
      op.getIndices().size() != 1)
    return refuse(op) << "expected one commutative operation with an identity "
                         "on a type of at most 64 bits; use atomics";
  if (keepsOrder(combiner))
    return refuse(op)
           << "floating-point reassociation is not allowed (strict-fp)";
  updates.push_back(
      {op, combiner,
       op->hasAttr(kGroupedAttr) && isOnlyUse(op) && hasOwnIterations(loop)});
  return success();
}

LogicalResult SegmentedLoop::addScan(unsigned number) {
  Value carried = loop.getRegionIterArg(number);
  auto select =
      loop.getYieldedValues()[number].getDefiningOp<arith::SelectOp>();
  if (!select || select->getBlock() != loop.getBody() ||
      select.getFalseValue() != carried || !carried.hasOneUse() ||
      !canShuffle(carried.getType()) || !loop.getResult(number).use_empty() ||
      threads.count != threads.warpSize)
    return loop.emitError("cannot run on gpu_thread with temporary: expected "
                          "it inside of a loop on gpu_warp; run a loop around "
                          "it there, or use atomics");
  scans.push_back(select);
  return success();
}

LogicalResult SegmentedLoop::analyze() {
  if (threads.warpSize != 32)
    return refuse(loop) << "expected warps of 32 threads";
  if (getConstantIntValue(loop.getStep()) != 1)
    return refuse(loop) << "expected a loop with step one";
  for (unsigned number : llvm::seq(loop.getNumResults()))
    if (failed(addScan(number)))
      return failure();
  for (Operation &op : loop.getBody()->without_terminator()) {
    auto update = dyn_cast<memref::GenericAtomicRMWOp>(op);
    if (update ? failed(addUpdate(update)) : !onlyReads(&op)) {
      if (update)
        return failure();
      return refuse(&op) << "expected iterations that only read and update "
                            "arrays; use atomics";
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

void SegmentedLoop::emitLane() {
  lane = b.createOrFold<arith::RemUIOp>(threads.number,
                                        emitIndex(threads.warpSize));
  laneWord = arith::IndexCastOp::create(b, b.getI32Type(), lane);
  Value behind = arith::ShLIOp::create(b, emitWord(2), laneWord);
  upTo = arith::SubIOp::create(b, behind, emitWord(1));
}

Value SegmentedLoop::emitLast(Value bits) {
  Value before = arith::AndIOp::create(b, bits, upTo);
  Value zeros = math::CountLeadingZerosOp::create(b, before);
  return arith::SubIOp::create(b, emitWord(31), zeros);
}

Value SegmentedLoop::emitScan(arith::SelectOp select, Value carried,
                              IRMapping &mapping) {
  Value isNew = mapping.lookupOrDefault(select.getCondition());
  Value value = mapping.lookupOrDefault(select.getTrueValue());
  Value last = emitLast(emitBallot(isNew));
  Value moved = shuffle(value, last, mlir::gpu::ShuffleMode::IDX);
  Value isAny = compare(arith::CmpIPredicate::sge, last, emitWord(0));
  return arith::SelectOp::create(b, isAny, moved, carried);
}

Value SegmentedLoop::emitRunSums(const Update &update, Value value,
                                 Value start) {
  Value distance = arith::SubIOp::create(b, laneWord, start);
  for (int64_t offset = 1; offset < threads.warpSize; offset *= 2) {
    Value other = shuffle(value, emitWord(offset), mlir::gpu::ShuffleMode::UP);
    Value isSame =
        compare(arith::CmpIPredicate::sge, distance, emitWord(offset));
    Value sum = emitCombination(b, update.combiner, other, value);
    value = arith::SelectOp::create(b, isSame, sum, value);
  }
  return value;
}

void SegmentedLoop::emitStore(const Update &update, Value condition, Value key,
                              Value value, Value first,
                              const IRMapping &mapping) {
  auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(branch.thenYield());
  auto emitAtomic = [&] {
    // Arguments that are mapped already are not copied.
    IRMapping own = mapping;
    auto copy = cast<memref::GenericAtomicRMWOp>(b.clone(*update.op, own));
    copy->removeAttr(kGroupedAttr);
    copy.getIndicesMutable().assign(key);
    for (OpOperand &operand : findCombiner(copy)->getOpOperands())
      if (operand.get() != copy.getCurrentValue())
        operand.set(value);
  };
  // An atomic operation on a narrow component reads and writes the word around
  // it, so that none of its components may be stored otherwise.
  Type type = value.getType();
  bool isNarrow = type.isIntOrFloat() && type.getIntOrFloatBitWidth() < 32;
  if (!first || !update.isGrouped || isNarrow)
    return emitAtomic();
  Value isShared = compare(arith::CmpIPredicate::eq, key, first);
  auto shared = scf::IfOp::create(b, isShared, /*withElseRegion=*/true);
  b.setInsertionPoint(shared.thenYield());
  emitAtomic();
  b.setInsertionPoint(shared.elseYield());
  memref::GenericAtomicRMWOp op = update.op;
  Value array = mapping.lookupOrDefault(op.getMemref());
  // Nothing else updates the component, which is read only if the launch does
  // not begin with a constant.
  TypedAttr fill =
      getFill(op.getMemref(), op->getParentOfType<mlir::gpu::LaunchOp>());
  Value old = fill ? arith::ConstantOp::create(b, fill).getResult()
                   : memref::LoadOp::create(b, array, key).getResult();
  memref::StoreOp::create(b, emitCombination(b, update.combiner, old, value),
                          array, key);
}

Value SegmentedLoop::emitCarried(const Update &update, const Carry &carry,
                                 Value key, Value value, Value takesCarry,
                                 const IRMapping &mapping) {
  Value goesOn = arith::AndIOp::create(
      b, takesCarry, compare(arith::CmpIPredicate::eq, key, carry.key));
  Value isOver = arith::AndIOp::create(
      b, takesCarry, compare(arith::CmpIPredicate::ne, key, carry.key));
  emitStore(update, isOver, carry.key, carry.value, carry.first, mapping);
  Value joined = emitCombination(b, update.combiner, carry.value, value);
  return arith::SelectOp::create(b, goesOn, joined, value);
}

Carry SegmentedLoop::emitUpdate(const Update &update, const Carry &carry,
                                Value isInside, IRMapping &mapping) {
  memref::GenericAtomicRMWOp op = update.op;
  Value key = mapping.lookupOrDefault(op.getIndices().front());
  Value given;
  for (Value operand : update.combiner->getOperands())
    if (operand != op.getCurrentValue())
      given = mapping.lookupOrDefault(operand);
  Value identity = emitIdentity(b, update.combiner);
  Value value = arith::SelectOp::create(b, isInside, given, identity);
  Value isFirst = compare(arith::CmpIPredicate::eq, laneWord, emitWord(0));
  Value hasCarry = compare(arith::CmpIPredicate::ne, carry.key, emitNone());
  value = emitCarried(update, carry, key, value,
                      arith::AndIOp::create(b, isFirst, hasCarry), mapping);
  Value before = shuffle(key, emitWord(1), mlir::gpu::ShuffleMode::UP);
  Value isStart = arith::OrIOp::create(
      b, isFirst, compare(arith::CmpIPredicate::ne, before, key));
  Value starts = emitBallot(isStart);
  value = emitRunSums(update, value, emitLast(starts));
  Value first = arith::SelectOp::create(
      b, hasCarry, carry.first,
      shuffle(key, emitWord(0), mlir::gpu::ShuffleMode::IDX));
  // A run ends where the next thread begins another one.
  Value next = arith::ShRUIOp::create(
      b, arith::ShRUIOp::create(b, starts, emitWord(1)), laneWord);
  Value isEnd = arith::TruncIOp::create(b, b.getI1Type(), next);
  emitStore(update, isEnd, key, value, first, mapping);
  Value last = emitWord(threads.warpSize - 1);
  return {shuffle(key, last, mlir::gpu::ShuffleMode::IDX),
          shuffle(value, last, mlir::gpu::ShuffleMode::IDX), first};
}

void SegmentedLoop::emitStep(ValueRange carried, IRMapping &mapping) {
  auto wide = cast<scf::ForOp>(b.getInsertionBlock()->getParentOp());
  Value place = arith::AddIOp::create(b, wide.getInductionVar(), lane);
  Value end = loop.getUpperBound();
  Value isInside = compare(arith::CmpIPredicate::slt, place, end);
  // Threads past the end compute what the last iteration does.
  Value last = arith::SubIOp::create(b, end, emitIndex(1));
  mapping.map(loop.getInductionVar(),
              arith::MinSIOp::create(b, place, last).getResult());
  SmallVector<Value> next(scans.size());
  for (Operation &op : loop.getBody()->without_terminator()) {
    auto scan = llvm::find(scans, &op);
    auto update = llvm::find_if(
        updates, [&](const Update &update) { return update.op == &op; });
    if (scan != scans.end()) {
      size_t number = scan - scans.begin();
      Value value = emitScan(*scan, carried[number], mapping);
      mapping.map(scan->getResult(), value);
      next[number] = shuffle(value, emitWord(threads.warpSize - 1),
                             mlir::gpu::ShuffleMode::IDX);
    } else if (update != updates.end()) {
      size_t at = scans.size() + 3 * (update - updates.begin());
      Carry carry =
          emitUpdate(*update, {carried[at], carried[at + 1], carried[at + 2]},
                     isInside, mapping);
      llvm::append_values(next, carry.key, carry.value, carry.first);
    } else {
      b.clone(op, mapping);
    }
  }
  scf::YieldOp::create(b, next);
}

scf::ForOp SegmentedLoop::rewrite() {
  b.setInsertionPoint(loop);
  emitLane();
  Value begin = b.createOrFold<arith::AddIOp>(
      loop.getLowerBound(),
      b.createOrFold<arith::SubIOp>(threads.number, lane));
  SmallVector<Value> inits(loop.getInits());
  for (const Update &update : updates)
    llvm::append_values(inits, emitNone(), emitIdentity(b, update.combiner),
                        emitNone());
  auto wide = scf::ForOp::create(b, begin, loop.getUpperBound(),
                                 emitIndex(threads.count), inits);
  IRMapping mapping;
  if (!wide.getBody()->empty())
    wide.getBody()->getTerminator()->erase();
  b.setInsertionPointToEnd(wide.getBody());
  emitStep(wide.getRegionIterArgs(), mapping);
  b.setInsertionPointAfter(wide);
  Value isFirst = compare(arith::CmpIPredicate::eq, laneWord, emitWord(0));
  IRMapping outside;
  for (auto [number, update] : llvm::enumerate(updates)) {
    ValueRange results =
        wide.getResults().drop_front(scans.size() + 3 * number);
    Value isAny = compare(arith::CmpIPredicate::ne, results[0], emitNone());
    emitStore(update, arith::AndIOp::create(b, isFirst, isAny), results[0],
              results[1], /*first=*/Value(), outside);
  }
  loop.erase();
  return wide;
}

FailureOr<scf::ForOp> weft::gpu::distributeSegments(scf::ForOp loop,
                                                    LoopThreads threads) {
  SegmentedLoop segmented(loop, threads);
  if (failed(segmented.analyze()))
    return failure();
  return segmented.rewrite();
}
