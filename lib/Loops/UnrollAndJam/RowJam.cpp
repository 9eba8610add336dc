//===- RowJam.cpp - Rows that lead to rows of an operand ------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnrollAndJam/RowJam.h"

#include "Analysis/ElementBytes.h"
#include "Analysis/ValueDependence.h"
#include "Vectorization/BlockReduction.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

/// What a row carries through its loops has so many bytes at most: that of all
/// is in half of the registers then.
static constexpr int64_t kMaxCarriedBytes = 320;

namespace {
/// The positions that a loop goes over, all or all but the last ones.
struct Segment {
  Value begin, end;
  scf::ForOp loop;
};
/// A position of which a coordinate is loaded.
struct Place {
  Segment segment;
  /// How far it is behind that of the step.
  int64_t distance;
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

/// Where a coordinate is loaded; nothing if that may be none of the positions
/// of a loop, if these are a step at least.
static std::optional<Place> findPlace(Value place) {
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
  if (!loop || loop.getInductionVar() != variable || loop.getUnsignedCmp() ||
      !variable.getType().isIndex())
    return std::nullopt;
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!step || distance < 0 || distance >= *step)
    return std::nullopt;
  Place result{getSegment(loop), distance};
  if (!limit) {
    bool isWhole = *step == 1 || result.segment.end != loop.getUpperBound();
    return isWhole ? std::optional(result) : std::nullopt;
  }
  // The last step goes over what is in front of the end.
  auto last = limit.getDefiningOp<arith::SubIOp>();
  if (!last || last.getLhs() != loop.getUpperBound() ||
      getConstantIntValue(last.getRhs()) != step)
    return std::nullopt;
  return result;
}

/// Whether an operation in the nest, or in front of it, is executed for each
/// row, if the loops around the load have an iteration.
static bool isInEachRow(const RowJam &found, Operation *op) {
  for (Operation *parent = op->getParentOp(); parent != found.rows;
       parent = parent->getParentOp())
    if (!llvm::is_contained(found.around, parent))
      return false;
  return true;
}

/// Whether a value can be computed for a row where that begins.
static bool isKnownOfRow(const RowJam &found, Value value) {
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

/// Whether vectors load the elements of an array that one is loaded from, which
/// are numbers without a sign of their own.
static bool hasComparableElements(memref::LoadOp load) {
  MemRefType type = load.getMemRefType();
  Type element = type.getElementType();
  return type.getRank() == 1 && type.getLayout().isIdentity() &&
         element.isSignlessIntOrIndex() && getPackedBytes(element) != 0;
}

/// Finds where the index of a load comes from: coordinates of one segment, and
/// what is the same for all rows.
static bool findCoordinates(RowJam &found) {
  scf::ForOp rows = found.rows, loop;
  bool isFound = isComputedFrom(
      found.load.getIndices().front(),
      [&](Value source) -> std::optional<bool> {
        if (rows.isDefinedOutsideOfLoop(source))
          return true;
        Operation *op = source.getDefiningOp();
        if (!op) {
          auto around = dyn_cast<scf::ForOp>(
              cast<BlockArgument>(source).getOwner()->getParentOp());
          return around && around != rows &&
                 source == around.getInductionVar() &&
                 isInvariant(around.getLowerBound(), rows) &&
                 isInvariant(around.getUpperBound(), rows);
        }
        if (auto load = dyn_cast<memref::LoadOp>(op)) {
          if (!computesTheSame(load) || !hasComparableElements(load) ||
              !rows.isDefinedOutsideOfLoop(load.getMemRef()))
            return false;
          std::optional<Place> place = findPlace(load.getIndices().front());
          if (!place || (loop && loop != place->segment.loop))
            return false;
          loop = place->segment.loop;
          found.alike.coordinates.insert(load);
          return true;
        }
        return computesTheSame(op) ? std::nullopt : std::optional(false);
      });
  if (!isFound || !loop || !found.nest->isAncestor(loop) ||
      !loop->isAncestor(found.load))
    return false;
  Segment segment = getSegment(loop);
  found.alike.begin = segment.begin;
  found.alike.end = segment.end;
  found.segment = loop;
  return true;
}

/// Whether a loop goes over the positions whose coordinates are compared.
static bool isSegment(const RowJam &found, scf::ForOp loop) {
  scf::ForOp segment = found.segment;
  return loop.getLowerBound() == segment.getLowerBound() &&
         loop.getUpperBound() == segment.getUpperBound() &&
         getConstantIntValue(loop.getStep()) == found.getStep();
}

/// The loads of coordinates in a region that are compared, of each array.
static llvm::SmallMapVector<Value, SmallVector<memref::LoadOp>, 2>
findCompared(const RowJam &found, Region &region) {
  llvm::SmallMapVector<Value, SmallVector<memref::LoadOp>, 2> loads;
  for (Operation *load : found.alike.coordinates)
    loads.insert({cast<memref::LoadOp>(load).getMemRef(), {}});
  region.walk([&](memref::LoadOp load) {
    auto of = loads.find(load.getMemRef());
    if (of == loads.end())
      return;
    std::optional<Place> place = findPlace(load.getIndices().front());
    if (place && isSegment(found, place->segment.loop))
      of->second.push_back(load);
  });
  return loads;
}

/// Whether each step of a loop that is executed where a region is, or of the
/// one that was found, loads all coordinates of its positions, so that they may
/// be compared.
static bool loadsAll(const RowJam &found, Region &region) {
  return llvm::all_of(findCompared(found, region), [&](const auto &of) {
    llvm::SmallDenseSet<int64_t, 4> distances;
    for (memref::LoadOp load : of.second) {
      std::optional<Place> place = findPlace(load.getIndices().front());
      scf::ForOp loop = place->segment.loop;
      if (load->getParentOp() == loop &&
          (loop == found.segment || loop->getParentRegion() == &region))
        distances.insert(place->distance);
    }
    return static_cast<int64_t>(distances.size()) == found.getStep();
  });
}

/// How many bytes a vector has; zero if nobody knows.
static int64_t getBytes(VectorType type) {
  return type.getNumElements() * getPackedBytes(type.getElementType());
}

/// Whether what the loops around a load in the nest carry is known, and fits
/// registers.
static bool fitsRegisters(const RowJam &found) {
  int64_t bytes = 0;
  for (Operation *op = found.load; op != found.nest; op = op->getParentOp())
    if (auto loop = dyn_cast<scf::ForOp>(op->getParentOp()))
      for (Type type : loop.getResultTypes())
        if (auto vector = dyn_cast<VectorType>(type)) {
          if (getBytes(vector) == 0)
            return false;
          bytes += getBytes(vector);
        }
  return bytes <= kMaxCarriedBytes;
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
static bool findParents(RowJam &found) {
  scf::ForOp rows = found.rows;
  SmallVector<scf::IfOp> branches;
  for (Operation *op = found.load->getParentOp(); op != rows;
       op = op->getParentOp()) {
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      branches.push_back(branch);
      continue;
    }
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop || isParallel(loop))
      return false;
    if (isSegment(found, loop))
      continue;
    std::optional<int64_t> step = getConstantIntValue(loop.getStep());
    if (!step || *step < 1 || loop.getUnsignedCmp() ||
        !loop.getInductionVar().getType().isIndex() ||
        !isInvariant(loop.getLowerBound(), rows) ||
        !isInvariant(loop.getUpperBound(), rows))
      return false;
    found.around.push_back(loop);
  }
  // A single vector is known to be too short.
  found.bytes = std::min(getBytes(found.load.getVectorType()), kMinBytes);
  if (found.bytes == 0 ||
      (found.around.empty() && found.bytes < kMinAlikeBytes))
    return false;
  Value array = found.load.getBase();
  for (scf::IfOp branch : branches) {
    if (!isKnownOfRow(found, branch.getCondition()))
      return false;
    // A version that asks for it ahead is written for several rows, too.
    Region &yes = branch.getThenRegion(), &no = branch.getElseRegion();
    if (isFetchedAhead(array, yes) != isFetchedAhead(array, no) &&
        loadsAll(found, yes) && loadsAll(found, no))
      continue;
    found.alike.branches.insert({branch, branch.getThenRegion().isAncestor(
                                             found.load->getParentRegion())});
  }
  return isKnownOfRow(found, found.alike.begin) &&
         isKnownOfRow(found, found.alike.end) &&
         isKnownOfRow(found, found.segment.getUpperBound());
}

/// Whether what an operation does can be written for several rows at once.
static bool canJam(Operation *op) {
  return isPure(op) ||
         isa<scf::ForOp, scf::IfOp, scf::YieldOp, memref::LoadOp,
             memref::StoreOp, memref::PrefetchOp, vector::LoadOp,
             vector::StoreOp, vector::MaskedLoadOp, vector::MaskedStoreOp>(op);
}

/// Whether what is executed once in a part does not depend on the row, and no
/// row uses it.
static bool areOfParts(scf::ForOp rows) {
  return llvm::all_of(*rows.getBody(), [&](Operation &op) {
    return !op.hasAttr(kPerPartAttr) ||
           (op.getNumRegions() == 0 && op.getNumResults() == 0 &&
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

/// Adds the other coordinates that are loaded in the nest and compared.
static void addCoordinates(RowJam &found) {
  for (Region &region : found.nest->getRegions())
    for (auto &[array, loads] : findCompared(found, region))
      found.alike.coordinates.insert(loads.begin(), loads.end());
}

/// Adds branches that are not taken: what is left of rows that are no whole
/// number of vectors would be there for each row again.
static void addEnds(RowJam &found) {
  found.nest->walk([&](scf::IfOp branch) {
    if (branch.getNumResults() == 0 || branch->isAncestor(found.load) ||
        !llvm::hasSingleElement(branch.elseBlock()->getOperations()) ||
        !isInvariant(branch.getCondition(), found.rows))
      return;
    found.alike.branches.insert({branch, false});
  });
}

/// Whether iterations do not depend on each other, since threads share them,
/// and nothing else is noted of the loop.
static bool areIndependent(scf::ForOp rows) {
  auto how = getParallel(rows);
  return how && !how.getChunk() && countsByOne(rows) &&
         rows.getNumResults() == 0 && !hasLoopTags(rows, LoopTag::Parallel);
}

std::optional<RowJam> weft::findRowJam(scf::ForOp rows) {
  Operation *nest = areIndependent(rows) ? findNest(rows) : nullptr;
  if (!nest || !areOfParts(rows))
    return std::nullopt;
  WalkResult walk = nest->walk([](Operation *op) {
    return canJam(op) ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (walk.wasInterrupted())
    return std::nullopt;
  std::optional<RowJam> result;
  nest->walk([&](vector::LoadOp load) {
    RowJam found;
    found.rows = rows;
    found.nest = nest;
    found.load = load;
    if (load.getIndices().size() != 1 || !computesTheSame(load) ||
        !findCoordinates(found) || !findParents(found) ||
        !fitsRegisters(found) || !loadsAll(found, found.segment.getRegion()))
      return WalkResult::advance();
    addCoordinates(found);
    addEnds(found);
    result = std::move(found);
    return WalkResult::interrupt();
  });
  return result;
}
