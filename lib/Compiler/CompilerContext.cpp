//===- CompilerContext.cpp - The context of all kernels ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the context with the dialects that kernels pass through. It has no
// threads of its own: a kernel is too small to be worth them.
//
//===----------------------------------------------------------------------===//

#include "CompilerContext.h"

#include "weft/GPU/Target.h"
#include "weft/RegisterAll.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"

using namespace mlir;
using namespace weft;

static MLIRContext *createContext() {
  DialectRegistry registry;
  weft::registerAllDialects(registry);
  registry.insert<arith::ArithDialect, cf::ControlFlowDialect,
                  complex::ComplexDialect, func::FuncDialect, LLVM::LLVMDialect,
                  math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
                  tensor::TensorDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  auto *context = new MLIRContext(registry, MLIRContext::Threading::DISABLED);
  // The operation would be a second, longer message behind the first.
  context->printOpOnDiagnostic(false);
  context->loadAllAvailableDialects();
  // It is loaded when a loop becomes parallel.
  DialectRegistry onDemand;
  registerOpenMPDialectTranslation(onDemand);
  registerGPUTarget(onDemand);
  context->appendDialectRegistry(onDemand);
  return context;
}

/// The lock of the context. Like the context, it is never destroyed: kernels
/// may outlive every static object.
static std::recursive_mutex &getMutex() {
  static auto *mutex = new std::recursive_mutex;
  return *mutex;
}

CompilerContext::CompilerContext() : lock(getMutex()) {}

MLIRContext *CompilerContext::get() const {
  static MLIRContext *context = createContext();
  return context;
}
