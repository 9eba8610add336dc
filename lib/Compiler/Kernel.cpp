//===- Kernel.cpp - A compiled text -----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the front end, the lowering pipeline, code generation and linking one
// after the other. Whatever stops one of them becomes one message to the user.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/Kernel.h"

#include "CompilerContext.h"
#include "DiagnosticRecorder.h"
#include "PatternSource.h"
#include "weft/Compiler/HostMachine.h"
#include "weft/Compiler/LLVMModule.h"

#include "weft/Analysis/ResultAssembly.h"
#include "weft/Conversion/NotationToTIN/NotationToTIN.h"
#include "weft/Dialect/TIN/Transforms/PlanText.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/GPU/Target.h"
#include "weft/Planner/Statistics.h"
#include "weft/Runtime/Progress.h"
#include "weft/Runtime/Tensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <cstdlib>

using namespace mlir;
using namespace weft;

Kernel::~Kernel() {
  CompilerContext context;
  module = nullptr;
}

llvm::Expected<std::unique_ptr<Kernel>>
Kernel::compile(CompileRequest request) {
  std::unique_ptr<Kernel> kernel(new Kernel(std::move(request)));
  if (llvm::Error error = kernel->parse())
    return std::move(error);
  if (llvm::Error error = kernel->translate())
    return std::move(error);
  if (kernel->request.generateCode)
    if (llvm::Error error = kernel->generateCode())
      return std::move(error);
  return kernel;
}

notation::ParseOptions CompileRequest::getParseOptions() const {
  notation::ParseOptions options;
  for (auto &[name, spec] : tensors)
    options.tensors.insert(name);
  if (operators)
    options.functions = operators->arities();
  return options;
}

llvm::Error Kernel::parse() {
  auto program =
      notation::parseProgram(request.text, request.getParseOptions());
  if (!program)
    return llvm::createStringError(
        notation::render(program.error(), request.text));
  parsed = std::move(*program);
  return llvm::Error::success();
}

/// Whether kernels can assemble a tensor as it is stored.
static bool canAssemble(const notation::Tensor &tensor,
                        const TensorStorage &storage, MLIRContext *context) {
  level::FormatAttr format =
      level::getFormat(getTensorType(context, tensor.order, storage));
  return !format || analysis::canAssemble(format);
}

/// The first line of an error, as a part of another one.
static std::string takeReason(llvm::Error error) {
  std::string message = llvm::toString(std::move(error));
  StringRef line = StringRef(message).split('\n').first;
  line.consume_front("error: ");
  return line.str();
}

/// Checks the level types of plugins in a format: their places, and that a
/// result can be assembled with them.
llvm::Error Kernel::checkPluginLevels(const notation::Tensor &tensor,
                                      const TensorStorage &storage) const {
  std::string message;
  for (const runtime::Level &level : storage.format.levels)
    if (level.pluginType && !level.pluginType->isAssembled && tensor.isResult)
      message = tensor.name + " cannot be assembled: the level type #" +
                level.pluginType->text + " has neither append nor insert";
  if (message.empty() && storage.format.hasPluginLevels()) {
    CompilerContext context;
    DiagnosticRecorder recorder(context.get(), request.text);
    if (failed(verifyTensorType(context.get(), storage)))
      message = tensor.name + " cannot be stored as " +
                runtime::toString(storage.format) + ": " +
                takeReason(recorder.takeError("the format"));
  }
  if (message.empty())
    return llvm::Error::success();
  return llvm::createStringError(
      notation::render({message, tensor.range, "", {}}, request.text));
}

/// The coordinate list of what a format stores.
static runtime::Format getList(const runtime::Format &format) {
  runtime::Format list = runtime::Format::coo(format.order());
  for (const runtime::Level &level : format.levels)
    for (runtime::Level &other : list.levels) {
      other.positionBits = std::max(other.positionBits, level.positionBits);
      other.coordinateBits =
          std::max(other.coordinateBits, level.coordinateBits);
    }
  list.fill = format.fill;
  return list;
}

const KernelTensor *Kernel::findConverted() const {
  auto converted = llvm::find_if(results(), [](const KernelTensor &result) {
    return result.assembled.has_value();
  });
  return converted == results().end() ? nullptr : &*converted;
}

