//===- ScheduleText.cpp - Candidates as schedules ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The commands come in the order hoisting, partition, order, parallel loops.
// Threads that combine into the same component do so atomically, and lanes have
// a partial result each. A candidate for a GPU has TACO's units GPUBlock,
// GPUWarp and GPUThread, which no command has yet.
//
//===----------------------------------------------------------------------===//

#include "ScheduleText.h"

using namespace weft;
using namespace weft::autoschedule;

bool autoschedule::mayRace(const Problem &problem,
                           const SplitSchedule &schedule, size_t loop) {
  if (schedule.loops[loop].isReduction || !schedule.loops[loop].isPosition)
    return schedule.loops[loop].isReduction;
  for (size_t number = 0; number < problem.variables.size(); ++number) {
    const std::vector<size_t> &loops = schedule.loopsOf[number];
    if (loops.size() != 2 || (loops[0] != loop && loops[1] != loop))
      continue;
    const IndexVariable &variable = problem.variables[number];
    bool isLast = number + 1 == problem.variables.size() ||
                  schedule.loopsOf[number + 1] != loops;
    if (isLast && !variable.isUnique)
      return true;
    for (size_t ancestor : variable.ancestors)
      if (schedule.loopsOf[ancestor] != loops)
        return true;
  }
  return false;
}

namespace {

class ScheduleWriter {
public:
  ScheduleWriter(const MappingContext &context, const Mapping &mapping,
                 const std::vector<int64_t> *values)
      : problem(context.problem), schedule(context.schedule), mapping(mapping),
        values(values) {}

  std::string writeCPU();
  std::string writeGPU();

private:
  void add(const std::string &command) {
    text += (text.empty() ? "" : ",") + command;
  }
  const Loop &getLoop(LoopNumber number) const {
    return schedule.loops[size_t(number)];
  }
  void addHoisting();
  void addFirstOrder();
  void addPartition();
  void addOrder(const std::vector<std::string> &names);
  void splitStrided();
  bool isStrided(size_t outer) const;
  std::vector<std::string> getNames() const;
  std::string getName(size_t loop) const;
  std::string getTiledName(size_t loop, const char *digit) const;
  void parallelize(const std::string &name, const std::string &unit,
                   const std::string &races) {
    add("parallelize(" + name + "," + unit + "," + races + ")");
  }
  std::vector<std::string> addGPULevels();
  void addGPUThread(std::vector<std::string> names);
  std::string printPerThread() const;

  const Problem &problem;
  const SplitSchedule &schedule;
  const Mapping &mapping;
  const std::vector<int64_t> *values;
  std::string text;
};

} // namespace

static std::string join(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ",") + name;
  return text;
}

/// A name that the text does not have.
static std::string makeName(const Problem &problem, std::string name) {
  while (problem.names.count(name))
    name += "_";
  return name;
}

/// The loops of the workspace go inside of the reduced one first, where the
/// command finds them.
void ScheduleWriter::addHoisting() {
  if (!problem.hoisting)
    return;
  const Hoisting &hoisting = *problem.hoisting;
  std::vector<std::string> order, variables, producers;
  for (size_t variable = 0; variable < problem.variables.size(); ++variable)
    if (!hoisting.fixes(variable))
      order.push_back(problem.variables[variable].name);
  order.push_back(problem.variables[hoisting.reduced].name);
  for (size_t variable : hoisting.workspace) {
    variables.push_back(problem.variables[variable].name);
    producers.push_back(makeName(problem, variables.back() + "w"));
    order.push_back(variables.back());
  }
  add("reorder(" + join(order) + ")");
  std::string from = join(variables), to = join(producers);
  if (variables.size() > 1) {
    from = "{" + from + "}";
    to = "{" + to + "}";
  }
  add("precompute(" + hoisting.expression + "," + from + "," + to + "," +
      makeName(problem, "w") + ")");
}

/// Loops are fused where they are next to each other: those of the partitioned
/// tensor come first.
void ScheduleWriter::addFirstOrder() {
  bool isFused = false;
  for (size_t variable = 0; variable + 1 < problem.variables.size(); ++variable)
    isFused |= schedule.isSplit(variable) &&
               schedule.loopsOf[variable] == schedule.loopsOf[variable + 1];
  std::vector<std::string> names;
  for (const IndexVariable &variable : problem.variables)
    names.push_back(variable.name);
  if (isFused && !problem.hoisting)
    addOrder(names);
}

void ScheduleWriter::addPartition() {
  addFirstOrder();
  std::string commands = schedule.print(values);
  if (!commands.empty())
    add(commands);
}

void ScheduleWriter::addOrder(const std::vector<std::string> &names) {
  if (names.size() > 1)
    add("reorder(" + join(names) + ")");
}

/// Whether the inner loop of tiles of positions is outside of the outer one, so
/// that chunks are not contiguous.
bool ScheduleWriter::isStrided(size_t outer) const {
  for (const std::vector<size_t> &loops : schedule.loopsOf)
    if (loops.size() == 2 && loops[0] == outer &&
        schedule.loops[outer].isPosition) {
      int place = mapping.find(loops[1]);
      return place >= 0 && place < mapping.find(outer);
    }
  return false;
}

