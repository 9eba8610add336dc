//===- ChooseGPU.cpp - A schedule for the units of a GPU --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps the loops of a kernel without a schedule to the units of a GPU
// (docs/gpu.md, "The default on a GPU"). A warp computes one iteration of the
// outermost loop, or an equal number of entries if rows are skewed. Its threads
// compute adjacent components, or share one sum. If the innermost loop cannot
// be shared, each thread computes one iteration.
//
//===----------------------------------------------------------------------===//

#include "GPUPreconditions.h"
#include "ScheduleRules.h"

#include "weft/Dialect/CIN/Transforms/AppliedSchedule.h"
#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "Naming.h"

#include "weft/Analysis/IndexedTensor.h"
#include "weft/Analysis/KernelNames.h"
#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Analysis/Races.h"
#include "weft/Support/Combiner.h"
#include "weft/Support/GPULimits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;
using analysis::IndexedTensor;

/// The number of warps of a block; the number of threads of a block in which
/// each thread executes one iteration; and the number of entries of a warp, and
/// of warps of a block, where entries are split evenly (docs/decisions/gpu.md).
static constexpr int64_t kNumWarps = 8, kNumThreads = 128, kNumEntries = 1024,
                         kNumEntryWarps = 4;

/// The number of components of a warp, with 8 threads for the sum of each.
static constexpr int64_t kNumSharedSums = 4;

namespace {
/// An outermost forall and how the units of a GPU take it.
class GPUNest {
public:
  GPUNest(RewriterBase &rewriter, ForallOp forall, bool strict,
          bool deterministic)
      : rewriter(rewriter), forall(forall), strict(strict),
        deterministic(deterministic),
        command(getSharingCommand(forall, /*gpu=*/true)) {}

  /// Applies a rule; returns why none applies, and null if one does.
  RefusalAttr choose();
  /// The entries that are split evenly if the rule for that applies; null if it
  /// does not.
  AccessOp findSplitEntries();
  /// Has 8 threads share each iteration of the outermost forall, which is
  /// around the sum.
  LogicalResult shareRows();

  /// Why the iterations cannot run at the same time; null if they can.
  RefusalAttr whyNotConcurrent();

private:
  RefusalAttr refuse(RefusalReason reason, ArrayRef<std::string> names = {}) {
    return RefusalAttr::get(forall.getContext(), reason, command, names);
  }
  /// The foralls of one assignment, from the outermost one inwards; empty if
  /// they are not nested right inside of each other.
  SmallVector<ForallOp> getNest();
  /// The forall inside whose iterations have neighboring components of what is
  /// assigned; null if there is none.
  ForallOp findColumns(ArrayRef<ForallOp> nest);

  /// Whether threads can share the sum of the innermost forall.
  bool sharesSums(ArrayRef<ForallOp> nest);

  LogicalResult shareColumns(ArrayRef<ForallOp> nest, ForallOp columns);
  /// Gives each thread several neighboring columns, and has threads share a sum
  /// inside of their forall.
  LogicalResult widenColumns(ForallOp columns, ForallOp sum);
  /// The outermost sum among foralls that threads can share; null if there is
  /// none.
  ForallOp findSharedSum(ArrayRef<ForallOp> nest);
  LogicalResult shareEntries(ArrayRef<ForallOp> nest, AccessOp entries);
  LogicalResult shareSum(ForallOp sum);
  /// Gives threads the iterations of the forall right around a sum that assign
  /// different components, if there is such a forall inside of the outermost
  /// one, so that few of them share each sum.
  void shareSums(ForallOp sum);
  LogicalResult shareIterations();

  /// Has the outermost forall count the positions of what stores some of its
  /// coordinates, if anything does.
  LogicalResult countPositions(ForallOp counted);
  LogicalResult countPositions(ForallOp counted, AccessOp stored);
  /// Splits a forall, and gives the inner one.
  FailureOr<ForallOp> split(ForallOp outer, int64_t size);
  LogicalResult parallelize(ForallOp on, ParallelUnit unit,
                            RaceStrategy races = RaceStrategy::NoRaces);
  void note(const Twine &command) { commands.push_back(command.str()); }