llvm::Error Kernel::stateStatistics() {
  bool isKnown = false;
  for (auto &[name, text] : request.statistics) {
    const notation::Tensor *tensor = parsed.findTensor(name);
    planner::Statistics statistics;
    std::string message;
    if (!tensor) {
      message = "the expression has no tensor '" + name + "'";
      if (llvm::any_of(parsed.statements,
                       [&name = name](const notation::Statement &statement) {
                         return statement.findVariable(name);
                       }))
        message += ": index variables have sizes, but no number of entries";
      return llvm::createStringError(message);
    }
    if (planner::parseStatistics(text, tensor->order, statistics, message))
      message.clear();
    if (!message.empty())
      return llvm::createStringError("wrong statistics of '" + name +
                                     "': " + message);
    isKnown |= statistics.entries >= 0;
  }
  // Sizes alone plan nothing.
  if (!isKnown)
    return llvm::Error::success();
  module->walk([&](func::FuncOp function) {
    for (unsigned number = 0; number != function.getNumArguments(); ++number)
      if (auto name =
              function.getArgAttrOfType<StringAttr>(number, kTensorNameAttr))
        if (auto stated = request.statistics.find(name.str());
            stated != request.statistics.end())
          function.setArgAttr(
              number, tin::kStatisticsAttr,
              StringAttr::get(function.getContext(), stated->second));
  });
  return llvm::Error::success();
}

std::string Kernel::getPatterns() const {
  return request.patterns ? request.patterns->getText() : std::string();
}

const std::string &Kernel::getSource() const {
  return request.patterns ? request.patterns->getText() : request.text;
}

std::map<std::string, int64_t> Kernel::getNumbers() const {
  return request.patterns ? request.patterns->getNumbers()
                          : std::map<std::string, int64_t>();
}

std::vector<std::string> Kernel::getNaturalNumbers() const {
  return request.patterns ? request.patterns->naturalNumbers
                          : std::vector<std::string>();
}

std::map<std::string, notation::Range> Kernel::getPlaces() const {
  return request.patterns ? request.patterns->places
                          : std::map<std::string, notation::Range>();
}

llvm::Error Kernel::makeModule(const TranslationOptions &options) {
  CompilerContext context;
  if (request.patterns)
    return request.patterns->lower(request, module, firstLevel);
  DiagnosticRecorder recorder(context.get(), request.text);
  module = translateToTIN(parsed, request.text, options, context.get());
  if (!module)
    return recorder.takeError("the translation to tensor index notation");
  return llvm::Error::success();
}

std::vector<TensorStorage> Kernel::collectStorage() const {
  std::vector<TensorStorage> storage;
  for (const notation::Tensor &tensor : parsed.tensors) {
    auto given = request.tensors.find(tensor.name);
    TensorSpec spec =
        given == request.tensors.end() ? TensorSpec() : given->second;
    auto workspace = request.workspaces.find(tensor.name);
    storage.push_back(
        {spec.format.value_or(runtime::Format::dense(tensor.order)),
         spec.type.value_or(runtime::ElementType::F64),
         workspace == request.workspaces.end() ? request.workspace
                                               : workspace->second});
  }
  return storage;
}

llvm::Error Kernel::checkWorkspaces() const {
  for (auto &[name, workspace] : request.workspaces) {
    const notation::Tensor *tensor = parsed.findTensor(name);
    if (tensor && tensor->isResult)
      continue;
    std::string results;
    for (const notation::Tensor &result : parsed.tensors)
      if (result.isResult)
        results += (results.empty() ? "" : ", ") + result.name;
    notation::Diagnostic mistake{"'" + name +
                                     "' is not a result of the expression",
                                 {0, name.size()},
                                 "workspaces are those of " + results,
                                 {}};
    std::string argument =
        name + ":" + level::stringifyWorkspace(workspace).str();
    return llvm::createStringError(notation::render(mistake, argument));
  }
  return llvm::Error::success();
}

