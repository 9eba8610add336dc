//===- OutputChecksTest.cpp - Memory that is refused ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory of the caller that a result cannot be computed into is refused, and is
// as usable as before after a failure.
//
//===----------------------------------------------------------------------===//

#include "OutputSupport.h"

#include "weft/Runtime/Memory.h"

#include <cstring>

using namespace weft::test;

TEST(CAPIOutputs, AreRefused) {
  Kernel kernel = compile("y(i) = A(i,j) * x(j)", {"A:CSR"});
  Tensor A = makeMatrix(), x = makeVector();
  std::vector<double> memory(6, -1);
  std::vector<float> floats(2, -1);
  auto refuse = [&](const Tensor &y) {
    std::string message = runInto(kernel, {A.get(), x.get()}, {y.get()});
    EXPECT_NE(message.find("hint: "), std::string::npos) << message;
    return message.substr(0, message.find('\n'));
  };
  EXPECT_EQ(refuse(borrow(memory, {2, 3})),
            "result y has 1 mode, but the tensor for it has 2");
  EXPECT_EQ(refuse(borrow(floats, {2}, "", "f32")),
            "result y has components of type f64, but the tensor for it of "
            "type f32");
  EXPECT_EQ(refuse(borrow(memory, {2}, "", "f64", 0)),
            "result y is to be computed into borrowed arrays that may only be "
            "read");
  EXPECT_EQ(runInto(kernel, {A.get(), x.get()}, {borrow(memory, {6}).get()}),
            "index variable 'i' has two sizes: 6 in mode 1 of y and 2 in mode "
            "1 of A\n"
            "  y(i) = A(i,j) * x(j)\n"
            "           ^\n"
            "note: 'i' indexes mode 1 of y here\n"
            "  y(i) = A(i,j) * x(j)\n"
            "    ^");
  EXPECT_EQ(memory, std::vector<double>(6, -1));

  // A result that is an operand as well has the sizes of the operand.
  Kernel sum = compile("y(i) += x(i)");
  Tensor before = makeVector();
  EXPECT_EQ(
      runInto(sum, {before.get(), x.get()}, {borrow(memory, {6}).get()}),
      "result y is a vector of 3, but the tensor for it is a vector of 6\n"
      "  y(i) += x(i)\n"
      "  ^~~~");

  Kernel sparse = compile("y(i) = A(i,j) * x(j)", {"A:CSR", "y:s"});
  Tensor y = makeTensor("s", {2}, {}, {});
  EXPECT_EQ(runInto(sparse, {A.get(), x.get()}, {y.get()}),
            "result y cannot be computed into a tensor of the caller: how many "
            "entries the format (i0) -> (i0 : compressed) stores is known when "
            "they are computed\n"
            "  y(i) = A(i,j) * x(j)\n"
            "  ^~~~\n"
            "hint: give NULL for it, and take the arrays of the new tensor "
            "with weft_tensor_take_arrays");
}

