//===- HostileArgumentsTest.cpp - The C interface and NULL ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A caller in another language gets arguments wrong easily. None of these calls
// may end the process, and none may change an output.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

using namespace weft::test;

/// Checks that a call failed with a message.
static void expectFailure(int status, char *error, const std::string &message) {
  EXPECT_NE(status, 0);
  EXPECT_EQ(take(error), message);
}

TEST(CAPIHostileArguments, NullHandles) {
  weft_string_free(nullptr);
  weft_tensor_free(nullptr);
  weft_kernel_free(nullptr);
  EXPECT_EQ(weft_tensor_order(nullptr), 0);
  EXPECT_EQ(weft_tensor_dims(nullptr), nullptr);
  EXPECT_STREQ(weft_tensor_type(nullptr), "");
  EXPECT_EQ(weft_tensor_num_stored(nullptr), 0);
  EXPECT_EQ(weft_tensor_num_arrays(nullptr), 0);
  EXPECT_EQ(weft_kernel_num_tensors(nullptr), 0);
  EXPECT_EQ(weft_kernel_num_results(nullptr), 0);
  EXPECT_EQ(weft_kernel_tensor_name(nullptr, 0), nullptr);
  EXPECT_EQ(weft_kernel_tensor_order(nullptr, 0), -1);
}

TEST(CAPIHostileArguments, Create) {
  const int64_t dims[] = {3};
  weft_tensor *tensor = nullptr;
  char *error = nullptr;
  auto create = [&](const char *type, int64_t order, const int64_t *sizes,
                    int64_t count, const int64_t *coordinates,
                    const void *values, weft_tensor **result) {
    error = nullptr;
    return weft_tensor_create("", type, order, sizes, count, coordinates,
                              values, 0, result, &error);
  };
  expectFailure(create("f64", 1, dims, 0, nullptr, nullptr, nullptr), error,
                "argument 'tensor' is NULL");
  expectFailure(create(nullptr, 1, dims, 0, nullptr, nullptr, &tensor), error,
                "argument 'type' is NULL");
  expectFailure(create("f64", 1, nullptr, 0, nullptr, nullptr, &tensor), error,
                "argument 'dims' is NULL");
  expectFailure(create("f64", -1, dims, 0, nullptr, nullptr, &tensor), error,
                "expected an order between 0 and 64, got -1");
  expectFailure(
      create("f64", int64_t(1) << 60, dims, 0, nullptr, nullptr, &tensor),
      error, "expected an order between 0 and 64, got 1152921504606846976");
  expectFailure(create("f64", 1, dims, -1, nullptr, nullptr, &tensor), error,
                "expected the number of entries not to be negative, got -1");
  expectFailure(create("f64", 1, dims, 2, nullptr, nullptr, &tensor), error,
                "argument 'values' is NULL");
  const double value = 1;
  expectFailure(create("f64", 1, dims, 1, nullptr, &value, &tensor), error,
                "argument 'coordinates' is NULL");
  EXPECT_EQ(tensor, nullptr);
  // Nobody has to take the message.
  EXPECT_NE(weft_tensor_create("", nullptr, 0, nullptr, 0, nullptr, nullptr, 0,
                               &tensor, nullptr),
            0);
}

TEST(CAPIHostileArguments, Files) {
  weft_tensor *tensor = nullptr;
  char *error = nullptr;
  expectFailure(
      weft_tensor_read(nullptr, "", "", 1, nullptr, 0, &tensor, &error), error,
      "argument 'path' is NULL");
  error = nullptr;
  expectFailure(weft_tensor_read_with("x.tns", "", "", 1, nullptr, nullptr,
                                      nullptr, &error),
                error, "argument 'tensor' is NULL");
  Tensor vector = makeTensor("d", {1}, {}, {});
  error = nullptr;
  expectFailure(weft_tensor_write(nullptr, "x.tns", &error), error,
                "argument 'tensor' is NULL");
  error = nullptr;
  expectFailure(weft_tensor_write(vector.get(), nullptr, &error), error,
                "argument 'path' is NULL");
}

