//===- ScheduleReasons.cpp - Reasons for default commands -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Says which commands `cin-choose-schedule` has applied, as one would give them
// to the driver, and by which rule; and what a parallel loop costs where it is,
// whoever asked for it.
//
//===----------------------------------------------------------------------===//

#include "Decisions.h"

#include "weft/Dialect/CIN/IR/Requests.h"

using namespace mlir;
using namespace weft;
using namespace weft::explain;

/// The rule by which commands were chosen.
static std::string getRule(StringRef commands) {
  auto [first, names] = commands.split('(');
  std::string name = names.split(',').first.str();
  // Of `y.i`, the variable.
  name.erase(0, name.find('.') + 1);
  if (first == "parallelize")
    return "by default, since each component has one iteration of " + name +
           "; threads share it where it takes long";
  if (first == "divide")
    return "by default, since all iterations of " + name +
           " combine into one component; threads share its parts where they "
           "take long";
  // The first command splits the variable whose coordinates are lanes.
  return "by default, since " + name +
         " is innermost and dense wherever it is stored";
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
    for (auto commands : chosen.getAsRange<StringAttr>())
      lines.push_back((commands.getValue() + ": " +
                       getRule(commands.getValue()) +
                       "; -s=none leaves the loops as they are")
                          .str());
  if (auto others = kernel->getAttrOfType<ArrayAttr>(cin::kNotChosenAttr))
    for (auto why : others.getAsRange<StringAttr>())
      lines.push_back(why.getValue().str());
  addNestedThreads(kernel, lines);
  return lines;
}
