//===- RefusalReasons.cpp - Reasons for refusals ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sentences for the reasons that a `#cin.refusal` states. Explanations and
// remarks of the default schedule, and errors of the commands of a schedule,
// print the same ones.
//
//===----------------------------------------------------------------------===//

#include "weft/Explain/ScheduleReasons.h"

#include "Decisions.h"

#include "weft/Explain/WorkspaceReasons.h"

using namespace mlir;
using namespace weft;
using namespace weft::explain;

/// Why a rule does not apply, as it ends a sentence on the loop. {loop} stands
/// for the variable of the loop, {0} and {1} for the names in the refusal.
static StringRef getSentence(cin::RefusalReason reason) {
  switch (reason) {
  case cin::RefusalReason::WorkspaceLoop:
    return "it fills or reads a workspace ({0})";
  case cin::RefusalReason::InnerWorkspace:
    return "it has a workspace inside ({0})";
  case cin::RefusalReason::CommonComponent:
    return "all iterations combine into one component";
  case cin::RefusalReason::SharedComponents:
    return "different iterations assign the same component";
  case cin::RefusalReason::UnorderedResult:
    return "a result is not dense, and not appended to in the order of the "
           "loop";
  case cin::RefusalReason::SparseResult:
    return "a result is not dense";
  case cin::RefusalReason::CopiedEntries:
    return "it copies the entries of one operand";
  case cin::RefusalReason::MergedSegments:
    return "segments are merged along it";
  case cin::RefusalReason::ScheduledLoops:
    return "a schedule already says how one of its loops is executed";
  case cin::RefusalReason::ScheduledThreads:
    return "the schedule parallelizes a loop";
  case cin::RefusalReason::SequentialCoordinates:
    return "its coordinates are enumerated sequentially";
  case cin::RefusalReason::CompoundUpdates:
    return "different iterations update the same component, which takes more "
           "than one atomic instruction";
  case cin::RefusalReason::RoundedSums:
    return "the order in which threads combine real numbers is not known";
  case cin::RefusalReason::DependentIterations:
    return "its iterations cannot run at the same time";
  case cin::RefusalReason::ScalarResult:
    return "'{0}' is a scalar";
  case cin::RefusalReason::SeparateLoop:
    return "the loop over the innermost level of '{0}' is not nested right "
           "around the assignment";
  case cin::RefusalReason::NoInnerLoop:
    return "it has no loop inside, and LLVM vectorizes it";
  case cin::RefusalReason::SlotLevel:
    return "'{0}' has a level of slots";
  case cin::RefusalReason::SeveralModes:
    return "{loop} indexes several modes of '{0}'";
  case cin::RefusalReason::OuterLevel:
    return "{loop} is not the innermost level of '{0}'";
  case cin::RefusalReason::SparseLevel:
    return "the innermost level of '{0}' is not dense";
  case cin::RefusalReason::UnplacedLevel:
    return "a level of '{0}' around the tile is neither dense nor appended to";
  case cin::RefusalReason::InnerInsertion:
    return "the loop over {0} inside of the tile inserts into '{1}'";
  case cin::RefusalReason::NoVectors:
    return "it computes values of type {0}, for which the default has no "
           "vectors";
  case cin::RefusalReason::NotElementwise:
    return "'{0}' is not an elementwise operation";
  case cin::RefusalReason::CompoundCombiner:
    return "the combiner consists of several operations";
  case cin::RefusalReason::OrderedCombiner:
    return "'{0}' is not associative and commutative";
  case cin::RefusalReason::EarlyExit:
    return "the reduction exits early at the annihilator of '{0}', and vector "
           "lanes cannot exit separately";
  case cin::RefusalReason::SeveralStatements:
    return "several statements are inside of it";
  case cin::RefusalReason::DerivedVariables:
    return "the loops inside of it compute index variables";
  case cin::RefusalReason::UpdatedInPlace:
    return "it reads '{0}' and assigns to it as well";
  case cin::RefusalReason::UsedVariable:
    return "the value of {loop} is used other than to index tensors";
  case cin::RefusalReason::ComputedIndex:
    return "a level of '{0}' is indexed by more than a variable";
  case cin::RefusalReason::MergedInside:
    return "the loop over {0} inside of it merges segments";
  case cin::RefusalReason::AbsentCoordinates:
    return "the loop over {0} inside of it visits coordinates that '{1}' does "
           "not store";
  case cin::RefusalReason::FixedOrder:
    return "its loops cannot be reordered";
  case cin::RefusalReason::NoProduct:
    return "the assignment combines no product that distributes over its "
           "combiner";
  case cin::RefusalReason::StrictOrder:
    return "-strict-fp keeps the order of floating-point operations";
  case cin::RefusalReason::SingleLoop:
    return "fewer than two loops are nested right around the assignment";
  case cin::RefusalReason::NoCommonSum:
    return "no factors can be summed outside of a loop that visits all "
           "coordinates";
  case cin::RefusalReason::SparseTarget:
    return "'{0}', which is assigned, is not dense";
  case cin::RefusalReason::SparseSum:
    return "a sum of variables indexes a tensor that is not dense";
  case cin::RefusalReason::NotReduced:
    return "it is not reduced over";
  case cin::RefusalReason::NoInvariantFactor:
    return "no factor is the same in all of its iterations";
  case cin::RefusalReason::ParallelLoop:
    return "it is parallel";
  case cin::RefusalReason::SparseOperand:
    return "an operand stores only some of its coordinates";
  case cin::RefusalReason::UnusedSum:
    return "a loop that may find nothing would leave the sum as well";
  case cin::RefusalReason::ScatteredResult:
    return "another loop is reduced over, and the result is scattered, which "
           "takes each component once";
  case cin::RefusalReason::FewFactors:
    return "there are fewer than three factors";
  case cin::RefusalReason::OrderedFactors:
    return "the factors are in the order of the loops already";
  case cin::RefusalReason::NotOutermost:
    return "it iterates a level of '{0}' that is not the outermost one";
  case cin::RefusalReason::DerivedIndex:
    return "the index of a level of '{0}' is computed from {loop}";
  case cin::RefusalReason::RepeatedCoordinates:
    return "'{0}' stores equal coordinates several times, and is not both "
           "ordered and compact";
  case cin::RefusalReason::AbsentComponents:
    return "components that '{0}' does not store contribute as well";
  case cin::RefusalReason::TwoPhaseResult:
    return "'{0}' is assembled in two phases, which the default leaves on one "
           "thread";
  case cin::RefusalReason::StatementLoop:
    return "the kernel has other statements beside it";
  case cin::RefusalReason::SumWithoutLoop:
    return "all iterations combine into one component, and no loop is inside "
           "of it";
  case cin::RefusalReason::OrderedSum:
    return "all iterations combine into one component, and the combiner is "
           "not one associative and commutative operation with an identity, "
           "or may exit early";
  case cin::RefusalReason::SparseSumLoop:
    return "all iterations combine into one component, and an operand stores "
           "only some coordinates of {loop}";
  case cin::RefusalReason::SingleOperand:
    return "all iterations combine into one component, and {loop} indexes "
           "fewer than two operands";
  }
  llvm_unreachable("unknown reason of the default schedule");
}

