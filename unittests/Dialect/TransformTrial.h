//===- TransformTrial.h - Kernels to be transformed -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the tests of transformations of concrete notation have in common: they
// parse a kernel, call a function, and ask what it says or what is there then.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_UNITTESTS_DIALECT_TRANSFORMTRIAL_H
#define WEFT_UNITTESTS_DIALECT_TRANSFORMTRIAL_H

#include "weft/Dialect/CIN/Transforms/Transforms.h"
#include "weft/RegisterAll.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

class TransformTrial : public ::testing::Test {
protected:
  TransformTrial() {
    mlir::DialectRegistry registry;
    weft::registerAllDialects(registry);
    registry.insert<mlir::func::FuncDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  void parse(llvm::StringRef source) {
    module = mlir::parseSourceString<mlir::ModuleOp>(source, &context);
    ASSERT_TRUE(module);
  }

  template <typename OpTy> llvm::SmallVector<OpTy> getAll() {
    llvm::SmallVector<OpTy> all;
    module->walk<mlir::WalkOrder::PreOrder>(
        [&](OpTy op) { all.push_back(op); });
    return all;
  }

  /// What a transformation says that does not apply, and leaves the kernel as
  /// it was.
  std::string
  explain(llvm::function_ref<llvm::LogicalResult(mlir::RewriterBase &)>
              transformation) {
    mlir::OperationFingerPrint before(module.get());
    weft::cin::FailedPreconditions preconditions;
    mlir::IRRewriter rewriter(&context, &preconditions);
    if (succeeded(transformation(rewriter)))
      return succeeded(mlir::verify(*module)) ? "applied" : "broken";
    if (before != mlir::OperationFingerPrint(module.get()))
      return "changed the IR";
    if (preconditions.get().size() != 1)
      return "not one reason";
    return preconditions.get().front().str();
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

#endif // WEFT_UNITTESTS_DIALECT_TRANSFORMTRIAL_H
