//===- LoopEmitter.cpp - Loops of an iteration lattice ----------*- C++ -*-===//
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

#include "Partitions.h"

#include "weft/Analysis/LatticeFromIR.h"
#include "weft/Dialect/Weft/IR/BranchWeights.h"
#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

LoopEmitter::LoopEmitter(CoiterateOp op, OpBuilder &builder,
                         analysis::Lookups lookups)
    : op(op), builder(builder), lookups(lookups),
      segments(analysis::getSegments(op)),
      lattice(analysis::IterationLattice::inOrder(analysis::getPoints(op),
                                                  segments)),
      space(op), iterators(getIterators(op, space)), carried(op.getInits()) {
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
  space.initialize(builder);
  initializeIterators(builder, op, iterators, iterated);
  for (unsigned id : iterated.set_bits())
    current[id].assign(iterators[id].getBegin().begin(),
                       iterators[id].getBegin().end());
  if (loops.size() == 1 && gallops(loops.front()) &&
      !isCounted(loops.front()) && !op.isParallel()) {
    emitIntersection(loops.front());
    return carried;
  }
  if (llvm::any_of(loops, [&](unsigned point) { return gallops(point); }))
    skewed = emitIsSkewed(loops);
  for (unsigned point : loops) {
    if (isCounted(point) && !op.getLoopAttr() &&
        iterators[lattice[point].iterators.find_first()].hasSiblings())
      emitNested(point);
    else if (isCounted(point) && op.getLoopInfo().isPartial &&
             iterators[lattice[point].iterators.find_first()].hasSiblings())
      emitShared(point);
    else if (isCounted(point))
      emitFor(point);
    else if (op.isParallel())
      emitDivided(point);
    else
      emitWhile(point);
  }
  return carried;
}

