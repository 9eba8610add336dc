//===- ParallelizeForall.cpp - Iterations at the same time ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parallelize (thesis, section 6.6): a tag, which is given only to foralls
// whose iterations can run at the same time.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "Dependences.h"
#include "Temporaries.h"

#include "weft/Analysis/Races.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// The forall around a forall, or inside of it, that is parallel; null if none
/// is.
static ForallOp findParallel(ForallOp forall) {
  for (auto outer = forall->getParentOfType<ForallOp>(); outer;
       outer = outer->getParentOfType<ForallOp>())
    if (outer.getUnit())
      return outer;
  ForallOp found;
  forall.walk([&](ForallOp inner) {
    if (inner.getUnit())
      found = inner;
  });
  return found;
}

static LogicalResult verifyRaces(RewriterBase &rewriter, ForallOp forall,
                                 RaceStrategy strategy) {
  for (const analysis::Race &race : analysis::findRaces(forall)) {
    std::string why;
    if (strategy == RaceStrategy::Atomics) {
      why = analysis::whyNotAtomic(race);
      if (why.empty())
        continue;
      why = ": " + why;
    }
    return rewriter.notifyMatchFailure(
        race.assign, [&](Diagnostic &diagnostic) {
          diagnostic << "cannot parallelize '" << forall.getName() << "' with "
                     << stringifyRaceStrategy(strategy) << ": ";
          analysis::describeRace(diagnostic, forall, race);
          diagnostic << why;
        });
  }
  return success();
}

LogicalResult cin::parallelizeForall(RewriterBase &rewriter, ForallOp forall,
                                     const Parallelization &how) {
  auto refuse = [&](Operation *at, const Twine &why) {
    return rewriter.notifyMatchFailure(at, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot parallelize '" << forall.getName() << "': " << why;
    });
  };
  if (how.unit != ParallelUnit::CPUThread)
    return refuse(forall, "expected cpu_thread, the only unit that is "
                          "supported");
  if (how.races == RaceStrategy::IgnoreRaces)
    return refuse(forall, "the race strategy " +
                              stringifyRaceStrategy(how.races) +
                              " is not supported");
  if (how.chunk < 0)
    return refuse(forall, "expected a positive number of iterations at a time");
  if (how.chunk != 0 && !how.distribution)
    return refuse(forall, "expected a distribution of the iterations that are "
                          "handed out at a time");
  if (forall.getUnit())
    return refuse(forall, "it is parallel already");
  if (forall.getUnroll() || forall.getMerge())
    return refuse(forall, "it has another tag");
  if (ForallOp other = findParallel(forall))
    return refuse(other, "'" + other.getName() +
                             "' is parallel already, and one of two nested "
                             "loops can be");
  if (failed(verifyReductions(
          rewriter, forall, "cannot parallelize '" + forall.getName() + "'")) ||
      failed(how.races == RaceStrategy::Temporary
                 ? makeTemporaries(rewriter, forall)
                 : verifyRaces(rewriter, forall, how.races)))
    return failure();
  rewriter.modifyOpInPlace(forall, [&] {
    forall.setUnit(how.unit);
    // Iterations with temporaries of their own do not race.
    forall.setRaces(how.races == RaceStrategy::Temporary ? RaceStrategy::NoRaces
                                                         : how.races);
    if (how.distribution)
      forall.setDistributionAttr(DistributionAttr::get(
          forall.getContext(), *how.distribution,
          how.chunk != 0 ? std::optional(how.chunk) : std::nullopt));
  });
  return success();
}
