//===- StatisticsTest.cpp - Statistics of operands --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is counted of operands, and which kernels have no use for it.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

using namespace weft::test;

namespace {
/// Statistics of the operands of a kernel as words, or the message.
std::string getStatistics(const Kernel &kernel,
                          const std::vector<const weft_tensor *> &operands) {
  char *words = nullptr, *error = nullptr;
  int status = weft_kernel_statistics(kernel.get(), operands.data(),
                                      static_cast<int64_t>(operands.size()),
                                      &words, &error);
  return take(status ? error : words);
}
} // namespace

TEST(CAPIStatistics, CountsModesAndLevels) {
  Kernel kernel =
      compile("y(i) = A(i,j) * A(j,k) * x(k)", {"A:CSR"}, {}, "plan=always");
  Tensor a = makeTensor("CSR", {3, 3}, {0, 0, 0, 2, 1, 2}, {1, 2, 3});
  Tensor x = makeTensor("d", {3}, {0, 1, 2}, {10, 20, 30});
  EXPECT_EQ(getStatistics(kernel, {a.get(), x.get()}),
            " statistics=A:sizes=3x3;entries=3;distinct=2x2;squares=5x5;"
            "prefixes=2x3 statistics=x:sizes=3;entries=3");
}

TEST(CAPIStatistics, SmallAndShortProductsNeedNone) {
  Tensor a = makeTensor("CSR", {3, 3}, {0, 0, 0, 2, 1, 2}, {1, 2, 3});
  Tensor x = makeTensor("d", {3}, {0, 1, 2}, {10, 20, 30});
  Kernel small = compile("y(i) = A(i,j) * A(j,k) * x(k)", {"A:CSR"});
  EXPECT_EQ(getStatistics(small, {a.get(), x.get()}), "");
  Kernel brief = compile("y(i) = A(i,j) * x(j)", {"A:CSR"}, {}, "plan=always");
  EXPECT_EQ(getStatistics(brief, {a.get(), x.get()}), "");
}

TEST(CAPIStatistics, OwnSumsAndCommonFactorsAreCounted) {
  Tensor a = makeTensor("CSR", {3, 3}, {0, 0, 0, 2, 1, 2}, {1, 2, 3});
  Kernel own = compile("y(i) = A(i,j) * A(j,k)", {"A:CSR"}, {}, "plan=always");
  EXPECT_NE(getStatistics(own, {a.get()}), "");
  Kernel common = compile("Y(i,j) = A(i,k) * B(k,j) + A(i,k) * C(k,j)",
                          {"A:CSR"}, {}, "plan=always");
  Tensor b = makeTensor("dd", {3, 1}, {0, 0, 1, 0, 2, 0}, {1, 2, 3});
  EXPECT_NE(getStatistics(common, {a.get(), b.get(), b.get()}), "");
}

TEST(CAPIStatistics, VariablesOfAllAccessesCount) {
  // 40 x 40 components, and 40^5 points.
  std::vector<int64_t> coordinates;
  for (int64_t row = 0; row < 40; ++row)
    for (int64_t column = 0; column < 40; ++column)
      coordinates.insert(coordinates.end(), {row, column});
  Tensor a =
      makeTensor("dd", {40, 40}, coordinates, std::vector<double>(1600, 1));
  Kernel chain = compile("y(k) = A(i,j) * A(j,k) * A(k,l) * A(l,m)");
  EXPECT_NE(getStatistics(chain, {a.get()}), "");
  Kernel square = compile("y(i) = A(i,j) * A(j,i) * A(i,i)");
  EXPECT_EQ(getStatistics(square, {a.get()}), "");
}

