//===- ExplainTest.cpp - Explanations with the numbers of a run -----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers of formulas, against counts by hand, and arguments that are
// wrong. test/Tools/weft/explain-measured.test has more formulas.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

using namespace weft::test;

namespace {
/// A product of a matrix of 2 x 3 with three entries and a vector.
class CAPIExplain : public testing::Test {
protected:
  int explain(const char *level, const std::vector<const weft_tensor *> &all,
              std::string &text) {
    char *made = nullptr, *error = nullptr;
    weft_run_times times = {1.5, 2, 4};
    int status = weft_kernel_explain(kernel.get(), level, all.data(),
                                     static_cast<int64_t>(all.size()), &times,
                                     &made, &error);
    text = take(status ? error : made);
    return status;
  }

  Kernel kernel = compile("y(i) = A(i,j) * x(j)", {"A:CSR"});
  Tensor a = makeTensor("CSR", {2, 3}, {0, 0, 0, 2, 1, 1}, {1, 2, 3});
  Tensor x = makeTensor("d", {3}, {0, 1, 2}, {10, 20, 30});
  Tensor y = makeTensor("d", {2}, {0, 1}, {70, 60});
};
} // namespace

TEST_F(CAPIExplain, NumbersFollowFormulas) {
  std::string text;
  ASSERT_EQ(explain("explain", {y.get(), a.get(), x.get()}, text), 0) << text;
  EXPECT_NE(text.find("\n  i: |i| = 2\n    j: nnz(A) = 3\n"), std::string::npos)
      << text;
  size_t measured = text.find("\nMeasured\n");
  ASSERT_NE(measured, std::string::npos) << text;
  EXPECT_EQ(text.substr(measured + 1),
            "Measured\n"
            "  y: 2 stored, 16 B\n"
            "  A: 3 stored, 48 B\n"
            "  x: 3 stored, 24 B\n"
            "  bytes: 88 B if each array is read or written once\n"
            "  flops: at most 6, 2 for each of 3 steps\n"
            "  time: 1.500 ms to read, 2.000 ms to compile, 4.000 ms to run\n"
            "  rate: 22.0 kB per second, at most 1.5e-06 Gflop/s\n");
}

TEST_F(CAPIExplain, PagesHaveThem) {
  std::string page;
  ASSERT_EQ(explain("explain-html", {y.get(), a.get(), x.get()}, page), 0)
      << page;
  EXPECT_NE(page.find("<td>3</td></tr>"), std::string::npos);
  EXPECT_NE(page.find("<li>flops: at most 6, 2 for each of 3 steps</li>"),
            std::string::npos);
}

TEST_F(CAPIExplain, WrongArguments) {
  std::string text;
  EXPECT_NE(explain("explain", {y.get(), a.get()}, text), 0);
  EXPECT_EQ(text, "expected 3 tensors, got 2");
  EXPECT_NE(explain("explain", {y.get(), x.get(), a.get()}, text), 0);
  EXPECT_EQ(text, "expected a tensor of the order of A");
  EXPECT_NE(explain("explain", {y.get(), nullptr, x.get()}, text), 0);
  EXPECT_EQ(text, "expected a tensor of the order of A");
  EXPECT_NE(explain("cin", {y.get(), a.get(), x.get()}, text), 0);
  EXPECT_EQ(text, "unknown level 'cin': expected explain or explain-html");
  char *error = nullptr;
  EXPECT_NE(weft_kernel_explain(kernel.get(), "explain", nullptr, 3, nullptr,
                                nullptr, &error),
            0);
  EXPECT_EQ(take(error), "argument 'tensors' is NULL");
  // Tensors of other sizes have numbers, too, where formulas make sense.
  Tensor other = makeTensor("CSR", {1, 1}, {}, {});
  EXPECT_EQ(explain("explain", {y.get(), other.get(), x.get()}, text), 0);
  EXPECT_NE(text.find("j: nnz(A) = 0\n"), std::string::npos);
}
