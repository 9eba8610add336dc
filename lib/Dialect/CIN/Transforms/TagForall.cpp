//===- TagForall.cpp - How foralls are mapped to code -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mappings of thesis section 6.6: tags of foralls, which leave the
// statement as it is.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Scheduling.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// Whether the range of a variable is a constant wherever the split that it is
/// part of does not end.
static bool hasConstantRange(Value variable) {
  return llvm::any_of(variable.getUsers(), [&](Operation *user) {
    auto split = dyn_cast<SplitOp>(user);
    return split && (split.getDirection() == SplitDirection::Down
                         ? split.getInner() == variable
                         : split.getOuter() == variable);
  });
}

LogicalResult cin::unrollForall(RewriterBase &rewriter, ForallOp forall,
                                int64_t factor) {
  auto refuse = [&](StringRef why) {
    return rewriter.notifyMatchFailure(forall, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot unroll '" << forall.getName() << "' by " << factor
                 << ": " << why;
    });
  };
  if (factor < 1)
    return refuse("expected a positive factor");
  if (forall.getUnroll())
    return refuse("it is unrolled already");
  if (!hasConstantRange(forall.getVariable()))
    return refuse("its number of iterations is not a constant; split it first "
                  "and unroll the coordinates of a tile");
  rewriter.modifyOpInPlace(forall, [&] { forall.setUnroll(factor); });
  return success();
}

LogicalResult cin::setMergeStrategy(RewriterBase &rewriter, ForallOp forall,
                                    MergeStrategy strategy) {
  if (forall.getMerge())
    return rewriter.notifyMatchFailure(forall, [&](Diagnostic &diagnostic) {
      diagnostic << "the merge strategy of '" << forall.getName()
                 << "' has been chosen already: "
                 << stringifyMergeStrategy(*forall.getMerge());
    });
  rewriter.modifyOpInPlace(forall, [&] { forall.setMerge(strategy); });
  return success();
}
