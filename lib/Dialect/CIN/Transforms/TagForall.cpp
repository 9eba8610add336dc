//===- TagForall.cpp - Execution tags of foralls ----------------*- C++ -*-===//
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

#include "weft/Dialect/CIN/Transforms/AppliedSchedule.h"

#include "Extents.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// Into how many copies the foralls around and the one with the most inside of
/// a forall are unrolled.
static int64_t countCopies(ForallOp forall) {
  auto getFactors = [](ForallOp innermost, Operation *outermost) {
    int64_t copies = 1;
    for (Operation *op = innermost; op != outermost; op = op->getParentOp())
      if (auto unrolled = dyn_cast<ForallOp>(op))
        copies = llvm::SaturatingMultiply<uint64_t>(
            copies, unrolled.getUnroll().value_or(1));
    return copies;
  };
  int64_t most = 1;
  forall.walk([&](ForallOp inner) {
    most = std::max(most, getFactors(inner, forall));
  });
  return llvm::SaturatingMultiply<uint64_t>(most, getFactors(forall, nullptr));
}

/// Why the number of iterations of a forall is not a constant, and what has one
/// instead.
static std::string whyNotConstant(ForallOp forall) {
  for (Operation *user : forall.getVariable().getUsers()) {
    auto split = dyn_cast<SplitOp>(user);
    // Parts that are found out when the kernel runs are not split again.
    if (!split || !split.isBalanced())
      continue;
    std::string whole = "'" + split.getName().str() + "'";
    if (split.getOuter() == forall.getVariable())
      return "its number of iterations is not a constant; divide " + whole +
             ", which makes as many parts as it says";
    if (split.getRef())
      return "the tiles of " + whole +
             " are cut by positions, between which there is any number of "
             "coordinates; unroll the positions of a tile, without coord, or "
             "the coordinates of a tile that split makes";
    return "the parts of " + whole +
           " have equal work, and any number of iterations; unroll the "
           "iterations of a tile that split makes";
  }
  return "its number of iterations is not a constant; split it first and "
         "unroll the coordinates of a tile";
}

LogicalResult cin::unrollForall(RewriterBase &rewriter, ForallOp forall,
                                int64_t factor) {
  auto refuse = [&](const Twine &why) {
    return rewriter.notifyMatchFailure(forall, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot unroll '" << forall.getName() << "' by " << factor
                 << ": " << why;
    });
  };
  if (factor < 1 || factor > kMaxUnrolledCopies)
    return refuse("expected a factor from 1 to " + Twine(kMaxUnrolledCopies));
  if (forall.getUnroll())
    return refuse("it is unrolled already");
  // A thread takes several iterations, with one sum in a register for each.
  if (forall.getUnit() && !(forall.getUnit() == ParallelUnit::GPUThread &&
                            forall.getRaces() == RaceStrategy::NoRaces))
    return refuse("it is parallel");
  if (!getConstantExtent(forall))
    return refuse(whyNotConstant(forall));
  if (int64_t copies = countCopies(forall);
      copies * factor > kMaxUnrolledCopies)
    return refuse("with the loops that it is nested with, there would be more "
                  "than " +
                  Twine(kMaxUnrolledCopies) + " copies of a statement");
  rewriter.modifyOpInPlace(forall, [&] { forall.setUnroll(factor); });
  return success();
}

LogicalResult cin::configureLowering(RewriterBase &rewriter, Operation *op,
                                     LoweringConfigAttr config) {
  if (auto forall = dyn_cast<ForallOp>(op)) {
    rewriter.modifyOpInPlace(forall, [&] {
      forall.setConfigAttr(
          mergeLoweringConfigs(forall.getConfigAttr(), config));
    });
    // `cin-choose-lowering` reports what holds for the module.
    for (const LoweringOptionInfo &info : getLoweringOptions())
      if (Attribute value = config.lookup(info.option))
        reportOption(forall, info.option, value);
    return success();
  }
  if (!canHaveLoweringConfig(op))
    return rewriter.notifyMatchFailure(
        op, "expected a module, a function, a forall or a loop");
  rewriter.modifyOpInPlace(op, [&] {
    op->setAttr(kLoweringConfigAttr,
                mergeLoweringConfigs(
                    op->getAttrOfType<LoweringConfigAttr>(kLoweringConfigAttr),
                    config));
  });
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
