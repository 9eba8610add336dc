//===- SplitAggregatesTest.cpp ----------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/SplitAggregates.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace weft;

namespace {
struct SplitAggregatesTest : testing::Test {
  /// Runs the pass on the only function of `text`.
  Function &split(StringRef text) {
    SMDiagnostic error;
    module = parseAssemblyString(text, error, context);
    EXPECT_TRUE(module) << error.getMessage().str();
    Function &function = *module->begin();
    FunctionAnalysisManager analyses;
    changed = !SplitAggregatesPass().run(function, analyses).areAllPreserved();
    EXPECT_FALSE(verifyModule(*module, &errs()));
    return function;
  }
  template <typename T> static size_t count(Function &function) {
    return llvm::count_if(instructions(function),
                          [](Instruction &i) { return isa<T>(i); });
  }
  static size_t countAggregatePhis(Function &function) {
    return llvm::count_if(instructions(function), [](Instruction &i) {
      return isa<PHINode>(i) && i.getType()->isAggregateType();
    });
  }

  LLVMContext context;
  std::unique_ptr<Module> module;
  bool changed = false;
};

TEST_F(SplitAggregatesTest, LoopCarriesScalars) {
  // A descriptor goes around a loop, which changes one of its parts.
  Function &function = split(R"(
    define i64 @f({ptr, i64, [1 x i64]} %array, i64 %n) {
    entry:
      br label %loop
    loop:
      %state = phi {ptr, i64, [1 x i64]} [%array, %entry], [%next, %loop]
      %i = phi i64 [0, %entry], [%j, %loop]
      %size = extractvalue {ptr, i64, [1 x i64]} %state, 2, 0
      %grown = add i64 %size, 1
      %next = insertvalue {ptr, i64, [1 x i64]} %state, i64 %grown, 2, 0
      %j = add i64 %i, 1
      %more = icmp slt i64 %j, %n
      br i1 %more, label %loop, label %exit
    exit:
      %last = extractvalue {ptr, i64, [1 x i64]} %next, 2, 0
      ret i64 %last
    })");
  EXPECT_TRUE(changed);
  EXPECT_EQ(countAggregatePhis(function), 0u);
  // The pointer, the offset, the size and the counter.
  EXPECT_EQ(count<PHINode>(function), 4u);
  EXPECT_EQ(count<InsertValueInst>(function), 0u);
  // What comes in is taken apart once, before the loop.
  EXPECT_EQ(count<ExtractValueInst>(function), 3u);
  for (Instruction &instruction : instructions(function)) {
    if (isa<ExtractValueInst>(instruction)) {
      EXPECT_EQ(instruction.getParent(), &function.getEntryBlock());
    }
  }
}

TEST_F(SplitAggregatesTest, WholeAggregatesAreKept) {
  Function &function = split(R"(
    define {ptr, i64} @f(i1 %c, {ptr, i64} %a, {ptr, i64} %b) {
    entry:
      br i1 %c, label %left, label %exit
    left:
      br label %exit
    exit:
      %either = phi {ptr, i64} [%a, %entry], [%b, %left]
      ret {ptr, i64} %either
    })");
  EXPECT_EQ(countAggregatePhis(function), 0u);
  EXPECT_EQ(count<InsertValueInst>(function), 2u);
}

TEST_F(SplitAggregatesTest, SwitchListsAPredecessorTwice) {
  Function &function = split(R"(
    define i64 @f(i32 %c, {i64, i64} %a, {i64, i64} %b) {
    entry:
      switch i32 %c, label %other [i32 0, label %exit i32 1, label %exit]
    other:
      br label %exit
    exit:
      %e = phi {i64, i64} [%a, %entry], [%a, %entry], [%b, %other]
      %x = extractvalue {i64, i64} %e, 1
      ret i64 %x
    })");
  EXPECT_EQ(countAggregatePhis(function), 0u);
  // Nobody uses the first part.
  EXPECT_EQ(count<PHINode>(function), 1u);
}

TEST_F(SplitAggregatesTest, PartsThatNobodyUsesAreFree) {
  Function &function = split(R"(
    define i64 @f(ptr %array, i64 %n) {
      %a = insertvalue {ptr, i64} poison, ptr %array, 0
      %b = insertvalue {ptr, i64} %a, i64 %n, 1
      %x = extractvalue {ptr, i64} %b, 1
      ret i64 %x
    })");
  EXPECT_TRUE(changed);
  EXPECT_TRUE(function.getArg(0)->use_empty());
  EXPECT_EQ(function.getInstructionCount(), 1u);
}

TEST_F(SplitAggregatesTest, NothingToDo) {
  split(R"(
    define i64 @f(i64 %a) {
      ret i64 %a
    })");
  EXPECT_FALSE(changed);
}
} // namespace