TEST(CAPIOutputs, OverlapNoOperand) {
  Kernel kernel = compile("y(i) = 2 * x(i); z(i) = 3 * x(i)");
  std::vector<double> memory = {1, 2, 3, 4, 5, 6};
  auto at = [&](int64_t begin, bool isWritable) {
    weft_tensor *tensor = nullptr;
    const void *data = memory.data() + begin;
    int64_t size = 2;
    weft_tensor_from_arrays("", "f64", 1, &size, 1, &data, &size,
                            isWritable ? WEFT_ARRAYS_WRITABLE : 0, nullptr,
                            nullptr, &tensor, nullptr);
    return Tensor(tensor);
  };
  Tensor x = at(2, false), first = at(0, true), shifted = at(1, true),
         same = at(2, true), last = at(3, true), next = at(4, true);
  auto refuse = [&](weft_tensor *y, weft_tensor *z) {
    std::string message = runInto(kernel, {x.get()}, {y, z});
    return message.substr(0, message.find('\n'));
  };
  for (weft_tensor *y : {shifted.get(), same.get(), last.get()})
    EXPECT_EQ(refuse(y, nullptr),
              "result y is to be computed into memory of operand x");
  EXPECT_EQ(refuse(nullptr, same.get()),
            "result z is to be computed into memory of operand x");
  EXPECT_EQ(refuse(first.get(), first.get()),
            "result z is to be computed into memory of result y");
  EXPECT_EQ(memory, (std::vector<double>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(refuse(first.get(), next.get()), "");
  EXPECT_EQ(memory, (std::vector<double>{6, 8, 3, 4, 9, 12}));

  // All arrays of operands count.
  Kernel pos =
      compile("y(i) = A(i,j)", {"A:CSR{pos=64,crd=64}"}, {"y:i64", "A:i64"});
  std::vector<int64_t> positions = {0, 1, 2}, columns = {0, 1}, values = {7, 8};
  for (int64_t array = 0; array < 3; ++array) {
    std::vector<int64_t> *arrays[] = {&positions, &columns, &values};
    const void *data[] = {positions.data(), columns.data(), values.data()};
    int64_t dims[] = {2, 2}, lengths[] = {3, 2, 2};
    weft_tensor *A = nullptr;
    ASSERT_EQ(weft_tensor_from_arrays("CSR{pos=64,crd=64}", "i64", 2, dims, 3,
                                      data, lengths, 0, nullptr, nullptr, &A,
                                      nullptr),
              0);
    Tensor operand(A);
    std::vector<int64_t> &memory = *arrays[array];
    const void *begin = memory.data() + memory.size() - 2;
    int64_t size = 2;
    weft_tensor *y = nullptr;
    ASSERT_EQ(weft_tensor_from_arrays("", "i64", 1, &size, 1, &begin, &size,
                                      WEFT_ARRAYS_WRITABLE, nullptr, nullptr,
                                      &y, nullptr),
              0);
    Tensor result(y);
    EXPECT_EQ(runInto(pos, {A}, {y}).substr(0, 51),
              "result y is to be computed into memory of operand A");
  }
}

TEST(CAPIOutputs, AreUsableAfterFailures) {
  // The second result does not fit into positions of 8 bits.
  Kernel kernel = compile("y(i) = 2 * x(i); z(i) = x(i)", {"z:s{pos=8}"});
  int64_t size = 200;
  std::vector<double> from(size, 1), to(size, -1);
  Tensor x = borrow(from, {size}, "", "f64", 0), y = borrow(to, {size});
  int64_t before = weft::runtime::memoryInUse();
  EXPECT_NE(runInto(kernel, {x.get()}, {y.get(), nullptr}).find("positions"),
            std::string::npos);
  EXPECT_EQ(weft::runtime::memoryInUse(), before);
  Kernel twice = compile("y(i) = 2 * x(i)");
  EXPECT_EQ(runInto(twice, {x.get()}, {y.get()}), "");
  EXPECT_EQ(to, std::vector<double>(size, 2));
}

TEST(CAPIOutputs, AreUsableAfterCancellation) {
  Kernel kernel = compile("C(i,j) = exp(sum(k, exp(A(i,k) * B(k,j))))");
  int64_t size = 400;
  std::vector<double> ones(size * size, 1), memory(size * size, -1);
  Tensor A = borrow(ones, {size, size}, "", "f64", 0);
  Tensor C = borrow(memory, {size, size});
  ASSERT_TRUE(kernel && A && C);
  const weft_tensor *operands[] = {A.get(), A.get()};
  weft_tensor *result = C.get();
  char *error = nullptr;
  weft_set_progress(
      [](void *, const char *stage, double) {
        return std::strcmp(stage, "running") == 0 ? 1 : 0;
      },
      nullptr);
  EXPECT_EQ(weft_kernel_run_into(kernel.get(), operands, 2, nullptr, 0, &result,
                                 1, &error),
            WEFT_CANCELLED);
  weft_set_progress(nullptr, nullptr);
  EXPECT_EQ(take(error), "cancelled");
  EXPECT_EQ(result, C.get());
  Kernel copy = compile("C(i,j) = 2 * A(i,j)");
  EXPECT_EQ(runInto(copy, {A.get()}, {C.get()}), "");
  EXPECT_EQ(memory, std::vector<double>(size * size, 2));
}

TEST(CAPIOutputs, AreNotConverted) {
  double memory[2] = {};
  const void *data = memory;
  int64_t size = 2;
  weft_tensor *tensor = nullptr;
  char *error = nullptr;
  EXPECT_NE(weft_tensor_from_arrays("", "f64", 1, &size, 1, &data, &size,
                                    WEFT_ARRAYS_WRITABLE | WEFT_ARRAYS_CONVERT,
                                    nullptr, nullptr, &tensor, &error),
            0);
  EXPECT_EQ(take(error),
            "WEFT_ARRAYS_WRITABLE and WEFT_ARRAYS_CONVERT exclude each other: "
            "results would be computed into a copy");
}
