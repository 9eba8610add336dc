//===- PreconditionsTest.cpp - Tests of what schedules refuse -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests the preconditions of the functions of `Scheduling.h`: which one they
// name, and that they leave the kernel as it was. Most are those of kernels
// that no text makes; the others, the pass and the driver are tested for as
// well.
//
//===----------------------------------------------------------------------===//

#include "ScheduleTrial.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace weft;

namespace {

using PreconditionsTest = ScheduleTrial;
using Direction = cin::SplitDirection;
using Races = cin::RaceStrategy;
using Unit = cin::ParallelUnit;

TEST_F(PreconditionsTest, Split) {
  parseProduct();
  EXPECT_EQ(split("i", "i0", "i1", 0),
            "cannot split 'i' by 0: expected a size from 1 to 2147483647");
  EXPECT_EQ(split("i", "k", "k", 4),
            "cannot split 'i' into 'k' and 'k': expected two names");
  EXPECT_EQ(split("i", "i0", "j", 4), "there is an index variable 'j' already; "
                                      "a new one needs a name of its own");
  EXPECT_EQ(split("i", "i0", "i 1", 4),
            "a new index variable needs a name of letters, digits and "
            "underscores");
  EXPECT_EQ(merge("i", cin::MergeStrategy::Locate), "applied");
  EXPECT_EQ(split("i", "i0", "i1", 4),
            "cannot split 'i', which has a tag; split it before it is tagged");
}

TEST_F(PreconditionsTest, Collapse) {
  parseProduct();
  EXPECT_EQ(collapse("j", "i", "f"), "cannot collapse 'j' and 'i': 'i' is "
                                     "around 'j'; name the outer one first, or "
                                     "reorder them");
  EXPECT_EQ(collapse("i", "i", "f"),
            "cannot collapse 'i' and 'i': expected two loops");
  // Workspaces of different sizes are none of all iterations.
  parseStatement(R"(
    cin.forall "i" to %n {
    ^bb0(%i: !cin.index):
      %size8 = arith.constant 8 : index
      cin.where "w" (%size8) : tensor<?xf64, #L> producer {
      ^bb0(%w: !L):
        cin.forall "j" to %n {
        ^bb0(%j: !cin.index):
          %0 = cin.access %A[%i, %j] : !M
          cin.assign %w[%j] arith.addf %0 : !L
        }
      } consumer {
      ^bb0(%w: !L):
        cin.forall "k" to %n {
        ^bb0(%k: !cin.index):
          %0 = cin.access %w[%k] : !L
          cin.assign %y[%i] arith.addf %0 : !V
        }
      }
    })");
  EXPECT_EQ(collapse("i", "j", "f"), "cannot collapse 'i' and 'j': the size of "
                                     "workspace 'w' depends on 'i'");
}

TEST_F(PreconditionsTest, Positions) {
  parseProduct();
  EXPECT_EQ(pos("j", "i"), "there is an index variable 'i' already; a new one "
                           "needs a name of its own");
  parseStatement(R"(
    cin.forall "i" to %n {
    ^bb0(%i: !cin.index):
      %0 = cin.access %x[%i] : !V
      cin.forall "j" to %n {
      ^bb0(%j: !cin.index):
        cin.assign %y[%j] arith.addf %0 : !V
      }
    })");
  EXPECT_EQ(pos("j", "p"), "cannot iterate over positions instead of 'j': the "
                           "tensor is not accessed in this loop");
  parseStatement(R"(
    cin.forall "i" to %n {
    ^bb0(%i: !cin.index):
      %0 = cin.access %y[%i] : !V
      cin.assign %y[%i] = %0 : !V
    })");
  EXPECT_EQ(pos("i", "p"), "cannot iterate over positions instead of 'i': the "
                           "tensor is assigned in this loop");
}

TEST_F(PreconditionsTest, Coordinates) {
  parseProduct("i : dense, j : compressed");
  EXPECT_EQ(coord("j", "c"), "cannot iterate over coordinates instead of 'j': "
                             "it does not count positions");
  EXPECT_EQ(pos("j", "p"), "applied");
  EXPECT_EQ(precompute(getAll<arith::MulFOp>().front(), {{"p", "q"}}),
            "applied");
  EXPECT_EQ(coord("p", "c"), "cannot iterate over coordinates instead of 'p': "
                             "a workspace was precomputed for the positions");
}

