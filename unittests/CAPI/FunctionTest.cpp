//===- FunctionTest.cpp - Functions in the place of kernels -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions as the C source of a kernel defines them, and some that do not keep
// what they promise.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "weft/Runtime/TensorABI.h"

#include <cstdlib>

using namespace weft::test;

/// Runs a function in the place of A(i) = 2 * x(i) with both sparse.
static Tensor run(weft_kernel_function function, std::string &error) {
  Kernel kernel = compile("A(i) = 2 * x(i)", {"A:s", "x:s"}, {}, "no-code");
  Tensor x = makeTensor("s", {4}, {1, 3}, {10, 20});
  const weft_tensor *operand = x.get();
  weft_tensor *result = nullptr;
  char *message = nullptr;
  weft_kernel_run_function(kernel.get(), function, &operand, 1, nullptr, 0,
                           &result, 1, &message);
  error = take(message);
  return Tensor(result);
}

/// An array of malloc.
template <typename T>
static weft_array makeArray(std::initializer_list<T> elements) {
  auto *data = static_cast<T *>(std::malloc(elements.size() * sizeof(T)));
  std::copy(elements.begin(), elements.end(), data);
  return {data, static_cast<int64_t>(elements.size())};
}

static weft_array *getArrays(void *tensor) {
  return static_cast<weft_tensor_data *>(tensor)->arrays;
}

TEST(CAPIFunction, TakesOverItsArrays) {
  std::string error;
  Tensor result = run(
      [](void *const *tensors, void *) -> int64_t {
        weft_array *a = getArrays(tensors[0]), *x = getArrays(tensors[1]);
        const auto *values = static_cast<const double *>(x[2].data);
        a[0] = makeArray<int32_t>({0, 2});
        a[1] = makeArray<int32_t>({1, 3});
        a[2] = makeArray<double>({2 * values[0], 2 * values[1]});
        return WEFT_RT_OK;
      },
      error);
  EXPECT_EQ(error, "");
  ASSERT_TRUE(result);
  EXPECT_EQ(getValues(result.get()), (std::vector<double>{20, 40}));
}

TEST(CAPIFunction, ReportsItsFailures) {
  std::string error;
  run(
      [](void *const *, void *error) -> int64_t {
        *static_cast<weft_rt_error *>(error) = {WEFT_RT_SIZE_OVERFLOW, {}};
        return WEFT_RT_SIZE_OVERFLOW;
      },
      error);
  EXPECT_NE(error.find("the sizes of the tensors are too large"),
            std::string::npos)
      << error;
}

TEST(CAPIFunction, ChecksItsArrays) {
  std::string error;
  run([](void *const *, void *) -> int64_t { return WEFT_RT_OK; }, error);
  EXPECT_NE(error.find("invalid A"), std::string::npos) << error;
  run(
      [](void *const *tensors, void *) -> int64_t {
        weft_array *a = getArrays(tensors[0]);
        a[0] = makeArray<int32_t>({0, 2});
        a[1] = makeArray<int32_t>({1, 4});
        a[2] = makeArray<double>({1, 2});
        return WEFT_RT_OK;
      },
      error);
  EXPECT_NE(error.find("invalid A"), std::string::npos) << error;
  run(
      [](void *const *tensors, void *) -> int64_t {
        weft_array *a = getArrays(tensors[0]);
        a[0] = makeArray<int32_t>({0, 2});
        a[0].length = INT64_MAX;
        a[1] = {nullptr, 7};
        a[2] = makeArray<double>({1, 2});
        a[2].length = -2;
        return WEFT_RT_OK;
      },
      error);
  EXPECT_NE(error.find("invalid A"), std::string::npos) << error;
}

TEST(CAPIFunction, MustBeThere) {
  std::string error;
  run(nullptr, error);
  EXPECT_NE(error, "");
}
