//===- StatementTest.cpp - Tests of statements and schedules --------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Deferred assignments, their snapshots, and all commands of schedules.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <sstream>
#include <thread>

using namespace weft;
using namespace weft::test;

namespace {
/// y = A * x with a known result.
class CXXStatementTest : public testing::Test {
protected:
  CXXStatementTest() {
    for (int64_t row = 0; row < 40; ++row) {
      expected.push_back(0);
      for (int64_t column = 0; column < 30; ++column)
        expected.back() += a(row, column) * double(column % 5);
    }
    x = Tensor<double>("x", {30});
    for (int64_t column = 0; column < 30; ++column)
      x.insert({column}, double(column % 5));
  }

  /// Compiles a schedule of the product, and compares.
  void check(const IndexStmt &statement, const std::string &schedule) {
    SCOPED_TRACE(schedule);
    EXPECT_EQ(statement.getSchedule(), schedule);
    y.compile(statement);
    EXPECT_EQ(getVector(y), expected);
  }

  Matrix a = makeMatrix(40, 30, 3);
  Tensor<double> A = makeTensor(a, CSR, "A");
  Tensor<double> x, y{"y", {40}};
  std::vector<double> expected;
  IndexVar i{"i"}, j{"j"}, i0{"i0"}, i1{"i1"}, j0{"j0"}, j1{"j1"}, f{"f"},
      p{"p"}, p0{"p0"}, p1{"p1"};
};
} // namespace

TEST(CXXPlanTest, StatementsForStatistics) {
  // C has few entries, so that it is multiplied early.
  Tensor<double> A("A", {200, 150}), B("B", {200, 150});
  Tensor<double> C("C", {200, 200}, CSR), d("d", {200});
  for (int64_t row = 0; row < 200; ++row)
    for (int64_t column = 0; column < 150; ++column) {
      A.insert({row, column}, double((row + column) % 7));
      B.insert({row, column}, double((row * column) % 5));
    }
  C.insert({3, 5}, 2);
  C.insert({100, 0}, 3);
  IndexVar i("i"), j("j"), k("k"), l("l");
  IndexStmt whole = (d(l) = A(i, k) * B(j, k) * C(j, l));
  IndexStmt planned = whole.plan();
  EXPECT_EQ(whole.print("plan").find("T1("), std::string::npos);
  EXPECT_NE(planned.print("plan").find("T1("), std::string::npos);
  EXPECT_EQ(whole.withOptions("plan=off").plan().print("plan"),
            whole.print("plan"));
  d.compile(whole);
  std::vector<double> expected = getVector(d);
  d(l) = A(i, k) * B(j, k) * C(j, l);
  d.compile(planned);
  EXPECT_EQ(getVector(d), expected);
}