TEST(CAPIStatistics, PlansAreKernels) {
  Kernel kernel =
      compile("y(i) = A(i,j) * A(j,k) * x(k)", {"A:CSR"}, {}, "plan=always");
  Tensor a = makeTensor("CSR", {3, 3}, {0, 0, 0, 2, 1, 2}, {1, 2, 3});
  Tensor x = makeTensor("d", {3}, {0, 1, 2}, {10, 20, 30});
  const weft_tensor *operands[] = {a.get(), x.get()};
  weft_kernel *made = nullptr;
  char *error = nullptr;
  ASSERT_EQ(weft_kernel_plan(kernel.get(), operands, 2, &made, &error), 0)
      << take(error);
  ASSERT_NE(made, nullptr);
  Kernel planned(made);
  char *plan = nullptr;
  ASSERT_EQ(weft_kernel_print(made, "plan", &plan, &error), 0);
  EXPECT_NE(take(plan).find("T1(j) = sum(k, A(j,k) * x(k))"),
            std::string::npos);
  weft_tensor *results[2] = {};
  ASSERT_EQ(weft_kernel_run(kernel.get(), operands, 2, nullptr, &results[0], 1,
                            &error),
            0);
  ASSERT_EQ(weft_kernel_run(made, operands, 2, nullptr, &results[1], 1, &error),
            0);
  Tensor whole(results[0]), steps(results[1]);
  EXPECT_EQ(getValues(whole.get()), getValues(steps.get()));
  // Small operands have no plan that is worth it.
  Kernel small = compile("y(i) = A(i,j) * A(j,k) * x(k)", {"A:CSR"});
  EXPECT_EQ(weft_kernel_plan(small.get(), operands, 2, &made, &error), 0);
  EXPECT_EQ(made, nullptr);
  EXPECT_NE(weft_kernel_plan(small.get(), operands, 1, &made, &error), 0);
  EXPECT_EQ(take(error), "expected 2 operands, got 1");
}

TEST(CAPIStatistics, PlansHaveChosenSchedules) {
  Tensor a = makeTensor("CSR", {3, 3}, {0, 0, 0, 2, 1, 2}, {1, 2, 3});
  Tensor x = makeTensor("d", {3}, {0, 1, 2}, {10, 20, 30});
  const weft_tensor *operands[] = {a.get(), x.get()};
  for (const char *options :
       {"plan=always schedule=auto", "plan=always tune-calls"}) {
    Kernel kernel =
        compile("y(i) = A(i,j) * A(j,k) * x(k)", {"A:CSR"}, {}, options);
    weft_kernel *made = nullptr;
    char *text = nullptr, *error = nullptr;
    ASSERT_EQ(weft_kernel_plan(kernel.get(), operands, 2, &made, &error), 0)
        << take(error);
    ASSERT_NE(made, nullptr);
    Kernel planned(made);
    ASSERT_EQ(weft_kernel_print(made, "explain", &text, &error), 0)
        << take(error);
    EXPECT_NE(take(text).find("schedule=auto is the default schedule"),
              std::string::npos);
    weft_tensor *result = nullptr;
    ASSERT_EQ(weft_kernel_run(made, operands, 2, nullptr, &result, 1, &error),
              0)
        << take(error);
    EXPECT_EQ(getValues(Tensor(result).get()), (std::vector<double>{70, 0, 0}));
  }
}

TEST(CAPIStatistics, WrongArguments) {
  Kernel kernel = compile("y(i) = A(i,j) * x(j)", {"A:CSR"});
  Tensor x = makeTensor("d", {3}, {0, 1, 2}, {10, 20, 30});
  EXPECT_EQ(getStatistics(kernel, {x.get()}), "expected 2 operands, got 1");
  EXPECT_EQ(getStatistics(kernel, {x.get(), x.get()}),
            "expected a tensor of the order of A");
  EXPECT_EQ(getStatistics(kernel, {nullptr, x.get()}),
            "expected a tensor of the order of A");
  char *error = nullptr;
  EXPECT_NE(weft_kernel_statistics(nullptr, nullptr, 0, nullptr, &error), 0);
  weft_string_free(error);
}

TEST(CAPIStatistics, WrongWords) {
  for (const char *word :
       {"statistics=A", "statistics=A:", "statistics=:entries=1", "plan=maybe",
        "statistics=B:entries=1", "statistics=A:entries=x",
        "statistics=A:sizes=1x2x3"}) {
    weft_kernel *made = nullptr;
    char *error = nullptr;
    EXPECT_NE(weft_compile("y(i) = A(i,j) * x(j)", nullptr, 0, nullptr, 0, word,
                           &made, &error),
              0)
        << word;
    EXPECT_FALSE(take(error).empty());
  }
}
