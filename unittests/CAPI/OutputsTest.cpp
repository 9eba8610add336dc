//===- OutputsTest.cpp - Results in memory of the caller --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results are computed into arrays of the caller and into tensors that it has
// already, and what does not fit is refused.
//
//===----------------------------------------------------------------------===//

#include "GuardedArray.h"
#include "Handles.h"

#include "weft/Runtime/Memory.h"

#include <cstring>

using namespace weft::test;

namespace {
/// A tensor of memory that results may be computed into.
template <typename T>
Tensor borrow(std::vector<T> &memory, const std::vector<int64_t> &dims,
              const char *format = "", const char *type = "f64",
              int flags = WEFT_ARRAYS_WRITABLE | WEFT_ARRAYS_TRUSTED) {
  weft_tensor *tensor = nullptr;
  char *error = nullptr;
  const void *data = memory.data();
  int64_t length = memory.size() * sizeof(T) / weft_type_size(type);
  weft_tensor_from_arrays(format, type, dims.size(), dims.data(), 1, &data,
                          &length, flags, nullptr, nullptr, &tensor, &error);
  EXPECT_EQ(take(error), "");
  return Tensor(tensor);
}

/// Runs a kernel into tensors, and gives the message if it fails.
std::string runInto(const Kernel &kernel,
                    const std::vector<const weft_tensor *> &operands,
                    std::vector<weft_tensor *> results,
                    const std::vector<const char *> &sizes = {}) {
  char *error = nullptr;
  std::vector<weft_tensor *> given = results;
  int status = weft_kernel_run_into(kernel.get(), operands.data(),
                                    operands.size(), sizes.data(), sizes.size(),
                                    results.data(), results.size(), &error);
  std::string message = take(error);
  EXPECT_EQ(status != 0, !message.empty());
  // Tensors of the caller are still there, and others were made.
  for (size_t i = 0; i < given.size(); ++i)
    if (given[i])
      EXPECT_EQ(results[i], given[i]);
    else if (status == 0)
      weft_tensor_free(results[i]);
  return message;
}

/// The matrix [1 0 2; 0 3 0] and a vector.
Tensor makeMatrix() {
  return makeTensor("CSR", {2, 3}, {0, 0, 0, 2, 1, 1}, {1, 2, 3});
}
Tensor makeVector() { return makeTensor("", {3}, {0, 1, 2}, {10, 20, 30}); }
} // namespace

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