TEST_F(CXXStatementTest, Schedules) {
  IndexStmt product = (y(i) = A(i, j) * x(j));
  EXPECT_EQ(product.toString(), "y(i) = A(i,j) * x(j)");
  EXPECT_EQ(product.getSchedule(), "");
  check(product.split(i, i0, i1, 32).parallelize(i0, CPUThread, NoRaces),
        "split(i,i0,i1,32),parallelize(i0,CPUThread,NoRaces)");
  check(product.split(i, i0, i1, 16, Guard), "split(i,i0,i1,16,Guard)");
  check(product.divide(i, i0, i1, 4)
            .parallelize(i0, CPUThread, Temporary, Distribution::Dynamic(2)),
        "divide(i,i0,i1,4),parallelize(i0,CPUThread,Temporary,dynamic,2)");
  check(product.balance(i, i0, i1, 4).parallelize(i0, CPUThread, NoRaces),
        "balance(i,i0,i1,4),parallelize(i0,CPUThread,NoRaces)");
  check(product.split(j, j0, j1, 8).reorder(j0, i, j1),
        "split(j,j0,j1,8),reorder(j0,i,j1)");
  check(product.fuse(i, j, f).pos(f, p, A).split(p, p0, p1, 16),
        "fuse(i,j,f),pos(f,p,A),split(p,p0,p1,16)");
  check(product.pos(j, p, A).coord(p, j1), "pos(j,p,A),coord(p,j1)");
  check(product.split(i, i0, i1, 4).unroll(i1, 2),
        "split(i,i0,i1,4),unroll(i1,2)");
  check(product.bound(i, i1, 40, MaxExact), "bound(i,i1,40,MaxExact)");
  check(product.bound(i, i1, 8, Strided), "bound(i,i1,8,Strided)");
  check(product.bound(i, i1, 64, MaxConstraint),
        "bound(i,i1,64,MaxConstraint)");
  check(product.parallelize(i, CPUThread, NoRaces, Use::Optional),
        "parallelize(i,CPUThread,NoRaces,optional)");
  check(product.parallelize(i, CPUThread, NoRaces, Distribution::Static()),
        "parallelize(i,CPUThread,NoRaces,static)");
  check(product.withForm(ScheduleForm::Default), "default");
  check(product.withForm(ScheduleForm::Plain), "none");
  check(product.withForm(ScheduleForm::Only), "only");
  check(product.withForm(ScheduleForm::Default)
            .configure("prefetch_segments", "off")
            .configure("interleave_reductions", i, "2"),
        "default,prefetch_segments(off),interleave_reductions(i,2)");
  check(product.withOptions("strict-fp opt=1"), "");
}

TEST_F(CXXStatementTest, MoreSchedules) {
  Matrix b = makeMatrix(40, 30, 4);
  Tensor<double> B = makeTensor(b, CSR, "B"), C("C", {40, 30});
  Matrix product{40, 30, std::vector<double>(1200)};
  for (size_t k = 0; k < 1200; ++k)
    product.components[k] = a.components[k] * b.components[k];
  IndexStmt statement = (C(i, j) = A(i, j) * B(i, j));
  for (MergeStrategy strategy : {TwoFinger, Gallop, Locate}) {
    C.compile(statement.mergeby(j, strategy));
    expectEqual(C, product);
  }
  IndexVar jw("jw");
  for (Storage storage : {Storage::Automatic, Storage::Bitmap, Storage::Hashed,
                          Storage::SparseSet, Storage::List}) {
    C.compile(statement.precompute(A(i, j), j, jw, storage));
    expectEqual(C, product);
  }
  IndexStmt added = (C(i, j) = A(i, j) + B(i, j));
  C.compile(added.precompute(A(i, j), j, jw, C));
  for (size_t k = 0; k < 1200; ++k)
    product.components[k] = a.components[k] + b.components[k];
  expectEqual(C, product);
  Tensor<double> z = makeVector(std::vector<double>(40, 2.0));
  IndexVar iw("iw");
  IndexStmt plus = (y(i) = A(i, j) * x(j) + z(i));
  y.compile(plus.precompute("t", i, iw));
  for (size_t k = 0; k < 40; ++k)
    EXPECT_EQ(y.at({k}), expected[k] + 2);
}

