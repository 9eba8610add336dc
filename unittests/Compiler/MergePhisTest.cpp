//===- MergePhisTest.cpp ----------------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/MergePhis.h"

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
struct MergePhisTest : testing::Test {
  /// Runs the pass; returns the number of phis that the first function keeps.
  size_t merge(StringRef text) {
    SMDiagnostic error;
    module = parseAssemblyString(text, error, context);
    EXPECT_TRUE(module) << error.getMessage().str();
    ModuleAnalysisManager analyses;
    changed = !MergePhisPass().run(*module, analyses).areAllPreserved();
    EXPECT_FALSE(verifyModule(*module, &errs()));
    return llvm::count_if(instructions(*module->begin()),
                          [](Instruction &i) { return isa<PHINode>(i); });
  }

  LLVMContext context;
  std::unique_ptr<Module> module;
  bool changed = false;
};

TEST_F(MergePhisTest, LoopsThatAgreeAsLongAsTheyAgree) {
  // Both pointers come from one allocation and one that replaces it.
  size_t numPhis = merge(R"(
    define ptr @f(ptr %a, i1 %full, i1 %more) {
    entry:
      br label %loop
    loop:
      %p = phi ptr [%a, %entry], [%p1, %next]
      %q = phi ptr [%a, %entry], [%q1, %next]
      br i1 %full, label %grow, label %next
    grow:
      %r = call {ptr, ptr, i64} @g(ptr %p, ptr %q)
      %r0 = extractvalue {ptr, ptr, i64} %r, 0
      %r1 = extractvalue {ptr, ptr, i64} %r, 1
      br label %next
    next:
      %q1 = phi ptr [%q, %loop], [%r1, %grow]
      %p1 = phi ptr [%r0, %grow], [%p, %loop]
      br i1 %more, label %loop, label %exit
    exit:
      ret ptr %q1
    }
    define internal {ptr, ptr, i64} @g(ptr %p, ptr %q) {
      %new = load ptr, ptr %p
      %1 = insertvalue {ptr, ptr, i64} poison, ptr %new, 0
      %2 = insertvalue {ptr, ptr, i64} %1, ptr %new, 1
      %3 = insertvalue {ptr, ptr, i64} %2, i64 7, 2
      ret {ptr, ptr, i64} %3
    })");
  EXPECT_TRUE(changed);
  EXPECT_EQ(numPhis, 2u);
}

TEST_F(MergePhisTest, CountersThatAgreeAreOne) {
  size_t numPhis = merge(R"(
    define i64 @f(i1 %more) {
    entry:
      br label %loop
    loop:
      %i = phi i64 [0, %entry], [%i1, %loop]
      %j = phi i64 [0, %entry], [%j1, %loop]
      %k = phi i64 [1, %entry], [%k1, %loop]
      %l = phi i64 [0, %entry], [%l1, %loop]
      %m = phi i64 [0, %entry], [%m1, %loop]
      %i1 = add i64 %i, 1
      %j1 = add i64 %j, 1
      %k1 = add i64 %k, 1
      %l1 = add i64 %l, 2
      %m1 = add nuw i64 %m, 1
      br i1 %more, label %loop, label %exit
    exit:
      %1 = add i64 %j, %k
      %2 = add i64 %l, %m
      %3 = add i64 %1, %2
      ret i64 %3
    })");
  // Others begin elsewhere, take other steps, or may not overflow.
  EXPECT_TRUE(changed);
  EXPECT_EQ(numPhis, 4u);
}

TEST_F(MergePhisTest, WhatNeverChangesIsNotCarried) {
  // A stride and an argument go around two loops; one value changes in the
  // inner one, and another is a different constant there.
  size_t numPhis = merge(R"(
    define i64 @f(i64 %n, i64 %m, i1 %more, i1 %again) {
    entry:
      br label %outer
    outer:
      %stride = phi i64 [1, %entry], [%stride1, %latch]
      %size = phi i64 [%n, %entry], [%size1, %latch]
      %other = phi i64 [1, %entry], [%other1, %latch]
      %either = phi i64 [%n, %entry], [%either1, %latch]
      br label %inner
    inner:
      %stride1 = phi i64 [%stride, %outer], [%stride1, %inner]
      %size1 = phi i64 [%size1, %inner], [%size, %outer]
      %other1 = phi i64 [%other, %outer], [2, %inner]
      %either1 = phi i64 [%either, %outer], [%m, %inner]
      br i1 %more, label %inner, label %latch
    latch:
      br i1 %again, label %outer, label %exit
    exit:
      %a = add i64 %stride1, %size1
      %b = add i64 %other1, %either1
      %c = add i64 %a, %b
      ret i64 %c
    })");
  EXPECT_TRUE(changed);
  EXPECT_EQ(numPhis, 4u);
}

TEST_F(MergePhisTest, WhatDiffersSomewhereIsKept) {
  // The second pair would agree if the first did, which starts out apart.
  size_t numPhis = merge(R"(
    define ptr @f(ptr %a, ptr %b, i1 %c, i1 %more) {
    entry:
      br label %loop
    loop:
      %p = phi ptr [%a, %entry], [%p1, %next]
      %q = phi ptr [%b, %entry], [%q1, %next]
      br i1 %c, label %left, label %next
    left:
      %r = load ptr, ptr %a
      br label %next
    next:
      %p1 = phi ptr [%p, %loop], [%r, %left]
      %q1 = phi ptr [%q, %loop], [%r, %left]
      br i1 %more, label %loop, label %exit
    exit:
      ret ptr %q1
    })");
  EXPECT_FALSE(changed);
  EXPECT_EQ(numPhis, 4u);
}

TEST_F(MergePhisTest, OtherTypesAndBlocksAreKept) {
  size_t numPhis = merge(R"(
    define i64 @f(i64 %a, i32 %b, i1 %c, i1 %d) {
    entry:
      br i1 %c, label %left, label %middle
    left:
      br label %middle
    middle:
      %x = phi i64 [0, %entry], [%a, %left]
      %y = phi i32 [0, %entry], [%b, %left]
      br i1 %d, label %right, label %exit
    right:
      br label %exit
    exit:
      %z = phi i64 [0, %middle], [%x, %right]
      ret i64 %z
    })");
  EXPECT_FALSE(changed);
  EXPECT_EQ(numPhis, 3u);
}

TEST_F(MergePhisTest, ResultsWithTwoPointersAreKept) {
  merge(R"(
    define i1 @f(ptr %a, ptr %b) {
      %r = call {ptr, ptr} @g(ptr %a, ptr %b)
      %r0 = extractvalue {ptr, ptr} %r, 0
      %r1 = extractvalue {ptr, ptr} %r, 1
      %same = icmp eq ptr %r0, %r1
      ret i1 %same
    }
    define internal {ptr, ptr} @g(ptr %a, ptr %b) {
      %1 = insertvalue {ptr, ptr} poison, ptr %a, 0
      %2 = insertvalue {ptr, ptr} %1, ptr %b, 1
      ret {ptr, ptr} %2
    })");
  EXPECT_FALSE(changed);
}
} // namespace
