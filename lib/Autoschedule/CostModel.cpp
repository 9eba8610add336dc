//===- CostModel.cpp - Estimated times of schedules -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads are counted at the loop that is the innermost of those that index an
// operand; loops inside of it find the value in a register. Constants are
// nanoseconds of a typical core, of which the ratios matter.
//
//===----------------------------------------------------------------------===//

#include "weft/Autoschedule/CostModel.h"
#include "ScheduleText.h"

#include <algorithm>
#include <cmath>

using namespace weft;
using namespace weft::autoschedule;
using notation::Access;

/// A loop that begins, and one that begins at a position that is searched for
/// or that ends with a tile.
static constexpr double loopStart = 1.5, clippedStart = 3, searchStep = 3;
/// An operation with its loop overhead, and how many lanes do at once.
static constexpr double operation = 0.4, lanes = 4;
/// An access of the next element, and of one in a cache or in memory.
static constexpr double nextElement = 0.15, inL1 = 0.35, inL2 = 0.9, inL3 = 2.5,
                        inMemory = 6;
/// A byte that comes from memory in order.
static constexpr double streamedByte = 0.08;
/// An element of a workspace that is cleared, combined into the result, and
/// cleared again. Measured for MTTKRP with 32 columns.
static constexpr double workspaceElement = 0.25;
/// An update of a component in a loop that threads may share: an atomic
/// operation or, on one thread, a load and a store of what other loops keep in
/// registers.
static constexpr double racingUpdate = 6;
/// An update of a component of a sparse result in another order than that of
/// its levels, which is put into a list and sorted. Measured for SpGEMM.
static constexpr double listedUpdate = 40;
/// An append in a loop with lanes, which has none of the compiler's vectors for
/// segments. Measured for sums of matrices.
static constexpr double laneAppend = 0.3;
/// What threads cost that share a loop.
static constexpr double forkTime = 15e3;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

CostModel::CostModel(const notation::Program &program, const Formats &formats,
                     const Problem &problem, const StatisticsByName &statistics,
                     const ModelMachine &machine)
    : formats(formats), problem(problem), statistics(statistics),
      machine(machine), fanouts(problem.variables.size(), -1),
      extents(problem.variables.size(), -1) {
  const notation::Statement &statement = program.statements.front();
  collect(*statement.assignment.value, /*isFactor=*/true);
  for (size_t number = 0; number < extents.size(); ++number) {
    if (extents[number] < 0)
      extents[number] = double(problem.variables[number].extent.value_or(100));
    if (fanouts[number] < 0)
      fanouts[number] = extents[number];
  }
  addAccess(statement.assignment.result, /*isResult=*/true);
}

void CostModel::collect(const notation::Expr &expr, bool isFactor) {
  if (const auto *access = expr.getAs<Access>()) {
    setFanouts(*access);
    addAccess(*access, /*isResult=*/false);
    accesses.back().isFactor = isFactor;
  }
  const auto *binary = expr.getAs<notation::Binary>();
  const auto *reduction = expr.getAs<notation::Reduction>();
  isFactor &= (binary && binary->op == notation::BinaryOp::Multiply) ||
              (reduction && reduction->reducer == notation::Reducer::Sum);
  notation::forEachOperand(
      expr, [&](const notation::ExprPtr &child) { collect(*child, isFactor); });
}

/// The number of a variable; the number of variables if it is none.
static size_t findVariable(const Problem &problem, const std::string &name) {
  size_t number = 0;
  while (number < problem.variables.size() &&
         problem.variables[number].name != name)
    ++number;
  return number;
}

static runtime::Format getFormat(const Formats &formats, const Access &access) {
  auto given = formats.find(access.tensor.text);
  return given != formats.end() ? given->second
                                : runtime::Format::dense(access.indices.size());
}

