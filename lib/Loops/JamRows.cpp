//===- JamRows.cpp - Rows that go by three at a time ----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The unknowns of a node of a mesh have the same neighbors, so that their rows
// have the same coordinates and lead to the same rows of a dense operand. Where
// these are long, it takes longer to bring them from the second cache than to
// multiply them. So three such rows go by at once, and what the dense operand
// has is loaded once for all (decision 194).
//
//===----------------------------------------------------------------------===//

#include "BlockLoops.h"
#include "IterationJam.h"
#include "ValueSources.h"

#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Loops/Passes.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

#include <vector>

namespace weft {
#define GEN_PASS_DEF_JAMROWS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// What an entry leads to has so many bytes at least: less takes no longer than
/// to compare the coordinates of rows, and to guess wrong how that ends.
static constexpr int64_t kMinBytes = 512;
/// As many rows go by at once: nodes of meshes have three coordinates.
static constexpr int64_t kNumRows = 3;
/// What a row carries through its loops has so many bytes at most: that of all
/// is in half of the registers then.
static constexpr int64_t kMaxCarriedBytes = 320;
/// Coordinates are compared in vectors of so many bytes.
static constexpr int64_t kVectorBytes = 64;

namespace {
/// A loop over rows, and the operation in it that goes over the entries of one.
struct RowNest {
  scf::ForOp rows;
  Operation *nest = nullptr;
  /// A load of what an entry leads to, the loops around it in the nest that are
  /// the same for all rows, and how many entries a row has at least where the
  /// nest is as it seems.
  vector::LoadOp load;
  SmallVector<scf::ForOp> around;
  int64_t minLength = 1;
  AlikeParts alike;
};
} // namespace

//===----------------------------------------------------------------------===//
// Finding them
//===----------------------------------------------------------------------===//

namespace {
/// The positions that a loop goes over, all or all but the last ones.
struct Segment {
  Value begin, end;
  scf::ForOp loop;
  /// How many there are at least, or the loop loads what is in front of them.
  int64_t minLength = 1;
};
} // namespace

/// The positions that a loop goes over some at a time; those that are left are
/// behind its end, if it says so.
static Segment getSegment(scf::ForOp loop) {
  Segment segment{loop.getLowerBound(), loop.getUpperBound(), loop};
  auto whole = segment.end.getDefiningOp<arith::SubIOp>();
  auto left =
      whole ? whole.getRhs().getDefiningOp<arith::RemUIOp>() : arith::RemUIOp();
  auto length =
      left ? left.getLhs().getDefiningOp<arith::SubIOp>() : arith::SubIOp();
  if (length && length.getLhs() == whole.getLhs() &&
      length.getRhs() == segment.begin &&
      isEqualConstantIntOrValue(left.getRhs(), loop.getStep()))
    segment.end = whole.getLhs();
  return segment;
}

/// The positions of which a coordinate is loaded; nothing if the place may be
/// another than one of these.
static std::optional<Segment> findSegment(Value place) {
  int64_t distance = 0;
  if (auto add = place.getDefiningOp<arith::AddIOp>())
    if (std::optional<int64_t> constant = getConstantIntValue(add.getRhs())) {
      distance = *constant;
      place = add.getLhs();
    }
  Value limit;
  if (auto min = place.getDefiningOp<arith::MinSIOp>()) {
    place = min.getLhs();
    limit = min.getRhs();
  }
  auto variable = dyn_cast<BlockArgument>(place);
  auto loop = variable
                  ? dyn_cast<scf::ForOp>(variable.getOwner()->getParentOp())
                  : scf::ForOp();
  if (!loop || loop.getInductionVar() != variable || loop.getUnsignedCmp())
    return std::nullopt;
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!step || distance < 0 || distance >= *step)
    return std::nullopt;
  Segment segment = getSegment(loop);
  if (!limit) {
    bool isWhole = *step == 1 || segment.end != loop.getUpperBound();
    return isWhole ? std::optional(segment) : std::nullopt;
  }
  // The last step goes over what is in front of the end.
  auto last = limit.getDefiningOp<arith::SubIOp>();
  if (!last || last.getLhs() != segment.end ||
      getConstantIntValue(last.getRhs()) != step)
    return std::nullopt;
  segment.minLength = *step;
  return segment;
}

