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

#include "OutputSupport.h"

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

/// Runs a function in the place of A(i) = 2 * x(i) with both dense, into the
/// given memory, or into a new tensor.
static std::string runInto(weft_kernel_function function,
                           std::vector<double> &memory) {
  Kernel kernel = compile("A(i) = 2 * x(i)", {}, {}, "no-code");
  Tensor x = makeVector(), A = borrow(memory, {3});
  const weft_tensor *operand = x.get();
  weft_tensor *result = A.get();
  char *message = nullptr;
  int status = weft_kernel_run_function_into(
      kernel.get(), function, &operand, 1, nullptr, 0, &result, 1, &message);
  EXPECT_EQ(status != 0, message != nullptr);
  EXPECT_EQ(result, A.get());
  return take(message);
}

TEST(CAPIFunction, ComputesIntoMemoryOfTheCaller) {
  std::vector<double> memory = {-1, -1, -1};
  std::string error = runInto(
      [](void *const *tensors, void *) -> int64_t {
        weft_array *a = getArrays(tensors[0]), *x = getArrays(tensors[1]);
        if (!a[0].data || a[0].length != 3)
          return WEFT_RT_INVALID_ARGUMENT;
        for (int64_t i = 0; i < 3; ++i)
          static_cast<double *>(a[0].data)[i] =
              2 * static_cast<const double *>(x[0].data)[i];
        return WEFT_RT_OK;
      },
      memory);
  EXPECT_EQ(error, "");
  EXPECT_EQ(memory, (std::vector<double>{20, 40, 60}));
}

TEST(CAPIFunction, MayAllocateWhatIsCopied) {
  // The C source of a kernel does so. Longer arrays are cut.
  std::vector<double> memory = {-1, -1, -1};
  std::string error = runInto(
      [](void *const *tensors, void *) -> int64_t {
        getArrays(tensors[0])[0] = makeArray<double>({7, 8, 9, 10});
        return WEFT_RT_OK;
      },
      memory);
  EXPECT_EQ(error, "");
  EXPECT_EQ(memory, (std::vector<double>{7, 8, 9}));
}

TEST(CAPIFunction, MustFillMemoryOfTheCaller) {
  std::vector<double> memory = {-1, -1, -1};
  const weft_kernel_function functions[] = {
      [](void *const *tensors, void *) -> int64_t {
        getArrays(tensors[0])[0] = makeArray<double>({7, 8});
        return WEFT_RT_OK;
      },
      [](void *const *tensors, void *) -> int64_t {
        getArrays(tensors[0])[0] = {nullptr, 0};
        return WEFT_RT_OK;
      },
      [](void *const *tensors, void *) -> int64_t {
        getArrays(tensors[0])[0].length = 2;
        return WEFT_RT_OK;
      },
      [](void *const *tensors, void *) -> int64_t {
        getArrays(tensors[0])[0].length = -1;
        return WEFT_RT_OK;
      }};
  for (weft_kernel_function function : functions) {
    std::string error = runInto(function, memory);
    EXPECT_NE(error.find("invalid A"), std::string::npos) << error;
  }
  EXPECT_NE(runInto(nullptr, memory), "");
}

TEST(CAPIFunction, MakesNewResultsBesideThoseOfTheCaller) {
  Kernel kernel =
      compile("s = x(i); y(i) = 2 * x(i)", {"x:s", "y:s"}, {}, "no-code");
  Tensor x = makeTensor("s", {4}, {1, 3}, {10, 20});
  std::vector<double> sum = {-1};
  Tensor s = borrow(sum, {});
  const weft_tensor *operand = x.get();
  weft_tensor *results[] = {s.get(), nullptr};
  char *message = nullptr;
  weft_kernel_run_function_into(
      kernel.get(),
      [](void *const *tensors, void *) -> int64_t {
        weft_array *y = getArrays(tensors[1]);
        *static_cast<double *>(getArrays(tensors[0])[0].data) = 30;
        y[0] = makeArray<int32_t>({0, 2});
        y[1] = makeArray<int32_t>({1, 3});
        y[2] = makeArray<double>({20, 40});
        return WEFT_RT_OK;
      },
      &operand, 1, nullptr, 0, results, 2, &message);
  EXPECT_EQ(take(message), "");
  EXPECT_EQ(sum, std::vector<double>{30});
  ASSERT_TRUE(results[1]);
  Tensor y(results[1]);
  EXPECT_EQ(getValues(y.get()), (std::vector<double>{20, 40}));
}

TEST(CAPIFunction, ChecksWhatItComputesInto) {
  // A sparse result, and memory of the operand.
  Kernel sparse = compile("A(i) = 2 * x(i)", {"A:s", "x:s"}, {}, "no-code");
  Tensor x = makeTensor("s", {4}, {1, 3}, {10, 20});
  Tensor A = makeTensor("s", {4}, {1, 3}, {10, 20});
  Kernel dense = compile("A(i) = 2 * x(i)", {}, {}, "no-code");
  std::vector<double> memory = {1, 2, 3};
  Tensor y = borrow(memory, {3});
  auto never = [](void *const *, void *) -> int64_t {
    ADD_FAILURE() << "the function is called";
    return WEFT_RT_OK;
  };
  auto run = [&](const Kernel &kernel, const Tensor &operand,
                 const Tensor &result) {
    const weft_tensor *operands[] = {operand.get()};
    weft_tensor *results[] = {result.get()};
    char *message = nullptr;
    weft_kernel_run_function_into(kernel.get(), never, operands, 1, nullptr, 0,
                                  results, 1, &message);
    return take(message);
  };
  EXPECT_NE(run(sparse, x, A).find("cannot be computed into a tensor"),
            std::string::npos);
  EXPECT_NE(run(dense, y, y).find("into memory of operand x"),
            std::string::npos);
}
