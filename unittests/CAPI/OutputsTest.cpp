//===- OutputsTest.cpp - Results in memory of the caller --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results are computed into arrays of the caller and into tensors that it has
// already.
//
//===----------------------------------------------------------------------===//

#include "GuardedArray.h"
#include "OutputSupport.h"

#include "weft/Runtime/Memory.h"

#include <cstring>

using namespace weft::test;

TEST(CAPIOutputs, AreComputedInPlace) {
  Kernel kernel = compile("y(i) = A(i,j) * x(j)", {"A:CSR"});
  Tensor A = makeMatrix(), x = makeVector();
  std::vector<double> memory = {-1, -1};
  Tensor y = borrow(memory, {2});
  ASSERT_TRUE(kernel && A && x && y);
  for (int round = 0; round < 3; ++round) {
    memory = {-7, -7};
    EXPECT_EQ(runInto(kernel, {A.get(), x.get()}, {y.get()}), "");
    EXPECT_EQ(memory, (std::vector<double>{70, 60}));
  }
  EXPECT_TRUE(weft_tensor_is_borrowed(y.get()));
}

TEST(CAPIOutputs, TakeNoMemory) {
  int64_t size = 100000;
  Kernel kernel = compile("y(i) = 2 * x(i)");
  std::vector<double> from(size, 3), to(size, 0);
  Tensor x = borrow(from, {size}, "", "f64", 0), y = borrow(to, {size});
  ASSERT_TRUE(kernel && x && y);
  // With a limit below the size of the result, only new memory fails.
  weft_rt_set_memory_limit(weft::runtime::memoryInUse() + 100000);
  std::string made = runInto(kernel, {x.get()}, {nullptr});
  std::string given = runInto(kernel, {x.get()}, {y.get()});
  weft_rt_set_memory_limit(0);
  EXPECT_NE(made.find("not enough memory"), std::string::npos) << made;
  EXPECT_EQ(given, "");
  EXPECT_EQ(to, std::vector<double>(size, 6));
}

TEST(CAPIOutputs, MayBeEarlierResults) {
  Kernel kernel = compile("y(i) = A(i,j) * x(j)", {"A:CSR"});
  Tensor A = makeMatrix(), x = makeVector();
  const weft_tensor *operands[] = {A.get(), x.get()};
  weft_tensor *result = nullptr;
  ASSERT_EQ(
      weft_kernel_run(kernel.get(), operands, 2, nullptr, &result, 1, nullptr),
      0);
  Tensor y(result);
  Tensor other = makeTensor("", {3}, {0, 1, 2}, {1, 1, 1});
  EXPECT_EQ(runInto(kernel, {A.get(), other.get()}, {result}), "");
  EXPECT_EQ(getValues(result), (std::vector<double>{3, 3}));
  // The arrays are still those of the runtime.
  void *data = nullptr;
  int64_t length = 0;
  ASSERT_EQ(weft_tensor_take_arrays(y.release(), &data, &length, nullptr), 0);
  EXPECT_EQ(length, 2);
  weft_array_free(data);
}

TEST(CAPIOutputs, AreInitialized) {
  // Rows and entries that nothing is added to, and a result that is scattered
  // into, have what a new result has.
  Tensor A = makeMatrix(), x = makeVector();
  for (const char *format : {"A:CSR", "A:CSC", "A:COO", "A:DCSR"}) {
    Kernel kernel = compile("y(j) = A(i,j)", {format});
    weft_tensor *converted = nullptr;
    ASSERT_EQ(
        weft_tensor_convert(A.get(), format + 2, nullptr, &converted, nullptr),
        0);
    Tensor operand(converted);
    std::vector<double> memory = {-1, -2, -3};
    Tensor y = borrow(memory, {3});
    EXPECT_EQ(runInto(kernel, {converted}, {y.get()}), "");
    EXPECT_EQ(memory, (std::vector<double>{1, 3, 2})) << format;
  }
  Kernel kernel = compile("y(i) += A(j,i) * x(j)", {"A:CSC"});
  Tensor B = makeTensor("CSC", {3, 3}, {0, 0, 2, 1}, {1, 5});
  Tensor before = makeTensor("", {3}, {0, 1, 2}, {1, 2, 3});
  std::vector<double> memory = {-1, -2, -3};
  Tensor y = borrow(memory, {3});
  EXPECT_EQ(runInto(kernel, {before.get(), B.get(), x.get()}, {y.get()}), "");
  EXPECT_EQ(memory, (std::vector<double>{11, 152, 3}));
}

