//===- OrderReasons.cpp - Loops out of the order of levels ----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/IR/OrderReasons.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

ReasonAttr cin::explainOrder(MLIRContext *context, const LoopOutOfOrder &loop) {
  if (loop.isReduced) {
    int64_t appended = loop.next;
    while (appended + 1 != loop.numLevels && loop.takesAnyOrder(appended))
      ++appended;
    return ReasonAttr::get(context, WorkspaceReason::ReducedOutside, appended);
  }
  if (!loop.binds(loop.next))
    for (int64_t level = loop.next + 1; level != loop.numLevels; ++level)
      if (loop.binds(level))
        return ReasonAttr::get(context, WorkspaceReason::LevelOrder, level);
  return ReasonAttr::get(context, WorkspaceReason::CoordinateOrder, loop.next);
}
