//===- WorkspacesTest.cpp - Tests of workspaces that results need ---------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests the functions of `Workspaces.h`: what they make of a kernel, in
// concrete index notation, and what they refuse.
//
//===----------------------------------------------------------------------===//

#include "ScheduleTrial.h"

#include "weft/Dialect/CIN/Transforms/Workspaces.h"

using namespace mlir;
using namespace weft;

namespace {

class WorkspacesTest : public ScheduleTrial {
protected:
  /// A statement that assigns a matrix `C` of a format, with loops over `i`,
  /// `j` and `k`.
  void parseResult(StringRef statement,
                   StringRef format = "i : dense, j : compressed") {
    parse(("#C = #level.format<(i, j) -> (" + format + R"()>
      #L = #level.format<(j) -> (j : compressed(nonunique))>
      #F = #level.format<(j) -> (j : compressed(nonunique)), fill = 1.0>
      !C = !cin.ref<tensor<?x?xf64, #C>>
      !M = !cin.ref<tensor<?x?xf64>>
      !L = !cin.ref<tensor<?xf64, #L>>
      func.func @f(%a: tensor<?x?xf64> {weft.name = "A"}, %c: tensor<?x?xf64, #C>,
                   %m: index, %size: index)
          -> (tensor<?x?xf64, #C> {weft.name = "C"}) {
        %r = cin.kernel ins(%a) outs(%c) extents(%m, %size) {
        ^bb0(%A: !M, %C: !C, %e: index, %n: index):
    )" + statement +
           R"(
        } : (tensor<?x?xf64>, tensor<?x?xf64, #C>) -> tensor<?x?xf64, #C>
        return %r : tensor<?x?xf64, #C>
      })")
              .str());
  }

  /// C(i,j) += A(i,k), in some order of the loops.
  void parseSum(ArrayRef<StringRef> loops,
                StringRef format = "i : dense, j : compressed",
                StringRef combiner = "arith.addf") {
    std::string text;
    for (StringRef name : loops)
      text += ("cin.forall \"" + name + "\" to %" + (name == "i" ? "e" : "n") +
               " {\n^bb0(%" + name + ": !cin.index):\n")
                  .str();
    text += "%0 = cin.access %A[%i, %k] : !M\n";
    text += ("cin.assign %C[%i, %j] " + combiner + " %0 : !C\n").str();
    text += std::string(loops.size(), '}');
    parseResult(text, format);
  }

  /// C(i,j1) op w(j1) where w(j) op A(i,j).
  void parseCopy(StringRef copy, StringRef produce, StringRef list = "#L") {
    std::string type = ("!cin.ref<tensor<?xf64, " + list + ">>").str();
    parseResult((R"(
      cin.forall "i" to %e {
      ^bb0(%i: !cin.index):
        cin.where "w" (%n) : tensor<?xf64, )" +
                 list + R"(> producer {
        ^bb0(%w: )" +
                 type + R"():
          cin.forall "j" to %n {
          ^bb0(%j: !cin.index):
            %0 = cin.access %A[%i, %j] : !M
            cin.assign %w[%j] )" +
                 produce + " %0 : " + type + R"(
          }
        } consumer {
        ^bb0(%w: )" +
                 type + R"():
          cin.forall "j1" to %n {
          ^bb0(%j1: !cin.index):
            %1 = cin.access %w[%j1] : )" +
                 type + R"(
            cin.assign %C[%i, %j1] )" +
                 copy + R"( %1 : !C
          }
        }
      })")
                    .str());
  }

  cin::KernelOp getKernel() { return getAll<cin::KernelOp>().front(); }

  std::string insert() {
    return explain([&](RewriterBase &rewriter) {
      return cin::insertWorkspaces(rewriter, getKernel());
    });
  }
  std::string remove() {
    return explain([&](RewriterBase &rewriter) {
      return cin::removeWorkspace(rewriter, getAll<cin::WhereOp>().front());
    });
  }
  std::string store(level::Workspace kind) {
    return explain([&](RewriterBase &rewriter) {
      return cin::storeWorkspace(rewriter, getAll<cin::WhereOp>().front(),
                                 kind);
    });
  }
};

