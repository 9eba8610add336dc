//===- ChooseGPU.cpp - A schedule for the units of a GPU --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules by which the units of a GPU take the loops of a kernel without a
// schedule. A warp has what one iteration of the outermost loop computes, and
// its threads neighboring components, or parts of one sum; where a component
// takes one loop that they cannot share, each thread has one iteration.
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
#include "weft/Support/Combiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;
using analysis::IndexedTensor;

/// The warps of a block, the threads of a warp, and those of a block whose
/// threads have an iteration each.
static constexpr int64_t kNumWarps = 8, kWarpSize = 32, kNumThreads = 128;

namespace {
/// An outermost forall and how the units of a GPU take it.
class GPUNest {
public:
  GPUNest(RewriterBase &rewriter, ForallOp forall, bool strict,
          bool deterministic)
      : rewriter(rewriter), forall(forall), strict(strict),
        deterministic(deterministic) {}

  /// Applies a rule; gives why there is none, as it ends a sentence.
  StringRef choose();

private:
  /// Why the iterations cannot run at the same time; empty if they can.
  StringRef whyNot();
  /// The foralls of one assignment, from the outermost one inwards; empty if
  /// they are not nested right inside of each other.
  SmallVector<ForallOp> getNest();
  /// The forall inside whose iterations have neighboring components of what is
  /// assigned; null if there is none.
  ForallOp findColumns(ArrayRef<ForallOp> nest);
  /// Whether the loop of a forall counts coordinates, or positions of one
  /// segment.
  bool isCounted(ForallOp counted);

  LogicalResult shareColumns(ArrayRef<ForallOp> nest, ForallOp columns);
  LogicalResult shareSum(ForallOp sum);
  LogicalResult shareIterations();

  /// Has the outermost forall count the positions of what stores some of its
  /// coordinates, if anything does.
  LogicalResult countPositions();
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
  SmallVector<std::string> commands;
};
} // namespace

/// An access of a level that stores some coordinates of a forall, and the type
/// of the level; null if there is none.
static std::pair<AccessOp, level::LevelTypeAttrInterface>
findStored(ForallOp forall) {
  std::pair<AccessOp, level::LevelTypeAttrInterface> found;
  forall.walk([&](AccessOp access) {
    IndexedTensor tensor(access);
    for (int64_t level : llvm::seq(tensor.getNumLevels()))
      if (llvm::is_contained(tensor.getForalls(level), forall.getVariable()) &&
          !isDense(tensor.getLevelType(level)))
        found = {access, tensor.getLevelType(level)};
  });
  return found;
}

/// Whether a number is zero.
static bool isZero(Attribute number) {
  if (auto real = dyn_cast_if_present<FloatAttr>(number))
    return real.getValue().isZero();
  auto integer = dyn_cast_if_present<IntegerAttr>(number);
  return integer && integer.getValue().isZero();
}

/// Whether an assignment does not change its component at coordinates where an
/// operand stores nothing.
static bool skipsAbsent(AccessOp access, AssignOp assign) {
  ScalarFills fills;
  if (!fills.annihilates(access, assign))
    return false;
  Attribute fill = fills.getFill(assign.getValue());
  return assign.isCompound()
             ? fill == getCombinerIdentity(assign.getCombiner(),
                                           assign.getIdentityAttr())
             : isZero(fill);
}

/// Whether tiles of what a forall goes over begin at a place that is known:
/// coordinates that are located, or positions that have one coordinate each.
static bool hasTiles(ForallOp forall) {
  auto [access, type] = findStored(forall);
  return !access || type.hasLocate() ||
         (type.hasPositionIterate() && type.isUnique() && type.isCompact());
}

bool GPUNest::isCounted(ForallOp counted) {
  SmallVector<AssignOp> assigns = getAssigns(counted);
  unsigned numStored = 0;
  bool isSimple = true;
  counted.walk([&](AccessOp access) {
    IndexedTensor tensor(access);
    for (int64_t level : llvm::seq(tensor.getNumLevels())) {
      if (!llvm::is_contained(tensor.getForalls(level), counted.getVariable()))
        continue;
      level::LevelTypeAttrInterface type = tensor.getLevelType(level);
      if (isDense(type))
        continue;
      ++numStored;
      isSimple &= tensor.getVariable(level) == counted.getVariable() &&
                  (type.isUnique() || (type.isOrdered() && type.isCompact())) &&
                  llvm::all_of(assigns, [&](AssignOp assign) {
                    return skipsAbsent(access, assign);
                  });
    }
  });
  return numStored == 0 || (numStored == 1 && isSimple && assigns.size() == 1);
}

