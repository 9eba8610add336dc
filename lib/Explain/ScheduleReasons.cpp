//===- ScheduleReasons.cpp - Reasons for default commands -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints which commands the passes of the default schedule state that they have
// applied, as one would give them to the driver, and by which rule; which
// commands they left out; and what a parallel loop costs inside of another one.
// Of a function in two versions, prints which statistics choose each of them.
//
//===----------------------------------------------------------------------===//

#include "Decisions.h"

#include "weft/Dialect/CIN/IR/Requests.h"
#include "weft/Dialect/Weft/IR/KernelVersion.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Explain/ScheduleReasons.h"
#include "weft/Runtime/KernelVersions.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::explain;

StringRef weft::explain::getFirstVariable(StringRef commands) {
  StringRef arguments = commands.split('(').second;
  StringRef argument = arguments.take_until(
      [](char letter) { return letter == ',' || letter == ')'; });
  return argument.substr(argument.find('.') + 1);
}

std::string weft::explain::describeRule(cin::ChoiceAttr choice) {
  std::string name = getFirstVariable(choice.getCommands()).str();
  switch (choice.getRule()) {
  case cin::ScheduleRule::InnermostLanes:
    return name + " is innermost and dense wherever it is stored";
  case cin::ScheduleRule::IndependentIterations:
    return "iterations of " + name +
           " assign different components; threads share the loop if it takes "
           "long";
  case cin::ScheduleRule::DividedSum:
    return "all iterations of " + name +
           " combine into one component, each runs a loop, and " + name +
           " indexes at least two operands; threads share chunks of the loop "
           "if it takes long";
  case cin::ScheduleRule::GPUColumns:
    return "the innermost mode of the result is dense; the threads of a warp "
           "compute adjacent components";
  case cin::ScheduleRule::GPUEntries:
    return "only entries of one tensor contribute; warps take equal numbers "
           "of them";
  case cin::ScheduleRule::GPUSums:
    return "the innermost loop is a sum; the threads of a warp share it";
  case cin::ScheduleRule::GPUIterations:
    return "no other rule fits; each thread computes one iteration";
  case cin::ScheduleRule::CommonSum:
    return "the sum over " +
           choice.getCommands().split('(').second.split(')').first.str() +
           " is the same in all iterations of a loop inside, and is computed "
           "once";
  case cin::ScheduleRule::InvariantFactors:
    return "factors are the same in all iterations of " + name +
           ", and are multiplied once";
  case cin::ScheduleRule::FactorOrder:
    return "factors that loops around " + name +
           " determine are multiplied first, outside of it";
  }
  llvm_unreachable("unknown rule of the default schedule");
}

/// Says of each loop on threads that is inside of another one that its threads
/// come together as often as that has iterations.
static void addNestedThreads(cin::KernelOp kernel,
                             SmallVectorImpl<std::string> &lines) {
  kernel.walk<WalkOrder::PreOrder>([&](cin::ForallOp forall) {
    auto outer = forall->getParentOfType<cin::ForallOp>();
    if (outer && forall.getUnit() == cin::ParallelUnit::CPUThread)
      lines.push_back((forall.getName() +
                       ": threads begin and wait for each other in each "
                       "iteration of " +
                       outer.getName() +
                       "; where a loop around runs on threads, they do so once")
                          .str());
  });
}

SmallVector<std::string> weft::explain::explainSchedule(cin::KernelOp kernel) {
  SmallVector<std::string> lines;
  if (auto chosen = kernel->getAttrOfType<ArrayAttr>(cin::kChosenAttr))
    for (auto choice : chosen.getAsRange<cin::ChoiceAttr>())
      lines.push_back(choice.getCommands().str() + ": by default, since " +
                      describeRule(choice) +
                      "; -s=none leaves the loops as they are");
  if (auto others = kernel->getAttrOfType<ArrayAttr>(cin::kNotChosenAttr))
    for (auto refusal : others.getAsRange<cin::RefusalAttr>())
      if (isExplained(refusal.getReason()))
        lines.push_back(describeRefusal(refusal, kernel));
  addNestedThreads(kernel, lines);
  return lines;
}

/// The version of another function that a function is, or that another function
/// is of it; nothing if there is one function only.
static std::optional<KernelVersion> findVersion(func::FuncOp function) {
  if (auto own = readVersion(function->getAttr(kVersionAttr)))
    return own;
  auto module = function->getParentOfType<ModuleOp>();
  if (!module)
    return std::nullopt;
  for (auto other : module.getOps<func::FuncOp>()) {
    auto version = readVersion(other->getAttr(kVersionAttr));
    if (version && version->of == function.getSymNameAttr())
      return version;
  }
  return std::nullopt;
}

unsigned weft::explain::getVersionNumber(Operation *function) {
  auto version = dyn_cast<func::FuncOp>(function);
  if (!version || !findVersion(version))
    return 0;
  return version->hasAttr(kVersionAttr) ? 2 : 1;
}

SmallVector<std::string> weft::explain::explainVersion(cin::KernelOp kernel) {
  auto function = kernel->getParentOfType<func::FuncOp>();
  std::optional<KernelVersion> version =
      function ? findVersion(function) : std::nullopt;
  if (!version)
    return {};
  auto name =
      function.getArgAttrOfType<StringAttr>(version->operand, kTensorNameAttr);
  std::string segments =
      "the segments of level " + std::to_string(version->level + 1) + " of " +
      (name ? name.str() : "operand " + std::to_string(version->operand + 1));
  return {std::string(function->hasAttr(kVersionAttr) ? "runs if "
                                                      : "runs unless ") +
              segments + " have " + std::to_string(WEFT_RT_EVEN_MIN_MEAN) +
              " to " + std::to_string(WEFT_RT_EVEN_MAX_MEAN) +
              " entries on average, and no sampled one has more than " +
              std::to_string(WEFT_RT_EVEN_MAX_RATIO) + " times the average",
          "the kernel samples the segments of " +
              std::to_string(WEFT_RT_EVEN_SAMPLES) +
              " entries at equal distances, each time it runs"};
}
