//===- ChooseThreads.cpp - Default parallelization --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An outermost loop whose iterations compute different components of a result
// may be shared by threads. The runtime decides when the loop runs
// (LoopSharing.cpp). The rule therefore marks a loop only if that costs nothing
// when one thread runs it: each component has a position that follows from its
// coordinates or that an operand has, and the loop has a trip count, or
// iterates positions that can be divided. If components are appended, a single
// thread appends to the result directly (AppendSharing.cpp). A sum over all
// iterations is always divided into the same partial sums, so that its bits do
// not depend on the number of threads.
//
//===----------------------------------------------------------------------===//

#include "ScheduleRules.h"

#include "weft/Dialect/CIN/Transforms/AppliedSchedule.h"
#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "Naming.h"
#include "ScalarFills.h"

#include "weft/Analysis/IndexedTensor.h"
#include "weft/Analysis/KernelNames.h"
#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Analysis/Races.h"
#include "weft/Analysis/ResultAssembly.h"
#include "weft/Analysis/SharedStructure.h"
#include "weft/Support/Combiner.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;
using analysis::IndexedTensor;

/// How many parts a sum has: enough for threads that are given a share at a
/// time, and for parts that differ in how long they take.
static constexpr int64_t kNumParts = 64;

namespace {
/// An outermost forall.
class ThreadNest {
public:
  explicit ThreadNest(ForallOp forall) : forall(forall) {}

  /// Why iterations that combine into one component are not divided into
  /// partial results; null if they are. Each iteration has to run a loop,
  /// beside which the loop over the partial results takes no time.
  /// Floating-point operations keep their order if `strict`.
  RefusalAttr whyNotSum(bool strict);

  /// Why threads cannot share it without a cost to loops that they do not
  /// share; null if they can.
  RefusalAttr whyNotShared();
  /// A reason why threads do not share it.
  RefusalAttr refuse(RefusalReason reason, ArrayRef<std::string> names = {}) {
    return RefusalAttr::get(forall.getContext(), reason,
                            getSharingCommand(forall, /*gpu=*/false), names);
  }

private:
  /// Why it assigns more than components that have places or are appended, and
  /// workspaces that are of one iteration; null if it does not.
  RefusalAttr whyNotAssembled();
  /// Why threads cannot append to a result by loops inside of the iterations,
  /// in parts that are concatenated; null if they can.
  RefusalAttr whyNotAppended(KernelOp kernel, Value ref);
  /// Whether all that it does is to go through the entries of one operand.
  bool isCopy();
  /// Why its iterations are neither counted nor the positions of one segment;
  /// null if they are.
  RefusalAttr whyNotDivisible();
  /// The accesses with levels that it goes over, each with one of them.
  SmallVector<std::pair<AccessOp, int64_t>> getAlong();
  /// Those whose levels store some coordinates only.
  SmallVector<std::pair<AccessOp, int64_t>> getStored();

  ForallOp forall;
};
} // namespace

bool cin::hasPlaces(level::FormatAttr format) {
  return format.getNumSlots() == 0 && format.getNumLevels() != 0 &&
         llvm::all_of(llvm::seq(format.getNumLevels()), [&](int64_t level) {
           return isDense(format.getLevelType(level));
         });
}

/// The assignments to a tensor.
static SmallVector<AssignOp> getAssigns(Value ref) {
  SmallVector<AssignOp> assigns;
  for (Operation *user : ref.getUsers())
    if (auto assign = dyn_cast<AssignOp>(user))
      assigns.push_back(assign);
  return assigns;
}

/// Whether a workspace is a list, so that a part that begins with none takes no
/// longer for it.
static bool isList(level::FormatAttr format) {
  return format && format.getNumLevels() != 0 &&
         llvm::all_of(llvm::seq(format.getNumLevels()), [&](int64_t level) {
           return format.getLevelType(level).hasAppend();
         });
}

bool cin::keepsStructure(KernelOp kernel, Value ref) {
  return kernel.getReuse() &&
         analysis::findSharedStructure(kernel, ref, ::getAssigns(ref));
}

RefusalAttr ThreadNest::whyNotAppended(KernelOp kernel, Value ref) {
  SmallVector<AssignOp> assigns = getAssigns(ref);
  level::FormatAttr format = analysis::getFormat(ref);
  auto isJoined = [&](int64_t level) {
    level::LevelTypeAttrInterface type = format.getLevelType(level);
    return isDense(type) || (type.hasAppend() && !type.sharesPositions());
  };
  // What the loop itself appends it makes no room for, which shows where it
  // does little else.
  if (format.getNumSlots() != 0 || format.getNumLevels() == 0 ||
      !llvm::all_of(llvm::seq(format.getNumLevels()), isJoined) ||
      analysis::isInRuns(assigns) || analysis::isCollected(assigns) ||
      analysis::isSorted(assigns) ||
      !llvm::all_of(assigns, [&](AssignOp assign) {
        return assign->getParentOfType<ForallOp>() != forall &&
               llvm::is_contained(IndexedTensor(assign).getForalls(0),
                                  forall.getVariable());
      }))
    return refuse(RefusalReason::UnorderedResult);
  level::Assembly assembly = analysis::getResultAssembly(kernel, ref, assigns);
  if (assembly == level::Assembly::Fused)
    return {};
  if (assembly == level::Assembly::Count &&
      kernel.getAssembly() == level::Assembly::TwoPhase)
    return refuse(RefusalReason::TwoPhaseResult,
                  analysis::KernelNames(kernel).getTensor(ref).str());
  return refuse(RefusalReason::UnorderedResult);
}

