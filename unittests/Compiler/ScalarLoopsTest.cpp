//===- ScalarLoopsTest.cpp --------------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/ScalarLoops.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace weft;

namespace {
struct ScalarLoopsTest : testing::Test {
  /// Whether the vectorizer may look at the loop of a function that is made of
  /// one block between `entry` and `exit`. It has pointers %a and %b and goes
  /// up to %n. What is said of it stands at its branch.
  bool mayVectorize(StringRef body, StringRef attributes = "",
                    StringRef annotation = "") {
    std::string text = "declare double @llvm.fabs.f64(double)\n"
                       "declare double @unknown(double)\n"
                       "define double @f(ptr %a, ptr %b, i64 %n) ";
    text += attributes;
    text += " {\nentry:\n  br label %loop\nloop:\n";
    text += body;
    text += "\n  %done = icmp eq i64 %i1, %n\n"
            "  br i1 %done, label %exit, label %loop, !llvm.loop !0\n"
            "exit:\n  ret double 0.0\n}\n"
            "!0 = distinct !{!0";
    text += annotation;
    text += "}\n";
    SMDiagnostic error;
    std::unique_ptr<Module> module = parseAssemblyString(text, error, context);
    EXPECT_TRUE(module) << error.getMessage().str();
    PassBuilder passes;
    LoopAnalysisManager loops;
    FunctionAnalysisManager functions;
    CGSCCAnalysisManager components;
    ModuleAnalysisManager modules;
    passes.registerModuleAnalyses(modules);
    passes.registerCGSCCAnalyses(components);
    passes.registerFunctionAnalyses(functions);
    passes.registerLoopAnalyses(loops);
    passes.crossRegisterProxies(loops, functions, components, modules);
    Function &function = *module->getFunction("f");
    ScalarLoopsPass().run(function, functions);
    Loop *loop = *functions.getResult<LoopAnalysis>(function).begin();
    return !getOptionalIntLoopAttribute(loop, "llvm.loop.isvectorized");
  }

  LLVMContext context;
};

TEST_F(ScalarLoopsTest, ReductionsPayOff) {
  EXPECT_TRUE(mayVectorize(R"(
      %i = phi i64 [0, %entry], [%i1, %loop]
      %s = phi double [0.0, %entry], [%s1, %loop]
      %p = getelementptr i64, ptr %a, i64 %i
      %j = load i64, ptr %p
      %q = getelementptr double, ptr %b, i64 %j
      %v = load double, ptr %q
      %w = call double @llvm.fabs.f64(double %v)
      %s1 = fadd reassoc double %s, %w
      %i1 = add i64 %i, 1)"));
}

TEST_F(ScalarLoopsTest, DenseArraysPayOff) {
  StringRef copy = R"(
      %i = phi i64 [0, %entry], [%i1, %loop]
      %p = getelementptr double, ptr %a, i64 %i
      %v = load double, ptr %p
      %q = getelementptr double, ptr %b, i64 %i
      store double %v, ptr %q
      %i1 = add i64 %i, 1)";
  EXPECT_TRUE(mayVectorize(copy));
  EXPECT_FALSE(mayVectorize(copy, "cold"));
}

TEST_F(ScalarLoopsTest, ShortLoopsDoNot) {
  StringRef sum = R"(
      %i = phi i64 [0, %entry], [%i1, %loop]
      %s = phi double [0.0, %entry], [%s1, %loop]
      %p = getelementptr double, ptr %a, i64 %i
      %v = load double, ptr %p
      %s1 = fadd reassoc double %s, %v
      %i1 = add i64 %i, 1)";
  EXPECT_TRUE(mayVectorize(sum));
  EXPECT_FALSE(
      mayVectorize(sum, "", R"(, !{!"llvm.loop.vectorize.enable", i1 false})"));
}

TEST_F(ScalarLoopsTest, AppendingDoesNot) {
  EXPECT_FALSE(mayVectorize(R"(
      %i = phi i64 [0, %entry], [%i1, %loop]
      %c = phi i64 [7, %entry], [%c1, %loop]
      %p = getelementptr double, ptr %a, i64 %i
      %v = load double, ptr %p
      %q = getelementptr double, ptr %b, i64 %c
      store double %v, ptr %q
      %c1 = add i64 %c, 1
      %i1 = add i64 %i, 1)"));
}

TEST_F(ScalarLoopsTest, ScatteringDoesNot) {
  EXPECT_FALSE(mayVectorize(R"(
      %i = phi i64 [0, %entry], [%i1, %loop]
      %p = getelementptr i64, ptr %a, i64 %i
      %j = load i64, ptr %p
      %q = getelementptr double, ptr %b, i64 %j
      store double 0.0, ptr %q
      %i1 = add i64 %i, 1)"));
  // Nor does it to store in one place.
  EXPECT_FALSE(mayVectorize(R"(
      %i = phi i64 [0, %entry], [%i1, %loop]
      store i64 %i, ptr %b
      %i1 = add i64 %i, 1)"));
}

TEST_F(ScalarLoopsTest, WhatIsCarriedOverDoesNot) {
  EXPECT_FALSE(mayVectorize(R"(
      %i = phi i64 [0, %entry], [%i1, %loop]
      %before = phi i64 [0, %entry], [%v, %loop]
      %p = getelementptr i64, ptr %a, i64 %i
      %v = load i64, ptr %p
      store i64 %before, ptr %p
      %i1 = add i64 %i, 1)"));
}

TEST_F(ScalarLoopsTest, CallsAndBranchesDoNot) {
  EXPECT_FALSE(mayVectorize(R"(
      %i = phi i64 [0, %entry], [%i1, %loop]
      %s = phi double [0.0, %entry], [%s1, %loop]
      %s1 = call double @unknown(double %s)
      %i1 = add i64 %i, 1)"));
  EXPECT_FALSE(mayVectorize(R"(
      %i = phi i64 [0, %entry], [%i1, %next]
      %p = getelementptr i1, ptr %a, i64 %i
      %v = load i1, ptr %p
      br i1 %v, label %then, label %next
    then:
      %q = getelementptr double, ptr %b, i64 %i
      store double 0.0, ptr %q
      br label %next
    next:
      %i1 = add i64 %i, 1)"));
}
} // namespace
