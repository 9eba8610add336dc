//===- Partition.cpp - Split schedules --------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the variables of a problem in order, and branches into the strategies
// that the kind of each variable has.
//
//===----------------------------------------------------------------------===//

#include "weft/Autoschedule/Partition.h"

#include <algorithm>

using namespace weft;
using namespace weft::autoschedule;

int64_t LoopSize::evaluate(const std::vector<int64_t> &values) const {
  int64_t value = values[parameter];
  if (!dividend)
    return value;
  return *dividend / value + (*dividend % value != 0);
}

static std::string print(const LoopSize &size,
                         const std::vector<int64_t> *values) {
  if (values)
    return std::to_string(size.evaluate(*values));
  std::string name = "K" + std::to_string(size.parameter);
  return size.dividend ? std::to_string(*size.dividend) + "/" + name : name;
}

std::string SplitSchedule::print(const std::vector<int64_t> *values) const {
  std::string text;
  for (const PartitionCommand &command : commands)
    text += (text.empty() ? "" : ",") + command.head +
            (command.number ? ::print(*command.number, values) : "") +
            command.tail;
  return text;
}

namespace {

class Enumeration {
public:
  Enumeration(const Problem &problem, const PartitionOptions &options,
              Partitions &result)
      : problem(problem), options(options), result(result) {}

  void visit(SplitSchedule schedule, size_t variable);

private:
  std::string makeName(const SplitSchedule &schedule, std::string name) const;
  void leave(SplitSchedule schedule, size_t variable);
  /// Tiles the loop `name`, which stands for the variables from `first` to
  /// `last`.
  void tile(SplitSchedule schedule, const std::string &name, size_t first,
            size_t last, bool isDivided);
  void tileBoth(const SplitSchedule &schedule, const std::string &name,
                size_t first, size_t last);
  /// Counts the positions of a loop, and tiles them.
  void tilePositions(SplitSchedule schedule, const std::string &name,
                     size_t first, size_t last);
  void fuse(SplitSchedule schedule, size_t first, size_t last);
  bool mayFuse(size_t first, size_t last) const;
  void keep(SplitSchedule schedule);

  const Problem &problem;
  const PartitionOptions &options;
  Partitions &result;
};

} // namespace

/// A name that neither the text nor an earlier command has.
std::string Enumeration::makeName(const SplitSchedule &schedule,
                                  std::string name) const {
  auto isTaken = [&](const std::string &candidate) {
    if (problem.names.count(candidate))
      return true;
    for (const PartitionCommand &command : schedule.commands)
      if (command.head.find("," + candidate + ",") != std::string::npos ||
          command.tail.find("," + candidate + ",") != std::string::npos ||
          command.tail.find("," + candidate + ")") != std::string::npos)
        return true;
    return false;
  };
  while (isTaken(name))
    name += "_";
  return name;
}

void Enumeration::keep(SplitSchedule schedule) {
  if (schedule.loops.size() > maxLoops ||
      schedule.numParameters > options.maxParameters)
    ++result.numLeftOut;
  else
    result.schedules.push_back(std::move(schedule));
}

void Enumeration::leave(SplitSchedule schedule, size_t variable) {
  const IndexVariable &whole = problem.variables[variable];
  schedule.loopsOf.push_back({schedule.loops.size()});
  Loop loop;
  loop.name = whole.name;
  loop.isReduction = whole.isReduction;
  schedule.loops.push_back(std::move(loop));
  visit(std::move(schedule), variable + 1);
}