/// Whether a value is computed without memory from what there is in front of a
/// loop.
static bool isInvariant(Value value, scf::ForOp loop) {
  return isComputedFrom(value, [&](Value source) -> std::optional<bool> {
    if (loop.isDefinedOutsideOfLoop(source))
      return true;
    Operation *op = source.getDefiningOp();
    bool isFurther = op && isPure(op) && op->getNumRegions() == 0;
    return isFurther ? std::nullopt : std::optional(false);
  });
}

/// Whether an operation in the nest, or in front of it, is executed for each
/// row, if the loops around the load have an iteration.
static bool isInEachRow(const RowNest &found, Operation *op) {
  for (Operation *parent = op->getParentOp(); parent != found.rows;
       parent = parent->getParentOp())
    if (!llvm::is_contained(found.around, parent))
      return false;
  return true;
}

/// Whether a value can be computed for a row where that begins.
static bool isKnownOfRow(const RowNest &found, Value value) {
  scf::ForOp rows = found.rows;
  return isComputedFrom(value, [&](Value source) -> std::optional<bool> {
    if (source == rows.getInductionVar() || rows.isDefinedOutsideOfLoop(source))
      return true;
    Operation *op = source.getDefiningOp();
    bool isFurther =
        op && computesTheSame(op) && (isPure(op) || isInEachRow(found, op));
    return isFurther ? std::nullopt : std::optional(false);
  });
}

/// Finds where the index of a load comes from: coordinates of one segment, and
/// what is the same for all rows.
static bool findCoordinates(RowNest &found) {
  std::optional<Segment> segment;
  scf::ForOp rows = found.rows;
  bool isFound = isComputedFrom(
      found.load.getIndices().front(),
      [&](Value source) -> std::optional<bool> {
        if (rows.isDefinedOutsideOfLoop(source))
          return true;
        Operation *op = source.getDefiningOp();
        if (!op) {
          auto loop = dyn_cast<scf::ForOp>(
              cast<BlockArgument>(source).getOwner()->getParentOp());
          return loop && loop != rows && source == loop.getInductionVar() &&
                 isInvariant(loop.getLowerBound(), rows) &&
                 isInvariant(loop.getUpperBound(), rows);
        }
        if (auto load = dyn_cast<memref::LoadOp>(op)) {
          if (!computesTheSame(load) || load.getIndices().size() != 1 ||
              !rows.isDefinedOutsideOfLoop(load.getMemRef()) ||
              !load.getType().isSignlessIntOrIndex())
            return false;
          auto place = findSegment(load.getIndices().front());
          if (!place || (segment && segment->loop != place->loop))
            return false;
          segment = place;
          found.minLength = std::max(found.minLength, place->minLength);
          found.alike.coordinates.insert(load);
          return true;
        }
        return computesTheSame(op) ? std::nullopt : std::optional(false);
      });
  if (!isFound || !segment || !found.nest->isAncestor(segment->loop) ||
      !segment->loop->isAncestor(found.load))
    return false;
  found.alike.begin = segment->begin;
  found.alike.end = segment->end;
  return true;
}

/// How many bytes loops carry that are around a load in the nest.
static int64_t getCarriedBytes(const RowNest &found) {
  int64_t bytes = 0;
  for (Operation *op = found.load; op != found.nest; op = op->getParentOp())
    if (auto loop = dyn_cast<scf::ForOp>(op->getParentOp()))
      for (Type type : loop.getResultTypes())
        if (auto vector = dyn_cast<VectorType>(type))
          bytes += llvm::divideCeil(
              vector.getNumElements() * vector.getElementTypeBitWidth(), 8);
  return bytes;
}

/// The bytes that a load has each time.
static int64_t getBytes(vector::LoadOp load) {
  VectorType type = load.getVectorType();
  return type.getNumElements() * type.getElementTypeBitWidth() / 8;
}

