//===- Pipelines.cpp - Pipelines between levels of IR -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the lowering pipelines.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/Pipelines.h"
#include "weft/Compiler/Passes.h"
#include "weft/Conversion/NotationToCIN/ApplySchedule.h"
#include "weft/Conversion/Passes.h"
#include "weft/Dialect/Algebra/Transforms/Passes.h"
#include "weft/Dialect/CIN/Transforms/Passes.h"
#include "weft/Dialect/Level/Transforms/Passes.h"
#include "weft/Dialect/TIN/Transforms/Passes.h"
#include "weft/GPU/Passes.h"
#include "weft/GPU/Target.h"
#include "weft/Loops/Passes.h"
#include "weft/Notation/Schedule.h"

#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace weft;

/// One round of canonicalization, after which there is little left to do.
/// Blocks are merged by LLVM.
static std::unique_ptr<Pass> createSimplifier() {
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  config.setMaxIterations(1);
  return createCanonicalizerPass(config);
}

/// Appends the pass that chooses how loops over arrays are lowered, if a
/// schedule does not say all of it.
static void addLoweringChoice(OpPassManager &pm,
                              const LoweringOptions &options) {
  notation::ScheduleForm form = notation::getScheduleForm(options.schedule);
  if (form == notation::ScheduleForm::Only)
    return;
  // Strips are tiles, which a plain schedule fixes.
  bool strips = !options.vectors && form == notation::ScheduleForm::Default;
  pm.addPass(cin::createCINChooseLowering(
      {options.strictFloatingPoint, options.vectors, strips}));
}

/// Appends the passes of the default schedule before the commands that a text
/// adds, so that these find loops without threads.
static void addFirstDefaults(OpPassManager &pm,
                             const LoweringOptions &options) {
  bool strict = options.strictFloatingPoint;
  pm.addPass(cin::createCINFactorReductions({strict}));
  if (!options.gpu)
    pm.addPass(cin::createCINChooseSchedule(
        {strict, /*vectors=*/true, /*threads=*/false, /*gpu=*/false,
         /*deterministic=*/false, /*guardTiles=*/!options.vectors}));
}

/// Appends the passes of the default schedule behind these commands.
static void addLastDefaults(OpPassManager &pm, const LoweringOptions &options) {
  bool strict = options.strictFloatingPoint;
  // What is left of a nest may have tiles, which are loops as well.
  pm.addPass(cin::createCINChooseSchedule(
      {strict, /*vectors=*/false, options.threads && !options.gpu, options.gpu,
       options.deterministic, /*guardTiles=*/false}));
  pm.addPass(cin::createCINHoistFactors({strict}));
  pm.addPass(cin::createCINSortFactors({strict}));
}

void weft::addDefaultSchedulePasses(OpPassManager &pm,
                                    const LoweringOptions &options) {
  addFirstDefaults(pm, options);
  addLastDefaults(pm, options);
}

/// Whether a cost model chooses the schedule of each function.
static bool estimatesSchedules(const LoweringOptions &options) {
  return options.schedule == "auto";
}

/// Appends the passes that give kernels their schedule: the default one, if it
/// starts from that, with the commands of a text in between, or the one that
/// was estimated; and then how loops over arrays are lowered.
static void addSchedulePasses(OpPassManager &pm,
                              const LoweringOptions &options) {
  bool strict = options.strictFloatingPoint;
  if (estimatesSchedules(options)) {
    pm.addPass(createWeftApplyEstimatedSchedules(
        {strict, options.vectors, options.threads, options.gpu,
         options.deterministic, options.gallop}));
    return addLoweringChoice(pm, options);
  }
  notation::ScheduleForm form = notation::getScheduleForm(options.schedule);
  bool choosesLoops = form == notation::ScheduleForm::Default;
  if (choosesLoops)
    addFirstDefaults(pm.nest<func::FuncOp>(), options);
  if (form == notation::ScheduleForm::Only ||
      notation::hasScheduleSteps(options.schedule))
    pm.addPass(createWeftApplySchedule(
        {options.schedule, strict, options.allowRaces}));
  if (choosesLoops) {
    // Functions of C source and of other modules have one version.
    if (options.gpu && options.vectors && options.entries)
      pm.addPass(
          cin::createCINVersionGPUKernels({strict, options.deterministic}));
    addLastDefaults(pm.nest<func::FuncOp>(), options);
  }
  addLoweringChoice(pm, options);
}

