//===- TabulateSegments.cpp - Segments that are added to a table ----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A coordinate list into which segments are scattered is combined when it is
// complete: in a table, where its entries are near each other. Two kinds of
// segments are added to the table as they come, so that there is no list:
// those that begin with adjacent coordinates, as in meshes, which vectors add,
// and short ones, which vectors cannot append to a list, if the second cache
// holds the table. How many entries there will be, and how far they reach, is
// computed before from the bounds of segments
// (docs/decisions/coordinate-lists.md).
//
//===----------------------------------------------------------------------===//

#include "ArrayNaming.h"
#include "Sorting.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Conversion/Passes.h"
#include "weft/Dialect/Level/IR/Level.h"
#include "weft/Dialect/Weft/IR/ArrayNames.h"
#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Support/Combiner.h"
#include "weft/Support/ExactIdentity.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace weft {
#define GEN_PASS_DEF_WEFTTABULATESEGMENTS
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::level;

/// The minimum number of entries of a table. Shorter lists are sorted in less
/// time.
static constexpr int64_t kMinEntries = 257;
/// The minimum number of entries of a table of short segments.
static constexpr int64_t kMinShortEntries = 33;
/// The number of segments in a sample. Fewer segments are not sampled: that
/// takes as long as iterating over them.
static constexpr int64_t kSampledSegments = 16;
/// The number of adjacent coordinates at the beginning of a run, such as those
/// of the three displacements of a node in elasticity.
static constexpr int64_t kRun = 3;
/// Segments with fewer entries on average are short: vectors do not append
/// them.
static constexpr int64_t kMinVectorEntries = 4;
/// The maximum number of segments for each segment that begins with a run.
static constexpr int64_t kSegmentsPerRun = 2;
/// The maximum number of table elements per entry. 64 elements without an entry
/// are skipped at once.
static constexpr int64_t kMaxPlaces = 16;
/// The same for short segments, whose entries take longer in a list.
static constexpr int64_t kMaxShortPlaces = 64;
/// The number of bytes of L2 cache per element of a table of short segments.
static constexpr int64_t kBytesPerPlace = 16;
/// The number of elements of a table is a multiple of this.
static constexpr int64_t kPlaces = 64;

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

namespace {
/// What the bounds of segments tell: the number of their entries, the least and
/// the greatest coordinate, and the number of segments that begin with a run.
struct SegmentFacts {
  /// The number of coordinates between the first and the last.
  Value emitSpan(ImplicitLocOpBuilder &b) const {
    return arith::SubIOp::create(b, most, least);
  }
  SmallVector<Value> getValues() const {
    return {numEntries, least, most, numRuns};
  }

  Value numEntries, least, most, numRuns;
};

/// A loop that scatters a segment in each iteration into a list, which is then
/// combined.
class ScatteredSegments {
public:
  explicit ScatteredSegments(CombineEntriesOp combine) : combine(combine) {}

  bool match();
  void tabulate();

private:
  bool matchLoop();
  bool matchBody();
  bool matchSegment();

  void cloneBody(ImplicitLocOpBuilder &b, Block *body, IRMapping &mapping);
  Value emitCoordinate(ImplicitLocOpBuilder &b, IRMapping &mapping,
                       Value position);
  Value emitNumSegments(ImplicitLocOpBuilder &b);
  SegmentFacts emitFactsOf(ImplicitLocOpBuilder &b, Value lower, Value upper,
                           const SegmentFacts &known);
  /// What is known of the segments, and whether a table takes less time than
  /// a list.
  std::pair<SegmentFacts, Value> emitFacts(ImplicitLocOpBuilder &b);
  Value emitAreShort(ImplicitLocOpBuilder &b, const SegmentFacts &facts,
                     Value numSegments);
  Value emitIsTabulated(ImplicitLocOpBuilder &b, const SegmentFacts &facts);
  void emitAdditions(ImplicitLocOpBuilder &b, Value least, Value marks,
                     Value table);
  Value emitTabulated(ImplicitLocOpBuilder &b, const SegmentFacts &facts);

  CombineEntriesOp combine;
  TypedAttr identity;
  InitOp init;
  /// The loop over segments.
  scf::ForOp loop;
  ReserveEntriesOp room;
  /// The loop over one of them, and what it does with each entry.
  PosBoundsOp bounds;
  scf::ForOp segment;
  PosAccessOp access;
  StoreOp store;
};
} // namespace

