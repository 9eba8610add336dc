//===- DerivedSegments.cpp - Segments of several levels ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collapsed variables iterate over the last of the levels that store them
// (thesis, section 3.2). A position space is cut along one tensor, which is
// iterated over wherever anything is; others are found at its coordinates
// (transformation framework paper, section 3).
//
//===----------------------------------------------------------------------===//

#include "DerivedSegments.h"
#include "IndexVariables.h"

#include "weft/Analysis/LatticeFromIR.h"
#include "weft/Analysis/Races.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

using Dimensions = SmallVector<int64_t, 2>;

/// The variables of a space that the next levels of a path store, as their
/// numbers; just all of them in their order, if the levels begin with these.
static Dimensions getDimensions(const DerivedSpace &space,
                                const IndexedTensor &tensor, int64_t depth) {
  Dimensions dimensions;
  for (int64_t level = depth; level != tensor.getNumLevels(); ++level) {
    auto variable = llvm::find(space.originals, tensor.getVariable(level));
    if (variable == space.originals.end())
      break;
    dimensions.push_back(variable - space.originals.begin());
    if (llvm::equal(dimensions, llvm::seq<int64_t>(0, space.originals.size())))
      break;
  }
  return dimensions;
}

/// Whether one look-up in each of the levels from `first` on finds all there
/// is, and whether that takes a search.
static bool canFind(level::FormatAttr format, int64_t first, int64_t number,
                    bool &searches) {
  searches = false;
  if (first != 0 && !format.getLevelType(first - 1).isUnique())
    return false;
  for (int64_t level = first; level != first + number; ++level) {
    level::LevelTypeAttrInterface type = format.getLevelType(level);
    if (!type.isUnique() || (!type.hasLocate() && !isSearchable(type)))
      return false;
    searches |= !type.hasLocate();
  }
  return true;
}

/// Whether the segment of several levels can be walked by the positions of the
/// last.
static bool canWalk(const Dimensions &dimensions, level::FormatAttr format,
                    int64_t first) {
  SmallVector<level::LevelTypeAttrInterface> types;
  for (size_t k = 0; k != dimensions.size(); ++k) {
    level::LevelTypeAttrInterface type = format.getLevelType(first + k);
    bool hasOneParent =
        first + k == 0 || format.getLevelType(first + k - 1).isUnique();
    if ((!hasOneParent && !type.isBranchless()) ||
        (!type.isCompact() && !type.isFull()))
      return false;
    types.push_back(type);
  }
  return lattice::findWalkProblem(types, /*byPositions=*/true).empty();
}

/// Adds the segment of a path, unless its levels take nothing but arithmetic.
static void addSegment(unsigned number, const KernelInfo &info,
                       const Scope &scope, cin::ForallOp forall,
                       ForallPlan &plan, Segments &numbers) {
  const DerivedSpace &space = *plan.space;
  const IndexedTensor &tensor = info.getPaths()[number];
  int64_t depth = scope.paths[number].depth;
  Dimensions dimensions = getDimensions(space, tensor, depth);
  if (dimensions.empty())
    return;
  level::FormatAttr format = tensor.getFormat();
  bool isCounted = space.position && info.getPath(space.position) == number;
  analysis::Segment segment = analysis::getSegment(
      getSegmentName(info, tensor, depth, dimensions.size(), plan.segments),
      format.getLevelType(depth + dimensions.size() - 1));
  segment.iterable =
      llvm::equal(dimensions, llvm::seq<int64_t>(0, space.originals.size())) &&
      canWalk(dimensions, format, depth);
  bool searches, finds = canFind(format, depth, dimensions.size(), searches);
  bool isArithmetic = true;
  for (size_t k = 0; k != dimensions.size(); ++k) {
    level::LevelTypeAttrInterface type = format.getLevelType(depth + k);
    segment.full &= type.isFull();
    segment.ordered &= type.isOrdered();
    isArithmetic &= type.isFull() && type.hasLocate();
  }
  if (isArithmetic && !isCounted)
    return;
  // What can be iterated over is searched only if somebody wants it.
  segment.locatable = finds && (!searches || !segment.iterable);
  segment.searched = finds && forall.getMerge() == cin::MergeStrategy::Locate;
  if (isCounted) {
    segment.full = segment.locatable = segment.searched = false;
    plan.counted = plan.paths.size();
  }
  numbers[number] = plan.paths.size();
  plan.paths.push_back(number);
  plan.segments.push_back(std::move(segment));
  plan.shifts.emplace_back();
  plan.dimensions.push_back(std::move(dimensions));
  plan.searches.push_back(searches);
}