bool weft::usesGPU(const LoweringOptions &options) {
  return options.gpu || notation::usesGPU(options.schedule);
}

/// Appends the passes that compile the kernels of a GPU.
static void addDeviceCodePasses(OpPassManager &pm,
                                const LoweringOptions &options) {
  pm.addPass(createWeftLowerLaunches({options.device}));
  OpPassManager &device = pm.nest<mlir::gpu::GPUModuleOp>();
  device.addPass(createCanonicalizerPass());
  device.addPass(createCSEPass());
  device.addPass(createLowerSmallFloats({/*onlyConversions=*/true}));
  device.addPass(createConvertComplexToStandardPass());
  device.addPass(createSCFToControlFlowPass());
  device.addPass(createConvertGpuOpsToNVVMOps());
  // What libdevice has no function for.
  device.addPass(createConvertMathToLLVMPass());
  device.addPass(createReconcileUnrealizedCastsPass());
  GpuNVVMAttachTargetOptions target;
  // What all devices since 2018 can do, and drivers since 2020 can read.
  target.chip = "sm_75";
  target.features = "+ptx70";
  target.optLevel = 3;
  pm.addPass(createGpuNVVMAttachTarget(target));
  GpuModuleToBinaryPassOptions binary;
  binary.compilationTarget = "isa";
  binary.toolkitPath = findCudaToolkit();
  pm.addPass(createGpuModuleToBinaryPass(binary));
  WeftEmbedDeviceCodeOptions embed;
  if (options.machineCode) {
    embed.assembler = findAssembler();
    embed.capabilities = {75, 80, 90, 100};
  }
  pm.addPass(createWeftEmbedDeviceCode(embed));
}

void weft::addPlanPass(OpPassManager &pm, const LoweringOptions &options) {
  // A structure that is kept is that of one kernel, and so is what a schedule
  // names loops of.
  bool isWhole = options.assembly == level::Assembly::Fused ||
                 options.assembly == level::Assembly::TwoPhase;
  bool isChosen = options.schedule.empty() || estimatesSchedules(options);
  if (options.plans && isWhole && isChosen && !usesGPU(options))
    pm.addNestedPass<func::FuncOp>(
        tin::createTINPlan({options.strictFloatingPoint, options.alwaysPlans}));
}

void weft::addLatticePasses(OpPassManager &pm, const LoweringOptions &options) {
  pm.addPass(cin::createCINPromoteReductions());
  if (!options.strictFloatingPoint)
    pm.addPass(cin::createCINAllowReassociation());
  ConvertCINToLatticeOptions lattices;
  lattices.gallop = options.gallop;
  lattices.allowRaces = options.allowRaces;
  lattices.deterministic = options.deterministic;
  pm.addPass(createConvertCINToLattice(lattices));
}

/// Adds the passes from tensor index notation to concrete notation with a
/// schedule.
static void addCINPasses(OpPassManager &pm, const LoweringOptions &options) {
  addPlanPass(pm, options);
  // The cost model describes processors only.
  if (estimatesSchedules(options) && !options.gpu)
    pm.addNestedPass<func::FuncOp>(createWeftEstimateSchedules(
        {options.threads ? options.numThreads : 1}));
  ConvertTINToCINOptions concretize;
  concretize.dropFill = options.dropFill;
  concretize.twoPhase = options.assembly == level::Assembly::TwoPhase;
  concretize.twoPhaseResults = getTwoPhaseResults(options.schedule);
  concretize.keepsStructure = options.assembly == level::Assembly::Compute;
  pm.addNestedPass<func::FuncOp>(createConvertTINToCIN(concretize));
  pm.addNestedPass<func::FuncOp>(cin::createCINFuseKernels());
  cin::CINSetAssemblyOptions assembly;
  assembly.assembly = options.assembly;
  assembly.dropFill = options.dropFill;
  assembly.reuse = true;
  pm.addPass(cin::createCINSetAssembly(assembly));
  addSchedulePasses(pm, options);
}