TEST(CAPIOutputs, HaveAnyOrderOfModes) {
  Tensor A = makeMatrix();
  std::vector<double> memory(6, -1);
  Kernel columns = compile("C(i,j) = A(i,j)", {"A:CSR", "C:dd:1,0"});
  Tensor C = borrow(memory, {2, 3}, "dd:1,0");
  EXPECT_EQ(runInto(columns, {A.get()}, {C.get()}), "");
  EXPECT_EQ(memory, (std::vector<double>{1, 0, 0, 3, 2, 0}));
  EXPECT_NE(runInto(compile("C(i,j) = A(i,j)", {"A:CSR"}), {A.get()}, {C.get()})
                .find("result C is to be computed into a tensor that is stored "
                      "as (i0, i1) -> (i1 : dense, i0 : dense), but the kernel "
                      "was compiled for (i0, i1) -> (i0 : dense, i1 : dense)"),
            std::string::npos);
}

TEST(CAPIOutputs, MayBeStoredByBlocks) {
  // The blocks of the last row and column are filled up.
  const char *format = "dddd:0/2,1/2,0%2,1%2";
  std::string result = std::string("C:") + format;
  Kernel kernel = compile("C(i,j) = 2 * A(i,j)", {"A:CSR", result.c_str()});
  Tensor A = makeMatrix();
  std::vector<double> memory(8, -1);
  Tensor C = borrow(memory, {2, 3}, format);
  ASSERT_TRUE(kernel && A && C);
  EXPECT_EQ(runInto(kernel, {A.get()}, {C.get()}), "");
  EXPECT_EQ(memory, (std::vector<double>{2, 0, 0, 6, 4, 0, 0, 0}));
}

TEST(CAPIOutputs, HaveAnyType) {
  const std::pair<const char *, const char *> types[] = {
      {"bool", "bool"},
      {"i8", "i8"},
      {"u16", "u16"},
      {"i32", "i32"},
      {"u64", "u64"},
      {"f16", "f16"},
      {"bf16", "bf16"},
      {"f32", "f32"},
      {"complex<f32>", "complex<f32>"},
      {"complex<f64>", "complex<f64>"}};
  std::vector<double> numbers = {0, 1, 1, 0, 1};
  for (auto [type, name] : types) {
    std::string operandType = std::string("x:") + type;
    std::string resultType = std::string("y:") + type;
    Kernel kernel =
        compile("y(i) = x(i)", {}, {operandType.c_str(), resultType.c_str()});
    std::vector<char> from(5 * weft_type_size(type));
    ASSERT_EQ(weft_convert_values("f64", numbers.data(), type, from.data(), 5,
                                  nullptr),
              0);
    std::vector<char> to(from.size(), 0x55);
    Tensor x = borrow(from, {5}, "", type, 0), y = borrow(to, {5}, "", type);
    EXPECT_EQ(runInto(kernel, {x.get()}, {y.get()}), "") << name;
    EXPECT_EQ(std::memcmp(from.data(), to.data(), from.size()), 0) << name;
  }
}

TEST(CAPIOutputs, MayBeScalarsAndSeveral) {
  Kernel kernel = compile("s = x(i); y(i) = 2 * x(i)");
  Tensor x = makeVector();
  std::vector<double> sum = {-1}, twice = {-1, -1, -1};
  Tensor s = borrow(sum, {}), y = borrow(twice, {3});
  EXPECT_EQ(runInto(kernel, {x.get()}, {s.get(), y.get()}), "");
  EXPECT_EQ(sum, std::vector<double>{60});
  EXPECT_EQ(twice, (std::vector<double>{20, 40, 60}));
  sum = {-1};
  twice = {-1, -1, -1};
  EXPECT_EQ(runInto(kernel, {x.get()}, {s.get(), nullptr}), "");
  EXPECT_EQ(runInto(kernel, {x.get()}, {nullptr, y.get()}), "");
  EXPECT_EQ(sum, std::vector<double>{60});
  EXPECT_EQ(twice, (std::vector<double>{20, 40, 60}));
  EXPECT_EQ(runInto(kernel, {x.get()}, {nullptr, nullptr}), "");
}