TEST_F(PreconditionsTest, Reorder) {
  parseProduct();
  EXPECT_EQ(reorder({"j", "i", "j"}),
            "expected each index variable once in a new order");
  parseStatement(R"(
    cin.forall "i" to %n {
    ^bb0(%i: !cin.index):
      cin.sequence {
        cin.forall "j" to %n {
        ^bb0(%j: !cin.index):
          %0 = cin.access %A[%i, %j] : !M
          cin.assign %y[%i] arith.addf %0 : !V
        }
      } then {
        %1 = cin.access %x[%i] : !V
        cin.assign %y[%i] arith.addf %1 : !V
      }
    })");
  EXPECT_EQ(reorder({"j", "i"}),
            "cannot move 'j' past 'i': they are not nested directly, this "
            "statement is between or beside them");
  EXPECT_EQ(collapse("i", "j", "f"), "cannot collapse 'i' and 'j': other "
                                     "statements are between or beside them");
  parseWhere(R"(
    %1 = cin.access %t[] : !S
    %2 = cin.access %t[] : !S
    %3 = arith.mulf %1, %2 : f64
    cin.assign %y[%i] = %3 : !V)");
  std::string refusal = "cannot move 'j' out of the computation of 't': ";
  EXPECT_EQ(reorder({"j", "i"}),
            refusal + "it is not assigned once and read once");
  parseWhere(R"(
    %1 = cin.access %t[] : !S
    %2 = arith.mulf %1, %1 : f64
    cin.assign %y[%i] = %2 : !V)");
  EXPECT_EQ(reorder({"j", "i"}), refusal + "it is not part of one assignment");
  parseWhere(R"(
    %1 = cin.access %t[] : !S
    %2 = arith.addf %1, %1 : f64
    cin.assign %y[%i] = %1 : !V)");
  EXPECT_EQ(reorder({"j", "i"}), refusal + "it is not part of one assignment");
  parseWhere(R"(
    %1 = cin.access %t[] : !S
    cin.assign %y[%i] = %1 : !V)");
  EXPECT_EQ(reorder({"j", "i"}, /*strict=*/true),
            refusal + "that changes in which order floating-point numbers are "
                      "combined");
  EXPECT_EQ(parallelize("j", Unit::CPUVector, Races::Temporary), "applied");
  EXPECT_EQ(reorder({"j", "i"}),
            refusal + "a loop in parallel stays where it is");
}

TEST_F(PreconditionsTest, Bound) {
  parseProduct();
  EXPECT_EQ(bound("i", "ib", level::Bound::Exactly, 0),
            "cannot bound 'i': expected a number from 1 to 2147483647");
  parseStatement(R"(
    %size8 = arith.constant 8 : index
    cin.forall "i" to %size8 {
    ^bb0(%i: !cin.index):
      %0 = cin.access %x[%i] : !V
      cin.assign %y[%i] = %0 : !V
    })");
  EXPECT_EQ(bound("i", "ib", level::Bound::Exactly, 8),
            "cannot bound 'i': its extent is not an argument of the kernel");
}

TEST_F(PreconditionsTest, Tags) {
  parseProduct();
  EXPECT_EQ(unroll("i", 4),
            "cannot unroll 'i' by 4: its number of iterations is not a "
            "constant; split it first and unroll the coordinates of a tile");
  EXPECT_EQ(merge("j", cin::MergeStrategy::Gallop), "applied");
  EXPECT_EQ(merge("j", cin::MergeStrategy::Gallop),
            "the merge strategy of 'j' has been chosen already: gallop");
}

TEST_F(PreconditionsTest, Parallelize) {
  parseProduct();
  cin::Parallelization how;
  how.unit = Unit::GPUBlock;
  how.isOptional = true;
  EXPECT_EQ(parallelize("i", how),
            "cannot parallelize 'i': units of a GPU are not optional");
  how = {};
  how.chunk = 4;
  EXPECT_EQ(parallelize("i", how),
            "cannot parallelize 'i': expected a distribution of the "
            "iterations that are handed out at a time");
  EXPECT_EQ(parallelize("j", Unit::CPUThread, Races::NoRaces),
            "cannot parallelize 'j' with no_races: different iterations of 'j' "
            "may assign the same component of y");
}

