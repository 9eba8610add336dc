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
