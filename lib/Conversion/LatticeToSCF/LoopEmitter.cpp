//===- LoopEmitter.cpp - Loops of an iteration lattice -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loop headers, the resolved coordinate, locators and advancing (thesis section
// 5.2). What a loop does at one coordinate is in RegionEmitter.cpp.
//
//===----------------------------------------------------------------------===//

#include "LoopEmitter.h"

#include "weft/Analysis/LatticeFromIR.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

LoopEmitter::LoopEmitter(CoiterateOp op, OpBuilder &builder)
    : op(op), builder(builder), segments(analysis::getSegments(op)),
      lattice(analysis::IterationLattice::inOrder(analysis::getPoints(op),
                                                  segments)),
      carried(op.getInits()) {
  for (unsigned id = 0, e = op.getNumSegments(); id <= e; ++id)
    iterators.emplace_back(op, id);
  current.resize(iterators.size());
}

SmallVector<Value> LoopEmitter::emit() {
  SmallVector<unsigned> loops;
  llvm::SmallBitVector iterated(iterators.size());
  for (unsigned point = 0, e = lattice.size(); point != e; ++point) {
    if (!lattice.needsLoop(point))
      continue;
    loops.push_back(point);
    iterated |= lattice[point].iterators;
  }
  for (unsigned id : iterated.set_bits()) {
    iterators[id].initialize(builder);
    current[id] = iterators[id].getBegin();
  }
  for (unsigned point : loops) {
    const llvm::SmallBitVector &ids = lattice[point].iterators;
    // A run of equal coordinates takes a loop of its own to find its end, so
    // that the number of steps is not known.
    if (ids.count() == 1 && !iterators[ids.find_first()].hasRuns())
      emitFor(point);
    else
      emitWhile(point);
  }
  return carried;
}

void LoopEmitter::emitFor(unsigned point) {
  Location loc = op.getLoc();
  unsigned id = lattice[point].iterators.find_first();
  Value end = iterators[id].getEnd();
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto emitBody = [&](OpBuilder &builder, Location loc, Value induction,
                      ValueRange args) {
    Step step = emitStep(builder, point, induction);
    scf::YieldOp::create(builder, loc, emitRegions(builder, step, args));
  };
  carried =
      scf::ForOp::create(builder, loc, current[id], end, one, carried, emitBody)
          .getResults();
  current[id] = end;
}

void LoopEmitter::emitWhile(unsigned point) {
  Location loc = op.getLoc();
  const llvm::SmallBitVector &ids = lattice[point].iterators;
  analysis::LoopSets sets = analysis::getLoopSets(lattice[point], segments);
  SmallVector<Value> inits;
  for (unsigned id : ids.set_bits())
    inits.push_back(current[id]);
  unsigned numInductions = inits.size();
  llvm::append_range(inits, carried);

  auto emitHeader = [&](OpBuilder &builder, Location loc, ValueRange args) {
    Value condition;
    for (auto [id, induction] : llvm::zip(ids.set_bits(), args)) {
      if (!sets.rangers.test(id))
        continue;
      Value hasNext =
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                induction, iterators[id].getEnd());
      condition = condition
                      ? arith::AndIOp::create(builder, loc, condition, hasNext)
                      : hasNext;
    }
    scf::ConditionOp::create(builder, loc, condition, args);
  };
  auto emitBody = [&](OpBuilder &builder, Location loc, ValueRange args) {
    SmallVector<Value> inductions(args.take_front(numInductions));
    Step step = emitStep(builder, point, inductions);
    SmallVector<Value> results =
        emitRegions(builder, step, args.drop_front(numInductions));
    SmallVector<Value> next = emitAdvance(builder, step, inductions);
    llvm::append_range(next, results);
    scf::YieldOp::create(builder, loc, next);
  };
  auto loop = scf::WhileOp::create(builder, loc, ValueRange(inits).getTypes(),
                                   inits, emitHeader, emitBody);
  for (auto [id, result] : llvm::zip(ids.set_bits(), loop.getResults()))
    current[id] = result;
  carried = loop.getResults().drop_front(numInductions);
}

LoopEmitter::Step LoopEmitter::emitStep(OpBuilder &builder, unsigned point,
                                        ArrayRef<Value> inductions) {
  Step step{point, nullptr, SmallVector<Place>(iterators.size())};
  emitCandidates(builder, step, inductions);
  for (unsigned id : lattice[point].locators.set_bits())
    step.places[id] = iterators[id].emitLocate(builder, step.coordinate);
  return step;
}

/// Emits the coordinates of the iterators, resolves the smallest of them, and
/// finds out which iterators are there.
void LoopEmitter::emitCandidates(OpBuilder &builder, Step &step,
                                 ArrayRef<Value> inductions) {
  Location loc = op.getLoc();
  const llvm::SmallBitVector &ids = lattice[step.point].iterators;
  analysis::LoopSets sets =
      analysis::getLoopSets(lattice[step.point], segments);
  for (auto [id, induction] : llvm::zip(ids.set_bits(), inductions)) {
    Place &place = step.places[id];
    iterators[id].emitAccess(builder, induction, place);
    if (!sets.mergers.test(id))
      continue;
    step.coordinate =
        step.coordinate ? arith::MinUIOp::create(builder, loc, step.coordinate,
                                                 place.coordinate)
                        : place.coordinate;
  }
  Value one;
  for (auto [id, induction] : llvm::zip(ids.set_bits(), inductions)) {
    Place &place = step.places[id];
    bool isOnlyMerger = sets.mergers.test(id) && sets.mergers.count() == 1;
    if (!isOnlyMerger && !lattice.isFull(id))
      place.matches =
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                place.coordinate, step.coordinate);
    if (!iterators[id].hasRuns())
      continue;
    // Without a match the run is empty, because its first coordinate differs.
    Value start = induction;
    if (!place.matches) {
      one = one ? one : arith::ConstantIndexOp::create(builder, loc, 1);
      start = arith::AddIOp::create(builder, loc, induction, one);
    }
    place.runEnd = iterators[id].emitRunEnd(builder, start, step.coordinate);
  }
}

/// Moves the iterators that have the resolved coordinate past it, without
/// branches.
SmallVector<Value> LoopEmitter::emitAdvance(OpBuilder &builder,
                                            const Step &step,
                                            ArrayRef<Value> inductions) {
  Location loc = op.getLoc();
  const llvm::SmallBitVector &ids = lattice[step.point].iterators;
  SmallVector<Value> next;
  for (auto [id, induction] : llvm::zip(ids.set_bits(), inductions)) {
    const Place &place = step.places[id];
    if (place.runEnd) {
      next.push_back(place.runEnd);
      continue;
    }
    Value distance;
    if (place.matches)
      distance = arith::IndexCastUIOp::create(
          builder, loc, builder.getIndexType(), place.matches);
    else
      distance = arith::ConstantIndexOp::create(builder, loc, 1);
    next.push_back(arith::AddIOp::create(builder, loc, induction, distance));
  }
  return next;
}