TEST_F(PreconditionsTest, LanesAroundOtherLoops) {
  std::string refusal = "cannot parallelize 'i': lanes share the innermost "
                        "loop, and 'j' is inside of it";
  parseProduct("i : dense, j : compressed");
  EXPECT_EQ(parallelize("i", Unit::CPUVector, Races::NoRaces), refusal);
  parseWhere("%1 = cin.access %t[] : !S\ncin.assign %y[%i] = %1 : !V");
  EXPECT_EQ(parallelize("i", Unit::CPUVector, Races::NoRaces), refusal);
  // What is cut where work is equal is not cut again.
  parseProduct();
  EXPECT_EQ(split("i", "i0", "i1", 4, Direction::Balanced), "applied");
  EXPECT_EQ(parallelize("i1", Unit::CPUVector, Races::NoRaces),
            "cannot parallelize 'i1': it is over a part of 'i', which was "
            "balanced");
}

// A pair of accesses of which one reads.
TEST_F(PreconditionsTest, RacesOfReads) {
  auto parseWith = [&](StringRef read, StringRef assigned) {
    parseStatement(("cin.forall \"i\" to %n {\n^bb0(%i: !cin.index):\n"
                    "cin.forall \"j\" to %n {\n^bb0(%j: !cin.index):\n"
                    "%0 = cin.access %y[" +
                    read + "] : !V\ncin.assign %y[" + assigned +
                    "] arith.addf %0 : !V\n}\n}")
                       .str());
  };
  std::string use = "different iterations of 'i' may use the same component of "
                    "y: ";
  parseWith("%i", "%j");
  EXPECT_EQ(parallelize("i", Unit::CPUThread, Races::Atomics),
            "cannot parallelize 'i' with atomics: " + use +
                "what is read there may be updated at the same time");
  EXPECT_EQ(parallelize("i", Unit::CPUThread, Races::IgnoreRaces),
            "cannot parallelize 'i' with ignore_races: " + use +
                "what is read there may be assigned before or after; "
                "the option allow-races ignores that");
  parseWith("%i", "%i");
  EXPECT_EQ(parallelize("j", Unit::CPUVector, Races::Temporary),
            "cannot parallelize 'j' with temporary: different iterations of "
            "'j' may use the same component of y: a partial result is of one "
            "assignment, and nothing else uses it");
  // What is combined into is not read, whatever strategy is asked for.
  EXPECT_EQ(split("j", "j0", "j1", 4, Direction::Up), "applied");
  EXPECT_EQ(parallelize("j0", Unit::CPUThread, Races::Temporary),
            "cannot parallelize 'j0' with temporary: different iterations of "
            "'j0' may use the same component of y");
}

TEST_F(PreconditionsTest, PartialResults) {
  parseStatement(R"(
    cin.forall "j0" to %n {
    ^bb0(%j0: !cin.index):
      cin.forall "j1" to %n {
      ^bb0(%j1: !cin.index):
        %j = cin.split "j" %j0, %j1 up 4 of %n
        %size8 = arith.constant 8 : index
        cin.forall "i" to %size8 {
        ^bb0(%i: !cin.index):
          %0 = cin.access %A[%i, %j] : !M
          cin.assign %y[%i] arith.addf %0 : !V
        }
      }
    })");
  EXPECT_EQ(parallelize("j0", Unit::CPUThread, Races::Temporary),
            "cannot parallelize 'j0' with temporary: its component has an "
            "index that is not a whole variable");
}

TEST_F(PreconditionsTest, GroupOperands) {
  parseStatement(R"(
    cin.forall "i" to %n {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %n {
      ^bb0(%j: !cin.index):
        %0 = cin.access %A[%i, %j] : !M
        %1 = cin.access %x[%j] : !V
        %2 = arith.mulf %0, %1 : f64
        %3 = cin.access %x[%i] : !V
        %4 = arith.mulf %2, %3 : f64
        cin.assign %y[%i] arith.addf %4 : !V
      }
    })");
  auto group = [&](Value chain, ArrayRef<Value> operands) {
    return explain([&](RewriterBase &rewriter) -> LogicalResult {
      return cin::groupOperands(rewriter, chain, operands);
    });
  };
  Value whole = getAll<arith::MulFOp>()[1];
  SmallVector<Value> operands = cin::getChain(whole);
  ASSERT_EQ(operands.size(), 3u);
  EXPECT_EQ(group(operands[0], operands),
            "expected an operator that is associative and commutative");
  EXPECT_EQ(group(whole, {operands[0], whole}),
            "expected operands of one chain of operators");
  std::string number = "expected several of the operands, and not all";
  EXPECT_EQ(group(whole, operands), number);
  EXPECT_EQ(group(whole, {operands[0]}), number);
  EXPECT_EQ(group(whole, {operands[0], operands[2]}), "applied");
  EXPECT_EQ(notation(), "∀i ∀j y(i) += A(i,j) * x(i) * x(j)");
}

} // namespace
