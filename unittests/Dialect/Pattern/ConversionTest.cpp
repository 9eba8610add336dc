//===- ConversionTest.cpp - Compiled programs -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles random programs by each strategy for sums and compares their results
// with those of the interpreter.
//
//===----------------------------------------------------------------------===//

#include "RandomPrograms.h"

#include "weft/RegisterAll.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/Support/TargetSelect.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

namespace {
/// The descriptor of a memref of one dimension.
struct Descriptor {
  void *allocated;
  void *aligned;
  int64_t offset;
  int64_t size;
  int64_t stride;
};

/// What all tests share.
class PatternConversion : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    mlir::registerAllPasses();
    weft::registerAllPasses();
  }

  PatternConversion() {
    DialectRegistry registry;
    weft::registerAllDialects(registry);
    registerAllToLLVMIRTranslations(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<PatternDialect>();
  }

  /// Lowers to LLVM's dialect with a strategy for sums.
  bool lower(ModuleOp module, const std::string &sums) {
    PassManager manager(&context);
    std::string pipeline =
        "convert-pattern-to-scf{sums=" + sums +
        " check-accesses=true},canonicalize,cse,convert-scf-to-cf,"
        "finalize-memref-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,"
        "convert-index-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts";
    return succeeded(parsePassPipeline(pipeline, manager)) &&
           succeeded(manager.run(module));
  }

  MLIRContext context;
};
} // namespace

/// Runs the function of a program.
static Words execute(ModuleOp module, ProgramOp program, Numbers &numbers,
                     std::vector<Words> &memories, size_t resultSize) {
  auto created = ExecutionEngine::create(module);
  EXPECT_TRUE(static_cast<bool>(created));
  if (!created) {
    llvm::consumeError(created.takeError());
    return {};
  }
  // The results are in the last memory, or in what is returned.
  bool isScalarResult = isScalar(program.getResult());
  Words result(std::max<size_t>(resultSize, 1), -1);
  std::vector<int64_t> nats;
  for (StringAttr name : program.getNats().getAsRange<StringAttr>())
    nats.push_back(numbers[name.getValue()]);
  SmallVector<void *> arguments;
  for (int64_t &nat : nats)
    arguments.push_back(&nat);
  std::vector<Descriptor> descriptors;
  for (Words &memory : memories)
    descriptors.push_back({memory.data(), memory.data(), 0,
                           static_cast<int64_t>(memory.size()), 1});
  if (!isScalarResult)
    descriptors.push_back(
        {result.data(), result.data(), 0, static_cast<int64_t>(resultSize), 1});
  for (Descriptor &descriptor : descriptors) {
    arguments.push_back(&descriptor.allocated);
    arguments.push_back(&descriptor.aligned);
    arguments.push_back(&descriptor.offset);
    arguments.push_back(&descriptor.size);
    arguments.push_back(&descriptor.stride);
  }
  if (isScalarResult)
    arguments.push_back(result.data());
  llvm::Error error = (*created)->invokePacked("p", arguments);
  EXPECT_FALSE(static_cast<bool>(error));
  llvm::consumeError(std::move(error));
  result.resize(resultSize);
  return result;
}

TEST_F(PatternConversion, ComputesWhatTheInterpreterDoes) {
  unsigned numCompared = 0;
  const char *strategies[] = {"loop", "closed", "table"};
  for (unsigned seed = 0; seed < 90; ++seed) {
    RandomProgram random = makeRandomProgram(&context, seed);
    ASSERT_TRUE(succeeded(verify(*random.module)));
    ProgramOp program = random.getProgram();
    std::optional<Data> expected =
        Interpreter(program, random.numbers, random.params).run();
    ASSERT_TRUE(expected) << seed;
    Words words = makeWords(*expected);
    std::vector<Words> memories;
    for (const Data &param : random.params)
      memories.push_back(makeWords(param));
    const char *sums = strategies[seed % 3];
    OwningOpRef<ModuleOp> lowered(cast<ModuleOp>(random.module->clone()));
    ASSERT_TRUE(lower(*lowered, sums)) << seed;
    Words result =
        execute(*lowered, program, random.numbers, memories, words.size());
    EXPECT_EQ(result, words) << "seed " << seed << " sums " << sums;
    if (result != words)
      program->dump();
    numCompared += !words.empty();
  }
  EXPECT_GT(numCompared, 40u);
}
