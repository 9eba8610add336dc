//===- PrecomputeTest.cpp - Tests of what cannot be precomputed -----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests the preconditions of precompute in kernels that no text makes.
//
//===----------------------------------------------------------------------===//

#include "ScheduleTrial.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace weft;

namespace {

using PrecomputeTest = ScheduleTrial;

TEST_F(PrecomputeTest, ExpressionsOfTheStatement) {
  parseProduct();
  EXPECT_EQ(
      precompute(getAll<cin::KernelOp>().front().getResult(0), {{"j", "jw"}}),
      "cannot precompute what is no expression of the statement of the "
      "loops");
  parseStatement(R"(
    cin.forall "i" to %n {
    ^bb0(%i: !cin.index):
      %0 = cin.access %x[%i] : !V
      %1 = arith.negf %0 : f64
      cin.assign %y[%i] = %0 : !V
    })");
  EXPECT_EQ(precompute(getAll<arith::NegFOp>().front(), {{"i", "iw"}}),
            "cannot precompute over 'i': the expression is part of no "
            "statement");
  parseStatement(R"(
    cin.forall "i" to %n {
    ^bb0(%i: !cin.index):
      %0 = cin.access %x[%i] : !V
      cin.sequence {
        cin.assign %y[%i] = %0 : !V
      } then {
        cin.assign %y[%i] arith.addf %0 : !V
      }
    })");
  EXPECT_EQ(precompute(getAll<cin::AccessOp>().front(), {{"i", "iw"}}),
            "cannot precompute over 'i': the expression is part of this and of "
            "another statement");
  parseWhere(R"(
    %1 = cin.access %t[] : !S
    cin.assign %y[%i] = %1 : !V)");
  EXPECT_EQ(
      precompute(getAll<cin::AccessOp>().front(), {{"i", "iw"}, {"j", "jw"}}),
      "cannot precompute over 'i': the expression is not part of what the loop "
      "computes");
}

TEST_F(PrecomputeTest, KernelsOfTheLoops) {
  parse(R"(
    !V = !cin.ref<tensor<?xf64>>
    func.func @f(%a: tensor<?xf64>, %b: tensor<?xf64>, %size: index)
        -> (tensor<?xf64>, tensor<?xf64>) {
      %r = cin.kernel ins(%a) outs(%b) extents(%size) {
      ^bb0(%x: !V, %y: !V, %n: index):
        cin.forall "i" to %n {
        ^bb0(%i: !cin.index):
          %0 = cin.access %x[%i] : !V
          cin.assign %y[%i] = %0 : !V
        }
      } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      %s = cin.kernel ins(%a) outs(%b) extents(%size) {
      ^bb0(%x: !V, %y: !V, %n: index):
        cin.forall "j" to %n {
        ^bb0(%j: !cin.index):
          %0 = cin.access %x[%j] : !V
          cin.assign %y[%j] = %0 : !V
        }
      } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      return %r, %s : tensor<?xf64>, tensor<?xf64>
    })");
  EXPECT_EQ(
      precompute(getAll<cin::AccessOp>().front(), {{"i", "iw"}, {"j", "jw"}}),
      "cannot precompute over loops of different kernels");
}

TEST_F(PrecomputeTest, Results) {
  std::string refusal = "cannot precompute into the result: ";
  parseStatement(R"(
    cin.forall "i" to %n {
    ^bb0(%i: !cin.index):
      %0 = cin.access %x[%i] : !V
      %1 = cin.access %y[%i] : !V
      %2 = arith.addf %0, %1 : f64
      cin.assign %y[%i] = %2 : !V
    })");
  EXPECT_EQ(precompute(getAll<cin::AccessOp>().front(), {{"i", "iw"}}, "y"),
            refusal + "the statement reads it");
  // The largest number of a row begins with minus infinity, and y with zero.
  parseStatement(R"(
    cin.forall "i" to %n {
    ^bb0(%i: !cin.index):
      cin.where "t" () : tensor<f64> producer {
      ^bb0(%t: !S):
        cin.forall "j" to %n {
        ^bb0(%j: !cin.index):
          %0 = cin.access %A[%i, %j] : !M
          cin.assign %t[] arith.maximumf %0 : !S
        }
      } consumer {
      ^bb0(%t: !S):
        %0 = cin.access %t[] : !S
        %1 = cin.access %x[%i] : !V
        %2 = arith.addf %0, %1 : f64
        cin.assign %y[%i] = %2 : !V
      }
    })");
  EXPECT_EQ(precompute(getAll<cin::AccessOp>()[1], {{"i", "iw"}}, "y"),
            refusal + "it does not begin with the identity of the combiner");
  // The product over i of x(j) and x(i): the producer is without i.
  parseStatement(R"(
    cin.forall "i" to %n {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %n {
      ^bb0(%j: !cin.index):
        %0 = cin.access %x[%j] : !V
        %1 = cin.access %x[%i] : !V
        %2 = arith.addf %0, %1 : f64
        cin.assign %y[%i] arith.addf %2 : !V
      }
    })");
  EXPECT_EQ(precompute(getAll<cin::AccessOp>().front(), {{"j", "jw"}}, "y"),
            refusal + "a variable that is not precomputed over indexes it");
}

} // namespace