void Enumeration::tile(SplitSchedule schedule, const std::string &name,
                       size_t first, size_t last, bool isDivided) {
  const IndexVariable &variable = problem.variables[first];
  LoopSize size{schedule.numParameters++, std::nullopt};
  Loop outer, inner;
  outer.name = makeName(schedule, variable.name + "0");
  inner.name = makeName(schedule, variable.name + "1");
  inner.isInner = true;
  for (size_t fused = first; fused <= last; ++fused)
    inner.isReduction |= problem.variables[fused].isReduction;
  outer.isReduction = inner.isReduction;
  outer.isPosition = inner.isPosition =
      problem.variables[last].kind == VariableKind::Compressed;
  (isDivided ? outer : inner).size = size;
  schedule.commands.push_back({(isDivided ? "divide(" : "split(") + name + "," +
                                   outer.name + "," + inner.name + ",",
                               ")", size});
  if (options.bounds && !isDivided && first == last && variable.extent &&
      variable.kind == VariableKind::Dense && *variable.extent > 0) {
    LoopSize count{size.parameter, variable.extent};
    std::string bounded = makeName(schedule, variable.name + "b");
    schedule.commands.push_back(
        {"bound(" + outer.name + "," + bounded + ",", ",MaxExact)", count});
    outer.name = bounded;
    outer.size = count;
  }
  size_t number = schedule.loops.size();
  for (size_t fused = first; fused <= last; ++fused)
    schedule.loopsOf.push_back({number, number + 1});
  schedule.loops.push_back(std::move(outer));
  schedule.loops.push_back(std::move(inner));
  visit(std::move(schedule), last + 1);
}

void Enumeration::tileBoth(const SplitSchedule &schedule,
                           const std::string &name, size_t first, size_t last) {
  tile(schedule, name, first, last, /*isDivided=*/false);
  if (options.divides)
    tile(schedule, name, first, last, /*isDivided=*/true);
}

void Enumeration::tilePositions(SplitSchedule schedule, const std::string &name,
                                size_t first, size_t last) {
  std::string positions =
      makeName(schedule, problem.variables[first].name + "p");
  schedule.commands.push_back(
      {"pos(" + name + "," + positions + ",", problem.tensor + ")", {}});
  tileBoth(schedule, positions, first, last);
}

/// Whether table 2.1 has a fused loop over neighbouring levels.
bool Enumeration::mayFuse(size_t first, size_t last) const {
  if (last >= problem.numLevels ||
      problem.variables[first].kind == VariableKind::Whole)
    return false;
  for (size_t below = first + 1; below <= last; ++below) {
    VariableKind kind = problem.variables[below].kind;
    if (kind != VariableKind::Compressed &&
        !(options.fusesDense && kind == VariableKind::Dense))
      return false;
  }
  return true;
}

void Enumeration::fuse(SplitSchedule schedule, size_t first, size_t last) {
  std::string name = problem.variables[first].name;
  for (size_t below = first + 1; below <= last; ++below) {
    std::string fused = makeName(schedule, problem.variables[first].name + "f");
    schedule.commands.push_back(
        {"fuse(" + name + "," + problem.variables[below].name,
         "," + fused + ")",
         {}});
    name = fused;
  }
  if (problem.variables[last].kind == VariableKind::Compressed)
    tilePositions(std::move(schedule), name, first, last);
  else
    tileBoth(schedule, name, first, last);
}

void Enumeration::visit(SplitSchedule schedule, size_t variable) {
  if (variable == problem.variables.size())
    return keep(std::move(schedule));
  leave(schedule, variable);
  // A tile does not end between positions of one coordinate.
  for (size_t last = variable + 1; mayFuse(variable, last); ++last)
    if (problem.variables[last].isUnique)
      fuse(schedule, variable, last);
  const IndexVariable &current = problem.variables[variable];
  if (current.kind == VariableKind::Compressed && current.isUnique)
    tilePositions(std::move(schedule), current.name, variable, variable);
  else if (current.kind == VariableKind::Dense)
    tileBoth(schedule, current.name, variable, variable);
}

Partitions autoschedule::enumeratePartitions(const Problem &problem,
                                             const PartitionOptions &options) {
  Partitions result;
  Enumeration(problem, options, result).visit({}, 0);
  return result;
}
