//===- CompoundAssignments.cpp - Compound assignments in foralls *- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the compound assignments before a callback changes them.
//
//===----------------------------------------------------------------------===//

#include "CompoundAssignments.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

void cin::forEachCompoundAssignment(
    func::FuncOp function,
    function_ref<void(RewriterBase &, AssignOp, ForallOp)> callback) {
  SmallVector<AssignOp> assigns;
  function.walk([&](AssignOp assign) { assigns.push_back(assign); });
  IRRewriter rewriter(function.getContext());
  for (AssignOp assign : assigns)
    if (auto innermost = dyn_cast<ForallOp>(assign->getParentOp());
        innermost && assign.isCompound())
      callback(rewriter, assign, innermost);
}
