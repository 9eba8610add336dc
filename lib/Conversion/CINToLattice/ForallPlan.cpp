//===- ForallPlan.cpp - Plan of the coiteration of a forall -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the segments of a forall and chooses the points of its lattice, in an
// order that the tensors which are assembled inside can take.
//
//===----------------------------------------------------------------------===//

#include "ForallPlan.h"

#include "BalancedChunks.h"
#include "DerivedSegments.h"
#include "DomainAnalysis.h"
#include "IndexVariables.h"
#include "NeededOrder.h"
#include "PositionTiles.h"

#include "weft/Analysis/LatticeFromIR.h"
#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Support/Combiner.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

/// The name with all that cannot stand in a keyword replaced.
static std::string toKeyword(std::string name) {
  for (char &c : name)
    if (!llvm::isAlnum(c))
      c = '_';
  return name.empty() || llvm::isDigit(name.front()) ? "_" + name : name;
}

std::string cin_to_lattice::getSegmentName(const KernelInfo &info,
                                           const IndexedTensor &tensor,
                                           int64_t level, int64_t numLevels,
                                           ArrayRef<analysis::Segment> others) {
  std::string base = toKeyword(info.getName(tensor.ref).str());
  for (int64_t last = level + numLevels; level != last; ++level)
    base += std::to_string(level + 1);
  std::string name = base;
  for (unsigned copy = 2; llvm::is_contained(
           llvm::map_range(others, [](auto &other) { return other.name; }),
           name);
       ++copy)
    name = (base + "_" + Twine(copy)).str();
  return name;
}

bool cin_to_lattice::isSearchable(level::LevelTypeAttrInterface type) {
  return type.hasPositionIterate() && type.isOrdered() && type.isUnique() &&
         type.isCompact();
}

/// Adds the segments of a forall: the accesses whose next level stores its
/// variable or a sum that ascends with it.
static Segments findSegments(cin::ForallOp forall, const KernelInfo &info,
                             const Scope &scope, ForallPlan &plan) {
  Segments numbers;
  for (unsigned number : info.getPathsIn(forall)) {
    const IndexedTensor &tensor = info.getPaths()[number];
    const PathState &path = scope.paths[number];
    if (!scope.getTensor(tensor.ref).storage || path.absent ||
        path.depth == tensor.getNumLevels())
      continue;
    std::optional<Shift> shift = findShift(forall, tensor, path.depth, scope);
    bool isStored = tensor.getVariable(path.depth) == forall.getVariable();
    if (!shift && !isStored)
      continue;
    numbers[number] = plan.paths.size();
    std::string name = getSegmentName(info, tensor, path.depth, /*numLevels=*/1,
                                      plan.segments);
    plan.paths.push_back(number);
    plan.segments.push_back(
        analysis::getSegment(name, tensor.getLevelType(path.depth)));
    plan.segments.back().locatable &= !shift;
    plan.segments.back().searched =
        forall.getMerge() == cin::MergeStrategy::Locate && !shift &&
        isSearchable(tensor.getLevelType(path.depth));
    plan.shifts.push_back(shift.value_or(Shift()));
  }
  return numbers;
}