/// Whether threads of a GPU can combine what an assignment combines, by
/// instructions.
static bool combinesByInstructions(AssignOp assign) {
  Type type = analysis::getTensorType(assign.getRef()).getElementType();
  Operation *combiner =
      assign.isCompound() ? getSimpleCombinerOp(assign.getCombiner()) : nullptr;
  return combiner && isa<arith::ArithDialect>(combiner->getDialect()) &&
         type.isIntOrFloat() && type.getIntOrFloatBitWidth() <= 64 &&
         isCombinerAssociative(assign.getCombiner()) &&
         isCombinerCommutative(assign.getCombiner());
}

/// Whether the order in which an assignment combines shows in its result.
static bool isRounded(AssignOp assign) {
  return !analysis::getTensorType(assign.getRef())
              .getElementType()
              .isIntOrIndex();
}

StringRef GPUNest::whyNot() {
  if (!isa<KernelOp, SequenceOp>(forall->getParentOp()))
    return "it fills or reads a workspace";
  for (AssignOp assign : getAssigns(forall)) {
    Value ref = assign.getRef();
    level::FormatAttr format = analysis::getFormat(ref);
    bool isScalar = analysis::getTensorType(ref).getRank() == 0;
    if (!isa<KernelOp>(ref.getParentBlock()->getParentOp()) && !isScalar)
      return "it has a workspace inside";
    if (!isScalar && format && !hasPlaces(format))
      return "a result is not dense";
  }
  bool isTagged = false;
  forall.walk([&](ForallOp inner) {
    isTagged |= inner.getUnit() || inner.getUnroll() || inner.getMerge();
  });
  if (isTagged)
    return "a schedule says how a loop of it runs";
  if (!isCounted(forall))
    return "segments are merged along it";
  return hasTiles(forall) ? "" : "its coordinates are found one after another";
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

LogicalResult GPUNest::countPositions() {
  auto [stored, type] = findStored(forall);
  if (!stored || type.hasLocate())
    return success();
  auto kernel = forall->getParentOfType<KernelOp>();
  std::string name = getFreshIndexName(kernel, forall.getName().str() + "p");
  std::string tensor =
      analysis::KernelNames(kernel).getTensor(stored.getRef()).str();
  std::string command =
      "pos(" + getLoopName(forall) + "," + name + "," + tensor + ")";
  if (failed(iteratePositions(rewriter, forall, name, stored)))
    return failure();
  note(command);
  return success();
}

FailureOr<ForallOp> GPUNest::split(ForallOp outer, int64_t size) {
  // What stores some coordinates is not searched for each of a tile.
  if (outer == forall && failed(countPositions()))
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
  FailureOr<ForallOp> threads = split(columns, kWarpSize);
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
  return success(succeeded(parallelize(forall, ParallelUnit::GPUBlock)) &&
                 succeeded(parallelize(*warps, ParallelUnit::GPUWarp)) &&
                 succeeded(parallelize(*threads, ParallelUnit::GPUThread)));
}

LogicalResult GPUNest::shareSum(ForallOp sum) {
  FailureOr<ForallOp> warps = split(forall, kNumWarps);
  if (failed(warps) || failed(parallelize(forall, ParallelUnit::GPUBlock)))
    return failure();
  // Where the sum cannot be shared, threads have an iteration each.
  if (failed(
          parallelize(sum, ParallelUnit::GPUThread, RaceStrategy::Temporary)))
    return parallelize(*warps, ParallelUnit::GPUThread);
  return parallelize(*warps, ParallelUnit::GPUWarp);
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

StringRef GPUNest::choose() {
  if (StringRef why = whyNot(); !why.empty())
    return why;
  bool races = !analysis::findRaces(forall).empty();
  SmallVector<ForallOp> nest = getNest();
  ForallOp columns = nest.empty() ? ForallOp() : findColumns(nest);
  LogicalResult chosen = failure();
  if (!races && columns)
    chosen = shareColumns(nest, columns);
  else if (!races && nest.size() > 1 && isCounted(nest.back()) &&
           combinesByInstructions(getAssigns(forall).front()) &&
           !(strict && isRounded(getAssigns(forall).front())) &&
           !analysis::findRaces(nest.back()).empty())
    chosen = shareSum(nest.back());
  if (races && !llvm::all_of(getAssigns(forall), combinesByInstructions))
    return "different iterations update the same component by more than an "
           "instruction of the device";
  if (races && (strict || deterministic) &&
      llvm::any_of(getAssigns(forall), isRounded))
    return "the order in which threads combine real numbers is not known";
  if (failed(chosen) && commands.empty())
    chosen = shareIterations();
  if (failed(chosen))
    return "its iterations cannot run at the same time";
  noteChoice(rewriter, forall, commands);
  return "";
}

void cin::chooseGPU(RewriterBase &rewriter, ForallOp forall, bool strict,
                    bool deterministic) {
  std::string name = getLoopName(forall);
  StringRef why = GPUNest(rewriter, forall, strict, deterministic).choose();
  if (!why.empty())
    noteRefusal(rewriter, forall,
                "parallelize(" + name +
                    ",GPUBlock,NoRaces) is not chosen, since " + why.str());
}