/// Whether an array is asked for ahead in a region.
static bool isFetchedAhead(Value array, Region &region) {
  WalkResult walk = region.walk([&](memref::PrefetchOp prefetch) {
    return prefetch.getMemref() == array ? WalkResult::interrupt()
                                         : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

/// Finds the loops and the branches around a load; false if there are others
/// than those that rows may have in common.
static bool findParents(RowNest &found) {
  scf::ForOp rows = found.rows;
  SmallVector<scf::IfOp> branches;
  for (Operation *op = found.load->getParentOp(); op != rows;
       op = op->getParentOp()) {
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      branches.push_back(branch);
      continue;
    }
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop || loop->hasAttr(kParallelAttr))
      return false;
    Segment segment = getSegment(loop);
    if (segment.begin == found.alike.begin && segment.end == found.alike.end)
      continue;
    std::optional<int64_t> step = getConstantIntValue(loop.getStep());
    if (!step || *step < 1 || loop.getUnsignedCmp() ||
        !isInvariant(loop.getLowerBound(), rows) ||
        !isInvariant(loop.getUpperBound(), rows))
      return false;
    found.around.push_back(loop);
  }
  // A single vector is known to be too short.
  if (found.around.empty() && getBytes(found.load) < kMinBytes)
    return false;
  Value array = found.load.getBase();
  for (scf::IfOp branch : branches) {
    if (!isKnownOfRow(found, branch.getCondition()))
      return false;
    // A version that asks for it ahead is written for several rows, too.
    if (isFetchedAhead(array, branch.getThenRegion()) !=
        isFetchedAhead(array, branch.getElseRegion()))
      continue;
    found.alike.branches.insert({branch, branch.getThenRegion().isAncestor(
                                             found.load->getParentRegion())});
  }
  return isKnownOfRow(found, found.alike.begin) &&
         isKnownOfRow(found, found.alike.end);
}

/// Whether what an operation does can be written for several rows at once.
static bool canJam(Operation *op) {
  return isPure(op) ||
         isa<scf::ForOp, scf::IfOp, scf::YieldOp, memref::LoadOp,
             memref::StoreOp, memref::PrefetchOp, vector::LoadOp,
             vector::StoreOp, vector::MaskedLoadOp, vector::MaskedStoreOp>(op);
}

/// Whether what is executed once in a part does not depend on the row.
static bool areOfParts(scf::ForOp rows) {
  return llvm::all_of(*rows.getBody(), [&](Operation &op) {
    return !op.hasAttr(kPerPartAttr) ||
           (op.getNumRegions() == 0 &&
            llvm::all_of(op.getOperands(), [&](Value value) {
              return rows.isDefinedOutsideOfLoop(value);
            }));
  });
}

/// What goes over the entries of a row, if nothing in front of it depends on
/// when it is executed.
static Operation *findNest(scf::ForOp rows) {
  for (Operation &op : rows.getBody()->without_terminator()) {
    if (computesTheSame(&op))
      continue;
    bool isNest = isa<scf::ForOp, scf::IfOp>(op) && op.getNumResults() == 0;
    return isNest ? &op : nullptr;
  }
  return nullptr;
}

/// Adds the other coordinates of the segment that are loaded in the nest.
static void addCoordinates(RowNest &found) {
  AlikeParts &alike = found.alike;
  llvm::SmallSetVector<Value, 2> arrays;
  for (Operation *load : alike.coordinates)
    arrays.insert(cast<memref::LoadOp>(load).getMemRef());
  found.nest->walk([&](memref::LoadOp load) {
    if (!arrays.contains(load.getMemRef()))
      return;
    std::optional<Segment> segment = findSegment(load.getIndices().front());
    if (!segment || segment->begin != alike.begin || segment->end != alike.end)
      return;
    found.minLength = std::max(found.minLength, segment->minLength);
    alike.coordinates.insert(load);
  });
}

/// Adds branches that are not taken: what is left of rows that are no whole
/// number of vectors would be there for each row again.
static void addEnds(RowNest &found) {
  found.nest->walk([&](scf::IfOp branch) {
    if (branch.getNumResults() == 0 || branch->isAncestor(found.load) ||
        !llvm::hasSingleElement(branch.elseBlock()->getOperations()) ||
        !isInvariant(branch.getCondition(), found.rows))
      return;
    found.alike.branches.insert({branch, false});
  });
}

static std::optional<RowNest> findRowNest(scf::ForOp rows) {
  Operation *nest = findNest(rows);
  if (!nest || !areOfParts(rows))
    return std::nullopt;
  WalkResult walk = nest->walk([](Operation *op) {
    return canJam(op) ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (walk.wasInterrupted())
    return std::nullopt;
  std::optional<RowNest> result;
  nest->walk([&](vector::LoadOp load) {
    RowNest found;
    found.rows = rows;
    found.nest = nest;
    found.load = load;
    if (load.getIndices().size() != 1 || !computesTheSame(load) ||
        !findCoordinates(found) || !findParents(found) ||
        getCarriedBytes(found) > kMaxCarriedBytes)
      return WalkResult::advance();
    addCoordinates(found);
    addEnds(found);
    result = std::move(found);
    return WalkResult::interrupt();
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Some at a time
//===----------------------------------------------------------------------===//

namespace {
/// Writes a loop over groups of rows.
class GroupsOfRows {
public:
  explicit GroupsOfRows(const RowNest &found)
      : found(found), rows(found.rows), b(rows.getLoc(), rows) {}
  void emit();

private:
  Value getIndex(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  bool isOfAllRows(Operation *branch) {
    return isInvariant(cast<scf::IfOp>(branch).getCondition(), rows);
  }
  Value emitCompare(arith::CmpIPredicate predicate, Value left, Value right) {
    return arith::CmpIOp::create(b, predicate, left, right);
  }
  /// Computes a value of a row in front of the nest, or of the loop over rows.
  Value emitKnown(Value value, IRMapping &mapping);
  /// Whether the loops gain from it, whatever the rows are: what an entry leads
  /// to is long, and branches that are the same for all rows go that way.
  Value emitIsWorthIt();
  /// Whether a branch takes the way that rows have in common.
  Value emitIsTaken(Operation *branch, bool isThen, IRMapping &mapping);
  /// Whether a value holds; in a branch, which is not entered otherwise.
  Value emitIf(Value condition, llvm::function_ref<Value()> emitThen);
  Value emitAreAlike(ArrayRef<Value> group);
  /// Whether as many coordinates are the same from two places on.
  Value emitAreSame(Value array, Value begin, Value end, Value other);
  void emitJam(ArrayRef<Value> group);

  const RowNest &found;
  scf::ForOp rows;
  ImplicitLocOpBuilder b;
};
} // namespace

Value GroupsOfRows::emitKnown(Value value, IRMapping &mapping) {
  if (mapping.contains(value))
    return mapping.lookup(value);
  if (rows.isDefinedOutsideOfLoop(value))
    return value;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    emitKnown(operand, mapping);
  b.clone(*op, mapping);
  return mapping.lookup(value);
}

Value GroupsOfRows::emitIsTaken(Operation *branch, bool isThen,
                                IRMapping &mapping) {
  Value condition = emitKnown(cast<scf::IfOp>(branch).getCondition(), mapping);
  if (isThen)
    return condition;
  return arith::XOrIOp::create(b, condition,
                               arith::ConstantIntOp::create(b, 1, 1));
}

Value GroupsOfRows::emitIsWorthIt() {
  IRMapping mapping;
  Value bytes = getIndex(getBytes(found.load)), none = getIndex(0);
  // Each factor is limited, so that the product is no larger than a number.
  Value most = getIndex(kMinBytes);
  for (scf::ForOp loop : found.around) {
    Value length =
        arith::SubIOp::create(b, emitKnown(loop.getUpperBound(), mapping),
                              emitKnown(loop.getLowerBound(), mapping));
    length = arith::MaxSIOp::create(b, length, none);
    Value count = arith::CeilDivUIOp::create(
        b, length, getIndex(*getConstantIntValue(loop.getStep())));
    count = arith::MinSIOp::create(b, count, most);
    bytes =
        arith::MinSIOp::create(b, arith::MulIOp::create(b, bytes, count), most);
  }
  Value holds = emitCompare(arith::CmpIPredicate::eq, bytes, most);
  for (auto [branch, isThen] : found.alike.branches)
    if (isOfAllRows(branch))
      holds =
          arith::AndIOp::create(b, holds, emitIsTaken(branch, isThen, mapping));
  return holds;
}

Value GroupsOfRows::emitIf(Value condition,
                           llvm::function_ref<Value()> emitThen) {
  auto branch = scf::IfOp::create(b, b.getI1Type(), condition,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.elseBlock());
  Value no = arith::ConstantIntOp::create(b, 0, 1);
  scf::YieldOp::create(b, no);
  b.setInsertionPointToStart(branch.thenBlock());
  Value value = emitThen();
  scf::YieldOp::create(b, value);
  return branch.getResult(0);
}

Value GroupsOfRows::emitAreSame(Value array, Value begin, Value end,
                                Value other) {
  Type type = cast<MemRefType>(array.getType()).getElementType();
  int64_t bits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  int64_t lanes = 8 * kVectorBytes / std::max<int64_t>(bits, 8);
  auto vectorType = VectorType::get(lanes, type);
  auto indexType = VectorType::get(lanes, b.getIndexType());
  Value zeros =
      arith::ConstantOp::create(b, vectorType, b.getZeroAttr(vectorType));
  Value numbers = arith::ConstantOp::create(
      b, DenseIntElementsAttr::get(indexType,
                                   llvm::to_vector(llvm::seq<int64_t>(lanes))));
  Value width = getIndex(lanes);
  Value distance = arith::SubIOp::create(b, other, begin);
  auto strips = scf::ForOp::create(b, begin, end, width, zeros);
  markShortLoop(strips);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(strips.getBody());
    Value place = strips.getInductionVar();
    Value left = arith::SubIOp::create(b, end, place);
    Value mask = emitCompare(arith::CmpIPredicate::slt, numbers,
                             vector::BroadcastOp::create(b, indexType, left));
    auto load = [&](Value from) {
      return vector::MaskedLoadOp::create(b, vectorType, array, from, mask,
                                          zeros);
    };
    Value one = load(place);
    Value another = load(arith::AddIOp::create(b, place, distance));
    Value differs = arith::XOrIOp::create(b, one, another);
    Value all =
        arith::OrIOp::create(b, strips.getRegionIterArgs().front(), differs);
    scf::YieldOp::create(b, all);
  }
  Value any = vector::ReductionOp::create(b, vector::CombiningKind::OR,
                                          strips.getResult(0));
  Value zero = arith::ConstantOp::create(b, type, b.getZeroAttr(type));
  return emitCompare(arith::CmpIPredicate::eq, any, zero);
}

Value GroupsOfRows::emitAreAlike(ArrayRef<Value> group) {
  struct Segment {
    Value begin, end, length;
  };
  SmallVector<Segment> segments;
  Value holds = arith::ConstantIntOp::create(b, 1, 1);
  auto require = [&](Value condition) {
    holds = arith::AndIOp::create(b, holds, condition);
  };
  for (Value row : group) {
    IRMapping mapping;
    mapping.map(rows.getInductionVar(), row);
    Segment segment;
    segment.begin = emitKnown(found.alike.begin, mapping);
    segment.end = emitKnown(found.alike.end, mapping);
    segment.length = arith::SubIOp::create(b, segment.end, segment.begin);
    segments.push_back(segment);
    require(emitCompare(arith::CmpIPredicate::eq, segment.length,
                        segments.front().length));
    for (auto [branch, isThen] : found.alike.branches)
      if (!isOfAllRows(branch))
        require(emitIsTaken(branch, isThen, mapping));
  }
  Segment first = segments.front();
  require(emitCompare(arith::CmpIPredicate::sge, first.length,
                      getIndex(found.minLength)));
  llvm::SmallSetVector<Value, 2> arrays;
  for (Operation *load : found.alike.coordinates)
    arrays.insert(cast<memref::LoadOp>(load).getMemRef());
  // Most rows that differ do so in the first coordinate.
  for (Value array : arrays)
    holds = emitIf(holds, [&] {
      Value coordinate = memref::LoadOp::create(b, array, first.begin);
      Value areSame = arith::ConstantIntOp::create(b, 1, 1);
      for (const Segment &other : ArrayRef(segments).drop_front()) {
        Value another = memref::LoadOp::create(b, array, other.begin);
        areSame = arith::AndIOp::create(
            b, areSame,
            emitCompare(arith::CmpIPredicate::eq, coordinate, another));
      }
      return areSame;
    });
  for (Value array : arrays)
    for (const Segment &other : ArrayRef(segments).drop_front())
      holds = emitIf(holds, [&] {
        return emitAreSame(array, first.begin, first.end, other.begin);
      });
  return holds;
}

void GroupsOfRows::emitJam(ArrayRef<Value> group) {
  IterationJam jam(b, found.alike, group.size());
  jam.map(rows.getInductionVar(), group);
  for (Operation &op : *rows.getBody()) {
    jam.emit(&op);
    if (&op == found.nest)
      return;
  }
}

void GroupsOfRows::emit() {
  Value isWorthIt = emitIsWorthIt(), one = getIndex(1);
  Value size = getIndex(kNumRows);
  Value lower = rows.getLowerBound(), upper = rows.getUpperBound();
  Value count =
      arith::SubIOp::create(b, arith::MaxSIOp::create(b, upper, lower), lower);
  auto groups = scf::ForOp::create(
      b, getIndex(0), arith::CeilDivUIOp::create(b, count, size), one);
  groups->setDiscardableAttrs(rows->getDiscardableAttrDictionary());
  b.setInsertionPointToStart(groups.getBody());
  Value first = arith::AddIOp::create(
      b, lower, arith::MulIOp::create(b, groups.getInductionVar(), size));
  SmallVector<Value> group{first};
  while (group.size() != kNumRows)
    group.push_back(arith::AddIOp::create(b, group.back(), one));
  Value areAll = emitCompare(arith::CmpIPredicate::slt, group.back(), upper);
  Value areAlike = emitIf(arith::AndIOp::create(b, isWorthIt, areAll),
                          [&] { return emitAreAlike(group); });
  auto branch = scf::IfOp::create(b, areAlike, /*withElseRegion=*/false);
  b.setInsertionPoint(branch.thenBlock()->getTerminator());
  emitJam(group);
  b.setInsertionPointAfter(branch);
  // What else there is of them goes by one at a time.
  rows->removeAttr(kParallelAttr);
  markShortLoop(rows);
  rows.setLowerBound(first);
  rows.setUpperBound(arith::MinSIOp::create(
      b, arith::AddIOp::create(b, group.back(), one), upper));
  rows->moveBefore(groups.getBody()->getTerminator());
  for (Operation &op : llvm::make_early_inc_range(*rows.getBody()))
    if (op.hasAttr(kPerPartAttr))
      op.moveBefore(groups.getBody()->getTerminator());
  b.setInsertionPoint(found.nest);
  Value isLeft =
      arith::XOrIOp::create(b, areAlike, arith::ConstantIntOp::create(b, 1, 1));
  auto alone = scf::IfOp::create(b, isLeft, /*withElseRegion=*/false);
  found.nest->moveBefore(alone.thenBlock()->getTerminator());
}

/// Whether iterations do not depend on each other, since threads share them,
/// and nothing else is noted of the loop.
static bool areIndependent(scf::ForOp rows) {
  auto how = rows->getAttrOfType<DistributionAttr>(kParallelAttr);
  return how && !how.getChunk() && countsByOne(rows) &&
         rows.getNumResults() == 0 &&
         llvm::hasSingleElement(rows->getDiscardableAttrs());
}

namespace {
struct JamRows : weft::impl::JamRowsBase<JamRows> {
  void runOnOperation() override {
    std::vector<RowNest> nests;
    getOperation().walk([&](scf::ForOp loop) {
      if (areIndependent(loop))
        if (std::optional<RowNest> found = findRowNest(loop))
          nests.push_back(std::move(*found));
    });
    for (RowNest &found : nests)
      GroupsOfRows(found).emit();
  }
};
} // namespace
