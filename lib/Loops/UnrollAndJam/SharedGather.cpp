//===- SharedGather.cpp - Indirect loads that rows share ------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the index of an indirect load to the coordinates and the segment of a
// row, and checks the loops and branches around the load.
//
//===----------------------------------------------------------------------===//

#include "UnrollAndJam/SharedGather.h"
#include "UnrollAndJam/UnrollAndJam.h"

#include "Analysis/ArrayDescription.h"
#include "Analysis/ElementBytes.h"
#include "Analysis/ValueDependence.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Segments and coordinates
//===----------------------------------------------------------------------===//

namespace {
/// The bounds of the segment that a loop iterates, perhaps but for a remainder.
struct SegmentBounds {
  Value begin, end;
  scf::ForOp loop;
};
/// The position of a coordinate that is loaded.
struct CoordinateAccess {
  SegmentBounds segment;
  /// The distance from the first position of the step.
  int64_t distance;
};
} // namespace

/// The bounds of the segment of a loop. If the loop leaves a remainder of less
/// than a step, `end` is that of the remainder.
static SegmentBounds getSegmentBounds(scf::ForOp loop) {
  SegmentBounds segment{loop.getLowerBound(), loop.getUpperBound(), loop};
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

/// The access of a coordinate at a position; none if the position may be
/// outside of the segment of a loop that has at least a step of positions.
static std::optional<CoordinateAccess> findCoordinateAccess(Value position) {
  int64_t distance = 0;
  if (auto add = position.getDefiningOp<arith::AddIOp>())
    if (std::optional<int64_t> constant = getConstantIntValue(add.getRhs())) {
      distance = *constant;
      position = add.getLhs();
    }
  Value limit;
  if (auto min = position.getDefiningOp<arith::MinSIOp>()) {
    position = min.getLhs();
    limit = min.getRhs();
  }
  auto variable = dyn_cast<BlockArgument>(position);
  auto loop = variable
                  ? dyn_cast<scf::ForOp>(variable.getOwner()->getParentOp())
                  : scf::ForOp();
  if (!loop || loop.getInductionVar() != variable || loop.getUnsignedCmp() ||
      !variable.getType().isIndex())
    return std::nullopt;
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!step || distance < 0 || distance >= *step)
    return std::nullopt;
  CoordinateAccess result{getSegmentBounds(loop), distance};
  if (!limit) {
    bool isWhole = *step == 1 || result.segment.end != loop.getUpperBound();
    return isWhole ? std::optional(result) : std::nullopt;
  }
  // The last step overlaps the step before it, and ends with the segment.
  auto last = limit.getDefiningOp<arith::SubIOp>();
  if (!last || last.getLhs() != loop.getUpperBound() ||
      getConstantIntValue(last.getRhs()) != step)
    return std::nullopt;
  return result;
}

/// Whether a loop iterates the segment whose coordinates are compared.
static bool isSegment(const RowJam &found, scf::ForOp loop) {
  scf::ForOp segment = found.segment;
  return loop.getLowerBound() == segment.getLowerBound() &&
         loop.getUpperBound() == segment.getUpperBound() &&
         getConstantIntValue(loop.getStep()) == found.getStep();
}

/// The loads of compared coordinates in a region, by array.
static llvm::SmallMapVector<Value, SmallVector<memref::LoadOp>, 2>
findCompared(const RowJam &found, Region &region) {
  llvm::SmallMapVector<Value, SmallVector<memref::LoadOp>, 2> loads;
  for (Operation *load : found.guarantees.coordinates)
    loads.insert({cast<memref::LoadOp>(load).getMemRef(), {}});
  region.walk([&](memref::LoadOp load) {
    auto of = loads.find(load.getMemRef());
    if (of == loads.end())
      return;
    std::optional<CoordinateAccess> access =
        findCoordinateAccess(load.getIndices().front());
    if (access && isSegment(found, access->segment.loop))
      of->second.push_back(load);
  });
  return loads;
}

/// Whether each step of the segment loop, or of the same loop directly in
/// `region`, loads the coordinates of all of its positions. The comparison of
/// rows then reads no memory that the rows do not read.
static bool loadsAllCoordinates(const RowJam &found, Region &region) {
  return llvm::all_of(findCompared(found, region), [&](const auto &of) {
    llvm::SmallDenseSet<int64_t, 4> distances;
    for (memref::LoadOp load : of.second) {
      std::optional<CoordinateAccess> access =
          findCoordinateAccess(load.getIndices().front());
      scf::ForOp loop = access->segment.loop;
      if (load->getParentOp() == loop &&
          (loop == found.segment || loop->getParentRegion() == &region))
        distances.insert(access->distance);
    }
    return static_cast<int64_t>(distances.size()) == found.getStep();
  });
}

/// The bytes of a vector; zero if its elements are not whole bytes.
static int64_t getBytes(VectorType type) {
  return type.getNumElements() * getPackedBytes(type.getElementType());
}

