//===- CINTransformsTest.cpp - Tests of transformations -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests which precondition the transformations of concrete notation name when
// they do not apply, and that they leave the IR alone then. What they rewrite
// is tested by the passes.
//
//===----------------------------------------------------------------------===//

#include "TransformTrial.h"

using namespace mlir;
using namespace weft;

namespace {

class CINTransformsTest : public TransformTrial {
protected:
  std::string explainPromote(unsigned assign) {
    return explain([&](RewriterBase &rewriter) -> LogicalResult {
      return cin::promoteReduction(rewriter, getAll<cin::AssignOp>()[assign]);
    });
  }
  std::string explainFuse(unsigned first, unsigned second) {
    return explain([&](RewriterBase &rewriter) -> LogicalResult {
      auto kernels = getAll<cin::KernelOp>();
      return cin::fuseKernels(rewriter, kernels[first], kernels[second]);
    });
  }
};

/// A reduction over `j` by a combiner, at an index of the result.
std::string reduce(StringRef combiner, StringRef index = "%i") {
  return (R"(
    func.func @f(%a: tensor<?x?xf64>, %out: tensor<?xf64>, %n0: index)
        -> tensor<?xf64> {
      %r = cin.kernel ins(%a) outs(%out) extents(%n0) {
      ^bb0(%ra: !cin.ref<tensor<?x?xf64>>, %y: !cin.ref<tensor<?xf64>>,
           %n: index):
        cin.forall "i" to %n {
        ^bb0(%i: !cin.index):
          cin.forall "j" to %n {
          ^bb0(%j: !cin.index):
            %0 = cin.access %ra[%i, %j] : !cin.ref<tensor<?x?xf64>>
            cin.assign %y[)" +
          index + "] " + combiner + R"( %0 : !cin.ref<tensor<?xf64>>
          }
        }
      } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
      return %r : tensor<?xf64>
    })")
      .str();
}

TEST_F(CINTransformsTest, PromotesWhatMayCombineInAnotherOrder) {
  parse(reduce("arith.addf"));
  EXPECT_EQ(explainPromote(0), "applied");
  EXPECT_EQ(getAll<cin::WhereOp>().size(), 1u);
  // The scalar assignment of the producer, and that of the consumer.
  EXPECT_EQ(explainPromote(0), "combines into a scalar");
  EXPECT_EQ(explainPromote(1),
            "the innermost variable 'i' determines the component that is "
            "assigned");
}

TEST_F(CINTransformsTest, PromotesNothingElse) {
  parse(reduce("arith.addf", "%j"));
  EXPECT_EQ(explainPromote(0),
            "the innermost variable 'j' determines the component that is "
            "assigned");
  parse(reduce("arith.divf"));
  EXPECT_EQ(explainPromote(0), "the identity of the combiner is not known");
  parse(reduce("{\n^bb0(%x: f64, %z: f64):\n%d = arith.subf %x, %z : f64\n"
               "cin.yield %d : f64\n} identity(0.0 : f64)"));
  EXPECT_EQ(explainPromote(0), "the combiner is not associative");
}

/// Two kernels, the second computed from and into other tensors, with something
/// between them.
std::string pair(StringRef input, StringRef output, StringRef between,
                 StringRef assembly) {
  auto kernel = [](StringRef name, StringRef in, StringRef out,
                   StringRef attributes) {
    return (name + " = cin.kernel ins(" + in + ") outs(" + out +
            ") extents(%n0) " + attributes + R"( {
      ^bb0(%x: !cin.ref<tensor<?xf64>>, %y: !cin.ref<tensor<?xf64>>, %n: index):
        cin.forall "i" to %n {
        ^bb0(%i: !cin.index):
          %0 = cin.access %x[%i] : !cin.ref<tensor<?xf64>>
          cin.assign %y[%i] = %0 : !cin.ref<tensor<?xf64>>
        }
      } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      )")
        .str();
  };
  return ("func.func private @use(tensor<?xf64>)\n"
          "func.func @f(%a: tensor<?xf64>, %out: tensor<?xf64>, %n0: index)\n"
          "    -> (tensor<?xf64>, tensor<?xf64>) {\n" +
          kernel("%r", "%a", "%out", "") + between + "\n" +
          kernel("%s", input, output, assembly) +
          "return %r, %s : tensor<?xf64>, tensor<?xf64>\n}\n")
      .str();
}

TEST_F(CINTransformsTest, FusesKernels) {
  parse(pair("%r", "%out", "", ""));
  EXPECT_EQ(explainFuse(0, 1), "applied");
  EXPECT_EQ(getAll<cin::SequenceOp>().size(), 1u);
  EXPECT_EQ(getAll<cin::KernelOp>().size(), 1u);
}

TEST_F(CINTransformsTest, KeepsKernelsApart) {
  parse(pair("%a", "%out", "", ""));
  EXPECT_EQ(explainFuse(1, 0),
            "the other kernel does not come earlier in the same block");
  parse(pair("%a", "%out", "", "assembly(two_phase)"));
  EXPECT_EQ(explainFuse(0, 1),
            "the other kernel assembles its results in another way");
  parse(pair("%a", "%r", "", ""));
  EXPECT_EQ(explainFuse(0, 1), "computes into a result of the other kernel");
  parse(pair("%a", "%out", "func.call @use(%r) : (tensor<?xf64>) -> ()", ""));
  EXPECT_EQ(explainFuse(0, 1),
            "uses a result of the first kernel before the second");
}

} // namespace