void Kernel::makeSignature(
    llvm::ArrayRef<TensorStorage> storage,
    llvm::ArrayRef<std::optional<runtime::Format>> assembled) {
  auto addTensors = [&](bool results, int64_t leastArrays = 0) {
    for (size_t index = 0; index < parsed.tensors.size(); ++index) {
      const notation::Tensor &tensor = parsed.tensors[index];
      bool isWanted = results ? tensor.isResult : tensor.isInput;
      const runtime::Format &format = storage[index].format;
      if (isWanted && runtime::numArrays(format) >= leastArrays)
        signature.push_back({tensor.name, format, storage[index].type, index,
                             assembled[index]});
    }
  };
  addTensors(/*results=*/true);
  numResults = signature.size();
  addTensors(/*results=*/false);
  // The structures that results keep are operands, too; components alone are
  // none.
  if (request.lowering.assembly == level::Assembly::Compute)
    addTensors(/*results=*/true, /*leastArrays=*/2);
}

llvm::Error Kernel::translate() {
  CompilerContext context;
  TranslationOptions options;
  options.strictZero = request.strictZero;
  options.name = request.name;
  options.sizes = request.sizes;
  if (request.operators)
    options.operators = request.operators->module();
  std::vector<TensorStorage> stored = collectStorage();
  if (llvm::Error error = checkWorkspaces())
    return error;
  for (auto [tensor, storage] : llvm::zip_equal(parsed.tensors, stored))
    if (llvm::Error error = checkPluginLevels(tensor, storage))
      return error;
  // Results in formats that no kernel can assemble are computed in one that all
  // can (docs/decisions/assembly.md).
  std::vector<std::optional<runtime::Format>> assembled(parsed.tensors.size());
  if (request.lowering.assembly == level::Assembly::Fused ||
      request.lowering.assembly == level::Assembly::TwoPhase)
    for (auto [tensor, storage, list] :
         llvm::zip_equal(parsed.tensors, stored, assembled))
      if (tensor.isResult && !tensor.isInput &&
          !canAssemble(tensor, storage, context.get()))
        list = getList(storage.format);
  for (auto [storage, list] : llvm::zip_equal(stored, assembled)) {
    options.storage.push_back(storage);
    if (list)
      options.storage.back().format = *list;
  }
  if (llvm::Error error = makeModule(options))
    return error;
  if (llvm::Error error = stateStatistics())
    return error;
  makeSignature(stored, assembled);
  return llvm::Error::success();
}

namespace {
/// Reports progress before each pass, and skips the remaining passes once the
/// operation is cancelled.
class CancellablePasses {
public:
  explicit CancellablePasses(MLIRContext *context) : context(context) {
    if (!runtime::hasProgressCallback())
      return;
    context->registerActionHandler(
        [](llvm::function_ref<void()> execute, const tracing::Action &action) {
          if (!isa<PassExecutionAction>(action) ||
              runtime::reportProgress("compiling", -1))
            execute();
        });
  }
  ~CancellablePasses() { context->registerActionHandler(nullptr); }

private:
  MLIRContext *context;
};
} // namespace

/// Whether statistics of operands are stated.
static bool isPlannable(ModuleOp module) {
  bool isStated = false;
  module->walk([&](func::FuncOp function) {
    for (unsigned number = 0; number != function.getNumArguments(); ++number)
      isStated |=
          static_cast<bool>(function.getArgAttr(number, tin::kStatisticsAttr));
  });
  return isStated;
}

/// Takes the statistics of operands out of a module, which then has no plan.
/// False if there were none.
static bool dropStatistics(ModuleOp module) {
  bool isStated = isPlannable(module);
  module->walk([&](func::FuncOp function) {
    for (unsigned number = 0; number != function.getNumArguments(); ++number)
      function.removeArgAttr(number, tin::kStatisticsAttr);
  });
  return isStated;
}

llvm::Expected<OwningOpRef<ModuleOp>> Kernel::lower(IRLevel level,
                                                    bool vectors) const {
  LoweringOptions options = request.lowering;
  options.vectors = vectors;
  return lower(level, options);
}

