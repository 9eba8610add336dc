//===- PluginTest.cpp - Plugins in a program --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program packs tensors into level types of a plugin, computes with them, and
// gets their entries back. Loading a plugin changes the compiler of the
// process, so that these tests are a program of their own.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

using namespace weft::test;

namespace {

const char *plugin = WEFT_PLUGIN;

class PluginTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    // A kernel that is compiled before stays valid.
    before = compile("y(i) = 2 * x(i)");
    char *error = nullptr;
    ASSERT_EQ(weft_load_plugin(plugin, &error), 0) << take(error);
    ASSERT_EQ(weft_load_plugin(plugin, &error), 0) << take(error);
  }
  static void TearDownTestSuite() { before.reset(); }

  static Tensor run(const Kernel &kernel,
                    const std::vector<const weft_tensor *> &operands,
                    std::string *failure = nullptr) {
    weft_tensor *result = nullptr;
    char *error = nullptr;
    int status = weft_kernel_run(kernel.get(), operands.data(), operands.size(),
                                 nullptr, &result, 1, &error);
    std::string text = take(error);
    if (failure)
      *failure = text;
    else
      EXPECT_EQ(status, 0) << text;
    return Tensor(result);
  }

  static Kernel before;
};

Kernel PluginTest::before;

TEST_F(PluginTest, PacksAndLists) {
  Tensor a = makeTensor("{dense,strided.every<3>}", {2, 5},
                        {0, 3, 1, 0, 0, 0, 0, 3}, {2, 3, 1, 10});
  ASSERT_TRUE(a);
  EXPECT_STREQ(weft_tensor_format(a.get()),
               "{d,strided.every<3>}:0,1{pos=32,crd=32}");
  EXPECT_EQ(weft_tensor_num_arrays(a.get()), 1);
  // Duplicates are summed, and positions without an entry are zero.
  EXPECT_EQ(getValues(a.get()), (std::vector<double>{1, 12, 3, 0}));
  Tensor x = makeTensor("dense", {5}, {0, 1, 2, 3, 4}, {1, 10, 100, 1000, 0});
  Kernel kernel =
      compile("y(i) = A(i,j) * x(j)", {"A:{dense,strided.every<3>}"});
  ASSERT_TRUE(kernel);
  EXPECT_EQ(getValues(run(kernel, {a.get(), x.get()}).get()),
            (std::vector<double>{12001, 3}));
}

TEST_F(PluginTest, ConvertsAndAssembles) {
  Tensor a = makeTensor("CSR", {2, 5}, {0, 3, 1, 0}, {2, 3});
  weft_tensor *converted = nullptr;
  char *error = nullptr;
  ASSERT_EQ(
      weft_tensor_convert(a.get(), "marked:1,0", "f32", &converted, &error), 0)
      << take(error);
  Tensor marked(converted);
  EXPECT_STREQ(weft_tensor_format(marked.get()),
               "{d,strided.marked<4>}:1,0{pos=32,crd=32}");
  EXPECT_EQ(weft_tensor_num_stored(marked.get()), 4);
  Kernel kernel =
      compile("B(i,j) = 2 * A(i,j)", {"A:CSR", "B:{d,strided.marked<1>}"});
  ASSERT_TRUE(kernel);
  Tensor b = run(kernel, {a.get()});
  EXPECT_EQ(getValues(b.get()), (std::vector<double>{4, 6}));
  EXPECT_STREQ(weft_tensor_format(b.get()),
               weft_kernel_tensor_format(kernel.get(), 0));
}

TEST_F(PluginTest, BorrowsTrustedArrays) {
  double values[] = {1, 2, 3};
  const void *arrays[] = {values};
  int64_t dims[] = {3, 2}, length = 3;
  const char *format = "{dense,strided.diagonal}";
  weft_tensor *made = nullptr;
  char *error = nullptr;
  EXPECT_NE(weft_tensor_from_arrays(format, "f64", 2, dims, 1, arrays, &length,
                                    0, nullptr, nullptr, &made, &error),
            0);
  EXPECT_NE(take(error).find("must be trusted"), std::string::npos);
  ASSERT_EQ(weft_tensor_from_arrays(format, "f64", 2, dims, 1, arrays, &length,
                                    WEFT_ARRAYS_TRUSTED, nullptr, nullptr,
                                    &made, &error),
            0)
      << take(error);
  Tensor diagonal(made);
  EXPECT_EQ(getValues(diagonal.get()), (std::vector<double>{1, 2}));
  Tensor x = makeTensor("s", {2}, {1}, {10});
  Kernel kernel =
      compile("y(i) = A(i,j) * x(j)", {"A:{dense,strided.diagonal}", "x:s"});
  ASSERT_TRUE(kernel);
  EXPECT_EQ(getValues(run(kernel, {diagonal.get(), x.get()}).get()),
            (std::vector<double>{0, 20, 0}));
}

TEST_F(PluginTest, ReportsWhatDoesNotFit) {
  std::string error;
  EXPECT_FALSE(makeTensor("{strided.every<3>}", {5}, {1}, {2}, &error));
  EXPECT_NE(error.find("a level type of a plugin refuses a coordinate"),
            std::string::npos)
      << error;
  EXPECT_FALSE(
      makeTensor("{dense,strided.diagonal}", {2, 2}, {1, 1}, {2}, &error));
  EXPECT_NE(error.find("has neither append nor insert"), std::string::npos)
      << error;
  Tensor x = makeTensor("s", {5}, {1}, {10});
  Kernel kernel = compile("y(i) = x(i)", {"x:s", "y:{strided.every<3>}"});
  ASSERT_TRUE(kernel);
  EXPECT_FALSE(run(kernel, {x.get()}, &error));
  EXPECT_NE(error.find("y does not fit its format"), std::string::npos)
      << error;
}

TEST_F(PluginTest, CallsOperators) {
  Kernel kernel = compile("y(i) = clip(a(i), b(i))", {"a:s", "b:s"});
  ASSERT_TRUE(kernel);
  Tensor a = makeTensor("s", {3}, {0, 1}, {0.5, 4}),
         b = makeTensor("s", {3}, {0, 1}, {0.5, 5});
  EXPECT_EQ(getValues(run(kernel, {a.get(), b.get()}).get()),
            (std::vector<double>{0.25, 1, 0}));
}

TEST_F(PluginTest, RefusesPluginsWithWrongFormats) {
  for (int time = 0; time < 2; ++time) {
    char *error = nullptr;
    EXPECT_NE(weft_load_plugin(WEFT_REFUSED_PLUGIN, &error), 0);
    EXPECT_NE(take(error).find("its format 'UNREADABLE' cannot be read"),
              std::string::npos);
  }
  // None of its formats is known.
  std::string error;
  EXPECT_FALSE(compile("y(i,j) = A(i,j)", {"A:READABLE"}, {}, "", &error));
  EXPECT_NE(error, "");
}

TEST_F(PluginTest, KeepsEarlierKernels) {
  Tensor x = makeTensor("dense", {2}, {0, 1}, {1, 2});
  EXPECT_EQ(getValues(run(before, {x.get()}).get()),
            (std::vector<double>{2, 4}));
}

} // namespace
