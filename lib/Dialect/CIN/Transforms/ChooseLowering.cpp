//===- ChooseLowering.cpp - How loops over arrays are lowered -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the transformations of loops over arrays for the statements of a
// module and for a processor, and writes them down as the lowering
// configuration of the module. No later pass asks which processor there is or
// whether a schedule was given.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Passes.h"

#include "weft/Analysis/IndexedTensor.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"

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

/// How many iterations of a loop that counts become one.
static constexpr int64_t kHistogramFactor = 4;
/// From how many terms on the coordinates of a union are compared in groups
/// (decision 106), and up to how many operations its body is copied for each
/// case (decision 168).
static constexpr int64_t kGroupedTerms = 6;
static constexpr int64_t kSplitOperations = 32;
/// How many vector accumulators a reduction has.
static constexpr int64_t kAccumulators = 4;

namespace {
/// What the statements of a module do, as far as the choice depends on it.
struct Traits {
  explicit Traits(Operation *root);

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
};
} // namespace

/// Whether a level has some of the coordinates only, or others than a dense
/// one.
static bool isSegment(const IndexedTensor &tensor, int64_t level) {
  level::LevelTypeAttrInterface type = tensor.getLevelType(level);
  return !type.isFull() || !type.hasLocate();
}

Traits::Traits(Operation *root) {
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
  root->walk([&](Operation *op) {
    numKernels += isa<KernelOp>(op);
    hasStatements |= isa<MultiOp, SequenceOp>(op);
    if (auto access = dyn_cast<AccessOp>(op)) {
      visit(access, readsSegments, /*isRead=*/true);
    } else if (auto assign = dyn_cast<AssignOp>(op)) {
      visit(assign, appends, /*isRead=*/false);
      reduces |= assign.isCompound();
    } else if (auto where = dyn_cast<WhereOp>(op)) {
      hasWorkspaces |= where.getTensorType().getRank() != 0;
    } else if (auto forall = dyn_cast<ForallOp>(op)) {
      hasLanes |= forall.getUnit() == ParallelUnit::CPUVector;
      hasThreads |= forall.getUnit() == ParallelUnit::CPUThread;
    }
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
    Traits traits(module);
    chooseForms(traits);
    chooseMemory(traits);
    if (vectors) {
      chooseVectors(traits);
      choosePrefetches(traits);
    }
    module->setAttr(kLoweringConfigAttr, config);
    remark::passed(module.getLoc(), remark::RemarkOpts::name("ChosenLowering")
                                        .category("cin-choose-lowering"))
        << remark::add("{0}", config);
  }

private:
  /// Sets an option to a value, unless a schedule has said otherwise.
  void choose(LoweringOption option, const Twine &value = "") {
    const LoweringOptionInfo &info = getLoweringOptionInfo(option);
    Attribute attr = getLoweringValue(&getContext(), info, value.str());
    assert(attr && "the option has the value");
    if (!config.lookup(option))
      config = config.with(option, attr);
  }

  /// Which loops a lattice becomes, and how many functions the kernels.
  void chooseForms(const Traits &traits) {
    if (traits.hasStatements)
      choose(LoweringOption::ShareKernels);
    if (!traits.merges)
      return;
    choose(LoweringOption::CarryUnions);
    choose(LoweringOption::GroupUnions, Twine(kGroupedTerms));
    choose(LoweringOption::SplitUnions, Twine(kSplitOperations));
    choose(LoweringOption::LookupTables, strict ? "positions" : "components");
  }

  /// Where arrays are, and how results grow.
  void chooseMemory(const Traits &traits) {
    if (!traits.hasWorkspaces && !traits.appends && !traits.merges)
      return;
    if (traits.appends || traits.hasWorkspaces)
      choose(LoweringOption::DenseAccumulators);
    choose(LoweringOption::HoistWorkspaces);
    choose(LoweringOption::CarryWorkspaces);
    choose(LoweringOption::StackArrays, Twine(machine.stackArrayMaxBytes));
  }

  void chooseVectors(const Traits &traits) {
    bool appends = traits.appends || traits.hasWorkspaces;
    if (appends) {
      choose(LoweringOption::UnrollHistograms, Twine(kHistogramFactor));
      choose(LoweringOption::VectorizeRuns);
    }
    if (traits.hasLanes) {
      choose(LoweringOption::VersionExtents,
             machine.vectorMasks ? "masked" : "unmasked");
      choose(LoweringOption::WidenTiles);
    }
    if (traits.reduces) {
      choose(LoweringOption::JamReductions);
      choose(LoweringOption::VectorizeBlocks);
      choose(LoweringOption::TileSweeps);
      choose(LoweringOption::VectorizeRows);
      choose(LoweringOption::InterleaveReductions, Twine(kAccumulators));
      choose(LoweringOption::VectorizeStores);
    }
    if (traits.reduces && traits.readsSegments &&
        (machine.fastGathers || machine.vectorMasks))
      choose(LoweringOption::VectorizeSegments,
             machine.fastGathers ? "masked" : "overrun");
    if (!machine.vectorMasks)
      return;
    if (traits.merges) {
      choose(LoweringOption::VectorizeIntersections);
      choose(LoweringOption::VectorizeConditionals,
             machine.fastGathers ? "gather" : "load");
    }
    if (appends)
      choose(LoweringOption::VectorizeAppends);
    if (traits.reduces && traits.readsSegments)
      choose(LoweringOption::HoldRows);
    if (traits.hasThreads && traits.readsSegments)
      choose(LoweringOption::JamRows);
  }

  void choosePrefetches(const Traits &traits) {
    StringRef cache = machine.hasLowL3Latency() ? "l2" : "l1";
    if (traits.readsSegments) {
      choose(LoweringOption::PrefetchStreams, cache);
      choose(LoweringOption::PrefetchSegments);
    }
    if (traits.appends || traits.hasWorkspaces) {
      choose(LoweringOption::FlattenRows);
      choose(LoweringOption::PrefetchScatters, cache);
    }
    if (!machine.hasLowL3Latency())
      return;
    if (traits.readsSegments) {
      choose(LoweringOption::PrefetchGathers);
      choose(LoweringOption::PrefetchStridedGathers);
    }
    choose(LoweringOption::StreamStores, Twine(machine.streamStoreMinBytes));
  }

  LoweringConfigAttr config;
  Machine machine;
};
} // namespace
