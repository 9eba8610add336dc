//===- AccessCountTest.cpp - How much kernels read --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the loads that kernels execute, since what is claimed of search and of
// early exits is how work grows, and times say that badly. The count is kept in
// an array that the test adds to the code, and reported as the detail of a
// failure.
//
//===----------------------------------------------------------------------===//

#include "LatticeKernel.h"

#include "weft/Compiler/LLVMModule.h"
#include "weft/Compiler/Pipelines.h"
#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Conversion/NotationToTIN/NotationToTIN.h"
#include "weft/Notation/FormatText.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;
using namespace weft::test;

namespace {

/// Counts the loads of a kernel, which then fails with their number.
void addCounter(ModuleOp module) {
  func::FuncOp kernel;
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr("weft.kernel"))
      kernel = function;
  SmallVector<memref::LoadOp> loads;
  kernel.walk([&](memref::LoadOp load) { loads.push_back(load); });
  ImplicitLocOpBuilder b(kernel.getLoc(),
                         OpBuilder::atBlockBegin(&kernel.front()));
  Value counter = memref::AllocaOp::create(
      b, MemRefType::get({1}, b.getIndexType()), ValueRange());
  Value zero = emitIndex(b, 0);
  memref::StoreOp::create(b, zero, counter, zero);
  for (memref::LoadOp load : loads) {
    b.setInsertionPoint(load);
    Value count = memref::LoadOp::create(b, counter, zero);
    count = arith::AddIOp::create(b, count, emitIndex(b, 1));
    memref::StoreOp::create(b, count, counter, zero);
  }
  b.setInsertionPoint(kernel.front().getTerminator());
  Value always = arith::ConstantIntOp::create(b, 1, 1);
  Value count = memref::LoadOp::create(b, counter, zero);
  emitFailIf(b, always, WEFT_RT_INVALID_ARGUMENT, count);
}

class AccessCount : public ::testing::Test {
protected:
  static void SetUpTestSuite() { context = createKernelContext(); }
  static void TearDownTestSuite() { context.reset(); }

  /// The number of loads of a kernel with one scalar result, for operands in
  /// the order of the text. Those are lists, or dense.
  static int64_t count(const std::string &text,
                       const std::vector<PackedTensor> &operands,
                       int64_t gallop = LoweringOptions().gallop) {
    auto program = notation::parseProgram(text);
    EXPECT_TRUE(static_cast<bool>(program));
    TranslationOptions options;
    size_t number = 0;
    for (const notation::Tensor &tensor : program->tensors) {
      bool isList = tensor.isInput && operands[number++].arrays.size() == 2;
      auto format = notation::parseFormat(isList         ? "s"
                                          : tensor.order ? "d"
                                                         : "",
                                          tensor.order);
      EXPECT_TRUE(static_cast<bool>(format));
      options.storage.push_back({*format, runtime::ElementType::F64});
    }
    auto module = translateToTIN(*program, text, options, context.get());
    LoweringOptions lowering;
    lowering.gallop = gallop;
    PassManager toArrays(context.get()), toLLVM(context.get());
    addLoweringPasses(toArrays, IRLevel::TIN, IRLevel::MemRef, lowering);
    addLoweringPasses(toLLVM, IRLevel::MemRef, IRLevel::LLVM, lowering);
    EXPECT_TRUE(succeeded(toArrays.run(*module)));
    addCounter(*module);
    EXPECT_TRUE(succeeded(toLLVM.run(*module)));
    return run(*module, operands);
  }

