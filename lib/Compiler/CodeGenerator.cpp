//===- CodeGenerator.cpp - Object files from LLVM IR ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Optimizes LLVM IR and generates code for the host. Compile time is part of
// the time to a result, and LLVM's own pipelines spend most of it on things
// that Weft's loops do not need, so the default is a pipeline of our own.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/MachineCode.h"

#include "MachinePasses.h"

#include "weft/Compiler/HostMachine.h"
#include "weft/Compiler/MergePhis.h"
#include "weft/Compiler/ScalarLoops.h"
#include "weft/Compiler/SplitAggregates.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopIdiomRecognize.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"

using namespace llvm;
using namespace weft;

/// The passes between SSA construction and code generation that pay off on
/// loops over sparse arrays.
static constexpr StringLiteral kSimplify =
    "sroa,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,"
    "loop(loop-rotate),loop-mssa(licm)";
static constexpr StringLiteral kCleanUp = "simplifycfg<sink-common-insts>";

namespace {
/// Has loops that fill or copy an array call a function for it. What that
/// leaves of them computes nothing. Other loops are not looked at, since this
/// is expensive where it fails.
struct FillLoopsPass : PassInfoMixin<FillLoopsPass> {
  PreservedAnalyses run(Loop &loop, LoopAnalysisManager &analyses,
                        LoopStandardAnalysisResults &results,
                        LPMUpdater &updater);
};
} // namespace

PreservedAnalyses FillLoopsPass::run(Loop &loop, LoopAnalysisManager &analyses,
                                     LoopStandardAnalysisResults &results,
                                     LPMUpdater &updater) {
  auto stores = [](const Instruction &instruction) {
    return isa<StoreInst>(instruction);
  };
  if (loop.getNumBlocks() != 1 || none_of(*loop.getHeader(), stores))
    return PreservedAnalyses::all();
  LoopIdiomRecognizePass().run(loop, analyses, results, updater);
  if (none_of(*loop.getHeader(), stores))
    LoopDeletionPass().run(loop, analyses, results, updater);
  return getLoopPassPreservedAnalyses();
}

namespace {
/// Runs the vectorizer where a loop is left to it. It brings all loops of a
/// function into its form before it looks for one.
struct VectorizeLoopsPass : PassInfoMixin<VectorizeLoopsPass> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    ScalarLoopsPass().run(function, analyses);
    auto isLeft = [](const Loop *loop) {
      return loop->isInnermost() &&
             !getBooleanLoopAttribute(loop, "llvm.loop.isvectorized");
    };
    if (none_of(analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder(),
                isLeft))
      return PreservedAnalyses::all();
    return LoopVectorizePass().run(function, analyses);
  }
};
} // namespace

static void addShortPipeline(ModulePassManager &pipeline, PassBuilder &passes,
                             bool vectorize) {
  // Unused fields of arrays are not passed.
  cantFail(passes.parsePassPipeline(pipeline, "deadargelim"));
  FunctionPassManager functions;
  cantFail(passes.parsePassPipeline(functions, kSimplify));
  functions.addPass(createFunctionToLoopPassAdaptor(FillLoopsPass()));
  if (vectorize)
    functions.addPass(VectorizeLoopsPass());
  cantFail(passes.parsePassPipeline(functions, kCleanUp));
  pipeline.addPass(createModuleToFunctionPassAdaptor(std::move(functions)));
}

Expected<CodeGenerator> CodeGenerator::create(unsigned optLevel) {
  Expected<std::unique_ptr<TargetMachine>> machine = takeHostMachine(
      optLevel == 0 ? CodeGenOptLevel::None : CodeGenOptLevel::Default);
  if (!machine)
    return machine.takeError();
  return CodeGenerator(std::move(*machine), optLevel);
}

/// Asks LLVM, which knows processors by their names. Null if it does not know
/// this one, or if that has other vectors.
static std::unique_ptr<MCSubtargetInfo> findProcessor() {
  Expected<orc::JITTargetMachineBuilder> host = detectHost();
  if (!host) {
    consumeError(host.takeError());
    return nullptr;
  }
  std::string error;
  const Triple &triple = host->getTargetTriple();
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target || !triple.isX86())
    return nullptr;
  return std::unique_ptr<MCSubtargetInfo>(target->createMCSubtargetInfo(
      triple, host->getCPU(), host->getFeatures().getString()));
}

/// Whether the processor has all of some features.
static bool hasFeatures(StringRef features) {
  static const std::unique_ptr<MCSubtargetInfo> info = findProcessor();
  return info && info->checkFeatures(features);
}

bool CodeGenerator::hasFastGathers() {
  static const bool result = hasFeatures("+fast-gather,+avx512vl") &&
                             !hasFeatures("+prefer-no-gather");
  return result;
}

bool CodeGenerator::hasVectorMasks() {
  static const bool result = hasFeatures("+avx512f,+avx512vl");
  return result;
}