bool ThreadNest::isCopy() {
  unsigned numStored = 0, numAssigns = 0;
  bool combines = false;
  forall.walk([&](Operation *op) {
    if (auto access = dyn_cast<AccessOp>(op))
      numStored += analysis::getTensorType(access.getRef()).getRank() != 0 &&
                   !hasPlaces(analysis::getFormat(access.getRef()));
    if (auto assign = dyn_cast<AssignOp>(op)) {
      ++numAssigns;
      combines |= assign.isCompound();
    }
  });
  return numStored == 1 && numAssigns == 1 && !combines;
}

RefusalAttr ThreadNest::whyNotAssembled() {
  RefusalAttr why;
  bool appends = false;
  std::string list;
  analysis::KernelNames names(forall->getParentOfType<KernelOp>());
  forall.walk([&](AssignOp assign) {
    Value ref = assign.getRef();
    auto kernel = dyn_cast<KernelOp>(ref.getParentBlock()->getParentOp());
    level::FormatAttr format = analysis::getFormat(ref);
    if (why)
      return;
    if (!kernel && isList(format))
      list = names.getTensor(ref).str();
    else if (!kernel && analysis::getTensorType(ref).getRank() != 0)
      why = refuse(RefusalReason::InnerWorkspace, names.getTensor(ref).str());
    else if (kernel && analysis::getTensorType(ref).getRank() == 0)
      why = refuse(RefusalReason::CommonComponent);
    else if (kernel && !hasPlaces(format) && !keepsStructure(kernel, ref)) {
      appends = true;
      why = whyNotAppended(kernel, ref);
    }
  });
  if (!why && !list.empty() && !appends)
    return refuse(RefusalReason::InnerWorkspace, list);
  // Room is made for all of them at once, and memory is the limit.
  if (!why && appends && isCopy())
    return refuse(RefusalReason::CopiedEntries);
  return why;
}

SmallVector<std::pair<AccessOp, int64_t>> ThreadNest::getAlong() {
  SmallVector<std::pair<AccessOp, int64_t>> along;
  forall.walk([&](AccessOp access) {
    IndexedTensor tensor(access);
    for (int64_t level : llvm::seq(tensor.getNumLevels()))
      if (llvm::is_contained(tensor.getForalls(level), forall.getVariable()))
        along.push_back({access, level});
  });
  return along;
}

SmallVector<std::pair<AccessOp, int64_t>> ThreadNest::getStored() {
  return llvm::filter_to_vector(getAlong(), [](const auto &along) {
    auto [access, level] = along;
    return !isDense(IndexedTensor(access).getLevelType(level));
  });
}

SmallVector<AssignOp> cin::getAssigns(ForallOp forall) {
  SmallVector<AssignOp> assigns;
  forall.walk([&](AssignOp assign) { assigns.push_back(assign); });
  return assigns;
}

/// Whether values are combined in any order, and up to the last one: a part
/// that cannot change any more says nothing of the others.
static bool combinesAll(AssignOp assign) {
  Region &combiner = assign.getCombiner();
  Operation *op = assign.isCompound() ? getSimpleCombinerOp(combiner) : nullptr;
  return op && !getAnnihilator(op) && isCombinerAssociative(combiner) &&
         isCombinerCommutative(combiner) &&
         getCombinerIdentity(combiner, assign.getIdentityAttr());
}

RefusalAttr ThreadNest::whyNotSum(bool strict) {
  SmallVector<AssignOp> assigns = getAssigns(forall);
  if (!isa<KernelOp, SequenceOp>(forall->getParentOp()) || assigns.size() != 1)
    return refuse(RefusalReason::SeveralStatements);
  AssignOp assign = assigns.front();
  if (analysis::getTensorType(assign.getRef()).getRank() != 0)
    return refuse(RefusalReason::SharedComponents);
  if (assign->getParentOp() == forall)
    return refuse(RefusalReason::SumWithoutLoop);
  if (!combinesAll(assign))
    return refuse(RefusalReason::OrderedSum);
  if (!getStored().empty())
    return refuse(RefusalReason::SparseSumLoop);
  if (strict && !assign.getValue().getType().isIntOrIndex())
    return refuse(RefusalReason::StrictOrder);
  // The loops over the segments of one operand become a single loop.
  llvm::SmallDenseSet<Operation *> accesses;
  for (auto [access, level] : getAlong())
    accesses.insert(access);
  if (accesses.size() < 2)
    return refuse(RefusalReason::SingleOperand);
  if (!llvm::all_of(analysis::findRaces(forall), [&](const auto &race) {
        return race.assign == assign && race.other == assign;
      }))
    return refuse(RefusalReason::SharedComponents);
  return {};
}

