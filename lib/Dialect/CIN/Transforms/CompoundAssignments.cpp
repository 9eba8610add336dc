//===- CompoundAssignments.cpp - Commands on innermost loops ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the compound assignments before the first command changes them.
//
//===----------------------------------------------------------------------===//

#include "CompoundAssignments.h"

#include "weft/Dialect/CIN/Transforms/AppliedSchedule.h"

#include "RefusalListener.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

void cin::applyToCompoundAssignments(
    func::FuncOp function, StringRef command,
    function_ref<LogicalResult(RewriterBase &, ForallOp)> apply) {
  SmallVector<AssignOp> assigns;
  function.walk([&](AssignOp assign) { assigns.push_back(assign); });
  for (AssignOp assign : assigns) {
    auto innermost = dyn_cast<ForallOp>(assign->getParentOp());
    if (!innermost || !assign.isCompound())
      continue;
    RefusalListener refusals;
    IRRewriter rewriter(function.getContext(), &refusals);
    // The command may replace the loop.
    std::string name = getLoopName(innermost);
    if (succeeded(apply(rewriter, innermost)))
      recordCommand(rewriter, function, (command + "(" + name + ")").str());
    else
      refusals.report(innermost, command);
  }
}