TEST_F(CXXStatementTest, VectorsAndFactors) {
  Tensor<double> z({40});
  std::vector<double> components;
  for (int k = 0; k < 40; ++k)
    components.push_back(k);
  Tensor<double> v = makeVector(components, {}, "v");
  IndexStmt twice = (z(i) = v(i) * 2);
  z.compile(twice.split(i, i0, i1, 16, ShiftInwards)
                .parallelize(i1, CPUVector, NoRaces));
  EXPECT_EQ(z.at({39}), 78);
  z.compile(twice.split(i, i0, i1, 16, Predicate));
  EXPECT_EQ(z.at({38}), 76);

  // E(i,l) = A(i,k) * B(i,k) * D(i,l), where the first product is factored.
  IndexVar k("k"), l("l");
  Matrix d = makeMatrix(40, 6, 9);
  Tensor<double> D = makeTensor(d, {}, "D"), E({40, 6});
  IndexStmt statement = (E(i, l) = A(i, k) * A(i, k) * D(i, l));
  Matrix product{40, 6, std::vector<double>(240)};
  for (int64_t row = 0; row < 40; ++row)
    for (int64_t column = 0; column < 6; ++column)
      for (int64_t inner = 0; inner < 30; ++inner)
        product(row, column) += a(row, inner) * a(row, inner) * d(row, column);
  E.compile(statement.factor(k));
  expectEqual(E, product);
  // A sampled product, whose mask is multiplied in once.
  IndexVar m("m");
  Tensor<double> S({40, 40}, CSR), M = makeTensor(makeMatrix(40, 40, 6), CSR);
  Matrix other{40, 40, std::vector<double>(1600)};
  for (int64_t row = 0; row < 40; ++row)
    for (int64_t column = 0; column < 40; ++column)
      for (int64_t inner = 0; inner < 6; ++inner)
        other(row, column) +=
            M.at({row, column}) * d(row, inner) * d(column, inner);
  IndexStmt sampled = (S(i, m) = M(i, m) * D(i, l) * D(m, l));
  S.compile(sampled.hoistFactors(l));
  expectEqual(S, other);
}

TEST_F(CXXStatementTest, OrderOfFactors) {
  IndexVar k("k"), l("l");
  Tensor<double> B({2, 30, 40}, CSF), C({30, 3}), D({40, 3}), E({2, 3});
  Matrix c = makeMatrix(30, 3, 31, 1), d = makeMatrix(40, 3, 32, 1);
  Matrix product{2, 3, std::vector<double>(6)};
  for (int64_t row = 0; row < 40; ++row)
    for (int64_t column = 0; column < 30; ++column) {
      B.insert({row % 2, column, row}, a(row, column));
      for (int64_t inner = 0; inner < 3; ++inner)
        product(row % 2, inner) +=
            a(row, column) * c(column, inner) * d(row, inner);
    }
  C(k, j) = makeTensor(c)(k, j);
  D(k, j) = makeTensor(d)(k, j);
  IndexStmt mttkrp = (E(i, j) = D(l, j) * C(k, j) * B(i, k, l));
  E.compile(mttkrp.reorder(k, l, j).orderFactors(j));
  expectEqual(E, product);
}

TEST_F(CXXStatementTest, ErrorsOfSchedules) {
  IndexStmt product = (y(i) = A(i, j) * x(j));
  auto expectError = [&](const IndexStmt &statement,
                         const std::vector<std::string> &texts) {
    std::string error = getError([&] { y.compile(statement); });
    for (const std::string &text : texts)
      EXPECT_NE(error.find(text), std::string::npos) << error;
    EXPECT_NE(error.find("y(i) = A(i,j) * x(j)"), std::string::npos) << error;
  };
  expectError(product.split(i, i0, i1, 0), {"from 1 to", "split(i,i0,i1,0)"});
  expectError(product.split(i, i0, i1, -3), {"split(i,i0,i1,-3)"});
  expectError(product.split(i0, i, i1, 4), {"there is no loop over 'i0'"});
  expectError(product.parallelize(j, CPUThread, NoRaces),
              {"may assign the same component", "^~~~"});
  expectError(product.reorder(i, i), {"reorder(i,i)"});
  expectError(product.unroll(i, 4), {"unroll(i,4)"});
  expectError(product.configure("no_option"), {"no_option"});
  expectError(product.withOptions("no-option"), {"no-option"});
  expectError(product.precompute(A(i, j), {i, j}, {p}), {"expected"});
  EXPECT_NE(getError([&] { product.pos(j, p, y); }).find("an operand"),
            std::string::npos);
  Tensor<double> other = makeTensor(a, CSR);
  EXPECT_NE(getError([&] { product.pos(j, p, other); }), "");
  EXPECT_NE(getError([&] { product.precompute(other(i, j), j, p); }), "");
  EXPECT_NE(getError([&] { product.precompute(A(i, j), j, p, x); }), "");
  EXPECT_NE(getError([&] { product.configure("a b"); }), "");
  EXPECT_NE(getError([&] { product.precompute("t,i", i, p); }), "");
  EXPECT_NE(getError([&] { product.withOptions("schedule=none"); }), "");
  EXPECT_NE(getError([&] { product.reorder(std::vector<IndexVar>{i}); }), "");
  EXPECT_NE(getError([&] { product.factor(std::vector<IndexVar>{}); }), "");
  EXPECT_NE(getError([&] { x.compile(product); }), "");
  // A schedule that is refused leaves the assignment as it was.
  EXPECT_EQ(getVector(y), expected);
}