RefusalAttr ThreadNest::whyNotDivisible() {
  SmallVector<std::pair<AccessOp, int64_t>> stored = getStored();
  SmallVector<AssignOp> assigns = getAssigns(forall);
  if (stored.empty())
    return {};
  // One segment is iterated by its positions if nothing is computed between
  // its coordinates.
  if (stored.size() != 1)
    return refuse(RefusalReason::MergedSegments);
  if (assigns.size() != 1)
    return refuse(RefusalReason::SeveralStatements);
  auto [access, level] = stored.front();
  IndexedTensor tensor(access);
  level::LevelTypeAttrInterface type = tensor.getLevelType(level);
  std::string name = analysis::KernelNames(forall->getParentOfType<KernelOp>())
                         .getTensor(access.getRef())
                         .str();
  if (level != 0)
    return refuse(RefusalReason::NotOutermost, name);
  if (tensor.getVariable(level) != forall.getVariable())
    return refuse(RefusalReason::DerivedIndex, name);
  if (!type.isUnique() && !(type.isOrdered() && type.isCompact()))
    return refuse(RefusalReason::RepeatedCoordinates, name);
  if (!ScalarFills().annihilates(access, assigns.front()))
    return refuse(RefusalReason::AbsentComponents, name);
  return {};
}

RefusalAttr ThreadNest::whyNotShared() {
  if (RefusalAttr why = cin::whyNotOutermost(forall, /*gpu=*/false))
    return why;
  if (RefusalAttr why = whyNotAssembled())
    return why;
  return whyNotDivisible();
}

RefusalAttr cin::whyNotOutermost(ForallOp forall, bool gpu) {
  if (isa<KernelOp, SequenceOp>(forall->getParentOp()))
    return {};
  auto refuse = [&](RefusalReason reason, ArrayRef<std::string> names) {
    return RefusalAttr::get(forall.getContext(), reason,
                            getSharingCommand(forall, gpu), names);
  };
  auto where = forall->getParentOfType<WhereOp>();
  if (!where)
    return refuse(RefusalReason::StatementLoop, {});
  return refuse(RefusalReason::WorkspaceLoop,
                analysis::KernelNames(forall->getParentOfType<KernelOp>())
                    .getTensor(where.getConsumerRef())
                    .str());
}

std::string cin::getSharingCommand(ForallOp forall, bool gpu) {
  return "parallelize(" + getLoopName(forall) +
         (gpu ? ",GPUBlock,NoRaces)" : ",CPUThread,NoRaces,optional)");
}

/// Lets threads share a sum, in parts. Fails, and changes nothing, if a
/// schedule has said otherwise how its iterations are gone through.
static LogicalResult shareSum(RewriterBase &rewriter, ForallOp forall) {
  auto kernel = forall->getParentOfType<KernelOp>();
  std::string name = forall.getName().str();
  std::string outer = getFreshIndexName(kernel, name + "0");
  std::string inner = getFreshIndexName(kernel, name + "1");
  Parallelization how;
  how.unit = ParallelUnit::CPUThread;
  how.races = RaceStrategy::Temporary;
  how.isOptional = true;
  std::string divide = ("divide(" + getLoopName(forall) + "," + outer + "," +
                        inner + "," + Twine(kNumParts) + ")")
                           .str();
  if (failed(splitForall(rewriter, forall, outer, inner, SplitDirection::Up,
                         kNumParts)))
    return failure();
  std::string parallelize =
      "parallelize(" + getLoopName(forall) + ",CPUThread,Temporary,optional)";
  LogicalResult isShared = parallelizeForall(rewriter, forall, how);
  assert(succeeded(isShared) && "a sum can have partial results");
  (void)isShared;
  noteChoice(rewriter, forall, kChooseSchedule, ScheduleRule::DividedSum,
             {divide, parallelize});
  return success();
}

void cin::chooseThreads(RewriterBase &rewriter, ForallOp forall, bool strict) {
  ThreadNest nest(forall);
  RefusalAttr whyNotSum = nest.whyNotSum(strict);
  if (!whyNotSum && succeeded(shareSum(rewriter, forall)))
    return;
  std::string command = getSharingCommand(forall, /*gpu=*/false);
  RefusalAttr why = nest.whyNotShared();
  if (why && whyNotSum && why.getReason() == RefusalReason::CommonComponent)
    why = whyNotSum;
  Parallelization how;
  how.unit = ParallelUnit::CPUThread;
  how.isOptional = true;
  if (!why && failed(parallelizeForall(rewriter, forall, how)))
    why = nest.refuse(RefusalReason::SharedComponents);
  if (why)
    return noteRefusal(rewriter, forall, kChooseSchedule, why);
  noteChoice(rewriter, forall, kChooseSchedule,
             ScheduleRule::IndependentIterations, command);
}
