//===- RefusalsTest.cpp - Sentences for refusals ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sentence of each reason has as many names as the dialect verifies.
//
//===----------------------------------------------------------------------===//

#include "weft/Explain/ScheduleReasons.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;

namespace {

/// The refusal of a command on `y.k` for a reason, with names `N0` and `N1`.
cin::RefusalAttr refuse(MLIRContext &context, cin::RefusalReason reason) {
  SmallVector<std::string> names;
  for (size_t number : llvm::seq(cin::RefusalAttr::getNumNames(reason)))
    names.push_back("N" + std::to_string(number));
  return cin::RefusalAttr::get(&context, reason, "hoist_factors(y.k)", names);
}

TEST(RefusalsTest, EachSentenceHasItsNames) {
  MLIRContext context;
  context.loadDialect<cin::CINDialect>();
  for (uint64_t number :
       llvm::seq_inclusive(0u, cin::getMaxEnumValForRefusalReason())) {
    auto reason = static_cast<cin::RefusalReason>(number);
    std::string text = explain::describeReason(refuse(context, reason));
    size_t numNames = cin::RefusalAttr::getNumNames(reason);
    for (size_t name : llvm::seq<size_t>(2))
      EXPECT_EQ(StringRef(text).contains("N" + std::to_string(name)),
                name < numNames)
          << text;
    EXPECT_FALSE(StringRef(text).contains('{')) << text;
  }
}

TEST(RefusalsTest, DescribeRefusal) {
  MLIRContext context;
  context.loadDialect<cin::CINDialect>();
  EXPECT_EQ(explain::describeRefusal(
                refuse(context, cin::RefusalReason::UsedVariable)),
            "hoist_factors(y.k) is not chosen, since the value of k is used "
            "other than to index tensors");
}

} // namespace