scf::IfOp LoopEmitter::emitBranch(Value condition,
                                  function_ref<void()> emitThen) {
  Location loc = op.getLoc();
  auto branch = scf::IfOp::create(builder, loc, ValueRange(carried).getTypes(),
                                  condition, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  auto yield = [&] {
    if (!carried.empty())
      scf::YieldOp::create(builder, loc, carried);
  };
  builder.setInsertionPointToStart(branch.elseBlock());
  yield();
  builder.setInsertionPointToStart(branch.thenBlock());
  emitThen();
  yield();
  carried.assign(branch.getResults().begin(), branch.getResults().end());
  return branch;
}

Value LoopEmitter::emitHaveEntries(unsigned point,
                                   arith::CmpIPredicate isLess) {
  Location loc = op.getLoc();
  Value haveEntries;
  for (unsigned id : lattice[point].iterators.set_bits()) {
    Value hasEntries = arith::CmpIOp::create(
        builder, loc, isLess, current[id].front(), iterators[id].getEnd());
    haveEntries = haveEntries ? arith::AndIOp::create(builder, loc, haveEntries,
                                                      hasEntries)
                              : hasEntries;
  }
  return haveEntries;
}

void LoopEmitter::emitIntersection(unsigned point) {
  std::optional<analysis::SegmentLookup> segments =
      analysis::findLookup(op, lookups);
  if (segments)
    reportPassed(op, LoweringOption::LookupTables,
                 "intersects the segment with others by a dense table");
  auto emitLoops = [&] {
    skewed = emitIsSkewed(point);
    if (segments)
      emitLookupOrMerge(Lookup{*segments}, point);
    else
      emitMerge(point);
  };
  // A loop around that iterates the mapped segment compares its bounds as
  // signed numbers, so that LLVM sees that the segment has entries.
  auto isLess =
      segments ? arith::CmpIPredicate::slt : arith::CmpIPredicate::ult;
  emitBranch(emitHaveEntries(point, isLess), [&] {
    if (!segments)
      return emitLoops();
    // The loops inside take many registers, and the loops around few.
    setBranchWeights(
        emitBranch(emitOverlap(segments->iterated, segments->mapped),
                   emitLoops),
        kSpillingWeights);
  });
}

bool LoopEmitter::isCounted(unsigned point) {
  // A run of equal coordinates takes a loop of its own to find its end, and
  // carried values may end the loop.
  const llvm::SmallBitVector &ids = lattice[point].iterators;
  return ids.count() == 1 && !iterators[ids.find_first()].hasRuns() &&
         !op.getExits();
}

std::optional<unsigned> LoopEmitter::findOnlyLoop() {
  SmallVector<unsigned> loops = llvm::filter_to_vector(
      llvm::seq<unsigned>(0, lattice.size()),
      [&](unsigned point) { return lattice.needsLoop(point); });
  if (loops.size() != 1)
    return std::nullopt;
  return loops.front();
}

bool LoopEmitter::isCounted() {
  std::optional<unsigned> loop = findOnlyLoop();
  return loop && isCounted(*loop);
}

bool LoopEmitter::isDivisible() {
  std::optional<unsigned> loop = findOnlyLoop();
  if (!loop || op.getExits())
    return false;
  const llvm::SmallBitVector &ids = lattice[*loop].iterators;
  return ids.count() == 1 && iterators[ids.find_first()].canDivideRuns();
}

ArrayRef<Value> LoopEmitter::getInductionsOf(unsigned id, unsigned point,
                                             ArrayRef<Value> inductions) const {
  for (unsigned other : lattice[point].iterators.set_bits()) {
    size_t count = current[other].size();
    if (other == id)
      return inductions.take_front(count);
    inductions = inductions.drop_front(count);
  }
  llvm_unreachable("the point iterates over the segment");
}

void LoopEmitter::annotate(Operation *loop, unsigned point) {
  // What a merge leaves of a segment is short as a rule.
  if (point != 0 && !lattice[point].iteratesUniverse())
    markShortLoop(loop);
}

Location lattice::getLoopLoc(CoiterateOp op) {
  return FusedLoc::get({op.getLoc()}, op.getNameAttr(), op.getContext());
}

void LoopEmitter::emitFor(unsigned point) {
  Location loc = op.getLoc();
  unsigned id = lattice[point].iterators.find_first();
  Value end = iterators[id].getEnd();
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  // The loop advances the first induction variable, and carries the others.
  SmallVector<Value> inits(llvm::drop_begin(current[id]));
  size_t numTracked = inits.size();
  llvm::append_range(inits, carried);
  auto emitBody = [&](OpBuilder &builder, Location loc, Value induction,
                      ValueRange args) {
    SmallVector<Value> inductions = {induction};
    llvm::append_range(inductions, args.take_front(numTracked));
    Step step = emitStep(builder, point, inductions);
    SmallVector<Value> results =
        emitRegions(builder, step, args.drop_front(numTracked));
    SmallVector<Value> next =
        iterators[id].emitNextTracked(builder, step.places[id]);
    llvm::append_range(next, results);
    scf::YieldOp::create(builder, loc, next);
  };
  auto emitLoop = [&](OpBuilder &builder, Value begin, Value end,
                      ValueRange inits) -> ValueRange {
    auto loop =
        scf::ForOp::create(builder, loc, begin, end, one, inits, emitBody);
    loop->setLoc(getLoopLoc(op));
    LoopInfo info = op.getLoopInfo();
    if (op.getPartitions())
      info.parallel = {};
    // The induction variable is a position, not the number of a tile.
    if (!iterators[id].isUniverse())
      info.tiles = 0;
    setLoopInfo(loop, info);
    iterators[id].describeLoop(loop);
    annotate(loop, point);
    return loop.getResults();
  };
  Value begin = current[id].front();
  SmallVector<Value> results;
  if (std::optional<ArrayRef<int64_t>> partitions = op.getPartitions()) {
    auto numbers =
        llvm::map_to_vector(*partitions, [&](int64_t partition) -> int64_t {
          return numTracked + partition;
        });
    results =
        op.getLoopInfo().isOptional
            ? emitOptionalPartitions(builder, loc, begin, end, inits, emitLoop)
            : emitPartitions(builder, op, begin, end, inits, numbers, emitLoop);
  } else {
    results = llvm::to_vector(emitLoop(builder, begin, end, inits));
  }
  current[id] = {end};
  llvm::append_range(current[id], ArrayRef(results).take_front(numTracked));
  carried.assign(results.begin() + numTracked, results.end());
}

void LoopEmitter::emitWhile(unsigned point) {
  Location loc = op.getLoc();
  const llvm::SmallBitVector &ids = lattice[point].iterators;
  analysis::LoopSets sets = analysis::getLoopSets(lattice[point], segments);
  SmallVector<Value> inits;
  for (unsigned id : ids.set_bits())
    llvm::append_range(inits, current[id]);
  unsigned numInductions = inits.size();
  llvm::append_range(inits, carried);

  auto emitHeader = [&](OpBuilder &builder, Location loc, ValueRange args) {
    SmallVector<Value> inductions(args.take_front(numInductions));
    Value condition;
    for (unsigned id : ids.set_bits()) {
      if (!sets.rangers.test(id))
        continue;
      Value hasNext =
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                getInductionsOf(id, point, inductions).front(),
                                iterators[id].getEnd());
      condition = condition
                      ? arith::AndIOp::create(builder, loc, condition, hasNext)
                      : hasNext;
    }
    if (Value goesOn = emitGoesOn(builder, op, args.drop_front(numInductions)))
      condition = arith::AndIOp::create(builder, loc, condition, goesOn);
    scf::ConditionOp::create(builder, loc, condition, args);
  };
  auto emitBody = [&](OpBuilder &builder, Location loc, ValueRange args) {
    SmallVector<Value> inductions(args.take_front(numInductions));
    Step step = emitStep(builder, point, inductions);
    SmallVector<Value> results =
        cutsRuns(point)
            ? emitPieces(builder, step, inductions.front(),
                         args.drop_front(numInductions))
            : emitRegions(builder, step, args.drop_front(numInductions));
    SmallVector<Value> next = emitAdvance(builder, step, inductions);
    llvm::append_range(next, results);
    scf::YieldOp::create(builder, loc, next);
  };
  auto loop = scf::WhileOp::create(builder, loc, ValueRange(inits).getTypes(),
                                   inits, emitHeader, emitBody);
  loop->setLoc(getLoopLoc(op));
  setLoopInfo(loop, getInfo(point));
  SmallVector<Value> results(loop.getResults().take_front(numInductions));
  for (unsigned id : ids.set_bits()) {
    ArrayRef<Value> last = getInductionsOf(id, point, results);
    current[id].assign(last.begin(), last.end());
  }
  carried = loop.getResults().drop_front(numInductions);
}

