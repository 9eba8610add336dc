//===- DeviceTest.cpp - Tensors on a device ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the arrays of tensors are, and which are copied, on the PTX machine.
//
//===----------------------------------------------------------------------===//

#include "OutputSupport.h"

#include <cstdlib>
#include <thread>

using namespace weft::test;

namespace {
class CAPIDevice : public ::testing::Test {
protected:
  static void SetUpTestSuite() { ::setenv("WEFT_GPU", "emulate", 1); }
  void SetUp() override { weft_device_reset_counts(); }
  void TearDown() override { weft_set_device_memory_limit(0); }
};
} // namespace

static weft_device_counts getCounts() {
  weft_device_counts counts;
  weft_device_get_counts(&counts, sizeof counts);
  return counts;
}

/// A thread for each row, so that the kernel defines all of the result: by
/// default, the host fills it before.
static Kernel compileSpMV() {
  return compile("y(i) = A(i,j) * x(j)", {"A:CSR"}, {},
                 "target=gpu "
                 "schedule=split(i,b,t,128),parallelize(b,GPUBlock,NoRaces),"
                 "parallelize(t,GPUThread,NoRaces)");
}

/// Runs a kernel with one result.
static Tensor runKernel(const Kernel &kernel,
                        const std::vector<const weft_tensor *> &operands,
                        std::string *error = nullptr) {
  weft_tensor *result = nullptr;
  char *message = nullptr;
  weft_kernel_run(kernel.get(), operands.data(), operands.size(), nullptr,
                  &result, 1, &message);
  std::string text = take(message);
  if (error)
    *error = text;
  else
    EXPECT_EQ(text, "");
  return Tensor(result);
}

static void moveToDevice(const Tensor &tensor) {
  char *error = nullptr;
  EXPECT_EQ(weft_tensor_to_device(tensor.get(), 0, &error), 0) << take(error);
}

static void moveToHost(const Tensor &tensor) {
  char *error = nullptr;
  EXPECT_EQ(weft_tensor_to_host(tensor.get(), &error), 0) << take(error);
}

/// A tensor of the arrays that another one has on the device, with components
/// that are not on the host.
static Tensor borrowOnDevice(const Tensor &tensor, int *released = nullptr) {
  moveToDevice(tensor);
  int64_t count = weft_tensor_num_arrays(tensor.get());
  std::vector<uint64_t> arrays(count);
  std::vector<int64_t> lengths(count);
  for (int64_t i = 0; i < count; ++i)
    EXPECT_EQ(weft_tensor_device_array(tensor.get(), i, &arrays[i], &lengths[i],
                                       nullptr),
              0);
  auto release = [](void *context) { ++*static_cast<int *>(context); };
  weft_tensor *made = nullptr;
  char *error = nullptr;
  EXPECT_EQ(weft_tensor_from_device_arrays(
                weft_tensor_format(tensor.get()), "f64",
                weft_tensor_order(tensor.get()), weft_tensor_dims(tensor.get()),
                count, arrays.data(), lengths.data(), 0, 0,
                released ? +release : nullptr, released, &made, &error),
            0)
      << take(error);
  return Tensor(made);
}

TEST_F(CAPIDevice, CopiesWhatALaunchTakes) {
  Kernel kernel = compileSpMV();
  Tensor A = makeMatrix(), x = makeVector();
  Tensor y = runKernel(kernel, {A.get(), x.get()});
  EXPECT_EQ(getValues(y.get()), (std::vector<double>{70, 60}));
  weft_device_counts counts = getCounts();
  EXPECT_EQ(counts.launches, 1);
  // The arrays of A, and x; the kernel defines all of y.
  EXPECT_EQ(counts.copies_to_device, 4);
  EXPECT_EQ(counts.bytes_to_device, 3 * 4 + 3 * 4 + 3 * 8 + 3 * 8);
  EXPECT_EQ(counts.copies_to_host, 1);
  EXPECT_EQ(counts.bytes_to_host, 2 * 8);
  EXPECT_EQ(counts.emulated, 1);
  EXPECT_GT(counts.warp_instructions, 0);
  EXPECT_GE(counts.lane_instructions, counts.warp_instructions);
  EXPECT_GE(counts.sectors, counts.unique_sectors);
}