/// Adds the passes from coiterations to loops over level operations.
static void addLoopPasses(OpPassManager &pm) {
  pm.addNestedPass<func::FuncOp>(createConvertLatticeToSCF());
  pm.addNestedPass<func::FuncOp>(level::createLevelFillSegments());
  pm.addPass(algebra::createAlgebraInlineOperators());
  pm.addNestedPass<func::FuncOp>(createSimplifier());
  pm.addNestedPass<func::FuncOp>(level::createLevelHoistAtomicUpdates());
  pm.addNestedPass<func::FuncOp>(level::createLevelCoalesceSegments());
  pm.addNestedPass<func::FuncOp>(level::createLevelCoalesceRuns());
  pm.addPass(createWeftTabulateSegments());
}

/// Adds the passes that vectorize dense loops over arrays.
static void addVectorizationPasses(OpPassManager &pm,
                                   const LoweringOptions &options) {
  // Tiles that are widened are found no more. C source has no versions.
  if (options.vectors)
    pm.addNestedPass<func::FuncOp>(createVersionExtents(
        {/*hasMasks=*/false, options.strictFloatingPoint}));
  pm.addNestedPass<func::FuncOp>(createWidenTiles());
  if (options.vectors) {
    pm.addNestedPass<func::FuncOp>(createUnrollAndJam(
        {{"jam_reductions", "tile_sweeps"}, options.strictFloatingPoint}));
    pm.addNestedPass<func::FuncOp>(
        createVectorizeBlocks({options.strictFloatingPoint}));
    pm.addNestedPass<func::FuncOp>(createVectorizeRows());
    pm.addNestedPass<func::FuncOp>(createUnrollLoops());
  }
  pm.addNestedPass<func::FuncOp>(
      createVectorizeLoops({options.strictFloatingPoint, !options.vectors}));
  // Strips are tagged as loops that C compilers can vectorize.
  if (!options.vectors)
    pm.addNestedPass<func::FuncOp>(createVectorizeRows({/*scalar=*/true}));
  pm.addNestedPass<func::FuncOp>(createForwardStores());
  pm.addNestedPass<func::FuncOp>(createInterleaveReductions());
}

/// Adds the passes that replace levels by arrays, and transform dense loops.
static void addArrayPasses(OpPassManager &pm, const LoweringOptions &options) {
  // CUDA source has one version.
  if (options.vectors || !usesGPU(options))
    pm.addPass(level::createLevelVersionAtomicUpdates(
        {/*onlyOptional=*/!options.vectors}));
  pm.addPass(createConvertLevelToMemRef());
  pm.addPass(createSimplifier());
  pm.addNestedPass<func::FuncOp>(createCSEPass());
  pm.addNestedPass<func::FuncOp>(createFoldCounters());
  pm.addNestedPass<func::FuncOp>(
      createPlaceAllocations({{"hoist_workspaces", "carry_workspaces"}}));
  pm.addNestedPass<func::FuncOp>(createLowerTileTails());
  pm.addNestedPass<func::FuncOp>(createUnrollHistograms());
  pm.addNestedPass<func::FuncOp>(createUnrollLoops());
  if (usesGPU(options)) {
    pm.addNestedPass<func::FuncOp>(createForwardStores());
    pm.addNestedPass<func::FuncOp>(createWeftMapToGPU());
    pm.addPass(createGpuKernelOutliningPass());
  }
  addVectorizationPasses(pm, options);
  if (options.checkAccesses)
    pm.addPass(createWeftCheckAccesses());
}

/// Adds the passes that transform loops over segments of arrays.
static void addSegmentPasses(OpPassManager &pm,
                             const LoweringOptions &options) {
  pm.addNestedPass<func::FuncOp>(createShiftLoops());
  pm.addNestedPass<func::FuncOp>(createVectorizeRuns());
  // Nothing checks what these load in another way, or ahead of the step whose
  // check stands before it.
  if (!options.checkAccesses) {
    pm.addNestedPass<func::FuncOp>(createVectorizeSegments());
    pm.addNestedPass<func::FuncOp>(createVectorizeIntersections());
    pm.addNestedPass<func::FuncOp>(createFlattenRows());
    pm.addNestedPass<func::FuncOp>(createVectorizeStores());
    pm.addNestedPass<func::FuncOp>(createHoldRows());
    pm.addNestedPass<func::FuncOp>(createPrefetch());
  } else {
    pm.addNestedPass<func::FuncOp>(createPrefetch({{"prefetch_streams"}}));
  }
  pm.addNestedPass<func::FuncOp>(createStreamStores());
  if (!options.checkAccesses)
    pm.addNestedPass<func::FuncOp>(createUnrollAndJam({{"jam_rows"}}));
  pm.addNestedPass<func::FuncOp>(createPlaceAllocations({{"stack_arrays"}}));
}