  RewriterBase &rewriter;
  ForallOp forall;
  /// Floating-point operations keep their order, or have the same one each
  /// time.
  bool strict, deterministic;
  /// What the rules would do to the forall, by the name that it has before
  /// them.
  std::string command;
  SmallVector<std::string> commands;
  /// Whether the outermost forall counts positions.
  bool countsPositions = false;
};
} // namespace

RefusalAttr GPUNest::whyNotConcurrent() {
  if (RefusalAttr why = whyNotOutermost(forall, /*gpu=*/true))
    return why;
  for (AssignOp assign : getAssigns(forall)) {
    Value ref = assign.getRef();
    level::FormatAttr format = analysis::getFormat(ref);
    bool isScalar = analysis::getTensorType(ref).getRank() == 0;
    auto kernel = dyn_cast<KernelOp>(ref.getParentBlock()->getParentOp());
    if (!kernel && !isScalar)
      return refuse(RefusalReason::InnerWorkspace,
                    analysis::KernelNames(forall->getParentOfType<KernelOp>())
                        .getTensor(ref)
                        .str());
    if (!isScalar && format && !hasPlaces(format) &&
        !(kernel && keepsStructure(kernel, ref)))
      return refuse(RefusalReason::SparseResult);
  }
  bool isTagged = false;
  forall.walk([&](ForallOp inner) {
    isTagged |= inner.getUnit() || inner.getUnroll() || inner.getMerge();
  });
  if (isTagged)
    return refuse(RefusalReason::ScheduledLoops);
  if (!isCounted(forall))
    return refuse(RefusalReason::MergedSegments);
  if (!hasTiles(forall))
    return refuse(RefusalReason::SequentialCoordinates);
  return {};
}

SmallVector<ForallOp> GPUNest::getNest() {
  SmallVector<AssignOp> assigns = getAssigns(forall);
  SmallVector<ForallOp> nest;
  if (assigns.size() != 1)
    return nest;
  for (auto around = dyn_cast<ForallOp>(assigns.front()->getParentOp()); around;
       around = dyn_cast<ForallOp>(around->getParentOp()))
    nest.push_back(around);
  if (nest.empty() || nest.back() != forall)
    return {};
  return llvm::to_vector(llvm::reverse(nest));
}