TEST_F(CAPIDevice, ScalarsOnTheDeviceKeepNoResults) {
  Kernel kernel = compile("y(i) = s * x(i)", {}, {}, "target=gpu");
  Tensor s = makeTensor("", {}, {}, {2}), x = makeVector();
  moveToDevice(s);
  Tensor y = runKernel(kernel, {s.get(), x.get()});
  EXPECT_EQ(weft_tensor_device(y.get()), -1);
  EXPECT_EQ(getValues(y.get()), (std::vector<double>{20, 40, 60}));
}

TEST_F(CAPIDevice, OperandsShareMemory) {
  Kernel kernel =
      compile("y(i) = A(i,j) * x(j) + B(i,k) * z(k)", {}, {}, "target=gpu");
  std::vector<double> ones(24, 1);
  auto borrow = [&](const std::vector<int64_t> &dims) {
    const void *data = ones.data();
    int64_t length = 1;
    for (int64_t size : dims)
      length *= size;
    weft_tensor *tensor = nullptr;
    char *error = nullptr;
    EXPECT_EQ(weft_tensor_from_arrays(nullptr, "f64", dims.size(), dims.data(),
                                      1, &data, &length, 0, nullptr, nullptr,
                                      &tensor, &error),
              0)
        << take(error);
    return Tensor(tensor);
  };
  Tensor A = borrow({3, 3}), x = borrow({3}), B = borrow({3, 8}),
         z = borrow({8});
  Tensor y = runKernel(kernel, {A.get(), x.get(), B.get(), z.get()});
  EXPECT_EQ(getValues(y.get()), (std::vector<double>{11, 11, 11}));
  EXPECT_EQ(getCounts().copies_to_device, 1);
}

TEST_F(CAPIDevice, KeepsArraysBetweenLaunches) {
  Kernel kernel = compile(
      "y(i) = A(i,j) * x(j); z(i) = A(i,j) * y(j)", {"A:CSR"}, {},
      "target=gpu "
      "schedule=split(y.i,b,t,128),parallelize(b,GPUBlock,NoRaces),"
      "parallelize(t,GPUThread,NoRaces),split(z.i,b1,t1,128),"
      "parallelize(b1,GPUBlock,NoRaces),parallelize(t1,GPUThread,NoRaces)");
  Tensor A = makeTensor("CSR", {2, 2}, {0, 0, 0, 1, 1, 1}, {1, 2, 3});
  Tensor x = makeTensor("", {2}, {0, 1}, {10, 20});
  ASSERT_TRUE(kernel && A && x);
  const weft_tensor *operands[] = {A.get(), x.get()};
  weft_tensor *results[2] = {};
  ASSERT_EQ(
      weft_kernel_run(kernel.get(), operands, 2, nullptr, results, 2, nullptr),
      0);
  Tensor y(results[0]), z(results[1]);
  EXPECT_EQ(getValues(y.get()), (std::vector<double>{50, 60}));
  EXPECT_EQ(getValues(z.get()), (std::vector<double>{170, 180}));
  weft_device_counts counts = getCounts();
  EXPECT_EQ(counts.launches, 2);
  EXPECT_EQ(counts.copies_to_device, 4);
  EXPECT_EQ(counts.copies_to_host, 2);
}