void CostModel::setFanouts(const Access &access) {
  auto known = statistics.find(access.tensor.text);
  if (known == statistics.end())
    return;
  const OperandStatistics &operand = known->second;
  runtime::Format format = getFormat(formats, access);
  double parents = 1;
  for (size_t level = 0; level < format.levels.size(); ++level) {
    size_t mode = size_t(format.levels[level].mode);
    const notation::Index &index = access.indices[mode];
    size_t number = index.isVariable() ? findVariable(problem, index.variable)
                                       : extents.size();
    double coordinates = level < operand.levels.size()
                             ? operand.levels[level].coordinates
                             : parents;
    if (number < extents.size()) {
      extents[number] = operand.sizes[mode];
      if (format.levels[level].kind != runtime::LevelKind::Dense) {
        // Of several operands, the intersection has the fewest.
        double fanout = coordinates / std::max(parents, 1.0);
        fanouts[number] =
            fanouts[number] < 0 ? fanout : std::min(fanouts[number], fanout);
      }
    }
    parents = coordinates;
  }
}

void CostModel::addAccess(const Access &access, bool isResult) {
  StoredAccess stored;
  stored.isResult = isResult;
  runtime::Format format = getFormat(formats, access);
  double components = 1;
  for (const runtime::Level &level : format.levels) {
    stored.isSparse |= level.kind != runtime::LevelKind::Dense;
    const notation::Index &index = access.indices[size_t(level.mode)];
    size_t number = index.isVariable() ? findVariable(problem, index.variable)
                                       : extents.size();
    if (number == extents.size())
      continue;
    stored.variables.push_back(number);
    components *= std::max(
        isResult && stored.isSparse ? fanouts[number] : extents[number], 1.0);
  }
  auto known = statistics.find(access.tensor.text);
  if (known != statistics.end())
    components = known->second.entries;
  stored.bytesPerEntry = stored.isSparse ? 12 : 8;
  stored.bytes = components * stored.bytesPerEntry;
  accesses.push_back(std::move(stored));
}

double CostModel::getLatency(double footprint) const {
  return footprint <= machine.l1   ? inL1
         : footprint <= machine.l2 ? inL2
         : footprint <= machine.l3 ? inL3
                                   : inMemory;
}

/// Whether components of the result are at the positions of a factor.
bool CostModel::hasPositions(const StoredAccess &result) const {
  return std::any_of(accesses.begin(), accesses.end(),
                     [&](const StoredAccess &factor) {
                       return factor.isFactor && factor.isSparse &&
                              factor.variables == result.variables;
                     });
}

