//===- Neighbours.cpp - Schedules near the default --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A change of an option is a command after the word `default`. A change of
// loops is the list of the commands that transform loops, with the changed one
// in its place; the compiler chooses the options for these loops.
//
//===----------------------------------------------------------------------===//

#include "weft/Autoschedule/Neighbours.h"

#include <algorithm>
#include <sstream>

using namespace weft;
using namespace weft::autoschedule;

namespace {

/// A command of a schedule.
struct Command {
  std::string name;
  std::vector<std::string> arguments;

  std::string print() const {
    std::string text;
    for (const std::string &argument : arguments)
      text += (text.empty() ? "" : ",") + argument;
    return name + "(" + text + ")";
  }
  bool has(const char *argument) const {
    return std::count(arguments.begin(), arguments.end(), argument) != 0;
  }
};

/// The values of a lowering option that are tried; "" for on.
struct OptionValues {
  const char *name;
  std::vector<const char *> values;
};

} // namespace

/// The options whose values are worth a measurement, with their values beside
/// `off` (docs/schedules.md#lowering-options).
static const std::vector<OptionValues> &getOptionValues() {
  static const auto &all = *new std::vector<OptionValues>{
      {"carry_unions", {""}},
      {"lookup_tables", {"positions", "components"}},
      {"group_unions", {"2", "6", "16"}},
      {"split_unions", {"8", "32", "128"}},
      {"dense_accumulators", {""}},
      {"hoist_workspaces", {""}},
      {"carry_workspaces", {""}},
      {"unroll_histograms", {"1", "4", "8"}},
      {"version_extents", {"unmasked", "masked"}},
      {"widen_tiles", {""}},
      {"jam_reductions", {""}},
      {"vectorize_blocks", {""}},
      {"tile_sweeps", {""}},
      {"vectorize_rows", {""}},
      {"interleave_reductions", {"1", "2", "4"}},
      {"vectorize_runs", {""}},
      {"vectorize_segments", {"masked", "overrun"}},
      {"vectorize_conditionals", {"gather", "load"}},
      {"vectorize_appends", {""}},
      {"vectorize_intersections", {""}},
      {"flatten_rows", {""}},
      {"vectorize_stores", {""}},
      {"hold_rows", {""}},
      {"prefetch_scatters", {"l1", "l2"}},
      {"prefetch_segments", {"4", "8", "16"}},
      {"prefetch_gathers", {"32,16,4", "128,64,16", "512,256,64"}},
      {"prefetch_streams", {"l1", "l2"}},
      {"prefetch_strided_gathers", {"64", "256", "1024"}},
      {"stream_stores", {"1048576"}},
      {"jam_rows", {""}},
  };
  return all;
}

/// Splits the arguments of a command, in which braces hold lists.
static Command parseCommand(const std::string &line) {
  Command command;
  size_t open = line.find('(');
  command.name = line.substr(0, open);
  if (open == std::string::npos || line.back() != ')')
    return command;
  int depth = 0;
  std::string argument;
  for (char c : line.substr(open + 1, line.size() - open - 2)) {
    depth += (c == '{' || c == '(') - (c == '}' || c == ')');
    if (c == ',' && depth == 0) {
      command.arguments.push_back(argument);
      argument.clear();
    } else {
      argument += c;
    }
  }
  if (!argument.empty())
    command.arguments.push_back(argument);
  return command;
}

/// Whether a command transforms loops or workspaces and is no lowering option.
static bool transformsLoops(const std::string &name) {
  static const std::set<std::string> names = {
      "split",       "divide",   "balance", "fuse",          "pos",
      "coord",       "reorder",  "bound",   "precompute",    "mergeby",
      "unroll",      "assemble", "factor",  "hoist_factors", "order_factors",
      "parallelize", "workspace"};
  return names.count(name) != 0;
}

static bool isIdentifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_';
}

/// The names of what a notation assigns with indices and is no tensor.
static std::set<std::string>
findWorkspaces(const std::string &notation,
               const std::set<std::string> &tensors) {
  std::set<std::string> workspaces;
  for (size_t open = notation.find('('); open != std::string::npos;
       open = notation.find('(', open + 1)) {
    size_t begin = open, close = notation.find(')', open);
    while (begin > 0 && isIdentifier(notation[begin - 1]))
      --begin;
    if (begin == open || close == std::string::npos)
      continue;
    std::string after = notation.substr(close + 1, 4);
    bool isAssigned =
        after.rfind(" = ", 0) == 0 ||
        (after.size() == 4 && after[0] == ' ' && after.substr(2) == "= ");
    std::string name = notation.substr(begin, open - begin);
    if (isAssigned && !tensors.count(name))
      workspaces.insert(name);
  }
  return workspaces;
}

namespace {

class Enumeration {
public:
  explicit Enumeration(const ScheduledKernel &kernel) : kernel(kernel) {
    std::istringstream lines(kernel.schedule);
    for (std::string line; std::getline(lines, line);) {
      line.erase(std::remove(line.begin(), line.end(), ' '), line.end());
      if (line.empty() || line == "only")
        continue;
      Command command = parseCommand(line);
      (transformsLoops(command.name) ? loops : options).push_back(command);
    }
  }