TEST_F(CAPIDevice, CopiesToTheHostWhatItsLoopsRead) {
  // The second statement assembles a sparse result on the CPU.
  Kernel kernel = compile("y(i) = A(i,j) * x(j); C(i,j) = A(i,j) + B(i,j)*y(i)",
                          {"A:CSR", "B:CSR", "C:CSR"}, {}, "target=gpu");
  Tensor A = makeTensor("CSR", {2, 2}, {0, 0, 0, 1, 1, 1}, {1, 2, 3});
  Tensor B = makeTensor("CSR", {2, 2}, {1, 0}, {1});
  Tensor x = makeTensor("", {2}, {0, 1}, {10, 20});
  ASSERT_TRUE(kernel && A && B && x);
  const weft_tensor *operands[] = {A.get(), x.get(), B.get()};
  weft_tensor *results[2] = {};
  ASSERT_EQ(
      weft_kernel_run(kernel.get(), operands, 3, nullptr, results, 2, nullptr),
      0);
  Tensor y(results[0]), C(results[1]);
  EXPECT_EQ(getValues(y.get()), (std::vector<double>{50, 60}));
  EXPECT_EQ(getValues(C.get()), (std::vector<double>{1, 2, 60, 3}));
  EXPECT_EQ(getCounts().copies_to_host, 1);
  // Components that are on the device only.
  Tensor deviceA = borrowOnDevice(A), deviceB = borrowOnDevice(B),
         deviceX = borrowOnDevice(x);
  const weft_tensor *borrowed[] = {deviceA.get(), deviceX.get(), deviceB.get()};
  ASSERT_EQ(
      weft_kernel_run(kernel.get(), borrowed, 3, nullptr, results, 2, nullptr),
      0);
  Tensor sameY(results[0]), sameC(results[1]);
  EXPECT_TRUE(weft_tensor_is_on_host(sameC.get()));
  moveToHost(sameY);
  EXPECT_EQ(getValues(sameY.get()), (std::vector<double>{50, 60}));
  EXPECT_EQ(getValues(sameC.get()), (std::vector<double>{1, 2, 60, 3}));
}

TEST_F(CAPIDevice, TakesTensorsWhereTheyAre) {
  Kernel kernel = compileSpMV();
  Tensor A = makeMatrix(), x = makeVector();
  EXPECT_EQ(weft_tensor_device(A.get()), -1);
  moveToDevice(A);
  moveToDevice(x);
  EXPECT_EQ(weft_tensor_device(A.get()), 0);
  EXPECT_TRUE(weft_tensor_is_on_host(A.get()));
  EXPECT_EQ(getCounts().copies_to_device, 4);
  weft_device_reset_counts();
  Tensor y = runKernel(kernel, {A.get(), x.get()});
  EXPECT_EQ(getCounts().copies_to_device, 0);
  EXPECT_EQ(getCounts().copies_to_host, 0);
  EXPECT_EQ(weft_tensor_device(y.get()), 0);
  EXPECT_FALSE(weft_tensor_is_on_host(y.get()));
  // A result is an operand of the next kernel.
  Kernel scale = compile("z(i) = 2 * y(i)", {}, {}, "target=gpu");
  Tensor z = runKernel(scale, {y.get()});
  EXPECT_EQ(getCounts().copies_to_device, 0);
  EXPECT_EQ(weft_tensor_update_host(y.get(), nullptr), 0);
  EXPECT_EQ(weft_tensor_device(y.get()), 0);
  EXPECT_TRUE(weft_tensor_is_on_host(y.get()));
  moveToHost(y);
  moveToHost(z);
  EXPECT_EQ(getCounts().copies_to_host, 2);
  EXPECT_EQ(weft_tensor_device(y.get()), -1);
  EXPECT_EQ(getValues(y.get()), (std::vector<double>{70, 60}));
  EXPECT_EQ(getValues(z.get()), (std::vector<double>{140, 120}));
}

TEST_F(CAPIDevice, LeavesResultsOnTheHostIfAnOperandIsThere) {
  Kernel kernel = compileSpMV();
  Tensor A = makeMatrix(), x = makeVector();
  moveToDevice(A);
  weft_device_reset_counts();
  Tensor y = runKernel(kernel, {A.get(), x.get()});
  EXPECT_EQ(getCounts().copies_to_device, 1);
  EXPECT_EQ(weft_tensor_device(y.get()), -1);
  EXPECT_EQ(getValues(y.get()), (std::vector<double>{70, 60}));
}

TEST_F(CAPIDevice, CountsTheEntriesOfResultsThatStay) {
  // The device says which components of a bitmap are stored.
  Kernel kernel =
      compile("y(i) = A(i,j) * x(j)", {"A:CSR", "y:b"}, {},
              "schedule=split(i,b,t,32),parallelize(b,GPUBlock,NoRaces),"
              "parallelize(t,GPUThread,NoRaces)");
  Tensor A = makeTensor("CSR", {3, 3}, {0, 0, 2, 1}, {2, 3});
  Tensor x = makeVector();
  moveToDevice(A);
  moveToDevice(x);
  Tensor y = runKernel(kernel, {A.get(), x.get()});
  EXPECT_EQ(weft_tensor_num_stored(y.get()), 2);
  moveToHost(y);
  EXPECT_EQ(getValues(y.get()), (std::vector<double>{20, 60}));
}

