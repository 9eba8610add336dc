//===- ScheduleReasons.cpp - What was scheduled unasked ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Says which commands `cin-choose-schedule` has applied, as one would give them
// to the driver, and by which rule.
//
//===----------------------------------------------------------------------===//

#include "Decisions.h"

#include "weft/Dialect/CIN/IR/Requests.h"

using namespace mlir;
using namespace weft;
using namespace weft::explain;

SmallVector<std::string> weft::explain::explainSchedule(cin::KernelOp kernel) {
  SmallVector<std::string> lines;
  auto chosen = kernel->getAttrOfType<ArrayAttr>(cin::kChosenAttr);
  if (!chosen)
    return lines;
  for (auto commands : chosen.getAsRange<StringAttr>()) {
    // The first command splits the variable whose coordinates are lanes.
    StringRef name = commands.getValue().split('(').second.split(',').first;
    lines.push_back((commands.getValue() + ": by default, since " + name +
                     " is innermost and dense wherever it is stored; -s=none "
                     "leaves the loops as they are")
                        .str());
  }
  return lines;
}