TEST_F(WorkspacesTest, OrderOfResult) {
  parseSum({"i", "j", "k"});
  EXPECT_FALSE(cin::needsWorkspace(getKernel()));
  parseSum({"i", "k", "j"});
  EXPECT_TRUE(cin::needsWorkspace(getKernel()));
  parseSum({"i", "k", "j"}, "i : dense, j : hashed");
  EXPECT_FALSE(cin::needsWorkspace(getKernel()));
  parseSum({"k", "i", "j"}, "i : dense, j : dense");
  EXPECT_FALSE(cin::needsWorkspace(getKernel()));
  // Coordinates of segments that are counted first come in order in each.
  parseSum({"j", "i", "k"});
  EXPECT_FALSE(cin::needsWorkspace(getKernel()));
  parseSum({"j", "i", "k"}, "i : compressed, j : compressed");
  EXPECT_TRUE(cin::needsWorkspace(getKernel()));
  // Tiles follow each other, unless something is between them.
  parseSum({"i", "j", "k"});
  EXPECT_EQ(split("i", "i0", "i1", 4), "applied");
  EXPECT_EQ(split("j", "j0", "j1", 4), "applied");
  EXPECT_FALSE(cin::needsWorkspace(getKernel()));
  EXPECT_EQ(reorder({"j1", "j0"}), "applied");
  EXPECT_TRUE(cin::needsWorkspace(getKernel()));
}

// Inside of the loops that are in order, each over a whole variable.
TEST_F(WorkspacesTest, Insert) {
  parseSum({"i", "k", "j"});
  EXPECT_EQ(insert(), "applied");
  EXPECT_EQ(notation(),
            "∀i ((∀j1 C(i,j1) = w(j1)) where ∀k ∀j w(j) += A(i,k))");
  EXPECT_FALSE(cin::needsWorkspace(getKernel()));
  parseSum({"k", "i", "j"});
  EXPECT_EQ(insert(), "applied");
  EXPECT_EQ(notation(), "(∀i1 ∀j1 C(i1,j1) = w(i1,j1)) where ∀k ∀i ∀j w(i,j) "
                        "+= A(i,k)");
  parseSum({"i", "k", "j"}, "j : compressed, i : compressed");
  EXPECT_EQ(insert(), "applied");
  EXPECT_EQ(notation(), "(∀j1 ∀i1 C(i1,j1) = w(j1,i1)) where ∀i ∀k ∀j w(j,i) "
                        "+= A(i,k)");
  parseSum({"i", "k", "j"});
  EXPECT_EQ(split("i", "i0", "i1", 4), "applied");
  EXPECT_EQ(reorder({"k", "i1"}), "applied");
  EXPECT_EQ(insert(), "applied");
  EXPECT_EQ(notation(), "(∀i2 ∀j1 C(i2,j1) = w(i2,j1)) where ∀i0 ∀k ∀i1 ∀j "
                        "w(i,j) += A(i,k) : i -split(down,4)-> i0 i1");
  parseSum({"i", "j", "k"}, "i : compressed, j : compressed");
  EXPECT_EQ(collapse("i", "j", "f"), "applied");
  EXPECT_EQ(insert(), "applied");
  EXPECT_EQ(notation(), "(∀i1 ∀j1 C(i1,j1) = w(i1,j1)) where ∀f ∀k w(i,j) += "
                        "A(i,k) : i j -collapse-> f");
}

// It takes the place of one that is inside.
TEST_F(WorkspacesTest, InsertAround) {
  parseResult(R"(
    cin.forall "k" to %n {
    ^bb0(%k: !cin.index):
      cin.forall "i" to %e {
      ^bb0(%i: !cin.index):
        cin.where "w" (%n) : tensor<?xf64, #L> producer {
        ^bb0(%w: !L):
          cin.forall "j" to %n {
          ^bb0(%j: !cin.index):
            %0 = cin.access %A[%i, %k] : !M
            cin.assign %w[%j] = %0 : !L
          }
        } consumer {
        ^bb0(%w: !L):
          cin.forall "j1" to %n {
          ^bb0(%j1: !cin.index):
            %1 = cin.access %w[%j1] : !L
            cin.assign %C[%i, %j1] arith.addf %1 : !C
          }
        }
      }
    })");
  EXPECT_EQ(insert(), "applied");
  EXPECT_EQ(notation(), "(∀i1 ∀j1 C(i1,j1) = w(i1,j1)) where ∀k ∀i ∀j w(i,j) "
                        "+= A(i,k)");
}