TEST_F(CAPIDevice, GivesScalarsToTheHost) {
  Kernel kernel = compile("s = x(i) * x(i)", {}, {}, "target=gpu");
  Tensor x = makeVector();
  moveToDevice(x);
  Tensor s = runKernel(kernel, {x.get()});
  EXPECT_EQ(getValues(s.get()), (std::vector<double>{1400}));
}

TEST_F(CAPIDevice, RefusesToReadWhatIsOnTheDeviceOnly) {
  Kernel kernel = compileSpMV();
  Tensor A = makeMatrix(), x = makeVector();
  moveToDevice(A);
  moveToDevice(x);
  Tensor y = runKernel(kernel, {A.get(), x.get()});
  const void *data = nullptr;
  int64_t length = 0;
  char *error = nullptr;
  EXPECT_EQ(weft_tensor_array(y.get(), 0, &data, &length, &error),
            WEFT_REFUSED);
  EXPECT_EQ(take(error), "the tensor is on device 0 only; copy it to the host");
  char *text = nullptr;
  EXPECT_EQ(weft_tensor_print(y.get(), &text, nullptr), WEFT_REFUSED);
  EXPECT_EQ(weft_tensor_write(y.get(), "/nowhere/y.tns", nullptr),
            WEFT_REFUSED);
  weft_tensor *converted = nullptr;
  EXPECT_EQ(weft_tensor_convert(y.get(), "s", nullptr, &converted, nullptr),
            WEFT_REFUSED);
  std::string message;
  Kernel onHost = compile("z(i) = 2 * y(i)");
  runKernel(onHost, {y.get()}, &message);
  EXPECT_EQ(message,
            "a tensor is on a device only, and the kernel runs on the CPU; "
            "copy it to the host, or compile with target=gpu");
  Kernel automatic = compile("z(i) = 2 * y(i)", {}, {}, "schedule=auto");
  runKernel(automatic, {y.get()}, &message);
  EXPECT_EQ(message, "the tensor is on device 0 only; copy it to the host");
  // Statistics are counted in the arrays of the host.
  Kernel product =
      compile("s = y(i) * y(i) * y(i)", {}, {}, "plan=always no-code");
  const weft_tensor *operands[] = {y.get()};
  EXPECT_EQ(weft_kernel_statistics(product.get(), operands, 1, &text, &error),
            WEFT_REFUSED);
  EXPECT_EQ(take(error), "the tensor is on device 0 only; copy it to the host");
  weft_kernel *planned = nullptr;
  EXPECT_EQ(weft_kernel_plan(product.get(), operands, 1, &planned, &error),
            WEFT_REFUSED);
  EXPECT_EQ(take(error), "the tensor is on device 0 only; copy it to the host");
  // What is on both is read on the host.
  Tensor twice = runKernel(onHost, {x.get()});
  EXPECT_EQ(getValues(twice.get()), (std::vector<double>{20, 40, 60}));
}

TEST_F(CAPIDevice, ComputesIntoTensorsOfTheDevice) {
  Kernel kernel = compileSpMV();
  Tensor A = makeMatrix(), x = makeVector();
  Tensor y = makeTensor("", {2}, {0, 1}, {-1, -1});
  moveToDevice(y);
  weft_device_reset_counts();
  EXPECT_EQ(runInto(kernel, {A.get(), x.get()}, {y.get()}), "");
  EXPECT_EQ(getCounts().copies_to_host, 0);
  EXPECT_FALSE(weft_tensor_is_on_host(y.get()));
  moveToHost(y);
  EXPECT_EQ(getValues(y.get()), (std::vector<double>{70, 60}));
  // A kernel of the CPU writes both.
  moveToDevice(y);
  Kernel onHost = compile("y(i) = A(i,j) * x(j)", {"A:CSR"});
  Tensor ones = makeTensor("", {3}, {0, 1, 2}, {1, 1, 1});
  EXPECT_EQ(runInto(onHost, {A.get(), ones.get()}, {y.get()}), "");
  EXPECT_EQ(getValues(y.get()), (std::vector<double>{3, 3}));
  Kernel scale = compile("z(i) = 2 * y(i)", {}, {}, "target=gpu");
  Tensor z = runKernel(scale, {y.get()});
  moveToHost(z);
  EXPECT_EQ(getValues(z.get()), (std::vector<double>{6, 6}));
}

