//===- ChooseLowering.cpp - Choice of lowering options ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the transformations of loops over arrays, and their parameters such
// as prefetch distances, for the statements of a module and for a processor.
// The choice is an attribute, the lowering configuration of the module. Later
// passes read from the machine attribute only parameters that have no option,
// such as cache sizes, and do not depend on whether a schedule was given.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Passes.h"

#include "weft/Dialect/CIN/Transforms/AppliedSchedule.h"

#include "weft/Analysis/IndexedTensor.h"
#include "weft/Analysis/Races.h"
#include "weft/Dialect/Weft/IR/LoweringDefaults.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/IR/BuiltinOps.h"

namespace weft {
namespace cin {
#define GEN_PASS_DEF_CINCHOOSELOWERING
#include "weft/Dialect/CIN/Transforms/Passes.h.inc"
} // namespace cin
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::cin;
using analysis::IndexedTensor;

static constexpr StringLiteral kAssemblesNothing =
    "no sparse result or workspace is assembled";
static constexpr StringLiteral kReducesNothing =
    "the statements have no reductions";
static constexpr StringLiteral kReadsNoSegments =
    "no operand has a sparse level";

/// The options that are chosen for loops of a GPU as well: those that say which
/// functions, loops and arrays there are.
static constexpr LoweringOption kOptionsOfGPU[] = {
    LoweringOption::ShareKernels,    LoweringOption::CarryUnions,
    LoweringOption::GroupUnions,     LoweringOption::SplitUnions,
    LoweringOption::LookupTables,    LoweringOption::DenseAccumulators,
    LoweringOption::HoistWorkspaces, LoweringOption::CarryWorkspaces,
    LoweringOption::StackArrays};

namespace {
/// What the statements of a module do, as far as the choice depends on it.
struct Traits {
  /// Without `onGPU`, leaves out what the units of a GPU do.
  explicit Traits(Operation *root, bool onGPU);

  /// A statement assigns a component.
  bool assigns = false;

  /// A tensor is read, or assigned, that stores some of its coordinates only.
  bool readsSegments = false, appends = false;
  /// A workspace has components.
  bool hasWorkspaces = false;
  /// Several tensors store some coordinates of one variable.
  bool merges = false;
  /// A compound assignment combines values.
  bool reduces = false;
  /// There are several statements.
  bool hasStatements = false;
  /// A forall has lanes, or threads.
  bool hasLanes = false, hasThreads = false;
  /// The innermost forall of an assignment of complex numbers, which have no
  /// vectors, iterates over a tile.
  bool hasComplexTiles = false;
};
} // namespace

/// Whether a level has some of the coordinates only, or others than a dense
/// one.
static bool isSegment(const IndexedTensor &tensor, int64_t level) {
  level::LevelTypeAttrInterface type = tensor.getLevelType(level);
  return !type.isFull() || !type.hasLocate();
}

/// Whether an assignment of complex numbers is in a loop over a tile of
/// coordinates.
static bool isInComplexTile(AssignOp assign) {
  auto forall = dyn_cast<ForallOp>(assign->getParentOp());
  if (!forall || !isa<ComplexType>(
                     analysis::getTensorType(assign.getRef()).getElementType()))
    return false;
  return llvm::any_of(forall.getVariable().getUsers(), [&](Operation *user) {
    auto split = dyn_cast<SplitOp>(user);
    return split && split.getInner() == forall.getVariable() &&
           split.getDirection() == SplitDirection::Down && !split.getRef();
  });
}

Traits::Traits(Operation *root, bool onGPU) {
  // The accesses that store some coordinates of a variable.
  llvm::SmallDenseMap<Value, unsigned> stored;
  auto visit = [&](const IndexedTensor &tensor, bool &has, bool isRead) {
    for (int64_t level : llvm::seq(tensor.getNumLevels())) {
      if (!isSegment(tensor, level))
        continue;
      has = true;
      if (isRead)
        for (Value variable : tensor.getForalls(level))
          merges |= ++stored[variable] > 1;
    }
  };
  unsigned numKernels = 0;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto forall = dyn_cast<ForallOp>(op);
        forall && !onGPU && analysis::isOnGPU(forall))
      return WalkResult::skip();
    numKernels += isa<KernelOp>(op);
    hasStatements |= isa<MultiOp, SequenceOp>(op);
    if (auto access = dyn_cast<AccessOp>(op)) {
      visit(access, readsSegments, /*isRead=*/true);
    } else if (auto assign = dyn_cast<AssignOp>(op)) {
      assigns = true;
      visit(assign, appends, /*isRead=*/false);
      reduces |= assign.isCompound();
      hasComplexTiles |= isInComplexTile(assign);
    } else if (auto where = dyn_cast<WhereOp>(op)) {
      hasWorkspaces |= where.getTensorType().getRank() != 0;
    } else if (auto forall = dyn_cast<ForallOp>(op)) {
      hasLanes |= forall.getUnit() == ParallelUnit::CPUVector;
      hasThreads |= forall.getUnit() == ParallelUnit::CPUThread;
    }
    return WalkResult::advance();
  });
  hasStatements |= numKernels > 1;
}