/// Whether an operation may be done once more.
static bool isRepeatable(Operation &op) {
  return op.getNumRegions() == 0 &&
         (isMemoryEffectFree(&op) || hasSingleEffect<MemoryEffects::Read>(&op));
}

static bool isPlainLoop(scf::ForOp loop) {
  return loop && loop.getNumResults() == 1 && !loop.getUnsignedCmp() &&
         loop.getInductionVar().getType().isIndex() &&
         isConstantIntValue(loop.getStep(), 1) && !hasLoopTags(loop);
}

/// Whether a loop begins with an empty list and is the only user of the list.
bool ScatteredSegments::matchLoop() {
  loop = combine.getState().getDefiningOp<scf::ForOp>();
  if (!isPlainLoop(loop) || !combine.getState().hasOneUse() ||
      loop->getBlock() != combine->getBlock())
    return false;
  init = loop.getInitArgs().front().getDefiningOp<InitOp>();
  BuilderType type = combine.getState().getType();
  if (!init || !init->getResult(0).hasOneUse() ||
      init->getBlock() != loop->getBlock() ||
      type.getAssembly() != Assembly::Fused ||
      getFormat(type.getTensor()).getNumLevels() != 1)
    return false;
  Operation *op = getSimpleCombinerOp(combine.getCombiner());
  identity = op ? getExactIdentity(op) : TypedAttr();
  return static_cast<bool>(identity);
}

/// Whether each iteration makes room for a segment and goes over it. What else
/// there is may be done once more.
bool ScatteredSegments::matchBody() {
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto other = dyn_cast<scf::ForOp>(op)) {
      if (segment)
        return false;
      segment = other;
    } else if (auto reserve = dyn_cast<ReserveEntriesOp>(op)) {
      if (room)
        return false;
      room = reserve;
    } else if (!isRepeatable(op)) {
      return false;
    }
  }
  return room && isPlainLoop(segment) && loop.getRegionIterArg(0).hasOneUse() &&
         room.getNext().hasOneUse() && segment.getResult(0).hasOneUse() &&
         room.getState() == loop.getRegionIterArg(0) &&
         segment.getInitArgs().front() == room.getNext() &&
         loop.getYieldedValues().front() == segment.getResult(0) &&
         areSameCombiner(room.getCombiner(), combine.getCombiner());
}

/// Whether a value is one more than another one.
static bool isNext(Value value, Value other) {
  auto sum = value.getDefiningOp<arith::AddIOp>();
  return sum && sum.getLhs() == other && isConstantIntValue(sum.getRhs(), 1);
}

/// Whether each entry of a segment, whose coordinates ascend, is appended.
bool ScatteredSegments::matchSegment() {
  bounds = segment.getLowerBound().getDefiningOp<PosBoundsOp>();
  if (!bounds || bounds->getBlock() != loop.getBody() ||
      segment.getLowerBound() != bounds.getBegin() ||
      segment.getUpperBound() != bounds.getEnd() ||
      !isNext(bounds.getParentEnd(), bounds.getParentBegin()) ||
      !loop.isDefinedOutsideOfLoop(bounds.getStorage()))
    return false;
  LevelTypeAttrInterface type =
      bounds.getStorage().getType().getFormat().getLevelType(bounds.getLevel());
  if (!type.isOrdered() || !type.isUnique() || type.isBranchless())
    return false;
  Value state = segment.getRegionIterArg(0);
  NextOp next;
  AppendCoordOp append;
  for (Operation &op : segment.getBody()->without_terminator()) {
    if (auto other = dyn_cast<NextOp>(op)) {
      if (next)
        return false;
      next = other;
    } else if (auto other = dyn_cast<StoreOp>(op)) {
      if (store)
        return false;
      store = other;
    } else if (auto other = dyn_cast<AppendCoordOp>(op)) {
      if (append)
        return false;
      append = other;
    } else if (!isRepeatable(op)) {
      return false;
    }
  }
  if (!next || !store || !append || next.getState() != state ||
      store.getState() != state || store.getPosition() != next.getPosition() ||
      append.getState() != store.getNext() || append.getCondition() ||
      segment.getYieldedValues().front() != append.getNext() ||
      !next.getPosition().hasOneUse() || !state.hasNUses(2) ||
      !store.getNext().hasOneUse() || !append.getNext().hasOneUse())
    return false;
  access = append.getCoordinate().getDefiningOp<PosAccessOp>();
  return access && access->getBlock() == segment.getBody() &&
         access.getStorage() == bounds.getStorage() &&
         access.getLevel() == bounds.getLevel() &&
         access.getPosition() == segment.getInductionVar() &&
         access.getFound().use_empty() &&
         llvm::all_of(access.getCoords(), [&](Value coordinate) {
           return segment.isDefinedOutsideOfLoop(coordinate);
         });
}