TEST_F(CAPIDevice, TakesComponentsThatChangedAgain) {
  Kernel kernel = compile("z(i) = 2 * y(i)", {}, {}, "target=gpu");
  std::vector<double> memory = {1, 2};
  Tensor y = borrow(memory, {2});
  moveToDevice(y);
  memory = {3, 4};
  moveToDevice(y);
  Tensor z = runKernel(kernel, {y.get()});
  moveToHost(z);
  EXPECT_EQ(getValues(z.get()), (std::vector<double>{6, 8}));
}

TEST_F(CAPIDevice, BorrowsArraysOfTheDevice) {
  Kernel kernel = compileSpMV();
  Tensor A = makeMatrix(), x = makeVector();
  moveToDevice(x);
  int released = 0;
  Tensor borrowed = borrowOnDevice(A, &released);
  const weft_tensor *made = borrowed.get();
  EXPECT_EQ(weft_tensor_num_stored(made), 3);
  EXPECT_FALSE(weft_tensor_is_on_host(made));
  weft_device_reset_counts();
  Tensor y = runKernel(kernel, {made, x.get()});
  EXPECT_EQ(getCounts().copies_to_device, 0);
  moveToHost(y);
  EXPECT_EQ(getValues(y.get()), (std::vector<double>{70, 60}));
  EXPECT_EQ(released, 0);
  borrowed.reset();
  EXPECT_EQ(released, 1);
  // Its owner still has the memory.
  Tensor again = runKernel(kernel, {A.get(), x.get()});
  moveToHost(again);
  EXPECT_EQ(getValues(again.get()), (std::vector<double>{70, 60}));
}

TEST_F(CAPIDevice, RefusesArraysThatAreNotOfTheDevice) {
  std::vector<double> values = {1, 2};
  int32_t positions[] = {0, 2}, coordinates[] = {0, 1};
  uint64_t arrays[] = {reinterpret_cast<uintptr_t>(positions),
                       reinterpret_cast<uintptr_t>(coordinates),
                       reinterpret_cast<uintptr_t>(values.data())};
  int64_t lengths[] = {2, 2, 2}, dims[] = {2};
  weft_tensor *made = nullptr;
  char *error = nullptr;
  EXPECT_EQ(weft_tensor_from_device_arrays("s", "f64", 1, dims, 3, arrays,
                                           lengths, 0, 0, nullptr, nullptr,
                                           &made, &error),
            WEFT_REFUSED);
  EXPECT_NE(take(error).find("an array cannot be copied from the device"),
            std::string::npos);
  int64_t longLengths[] = {2, 2, INT64_MAX / 4};
  EXPECT_EQ(weft_tensor_from_device_arrays("s", "f64", 1, dims, 3, arrays,
                                           longLengths, 0, 0, nullptr, nullptr,
                                           &made, &error),
            WEFT_REFUSED);
  EXPECT_EQ(take(error), "array 2 of a tensor cannot have 2305843009213693951 "
                         "elements");
  EXPECT_EQ(weft_tensor_from_device_arrays("s", "f64", 1, dims, 3, arrays,
                                           lengths, WEFT_ARRAYS_CONVERT, 0,
                                           nullptr, nullptr, &made, &error),
            WEFT_REFUSED);
  EXPECT_EQ(take(error), "arrays on a device are not converted; leave "
                         "WEFT_ARRAYS_CONVERT out");
}