  static int64_t run(ModuleOp module,
                     const std::vector<PackedTensor> &operands) {
    llvm::LLVMContext llvmContext;
    auto llvmModule = translateToLLVM(module, llvmContext, "kernel_entry");
    auto generator = CodeGenerator::create(/*optLevel=*/1);
    EXPECT_TRUE(static_cast<bool>(generator));
    generator->optimize(*llvmModule);
    auto object = generator->emitObject(*llvmModule);
    EXPECT_TRUE(static_cast<bool>(object));
    auto loaded = LoadedCode::load(*object);
    EXPECT_TRUE(static_cast<bool>(loaded));
    auto address = (*loaded)->lookup("kernel_entry");
    EXPECT_TRUE(static_cast<bool>(address));

    weft_array result = {nullptr, 0};
    std::vector<weft_tensor_data> data = {{0, 1, nullptr, &result}};
    std::vector<std::vector<weft_array>> arrays;
    for (const PackedTensor &tensor : operands) {
      auto &own = arrays.emplace_back();
      for (const std::vector<int32_t> &array : tensor.arrays)
        own.push_back({const_cast<int32_t *>(array.data()),
                       static_cast<int64_t>(array.size())});
      own.push_back({const_cast<double *>(tensor.values.data()),
                     static_cast<int64_t>(tensor.values.size())});
      data.push_back({1, static_cast<int64_t>(own.size()),
                      const_cast<int64_t *>(tensor.dims.data()), own.data()});
    }
    std::vector<weft_tensor_data *> pointers;
    for (weft_tensor_data &tensor : data)
      pointers.push_back(&tensor);
    weft_rt_error error;
    EXPECT_EQ(weft_rt_invoke(reinterpret_cast<weft_kernel_fn>(*address),
                             pointers.data(), &error),
              WEFT_RT_INVALID_ARGUMENT);
    return error.detail[0];
  }

  /// A list of the multiples of a number.
  static PackedTensor makeMultiples(int64_t size, int64_t step) {
    std::vector<Tuple> entries;
    for (int64_t coordinate = 0; coordinate < size; coordinate += step)
      entries.push_back({coordinate});
    return pack("s", {size}, entries);
  }

  static std::unique_ptr<MLIRContext> context;
};

std::unique_ptr<MLIRContext> AccessCount::context;

constexpr int64_t kTwoFinger = -1, kGallop = 0;
constexpr const char *kDot = "a = b(i) * c(i)";

TEST_F(AccessCount, SearchIsLogarithmicInWhatIsSkipped) {
  constexpr int64_t numShort = 8;
  for (int64_t size : {1 << 10, 1 << 14, 1 << 18}) {
    std::vector<PackedTensor> operands = {makeMultiples(size, 1),
                                          makeMultiples(size, size / numShort)};
    EXPECT_GT(count(kDot, operands, kTwoFinger), size / 2);
    // Steps of double length and back, each with a load or two.
    int64_t most = 6 * numShort * (llvm::Log2_64(size / numShort) + 2);
    EXPECT_LT(count(kDot, operands, kGallop), most);
    // The segments are different enough.
    EXPECT_LT(count(kDot, operands), most);
    std::swap(operands[0], operands[1]);
    EXPECT_LT(count(kDot, operands), most);
  }
}

TEST_F(AccessCount, SegmentsOfOneLengthAreMergedStepByStep) {
  std::vector<PackedTensor> operands = {makeMultiples(6000, 2),
                                        makeMultiples(6000, 3)};
  int64_t steps = count(kDot, operands, kTwoFinger);
  EXPECT_EQ(count(kDot, operands), steps);
  // Search is no worse than a constant factor.
  EXPECT_LT(count(kDot, operands, kGallop), 3 * steps);
}

TEST_F(AccessCount, UnionsVisitEverything) {
  std::vector<PackedTensor> operands = {makeMultiples(4096, 1),
                                        makeMultiples(4096, 1024)};
  EXPECT_GT(count("a = sum(i, b(i) + c(i))", operands, kGallop), 4096);
}

TEST_F(AccessCount, ReductionsStopAtAnAnnihilator) {
  for (int64_t size : {1 << 10, 1 << 16}) {
    PackedTensor list = makeMultiples(size, 1);
    EXPECT_GT(count("a = any(i, b(i) > 0)", {list}), size);
    list.values[10] = 1;
    EXPECT_LT(count("a = any(i, b(i) > 0)", {list}), 30);
    // Not one of a sum, nor of a maximum of real numbers, behind which a NaN
    // may come.
    EXPECT_GT(count("a = sum(i, b(i) > 0)", {list}), size);
    list.values[10] = std::numeric_limits<double>::infinity();
    EXPECT_GT(count("a = max(i, b(i))", {list}), size);
  }
}

TEST_F(AccessCount, NestedReductionsStopTogether) {
  // The variables around the one at which it is found stop as well.
  constexpr int64_t size = 256;
  PackedTensor list = makeMultiples(size, 1);
  list.values.assign(size, 1);
  EXPECT_LT(count("a = any(i, j, b(i) * c(j) > 0)", {list, list}), 30);
}

} // namespace
