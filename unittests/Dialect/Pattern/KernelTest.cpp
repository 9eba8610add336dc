//===- KernelTest.cpp - Kernels of programs against interpreted ones ------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles random programs to kernels, by index notation where they are that
// and by loops of their own, and compares their results with those of the
// interpreter.
//
//===----------------------------------------------------------------------===//

#include "RandomPrograms.h"

#include "weft/Compiler/HostMachine.h"
#include "weft/Compiler/LLVMModule.h"
#include "weft/Compiler/MachineCode.h"
#include "weft/Compiler/Pipelines.h"
#include "weft/Conversion/Passes.h"
#include "weft/Conversion/PatternToTIN/PatternToTIN.h"
#include "weft/Dialect/Pattern/Formats/Signature.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/RegisterAll.h"
#include "weft/Runtime/TensorABI.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "gtest/gtest.h"

#include <deque>

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

//===----------------------------------------------------------------------===//
// Data of tensors
//===----------------------------------------------------------------------===//

/// The first or second values of pairs in arrays.
static Data unzip(const Data &data, unsigned depth, bool isFirst) {
  if (depth == 0)
    return data.parts[isFirst ? 0 : 1];
  Data result;
  for (const Data &part : data.parts)
    result.parts.push_back(unzip(part, depth - 1, isFirst));
  return result;
}

/// Appends the arrays of a value that is no stored tensor.
static void appendArrays(const Data &data, Type type,
                         std::vector<Words> &arrays) {
  std::optional<unsigned> depth = getUnzippedDepth(type);
  if (auto pair = dyn_cast<PairType>(type)) {
    appendArrays(data.parts[0], pair.getFirst(), arrays);
    appendArrays(data.parts[1], pair.getSecond(), arrays);
  } else if (depth) {
    for (bool isFirst : {true, false})
      appendArrays(unzip(data, *depth, isFirst), pattern::unzip(type, isFirst),
                   arrays);
  } else {
    arrays.push_back(makeWords(data));
  }
}

/// The arrays of all parameters. Those of stored tensors have names with their
/// role, or are the components that follow these.
static std::vector<Words> getArrays(ProgramOp program,
                                    const std::vector<Data> &params) {
  std::vector<Words> arrays;
  auto records = program->getAttrOfType<ArrayAttr>(kTensorsAttr);
  for (auto [param, attribute, data] :
       llvm::zip_equal(program.getBlock()->getArguments(),
                       program.getParams().getAsRange<StringAttr>(), params)) {
    StringRef name = attribute.getValue();
    bool isStored =
        records && llvm::any_of(records, [name](Attribute record) {
          auto tensor = cast<DictionaryAttr>(record).getAs<StringAttr>("name");
          return name == tensor.getValue() ||
                 name.starts_with((tensor.getValue() + "_").str());
        });
    if (isStored)
      arrays.push_back(makeWords(data));
    else
      appendArrays(data, param.getType(), arrays);
  }
  return arrays;
}

namespace {
/// The tensors that a kernel is called with.
class Arguments {
public:
  Arguments(const Signature &signature, Interpreter &interpreter,
            std::vector<Words> words)
      : words(std::move(words)) {
    for (const SignatureTensor &result : signature.results)
      add(result, interpreter, /*isResult=*/true);
    for (const SignatureTensor &operand : signature.operands)
      add(operand, interpreter, /*isResult=*/false);
  }
  Arguments(const Arguments &) = delete;
  Arguments &operator=(const Arguments &) = delete;
  ~Arguments() {
    for (Tensor &tensor : tensors)
      if (tensor.isResult)
        weft_rt_free_result(tensor.arrays.back().data);
  }

  std::vector<weft_tensor_data *> getPointers() {
    std::vector<weft_tensor_data *> pointers;
    for (Tensor &tensor : tensors)
      pointers.push_back(&tensor.data);
    return pointers;
  }

  /// The components of the results.
  std::vector<Words> getResults() const {
    std::vector<Words> results;
    for (const Tensor &tensor : tensors)
      if (tensor.isResult) {
        const weft_array &array = tensor.arrays.back();
        const auto *data = static_cast<const int32_t *>(array.data);
        results.emplace_back(data, data + array.length);
      }
    return results;
  }

private:
  struct Tensor {
    bool isResult;
    std::vector<int64_t> dims;
    std::vector<weft_array> arrays;
    weft_tensor_data data;
  };

  void add(const SignatureTensor &described, Interpreter &interpreter,
           bool isResult) {
    Tensor &tensor = tensors.emplace_back();
    tensor.isResult = isResult;
    for (const Nat &size : described.sizes)
      tensor.dims.push_back(*interpreter.evaluate(size));
    bool isPacked = described.format && described.format.getPacked();
    for (size_t array = 0; array != described.arrays.size(); ++array) {
      if (isResult) {
        tensor.arrays.push_back({nullptr, 0});
        continue;
      }
      Words &memory = words[next++];
      // A record has two words.
      bool isRecords = isPacked && array + 1 == described.arrays.size();
      tensor.arrays.push_back(
          {memory.data(),
           static_cast<int64_t>(memory.size()) / (isRecords ? 2 : 1)});
    }
    tensor.data = {static_cast<int64_t>(tensor.dims.size()),
                   static_cast<int64_t>(tensor.arrays.size()),
                   tensor.dims.data(), tensor.arrays.data()};
  }