/// What an operand that is accessed in order costs for each entry.
double CostModel::getTransfer(const StoredAccess &access) const {
  return nextElement +
         (access.bytes > machine.l3 ? streamedByte * access.bytesPerEntry : 0);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The loops of a candidate with their numbers of iterations.
class CostModel::Nest {
public:
  Nest(const CostModel &model, const SplitSchedule &schedule,
       const Mapping &mapping, const std::vector<int64_t> &values);

  double getWork(bool isRacing) const;
  /// The work of the workspace of a hoisted subexpression beside that of its
  /// loops.
  double getWorkspaceWork() const;
  double getLargestShare(size_t thread) const;

private:
  /// How many iterations the loops have together that `covered` has.
  double count(const std::vector<bool> &covered) const;
  double countGroup(size_t first, size_t last,
                    const std::vector<bool> &covered) const;
  double getTileSize(size_t inner, size_t outer) const;
  double getAccessTime(const StoredAccess &access, bool isRacing) const;
  /// The time of an update of a component of the result.
  double getUpdateTime(const StoredAccess &result, bool isRacing) const;
  /// Whether components of the result are assigned in the order of its levels,
  /// but for reductions outside of the last one.
  bool assignsInOrder(const StoredAccess &result) const;
  double getFootprint(const StoredAccess &access) const;
  double getVisits(const StoredAccess &access) const;
  /// The depth of the innermost loop of a variable, and of any of them.
  size_t getDepth(size_t variable) const;
  size_t getDepth(const StoredAccess &access) const;
  bool isOf(size_t loop, const StoredAccess &access) const;
  double getStart(size_t depth) const;
  /// What it costs to search for the parents of a position of some variables.
  double getSearch(size_t variable) const;
  /// Whether the loop inside of a tile of positions is outside of that over the
  /// tiles, so that neighbouring iterations are a tile apart.
  bool isStrided(size_t variable) const;
  /// The work of beginning at each position of strided tiles anew.
  double getStridedStarts() const;
  bool isAppending() const;
  bool isVectorized() const;

  const CostModel &model;
  const Problem &problem;
  const SplitSchedule &schedule;
  const Mapping &mapping;
  const std::vector<int64_t> &values;
  /// The loops, outermost first, and how many iterations those up to each of
  /// them have.
  std::vector<size_t> order;
  std::vector<double> iterations;
};

CostModel::Nest::Nest(const CostModel &model, const SplitSchedule &schedule,
                      const Mapping &mapping,
                      const std::vector<int64_t> &values)
    : model(model), problem(model.problem), schedule(schedule),
      mapping(mapping), values(values) {
  std::vector<bool> covered(schedule.loops.size(), false);
  auto add = [&](size_t loop) {
    if (covered[loop])
      return;
    covered[loop] = true;
    order.push_back(loop);
    iterations.push_back(count(covered));
  };
  for (LoopNumber loop : mapping)
    add(size_t(loop));
  // Those that a hoisted subexpression fixes are inside.
  for (size_t loop = 0; loop < schedule.loops.size(); ++loop)
    add(loop);
}

double CostModel::Nest::getTileSize(size_t inner, size_t outer) const {
  if (schedule.loops[inner].size)
    return double(schedule.loops[inner].size->evaluate(values));
  return schedule.loops[outer].size
             ? -double(schedule.loops[outer].size->evaluate(values))
             : 1;
}

/// The iterations of neighbouring variables that have the same loops.
double CostModel::Nest::countGroup(size_t first, size_t last,
                                   const std::vector<bool> &covered) const {
  double total = 1;
  for (size_t variable = first; variable < last; ++variable)
    total *= std::max(model.fanouts[variable], 1e-3);
  const std::vector<size_t> &loops = schedule.loopsOf[first];
  if (loops.size() == 1)
    return covered[loops[0]] ? total : 1;
  double tile = getTileSize(loops[1], loops[0]);
  // Tiles of a given number have the quotient as their size.
  if (tile < 0)
    tile = std::max(total / -tile, 1.0);
  if (covered[loops[0]] && covered[loops[1]])
    return total;
  if (covered[loops[0]])
    return std::max(total / tile + 0.5, 1.0);
  return covered[loops[1]] ? std::min(tile, std::max(total, 1.0)) : 1;
}

double CostModel::Nest::count(const std::vector<bool> &covered) const {
  double product = 1;
  for (size_t first = 0; first < problem.variables.size();) {
    size_t last = first + 1;
    while (last < problem.variables.size() &&
           schedule.loopsOf[last] == schedule.loopsOf[first])
      ++last;
    product *= countGroup(first, last, covered);
    first = last;
  }
  return product;
}

size_t CostModel::Nest::getDepth(size_t variable) const {
  size_t depth = 0;
  for (size_t loop : schedule.loopsOf[variable])
    depth = std::max(depth, size_t(std::find(order.begin(), order.end(), loop) -
                                   order.begin()));
  return depth;
}

size_t CostModel::Nest::getDepth(const StoredAccess &access) const {
  size_t depth = 0;
  for (size_t variable : access.variables)
    depth = std::max(depth, getDepth(variable));
  return depth;
}

bool CostModel::Nest::isOf(size_t loop, const StoredAccess &access) const {
  for (size_t variable : access.variables) {
    const std::vector<size_t> &loops = schedule.loopsOf[variable];
    if (std::count(loops.begin(), loops.end(), loop))
      return true;
  }
  return false;
}

/// The bytes of an operand that are accessed between two accesses of the same
/// component: those below the outermost loop that does not index it.
double CostModel::Nest::getFootprint(const StoredAccess &access) const {
  size_t reused = 0;
  while (reused < order.size() && isOf(order[reused], access))
    ++reused;
  double outside = reused == 0 ? 1 : iterations[reused - 1];
  return access.bytes / std::max(outside, 1.0);
}

/// How often an operand is accessed. A loop over fused variables accesses what
/// has the outer ones alone once for each of their coordinates, if none of the
/// loops inside of it indexes that: an accumulator is in a register meanwhile.
double CostModel::Nest::getVisits(const StoredAccess &access) const {
  double visits = iterations[getDepth(access)];
  auto isAccessed = [&](size_t variable) {
    return std::count(access.variables.begin(), access.variables.end(),
                      variable) != 0;
  };
  bool isInside = false;
  for (size_t variable = 1; variable < problem.variables.size(); ++variable) {
    bool isFused = schedule.loopsOf[variable] == schedule.loopsOf[variable - 1];
    isInside = isFused && (isInside || isAccessed(variable - 1)) &&
               !isAccessed(variable);
    if (isInside && getDepth(variable) == getDepth(access))
      visits /= std::max(model.fanouts[variable], 1.0);
  }
  return std::max(visits, 1.0);
}

double CostModel::Nest::getAccessTime(const StoredAccess &access,
                                      bool isRacing) const {
  if (access.variables.empty())
    return 0;
  size_t depth = getDepth(access);
  size_t last = access.variables.back();
  bool isInOrder =
      getDepth(last) == depth &&
      (access.isSparse || problem.variables[last].kind == VariableKind::Dense);
  double time = isInOrder ? model.getTransfer(access)
                          : model.getLatency(getFootprint(access));
  // The next visit of a stored row comes after all others.
  if (access.isSparse && isStrided(last))
    time = model.getLatency(access.bytes);
  // Rows that are found by a coordinate begin at any place.
  if (isInOrder && depth > 0 && getFootprint(access) > model.machine.l1)
    time += model.getLatency(getFootprint(access)) * iterations[depth - 1] /
            std::max(iterations[depth], 1.0);
  if (access.isResult)
    time += getUpdateTime(access, isRacing);
  return time * getVisits(access);
}

bool CostModel::Nest::assignsInOrder(const StoredAccess &result) const {
  size_t depth = 0;
  for (size_t variable : result.variables)
    for (size_t loop : schedule.loopsOf[variable]) {
      // Loops that several variables have in common are visited once.
      if (depth > 0 && order[depth - 1] == loop)
        continue;
      if (variable == result.variables.back())
        while (depth < order.size() && !isOf(order[depth], result))
          ++depth;
      if (depth == order.size() || order[depth] != loop)
        return false;
      ++depth;
    }
  return true;
}

double CostModel::Nest::getUpdateTime(const StoredAccess &result,
                                      bool isRacing) const {
  bool isReduced = result.variables.size() < problem.variables.size();
  if (result.isSparse && isReduced && !model.hasPositions(result) &&
      (isRacing || !assignsInOrder(result)))
    return listedUpdate;
  if (isRacing)
    return racingUpdate;
  return mapping.vector >= 0 && isAppending() ? laneAppend : nextElement;
}

bool CostModel::Nest::isStrided(size_t variable) const {
  const std::vector<size_t> &loops = schedule.loopsOf[variable];
  return loops.size() == 2 && schedule.loops[loops[0]].isPosition &&
         std::find(order.begin(), order.end(), loops[1]) <
             std::find(order.begin(), order.end(), loops[0]);
}

double CostModel::Nest::getSearch(size_t variable) const {
  double search = 0;
  for (size_t above = variable;
       above > 0 && schedule.loopsOf[above - 1] == schedule.loopsOf[variable];
       --above)
    search += searchStep * std::log2(std::max(model.extents[above - 1], 2.0));
  return search;
}

double CostModel::Nest::getStridedStarts() const {
  double work = 0;
  for (size_t variable = 0; variable < problem.variables.size(); ++variable) {
    bool isLast = variable + 1 == problem.variables.size() ||
                  schedule.loopsOf[variable + 1] != schedule.loopsOf[variable];
    if (isLast && isStrided(variable))
      work +=
          iterations[getDepth(variable)] * (clippedStart + getSearch(variable));
  }
  return work;
}

/// What it costs to begin a loop.
double CostModel::Nest::getStart(size_t depth) const {
  const Loop &loop = schedule.loops[order[depth]];
  if (!loop.isPosition)
    return loopStart;
  // The parents of the first position of a tile of fused loops are searched.
  for (size_t variable = 0; variable + 1 < problem.variables.size(); ++variable)
    if (loop.isInner && schedule.loopsOf[variable].back() == order[depth] &&
        schedule.loopsOf[variable] == schedule.loopsOf[variable + 1])
      return clippedStart +
             searchStep * std::log2(std::max(model.extents[variable], 2.0));
  return clippedStart;
}

/// Whether the innermost loop appends the components of a sparse result, one
/// after the other.
bool CostModel::Nest::isAppending() const {
  return std::any_of(model.accesses.begin(), model.accesses.end(),
                     [&](const StoredAccess &access) {
                       return access.isResult && access.isSparse &&
                              !model.hasPositions(access) &&
                              !access.variables.empty() &&
                              getDepth(access.variables.back()) + 1 ==
                                  order.size();
                     });
}

/// Whether the innermost loop has vectors: it has lanes and appends nothing, or
/// accesses neighbouring elements only.
bool CostModel::Nest::isVectorized() const {
  if (mapping.vector >= 0)
    return !isAppending();
  for (const StoredAccess &access : model.accesses)
    if (!access.variables.empty() && getDepth(access) + 1 == order.size() &&
        (access.isSparse ||
         getDepth(access.variables.back()) + 1 != order.size()))
      return false;
  return true;
}

double CostModel::Nest::getWork(bool isRacing) const {
  double work = loopStart + getStridedStarts();
  for (size_t depth = 1; depth < order.size(); ++depth)
    work += iterations[depth - 1] * getStart(depth);
  double speedup = isVectorized() ? lanes : 1;
  work += operation * iterations.back() / speedup;
  for (const StoredAccess &access : model.accesses)
    work += getAccessTime(access, isRacing) /
            (getDepth(access) + 1 == order.size() ? speedup : 1);
  return work;
}

double CostModel::Nest::getWorkspaceWork() const {
  if (!problem.hoisting)
    return 0;
  double elements = 1;
  for (size_t variable : problem.hoisting->workspace)
    elements *= std::max(model.extents[variable], 1.0);
  size_t numOutside = mapping.size;
  double outside = numOutside == 0 ? 1 : iterations[numOutside - 1];
  return workspaceElement * elements * outside;
}

double CostModel::Nest::getLargestShare(size_t thread) const {
  double share = 1 / std::max(iterations.front(), 1.0);
  // One of the iterations has the whole of the heaviest coordinate.
  const std::vector<size_t> &first = schedule.loopsOf.front();
  bool isFused = schedule.loopsOf.size() > 1 && schedule.loopsOf[1] == first;
  auto known = model.statistics.find(problem.tensor);
  if (std::count(first.begin(), first.end(), thread) && !isFused &&
      known != model.statistics.end() && !known->second.levels.empty())
    share = std::max(share, known->second.levels.front().heaviest /
                                std::max(known->second.entries, 1.0));
  return std::min(share, 1.0);
}

CostEstimate CostModel::estimate(const SplitSchedule &schedule,
                                 const Mapping &mapping,
                                 const std::vector<int64_t> &values,
                                 bool isShared, bool isHoisted) const {
  CostEstimate estimate;
  if (schedule.loops.empty())
    return estimate;
  Nest nest(*this, schedule, mapping, values);
  // One thread updates components in memory as well.
  isShared &= mapping.thread >= 0;
  bool isRacing =
      isShared && mayRace(problem, schedule, size_t(mapping.thread));
  isShared &= machine.threads > 1;
  estimate.work = nest.getWork(isRacing);
  if (isHoisted)
    estimate.work += nest.getWorkspaceWork();
  estimate.time = estimate.work;
  if (!isShared)
    return estimate;
  estimate.largestShare = std::max(nest.getLargestShare(size_t(mapping.thread)),
                                   1 / double(machine.threads));
  // Threads join a loop only where that pays.
  estimate.time =
      std::min(estimate.work, estimate.work * estimate.largestShare + forkTime);
  return estimate;
}
