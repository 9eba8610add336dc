//===- IterateCoordinates.cpp - From positions to coordinates ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Coord (transformation framework paper, sections 3 and 5): a loop over the
// positions of a tensor goes over the coordinates of the dimension again, where
// other tensors may have components, too.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "Naming.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// What replaced a variable by its positions, where the variable is all of them
/// and not a part.
static PositionOp findPosition(Value variable) {
  for (Operation *user : variable.getUsers())
    if (auto position = dyn_cast<PositionOp>(user);
        position && position.getPosition() == variable)
      return position;
  return {};
}

LogicalResult cin::iterateCoordinates(RewriterBase &rewriter, ForallOp forall,
                                      StringRef name) {
  auto refuse = [&](Operation *at, const Twine &why) {
    return rewriter.notifyMatchFailure(at, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot iterate over coordinates instead of '"
                 << forall.getName() << "': " << why;
    });
  };
  if (forall.getUnit() || forall.getUnroll() || forall.getMerge())
    return refuse(forall, "it has a tag; do so before it is tagged");
  Value variable = forall.getVariable();
  PositionOp position = findPosition(variable);
  if (!position) {
    for (Operation *user : variable.getUsers())
      if (auto split = dyn_cast<SplitOp>(user);
          split && findPosition(split.getVariable()))
        return refuse(split, "it is a part of positions; do so before they are "
                             "split");
    return refuse(forall, "it does not count positions");
  }
  if (name != position.getName() &&
      failed(verifyNewIndexName(rewriter, forall->getParentOfType<KernelOp>(),
                                name)))
    return failure();

  rewriter.replaceOp(position, variable);
  rewriter.modifyOpInPlace(forall, [&] { forall.setName(name); });
  return success();
}
