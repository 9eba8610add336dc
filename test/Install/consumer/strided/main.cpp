//===- main.cpp - Kernels over a level type of another project --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles and runs two kernels with an operand in a level type that Weft knows
// nothing of: one iterates over it, the other locates in it.
//
//===----------------------------------------------------------------------===//

#include "Strided.h"

#include "weft/Compiler/LLVMModule.h"
#include "weft/Compiler/MachineCode.h"
#include "weft/Compiler/Pipelines.h"
#include "weft/RegisterAll.h"
#include "weft/Runtime/TensorABI.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <vector>

using namespace mlir;

/// y(i) = A(i,j) * x(j), with x in the format `Vector`.
static std::string getSource(StringRef name, StringRef vector) {
  return (R"(
#Samples = #level.format<(i, j) -> (i : dense, j : #strided.every<3>)>
#Vector = #level.format<(j) -> (j : )" +
          vector + R"()>
func.func @)" +
          name +
          R"((%A: tensor<?x?xf64, #Samples>, %x: tensor<?xf64, #Vector>) -> tensor<?xf64> attributes {weft.kernel} {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #Samples>
      %b = tin.access %x[%j] : tensor<?xf64, #Vector>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}
)")
      .str();
}

/// Whether a loop of the kernel calls a level function of the level type.
template <typename OpTy> static bool calls(ModuleOp module) {
  return module
      .walk([](OpTy op) {
        auto stored =
            cast<weft::level::StorageType>(op->getOperand(0).getType());
        Attribute type = stored.getFormat().getLevelTypes()[op.getLevel()];
        return isa<strided::EveryAttr>(type) ? WalkResult::interrupt()
                                             : WalkResult::advance();
      })
      .wasInterrupted();
}

static int fail(const Twine &what) {
  llvm::errs() << what << "\n";
  return 1;
}

/// Compiles a kernel, and checks whether it locates in its first operand.
static llvm::Expected<weft_kernel_fn>
compile(MLIRContext &context, StringRef name, StringRef vector, bool locates) {
  auto error = [](const Twine &what) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), what);
  };
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(getSource(name, vector), &context);
  if (!module)
    return error("the kernel was not parsed");
  PassManager toLoops(&context), toCode(&context);
  weft::addLoweringPasses(toLoops, weft::IRLevel::TIN, weft::IRLevel::SCF);
  weft::addLoweringPasses(toCode, weft::IRLevel::SCF, weft::IRLevel::LLVM);
  if (failed(toLoops.run(*module)))
    return error("the kernel was not lowered to loops");
  if (calls<weft::level::LocateOp>(*module) != locates ||
      calls<weft::level::PosAccessOp>(*module) == locates)
    return error("expected the kernel to iterate or to locate");
  if (failed(toCode.run(*module)))
    return error("the kernel was not lowered to LLVM");

  llvm::LLVMContext llvmContext;
  std::string entry = (name + "_entry").str();
  auto llvmModule = weft::translateToLLVM(*module, llvmContext, entry);
  if (!llvmModule)
    return error("the kernel was not translated");
  auto generator = weft::CodeGenerator::create(/*optLevel=*/2);
  if (!generator)
    return generator.takeError();
  generator->optimize(*llvmModule);
  auto object = generator->emitObject(*llvmModule);
  if (!object)
    return object.takeError();
  auto code = weft::LoadedCode::load(*object);
  if (!code)
    return code.takeError();
  // Code stays loaded as long as the program runs.
  auto address = code->release()->lookup(entry);
  if (!address)
    return address.takeError();
  return reinterpret_cast<weft_kernel_fn>(*address);
}

template <typename T> static weft_array getArray(std::vector<T> &elements) {
  return {elements.data(), static_cast<int64_t>(elements.size())};
}

/// Runs a kernel on A = [1 0 0 2 0 0 3; 4 0 0 5 0 0 6] and a vector.
static int check(weft_kernel_fn kernel, std::vector<weft_array> vector,
                 std::vector<double> expected) {
  int64_t rows = 2, sizes[] = {2, 7}, length = 7;
  std::vector<double> samples = {1, 2, 3, 4, 5, 6};
  weft_array result = {nullptr, 0}, values = getArray(samples);
  weft_tensor_data y = {1, 1, &rows, &result};
  weft_tensor_data a = {2, 1, sizes, &values};
  weft_tensor_data x = {1, static_cast<int64_t>(vector.size()), &length,
                        vector.data()};
  weft_tensor_data *tensors[] = {&y, &a, &x};
  if (weft_rt_invoke(kernel, tensors, nullptr) != WEFT_RT_OK)
    return fail("the kernel failed");
  const double *numbers = static_cast<const double *>(result.data);
  bool isRight = result.length == 2 && numbers[0] == expected[0] &&
                 numbers[1] == expected[1];
  if (isRight)
    llvm::outs() << "y = [" << numbers[0] << " " << numbers[1] << "]\n";
  weft_rt_free_result(result.data);
  return isRight ? 0 : fail("the result is wrong");
}

int main() {
  DialectRegistry registry;
  weft::registerAllDialects(registry);
  strided::registerStrided(registry);
  registry.insert<arith::ArithDialect, cf::ControlFlowDialect,
                  complex::ComplexDialect, func::FuncDialect, LLVM::LLVMDialect,
                  math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
                  tensor::TensorDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();

  auto iterate = compile(context, "iterate", "dense", /*locates=*/false);
  if (!iterate)
    return fail(llvm::toString(iterate.takeError()));
  std::vector<double> dense = {1, 10, 10, 100, 10, 10, 1000};
  if (int status = check(*iterate, {getArray(dense)}, {3201, 6504}))
    return status;

  auto locate = compile(context, "locate", "compressed", /*locates=*/true);
  if (!locate)
    return fail(llvm::toString(locate.takeError()));
  std::vector<int32_t> positions = {0, 3}, coordinates = {1, 3, 6};
  std::vector<double> components = {10, 100, 1000};
  return check(
      *locate,
      {getArray(positions), getArray(coordinates), getArray(components)},
      {3200, 6500});
}