  std::vector<std::string> run() {
    for (size_t place = 0; place < loops.size(); ++place)
      changeLoops(place);
    changeOutermost();
    changeStorage();
    for (const OptionValues &option : getOptionValues())
      changeOption(option);
    return std::move(all);
  }

private:
  void add(const std::string &schedule) {
    if (known.insert(schedule).second)
      all.push_back(schedule);
  }
  /// The commands of the loops, with others in the place of one.
  void addInstead(size_t place, const std::vector<Command> &others) {
    std::string text;
    auto append = [&](const Command &command) {
      text += (text.empty() ? "" : ",") + command.print();
    };
    for (size_t number = 0; number < loops.size(); ++number)
      if (number != place)
        append(loops[number]);
      else
        std::for_each(others.begin(), others.end(), append);
    add(text.empty() ? "none" : text);
  }
  void changeLoops(size_t place);
  void changeThreads(size_t place);
  void changeOutermost();
  void changeStorage();
  void changeOption(const OptionValues &option);
  /// Whether a command before one makes a loop, which is no variable then.
  bool isDerived(const std::string &loop) const;

  const ScheduledKernel &kernel;
  std::vector<Command> loops, options;
  std::vector<std::string> all;
  std::set<std::string> known;
};

} // namespace

bool Enumeration::isDerived(const std::string &loop) const {
  for (const Command &command : loops)
    if (command.name != "parallelize" && command.name != "reorder" &&
        command.has(loop.c_str()))
      return true;
  return false;
}

void Enumeration::changeThreads(size_t place) {
  Command command = loops[place];
  const std::string loop = command.arguments[0];
  std::vector<std::string> races(command.arguments.begin(),
                                 command.arguments.begin() + 3);
  for (std::vector<const char *> distribution :
       {std::vector<const char *>{"static"},
        {"dynamic", "1"},
        {"dynamic", "16"},
        {"dynamic", "256"}}) {
    command.arguments = races;
    command.arguments.insert(command.arguments.end(), distribution.begin(),
                             distribution.end());
    command.arguments.push_back("optional");
    addInstead(place, {command});
  }
  if (isDerived(loop) || !loops[place].has("NoRaces"))
    return;
  command.arguments = races;
  command.arguments[0] = loop + "_part";
  command.arguments.push_back("optional");
  for (const char *count : {"8", "64"})
    addInstead(place, {{"balance", {loop, loop + "_part", loop + "_in", count}},
                       command});
}

void Enumeration::changeLoops(size_t place) {
  const Command &command = loops[place];
  if (command.name == "split" && command.arguments.size() >= 4) {
    Command changed = command;
    int64_t size = std::atoll(command.arguments[3].c_str());
    for (int64_t other : {size / 2, size * 2, size * 4})
      if (other > 1) {
        changed.arguments[3] = std::to_string(other);
        addInstead(place, {changed});
      }
  }
  if (command.name != "parallelize" || command.arguments.size() < 3)
    return;
  if (command.has("CPUThread"))
    changeThreads(place);
  if (command.has("CPUThread") || command.has("CPUVector"))
    addInstead(place, {});
}

/// Threads with partial results for the outermost loop of the last kernel,
/// where the default has no threads. Kernels that come before copy operands.
void Enumeration::changeOutermost() {
  for (const Command &command : loops)
    if (command.name == "parallelize" && command.has("CPUThread"))
      return;
  const std::string forall = "∀";
  size_t last = kernel.notation.find_last_not_of('\n');
  size_t line = kernel.notation.rfind('\n', last);
  size_t begin =
      kernel.notation.find(forall, line == std::string::npos ? 0 : line + 1);
  if (begin == std::string::npos)
    return;
  begin += forall.size();
  size_t end = begin;
  while (end < kernel.notation.size() && isIdentifier(kernel.notation[end]))
    ++end;
  std::string loop = kernel.notation.substr(begin, end - begin);
  for (const char *count : {"2", "8", "64"})
    add("default,divide(" + loop + "," + loop + "_part," + loop + "_in," +
        count + "),parallelize(" + loop +
        "_part,CPUThread,Temporary,optional)");
}

void Enumeration::changeStorage() {
  for (const std::string &name :
       findWorkspaces(kernel.notation, kernel.tensors))
    for (const char *kind : {"dense", "bitmap", "sparse_set", "hashed", "list"})
      add("default,workspace(" + name + "," + kind + ")");
  for (const std::string &name : kernel.sparseResults)
    for (const char *kind : {"fused", "two_phase"})
      add("default,assemble(" + name + "," + kind + ")");
}

static std::string joinArguments(const Command &command) {
  std::string text;
  for (const std::string &argument : command.arguments)
    text += (text.empty() ? "" : ",") + argument;
  return text;
}

/// Whether the value of an option is another one, perhaps with a prefetch
/// distance behind it.
static bool hasValue(const std::string &now, const std::string &value) {
  return now == value || now.substr(0, now.find(',')) == value;
}

void Enumeration::changeOption(const OptionValues &option) {
  std::string now;
  bool isOn = false;
  for (const Command &command : options)
    if (command.name == option.name) {
      isOn = true;
      now = joinArguments(command);
    }
  if (isOn)
    add(std::string("default,") + option.name + "(off)");
  for (const char *value : option.values)
    if (!isOn || !hasValue(now, value))
      add(std::string("default,") + option.name + "(" + value + ")");
}

std::vector<std::string>
autoschedule::enumerateNeighbours(const ScheduledKernel &kernel) {
  return Enumeration(kernel).run();
}
