//===- NestPlanTest.cpp - Tests of the loops of kernels -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests which loops a compute gets, in which order, and when a workspace stands
// between those that compute and those that assemble (thesis, sections 4.4
// and 6.2).
//
//===----------------------------------------------------------------------===//

#include "TINToCIN/NestPlan.h"

#include "weft/RegisterAll.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin_to_cin;

namespace {

class NestPlanTest : public ::testing::Test {
protected:
  NestPlanTest() {
    DialectRegistry registry;
    weft::registerAllDialects(registry);
    registry.insert<func::FuncDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// The plan of the product of a matrix and a vector, as text: the loops
  /// around the workspace, those of the producer after a bar and those of the
  /// consumer after another one, and how the workspace is stored.
  std::string plan(StringRef matrix, StringRef result, bool isPart = false) {
    ConcretizeOptions options;
    options.isPart = isPart;
    options.scatters = false;
    std::string source =
        ("#m = #level.format<(i, j) -> (" + matrix + ")>\n" +
         "#r = #level.format<(i) -> (i : " + result + ")>\n" + R"(
      func.func @f(%a: tensor<?x?xf64, #m>, %x: tensor<?xf64>)
          -> tensor<?xf64, #r> {
        %y = tin.compute (%i "i") : tensor<?xf64, #r> {
          %s = tin.reduce arith.addf (%j "j") {
            %0 = tin.access %a[%i, %j] : tensor<?x?xf64, #m>
            %1 = tin.access %x[%j] : tensor<?xf64>
            %2 = arith.mulf %0, %1 : f64
            tin.yield %2 : f64
          } : f64
          tin.yield %s : f64
        }
        return %y : tensor<?xf64, #r>
      })")
            .str();
    module = parseSourceString<ModuleOp>(source, &context);
    if (!module)
      return "not a module";
    tin::ComputeOp compute;
    module->walk([&](tin::ComputeOp op) { compute = op; });
    FailureOr<NestPlan> plan =
        planNest(compute, chooseBlocking(compute), options);
    if (failed(plan))
      return "no plan";
    std::string text = describe(compute, plan->outer);
    if (!plan->workspace)
      return text;
    text += " | " + describe(compute, plan->inner);
    text += " | " + describe(compute, plan->workspace->consumer) + ": ";
    level::FormatAttr format = plan->workspace->storage.format;
    return text + (format.isAllDense()     ? "dense"
                   : format.sortsEntries() ? "list"
                                           : "bitmap");
  }

private:
  static std::string describe(tin::ComputeOp compute,
                              ArrayRef<LoopVariable> loops) {
    return llvm::join(llvm::map_range(loops,
                                      [&](const LoopVariable &loop) {
                                        return loop.variable ==
                                                       compute.getVariables()[0]
                                                   ? std::string("i")
                                                   : std::string("j");
                                      }),
                      " ");
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(NestPlanTest, ResultsInOrderNeedNoWorkspace) {
  EXPECT_EQ(plan("i : dense, j : compressed", "dense"), "i j");
  EXPECT_EQ(plan("i : dense, j : compressed", "compressed"), "i j");
  EXPECT_EQ(plan("i : compressed, j : compressed", "compressed"), "i j");
}

TEST_F(NestPlanTest, WhatTakesAnyOrderNeedsNoWorkspace) {
  EXPECT_EQ(plan("j : dense, i : compressed", "dense"), "j i");
  EXPECT_EQ(plan("j : dense, i : compressed", "hashed"), "j i");
  // The entries of a temporary are added up when it is read.
  StringRef list = "compressed(nonunique)";
  EXPECT_EQ(plan("j : dense, i : compressed", list, /*isPart=*/true), "j i");
}

TEST_F(NestPlanTest, OthersReadAWorkspace) {
  // The vector that is read is as long as the other mode, not as the result.
  EXPECT_EQ(plan("j : compressed, i : compressed", "compressed"),
            " | j i | i: list");
  EXPECT_EQ(plan("j : dense, i : compressed", "compressed(nonunique)"),
            " | j i | i: list");
  // A dimension of the result's size is stored densely.
  EXPECT_EQ(plan("i : dense, j : dense", "compressed"), "i j");
}

} // namespace