TEST(CAPIOutputs, GiveSizes) {
  Kernel kernel = compile("y(i,j) = x(i)");
  Tensor x = makeVector();
  std::vector<double> memory(6, -1);
  Tensor y = borrow(memory, {3, 2});
  EXPECT_EQ(runInto(kernel, {x.get()}, {y.get()}), "");
  EXPECT_EQ(memory, (std::vector<double>{10, 10, 20, 20, 30, 30}));
  // They are not remembered for a run without the tensor.
  EXPECT_NE(runInto(kernel, {x.get()}, {nullptr}), "");
  EXPECT_EQ(runInto(kernel, {x.get()}, {y.get()}, {"j:2"}), "");
  EXPECT_NE(runInto(kernel, {x.get()}, {y.get()}, {"j:3"}), "");
}

TEST(CAPIOutputs, MayBeEmpty) {
  Kernel kernel = compile("y(i) = 2 * x(i)");
  std::vector<double> none;
  Tensor x = borrow(none, {0}, "", "f64", 0), y = borrow(none, {0});
  ASSERT_TRUE(x && y);
  EXPECT_EQ(runInto(kernel, {x.get()}, {y.get()}), "");
}

TEST(CAPIOutputs, AreWrittenNoFurther) {
  // Vectors, tiles and unrolled rows end where the memory does, and the results
  // are those in new memory.
  struct Case {
    const char *text;
    std::vector<const char *> formats;
    int64_t order;
  };
  const std::vector<Case> cases = {
      {"y(i) = A(i,j) * x(j)", {"A:CSR"}, 1},
      {"y(j) = A(i,j) * x(i)", {"A:CSR"}, 1},
      {"y(i) = A(i,j) * x(j)", {"A:COO"}, 1},
      {"y(i) = 2 * x(i) + 1", {}, 1},
      {"y(i,j) = x(i) + x(j)", {}, 2},
      {"y(i,j) = x(i) * x(j)", {"y:dd:1,0"}, 2},
      {"y(i,j) = A(i,k) * A(k,j)", {"A:CSR"}, 2},
      {"y(i,j) = A(i,k) * B(k,j)", {"A:CSR", "B:dd"}, 2},
      {"y(i,j) = A(k,i) * B(k,j)", {"A:CSR", "B:dd"}, 2},
      {"y(i,j) = B(i,k) * B(k,j)", {"B:dd"}, 2},
      {"y(i,j) = A(i,j) + B(j,i)", {"A:DCSR", "B:dd"}, 2}};
  for (const Case &each : cases) {
    Kernel kernel = compile(each.text, each.formats);
    ASSERT_TRUE(kernel);
    for (int64_t size : {1, 2, 3, 7, 8, 9, 15, 17, 31, 33, 64, 67}) {
      std::vector<int64_t> pairs, singles;
      std::vector<double> values, vector;
      for (int64_t i = 0; i < size; ++i) {
        singles.push_back(i);
        vector.push_back(i + 1);
        for (int64_t j = 0; j < size; ++j)
          if ((i * 7 + j * 3) % 5 < 2) {
            pairs.insert(pairs.end(), {i, j});
            values.push_back(i - j + 0.5);
          }
      }
      std::vector<Tensor> owners;
      std::vector<const weft_tensor *> operands;
      for (int64_t t = 1; t < weft_kernel_num_tensors(kernel.get()); ++t) {
        const char *format = weft_kernel_tensor_format(kernel.get(), t);
        bool isVector = weft_kernel_tensor_order(kernel.get(), t) == 1;
        owners.push_back(isVector
                             ? makeTensor(format, {size}, singles, vector)
                             : makeTensor(format, {size, size}, pairs, values));
        operands.push_back(owners.back().get());
      }
      weft_tensor *expected = nullptr;
      ASSERT_EQ(weft_kernel_run(kernel.get(), operands.data(), operands.size(),
                                nullptr, &expected, 1, nullptr),
                0);
      Tensor owner(expected);
      std::vector<int64_t> dims(each.order, size);
      std::vector<double> initial(each.order == 1 ? size : size * size, -77);
      GuardedArray memory(initial);
      const void *data = memory.data;
      int64_t length = initial.size();
      weft_tensor *y = nullptr;
      ASSERT_EQ(weft_tensor_from_arrays(
                    weft_kernel_tensor_format(kernel.get(), 0), "f64",
                    dims.size(), dims.data(), 1, &data, &length,
                    WEFT_ARRAYS_WRITABLE, nullptr, nullptr, &y, nullptr),
                0);
      Tensor result(y);
      EXPECT_EQ(runInto(kernel, operands, {y}), "");
      EXPECT_EQ(getValues(y), getValues(expected)) << each.text << " " << size;
    }
  }
}