/// Adds the passes from loops over arrays to the LLVM dialect.
static void addLLVMPasses(OpPassManager &pm, const LoweringOptions &options) {
  addSegmentPasses(pm, options);
  if (usesGPU(options))
    addDeviceCodePasses(pm, options);
  pm.addPass(createConvertParallelLoops());
  pm.addNestedPass<func::FuncOp>(createLowerSmallFloats());
  pm.addPass(createConvertToLLVM());
  pm.addPass(createWeftTrimPartitions());
  pm.addPass(createWeftGuardPartitions());
  if (options.entries)
    pm.addPass(createWeftGenerateKernelABI());
}

void weft::addLoweringPasses(OpPassManager &pm, IRLevel from, IRLevel to,
                             const LoweringOptions &options) {
  auto reaches = [&](IRLevel level) { return from < level && level <= to; };
  if (reaches(IRLevel::CIN))
    addCINPasses(pm, options);
  if (reaches(IRLevel::Lattice)) {
    // What transform operations have scheduled is lowered as by default.
    if (from == IRLevel::CIN)
      addLoweringChoice(pm, options);
    // For people, each copy of an operand stands where it is made (see
    // "Levels" in docs/driver.md).
    if (reaches(IRLevel::SCF))
      pm.addPass(cin::createCINShareKernels());
    addLatticePasses(pm.nest<func::FuncOp>(), options);
    pm.addNestedPass<func::FuncOp>(createSimplifier());
  }
  if (reaches(IRLevel::SCF))
    addLoopPasses(pm);
  if (reaches(IRLevel::MemRef))
    addArrayPasses(pm, options);
  if (reaches(IRLevel::LLVM))
    addLLVMPasses(pm, options);
}

namespace {
/// The members of LoweringOptions as options of a pipeline, with their names in
/// the driver and their defaults.
struct PipelineOptions : PassPipelineOptions<PipelineOptions> {
  Option<bool> strictFloatingPoint{
      *this, "strict-fp",
      llvm::cl::desc("Keep floating-point operations in their order"),
      llvm::cl::init(LoweringOptions().strictFloatingPoint)};
  Option<level::Assembly> assembly{
      *this, "assembly", llvm::cl::desc("What kernels make of their results"),
      llvm::cl::init(LoweringOptions().assembly), cin::getAssemblyValues()};
  Option<bool> dropFill{
      *this, "drop-fill",
      llvm::cl::desc("Do not store components that turn out to be the fill"),
      llvm::cl::init(LoweringOptions().dropFill)};
  Option<std::string> schedule{
      *this, "schedule",
      llvm::cl::desc("The transformations of loops, or auto for those that are "
                     "estimated to be fastest"),
      llvm::cl::init(LoweringOptions().schedule)};
  Option<bool> plans{*this, "plan",
                     llvm::cl::desc("Compute products in steps, where "
                                    "statistics of operands are stated"),
                     llvm::cl::init(LoweringOptions().plans)};
  Option<bool> alwaysPlans{
      *this, "always-plan",
      llvm::cl::desc("Take the cheapest steps however little they save"),
      llvm::cl::init(LoweringOptions().alwaysPlans)};
  Option<int64_t> gallop{
      *this, "gallop",
      llvm::cl::desc("From which ratio of lengths on segments that are "
                     "intersected are searched; negative for never"),
      llvm::cl::init(LoweringOptions().gallop)};
  Option<bool> checkAccesses{
      *this, "check-accesses",
      llvm::cl::desc("Check every access of an array in the code"),
      llvm::cl::init(LoweringOptions().checkAccesses)};
  Option<bool> vectors{
      *this, "vectors",
      llvm::cl::desc("Make vectors of the loops that lanes share"),
      llvm::cl::init(LoweringOptions().vectors)};
  Option<bool> allowRaces{
      *this, "allow-races",
      llvm::cl::desc("Let schedules ignore races that may change the result"),
      llvm::cl::init(LoweringOptions().allowRaces)};
  Option<bool> deterministic{
      *this, "deterministic",
      llvm::cl::desc("Refuse schedules by which the number of threads changes "
                     "bits of results"),
      llvm::cl::init(LoweringOptions().deterministic)};
  Option<bool> threads{
      *this, "threads",
      llvm::cl::desc("Let the default schedule share loops among threads"),
      llvm::cl::init(LoweringOptions().threads)};
  Option<int64_t> numThreads{
      *this, "num-threads",
      llvm::cl::desc("How many threads schedule=auto assumes; 0 for as many as "
                     "this machine runs at a time"),
      llvm::cl::init(LoweringOptions().numThreads)};
  Option<bool> gpu{*this, "gpu",
                   llvm::cl::desc("Have a GPU run the loops that have its "
                                  "units, by the schedule or by default"),
                   llvm::cl::init(LoweringOptions().gpu)};
  Option<int64_t> device{
      *this, "device",
      llvm::cl::desc("The number of the device that launches run on"),
      llvm::cl::init(LoweringOptions().device)};
  Option<bool> machineCode{
      *this, "machine-code",
      llvm::cl::desc("Put machine code of devices beside the PTX of kernels, "
                     "where there is an assembler"),
      llvm::cl::init(LoweringOptions().machineCode)};
  Option<bool> entries{
      *this, "entries",
      llvm::cl::desc("Give kernels an entry with a plain C signature"),
      llvm::cl::init(LoweringOptions().entries)};
  // Without these, the processor is the one that the module describes.
  Option<std::string> machine{
      *this, "machine",
      llvm::cl::desc("The name of the processor that code is generated for, "
                     "or native for that of the host"),
      llvm::cl::init("")};
  Option<bool> fastGathers{
      *this, "fast-gathers",
      llvm::cl::desc("A masked gather takes no longer than a few loads"),
      llvm::cl::init(AttachMachineOptions().fastGathers)};
  Option<bool> vectorMasks{*this, "vector-masks",
                           llvm::cl::desc("Vectors have masks"),
                           llvm::cl::init(AttachMachineOptions().vectorMasks)};
  Option<bool> nearCaches{*this, "near-caches",
                          llvm::cl::desc("The last cache has a low latency"),
                          llvm::cl::init(AttachMachineOptions().nearCaches)};