TEST_F(CXXStatementTest, BoundsThatDoNotHold) {
  y.compile((y(i) = A(i, j) * x(j)).bound(i, i1, 41, MaxExact));
  std::string error = getError([&] { y.compute(); });
  EXPECT_NE(error.find("bound(i,i1,41,MaxExact)"), std::string::npos) << error;
  EXPECT_NE(error.find("y(i) = A(i,j) * x(j)"), std::string::npos) << error;
}

TEST_F(CXXStatementTest, AssignmentsAreDeferred) {
  EXPECT_FALSE(y.hasAssignment());
  y(i) = A(i, j) * x(j);
  EXPECT_TRUE(y.hasAssignment());
  EXPECT_EQ(y.getAssignment().toString(), "y(i) = A(i,j) * x(j)");
  y.compile();
  y.assemble();
  EXPECT_TRUE(y.hasAssignment());
  y.compute();
  EXPECT_FALSE(y.hasAssignment());
  y.compute();
  EXPECT_NE(getError([&] { y.compile(); }), "");
  EXPECT_EQ(getVector(y), expected);
}

TEST_F(CXXStatementTest, OperandsAreThoseOfTheAssignment) {
  y(i) = A(i, j) * x(j);
  x.insert({0}, 1000);
  A.clear();
  EXPECT_EQ(getVector(y), expected);
  EXPECT_EQ(x.at({0}), 1000);
}

TEST_F(CXXStatementTest, EntriesAreAddedToWhatIsAssigned) {
  y(i) = A(i, j) * x(j);
  y.insert({0}, 5);
  EXPECT_EQ(y.at({0}), expected[0] + 5);
  EXPECT_EQ(y.at({1}), expected[1]);
  // An assignment takes the place of entries.
  y.insert({0}, 5);
  y(i) = A(i, j) * x(j);
  EXPECT_EQ(y.at({0}), expected[0]);
}

TEST_F(CXXStatementTest, ResultsThatAreOperands) {
  y(i) = A(i, j) * x(j);
  y(i) = y(i) + 1;
  y(i) += y(i) * 2;
  y(i) += A(i, j) * x(j);
  for (size_t k = 0; k < 40; ++k)
    EXPECT_EQ(y.at({k}), (expected[k] + 1) * 3 + expected[k]);
}

TEST_F(CXXStatementTest, LongChainsOfAssignments) {
  Tensor<double> a(0.0), v = makeVector({1});
  for (int k = 0; k < 1000; ++k)
    v(i) = v(i) + 1;
  EXPECT_EQ(v.at({0}), 1001);
}

TEST_F(CXXStatementTest, ExpressionsTakeValuesWhenTheyAreAssigned) {
  Tensor<double> v = makeVector({1, 2}), w({2});
  IndexExpr expression = v(i) * 10;
  v.insert({0}, 5);
  w(i) = expression;
  v.insert({0}, 1);
  EXPECT_EQ(w.at({0}), 60);
  w(i) = expression;
  EXPECT_EQ(w.at({0}), 70);
}

TEST_F(CXXStatementTest, OperandsMayBeGone) {
  {
    Tensor<double> local = makeTensor(a, CSR);
    y(i) = local(i, j) * x(j);
  }
  EXPECT_EQ(getVector(y), expected);
}