/// What a name of a refusal stands for. Of a workspace of the kernel, says what
/// it is for.
static std::string describeName(cin::RefusalAttr refusal, StringAttr name,
                                cin::KernelOp kernel) {
  std::string text = name.str();
  if (!kernel || (refusal.getReason() != cin::RefusalReason::WorkspaceLoop &&
                  refusal.getReason() != cin::RefusalReason::InnerWorkspace))
    return text;
  analysis::KernelNames names(kernel);
  kernel.walk([&](cin::WhereOp where) {
    if (names.getTensor(where.getConsumerRef()) == name)
      text = describeWorkspace(where, names);
  });
  return text;
}

std::string weft::explain::describeReason(cin::RefusalAttr refusal,
                                          cin::KernelOp kernel) {
  std::string text;
  StringRef rest = getSentence(refusal.getReason());
  while (rest.contains('{')) {
    auto [before, placeholder] = rest.split('{');
    text += before;
    std::tie(placeholder, rest) = placeholder.split('}');
    if (placeholder == "loop")
      text += getFirstVariable(refusal.getCommand());
    else
      text += describeName(
          refusal, refusal.getNames()[placeholder == "0" ? 0 : 1], kernel);
  }
  return text + rest.str();
}

std::string weft::explain::describeRefusal(cin::RefusalAttr refusal,
                                           cin::KernelOp kernel) {
  return refusal.getCommand().str() + " is not chosen, since " +
         describeReason(refusal, kernel);
}

bool weft::explain::isExplained(cin::RefusalReason reason) {
  switch (reason) {
  // A result without modes has no lanes, and LLVM has those of innermost loops.
  case cin::RefusalReason::ScalarResult:
  case cin::RefusalReason::NoInnerLoop:
  // The schedule that parallelizes a loop is the reader's.
  case cin::RefusalReason::ScheduledThreads:
  // There are no sums or factors that a command could move.
  case cin::RefusalReason::NoProduct:
  case cin::RefusalReason::SingleLoop:
  case cin::RefusalReason::NoCommonSum:
  case cin::RefusalReason::NotReduced:
  case cin::RefusalReason::NoInvariantFactor:
  case cin::RefusalReason::FewFactors:
  case cin::RefusalReason::OrderedFactors:
    return false;
  default:
    return true;
  }
}