Segments cin_to_lattice::findDerivedSegments(cin::ForallOp forall,
                                             const KernelInfo &info,
                                             const Scope &scope,
                                             ForallPlan &plan) {
  Segments numbers;
  for (unsigned number : info.getPathsIn(forall)) {
    const IndexedTensor &tensor = info.getPaths()[number];
    const PathState &path = scope.paths[number];
    if (scope.getTensor(tensor.ref).storage && !path.absent &&
        path.depth != tensor.getNumLevels())
      addSegment(number, info, scope, forall, plan, numbers);
  }
  return numbers;
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

static InFlightDiagnostic refusePositions(cin::ForallOp forall,
                                          cin::PositionOp position,
                                          const KernelInfo &info) {
  return forall.emitOpError("cannot iterate over the positions of ")
         << info.getName(position.getRef()) << ": ";
}

/// Whether a variable is bound as soon as some more are.
static bool isBoundWith(Value variable, ArrayRef<Value> more,
                        const KernelInfo &info, const Scope &scope) {
  if (scope.coordinates.contains(variable) ||
      llvm::is_contained(more, variable))
    return true;
  auto split = variable.getDefiningOp<cin::SplitOp>();
  return split && isBoundWith(split.getOuter(), more, info, scope) &&
         isBoundWith(split.getInner(), more, info, scope);
}

static LogicalResult verifyPositions(cin::ForallOp forall,
                                     const ForallPlan &plan,
                                     const KernelInfo &info,
                                     const Scope &scope) {
  SmallVector<Value> bound = {forall.getVariable()};
  if (plan.space)
    llvm::append_range(bound, plan.space->originals);
  for (cin::PositionOp position : info.getPositions()) {
    if (!cin::isDerivedFrom(position.getPosition(), forall.getVariable()))
      continue;
    const PathState &path = scope.paths[*info.getPath(position)];
    if (path.absent)
      return refusePositions(forall, position, info)
             << "the statement has components where there are none";
    // How many places a tile has is known before its positions are.
    if (path.depth < position.getLevels().front() &&
        isPlaceInTile(forall.getVariable(), info))
      continue;
    if (path.depth != position.getLevels().front())
      return refusePositions(forall, position, info)
             << "it is outside of the loops that bind what the levels above "
                "store";
    bool isHere = plan.space && plan.space->position == position;
    if (!isHere && isBoundWith(position.getPosition(), bound, info, scope))
      return refusePositions(forall, position, info)
             << "it is not the innermost of the loops that they were split "
                "into; split the loop over places in tiles by 1, and make its "
                "inner part the innermost";
  }
  return success();
}

LogicalResult cin_to_lattice::verifySpace(cin::ForallOp forall,
                                          const ForallPlan &plan,
                                          const KernelInfo &info,
                                          const Scope &scope) {
  if (failed(verifyPositions(forall, plan, info, scope)))
    return failure();
  for (auto [number, dimensions, segment] : llvm::zip_equal(
           ArrayRef(plan.paths).take_front(plan.dimensions.size()),
           plan.dimensions,
           ArrayRef(plan.segments).take_front(plan.dimensions.size()))) {
    if (segment.iterable || segment.canLocateInIntersection())
      continue;
    int64_t first = scope.paths[number].depth;
    InFlightDiagnostic error = forall.emitOpError("cannot access ")
                               << info.getName(info.getPaths()[number].ref)
                               << " by '" << forall.getName() << "': its level"
                               << (dimensions.size() == 1 ? " " : "s ")
                               << first + 1;
    if (dimensions.size() != 1)
      error << " to " << first + dimensions.size();
    return error << " can neither be iterated over along all of its variables "
                    "nor be looked up";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

/// Whether each point iterates over the segment whose positions are counted,
/// and none over all coordinates.
static bool isCounted(const ForallPlan &plan) {
  if (!plan.counted)
    return false;
  unsigned universe = plan.segments.size();
  ArrayRef<analysis::LatticePoint> points = plan.coiteration.points;
  llvm::SmallBitVector others(universe + 1, true);
  others.reset(*plan.counted);
  return !analysis::containsAny(points, others) &&
         !analysis::anyPoint(points, [&](const auto &point) {
           return point.locators.test(*plan.counted) ||
                  point.iterators.test(universe);
         });
}

bool cin_to_lattice::hasSegmentedSums(cin::ForallOp forall,
                                      const KernelInfo &info) {
  return forall.getUnit() == cin::ParallelUnit::GPUThread &&
         forall.getRaces() == cin::RaceStrategy::Temporary &&
         llvm::any_of(forall.getBlock()->getOps<cin::AssignOp>(),
                      [&](cin::AssignOp assign) {
                        return info.isAtomic(assign) &&
                               analysis::hasSegmentedSums(forall, assign);
                      });
}

/// Refuses to run a loop in parallel whose iterations track the coordinates of
/// the original variables.
static LogicalResult refuseParallel(cin::ForallOp forall,
                                    const DerivedSpace &space,
                                    const KernelInfo &info) {
  InFlightDiagnostic error = forall.emitOpError(
      "cannot run in parallel: an iteration finds the coordinates of ");
  llvm::interleave(
      space.originals,
      [&](Value original) {
        error << "'" << info.getIndexName(original) << "'";
      },
      [&] { error << " and "; });
  error << " from those of the one before; ";
  if (!space.position && hasSegmentedSums(forall, info))
    error << "threads of a warp find them together only for entries of levels "
             "that store coordinates; ";
  return error << "split '" << forall.getName()
               << "', and run the tiles in parallel";
}

LogicalResult cin_to_lattice::verifyPoints(cin::ForallOp forall,
                                           const ForallPlan &plan,
                                           const KernelInfo &info,
                                           const Scope &scope) {
  const DerivedSpace &space = *plan.space;
  ArrayRef<analysis::LatticePoint> points = plan.coiteration.points;
  if (space.position && !isCounted(plan))
    return refusePositions(forall, space.position, info)
           << "the statement has components where there are none";
  for (auto [id, segment] : llvm::enumerate(plan.segments))
    if (plan.isWindowed && !segment.ordered &&
        analysis::anyPoint(points, [id = id](const auto &point) {
          return point.iterators.test(id);
        }))
      return forall.emitOpError("cannot iterate over a part of segment ")
             << segment.name
             << ", which is not ordered, so that it would have to be "
                "searched";
  // A part of a variable that was split has a whole tile of coordinates, some
  // of which are past the end in the last one.
  for (Value original : space.originals)
    for (cin::SplitOp split : info.getSplits()) {
      Value other = split.getOuter() == original   ? split.getInner()
                    : split.getInner() == original ? split.getOuter()
                                                   : Value();
      if (other && scope.coordinates.contains(other) && !plan.segments.empty())
        return forall.emitOpError(
                   "cannot iterate over tensors by a combination "
                   "with a part of '")
               << split.getName() << "', the other part of which is bound";
    }
  // Threads with segmented sums find the parents of a tile together.
  bool isTile = llvm::any_of(info.getSplits(), [&](cin::SplitOp split) {
    return split.getPartOfConstantRange() == forall.getVariable();
  });
  bool findsParents =
      isTile && space.position && hasSegmentedSums(forall, info);
  if (forall.getUnit() && space.originals.size() != 1 && !findsParents)
    return refuseParallel(forall, space, info);
  return success();
}