void LoopEmitter::emitDivided(unsigned point) {
  unsigned id = lattice[point].iterators.find_first();
  const Iterator whole = iterators[id];
  Value begin = current[id].front(), end = whole.getEnd();
  auto emitLoop = [&](OpBuilder &inner, Value first, Value last,
                      ValueRange inits) -> ValueRange {
    OpBuilder::InsertionGuard guard(builder);
    builder.restoreInsertionPoint(inner.saveInsertionPoint());
    first = iterators[id].emitRunBegin(builder, first);
    last = iterators[id].emitRunBegin(builder, last);
    iterators[id].divide(first, last);
    current[id] = {first};
    carried.assign(inits.begin(), inits.end());
    emitWhile(point);
    iterators[id] = whole;
    return carried;
  };
  SmallVector<Value> inits(carried);
  ArrayRef<int64_t> partitions =
      op.getPartitions().value_or(ArrayRef<int64_t>());
  carried = op.getLoopInfo().isOptional
                ? emitOptionalPartitions(builder, op.getLoc(), begin, end,
                                         inits, emitLoop)
                : emitPartitions(builder, op, begin, end, inits, partitions,
                                 emitLoop);
  current[id] = {end};
}

void weft::lattice::setName(Value value, StringAttr name) {
  Operation *op = value.getDefiningOp();
  auto argument = dyn_cast<BlockArgument>(value);
  auto wrap = [&](Location loc) -> Location {
    return isa<NameLoc>(loc) ? loc : NameLoc::get(name, loc);
  };
  if (argument)
    argument.setLoc(wrap(argument.getLoc()));
  else if (op->getNumRegions() == 0 && value == op->getResult(0) &&
           !op->hasTrait<OpTrait::ConstantLike>())
    op->setLoc(wrap(op->getLoc()));
}

/// Names the resolved coordinates, and what is computed from them.
void lattice::nameCoordinates(CoiterateOp op, ValueRange coordinates,
                              Value variable) {
  if (variable)
    setName(variable, op.getNameAttr());
  ArrayAttr originals = op.getOriginalsAttr();
  for (auto [number, coordinate] : llvm::enumerate(coordinates))
    setName(coordinate,
            originals ? cast<StringAttr>(originals[number]) : op.getNameAttr());
}