  /// Adds the pass that describes the processor, if there is an option for it.
  void addMachine(OpPassManager &pm) const {
    if (!machine.empty() || fastGathers || vectorMasks || nearCaches)
      pm.addPass(
          createAttachMachine({machine.empty() ? AttachMachineOptions().machine
                                               : machine.getValue(),
                               fastGathers, vectorMasks, nearCaches}));
  }

  LoweringOptions get() const {
    LoweringOptions lowering;
    // A member that is not here does not compile.
    auto &[strict, results, drops, loops, steps, forces, ratio, checks, lanes,
           races, refuses, shares, assumed, onGPU, number, assembles,
           makesEntries] = lowering;
    strict = strictFloatingPoint;
    results = assembly;
    drops = dropFill;
    loops = schedule;
    steps = plans;
    forces = alwaysPlans;
    ratio = gallop;
    checks = checkAccesses;
    lanes = vectors;
    races = allowRaces;
    refuses = deterministic;
    shares = threads;
    assumed = numThreads;
    onGPU = gpu;
    number = device;
    assembles = machineCode;
    makesEntries = entries;
    return lowering;
  }
};
} // namespace

/// The names of the levels in those of the pipelines.
static constexpr std::pair<IRLevel, StringLiteral> kLevels[] = {
    {IRLevel::TIN, "tin"},         {IRLevel::CIN, "cin"},
    {IRLevel::Lattice, "lattice"}, {IRLevel::SCF, "scf"},
    {IRLevel::MemRef, "memref"},   {IRLevel::LLVM, "llvm"}};

void weft::registerPipelines() {
  auto build = [](IRLevel from, IRLevel to) {
    return [=](OpPassManager &pm, const PipelineOptions &options) {
      options.addMachine(pm);
      addLoweringPasses(pm, from, to, options.get());
    };
  };
  PassPipelineRegistration<PipelineOptions>(
      "weft-lower-to-llvm", "Lower tensor index notation to the llvm dialect",
      build(IRLevel::TIN, IRLevel::LLVM));
  for (auto [number, from] : llvm::enumerate(kLevels))
    for (auto [to, name] : ArrayRef(kLevels).drop_front(number + 1))
      PassPipelineRegistration<PipelineOptions>(
          ("weft-lower-" + from.second + "-to-" + name).str(),
          ("Lower from the level '" + from.second + "' to '" + name + "'")
              .str(),
          build(from.first, to));
}