bool ScatteredSegments::match() {
  return matchLoop() && matchBody() && matchSegment();
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// Copies what a loop does but for the list.
void ScatteredSegments::cloneBody(ImplicitLocOpBuilder &b, Block *body,
                                  IRMapping &mapping) {
  for (Operation &op : body->without_terminator())
    if (!isa<NextOp>(op) && isRepeatable(op))
      b.clone(op, mapping);
}

Value ScatteredSegments::emitCoordinate(ImplicitLocOpBuilder &b,
                                        IRMapping &mapping, Value position) {
  IRMapping inner(mapping);
  inner.map(segment.getInductionVar(), position);
  return cast<PosAccessOp>(b.clone(*access, inner)).getCoordinate();
}

Value ScatteredSegments::emitNumSegments(ImplicitLocOpBuilder &b) {
  return arith::SubIOp::create(b, loop.getUpperBound(), loop.getLowerBound());
}

SegmentFacts ScatteredSegments::emitFactsOf(ImplicitLocOpBuilder &b,
                                            Value lower, Value upper,
                                            const SegmentFacts &known) {
  Value zero = emitIndex(b, 0), one = emitIndex(b, 1);
  auto facts =
      scf::ForOp::create(b, lower, upper, loop.getStep(), known.getValues());
  inheritLoopInfo(loop, facts);
  markShortLoop(facts);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(facts.getBody());
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), facts.getInductionVar());
  cloneBody(b, loop.getBody(), mapping);
  Value begin = mapping.lookup(bounds.getBegin());
  Value end = mapping.lookup(bounds.getEnd());
  Value count = arith::SubIOp::create(b, end, begin);
  ValueRange before = facts.getRegionIterArgs();
  auto isSome =
      scf::IfOp::create(b, before.getTypes(),
                        emitCompare(b, arith::CmpIPredicate::sgt, count, zero),
                        /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(isSome.thenBlock());
    Value last = arith::SubIOp::create(b, end, one);
    Value runEnd = arith::AddIOp::create(b, begin, emitIndex(b, kRun - 1));
    Value ahead = arith::MinSIOp::create(b, runEnd, last);
    Value least = emitCoordinate(b, mapping, begin);
    Value most = emitCoordinate(b, mapping, last);
    Value span =
        arith::SubIOp::create(b, emitCoordinate(b, mapping, ahead), least);
    Value isRun = arith::AndIOp::create(
        b, emitCompare(b, arith::CmpIPredicate::eq, ahead, runEnd),
        emitCompare(b, arith::CmpIPredicate::eq, span, emitIndex(b, kRun - 1)));
    scf::YieldOp::create(
        b, ValueRange{arith::AddIOp::create(b, before[0], count),
                      arith::MinSIOp::create(b, before[1], least),
                      arith::MaxSIOp::create(b, before[2], most),
                      arith::AddIOp::create(
                          b, before[3],
                          arith::SelectOp::create(b, isRun, one, zero))});
    b.setInsertionPointToStart(isSome.elseBlock());
    scf::YieldOp::create(b, before);
  }
  scf::YieldOp::create(b, isSome.getResults());
  return {facts.getResult(0), facts.getResult(1), facts.getResult(2),
          facts.getResult(3)};
}

/// Whether at least one of `segmentsPerRun` segments begins with a run.
static Value emitAreRuns(ImplicitLocOpBuilder &b, const SegmentFacts &facts,
                         Value numSegments, int64_t segmentsPerRun) {
  Value covered =
      arith::MulIOp::create(b, facts.numRuns, emitIndex(b, segmentsPerRun));
  return emitCompare(b, arith::CmpIPredicate::sge, covered, numSegments);
}