int64_t CodeGenerator::getVectorBits() {
  static const int64_t result = hasFeatures("+avx512f") ? 512
                                : hasFeatures("+avx")   ? 256
                                                        : 128;
  return result;
}

CodeGenerator::CodeGenerator(std::unique_ptr<TargetMachine> machine,
                             unsigned optLevel)
    : machine(std::move(machine)), optLevel(optLevel) {}
CodeGenerator::CodeGenerator(CodeGenerator &&) = default;
CodeGenerator::~CodeGenerator() {
  if (machine)
    giveBackHostMachine(std::move(machine));
}

/// What is called rarely saves the registers that it uses, so that those who
/// call it in a loop keep their values in them.
static void preserveRegisters(Module &module) {
  const Triple &triple = module.getTargetTriple();
  if (triple.getArch() != Triple::x86_64 && !triple.isAArch64())
    return;
  for (Function &function : module) {
    if (!function.hasLocalLinkage() || function.hasAddressTaken() ||
        !function.hasFnAttribute(Attribute::Cold))
      continue;
    function.setCallingConv(CallingConv::PreserveMost);
    for (User *user : function.users())
      cast<CallBase>(user)->setCallingConv(CallingConv::PreserveMost);
  }
}

/// Has code that no loop calls, or that runs rarely, generated the short way:
/// how arrays grow, how a kernel is entered, and what calls the functions of a
/// sequence.
static void hurryStraightCode(Module &module,
                              FunctionAnalysisManager &analyses) {
  auto isStraight = [&](Function &function) {
    return analyses.getResult<LoopAnalysis>(function).empty();
  };
  auto isCalledFromStraightCode = [&](const Function &function) {
    return all_of(function.users(), [&](const User *user) {
      auto *call = dyn_cast<CallBase>(user);
      return call && isStraight(*const_cast<Function *>(call->getFunction()));
    });
  };
  for (Function &function : module) {
    if (function.isDeclaration() || !isStraight(function) ||
        !(function.hasFnAttribute(Attribute::Cold) ||
          isCalledFromStraightCode(function)))
      continue;
    function.addFnAttr(Attribute::NoInline);
    function.addFnAttr(Attribute::OptimizeNone);
  }
}

void CodeGenerator::optimize(Module &module) {
  module.setDataLayout(machine->createDataLayout());
  module.setTargetTriple(machine->getTargetTriple());
  preserveRegisters(module);
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", machine->getTargetCPU());
    function.addFnAttr("target-features", machine->getTargetFeatureString());
    function.addFnAttr("prefer-vector-width", "512");
  }
  if (optLevel == 0)
    return;

  PassBuilder passes(machine.get());
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(components);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, components, modules);

  ModulePassManager pipeline;
  pipeline.addPass(createModuleToFunctionPassAdaptor(SplitAggregatesPass()));
  pipeline.addPass(MergePhisPass());
  if (optLevel >= 3)
    pipeline.addPass(
        passes.buildPerModuleDefaultPipeline(OptimizationLevel::O3));
  else
    addShortPipeline(pipeline, passes, /*vectorize=*/optLevel == 2);
  pipeline.run(module, modules);
  if (optLevel < 3)
    hurryStraightCode(module, functions);
}

/// Runs the code generator.
static Expected<std::string> emit(TargetMachine &machine, Module &module,
                                  CodeGenFileType kind, unsigned optLevel) {
  SmallVector<char, 0> buffer;
  raw_svector_ostream stream(buffer);
  MachinePasses passes(/*all=*/optLevel >= 3);
  if (machine.addPassesToEmitFile(passes, stream, nullptr, kind))
    return createStringError("this machine's code generator cannot write " +
                             Twine(kind == CodeGenFileType::ObjectFile
                                       ? "object files"
                                       : "assembly"));
  passes.run(module);
  return std::string(buffer.begin(), buffer.end());
}

/// Whether a module converts to or from real numbers of IEEE 754's binary16.
static bool convertsHalf(const Module &module) {
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function))
      if ((isa<FPTruncInst>(instruction) || isa<FPExtInst>(instruction)) &&
          (instruction.getType()->getScalarType()->isHalfTy() ||
           instruction.getOperand(0)->getType()->getScalarType()->isHalfTy()))
        return true;
  return false;
}

Expected<std::string> CodeGenerator::emitObject(Module &module) {
  // Without the instructions, LLVM would call a library that kernels are not
  // linked against.
  if (machine->getTargetTriple().isX86() &&
      !machine->getMCSubtargetInfo()->checkFeatures("+f16c") &&
      convertsHalf(module))
    return createStringError("this processor cannot convert f16, for which it "
                             "needs the instructions F16C");
  return emit(*machine, module, CodeGenFileType::ObjectFile, optLevel);
}

Expected<std::string> CodeGenerator::emitAssembly(Module &module) {
  return emit(*machine, module, CodeGenFileType::AssemblyFile, optLevel);
}