namespace {
struct CINChooseLowering
    : public weft::cin::impl::CINChooseLoweringBase<CINChooseLowering> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    config = module->getAttrOfType<LoweringConfigAttr>(kLoweringConfigAttr);
    if (!config)
      config = LoweringConfigAttr::getEmpty(&getContext());
    machine = Machine::of(module);
    Traits traits(module, /*onGPU=*/true);
    chooseForms(traits);
    chooseMemory(traits);
    // Loops of a GPU have neither vectors nor prefetches.
    Traits ofProcessor(module, /*onGPU=*/false);
    if (traits.assigns && !ofProcessor.assigns) {
      reportUnusedOnGPU();
    } else if (vectors) {
      chooseVectors(ofProcessor);
      choosePrefetches(ofProcessor);
    } else if (strips) {
      chooseStrips(ofProcessor);
    }
    module->setAttr(kLoweringConfigAttr, config);
  }

private:
  /// Sets an option to a value, unless a schedule has set it.
  void choose(LoweringOption option, const Twine &value = "") {
    const LoweringOptionInfo &info = getLoweringOptionInfo(option);
    Attribute attr = getLoweringValue(&getContext(), info, value.str());
    assert(attr && "the option has the value");
    if (Attribute given = config.lookup(option))
      return reportOption(getOperation(), option, given);
    config = config.with(option, attr);
    std::string text = describeOptionValue(option, attr);
    reportChosen(getOperation(), option,
                 text.empty() ? Twine("is enabled") : "is enabled: " + text);
  }

  /// Sets an option to its default number, unless a schedule has set it.
  void chooseNumber(LoweringOption option) {
    choose(option, Twine(getDefaultNumber(option, machine)));
  }

  /// Leaves options off that no schedule has set, and reports the reason.
  void leaveOff(ArrayRef<LoweringOption> options, const Twine &reason) {
    for (LoweringOption option : options)
      if (Attribute given = config.lookup(option))
        reportOption(getOperation(), option, given);
      else
        reportOptionOff(getOperation(), option,
                        "is not enabled by default: " + reason);
  }

  /// Reports the options of a schedule that apply to loops of the processor,
  /// which has none.
  void reportUnusedOnGPU() {
    for (const LoweringOptionInfo &info : getLoweringOptions())
      if (config.lookup(info.option) &&
          !llvm::is_contained(kOptionsOfGPU, info.option))
        reportOptionOff(getOperation(), info.option,
                        "has no effect, since all loops run on the GPU");
  }

  /// Which loops a lattice becomes, and how many functions the kernels.
  void chooseForms(const Traits &traits) {
    if (traits.hasStatements)
      choose(LoweringOption::ShareKernels);
    else
      leaveOff(LoweringOption::ShareKernels, "there is one statement");
    if (!traits.merges)
      return leaveOff({LoweringOption::CarryUnions, LoweringOption::GroupUnions,
                       LoweringOption::SplitUnions,
                       LoweringOption::LookupTables},
                      "no two sparse levels are coiterated");
    choose(LoweringOption::CarryUnions);
    chooseNumber(LoweringOption::GroupUnions);
    chooseNumber(LoweringOption::SplitUnions);
    choose(LoweringOption::LookupTables, strict ? "positions" : "components");
  }

  /// Where arrays are, and how results grow.
  void chooseMemory(const Traits &traits) {
    if (traits.appends || traits.hasWorkspaces)
      choose(LoweringOption::DenseAccumulators);
    else
      leaveOff(LoweringOption::DenseAccumulators, kAssemblesNothing);
    if (!traits.hasWorkspaces && !traits.appends && !traits.merges)
      return leaveOff({LoweringOption::HoistWorkspaces,
                       LoweringOption::CarryWorkspaces,
                       LoweringOption::StackArrays},
                      "the statements have no workspaces");
    choose(LoweringOption::HoistWorkspaces);
    choose(LoweringOption::CarryWorkspaces);
    chooseNumber(LoweringOption::StackArrays);
  }

  /// Strips of rows, which are loops without vectors as well.
  void chooseStrips(const Traits &traits) {
    if (traits.reduces)
      choose(LoweringOption::VectorizeRows);
    else
      leaveOff(LoweringOption::VectorizeRows, kReducesNothing);
  }

  void chooseVectors(const Traits &traits) {
    if (traits.appends || traits.hasWorkspaces) {
      chooseNumber(LoweringOption::UnrollHistograms);
      choose(LoweringOption::VectorizeRuns);
    } else {
      leaveOff(
          {LoweringOption::UnrollHistograms, LoweringOption::VectorizeRuns},
          kAssemblesNothing);
    }
    if (traits.hasLanes) {
      choose(LoweringOption::VersionExtents,
             machine.vectorMasks ? "masked" : "unmasked");
      choose(LoweringOption::WidenTiles);
    } else {
      StringRef reason = "no loop is vectorized by the schedule";
      if (traits.hasComplexTiles)
        choose(LoweringOption::VersionExtents, "unmasked");
      else
        leaveOff(LoweringOption::VersionExtents, reason);
      leaveOff(LoweringOption::WidenTiles, reason);
    }
    if (traits.reduces) {
      choose(LoweringOption::JamReductions);
      choose(LoweringOption::VectorizeBlocks);
      choose(LoweringOption::TileSweeps);
      choose(LoweringOption::VectorizeRows);
      chooseNumber(LoweringOption::InterleaveReductions);
      choose(LoweringOption::VectorizeStores);
    } else {
      leaveOff({LoweringOption::JamReductions, LoweringOption::VectorizeBlocks,
                LoweringOption::TileSweeps, LoweringOption::VectorizeRows,
                LoweringOption::InterleaveReductions,
                LoweringOption::VectorizeStores},
               kReducesNothing);
    }
    chooseSegmentVectors(traits);
  }

  /// Vectors of loops over segments, most of which need masks.
  void chooseSegmentVectors(const Traits &traits) {
    bool appends = traits.appends || traits.hasWorkspaces;
    bool reducesSegments = traits.reduces && traits.readsSegments;
    StringRef noSegments = "no sparse level is reduced";
    auto chooseIf = [&](bool applies, LoweringOption option, StringRef reason,
                        StringRef value = "") {
      if (!applies)
        leaveOff(option, reason);
      else if (!machine.vectorMasks)
        leaveOff(option, "the machine has no vector masks");
      else
        choose(option, value);
    };
    if (!reducesSegments)
      leaveOff(LoweringOption::VectorizeSegments, noSegments);
    else if (!machine.fastGathers && !machine.vectorMasks)
      leaveOff(LoweringOption::VectorizeSegments,
               "the machine has neither fast gathers nor vector masks");
    else
      choose(LoweringOption::VectorizeSegments,
             machine.fastGathers ? "masked" : "overrun");
    chooseIf(traits.merges, LoweringOption::VectorizeIntersections,
             "no two sparse levels are coiterated");
    chooseIf(traits.merges, LoweringOption::VectorizeConditionals,
             "no two sparse levels are coiterated",
             machine.fastGathers ? "gather" : "load");
    chooseIf(appends, LoweringOption::VectorizeAppends, kAssemblesNothing);
    chooseIf(reducesSegments, LoweringOption::HoldRows, noSegments);
    chooseIf(traits.hasThreads && traits.readsSegments, LoweringOption::JamRows,
             "no parallel loop iterates a sparse level");
  }

  void choosePrefetches(const Traits &traits) {
    bool isNear = machine.hasLowL3Latency();
    StringRef cache = isNear ? "l2" : "l1";
    if (traits.readsSegments) {
      choose(LoweringOption::PrefetchStreams,
             cache + "," + Twine(machine.streamPrefetchDistance));
      choose(LoweringOption::PrefetchSegments,
             Twine(machine.segmentPrefetchDistance));
    } else {
      leaveOff(
          {LoweringOption::PrefetchStreams, LoweringOption::PrefetchSegments},
          kReadsNoSegments);
    }
    if (traits.appends || traits.hasWorkspaces) {
      choose(LoweringOption::FlattenRows);
      choose(LoweringOption::PrefetchScatters,
             cache + "," +
                 Twine(isNear ? machine.l2ScatterPrefetchDistance
                              : machine.l1ScatterPrefetchDistance));
    } else {
      leaveOff({LoweringOption::FlattenRows, LoweringOption::PrefetchScatters},
               kAssemblesNothing);
    }
    chooseGathers(traits);
    if (isNear)
      chooseNumber(LoweringOption::StreamStores);
    else
      leaveOff(LoweringOption::StreamStores, describeLatency());
  }

  /// Prefetches of indirect loads, most of them into the second cache.
  void chooseGathers(const Traits &traits) {
    const LoweringOption gathers[] = {LoweringOption::PrefetchGathers,
                                      LoweringOption::PrefetchStridedGathers};
    if (!traits.readsSegments)
      return leaveOff(gathers, kReadsNoSegments);
    if (!machine.hasLowL3Latency())
      return leaveOff(gathers, describeLatency());
    choose(LoweringOption::PrefetchGathers,
           Twine(machine.gatherPrefetchDistance) + "," +
               Twine(machine.rowPrefetchDistance) + "," +
               Twine(machine.fiberPrefetchDistance));
    choose(LoweringOption::PrefetchStridedGathers,
           Twine(machine.stridedGatherPrefetchDistance));
  }

  /// Why options for machines with a low L3 latency are not enabled.
  std::string describeLatency() const {
    return ("the L3 latency of the machine is " +
            Twine(machine.l3LatencyCycles) +
            " cycles, and the option is for at most " +
            Twine(Machine::kMaxLowL3LatencyCycles))
        .str();
  }

  LoweringConfigAttr config;
  Machine machine;
};
} // namespace