TEST(CAPIHostileArguments, Compile) {
  weft_kernel *kernel = nullptr;
  char *error = nullptr;
  expectFailure(
      weft_compile(nullptr, nullptr, 0, nullptr, 0, nullptr, &kernel, &error),
      error, "argument 'text' is NULL");
  error = nullptr;
  expectFailure(
      weft_compile("a = 1", nullptr, 0, nullptr, 0, nullptr, nullptr, &error),
      error, "argument 'kernel' is NULL");
  error = nullptr;
  expectFailure(
      weft_compile("a = 1", nullptr, 1, nullptr, 0, nullptr, &kernel, &error),
      error, "expected NAME:VALUE, got NULL");
  error = nullptr;
  expectFailure(
      weft_compile("a = 1", nullptr, -1, nullptr, 0, nullptr, &kernel, &error),
      error, "expected the number of arguments not to be negative, got -1");
  error = nullptr;
  expectFailure(
      weft_compile("a = 1", nullptr, 0, nullptr, -1, nullptr, &kernel, &error),
      error, "expected the number of arguments not to be negative, got -1");
  const char *const formats[] = {nullptr};
  error = nullptr;
  expectFailure(
      weft_compile("a = 1", formats, 1, nullptr, 0, nullptr, &kernel, &error),
      error, "expected NAME:VALUE, got NULL");
  error = nullptr;
  EXPECT_NE(weft_compile("", nullptr, 0, nullptr, 0, nullptr, &kernel, &error),
            0);
  EXPECT_NE(take(error), "");
  EXPECT_EQ(kernel, nullptr);
}

TEST(CAPIHostileArguments, Run) {
  Kernel kernel = compile("a = x(i)");
  ASSERT_TRUE(kernel);
  weft_tensor *result = nullptr;
  char *error = nullptr;
  expectFailure(
      weft_kernel_run(nullptr, nullptr, 0, nullptr, &result, 1, &error), error,
      "argument 'kernel' is NULL");
  error = nullptr;
  expectFailure(
      weft_kernel_run(kernel.get(), nullptr, 1, nullptr, &result, 1, &error),
      error, "operand x is NULL\n  a = x(i)\n      ^~~~");
  Tensor x = makeTensor("d", {2}, {}, {});
  const weft_tensor *operands[] = {x.get()};
  error = nullptr;
  expectFailure(
      weft_kernel_run(kernel.get(), operands, 1, nullptr, nullptr, 1, &error),
      error, "argument 'results' is NULL");
  error = nullptr;
  expectFailure(
      weft_kernel_run(kernel.get(), operands, 1, nullptr, &result, 2, &error),
      error, "expected room for 1 result, got 2");
  EXPECT_EQ(result, nullptr);
}

TEST(CAPIHostileArguments, StatusesTellFailuresApart) {
  weft_tensor *tensor = nullptr;
  auto read = [&](const char *path, const char *format = "") {
    return weft_tensor_read(path, format, "f64", 2, nullptr, 0, &tensor,
                            nullptr);
  };
  for (const char *path : {"none.mtx", "none.mtx.gz", "none.tns", "none.rb",
                           "none.npy", "none.npz", "none.h5", "no/none.mtx"})
    EXPECT_EQ(read(path), WEFT_NO_FILE) << path;
  EXPECT_EQ(read("none.unknown"), WEFT_REFUSED);
  EXPECT_EQ(read("none.mtx", "no format"), WEFT_REFUSED);
  Tensor matrix = makeTensor("", {2, 2}, {}, {});
  EXPECT_EQ(weft_tensor_write(matrix.get(), "no/none.mtx", nullptr),
            WEFT_NO_FILE);
  EXPECT_EQ(weft_tensor_write(matrix.get(), "/dev/full/a.mtx", nullptr),
            WEFT_NO_FILE);
  EXPECT_EQ(weft_tensor_write(matrix.get(), nullptr, nullptr), WEFT_REFUSED);

  int64_t large[] = {int64_t(1) << 30, int64_t(1) << 30};
  EXPECT_EQ(weft_tensor_create("", "f64", 2, large, 0, nullptr, nullptr, 0,
                               &tensor, nullptr),
            WEFT_OUT_OF_MEMORY);
  Kernel kernel = compile("A(i,j) = x(i)");
  Tensor x = makeTensor("", {8}, {}, {});
  const weft_tensor *operands[] = {x.get()};
  const char *sizes[] = {"j:1125899906842624"};
  EXPECT_EQ(weft_kernel_run_sized(kernel.get(), operands, 1, sizes, 1, &tensor,
                                  1, nullptr),
            WEFT_OUT_OF_MEMORY);
  EXPECT_EQ(
      weft_kernel_run(kernel.get(), operands, 1, nullptr, &tensor, 1, nullptr),
      WEFT_REFUSED);
  EXPECT_EQ(
      weft_kernel_write_object(kernel.get(), "no/none.o", nullptr, nullptr),
      WEFT_NO_FILE);
  EXPECT_EQ(weft_kernel_write_object(kernel.get(), "/", nullptr, nullptr),
            WEFT_FILE_ACCESS);
  EXPECT_EQ(tensor, nullptr);
}