LoopEmitter::Step LoopEmitter::emitStep(OpBuilder &builder, unsigned point,
                                        ArrayRef<Value> inductions,
                                        const Siblings *siblings) {
  Step step{point, {}, nullptr, SmallVector<Place>(iterators.size())};
  emitCandidates(builder, step, inductions, siblings);
  emitRunEnds(builder, step, inductions);
  Value position =
      op.getPositions() ? step.places[*op.getPositions()].position : Value();
  step.variable = space.emitVariable(builder, step.coordinates, position);
  nameCoordinates(op, step.coordinates, step.variable);
  Value inside = emitHasCoordinate(
      builder, op.getLoc(), iterators, lattice[point].iterators,
      [&](unsigned id) { return step.places[id].found; });
  for (unsigned id : lattice[point].locators.set_bits())
    step.places[id] = iterators[id].emitLocate(builder, step.coordinates,
                                               step.variable, inside);
  return step;
}

/// Emits the coordinates of the iterators and resolves the smallest of them.
void LoopEmitter::emitCandidates(OpBuilder &builder, Step &step,
                                 ArrayRef<Value> inductions,
                                 const Siblings *siblings) {
  Location loc = op.getLoc();
  analysis::LoopSets sets =
      analysis::getLoopSets(lattice[step.point], segments);
  for (unsigned id : lattice[step.point].iterators.set_bits()) {
    Place &place = step.places[id];
    if (siblings)
      iterators[id].emitAccess(builder, *siblings, inductions.front(), place);
    else
      iterators[id].emitAccess(
          builder, getInductionsOf(id, step.point, inductions), place);
    if (!sets.mergers.test(id))
      continue;
    step.coordinates =
        step.coordinates.empty()
            ? place.coordinates
            : emitMin(builder, loc, step.coordinates, place.coordinates);
  }
}

/// Finds out which iterators are at the resolved coordinates, and up to where.
void LoopEmitter::emitRunEnds(OpBuilder &builder, Step &step,
                              ArrayRef<Value> inductions) {
  Location loc = op.getLoc();
  analysis::LoopSets sets =
      analysis::getLoopSets(lattice[step.point], segments);
  Value one;
  for (unsigned id : lattice[step.point].iterators.set_bits()) {
    Place &place = step.places[id];
    bool isOnlyMerger = sets.mergers.test(id) && sets.mergers.count() == 1;
    if (!isOnlyMerger && !lattice.isFull(id))
      place.matches =
          emitEqual(builder, loc, place.coordinates, step.coordinates);
    if (!iterators[id].hasRuns() || cutsRuns(step.point))
      continue;
    // Without a match the run is empty, because its first coordinate differs.
    Value start = getInductionsOf(id, step.point, inductions).front();
    if (!place.matches) {
      one = one ? one : arith::ConstantIndexOp::create(builder, loc, 1);
      start = arith::AddIOp::create(builder, loc, start, one);
    }
    place.runEnd =
        iterators[id].emitRunEnd(builder, start, place, step.coordinates);
  }
}

LoopInfo LoopEmitter::getInfo(unsigned point) {
  LoopInfo info;
  for (unsigned id : lattice[point].iterators.set_bits()) {
    LevelSegmentAttr segment = iterators[id].getSegmentAttr();
    // Where another value is carried besides, numbers say nothing.
    if (!segment || current[id].size() != 1)
      return LoopInfo();
    info.segments.push_back(segment);
  }
  info.isIntersection = isDistinct(point);
  return info;
}

bool LoopEmitter::isDistinct(unsigned point) {
  // Where segments may be looked up, those that are merged are few or skewed.
  return !looksUp && lattice.isIntersection(point) &&
         llvm::all_of(lattice[point].iterators.set_bits(),
                      [&](unsigned id) { return iterators[id].isDistinct(); });
}

/// Moves the iterators that have the resolved coordinates past them, without
/// branches.
SmallVector<Value> LoopEmitter::emitAdvance(OpBuilder &builder,
                                            const Step &step,
                                            ArrayRef<Value> inductions) {
  if (gallops(step.point))
    return emitGallop(builder, step, inductions);
  SmallVector<Value> next;
  for (unsigned id : lattice[step.point].iterators.set_bits())
    llvm::append_range(next,
                       iterators[id].emitNext(
                           builder, getInductionsOf(id, step.point, inductions),
                           step.places[id]));
  return next;
}