/// Whether segments have at least one entry on average, but fewer than
/// `kMinVectorEntries`, and the second cache holds a table of them.
Value ScatteredSegments::emitAreShort(ImplicitLocOpBuilder &b,
                                      const SegmentFacts &facts,
                                      Value numSegments) {
  Value most =
      arith::MulIOp::create(b, numSegments, emitIndex(b, kMinVectorEntries));
  int64_t places = Machine::of(loop).l2Bytes / kBytesPerPlace;
  Value areFilled =
      emitCompare(b, arith::CmpIPredicate::sge, facts.numEntries, numSegments);
  Value areShort =
      emitCompare(b, arith::CmpIPredicate::slt, facts.numEntries, most);
  Value areNear = emitCompare(b, arith::CmpIPredicate::slt, facts.emitSpan(b),
                              emitIndex(b, places));
  return arith::AndIOp::create(b, arith::AndIOp::create(b, areFilled, areShort),
                               areNear);
}

/// Whether there are at least `least` entries, with at most `mostPlaces` places
/// for each.
static Value emitAreDense(ImplicitLocOpBuilder &b, const SegmentFacts &facts,
                          int64_t least, int64_t mostPlaces) {
  Value areMany = emitCompare(b, arith::CmpIPredicate::sge, facts.numEntries,
                              emitIndex(b, least));
  Value most =
      arith::MulIOp::create(b, facts.numEntries, emitIndex(b, mostPlaces));
  Value areNear =
      emitCompare(b, arith::CmpIPredicate::slt, facts.emitSpan(b), most);
  return arith::AndIOp::create(b, areMany, areNear);
}

/// Whether there are many entries, near each other, in segments of which
/// enough begin with a run, or in short ones.
Value ScatteredSegments::emitIsTabulated(ImplicitLocOpBuilder &b,
                                         const SegmentFacts &facts) {
  Value numSegments = emitNumSegments(b);
  Value runs = arith::AndIOp::create(
      b, emitAreDense(b, facts, kMinEntries, kMaxPlaces),
      emitAreRuns(b, facts, numSegments, kSegmentsPerRun));
  Value shortSegments = arith::AndIOp::create(
      b, emitAreDense(b, facts, kMinShortEntries, kMaxShortPlaces),
      emitAreShort(b, facts, numSegments));
  return arith::OrIOp::create(b, runs, shortSegments);
}

std::pair<SegmentFacts, Value>
ScatteredSegments::emitFacts(ImplicitLocOpBuilder &b) {
  Value zero = emitIndex(b, 0);
  SegmentFacts none = {zero, emitIndex(b, std::numeric_limits<int64_t>::max()),
                       zero, zero};
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  Value sampled = emitIndex(b, kSampledSegments);
  Value areEnough =
      emitCompare(b, arith::CmpIPredicate::sge, emitNumSegments(b), sampled);
  Value no = arith::ConstantIntOp::create(b, 0, 1);
  SmallVector<Value> unknown = none.getValues();
  unknown.push_back(no);
  auto choice = scf::IfOp::create(b, ValueRange(unknown).getTypes(), areEnough,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(choice.thenBlock());
  Value sampleEnd = arith::AddIOp::create(b, lower, sampled);
  SegmentFacts sample = emitFactsOf(b, lower, sampleEnd, none);
  // The others are read only if the sample comes near what a table needs.
  Value isLikely = arith::OrIOp::create(
      b, emitAreRuns(b, sample, sampled, 2 * kSegmentsPerRun),
      emitAreShort(b, sample, sampled));
  Value end = arith::SelectOp::create(b, isLikely, upper, sampleEnd);
  SegmentFacts facts = emitFactsOf(b, sampleEnd, end, sample);
  SmallVector<Value> known = facts.getValues();
  known.push_back(
      arith::AndIOp::create(b, isLikely, emitIsTabulated(b, facts)));
  scf::YieldOp::create(b, known);
  b.setInsertionPointToStart(choice.elseBlock());
  scf::YieldOp::create(b, unknown);
  return {{choice.getResult(0), choice.getResult(1), choice.getResult(2),
           choice.getResult(3)},
          choice.getResult(4)};
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// Combines all entries in a table.
void ScatteredSegments::emitAdditions(ImplicitLocOpBuilder &b, Value least,
                                      Value marks, Value table) {
  auto segments = scf::ForOp::create(b, loop.getLowerBound(),
                                     loop.getUpperBound(), loop.getStep());
  inheritLoopInfo(loop, segments);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(segments.getBody());
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), segments.getInductionVar());
  cloneBody(b, loop.getBody(), mapping);
  auto entries =
      scf::ForOp::create(b, mapping.lookup(bounds.getBegin()),
                         mapping.lookup(bounds.getEnd()), segment.getStep());
  LoopInfo info(getLoopAttr(segment));
  info.hasRuns = true;
  setLoopInfo(entries, info);
  b.setInsertionPointToStart(entries.getBody());
  mapping.map(segment.getInductionVar(), entries.getInductionVar());
  cloneBody(b, segment.getBody(), mapping);
  Value place =
      arith::SubIOp::create(b, mapping.lookup(access.getCoordinate()), least);
  Value before = memref::LoadOp::create(b, table, place);
  Value after = inlineCombiner(b, combine.getCombiner(), before,
                               mapping.lookupOrDefault(store.getValue()));
  memref::StoreOp::create(b, after, table, place);
  Value mark = arith::ConstantOp::create(b, b.getI8IntegerAttr(1));
  memref::StoreOp::create(b, mark, marks, place);
}

