//===- SupportedTest.cpp - Upstream's operations ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list of the operations of sparse_tensor is that of the dialect.
//
//===----------------------------------------------------------------------===//

#include "weft/Sparsifier/Supported.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"

#include "gtest/gtest.h"

#include <set>
#include <string>

using namespace mlir;

TEST(SupportedTest, ListsEveryOperation) {
  MLIRContext context;
  context.loadDialect<sparse_tensor::SparseTensorDialect>();
  std::set<std::string> registered, listed;
  for (RegisteredOperationName name : context.getRegisteredOperations())
    if (name.getDialectNamespace() == "sparse_tensor")
      registered.insert(name.getStringRef().str());
  for (const weft::SparseTensorSupport &support :
       weft::getSparseTensorSupport())
    EXPECT_TRUE(listed.insert(support.name.str()).second)
        << support.name.str() << " is listed twice";
  EXPECT_FALSE(registered.empty());
  EXPECT_EQ(listed, registered);
}