TEST_F(CAPIDevice, NamesDevicesThatDoNotExist) {
  Tensor x = makeVector();
  char *error = nullptr;
  EXPECT_EQ(weft_tensor_to_device(x.get(), 7, &error), WEFT_REFUSED);
  EXPECT_EQ(take(error), "there is no device 7: the only one has the number 0");
  Kernel kernel = compile("z(i) = 2 * y(i)", {}, {}, "target=gpu device=3");
  std::string message;
  runKernel(kernel, {x.get()}, &message);
  EXPECT_EQ(message, "there is no device 3: the only one has the number 0");
  moveToDevice(x);
  runKernel(kernel, {x.get()}, &message);
  EXPECT_EQ(message, "a tensor is on device 0, and the kernel runs on device "
                     "3; move it there");
  EXPECT_FALSE(compile("z(i) = 2 * y(i)", {}, {}, "device=-1", &message));
}

TEST_F(CAPIDevice, LimitsMemory) {
  Kernel kernel = compile("z(i) = 2 * y(i)", {}, {}, "target=gpu");
  std::vector<double> memory(1000, 1);
  Tensor y = borrow(memory, {1000});
  const weft_tensor *operands[] = {y.get()};
  weft_tensor *result = nullptr;
  char *error = nullptr;
  weft_set_device_memory_limit(10000);
  EXPECT_EQ(
      weft_kernel_run(kernel.get(), operands, 1, nullptr, &result, 1, &error),
      WEFT_OUT_OF_MEMORY);
  EXPECT_EQ(take(error),
            "not enough memory on the device: an array of z takes 8.0 kB, and "
            "8.0 kB of the limit of 10.0 kB are in use");
  weft_set_device_memory_limit(16000);
  EXPECT_NE(runKernel(kernel, {y.get()}), nullptr);
}

TEST_F(CAPIDevice, ReportsAccessesOutOfBounds) {
  Kernel kernel = compile("y(i) = A(i,j) * x(j)", {"A:CSR"}, {},
                          "target=gpu check-accesses");
  // A coordinate behind the end of x.
  int32_t positions[] = {0, 1, 2}, coordinates[] = {0, 1000};
  double values[] = {1, 2};
  const void *arrays[] = {positions, coordinates, values};
  int64_t lengths[] = {3, 2, 2}, dims[] = {2, 3};
  weft_tensor *made = nullptr;
  ASSERT_EQ(weft_tensor_from_arrays("CSR", "f64", 2, dims, 3, arrays, lengths,
                                    WEFT_ARRAYS_TRUSTED, nullptr, nullptr,
                                    &made, nullptr),
            0);
  Tensor A(made), x = makeVector();
  std::string message;
  runKernel(kernel, {A.get(), x.get()}, &message);
  EXPECT_EQ(message.find("an access out of bounds: 1000 in an array of length "
                         "3\n"),
            0u)
      << message;
  EXPECT_NE(message.find("y(i) = A(i,j) * x(j)"), std::string::npos);
  Tensor matrix = makeMatrix();
  Tensor y = runKernel(kernel, {matrix.get(), x.get()});
  EXPECT_EQ(getValues(y.get()), (std::vector<double>{70, 60}));
}

TEST_F(CAPIDevice, RunsOnSeveralThreads) {
  Kernel kernel = compileSpMV();
  Tensor A = makeMatrix(), x = makeVector();
  Tensor device = borrowOnDevice(A);
  std::vector<std::thread> threads;
  std::vector<std::vector<double>> values(4);
  for (std::vector<double> &result : values)
    threads.emplace_back([&] {
      for (int round = 0; round < 10; ++round) {
        Tensor y = runKernel(kernel, {device.get(), x.get()});
        result = getValues(y.get());
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::vector<double> &result : values)
    EXPECT_EQ(result, (std::vector<double>{70, 60}));
}

TEST_F(CAPIDevice, UnloadsModulesWithTheirKernels) {
  int64_t before = getCounts().modules;
  {
    Kernel kernel = compileSpMV();
    Tensor A = makeMatrix(), x = makeVector();
    runKernel(kernel, {A.get(), x.get()});
    runKernel(kernel, {A.get(), x.get()});
    EXPECT_EQ(getCounts().modules, before + 1);
  }
  EXPECT_EQ(getCounts().modules, before);
}