  std::vector<Words> words;
  size_t next = 0;
  std::deque<Tensor> tensors;
};

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

class PatternKernels : public ::testing::Test {
protected:
  PatternKernels() {
    DialectRegistry registry;
    weft::registerAllDialects(registry);
    registerAllToLLVMIRTranslations(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.loadDialect<cf::ControlFlowDialect, LLVM::LLVMDialect>();
  }

  /// Compiles a module from a level on.
  weft_kernel_fn compile(ModuleOp module, IRLevel level, bool checkAccesses);

  /// Compares what a kernel makes with the expected arrays.
  void run(weft_kernel_fn kernel, RandomProgram &random,
           const Signature &signature, const std::vector<Words> &expected);

  void compare(unsigned seed);

  MLIRContext context{MLIRContext::Threading::DISABLED};
  std::vector<std::unique_ptr<LoadedCode>> codes;
  unsigned numCompared = 0, numNotation = 0;
};
} // namespace

weft_kernel_fn PatternKernels::compile(ModuleOp module, IRLevel level,
                                       bool checkAccesses) {
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr(kKernelAttr))
      function.setSymName("kernel");
  describeHost().attachTo(module);
  PassManager passes(&context);
  LoweringOptions options;
  options.checkAccesses = checkAccesses;
  addLoweringPasses(passes, level, IRLevel::LLVM, options);
  if (failed(passes.run(module)))
    return nullptr;
  llvm::LLVMContext llvmContext;
  auto llvmModule = translateToLLVM(module, llvmContext, "kernel_entry");
  auto generator = CodeGenerator::create(/*optLevel=*/1);
  if (!llvmModule || !generator)
    return nullptr;
  generator->optimize(*llvmModule);
  auto object = generator->emitObject(*llvmModule);
  if (!object)
    return nullptr;
  auto loaded = LoadedCode::load(*object);
  if (!loaded)
    return nullptr;
  codes.push_back(std::move(*loaded));
  auto address = codes.back()->lookup("kernel_entry");
  return address ? reinterpret_cast<weft_kernel_fn>(*address) : nullptr;
}

void PatternKernels::run(weft_kernel_fn kernel, RandomProgram &random,
                         const Signature &signature,
                         const std::vector<Words> &expected) {
  ProgramOp program = random.getProgram();
  Interpreter interpreter(program, random.numbers, random.params);
  Arguments arguments(signature, interpreter,
                      getArrays(program, random.params));
  std::vector<weft_tensor_data *> pointers = arguments.getPointers();
  weft_rt_error error;
  ASSERT_EQ(weft_rt_invoke(kernel, pointers.data(), &error), WEFT_RT_OK);
  EXPECT_EQ(arguments.getResults(), expected);
}

void PatternKernels::compare(unsigned seed) {
  SCOPED_TRACE(seed);
  RandomProgram random = makeRandomProgram(&context, seed);
  ProgramOp program = random.getProgram();
  ASSERT_TRUE(succeeded(verify(*random.module)));
  // No tensor has this size.
  fixNumber(program, "c", random.numbers["c"]);
  std::optional<Data> value =
      Interpreter(program, random.numbers, random.params).run();
  ASSERT_TRUE(value);
  std::string reason;
  std::optional<Signature> signature = getSignature(program, reason);
  ASSERT_TRUE(signature) << reason;
  std::vector<Words> expected;
  appendArrays(*value, program.getResult(), expected);
  numCompared += !expected.front().empty();

  bool checkAccesses = seed % 4 == 0;
  OwningOpRef<ModuleOp> loops(cast<ModuleOp>(random.module->clone()));
  PassManager passes(&context);
  ConvertPatternToSCFOptions conversion;
  conversion.sums = static_cast<PatternSums>(seed % 3);
  conversion.kernels = true;
  conversion.checkAccesses = checkAccesses;
  passes.addPass(createConvertPatternToSCF(conversion));
  ASSERT_TRUE(succeeded(passes.run(*loops)));
  weft_kernel_fn kernel = compile(*loops, IRLevel::SCF, checkAccesses);
  ASSERT_TRUE(kernel);
  run(kernel, random, *signature, expected);

  OwningOpRef<ModuleOp> notation(cast<ModuleOp>(random.module->clone()));
  ProgramOp copy = *notation->getOps<ProgramOp>().begin();
  if (failed(convertToIndexNotation(copy, reason)))
    return;
  ++numNotation;
  kernel = compile(*notation, IRLevel::TIN, checkAccesses);
  ASSERT_TRUE(kernel);
  run(kernel, random, *signature, expected);
}

TEST_F(PatternKernels, ComputeWhatTheInterpreterDoes) {
  for (unsigned seed = 0; seed < 150 && !HasFailure(); ++seed)
    compare(seed);
  EXPECT_GT(numCompared, 60u);
  EXPECT_GT(numNotation, 20u);
}