/// What an inner loop that is split once more is split into.
std::string ScheduleWriter::getTiledName(size_t loop, const char *digit) const {
  std::string name = schedule.loops[loop].name;
  if (name.back() == '1')
    name.pop_back();
  name += digit;
  while (problem.names.count(name))
    name += "_";
  return name;
}

std::string ScheduleWriter::getName(size_t loop) const {
  bool isSplit = schedule.loops[loop].isInner && isStrided(loop - 1);
  return isSplit ? getTiledName(loop, "2") : schedule.loops[loop].name;
}

void ScheduleWriter::splitStrided() {
  for (size_t loop = 1; loop < schedule.loops.size(); ++loop)
    if (schedule.loops[loop].isInner && isStrided(loop - 1))
      add("split(" + schedule.loops[loop].name + "," + getTiledName(loop, "2") +
          "," + getTiledName(loop, "3") + ",1)");
}

/// The loops in order. Positions are those of the innermost loop: that of a
/// strided chunk has one iteration, and is split off the inner loop of the
/// tile, which has a second name from then on.
std::vector<std::string> ScheduleWriter::getNames() const {
  std::vector<std::string> names;
  for (LoopNumber loop : mapping) {
    size_t number = size_t(loop);
    names.push_back(getName(number));
    if (isStrided(number))
      names.push_back(getTiledName(number + 1, "3"));
  }
  return names;
}

std::string ScheduleWriter::writeCPU() {
  addHoisting();
  addPartition();
  splitStrided();
  addOrder(getNames());
  if (mapping.thread >= 0)
    parallelize(getName(size_t(mapping.thread)), "CPUThread",
                mayRace(problem, schedule, size_t(mapping.thread))
                    ? "Atomics,optional"
                    : "NoRaces,optional");
  if (mapping.vector >= 0)
    parallelize(getName(size_t(mapping.vector)), "CPUVector",
                getLoop(mapping.vector).isReduction ? "Temporary" : "NoRaces");
  return text;
}

//===----------------------------------------------------------------------===//
// GPUs
//===----------------------------------------------------------------------===//

/// Blocks and warps, and the names of their loops.
std::vector<std::string> ScheduleWriter::addGPULevels() {
  std::vector<std::string> names = {getLoop(mapping.block).name};
  if (mapping.block != mapping.warp)
    names.push_back(getLoop(mapping.warp).name);
  std::vector<std::string> all = names;
  for (LoopNumber loop : mapping)
    all.push_back(getLoop(loop).name);
  addOrder(all);
  if (mapping.block == mapping.warp) {
    std::vector<std::string> parts = {makeName(problem, "block"),
                                      makeName(problem, "warp")};
    add("split(" + names.front() + "," + join(parts) + ",16)");
    return parts;
  }
  return names;
}

/// How many iterations each thread has of a loop of known size.
std::string ScheduleWriter::printPerThread() const {
  const Loop &thread = getLoop(mapping.thread);
  if (thread.size && values)
    return std::to_string(thread.size->evaluate(*values) / 32);
  if (thread.size)
    return (thread.size->dividend ? std::to_string(*thread.size->dividend) + "/"
                                  : "") +
           "K" + std::to_string(thread.size->parameter) + "/32";
  for (const IndexVariable &variable : problem.variables)
    if (variable.name == thread.name && variable.extent)
      return std::to_string(*variable.extent / 32);
  return "";
}

void ScheduleWriter::addGPUThread(std::vector<std::string> names) {
  const Loop &loop = getLoop(mapping.thread);
  std::string perThread = printPerThread();
  std::string thread = makeName(problem, "thread");
  std::string rest = makeName(problem, "rest");
  if (mapping.isBlocked) {
    add("split(" + loop.name + "," + thread + "," + rest + "," + perThread +
        ")");
  } else {
    add("split(" + loop.name + "," + rest + "," + thread + ",32)");
    if (!perThread.empty()) {
      std::string bounded = makeName(problem, "restb");
      add("bound(" + rest + "," + bounded + "," + perThread + ",MaxExact)");
      rest = bounded;
    }
  }
  names.push_back(thread);
  for (LoopNumber number : mapping)
    names.push_back(number == mapping.thread ? rest : getLoop(number).name);
  addOrder(names);
}

std::string ScheduleWriter::writeGPU() {
  addPartition();
  std::vector<std::string> names = addGPULevels();
  addGPUThread(names);
  bool isReduction =
      getLoop(mapping.block).isReduction || getLoop(mapping.thread).isReduction;
  parallelize(names[0], "GPUBlock", "IgnoreRaces");
  parallelize(names[1], "GPUWarp", "IgnoreRaces");
  parallelize(makeName(problem, "thread"), "GPUThread",
              isReduction ? "Atomics" : "IgnoreRaces");
  return text;
}

std::string autoschedule::printSchedule(const MappingContext &context,
                                        const Mapping &mapping, Target target,
                                        const std::vector<int64_t> *values) {
  ScheduleWriter writer(context, mapping, values);
  return target == Target::CPU ? writer.writeCPU() : writer.writeGPU();
}
