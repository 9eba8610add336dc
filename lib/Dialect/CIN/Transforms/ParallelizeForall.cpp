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
#include "PartialResults.h"
#include "SinkLanes.h"

#include "weft/Analysis/Races.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// The forall around a forall, or inside of it, that runs on the same unit;
/// null if none does.
static ForallOp findParallel(ForallOp forall, ParallelUnit unit) {
  for (auto outer = forall->getParentOfType<ForallOp>(); outer;
       outer = outer->getParentOfType<ForallOp>())
    if (outer.getUnit() == unit)
      return outer;
  ForallOp found;
  forall.walk([&](ForallOp inner) {
    if (inner != forall && inner.getUnit() == unit)
      found = inner;
  });
  return found;
}

/// Whether a unit is one of a GPU. The units of a GPU are nested in the order
/// of their numbers.
static bool isOfGPU(ParallelUnit unit) {
  return unit >= ParallelUnit::GPUBlock;
}

/// Why a forall cannot run on a unit beside another one, around it or inside of
/// it, that has a unit; empty if it can.
static std::string whyNotNested(ParallelUnit unit, ForallOp other,
                                bool isOuter) {
  ParallelUnit otherUnit = *other.getUnit();
  if (isOfGPU(unit) != isOfGPU(otherUnit))
    return "'" + other.getName().str() + "' runs on " +
           stringifyParallelUnit(otherUnit).str() +
           ", and a nest of loops runs on a CPU or on a GPU";
  if (isOfGPU(unit) && unit != otherUnit && (otherUnit < unit) != isOuter)
    return "'" + other.getName().str() + "' is " +
           (isOuter ? "around it" : "inside of it") + " and runs on " +
           stringifyParallelUnit(otherUnit).str() +
           "; threads are inside of warps, and these inside of blocks";
  return std::string();
}

/// A forall around a forall, or inside of it, that it cannot be nested with,
/// and why; null if there is none.
static std::pair<ForallOp, std::string> findConflict(ForallOp forall,
                                                     ParallelUnit unit) {
  std::pair<ForallOp, std::string> found;
  auto check = [&](ForallOp other, bool isOuter) {
    if (found.first || !other.getUnit())
      return;
    if (std::string why = whyNotNested(unit, other, isOuter); !why.empty())
      found = {other, why};
  };
  for (auto outer = forall->getParentOfType<ForallOp>(); outer;
       outer = outer->getParentOfType<ForallOp>())
    check(outer, /*isOuter=*/true);
  forall.walk([&](ForallOp inner) {
    if (inner != forall)
      check(inner, /*isOuter=*/false);
  });
  return found;
}

/// A forall inside of another one; null if there is none.
static ForallOp findInner(ForallOp forall) {
  ForallOp found;
  forall.getBody().walk([&](ForallOp inner) {
    found = inner;
    return WalkResult::interrupt();
  });
  return found;
}

static LogicalResult verifyRaces(RewriterBase &rewriter, ForallOp forall,
                                 const Parallelization &how) {
  // What is ignored may be atomic on a unit inside, which may be chosen later.
  if (isOfGPU(how.unit) && how.races == RaceStrategy::IgnoreRaces)
    return success();
  for (const analysis::Race &race : analysis::findRaces(forall)) {
    std::optional<std::string> why = analysis::whyNotAllowed(
        forall, race, how.unit, how.races, how.allowRaces);
    if (!why)
      continue;
    return rewriter.notifyMatchFailure(
        race.assign, [&](Diagnostic &diagnostic) {
          diagnostic << "cannot parallelize '" << forall.getName() << "' with "
                     << stringifyRaceStrategy(how.races) << ": ";
          analysis::describeRace(diagnostic, forall, race);
          diagnostic << *why;
        });
  }
  return success();
}

/// Checks that a forall may be tagged as parallel: the unit and its options fit
/// each other, and no other tag or loop excludes them.
static LogicalResult verifyParallelization(RewriterBase &rewriter,
                                           ForallOp forall,
                                           const Parallelization &how) {
  auto refuse = [&](Operation *at, const Twine &why) {
    return rewriter.notifyMatchFailure(at, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot parallelize '" << forall.getName() << "': " << why;
    });
  };
  bool isVector = how.unit == ParallelUnit::CPUVector,
       isGPU = isOfGPU(how.unit);
  if (isVector && how.races == RaceStrategy::Atomics)
    return refuse(forall, "the race strategy atomics is not supported with "
                          "cpu_vector, whose lanes have partial results in "
                          "registers; use temporary");
  if ((isVector || isGPU) && how.distribution)
    return refuse(forall, Twine(isGPU ? "units of a GPU" : "lanes") +
                              " have no distribution of the iterations");
  if (isGPU && how.isOptional)
    return refuse(forall, "units of a GPU are not optional");
  if (how.chunk < 0)
    return refuse(forall, "expected a positive number of iterations at a time");
  if (how.chunk != 0 && !how.distribution)
    return refuse(forall, "expected a distribution of the iterations that are "
                          "handed out at a time");
  if (forall.getUnit())
    return refuse(forall, "it is parallel already");
  bool isThread = how.unit == ParallelUnit::GPUThread;
  if ((forall.getUnroll() &&
       !(isThread && how.races == RaceStrategy::NoRaces)) ||
      forall.getMerge())
    return refuse(forall, "it has another tag");
  // Threads share the iterations of a loop of threads.
  if (ForallOp other = isThread ? ForallOp() : findParallel(forall, how.unit))
    return refuse(other, "'" + other.getName() +
                             "' is parallel already, and one of two nested "
                             "loops can be");
  if (auto [other, why] = findConflict(forall, how.unit); other)
    return refuse(other, why);
  if (!isVector && forall.getTail() == TailStrategy::Predicate)
    return refuse(forall,
                  "it is over a tile that is predicated, and steps past "
                  "the end are no work for threads; guard it");
  ForallOp inner = isVector ? findInner(forall) : ForallOp();
  if (inner && !hasSameNestInside(forall))
    return refuse(inner, "lanes share the innermost loop, and '" +
                             inner.getName() + "' is inside of it");
  return success();
}

LogicalResult cin::parallelizeForall(RewriterBase &rewriter, ForallOp forall,
                                     const Parallelization &how) {
  if (failed(verifyParallelization(rewriter, forall, how)))
    return failure();
  // Threads of a CPU and blocks of a GPU have temporaries in memory; lanes,
  // warps and threads of a GPU have them in registers.
  bool makesTemporaries = how.races == RaceStrategy::Temporary &&
                          (how.unit == ParallelUnit::CPUThread ||
                           how.unit == ParallelUnit::GPUBlock);
  if (failed(verifyReductions(
          rewriter, forall, "cannot parallelize '" + forall.getName() + "'")) ||
      failed(makesTemporaries ? makeTemporaries(rewriter, forall)
                              : verifyRaces(rewriter, forall, how)))
    return failure();
  if (how.unit == ParallelUnit::CPUVector && findInner(forall)) {
    FailureOr<ForallOp> lanes = sinkLanes(rewriter, forall);
    if (failed(lanes))
      return failure();
    forall = *lanes;
  }
  rewriter.modifyOpInPlace(forall, [&] {
    forall.setUnit(how.unit);
    forall.setOptional(how.isOptional);
    // Iterations with temporaries of their own do not race.
    forall.setRaces(makesTemporaries ? RaceStrategy::NoRaces : how.races);
    if (how.distribution)
      forall.setDistributionAttr(DistributionAttr::get(
          forall.getContext(), *how.distribution,
          how.chunk != 0 ? std::optional(how.chunk) : std::nullopt));
  });
  return success();
}
