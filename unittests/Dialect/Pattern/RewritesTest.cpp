//===- RewritesTest.cpp - Rules keep values ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies rules at random places of random programs, which must have the same
// value for the interpreter, and states the reasons of what is refused.
//
//===----------------------------------------------------------------------===//

#include "RandomPrograms.h"

#include "weft/Dialect/Pattern/Transforms/Rewrites.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

static constexpr unsigned numRules = 6;

/// Applies a rule to an operation.
static LogicalResult applyRule(unsigned rule, Operation *op, const Nat &size,
                               std::string &reason) {
  IRRewriter rewriter(op->getContext());
  auto map = dyn_cast<MapOp>(op);
  auto reduce = dyn_cast<ReduceOp>(op);
  switch (rule) {
  case 0:
    return success(map && succeeded(fuseMaps(rewriter, map, reason)));
  case 1:
    return success(map && succeeded(splitMap(rewriter, map, size, reason)));
  case 2:
    return success(reduce &&
                   succeeded(splitReduce(rewriter, reduce, size, reason)));
  case 3:
    return success(reduce &&
                   succeeded(strideReduce(rewriter, reduce, size, reason)));
  case 4:
    return success(reduce && succeeded(fuseReduce(rewriter, reduce, reason)));
  default:
    return success(map &&
                   succeeded(setMapping(rewriter, map, Mapping::Par, reason)));
  }
}

static bool isSame(const Data &lhs, const Data &rhs) {
  if (lhs.scalar != rhs.scalar || lhs.parts.size() != rhs.parts.size())
    return false;
  for (auto [a, b] : llvm::zip_equal(lhs.parts, rhs.parts))
    if (!isSame(a, b))
      return false;
  return true;
}

TEST(Rewrites, KeepTheValuesOfRandomPrograms) {
  MLIRContext context;
  context.loadDialect<PatternDialect>();
  unsigned applied[numRules] = {};
  for (unsigned seed = 0; seed < 1000; ++seed) {
    RandomProgram random = makeRandomProgram(&context, seed);
    ProgramOp program = random.getProgram();
    std::optional<Data> before =
        Interpreter(program, random.numbers, random.params).run();
    ASSERT_TRUE(before);
    std::mt19937 choice(seed);
    for (unsigned step = 0; step < 4; ++step) {
      SmallVector<Operation *> ops;
      program.walk([&](Operation *op) {
        if (isa<MapOp, ReduceOp>(op))
          ops.push_back(op);
      });
      if (ops.empty())
        break;
      Operation *op = ops[choice() % ops.size()];
      unsigned rule = choice() % numRules;
      Nat size = choice() % 3 ? Nat(choice() % 4 + 1) : Nat::variable("c");
      std::string reason;
      if (failed(applyRule(rule, op, size, reason)))
        continue;
      ++applied[rule];
      ASSERT_TRUE(succeeded(verify(*random.module)))
          << "seed " << seed << " rule " << rule;
      std::optional<Data> after =
          Interpreter(program, random.numbers, random.params).run();
      ASSERT_TRUE(after && isSame(*before, *after))
          << "seed " << seed << " rule " << rule;
    }
  }
  for (unsigned count : applied)
    EXPECT_GT(count, 10u);
}

/// The reason why a rule does not apply to the last operation of a body.
static std::string refuse(unsigned rule, const std::string &body,
                          const Nat &size = 4) {
  MLIRContext context;
  context.loadDialect<PatternDialect>();
  std::string text = R"mlir(
    pattern.program @p ["n"] (
        %x = "x" : !pattern.array<"n" x f32>,
        %t = "t" : !pattern.array<"i < n" -> array<"i" x f32>>)
        -> !pattern.array<"n" x f32> {
      %zero = arith.constant 0.0 : f32
)mlir" + body + R"mlir(
      pattern.yield %x : !pattern.array<"n" x f32>
    })mlir";
  auto module = parseSourceString<ModuleOp>(text, &context);
  EXPECT_TRUE(module);
  auto program = *module->getOps<ProgramOp>().begin();
  Operation *op = program.getYield()->getPrevNode();
  std::string reason;
  EXPECT_TRUE(failed(applyRule(rule, op, size, reason)));
  EXPECT_TRUE(succeeded(verify(*module)));
  return reason;
}

TEST(Rewrites, SayWhyTheyDoNotApply) {
  std::string map = R"mlir(
      %m = pattern.map (%y = %x : !pattern.array<"n" x f32>) {
        pattern.yield %y : f32
      })mlir";
  EXPECT_EQ(refuse(0, map), "expected the array to be the result of a map");
  EXPECT_EQ(refuse(1, map, 0), "expected a positive number, got \"0\"");
  EXPECT_EQ(refuse(0, map + R"mlir(
      %r = pattern.reduce arith.addf %m from %zero : !pattern.array<"n" x f32>
      %k = pattern.map (%y = %m : !pattern.array<"n" x f32>) {
        pattern.yield %y : f32
      })mlir"),
            "expected the result of the map to have no other use");
  EXPECT_EQ(refuse(1, R"mlir(
      %m = pattern.map "j" (%row = %t : !pattern.array<"i < n" -> array<"i" x f32>>) {
        pattern.yield %row : !pattern.array<"j" x f32>
      })mlir"),
            "expected elements whose types do not depend on positions, got "
            "array<\"i < (n + 3) / 4\" -> array<\"j < min(n, 4 * i + 4) - "
            "min(n, 4 * i)\" -> array<\"j + 4 * i\" x f32>>>");
  EXPECT_EQ(refuse(3, R"mlir(
      %r = pattern.reduce {
      ^bb0(%a: f32, %b: f32):
        pattern.yield %a : f32
      } %x from %zero : !pattern.array<"n" x f32>)mlir"),
            "expected a combiner that is a commutative operation");
}