llvm::Expected<OwningOpRef<ModuleOp>>
Kernel::lower(IRLevel level, const LoweringOptions &options) const {
  CompilerContext context;
  if (level < firstLevel)
    return request.patterns->refuseLevel();
  DiagnosticRecorder recorder(context.get(), getSource(),
                              request.lowering.schedule);
  OwningOpRef<ModuleOp> copy = module.get().clone();
  (request.machine ? *request.machine : describeHost()).attachTo(*copy);
  PassManager pm(context.get());
  // It takes as long as a pass. The tests ask for it.
  pm.enableVerifier(std::getenv("WEFT_VERIFY_IR") != nullptr);
  addLoweringPasses(pm, firstLevel, level, options);
  CancellablePasses cancellable(context.get());
  llvm::Error error = recorder.run(pm, *copy);
  if (runtime::isCancelled()) {
    llvm::consumeError(std::move(error));
    return llvm::createStringError("cancelled");
  }
  if (!error)
    return copy;
  // Steps that cannot be lowered are no plan. What is wrong with the statements
  // of the text is said of them.
  if (!options.plans || !dropStatistics(module.get()))
    return std::move(error);
  llvm::consumeError(std::move(error));
  return lower(level, options);
}

llvm::Expected<std::vector<std::string>> Kernel::describePlan() const {
  CompilerContext context;
  DiagnosticRecorder recorder(context.get(), getSource());
  OwningOpRef<ModuleOp> copy = module.get().clone();
  PassManager pm(context.get());
  addPlanPass(pm, request.lowering);
  if (llvm::Error error = recorder.run(pm, *copy))
    return std::move(error);
  std::vector<std::string> lines;
  copy->walk([&](func::FuncOp function) {
    if (tin::isPlanned(function))
      llvm::append_range(lines, tin::describePlan(function));
  });
  if (lines.empty() || request.generateCode)
    return lines;
  // Nothing has lowered the steps yet.
  llvm::Expected<OwningOpRef<ModuleOp>> lowered = lower(IRLevel::MemRef);
  if (!lowered)
    llvm::consumeError(lowered.takeError());
  return isPlannable(module.get()) ? lines : std::vector<std::string>();
}

llvm::Expected<std::unique_ptr<llvm::Module>>
Kernel::lowerToLLVM(llvm::LLVMContext &llvmContext,
                    const LoweringOptions &options) const {
  CompilerContext context;
  llvm::Expected<OwningOpRef<ModuleOp>> lowered = lower(IRLevel::LLVM, options);
  if (!lowered)
    return lowered.takeError();
  DiagnosticRecorder recorder(context.get(), getSource());
  std::unique_ptr<llvm::Module> llvmModule =
      translateToLLVM(**lowered, llvmContext, entryName());
  if (!llvmModule)
    return recorder.takeError("the translation to LLVM IR");
  return llvmModule;
}

llvm::Expected<std::pair<CodeGenerator, std::unique_ptr<llvm::Module>>>
Kernel::optimize(llvm::LLVMContext &llvmContext,
                 const LoweringOptions &options) const {
  llvm::Expected<std::unique_ptr<llvm::Module>> llvmModule =
      lowerToLLVM(llvmContext, options);
  if (!llvmModule)
    return llvmModule.takeError();
  llvm::Expected<CodeGenerator> generator =
      CodeGenerator::create(request.optLevel);
  if (!generator)
    return generator.takeError();
  if (!runtime::reportProgress("compiling", -1))
    return llvm::createStringError("cancelled");
  generator->optimize(**llvmModule);
  return std::make_pair(std::move(*generator), std::move(*llvmModule));
}

llvm::Expected<std::string>
Kernel::generateObject(const LoweringOptions &options) const {
  llvm::LLVMContext llvmContext;
  auto optimized = optimize(llvmContext, options);
  if (!optimized)
    return optimized.takeError();
  auto &[generator, llvmModule] = *optimized;
  return generator.emitObject(*llvmModule);
}

llvm::Error Kernel::generateCode() {
  llvm::Expected<std::string> object = generateObject(request.lowering);
  if (!object)
    return object.takeError();
  objectFile = std::move(*object);
  return llvm::Error::success();
}

llvm::Expected<std::string> Kernel::makeStandaloneObject() const {
  if (!usesGPU(request.lowering) || findAssembler().empty())
    return objectFile;
  LoweringOptions options = request.lowering;
  options.machineCode = true;
  return generateObject(options);
}

llvm::Expected<weft_kernel_fn> Kernel::link() {
  llvm::Expected<std::unique_ptr<LoadedCode>> loaded =
      LoadedCode::load(objectFile);
  if (!loaded)
    return loaded.takeError();
  code = std::move(*loaded);
  llvm::Expected<void *> address = code->lookup(entryName());
  if (!address)
    return address.takeError();
  return reinterpret_cast<weft_kernel_fn>(*address);
}