/// Whether a region prefetches from an array.
static bool hasPrefetch(Value array, Region &region) {
  WalkResult walk = region.walk([&](memref::PrefetchOp prefetch) {
    return prefetch.getMemref() == array ? WalkResult::interrupt()
                                         : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Indirect loads
//===----------------------------------------------------------------------===//

/// Whether each row executes an operation in the nest or before it, if the
/// loops around the load have an iteration.
bool GatherAnalysis::isInEachRow(Operation *op) const {
  for (Operation *parent = op->getParentOp(); parent != found.rows;
       parent = parent->getParentOp())
    if (!llvm::is_contained(found.around, parent))
      return false;
  return true;
}

/// Whether a value can be computed before the row is executed.
bool GatherAnalysis::isKnownBeforeRow(Value value) const {
  scf::ForOp loop = rows;
  return isComputedFrom(value, [&](Value source) -> std::optional<bool> {
    if (source == loop.getInductionVar() || loop.isDefinedOutsideOfLoop(source))
      return true;
    Operation *op = source.getDefiningOp();
    bool isFurther =
        op && isReproducible(op) && (isPure(op) || isInEachRow(op));
    return isFurther ? std::nullopt : std::optional(false);
  });
}

/// Visits a block argument that the index of the load depends on.
std::optional<bool> GatherAnalysis::visitVariable(BlockArgument variable) {
  auto loop = dyn_cast<scf::ForOp>(variable.getOwner()->getParentOp());
  if (!loop || variable != loop.getInductionVar())
    return stop(
        "the index of the indirect load depends on a loop-carried value");
  if (loop == rows)
    return stop("the index of the indirect load depends on the induction "
                "variable of the loop");
  if (!isInvariant(loop.getLowerBound(), rows) ||
      !isInvariant(loop.getUpperBound(), rows))
    return stop("the index of the indirect load depends on the induction "
                "variable of an inner loop whose bounds differ between rows");
  return true;
}

/// Visits a coordinate that the index of the load depends on.
std::optional<bool> GatherAnalysis::visitCoordinate(memref::LoadOp load) {
  std::string array = describeArray(load.getMemRef());
  MemRefType type = load.getMemRefType();
  Type element = type.getElementType();
  if (!isReproducible(load))
    return stop("the function may write to " + array);
  if (type.getRank() != 1 || !type.getLayout().isIdentity() ||
      !rows.isDefinedOutsideOfLoop(load.getMemRef()))
    return stop(array + " is multi-dimensional, has a non-identity layout or "
                        "is defined in the loop");
  if (!element.isSignlessIntOrIndex() || getPackedBytes(element) == 0) {
    std::string name;
    llvm::raw_string_ostream(name) << element;
    return stop("the element type " + name + " of " + array +
                " is not a signless integer of 8, 16, 32 or 64 bits");
  }
  std::optional<CoordinateAccess> access =
      findCoordinateAccess(load.getIndices().front());
  if (!access)
    return stop("a load from " + array +
                " is not known to be inside of the segment of the row");
  if (found.segment && found.segment != access->segment.loop)
    return stop("the index of the indirect load depends on coordinates of two "
                "segments");
  found.segment = access->segment.loop;
  found.guarantees.coordinates.insert(load);
  return true;
}

/// Finds the coordinates, of one segment, that the index of the load depends
/// on. All other values that it depends on are the same for all rows.
LogicalResult GatherAnalysis::findCoordinates() {
  bool isFound = isComputedFrom(
      found.load.getIndices().front(),
      [&](Value source) -> std::optional<bool> {
        if (rows.isDefinedOutsideOfLoop(source))
          return true;
        if (auto variable = dyn_cast<BlockArgument>(source))
          return visitVariable(variable);
        Operation *op = source.getDefiningOp();
        if (auto load = dyn_cast<memref::LoadOp>(op))
          return visitCoordinate(load);
        if (isReproducible(op))
          return std::nullopt;
        return stop("the index of the indirect load depends on '" +
                    op->getName().getStringRef() + "'");
      });
  if (!isFound)
    return failure();
  scf::ForOp loop = found.segment;
  if (!loop || !found.nest->isAncestor(loop) || !loop->isAncestor(found.load))
    return refuse(
        "the indirect load is outside of the loop over its coordinates");
  SegmentBounds segment = getSegmentBounds(loop);
  found.guarantees.begin = segment.begin;
  found.guarantees.end = segment.end;
  return success();
}

/// Checks that a loop around the load has the same iterations for all rows.
LogicalResult GatherAnalysis::checkLoop(scf::ForOp loop) {
  if (isParallel(loop))
    return refuse("a loop around the indirect load is parallel");
  if (isSegment(found, loop))
    return success();
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!step || *step < 1 || loop.getUnsignedCmp() ||
      !loop.getInductionVar().getType().isIndex())
    return refuse("a loop around the indirect load does not increment a signed "
                  "index by a constant");
  if (!isInvariant(loop.getLowerBound(), rows) ||
      !isInvariant(loop.getUpperBound(), rows))
    return refuse("the bounds of a loop around the indirect load differ "
                  "between rows");
  found.around.push_back(loop);
  return success();
}

/// Checks that the direction of a branch around the load is known before the
/// row, and requires the direction unless both regions can be jammed.
LogicalResult GatherAnalysis::checkBranch(scf::IfOp branch) {
  if (!isKnownBeforeRow(branch.getCondition()))
    return refuse("the condition of a branch around the indirect load cannot "
                  "be hoisted to the start of the row");
  // A version of the loop with prefetches is jammed like the other one.
  Value array = found.load.getBase();
  Region &yes = branch.getThenRegion(), &no = branch.getElseRegion();
  if (hasPrefetch(array, yes) != hasPrefetch(array, no) &&
      loadsAllCoordinates(found, yes) && loadsAllCoordinates(found, no))
    return success();
  found.guarantees.branches.insert(
      {branch, yes.isAncestor(found.load->getParentRegion())});
  return success();
}

/// Finds the loops and branches around the load, and checks that all rows can
/// execute them together.
LogicalResult GatherAnalysis::findParents() {
  SmallVector<scf::IfOp> branches;
  for (Operation *op = found.load->getParentOp(); op != rows;
       op = op->getParentOp()) {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (auto branch = dyn_cast<scf::IfOp>(op))
      branches.push_back(branch);
    else if (!loop)
      return refuse("the indirect load is inside '" +
                    op->getName().getStringRef() + "'");
    else if (failed(checkLoop(loop)))
      return failure();
  }
  found.bytes =
      std::min(getBytes(found.load.getVectorType()), machine.jammedRowMinBytes);
  if (found.bytes == 0)
    return refuse("the element type of " + describeArray(found.load.getBase()) +
                  " is not an integer or float type of 8, 16, 32 or 64 bits");
  // Without loops around the load, the number of bytes is a constant.
  if (found.around.empty() && found.bytes < machine.jammedRowMinSampledBytes)
    return refuse("a coordinate selects " + Twine(found.bytes) + " bytes of " +
                  describeArray(found.load.getBase()) + ", fewer than " +
                  Twine(machine.jammedRowMinSampledBytes));
  for (scf::IfOp branch : branches)
    if (failed(checkBranch(branch)))
      return failure();
  if (!isKnownBeforeRow(found.guarantees.begin) ||
      !isKnownBeforeRow(found.guarantees.end) ||
      !isKnownBeforeRow(found.segment.getUpperBound()))
    return refuse(
        "the bounds of the segment cannot be hoisted to the start of the row");
  return success();
}

/// Checks that the values that the loops around the load carry have known sizes
/// and fit into registers for all rows.
LogicalResult GatherAnalysis::checkRegisters() {
  int64_t bytes = 0;
  for (Operation *op = found.load; op != found.nest; op = op->getParentOp())
    if (auto loop = dyn_cast<scf::ForOp>(op->getParentOp()))
      for (Type type : loop.getResultTypes())
        if (auto vector = dyn_cast<VectorType>(type)) {
          if (getBytes(vector) == 0)
            return refuse("an iter_arg has an element type that is not an "
                          "integer or float type of 8, 16, 32 or 64 bits");
          bytes += getBytes(vector);
        }
  int64_t most = Machine::of(found.nest).jammedRowMaxBytes;
  if (bytes > most)
    return refuse(
        "the loops around the indirect load have vector iter_args of " +
        Twine(bytes) + " bytes, more than " + Twine(most));
  return success();
}

/// Adds the other loads of compared coordinates in the nest.
void GatherAnalysis::addCoordinates() {
  for (Region &region : found.nest->getRegions())
    for (auto &[array, loads] : findCompared(found, region))
      found.guarantees.coordinates.insert(loads.begin(), loads.end());
}

/// Requires that branches for the columns of a masked tail are not taken.
/// Otherwise their code would be copied for each row.
void GatherAnalysis::addEmptyBranches() {
  found.nest->walk([&](scf::IfOp branch) {
    if (branch.getNumResults() == 0 || branch->isAncestor(found.load) ||
        !llvm::hasSingleElement(branch.elseBlock()->getOperations()) ||
        !isInvariant(branch.getCondition(), found.rows))
      return;
    found.guarantees.branches.insert({branch, false});
  });
}

LogicalResult GatherAnalysis::run() {
  if (!isReproducible(found.load))
    return refuse("the function may write to " +
                  describeArray(found.load.getBase()) +
                  ", which is loaded indirectly");
  if (failed(findCoordinates()) || failed(findParents()) ||
      failed(checkRegisters()))
    return failure();
  if (!loadsAllCoordinates(found, found.segment.getRegion()))
    return refuse("an iteration of the loop over the segment does not load the "
                  "coordinates of all of its positions");
  addCoordinates();
  addEmptyBranches();
  return success();
}
