//===- OperationPreconditions.cpp - Preconditions of lowering ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each reason to refuse an operation.
//
//===----------------------------------------------------------------------===//

#include "OperationPreconditions.h"

#include "DerivedPreconditions.h"
#include "PositionTiles.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Analysis/Races.h"
#include "weft/Analysis/RepeatedCoordinates.h"
#include "weft/Support/Combiner.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// Tensors and accesses
//===----------------------------------------------------------------------===//

static LogicalResult verifyFormat(Operation *op, RankedTensorType type) {
  if (!level::getFormat(type))
    return op->emitOpError(level::describeMissingFormat(type));
  return success();
}

static LogicalResult verifyAccess(cin::AccessOp access,
                                  const KernelInfo &info) {
  Value ref = access.getRef();
  if (access.getRef().getType().getRank() == 0)
    return success();
  // A result is complete when the mutation of a sequence begins.
  bool readable = !info.isResult(ref);
  Region *region = access->getParentRegion();
  for (; !readable && region != &info.getKernel().getBody();
       region = region->getParentRegion())
    if (auto sequence = dyn_cast<cin::SequenceOp>(region->getParentOp()))
      readable = region == &sequence.getMutation();
  auto where = dyn_cast<cin::WhereOp>(ref.getParentBlock()->getParentOp());
  if (!readable || (where && where.getProducerRef() == ref))
    return access.emitOpError("reads ")
           << info.getName(ref)
           << " while it is being assembled; a workspace is needed";
  return success();
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

/// Whether the format is one that foralls can assemble.
static LogicalResult verifyAssembled(cin::AssignOp assign,
                                     const KernelInfo &info) {
  Value ref = assign.getRef();
  level::FormatAttr format = getFormat(ref);
  if (!format.isAssembled())
    return assign.emitOpError("cannot assemble ")
           << info.getName(ref) << ": its format can only be read";
  // Branchless levels are appended to together with the level above them, once
  // for each of their coordinates.
  for (int64_t level = 1; level < format.getNumLevels(); ++level)
    if (format.getLevelType(level).isBranchless() &&
        !format.getLevelType(level).hasInsert() &&
        format.getLevelType(level - 1).isUnique())
      return assign.emitOpError("cannot assemble ")
             << info.getName(ref) << ": level " << level
             << " is unique, but the level below it has one coordinate only "
                "for each of its coordinates";
  return success();
}

/// Segments that follow each other are filled in the order of their parents, or
/// counted first if these have none. Then positions are known when all are
/// counted, and not before, as levels below would have it.
static LogicalResult verifyOrder(cin::AssignOp assign, const KernelInfo &info) {
  Value ref = assign.getRef();
  level::FormatAttr format = getFormat(ref);
  bool counts = info.isResult(ref) &&
                info.getKernel().getAssembly() != level::Assembly::Compute;
  std::optional<analysis::LevelConflict> conflict =
      analysis::findConflict(format, counts);
  if (!conflict)
    return success();
  auto [level, unordered] = *conflict;
  return assign.emitOpError("cannot assemble ")
         << info.getName(ref) << ": level " << level + 1 << " ("
         << format.getLevelType(level)
         << ") takes segments in the order of their parents, but level "
         << unordered + 1 << " (" << format.getLevelType(unordered)
         << ") keeps coordinates in no order";
}

/// Positions that depend on components are assembled with them.
static LogicalResult verifyShared(cin::AssignOp assign,
                                  const KernelInfo &info) {
  Value ref = assign.getRef();
  level::FormatAttr format = getFormat(ref);
  level::Assembly assembly = info.getKernel().getAssembly();
  if (assembly != level::Assembly::Assemble &&
      assembly != level::Assembly::Compute)
    return success();
  for (int64_t level = 0, e = format.getNumLevels(); level != e; ++level)
    if (format.getLevelType(level).sharesPositions())
      return assign.emitOpError("cannot assemble ")
             << info.getName(ref) << ": which positions level " << level + 1
             << " (" << format.getLevelType(level)
             << ") has depends on the components";
  return success();
}

/// The entries of a format with slots take a slot each.
static LogicalResult verifySlots(cin::AssignOp assign, const KernelInfo &info) {
  Value ref = assign.getRef();
  if (getFormat(ref).getNumSlots() == 0)
    return success();
  auto refuse = [&](StringRef what) {
    return assign.emitOpError("cannot assemble ") << info.getName(ref) << what;
  };
  if (!info.isResult(ref))
    return refuse(", a workspace in a format with slots");
  if (assign.isCompound() || !info.isOnlyAssign(assign))
    return refuse(", whose entries take a slot each, from several values for "
                  "one component; a workspace is needed");
  // Coordinates that are appended in a slot ascend if no other loop is around
  // theirs, but for those of the levels above.
  IndexedTensor tensor(assign);
  int64_t appended = analysis::getFirstAppended(tensor.getFormat());
  if (appended != tensor.getNumLevels()) {
    SmallVector<Value> inner = tensor.getForalls(appended);
    llvm::SmallDenseSet<Value> allowed(inner.begin(), inner.end());
    for (int64_t level = 0; level != appended; ++level)
      allowed.insert_range(tensor.getForalls(level));
    auto forall = assign->getParentOfType<cin::ForallOp>();
    bool isInside = false;
    for (; forall; forall = forall->getParentOfType<cin::ForallOp>()) {
      isInside |= llvm::is_contained(inner, forall.getVariable());
      if (isInside && !allowed.contains(forall.getVariable()))
        return refuse(" in slots in this order of the foralls; a workspace is "
                      "needed");
    }
  }
  if (info.getKernel().getAssembly() == level::Assembly::Compute)
    return refuse(": slots are not found again in a structure that is kept");
  return success();
}

/// What appends takes the coordinates of one assignment only.
static LogicalResult verifyOnce(cin::AssignOp assign, const KernelInfo &info) {
  if (info.isFirstAssign(assign))
    return success();
  Value ref = assign.getRef();
  level::FormatAttr format = getFormat(ref);
  for (int64_t level = 0, e = format.getNumLevels(); level != e; ++level)
    if (!level::insertsInAnyOrder(format.getLevelType(level)))
      return assign.emitOpError("assigns ")
             << info.getName(ref) << " once more, but its level " << level + 1
             << " (" << format.getLevelType(level)
             << ") takes coordinates once only; a workspace is needed";
  return success();
}

/// Components are dropped when they are known, which is while they are counted
/// only if they are those of another tensor.
static LogicalResult verifyDropped(cin::AssignOp assign,
                                   const KernelInfo &info) {
  Value ref = assign.getRef();
  level::FormatAttr format = getFormat(ref);
  if (!info.dropsFill(ref) || format.getNumLevels() == 0)
    return success();
  auto refuse = [&](StringRef what) {
    return assign.emitOpError("cannot drop components of ")
           << info.getName(ref) << ", which are " << what
           << " before they are known; a workspace is needed";
  };
  if (info.getResultAssembly(ref) == level::Assembly::Count &&
      !info.isCopy(assign))
    return refuse("counted");
  level::LevelTypeAttrInterface last =
      format.getLevelType(format.getNumLevels() - 1);
  if (last.hasInsert() && !last.isFull() &&
      (assign.isCompound() || !info.isOnlyAssign(assign)))
    return refuse("inserted");
  return success();
}

/// Whether a caller sees the entries of a result, who is to find each component
/// once.
static bool isSeenByCallers(Value ref, const KernelInfo &info) {
  cin::KernelOp kernel = info.getKernel();
  ValueRange refs = kernel.getOutputRefs();
  Value result = kernel->getResult(llvm::find(refs, ref) - refs.begin());
  return llvm::any_of(result.getUsers(), [](Operation *user) {
    auto function = dyn_cast<FunctionOpInterface>(user->getParentOp());
    return function && function.isPublic() &&
           user->hasTrait<OpTrait::ReturnLike>();
  });
}

/// The entries of a list are the updates of its components, which the kernels
/// that read the list add up.
static LogicalResult verifyList(cin::AssignOp assign, const KernelInfo &info) {
  Value ref = assign.getRef();
  if (!info.isResult(ref) || !getFormat(ref).sortsEntries())
    return success();
  bool sums = isSumCombiner(assign.getCombiner()) &&
              isZeroScalar(level::getFill(getTensorType(ref))) &&
              !isSeenByCallers(ref, info);
  if (assign.isCompound() && info.dropsFill(ref))
    return assign.emitOpError("cannot drop components of ")
           << info.getName(ref)
           << ", a coordinate list whose entries are added up when it is read; "
              "a workspace is needed";
  if (assign.isCompound() && !sums)
    return assign.emitOpError("combines into ")
           << info.getName(ref)
           << ", a coordinate list whose entries are added up when it is read; "
              "a workspace is needed";
  if (info.getKernel().getAssembly() == level::Assembly::Compute)
    return assign.emitOpError("cannot keep the structure of ")
           << info.getName(ref)
           << ": the entries of a coordinate list are computed in any order";
  return success();
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Checks what is around and inside of a forall on units of a GPU: threads are
/// inside of warps or blocks, and warps inside of blocks.
static LogicalResult verifyUnits(cin::ForallOp forall) {
  cin::ParallelUnit unit = *forall.getUnit();
  bool isInBlock = false;
  for (auto outer = forall->getParentOfType<cin::ForallOp>(); outer;
       outer = outer->getParentOfType<cin::ForallOp>()) {
    if (!outer.getUnit())
      continue;
    bool areThreads = unit == cin::ParallelUnit::GPUThread &&
                      outer.getUnit() == cin::ParallelUnit::GPUThread;
    if (!analysis::isOnGPU(outer) || (*outer.getUnit() >= unit && !areThreads))
      return forall.emitOpError("runs on ")
             << cin::stringifyParallelUnit(unit) << " inside of '"
             << outer.getName() << "', which runs on "
             << cin::stringifyParallelUnit(*outer.getUnit())
             << "; threads are inside of warps, and these inside of blocks";
    isInBlock |= outer.getUnit() == cin::ParallelUnit::GPUBlock;
  }
  if (unit != cin::ParallelUnit::GPUBlock)
    return isInBlock ? success()
                     : forall.emitOpError("runs on ")
                           << cin::stringifyParallelUnit(unit)
                           << " outside of a block; run a loop around it on "
                              "gpu_block";
  bool hasThreads = false;
  forall.walk([&](cin::ForallOp inner) {
    hasThreads |= inner.getUnit() == cin::ParallelUnit::GPUThread;
  });
  if (!hasThreads)
    return forall.emitOpError(
        "runs on gpu_block and has no threads; run a loop "
        "inside of it on gpu_thread");
  return success();
}

/// Whether an assignment is to a scalar inside of the kernel, which loops
/// carry.
static bool isCarriedScalar(cin::AssignOp assign) {
  Value ref = assign.getRef();
  return assign.getRef().getType().getRank() == 0 &&
         !isa<cin::KernelOp>(ref.getParentBlock()->getParentOp());
}

/// Why units of a GPU that may have partial results race for a component that
/// is no scalar which their loop carries; nothing if they do not.
static std::optional<std::string> whyNotCarried(cin::ForallOp forall,
                                                const analysis::Race &race,
                                                bool allowsRaces) {
  switch (*forall.getRaces()) {
  case cin::RaceStrategy::Temporary:
    if (analysis::isUpdatedAtomically(forall, race.assign))
      return std::nullopt;
    return std::string(forall.getUnit() == cin::ParallelUnit::GPUWarp
                           ? ": warps"
                           : ": threads") +
           " have partial results of what the loop combines itself, with no "
           "workspace in between; use atomics";
  case cin::RaceStrategy::IgnoreRaces:
    // A unit that carries nothing.
    return analysis::whyNotAllowed(forall, race, cin::ParallelUnit::GPUBlock,
                                   cin::RaceStrategy::IgnoreRaces, allowsRaces);
  default:
    return std::nullopt;
  }
}

/// Iterations that run at the same time use no component that one assigns.
static LogicalResult verifyTags(cin::ForallOp forall,
                                const CINToLatticeOptions &options) {
  auto outer = forall->getParentOfType<cin::ForallOp>();
  if (outer && outer.getUnit() == cin::ParallelUnit::CPUVector)
    return forall.emitOpError("is inside of '")
           << outer.getName() << "', whose iterations are lanes of vectors";
  if (!forall.getUnit())
    return success();
  bool isVector = forall.getUnit() == cin::ParallelUnit::CPUVector;
  bool isGPU = analysis::isOnGPU(forall);
  cin::RaceStrategy races = *forall.getRaces();
  bool isPartial = races == cin::RaceStrategy::Temporary;
  if (isVector ? races == cin::RaceStrategy::Atomics
               : isPartial && !analysis::mayCarryPartialResults(forall))
    return forall.emitOpError("cannot be lowered with parallel(")
           << cin::stringifyParallelUnit(*forall.getUnit()) << ", "
           << cin::stringifyRaceStrategy(*forall.getRaces()) << ")";
  if (isGPU && failed(verifyUnits(forall)))
    return failure();
  for (; outer; outer = outer->getParentOfType<cin::ForallOp>())
    if (outer.getUnit() && !isVector && !isGPU)
      return forall.emitOpError("is parallel inside of '")
             << outer.getName()
             << "', and one of two nested loops can be parallel";
  for (const analysis::Race &race : analysis::findRaces(forall)) {
    std::optional<std::string> why = analysis::whyNotAllowed(
        forall, race, *forall.getUnit(), races, options.allowRaces);
    if (!why && isGPU && analysis::mayCarryPartialResults(forall) &&
        !isCarriedScalar(race.assign))
      why = whyNotCarried(forall, race, options.allowRaces);
    if (why && analysis::isAtomicInside(forall, race))
      why = std::nullopt;
    if (!why && options.deterministic)
      why = analysis::whyNotDeterministic(forall, race, races);
    if (!why)
      continue;
    cin::AssignOp assign = race.assign;
    InFlightDiagnostic error = assign.emitOpError("races: ");
    analysis::describeRace(*error.getUnderlyingDiagnostic(), forall, race);
    error << *why;
    return error;
  }
  if (options.deterministic && !isVector && !isGPU)
    if (cin::AssignOp assign = analysis::findRoundedList(forall))
      return assign.emitOpError("appends real numbers to a list for each "
                                "thread, which are rounded in the order in "
                                "which each combines its own; run another loop "
                                "in parallel");
  return success();
}

/// That every mode has the size of its variable is what bounds the reads.
static LogicalResult verifyExtent(Operation *op, Value extent,
                                  const KernelInfo &info) {
  if (llvm::is_contained(info.getKernel().getExtentArgs(), extent))
    return success();
  return op->emitOpError(
      "extents that are not arguments of the kernel are not supported yet");
}

/// Whether a variable without an extent counts combinations or positions, or is
/// a part of a variable that has an extent or is such a number.
static bool isCounted(Value variable) {
  return llvm::any_of(variable.getUsers(), [&](Operation *user) {
    if (cin::isDerivation(user) && cin::isNumberOf(variable, user))
      return true;
    auto split = dyn_cast<cin::SplitOp>(user);
    return split &&
           (split.getOuter() == variable || split.getInner() == variable) &&
           (split.getExtent() || isCounted(split.getVariable()));
  });
}

/// Checks that the number of iterations of a loop over a variable is known.
static LogicalResult verifyCount(Operation *op, Value variable, StringRef name,
                                 const KernelInfo &info) {
  if (Value extent = cin::getExtent(variable))
    return verifyExtent(op, extent, info);
  if (isCounted(variable))
    return success();
  return op->emitOpError("expected an extent of '")
         << name << "', which counts neither combinations nor positions";
}

/// What is in the last two tiles may be computed twice.
static LogicalResult verifyTail(cin::SplitOp split) {
  if (!split.isShifted())
    return success();
  std::optional<analysis::Repetition> repetition =
      analysis::findRepetition(split.getVariable());
  if (!repetition)
    return success();
  return repetition->statement->emitOpError("cannot shift the last tile of '")
         << split.getName() << "' inwards: " << repetition->why;
}

static LogicalResult verifyOperation(Operation *op, const KernelInfo &info,
                                     const CINToLatticeOptions &options) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](cin::CollapseOp collapse) {
        return failure(failed(verifyCount(collapse, collapse.getOuter(),
                                          collapse.getOuterName(), info)) ||
                       failed(verifyCount(collapse, collapse.getInner(),
                                          collapse.getInnerName(), info)) ||
                       failed(verifyCollapse(collapse, info)));
      })
      .Case([&](cin::PositionOp position) {
        return failure(failed(verifyPosition(position, info)) ||
                       failed(verifyCount(position, position.getVariable(),
                                          position.getName(), info)));
      })
      .Case([&](cin::SplitOp split) {
        return failure(failed(verifyCount(split, split.getVariable(),
                                          split.getName(), info)) ||
                       (split.getRef() && failed(verifyTiles(split, info))) ||
                       failed(verifyTail(split)));
      })
      .Case([&](cin::ForallOp forall) {
        return failure(failed(verifyCount(forall, forall.getVariable(),
                                          forall.getName(), info)) ||
                       failed(verifyTags(forall, options)));
      })
      .Case([&](cin::WhereOp where) {
        return verifyFormat(where, where.getTensorType());
      })
      .Case([&](cin::AccessOp access) { return verifyAccess(access, info); })
      .Case([&](cin::AssignOp assign) {
        for (auto verify : {verifyAssembled, verifyOrder, verifyShared,
                            verifySlots, verifyOnce, verifyDropped, verifyList})
          if (failed(verify(assign, info)))
            return failure();
        return success();
      })
      .Default([](Operation *) { return success(); });
}

LogicalResult cin_to_lattice::verifyKernel(const KernelInfo &info,
                                           const CINToLatticeOptions &options) {
  cin::KernelOp kernel = info.getKernel();
  for (Value tensor :
       llvm::concat<Value>(kernel.getInputs(), kernel.getOutputs()))
    if (failed(verifyFormat(kernel, cast<RankedTensorType>(tensor.getType()))))
      return failure();
  WalkResult result = kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    return WalkResult(verifyOperation(op, info, options));
  });
  return failure(result.wasInterrupted());
}
