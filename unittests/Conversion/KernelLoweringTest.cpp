//===- KernelLoweringTest.cpp - Tests of plans without code ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests what the lowering of kernels decides before it emits anything: domains,
// segments and points of foralls at places of a kernel (thesis, sections 3.2,
// 4.3 and 5.1); and what it leaves of a kernel that it refuses.
//
//===----------------------------------------------------------------------===//

#include "CINToLattice/DomainAnalysis.h"
#include "CINToLattice/ForallPlan.h"

#include "weft/Conversion/CINToLattice/CINToLattice.h"
#include "weft/RegisterAll.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

namespace {

class KernelLoweringTest : public ::testing::Test {
protected:
  KernelLoweringTest() {
    DialectRegistry registry;
    weft::registerAllDialects(registry);
    registry.insert<func::FuncDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// A kernel on sparse vectors a, b and c, whose variable has the extent %n,
  /// and the place before its statement.
  void parse(StringRef statement) {
    std::string source = (R"(
      #s = #level.format<(i) -> (i : compressed)>
      func.func @f(%a: tensor<?xf64, #s> {weft.name = "a"},
                   %b: tensor<?xf64, #s> {weft.name = "b"},
                   %out: tensor<?xf64>, %n0: index) -> tensor<?xf64> {
        %r = cin.kernel ins(%a, %b) outs(%out) extents(%n0) {
        ^bb0(%ra: !cin.ref<tensor<?xf64, #s>>, %rb: !cin.ref<tensor<?xf64, #s>>,
             %c: !cin.ref<tensor<?xf64>>, %n: index):
      )" + statement + R"(
        } : (tensor<?xf64, #s>, tensor<?xf64, #s>, tensor<?xf64>)
            -> tensor<?xf64>
        return %r : tensor<?xf64>
      })")
                             .str();
    module = parseSourceString<ModuleOp>(source, &context);
    ASSERT_TRUE(module);
    module->walk([&](cin::KernelOp op) { info.emplace(op); });
    cin::KernelOp kernel = info->getKernel();
    for (auto [ref, tensor] :
         llvm::zip_equal(kernel.getInputRefs(), kernel.getInputs()))
      scope.tensors[ref].storage = tensor;
    scope.paths.resize(info->getPaths().size());
    for (cin::AssignOp assign : info->getAssigns())
      scope.targets[assign];
  }

  cin::ForallOp getForall(StringRef name) {
    cin::ForallOp found;
    module->walk([&](cin::ForallOp forall) {
      if (forall.getName() == name)
        found = forall;
    });
    return found;
  }

  /// The domain and the points of a forall, as text.
  std::string plan(StringRef name, size_t maxCopies = 10, bool carry = true) {
    CINToLatticeOptions options;
    options.maxCopies = maxCopies;
    options.carry = carry;
    FailureOr<ForallPlan> plan =
        planForall(getForall(name), *info, scope, options);
    if (failed(plan))
      return "failed";
    std::string text;
    llvm::raw_string_ostream os(text);
    plan->domain.print(os, plan->segments);
    os << (plan->coiteration.guarded ? " guarded" : "");
    for (const analysis::LatticePoint &point : plan->coiteration.points) {
      os << ' ';
      point.print(os, plan->segments);
    }
    return text;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::optional<KernelInfo> info;
  Scope scope;
};

constexpr StringLiteral kSum = R"(
  cin.forall "i" to %n {
  ^bb0(%i: !cin.index):
    %0 = cin.access %ra[%i] : !cin.ref<tensor<?xf64, #s>>
    %1 = cin.access %rb[%i] : !cin.ref<tensor<?xf64, #s>>
    %2 = arith.addf %0, %1 : f64
    cin.assign %c[%i] = %2 : !cin.ref<tensor<?xf64>>
  })";

TEST_F(KernelLoweringTest, PlansTheLatticeOfAForall) {
  parse(kSum);
  EXPECT_EQ(plan("i"), "a1 ∪ b1 guarded {a1} {b1}");
  EXPECT_EQ(plan("i", /*maxCopies=*/10, /*carry=*/false),
            "a1 ∪ b1 {a1, b1} {a1} {b1}");
  EXPECT_EQ(plan("i", /*maxCopies=*/1, /*carry=*/false),
            "a1 ∪ b1 guarded {a1} {b1}");
}

TEST_F(KernelLoweringTest, LeavesOutWhatIsAbsent) {
  parse(kSum);
  scope.paths[0].absent = true;
  EXPECT_EQ(plan("i"), "b1 {b1}");
  scope.paths[1].absent = true;
  EXPECT_EQ(plan("i"), "∅");
}

TEST_F(KernelLoweringTest, LeavesOutEmptyWorkspaces) {
  parse(kSum);
  scope.tensors[info->getPaths()[1].ref].isEmpty = true;
  scope.tensors[info->getPaths()[1].ref].storage = Value();
  EXPECT_EQ(plan("i"), "a1 {a1}");
}

// The domain of what is produced inside is that of the producer, whoever asks,
// and whatever has been asked before.
TEST_F(KernelLoweringTest, FindsProducersFromAnywhere) {
  parse(R"(
    cin.forall "i" to %n {
    ^bb0(%i: !cin.index):
      cin.where "t" () : tensor<f64> producer {
      ^bb0(%t: !cin.ref<tensor<f64>>):
        %0 = cin.access %ra[%i] : !cin.ref<tensor<?xf64, #s>>
        cin.assign %t[] arith.addf %0 : !cin.ref<tensor<f64>>
      } consumer {
      ^bb0(%t: !cin.ref<tensor<f64>>):
        %0 = cin.access %t[] : !cin.ref<tensor<f64>>
        %1 = cin.access %rb[%i] : !cin.ref<tensor<?xf64, #s>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] = %2 : !cin.ref<tensor<?xf64>>
      }
    })");
  EXPECT_EQ(plan("i"), "a1 ∩ b1 {a1, b1}");
  cin::AssignOp consumed = info->getAssigns().back();
  EXPECT_FALSE(isVoid(consumed, *info, scope));
  scope.paths[0].absent = true;
  EXPECT_TRUE(isVoid(consumed, *info, scope));
}

// What a first assignment leaves out is the fill; a second one would leave what
// the first has assigned.
TEST_F(KernelLoweringTest, OnlyFirstAssignmentsLeaveOutFills) {
  parse(R"(
    cin.forall "i" to %n {
    ^bb0(%i: !cin.index):
      cin.sequence {
        %0 = cin.access %ra[%i] : !cin.ref<tensor<?xf64, #s>>
        cin.assign %c[%i] = %0 : !cin.ref<tensor<?xf64>>
      } then {
        %0 = cin.access %rb[%i] : !cin.ref<tensor<?xf64, #s>>
        cin.assign %c[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    })");
  EXPECT_EQ(plan("i"), "a1 ∪ U ∪ b1 {U, a1, b1} {U, a1} {U, b1} {U}");
  Segments segments = {{0, 0}, {1, 1}};
  DomainAnalysis domains(*info, scope, segments);
  analysis::Segment a, b;
  a.name = "a1";
  b.name = "b1";
  std::string first, second;
  llvm::raw_string_ostream firstOs(first), secondOs(second);
  domains.getDomain(info->getAssigns()[0]).print(firstOs, {a, b});
  domains.getDomain(info->getAssigns()[1]).print(secondOs, {a, b});
  EXPECT_EQ(first, "a1");
  EXPECT_EQ(second, "U ∪ b1");
}

/// Counts the operations that there are at the end of a rewrite and were not at
/// its beginning.
struct OperationCounter : RewriterBase::Listener {
  void notifyOperationInserted(Operation *,
                               OpBuilder::InsertPoint previous) override {
    if (!previous.isSet())
      ++inserted;
  }
  void notifyOperationErased(Operation *op) override { ++erased; }
  unsigned inserted = 0, erased = 0;
};

// That a forall cannot be lowered turns out when the one around it has been.
TEST_F(KernelLoweringTest, LeavesWhatItRefuses) {
  parse(R"(
    cin.forall "i" to %n {
    ^bb0(%i: !cin.index):
      cin.sequence {
        %0 = cin.access %ra[%i] : !cin.ref<tensor<?xf64, #s>>
        cin.assign %c[%i] = %0 : !cin.ref<tensor<?xf64>>
      } then {
        %1 = cin.access %c[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %c[%i] arith.addf %1 : !cin.ref<tensor<?xf64>>
      }
    })");
  std::string before, after, error;
  llvm::raw_string_ostream(before) << *module;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
    error = diag.str();
    return success();
  });
  IRRewriter rewriter(&context);
  OperationCounter counter;
  rewriter.setListener(&counter);
  EXPECT_TRUE(failed(lowerKernel(info->getKernel(), rewriter)));
  EXPECT_EQ(error, "'cin.sequence' op reads T3 while it is being assembled; a "
                   "workspace is needed");
  llvm::raw_string_ostream(after) << *module;
  EXPECT_EQ(before, after);
  EXPECT_GT(counter.inserted, 0u);
  EXPECT_EQ(counter.inserted, counter.erased);
}

} // namespace