/// Names a table of the list that `init` begins.
static void nameTable(Value table, InitOp init, StringRef role) {
  ArrayNameAttr name = getArrayName(init.getLoc());
  StringRef tensor =
      name && name.getTensor() ? name.getTensor().getValue() : StringRef();
  Operation *alloc = table.getDefiningOp();
  alloc->setLoc(setArrayName(alloc->getLoc(), tensor, role));
}

/// Gives the list of what a table has combined.
Value ScatteredSegments::emitTabulated(ImplicitLocOpBuilder &b,
                                       const SegmentFacts &facts) {
  Value span = facts.emitSpan(b);
  Value size = arith::AndIOp::create(
      b, arith::AddIOp::create(b, span, emitIndex(b, kPlaces)),
      emitIndex(b, -kPlaces));
  Value marks = emitTable(b, size, b.getI8IntegerAttr(0));
  Value table = emitTable(b, size, identity);
  nameTable(marks, init, "flags of the dense accumulator");
  nameTable(table, init, "dense accumulator");
  emitAdditions(b, facts.least, marks, table);
  auto reserve = cast<ReserveEntriesOp>(b.clone(*room));
  reserve.getStateMutable().assign(loop.getInitArgs().front());
  reserve.getCountMutable().assign(
      arith::MinSIOp::create(b, size, facts.numEntries));
  // Move the clone behind the computation of its count.
  reserve->moveBefore(b.getInsertionBlock(), b.getInsertionPoint());
  Value list =
      TakeEntriesOp::create(b, reserve.getNext().getType(), reserve.getNext(),
                            facts.least, marks, table);
  emitFreeTable(b, table);
  emitFreeTable(b, marks);
  return list;
}

void ScatteredSegments::tabulate() {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  auto [facts, isTabulated] = emitFacts(b);
  auto choice = scf::IfOp::create(b, combine.getNext().getType(), isTabulated,
                                  /*withElseRegion=*/true);
  combine.getNext().replaceAllUsesWith(choice.getResult(0));
  b.setInsertionPointToStart(choice.thenBlock());
  scf::YieldOp::create(b, emitTabulated(b, facts));
  b.setInsertionPointToStart(choice.elseBlock());
  auto yield = scf::YieldOp::create(b, combine.getNext());
  loop->moveBefore(yield);
  combine->moveBefore(yield);
}

/// Describes a coordinate list: "the list of 'w'", or "the list" if it has no
/// name.
static std::string describeList(CombineEntriesOp op) {
  ArrayNameAttr name = getArrayName(op.getLoc());
  return name && name.getTensor()
             ? "the list of '" + name.getTensor().str() + "'"
             : "the list";
}

namespace {
struct TabulateSegments
    : weft::impl::WeftTabulateSegmentsBase<TabulateSegments> {
  void runOnOperation() override {
    SmallVector<CombineEntriesOp> lists;
    getOperation().walk([&](CombineEntriesOp op) { lists.push_back(op); });
    if (!lists.empty())
      propagateTensorNames(getOperation());
    for (CombineEntriesOp op : lists) {
      if (!isChosen(op, LoweringOption::DenseAccumulators))
        continue;
      ScatteredSegments segments(op);
      if (!segments.match()) {
        (void)reportMissed(
            op, LoweringOption::DenseAccumulators,
            "the entries of " + describeList(op) +
                " are not scattered segments of adjacent coordinates");
        continue;
      }
      segments.tabulate();
      reportPassed(op, LoweringOption::DenseAccumulators,
                   "accumulates the entries of " + describeList(op) +
                       " in a dense array, in a version of the loop for "
                       "adjacent coordinates");
    }
  }
};
} // namespace
