//===- LatticeKernel.cpp - Coiterations that are run ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles and runs kernels, and packs their operands.
//
//===----------------------------------------------------------------------===//

#include "LatticeKernel.h"

#include "weft/Compiler/LLVMModule.h"
#include "weft/Compiler/Pipelines.h"
#include "weft/RegisterAll.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "gtest/gtest.h"

#include <map>

using namespace mlir;
using namespace weft;
using namespace weft::test;

//===----------------------------------------------------------------------===//
// Packing
//===----------------------------------------------------------------------===//

PackedTensor weft::test::pack(const std::string &letters,
                              const std::vector<int64_t> &dims,
                              const std::vector<Tuple> &entries) {
  struct Node {
    Tuple prefix;
    std::vector<Tuple> entries;
  };
  PackedTensor tensor;
  tensor.dims = dims;
  std::vector<Node> parents = {{{}, entries}};
  for (size_t level = 0; level < letters.size(); ++level) {
    std::vector<Node> children;
    std::vector<int32_t> pos = {0}, crd;
    auto add = [&](const Node &parent, int64_t coordinate,
                   std::vector<Tuple> below) {
      Node child = {parent.prefix, std::move(below)};
      child.prefix.push_back(coordinate);
      crd.push_back(coordinate);
      children.push_back(std::move(child));
    };
    for (const Node &parent : parents) {
      std::map<int64_t, std::vector<Tuple>> groups;
      for (const Tuple &entry : parent.entries)
        groups[entry[level]].push_back(entry);
      switch (letters[level]) {
      case 'd':
        for (int64_t c = 0; c < dims[level]; ++c)
          add(parent, c, groups[c]);
        break;
      case 's':
        for (auto &[coordinate, below] : groups)
          add(parent, coordinate, below);
        break;
      default:
        for (const Tuple &entry : parent.entries)
          add(parent, entry[level], {entry});
      }
      pos.push_back(crd.size());
    }
    if (letters[level] == 's' || letters[level] == 'u')
      tensor.arrays.push_back(pos);
    if (letters[level] != 'd')
      tensor.arrays.push_back(crd);
    parents = std::move(children);
  }
  for (const Node &leaf : parents)
    tensor.leaves.push_back(leaf.prefix);
  tensor.values.resize(parents.size());
  return tensor;
}

//===----------------------------------------------------------------------===//
// Compiling and running
//===----------------------------------------------------------------------===//

std::unique_ptr<MLIRContext> weft::test::createKernelContext() {
  DialectRegistry registry;
  weft::registerAllDialects(registry);
  registry.insert<arith::ArithDialect, cf::ControlFlowDialect,
                  func::FuncDialect, LLVM::LLVMDialect, memref::MemRefDialect,
                  scf::SCFDialect, tensor::TensorDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  return context;
}

LatticeKernel::LatticeKernel(MLIRContext &context,
                             const Coiteration &coiteration)
    : coiteration(coiteration), width(coiteration.getVisitWidth()) {
  compile(context);
}

void LatticeKernel::compile(MLIRContext &context) {
  std::string text = coiteration.print();
  SCOPED_TRACE(text);
  auto module = parseSourceString<ModuleOp>(text, &context);
  ASSERT_TRUE(module);
  PassManager passes(&context);
  addLoweringPasses(passes, IRLevel::Lattice, IRLevel::LLVM);
  ASSERT_TRUE(succeeded(passes.run(*module)));
  llvm::LLVMContext llvmContext;
  auto llvmModule = translateToLLVM(*module, llvmContext, "kernel_entry");
  ASSERT_TRUE(llvmModule);
  auto generator = CodeGenerator::create(/*optLevel=*/1);
  ASSERT_TRUE(static_cast<bool>(generator));
  generator->optimize(*llvmModule);
  auto object = generator->emitObject(*llvmModule);
  ASSERT_TRUE(static_cast<bool>(object));
  auto loaded = LoadedCode::load(*object);
  ASSERT_TRUE(static_cast<bool>(loaded));
  code = std::move(*loaded);
  auto address = code->lookup("kernel_entry");
  ASSERT_TRUE(static_cast<bool>(address));
  function = reinterpret_cast<weft_kernel_fn>(*address);
}

std::vector<Visit> LatticeKernel::run(const std::vector<PackedTensor> &tensors,
                                      const Parameters &parameters) const {
  if (!function)
    return {};
  std::vector<int64_t> numbers = {/*capacity=*/1 + 4096 * int64_t(width),
                                  parameters.lower, parameters.upper,
                                  parameters.base, parameters.parent};
  numbers.insert(numbers.end(), parameters.sizes.begin(),
                 parameters.sizes.end());
  weft_array result = {nullptr, 0};
  weft_array operand = {numbers.data(), static_cast<int64_t>(numbers.size())};
  int64_t resultSize = numbers.front(), operandSize = numbers.size();
  weft_tensor_data resultData = {1, 1, &resultSize, &result};
  weft_tensor_data operandData = {1, 1, &operandSize, &operand};
  std::vector<std::vector<weft_array>> arrays;
  std::vector<weft_tensor_data> data;
  for (const PackedTensor &tensor : tensors) {
    arrays.emplace_back();
    for (const std::vector<int32_t> &array : tensor.arrays)
      arrays.back().push_back({const_cast<int32_t *>(array.data()),
                               static_cast<int64_t>(array.size())});
    arrays.back().push_back({const_cast<double *>(tensor.values.data()),
                             static_cast<int64_t>(tensor.values.size())});
    data.push_back({static_cast<int64_t>(tensor.dims.size()),
                    static_cast<int64_t>(arrays.back().size()),
                    const_cast<int64_t *>(tensor.dims.data()),
                    arrays.back().data()});
  }
  std::vector<weft_tensor_data *> pointers = {&resultData, &operandData};
  for (weft_tensor_data &tensor : data)
    pointers.push_back(&tensor);
  EXPECT_EQ(weft_rt_invoke(function, pointers.data(), nullptr), WEFT_RT_OK);
  auto *log = static_cast<int64_t *>(result.data);
  if (!log)
    return {};
  std::vector<Visit> visits;
  for (int64_t at = 1; at < log[0]; at += width)
    visits.emplace_back(log + at, log + at + width);
  weft_rt_free_result(log);
  return visits;
}
