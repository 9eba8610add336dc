//===- FunctionTest.cpp - Tests of the tables of functions ----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests that the tables of functions and reductions are consistent, and the
// guesses at misspelt names.
//
//===----------------------------------------------------------------------===//

#include "weft/Notation/Function.h"

#include "gtest/gtest.h"

#include <string>

using namespace weft::notation;

namespace {

TEST(FunctionTest, TablesAreConsistent) {
  std::string_view previous;
  for (const FunctionInfo &info : getFunctions()) {
    EXPECT_LT(previous, info.name);
    EXPECT_EQ(findFunction(info.name), &info);
    // The name that is printed is one that is known.
    EXPECT_EQ(findFunction(nameOf(info.function))->function, info.function);
    EXPECT_GE(info.minArguments, 1u);
    EXPECT_LE(info.minArguments, info.maxArguments);
    previous = info.name;
  }
  for (const ReducerInfo &info : getReducers()) {
    EXPECT_EQ(findReducer(info.name), &info);
    EXPECT_EQ(findReducer(nameOf(info.reducer))->reducer, info.reducer);
  }
}

TEST(FunctionTest, UnknownNames) {
  EXPECT_EQ(findFunction("sum"), nullptr);
  EXPECT_EQ(findFunction("Max"), nullptr);
  EXPECT_EQ(findReducer("abs"), nullptr);
  EXPECT_EQ(findReducer(""), nullptr);
}

TEST(FunctionTest, Suggestions) {
  EXPECT_EQ(findFunction("where")->function, Function::Select);
  EXPECT_EQ(nameOf(Function::Select), "select");
  EXPECT_EQ(suggestFunction("sqr"), "sqrt");
  EXPECT_EQ(suggestFunction("SQRT"), "sqrt");
  EXPECT_EQ(suggestFunction("rond"), "round");
  EXPECT_EQ(suggestFunction("selcet"), "select");
  EXPECT_EQ(suggestFunction("summ"), "sum");
  EXPECT_EQ(suggestFunction("A"), "");
  EXPECT_EQ(suggestFunction("matrix"), "");
  EXPECT_EQ(suggestFunction(""), "");
  EXPECT_EQ(suggestFunction(std::string(100000, 'a')), "");
}

} // namespace