ForallOp GPUNest::findColumns(ArrayRef<ForallOp> nest) {
  if (nest.size() < 2)
    return {};
  AssignOp assign = getAssigns(forall).front();
  IndexedTensor target(assign);
  if (target.getNumLevels() < 2)
    return {};
  Value variable = target.getVariable(target.getNumLevels() - 1);
  for (ForallOp columns : nest.drop_front()) {
    if (columns.getVariable() != variable)
      continue;
    // All that is read along it is stored densely.
    WalkResult result = columns.walk([&](AccessOp access) -> WalkResult {
      IndexedTensor tensor(access);
      for (int64_t level : llvm::seq(tensor.getNumLevels()))
        if (llvm::is_contained(tensor.getForalls(level), variable) &&
            !isDense(tensor.getLevelType(level)))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    return result.wasInterrupted() ? ForallOp() : columns;
  }
  return {};
}

LogicalResult GPUNest::countPositions(ForallOp counted) {
  auto [stored, type] = findStored(counted);
  return !stored || type.hasLocate() ? success()
                                     : countPositions(counted, stored);
}

LogicalResult GPUNest::countPositions(ForallOp counted, AccessOp stored) {
  auto kernel = forall->getParentOfType<KernelOp>();
  std::string name = getFreshIndexName(kernel, counted.getName().str() + "p");
  std::string tensor =
      analysis::KernelNames(kernel).getTensor(stored.getRef()).str();
  std::string command =
      "pos(" + getLoopName(counted) + "," + name + "," + tensor + ")";
  if (failed(iteratePositions(rewriter, counted, name, stored)))
    return failure();
  countsPositions |= counted == forall;
  note(command);
  return success();
}

FailureOr<ForallOp> GPUNest::split(ForallOp outer, int64_t size) {
  // What stores some coordinates is not searched for each of a tile.
  if (outer == forall && !countsPositions && failed(countPositions(forall)))
    return failure();
  auto kernel = outer->getParentOfType<KernelOp>();
  std::string name = outer.getName().str();
  std::string first = getFreshIndexName(kernel, name + "0");
  std::string second = getFreshIndexName(kernel, name + "1");
  std::string command = ("split(" + getLoopName(outer) + "," + first + "," +
                         second + "," + Twine(size) + ")")
                            .str();
  FailureOr<SplitOp> split =
      splitForall(rewriter, outer, first, second, SplitDirection::Down, size);
  if (failed(split))
    return failure();
  note(command);
  return (*split)->getParentOfType<ForallOp>();
}

LogicalResult GPUNest::parallelize(ForallOp on, ParallelUnit unit,
                                   RaceStrategy races) {
  Parallelization how;
  how.unit = unit;
  how.races = races;
  std::string name = getLoopName(on);
  if (failed(parallelizeForall(rewriter, on, how)))
    return failure();
  StringRef word = unit == ParallelUnit::GPUBlock  ? "GPUBlock"
                   : unit == ParallelUnit::GPUWarp ? "GPUWarp"
                                                   : "GPUThread";
  StringRef strategy = races == RaceStrategy::NoRaces       ? "NoRaces"
                       : races == RaceStrategy::IgnoreRaces ? "IgnoreRaces"
                       : races == RaceStrategy::Atomics     ? "Atomics"
                                                            : "Temporary";
  note("parallelize(" + name + "," + word + "," + strategy + ")");
  return success();
}

LogicalResult GPUNest::shareColumns(ArrayRef<ForallOp> nest, ForallOp columns) {
  FailureOr<ForallOp> threads = split(columns, weft::gpu::kWarpSize);
  if (failed(threads))
    return failure();
  // The tiles go around what is reduced, and the threads right inside of them.
  SmallVector<ForallOp> order = {forall, columns, *threads};
  for (ForallOp inside : nest.drop_front())
    if (inside != columns)
      order.push_back(inside);
  SmallVector<std::string> names = llvm::map_to_vector(order, getLoopName);
  if (succeeded(reorderForalls(rewriter, order)))
    note("reorder(" + llvm::join(names, ",") + ")");
  FailureOr<ForallOp> warps = split(forall, kNumWarps);
  if (failed(warps))
    return failure();
  if (failed(parallelize(forall, ParallelUnit::GPUBlock)) ||
      failed(parallelize(*warps, ParallelUnit::GPUWarp)) ||
      failed(parallelize(*threads, ParallelUnit::GPUThread)))
    return failure();
  ArrayRef<ForallOp> inside = ArrayRef(order).drop_front(3);
  ForallOp sum = findSharedSum(inside);
  return sum ? widenColumns(*threads, sum) : success();
}

ForallOp GPUNest::findSharedSum(ArrayRef<ForallOp> nest) {
  AssignOp assign = getAssigns(forall).front();
  if (!combinesByInstructions(assign) || (strict && isRounded(assign)))
    return {};
  for (ForallOp sum : nest)
    if (!analysis::findRaces(sum).empty())
      return isCounted(sum) ? sum : ForallOp();
  return {};
}

LogicalResult GPUNest::widenColumns(ForallOp columns, ForallOp sum) {
  Type type = getAssigns(forall)
                  .front()
                  .getRef()
                  .getType()
                  .getTensor()
                  .getElementType();
  unsigned bits = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
  if (bits != 32 && bits != 64)
    return success();
  // Where the sum cannot be shared, threads have a column each.
  if (failed(
          parallelize(sum, ParallelUnit::GPUThread, RaceStrategy::Temporary)))
    return success();
  int64_t factor = weft::gpu::kVectorBytes * 8 / bits;
  std::string name = getLoopName(columns);
  if (failed(unrollForall(rewriter, columns, factor)))
    return failure();
  note("unroll(" + name + "," + Twine(factor) + ")");
  return success();
}

LogicalResult GPUNest::shareEntries(ArrayRef<ForallOp> nest, AccessOp entries) {
  auto kernel = forall->getParentOfType<KernelOp>();
  for (ForallOp inner : nest.drop_front()) {
    std::string name =
        getFreshIndexName(kernel, (forall.getName() + inner.getName()).str());
    std::string command = "fuse(" + getLoopName(forall) + "," +
                          getLoopName(inner) + "," + name + ")";
    if (failed(collapseForalls(rewriter, forall, inner, name)))
      return failure();
    note(command);
  }
  if (failed(countPositions(forall, entries)))
    return failure();
  FailureOr<ForallOp> warps = split(forall, kNumEntries * kNumEntryWarps);
  if (failed(warps))
    return failure();
  FailureOr<ForallOp> threads = split(*warps, kNumEntries);
  if (failed(threads))
    return failure();
  auto ignore = RaceStrategy::IgnoreRaces;
  return success(
      succeeded(parallelize(forall, ParallelUnit::GPUBlock, ignore)) &&
      succeeded(parallelize(*warps, ParallelUnit::GPUWarp, ignore)) &&
      succeeded(parallelize(*threads, ParallelUnit::GPUThread,
                            RaceStrategy::Temporary)));
}

LogicalResult GPUNest::shareSum(ForallOp sum) {
  FailureOr<ForallOp> warps = split(forall, kNumWarps);
  if (failed(warps) || failed(parallelize(forall, ParallelUnit::GPUBlock)))
    return failure();
  // Where the sum cannot be shared, threads have an iteration each.
  if (failed(
          parallelize(sum, ParallelUnit::GPUThread, RaceStrategy::Temporary)))
    return parallelize(*warps, ParallelUnit::GPUThread);
  if (failed(parallelize(*warps, ParallelUnit::GPUWarp)))
    return failure();
  shareSums(sum);
  return success();
}

void GPUNest::shareSums(ForallOp sum) {
  auto around = sum->getParentOfType<ForallOp>();
  if (!around || around.getUnit() || getAssigns(around).size() != 1 ||
      !analysis::findRaces(around).empty() || !isCounted(around) ||
      !hasTiles(around) || failed(countPositions(around)))
    return;
  FailureOr<ForallOp> threads = split(around, kNumSharedSums);
  if (succeeded(threads))
    (void)parallelize(*threads, ParallelUnit::GPUThread);
}

LogicalResult GPUNest::shareIterations() {
  bool races = !analysis::findRaces(forall).empty();
  FailureOr<ForallOp> threads = split(forall, kNumThreads);
  if (failed(threads))
    return failure();
  if (failed(
          parallelize(*threads, ParallelUnit::GPUThread,
                      races ? RaceStrategy::Atomics : RaceStrategy::NoRaces)))
    return failure();
  return parallelize(forall, ParallelUnit::GPUBlock,
                     races ? RaceStrategy::Atomics : RaceStrategy::NoRaces);
}

bool GPUNest::sharesSums(ArrayRef<ForallOp> nest) {
  if (nest.size() < 2 || !isCounted(nest.back()) ||
      analysis::findRaces(nest.back()).empty())
    return false;
  AssignOp assign = getAssigns(forall).front();
  return combinesInThreads(assign) && !(strict && isRounded(assign));
}

/// Whether components are as large as the words that devices update: updates of
/// smaller ones exchange a word with neighbors, which other threads may store.
static bool hasWords(AssignOp assign) {
  Type type = assign.getRef().getType().getTensor().getElementType();
  return type.getIntOrFloatBitWidth() >= 32;
}

AccessOp GPUNest::findSplitEntries() {
  SmallVector<ForallOp> nest = getNest();
  if (!analysis::findRaces(forall).empty() || nest.empty() ||
      findColumns(nest) || !sharesSums(nest))
    return {};
  AssignOp assign = getAssigns(forall).front();
  bool isOrdered = deterministic && isRounded(assign);
  bool areCounted =
      llvm::all_of(nest, [&](ForallOp counted) { return isCounted(counted); });
  bool isUpdated = combinesByInstructions(assign) && hasWords(assign);
  return isOrdered || !areCounted || !isUpdated ? AccessOp()
                                                : findEntries(nest);
}

LogicalResult GPUNest::shareRows() {
  if (failed(shareSum(getNest().back())))
    return failure();
  noteChoice(rewriter, forall, kChooseSchedule, ScheduleRule::GPUSums,
             commands);
  return success();
}

RefusalAttr GPUNest::choose() {
  if (RefusalAttr why = whyNotConcurrent())
    return why;
  bool races = !analysis::findRaces(forall).empty();
  SmallVector<ForallOp> nest = getNest();
  ForallOp columns = nest.empty() ? ForallOp() : findColumns(nest);
  LogicalResult chosen = failure();
  ScheduleRule rule = ScheduleRule::GPUColumns;
  if (!races && columns)
    chosen = shareColumns(nest, columns);
  else if (!races && sharesSums(nest)) {
    AccessOp entries = findSplitEntries();
    rule = entries ? ScheduleRule::GPUEntries : ScheduleRule::GPUSums;
    chosen = entries ? shareEntries(nest, entries) : shareSum(nest.back());
  }
  ForallOp inner = !races && nest.empty() && commands.empty()
                       ? findInnerSum(forall, strict)
                       : ForallOp();
  if (inner) {
    rule = ScheduleRule::GPUSums;
    chosen = shareSum(inner);
  }
  if (races && !llvm::all_of(getAssigns(forall), combinesByInstructions))
    return refuse(RefusalReason::CompoundUpdates);
  if (races && (strict || deterministic) &&
      llvm::any_of(getAssigns(forall), isRounded))
    return refuse(RefusalReason::RoundedSums);
  if (failed(chosen) && commands.empty()) {
    rule = ScheduleRule::GPUIterations;
    chosen = shareIterations();
  }
  if (failed(chosen))
    return refuse(RefusalReason::DependentIterations);
  noteChoice(rewriter, forall, kChooseSchedule, rule, commands);
  return {};
}

AccessOp cin::findRowEntries(RewriterBase &rewriter, ForallOp forall,
                             bool strict, bool deterministic) {
  GPUNest nest(rewriter, forall, strict, deterministic);
  if (nest.whyNotConcurrent())
    return {};
  AccessOp entries = nest.findSplitEntries();
  if (!entries)
    return {};
  IndexedTensor tensor(entries);
  return tensor.getNumLevels() == 2 &&
                 isa<level::CompressedAttr>(tensor.getLevelType(1))
             ? entries
             : AccessOp();
}

LogicalResult cin::chooseGPURows(RewriterBase &rewriter, ForallOp forall) {
  return GPUNest(rewriter, forall, /*strict=*/false, /*deterministic=*/false)
      .shareRows();
}

void cin::chooseGPU(RewriterBase &rewriter, ForallOp forall, bool strict,
                    bool deterministic) {
  GPUNest nest(rewriter, forall, strict, deterministic);
  if (RefusalAttr why = nest.choose())
    noteRefusal(rewriter, forall, kChooseSchedule, why);
}