TEST_F(CXXStatementTest, StructureBeforeComponents) {
  Matrix b = makeMatrix(40, 30, 21);
  Tensor<double> B = makeTensor(b, CSR);
  for (const Format &format : {CSR, DCSR, COO, Format(), Format("de")}) {
    SCOPED_TRACE(format.getText());
    Tensor<double> C({40, 30}, format);
    C(i, j) = A(i, j) + B(i, j);
    C.compile();
    C.assemble();
    C.assemble();
    C.compute();
    Matrix sum = a;
    for (size_t k = 0; k < 1200; ++k)
      sum.components[k] += b.components[k];
    expectEqual(C, sum);
  }
}

TEST_F(CXXStatementTest, KernelsAtAllLevels) {
  IndexStmt product = (y(i) = A(i, j) * x(j));
  EXPECT_EQ(product.withForm(ScheduleForm::Plain).print("notation"),
            "∀i ∀j y(i) += A(i,j) * x(j)\n");
  EXPECT_NE(product.print("c").find("A2_pos"), std::string::npos);
  EXPECT_NE(getError([&] { product.print("none"); }), "");
  std::ostringstream out;
  out << product << "; " << product.mergeby(j, Gallop) << "; " << x(i) * 2;
  EXPECT_EQ(out.str(), "y(i) = A(i,j) * x(j); y(i) = A(i,j) * x(j) : "
                       "mergeby(j,Gallop); x(i) * 2");
}

TEST_F(CXXStatementTest, ReadsFromManyThreads) {
  setNumThreads(2);
  y(i) = A(i, j) * x(j);
  const Tensor<double> &shared = y;
  std::vector<std::thread> threads;
  std::vector<int> good(8, 0);
  for (size_t number = 0; number < 8; ++number)
    threads.emplace_back([&, number] {
      double total = 0;
      for (auto [coordinates, value] : shared)
        total += value - expected[static_cast<size_t>(coordinates[0])];
      Tensor<double> own({40});
      IndexVar k, l;
      own(k) = A(k, l) * x(l) + shared(k);
      good[number] = total == 0 && own.at({7}) == 2 * expected[7] &&
                     A.at({3, 4}) == a(3, 4);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(good, std::vector<int>(8, 1));
  setNumThreads(0);
}

TEST_F(CXXStatementTest, TakesSchedulesAsText) {
  IndexStmt product = (y(i) = A(i, j) * x(j));
  check(product.withSchedule("split(i, i0, i1, 8)\nunroll(i1, 4)\n"),
        "split(i,i0,i1,8),unroll(i1,4)");
  EXPECT_EQ(product.withSchedule("default").getSchedule(), "");
  // The last one replaces those before.
  IndexStmt split = product.withSchedule("split(i,i0,i1,8)");
  check(split.withSchedule("split(i,i0,i1,4)"), "split(i,i0,i1,4)");
  EXPECT_EQ(split.withSchedule("default").getSchedule(), "");
  check(product.withForm(ScheduleForm::Auto), "auto");
  EXPECT_NE(getError([&] { product.withSchedule("none").unroll(i, 2); }), "");
  EXPECT_NE(getError([&] { product.unroll(i, 2).withSchedule("none"); }), "");
}

TEST_F(CXXStatementTest, TunesSchedules) {
  IndexStmt product = (y(i) = A(i, j) * x(j));
  Tuning tuning = tune(product, 60, "schedules=4 seed=2");
  ASSERT_EQ(tuning.trials.size(), 4u);
  EXPECT_EQ(tuning.trials.front().status, "measured");
  EXPECT_EQ(tuning.getSchedule(), tuning.trials.front().schedule);
  y.compile(product.withSchedule(tuning.getSchedule()));
  EXPECT_EQ(getVector(y), expected);
  EXPECT_EQ(Tuning().getSchedule(), "default");
  EXPECT_NE(getError([&] { tune(product.withForm(ScheduleForm::Only)); }), "");
  EXPECT_NE(getError([&] { tune(product, -1); }), "");
}