// Nothing that a workspace would change the value of, or that has no whole
// variables.
TEST_F(WorkspacesTest, NotInserted) {
  parseSum({"i", "k", "j"}, "i : dense, j : compressed", "arith.mulf");
  EXPECT_EQ(insert(), "applied");
  EXPECT_EQ(notation(), "∀i ∀k ∀j C(i,j) *= A(i,k)");
  EXPECT_TRUE(cin::needsWorkspace(getKernel()));
  parseSum({"i", "k", "j"},
           "i floordiv 2 : dense, j : compressed, i mod 2 : dense");
  EXPECT_EQ(insert(), "applied");
  EXPECT_EQ(notation(), "∀i ∀k ∀j C(i,j) += A(i,k)");
}

TEST_F(WorkspacesTest, Remove) {
  parseCopy("=", "arith.addf");
  EXPECT_EQ(remove(), "applied");
  EXPECT_EQ(notation(), "∀i ∀j C(i,j) += A(i,j)");
  parseCopy("arith.addf", "=");
  EXPECT_EQ(remove(), "applied");
  EXPECT_EQ(notation(), "∀i ∀j C(i,j) += A(i,j)");
  parseCopy("arith.addf", "arith.addf");
  EXPECT_EQ(remove(), "applied");
  EXPECT_EQ(notation(), "∀i ∀j C(i,j) += A(i,j)");
  parseCopy("=", "=");
  EXPECT_EQ(remove(), "applied");
  EXPECT_EQ(notation(), "∀i ∀j C(i,j) = A(i,j)");
}

TEST_F(WorkspacesTest, NotRemoved) {
  parseCopy("arith.mulf", "arith.addf");
  EXPECT_EQ(remove(),
            "cannot remove workspace 'w': its two sides combine differently");
  parseCopy("=", "arith.addf");
  EXPECT_EQ(explain([&](RewriterBase &rewriter) {
              return cin::parallelizeForall(rewriter, find("j"), {});
            }),
            "applied");
  EXPECT_EQ(remove(), "cannot remove workspace 'w': a loop in parallel stays "
                      "where it is");
  parseCopy("=", "=", "#F");
  EXPECT_EQ(remove(), "cannot remove workspace 'w': absent components have "
                      "another value in it");
  parseWhere(R"(
    %1 = cin.access %t[] : !S
    cin.assign %y[%i] = %1 : !V)");
  EXPECT_EQ(remove(), "cannot remove workspace 't': its consumer does more "
                      "than copy it");
}

TEST_F(WorkspacesTest, Store) {
  parseCopy("=", "arith.addf");
  EXPECT_EQ(store(level::Workspace::Bitmap), "applied");
  EXPECT_EQ(notation(), "∀i ((∀j1 C(i,j1) = w(j1)) where ∀j w(j) += A(i,j))");
  EXPECT_EQ(cin::getWorkspaceKind(
                level::getFormat(getAll<cin::WhereOp>()[0].getTensorType())),
            level::Workspace::Bitmap);
  // What is read in order is put in order.
  EXPECT_EQ(store(level::Workspace::Hashed), "applied");
  EXPECT_EQ(notation(), "∀i (((∀j2 C(i,j2) = w1(j2)) where ∀j1 w1(j1) = "
                        "w(j1)) where ∀j w(j) += A(i,j))");
  parseWhere(R"(
    %1 = cin.access %t[] : !S
    cin.assign %y[%i] = %1 : !V)");
  EXPECT_EQ(store(level::Workspace::List),
            "cannot store workspace 't' as list: it is a scalar");
}

} // namespace