/// Whether the loop of some point iterates over a segment.
static bool isIterated(const ForallPlan &plan, unsigned segment) {
  return analysis::anyPoint(plan.coiteration.points, [&](const auto &point) {
    return point.iterators.test(segment);
  });
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// Whether segments may have coordinates at which a variable that was split is
/// past its extent: those of tensors that store its other part further inside,
/// not at all, or as another dimension, which may be larger.
static bool leavesExtent(cin::ForallOp forall, const ForallPlan &plan,
                         const KernelInfo &info, const Scope &scope) {
  for (cin::SplitOp split : info.getSplits()) {
    bool isOuter = split.getOuter() == forall.getVariable();
    if (!isOuter && split.getInner() != forall.getVariable())
      continue;
    Value other = isOuter ? split.getInner() : split.getOuter();
    if (!scope.coordinates.contains(other))
      continue;
    for (unsigned number : plan.paths) {
      const IndexedTensor &tensor = info.getPaths()[number];
      int64_t depth = scope.paths[number].depth;
      bool isInside = tensor.getLevelType(depth).isFull();
      level::FormatAttr format = tensor.getFormat();
      for (int64_t outer = 0; outer != depth; ++outer)
        isInside |=
            tensor.getVariable(outer) == other &&
            format.getLevelExpr(outer).dim == format.getLevelExpr(depth).dim;
      if (!isInside)
        return true;
    }
  }
  return false;
}

/// Whether no loop goes over a segment and others.
static bool isIteratedAlone(const ForallPlan &plan, unsigned segment) {
  return !analysis::anyPoint(
      plan.coiteration.points, [&](const analysis::LatticePoint &point) {
        return point.iterators.test(segment) && point.iterators.count() > 1;
      });
}

/// Checks that such coordinates can be left out of what is iterated over.
static LogicalResult verifyWindow(cin::ForallOp forall, const ForallPlan &plan,
                                  const KernelInfo &info, const Scope &scope) {
  for (auto [id, number] : llvm::enumerate(plan.paths)) {
    if (!isIterated(plan, id))
      continue;
    const IndexedTensor &tensor = info.getPaths()[number];
    int64_t depth = scope.paths[number].depth;
    level::LevelTypeAttrInterface type = tensor.getLevelType(depth);
    // One that is alone is tested for each coordinate.
    if (!type.isOrdered() && !type.isFull() &&
        !(type.isUnique() && isIteratedAlone(plan, id)))
      return forall.emitOpError("cannot access ")
             << info.getName(tensor.ref)
             << " in this order of the foralls: level " << depth + 1 << " ("
             << type
             << ") is not ordered, so that coordinates behind the last block "
                "cannot be left out";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Skipping and carrying
//===----------------------------------------------------------------------===//

/// The level type of a segment of one level.
static level::LevelTypeAttrInterface getLevelType(unsigned segment,
                                                  const ForallPlan &plan,
                                                  const KernelInfo &info,
                                                  const Scope &scope) {
  unsigned number = plan.paths[segment];
  return info.getPaths()[number].getLevelType(scope.paths[number].depth);
}

/// Whether some intersection has an iterator that can be searched.
static bool canGallop(const ForallPlan &plan, const KernelInfo &info,
                      const Scope &scope) {
  if (plan.coiteration.guarded || plan.space)
    return false;
  auto canSkip = [&](unsigned id) {
    if (id == plan.paths.size() || plan.shifts[id].stride != 0)
      return false;
    // The first position of a coordinate is where a search ends, so that there
    // may be several.
    level::LevelTypeAttrInterface type = getLevelType(id, plan, info, scope);
    return type.hasPositionIterate() && type.isOrdered() && type.isCompact();
  };
  ArrayRef<analysis::LatticePoint> points = plan.coiteration.points;
  return llvm::any_of(points, [&](const analysis::LatticePoint &point) {
    bool isLowest =
        llvm::none_of(points, [&](const analysis::LatticePoint &other) {
          return &other != &point &&
                 analysis::isSubset(other.segments(), point.segments());
        });
    return isLowest && point.iterators.count() > 1 &&
           llvm::any_of(point.iterators.set_bits(), canSkip);
  });
}

/// The form with one region for the loop of a union, if it carries the
/// coordinates of all segments: it looks at one of them for each step, and does
/// not branch to know which steps are next (docs/decisions/unions.md). Nothing
/// where a search would skip most of them.
static std::optional<Coiteration> findCarrying(cin::ForallOp forall,
                                               const ForallPlan &plan,
                                               const KernelInfo &info,
                                               const Scope &scope) {
  if (plan.coiteration.guarded || plan.coiteration.points.size() == 1 ||
      plan.space || forall.getMerge() == cin::MergeStrategy::Gallop ||
      canGallop(plan, info, scope))
    return std::nullopt;
  auto guarded = getGuarded(plan.domain, plan.segments, scope.numCopies);
  if (!guarded)
    return std::nullopt;
  bool carries = analysis::carriesCoordinates(
      guarded->points, plan.segments.size(),
      [&](unsigned id) -> std::optional<bool> {
        if (isLocatedGuarded(plan.segments[id]))
          return std::nullopt;
        return plan.shifts[id].stride == 0 &&
               analysis::canCarryCoordinates(
                   getLevelType(id, plan, info, scope));
      });
  return carries ? guarded : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// The first iterator that has no order, or no unique one, where an assignment
/// needs it; and the assignment.
static std::pair<unsigned, cin::AssignOp> findDisorder(cin::ForallOp forall,
                                                       const ForallPlan &plan,
                                                       const KernelInfo &info,
                                                       const Scope &scope) {
  for (auto [id, segment] : llvm::enumerate(plan.segments)) {
    if (segment.ordered || !isIterated(plan, id))
      continue;
    if (cin::AssignOp assign = findOrdered(forall, segment.unique, info, scope))
      return {id, assign};
  }
  return {0, nullptr};
}

/// Tells why a domain has no lattice, in the terms of the kernel.
static LogicalResult reportLatticeError(cin::ForallOp forall,
                                        llvm::Error error) {
  InFlightDiagnostic diagnostic = forall.emitOpError("cannot coiterate ")
                                  << forall.getNameAttr() << ": ";
  llvm::handleAllErrors(std::move(error), [&](llvm::ErrorInfoBase &info) {
    diagnostic << info.message();
  });
  return diagnostic;
}

/// Chooses how to coiterate. Segments that have no order where one is needed
/// are located in.
static LogicalResult chooseInOrder(cin::ForallOp forall, const KernelInfo &info,
                                   const Scope &scope,
                                   const CINToLatticeOptions &options,
                                   ForallPlan &plan) {
  size_t numForalls = 0;
  forall->walk([&](cin::ForallOp) { ++numForalls; });
  while (true) {
    llvm::Expected<Coiteration> chosen = chooseCoiteration(
        plan.domain, plan.segments, scope.numCopies, numForalls, options);
    if (!chosen)
      return reportLatticeError(forall, chosen.takeError());
    plan.coiteration = std::move(*chosen);
    if (options.carry && isChosen(forall, LoweringOption::CarryUnions))
      if (auto carrying = findCarrying(forall, plan, info, scope)) {
        plan.coiteration = std::move(*carrying);
        reportPassed(forall, LoweringOption::CarryUnions,
                     "carries the coordinates of all segments of the union "
                     "through one loop");
      }
    auto [id, assign] = findDisorder(forall, plan, info, scope);
    if (!assign)
      return success();
    analysis::Segment &segment = plan.segments[id];
    if (!segment.canLocate())
      return assign.emitOpError("assigns ")
             << info.getName(assign.getRef()) << " in the order of segment "
             << segment.name << ", which is not ordered; a workspace is needed";
    // The coordinates of the dimension are in order.
    segment.iterable = false;
  }
}

FailureOr<ForallPlan>
cin_to_lattice::planForall(cin::ForallOp forall, const KernelInfo &info,
                           const Scope &scope,
                           const CINToLatticeOptions &options) {
  ForallPlan plan;
  plan.space = findDerivedSpace(forall, info, scope);
  DomainAnalysis domains(info, scope,
                         plan.space
                             ? findDerivedSegments(forall, info, scope, plan)
                             : findSegments(forall, info, scope, plan));
  if (!plan.space)
    plan.absent = findAbsentReduction(
        forall, domains,
        llvm::all_of(plan.segments,
                     [](const auto &segment) { return segment.ordered; }),
        scope);
  plan.domain =
      plan.absent ? plan.absent->domain : domains.getDomain(*forall.getBlock());
  if (plan.domain.isEmpty())
    return plan;
  if (failed(verifySpace(forall, plan, info, scope)) ||
      failed(chooseInOrder(forall, info, scope, options, plan)) ||
      failed(verifyBalanced(forall, plan, info)) ||
      failed(verifyTilesInside(forall, info, scope)))
    return failure();
  if (plan.space) {
    plan.isWindowed = !plan.space->position && !plan.space->splits.empty();
    if (failed(verifyPoints(forall, plan, info, scope)))
      return failure();
    return plan;
  }
  plan.isWindowed = leavesExtent(forall, plan, info, scope);
  if (plan.isWindowed && failed(verifyWindow(forall, plan, info, scope)))
    return failure();
  plan.canGallop = canGallop(plan, info, scope);
  return plan;
}
