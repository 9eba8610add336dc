//===- KernelTest.cpp - Kernels through the C interface ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiling and running small expressions with results that are known by hand,
// and every check that stands between a caller's mistake and a kernel.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include <cstdio>
#include <thread>

using namespace weft::test;

/// Runs a kernel with one result; null if that fails, and then `error` says
/// why.
static Tensor run(const Kernel &kernel,
                  const std::vector<const weft_tensor *> &operands,
                  std::string *error = nullptr,
                  const std::vector<const char *> &sizes = {}) {
  weft_tensor *result = nullptr;
  char *message = nullptr;
  weft_kernel_run_sized(kernel.get(), operands.data(), operands.size(),
                        sizes.data(), sizes.size(), &result, 1, &message);
  std::string reason = take(message);
  if (error)
    *error = reason;
  else
    EXPECT_EQ(reason, "");
  return Tensor(result);
}

TEST(CAPIKernel, MultipliesMatrixAndVector) {
  Kernel kernel = compile("y(i) = A(i,j) * x(j)", {"A:CSR"});
  ASSERT_TRUE(kernel);
  Tensor a = makeTensor("CSR", {2, 3}, {0, 0, 0, 2, 1, 1}, {1, 2, 3});
  Tensor x = makeTensor("d", {3}, {0, 1, 2}, {10, 20, 30});
  Tensor y = run(kernel, {a.get(), x.get()});
  ASSERT_TRUE(y);
  EXPECT_EQ(getValues(y.get()), (std::vector<double>{70, 60}));
}

TEST(CAPIKernel, AssemblesSparseResults) {
  Kernel kernel =
      compile("A(i,j) = B(i,j) + C(i,j)", {"A:CSR", "B:CSR", "C:COO"});
  ASSERT_TRUE(kernel);
  Tensor b = makeTensor("CSR", {2, 3}, {0, 0, 1, 1}, {1, 2});
  Tensor c = makeTensor("COO", {2, 3}, {0, 2, 1, 1}, {3, 4});
  Tensor a = run(kernel, {b.get(), c.get()});
  ASSERT_TRUE(a);
  EXPECT_EQ(getValues(a.get()), (std::vector<double>{1, 3, 6}));
}

TEST(CAPIKernel, DescribesItsTensors) {
  Kernel kernel = compile("y(i) = A(i,j) * x(j) + b", {"A:ds:1,0"}, {"b:f32"});
  ASSERT_TRUE(kernel);
  const weft_kernel *handle = kernel.get();
  EXPECT_EQ(weft_kernel_num_results(handle), 1);
  ASSERT_EQ(weft_kernel_num_tensors(handle), 4);
  EXPECT_STREQ(weft_kernel_tensor_name(handle, 0), "y");
  EXPECT_STREQ(weft_kernel_tensor_name(handle, 1), "A");
  EXPECT_EQ(weft_kernel_tensor_order(handle, 1), 2);
  EXPECT_STREQ(weft_kernel_tensor_format(handle, 1), "ds:1,0{pos=32,crd=32}");
  EXPECT_STREQ(weft_kernel_tensor_variable(handle, 1, 1), "j");
  EXPECT_STREQ(weft_kernel_tensor_excerpt(handle, 2),
               "  y(i) = A(i,j) * x(j) + b\n"
               "                  ^~~~");
  EXPECT_EQ(weft_kernel_tensor_excerpt(handle, 4), nullptr);
  EXPECT_STREQ(weft_kernel_tensor_name(handle, 3), "b");
  EXPECT_EQ(weft_kernel_tensor_order(handle, 3), 0);
  EXPECT_STREQ(weft_kernel_tensor_format(handle, 3), "");
  EXPECT_STREQ(weft_kernel_tensor_type(handle, 3), "f32");
  EXPECT_EQ(weft_kernel_tensor_name(handle, 4), nullptr);
  EXPECT_EQ(weft_kernel_tensor_name(handle, -1), nullptr);
  EXPECT_EQ(weft_kernel_tensor_variable(handle, 3, 0), nullptr);
}

TEST(CAPIKernel, PointsAtMistakesInTheText) {
  std::string error;
  EXPECT_FALSE(compile("y(i) = A(i,j) *", {}, {}, nullptr, &error));
  EXPECT_EQ(error, "expected an expression after '*'\n"
                   "  y(i) = A(i,j) *\n"
                   "                 ^");
}

TEST(CAPIKernel, CallsFunctionsOfTheAuthor) {
  const char *functions = "algebra.operator @twice(%x: f64) -> f64 {\n"
                          "  %r = arith.addf %x, %x : f64\n"
                          "  algebra.yield %r : f64\n"
                          "}\n";
  weft_kernel *made = nullptr;
  char *error = nullptr;
  ASSERT_EQ(weft_compile_with_functions("a(i) = twice(b(i))", functions,
                                        nullptr, nullptr, 0, nullptr, 0,
                                        nullptr, &made, &error),
            0)
      << take(error);
  Kernel kernel(made);
  Tensor b = makeTensor("d", {2}, {0, 1}, {4, 5});
  Tensor a = run(kernel, {b.get()});
  ASSERT_TRUE(a);
  EXPECT_EQ(getValues(a.get()), (std::vector<double>{8, 10}));
  std::string unknown;
  EXPECT_FALSE(compile("a(i) = twice(b(i))", {}, {}, nullptr, &unknown));
  ASSERT_EQ(weft_compile_with_functions("a(i) = twice(b(i))", "operator",
                                        "own.mlir", nullptr, 0, nullptr, 0,
                                        nullptr, &made, &error),
            1);
  EXPECT_EQ(take(error).substr(0, 10), "own.mlir: ");
}

TEST(CAPIKernel, CompilesPrograms) {
  const char *text = "sums = nFun(n => fun(offset: [long]_{n+1} =>\n"
                     "  fun(values: [i => [double]_{toNat(offset@(i+1)) - "
                     "toNat(offset@i)}]_n =>\n"
                     "    values :>> map(reduce(+, 0)))))";
  weft_kernel *made = nullptr;
  char *error = nullptr;
  ASSERT_EQ(weft_compile_patterns(text, "sums=closed", &made, &error), 0)
      << take(error);
  Kernel kernel(made);
  EXPECT_STREQ(weft_kernel_tensor_name(made, 0), "sums");
  EXPECT_STREQ(weft_kernel_tensor_type(made, 1), "i64");
  EXPECT_STREQ(weft_kernel_tensor_variable(made, 0, 0), "n");
  EXPECT_STREQ(weft_kernel_tensor_excerpt(made, 2),
               "  2 |   fun(values: [i => [double]_{toNat(offset@(i+1)) - "
               "toNat(offset@i)}]_n =>\n"
               "    |       ^~~~~~");
  int64_t dims[] = {3}, coordinates[] = {0, 1, 2}, offsets[] = {0, 2, 3};
  weft_tensor *offset = nullptr;
  ASSERT_EQ(weft_tensor_create("d", "i64", 1, dims, 3, coordinates, offsets, 1,
                               &offset, &error),
            0)
      << take(error);
  Tensor owned(offset);
  Tensor values = makeTensor("d", {3}, {0, 1, 2}, {1, 2, 4});
  Tensor sums = run(kernel, {offset, values.get()});
  ASSERT_TRUE(sums);
  EXPECT_EQ(getValues(sums.get()), (std::vector<double>{3, 4}));

  // The failure is at the type of the operand in the program.
  Tensor few = makeTensor("d", {2}, {0, 1}, {1, 2});
  const weft_tensor *operands[] = {offset, few.get()};
  weft_tensor *result = nullptr;
  ASSERT_EQ(weft_kernel_run(made, operands, 2, nullptr, &result, 1, &error), 1);
  EXPECT_NE(take(error).find("2 |   fun(values: [i =>"), std::string::npos);

  ASSERT_EQ(weft_compile_patterns("p = fun(x => x)", nullptr, &made, &error),
            1);
  EXPECT_EQ(take(error), "expected a type of the parameter 'x'\n"
                         "  p = fun(x => x)\n"
                         "      ^\n"
                         "hint: write fun(x: type => ...)");
  ASSERT_EQ(weft_compile_patterns(text, "sums=none", &made, &error), 1);
  EXPECT_EQ(take(error), "unknown compile option 'sums=none'");
}

TEST(CAPIKernel, PointsAtMistakesInFormats) {
  std::string error;
  EXPECT_FALSE(compile("y(i) = A(i,j) * x(j)", {"A:dsd"}, {}, nullptr, &error));
  EXPECT_EQ(error, "format 'dsd' has 3 levels but A has 2 modes\n"
                   "  A:dsd\n"
                   "    ^~~");
  EXPECT_FALSE(
      compile("y(i) = A(i,j) * x(j)", {"A:ds", "A:CSR"}, {}, nullptr, &error));
  EXPECT_EQ(error, "'A:CSR' is the second for tensor A");
}

TEST(CAPIKernel, RefusesUnknownOptions) {
  std::string error;
  for (const char *option :
       {"fast", "opt=4", "opt=", "assembly=all", "name=9", "name="}) {
    EXPECT_FALSE(compile("y(i) = x(i)", {}, {}, option, &error));
    EXPECT_EQ(error, "unknown compile option '" + std::string(option) + "'");
  }
}

TEST(CAPIKernel, KeepsSizesOfVariablesThatIndexNothing) {
  Kernel kernel = compile("y = sum(j, j)", {}, {}, "size=j:5");
  ASSERT_TRUE(kernel);
  Tensor y = run(kernel, {}, nullptr, {"j:5"});
  ASSERT_TRUE(y);
  double sum = 0;
  EXPECT_EQ(weft_tensor_entries(y.get(), nullptr, &sum, nullptr), 0);
  EXPECT_EQ(sum, 10.0);
  std::string error;
  EXPECT_FALSE(run(kernel, {}, &error, {"j:6"}));
  EXPECT_EQ(error, "'j' is given the size 6, but the kernel is compiled for 5");
}

TEST(CAPIKernel, ChecksSizes) {
  Kernel kernel = compile("y(i) = A(i,j) * x(j)");
  Tensor a = makeTensor("dd", {2, 5}, {}, {});
  Tensor x = makeTensor("d", {6}, {}, {});
  std::string error;
  EXPECT_FALSE(run(kernel, {a.get(), x.get()}, &error));
  EXPECT_EQ(error, "index variable 'j' has two sizes: 5 in mode 2 of A and 6 "
                   "in mode 1 of x\n"
                   "  y(i) = A(i,j) * x(j)\n"
                   "                    ^\n"
                   "note: 'j' indexes mode 2 of A here\n"
                   "  y(i) = A(i,j) * x(j)\n"
                   "             ^");
}

TEST(CAPIKernel, RefusesSizesThatContradictOperands) {
  Kernel kernel = compile("y(i) = x(i)");
  Tensor x = makeTensor("d", {3}, {}, {});
  std::string error;
  EXPECT_TRUE(run(kernel, {x.get()}, nullptr, {"x:3", "i:3"}));
  EXPECT_FALSE(run(kernel, {x.get()}, &error, {"x:4"}));
  EXPECT_EQ(error, "'x:4' contradicts x, which is a vector of 3");
  EXPECT_FALSE(run(kernel, {x.get()}, &error, {"y:3", "y:4"}));
  EXPECT_EQ(error, "'y:4' contradicts y, which is a vector of 3");
  EXPECT_FALSE(run(kernel, {x.get()}, &error, {"i:3", "i:4"}));
  EXPECT_EQ(error, "'i:4' contradicts i, which has the size 3");
}

TEST(CAPIKernel, RefusesNamesThatAreReservedInC) {
  std::string error;
  for (std::string name :
       {"int", "main", "while", "_Bool", "__x", "_x", "uint8_t", "INT32_MAX",
        "weft_rt_alloc", "class", "malloc", "sqrtf"}) {
    EXPECT_FALSE(compile("a = 1", {}, {}, ("name=" + name).c_str(), &error));
    EXPECT_EQ(error, "the kernel cannot be named '" + name +
                         "', which is reserved in C or C++");
  }
}

TEST(CAPIKernel, NamesTheResultThatDoesNotFit) {
  Kernel kernel = compile("A(i,j) = B(i,j)", {"A:ds{pos=8}", "B:CSR"});
  std::vector<int64_t> coordinates;
  for (int64_t i = 0; i < 200; ++i)
    coordinates.insert(coordinates.end(), {0, i});
  Tensor b =
      makeTensor("CSR", {1, 200}, coordinates, std::vector<double>(200, 1));
  std::string error;
  EXPECT_FALSE(run(kernel, {b.get()}, &error));
  EXPECT_EQ(error.substr(0, 25), "A does not fit its format");
}

TEST(CAPIKernel, WritesObjectAndHeaderTogether) {
  Kernel kernel = compile("a = 1");
  std::string object = ::testing::TempDir() + "weft-together.o";
  std::string header = ::testing::TempDir() + "weft-missing/together.h";
  char *error = nullptr;
  EXPECT_NE(weft_kernel_write_object(kernel.get(), object.c_str(),
                                     header.c_str(), &error),
            0);
  EXPECT_EQ(take(error),
            "cannot write " + header + ": No such file or directory");
  EXPECT_NE(std::remove(object.c_str()), 0);
  error = nullptr;
  EXPECT_NE(weft_kernel_write_object(kernel.get(), object.c_str(),
                                     object.c_str(), &error),
            0);
  EXPECT_EQ(take(error),
            "the object file and its header have the same path, " + object);
  // A device is written, not replaced.
  error = nullptr;
  EXPECT_NE(weft_kernel_write_object(kernel.get(), object.c_str(), "/dev/full",
                                     &error),
            0);
  EXPECT_EQ(take(error), "cannot write /dev/full: No space left on device");
  EXPECT_NE(std::remove(object.c_str()), 0);
}

/// The message of an error at `A` in the text "y(i) = A(i,j)...".
static std::string atA(const std::string &message, const std::string &rest) {
  return message + "\n  y(i) = A(i,j)" + rest + "\n         ^~~~~~";
}

TEST(CAPIKernel, ChecksOperands) {
  Kernel kernel = compile("y(i) = A(i,j) * x(j)", {"A:CSR"});
  Tensor a = makeTensor("dd", {2, 3}, {}, {});
  Tensor x = makeTensor("d", {3}, {}, {});
  std::string error;
  EXPECT_FALSE(run(kernel, {x.get()}, &error));
  EXPECT_EQ(error, "expected 2 operands, got 1");
  EXPECT_FALSE(run(kernel, {nullptr, x.get()}, &error));
  EXPECT_EQ(error, atA("operand A is NULL", " * x(j)"));
  EXPECT_FALSE(run(kernel, {a.get(), x.get()}, &error));
  EXPECT_EQ(error,
            atA("operand A is stored as (i0, i1) -> (i0 : dense, i1 : dense), "
                "but the kernel was compiled for (i0, i1) -> (i0 : dense, i1 : "
                "compressed)",
                " * x(j)"));
}

// What differs is said, also where the texts of the formats are the same.
TEST(CAPIKernel, ChecksWidthsAndFills) {
  Kernel kernel = compile("y(i) = A(i,j)", {"A:CSR{crd=16:8}"});
  std::string error;
  Tensor wide = makeTensor("CSR{crd=16:64}", {2, 3}, {}, {});
  EXPECT_FALSE(run(kernel, {wide.get()}, &error));
  EXPECT_EQ(error,
            atA("operand A has positions of 32 bits and coordinates of 64 in "
                "level 2, but the kernel was compiled for positions of 32 bits "
                "and coordinates of 8",
                ""));
  Tensor filled = makeTensor("CSR{crd=16:8,fill=1}", {2, 3}, {}, {});
  EXPECT_FALSE(run(kernel, {filled.get()}, &error));
  EXPECT_EQ(error,
            atA("operand A is stored as (i0, i1) -> (i0 : dense, i1 : "
                "compressed), fill = 1, but the kernel was compiled for (i0, "
                "i1) -> (i0 : dense, i1 : compressed)",
                ""));
  Tensor packed = makeTensor("CSR{crd=16:8,packed}", {2, 3}, {}, {});
  EXPECT_FALSE(run(kernel, {packed.get()}, &error));
  EXPECT_EQ(error,
            atA("operand A is stored as (i0, i1) -> (i0 : dense, i1 : "
                "compressed), packed, but the kernel was compiled for (i0, i1) "
                "-> (i0 : dense, i1 : compressed)",
                ""));
}

TEST(CAPIKernel, ChecksTypes) {
  Kernel kernel = compile("y(i) = x(i)", {}, {"x:f32"});
  Tensor x = makeTensor("d", {3}, {}, {});
  std::string error;
  EXPECT_FALSE(run(kernel, {x.get()}, &error));
  EXPECT_EQ(error, "operand x has components of type f64, but the kernel was "
                   "compiled for f32\n"
                   "  y(i) = x(i)\n"
                   "         ^~~~");
}

TEST(CAPIKernel, ComputesIntoStructures) {
  Kernel kernel =
      compile("y(i) = y(i) + x(i)", {"y:s", "x:s"}, {}, "assembly=compute");
  ASSERT_TRUE(kernel);
  // The old value, the other operand, and the structure.
  ASSERT_EQ(weft_kernel_num_tensors(kernel.get()), 4);
  Tensor x = makeTensor("s", {3}, {1}, {2});
  Tensor y = makeTensor("s", {3}, {0}, {5});
  Tensor structure = makeTensor("s", {3}, {0, 1}, {0, 0});
  Tensor longer = makeTensor("s", {4}, {0, 1}, {0, 0});
  Tensor result = run(kernel, {y.get(), x.get(), structure.get()});
  ASSERT_TRUE(result);
  EXPECT_EQ(getValues(result.get()), (std::vector<double>{5, 2}));
  std::string error;
  EXPECT_FALSE(run(kernel, {y.get(), x.get(), longer.get()}, &error));
  EXPECT_EQ(error, "the two operands named y differ in size: vector of 3 and "
                   "vector of 4");
}

/// The bytes of all arrays of a tensor.
static std::vector<std::string> getArrays(const weft_tensor *tensor) {
  std::vector<std::string> arrays;
  for (int64_t index = 0; index < weft_tensor_num_arrays(tensor); ++index) {
    const void *data = nullptr;
    int64_t length = 0;
    EXPECT_EQ(weft_tensor_array(tensor, index, &data, &length, nullptr), 0);
    bool isValues = index + 1 == weft_tensor_num_arrays(tensor);
    arrays.emplace_back(static_cast<const char *>(data),
                        length * (isValues ? sizeof(double) : 4));
  }
  return arrays;
}

TEST(CAPIKernel, MakesTheSameInTwoPhases) {
  Tensor b = makeTensor("CSR", {4, 3}, {0, 1, 2, 0, 2, 2}, {1, 2, 3});
  Tensor c = makeTensor("CSR", {4, 3}, {0, 1, 3, 1}, {-1, 5});
  for (const char *format : {"CSR", "CSC", "DCSR", "COO", "sd", "dd"}) {
    std::string stored = std::string("A:") + format;
    std::vector<std::string> arrays[2];
    for (bool counts : {false, true}) {
      Kernel kernel = compile("A(i,j) = B(i,j) + C(i,j)",
                              {stored.c_str(), "B:CSR", "C:CSR"}, {},
                              counts ? "assembly=two_phase" : "assembly=fused");
      ASSERT_TRUE(kernel);
      Tensor a = run(kernel, {b.get(), c.get()});
      ASSERT_TRUE(a);
      arrays[counts] = getArrays(a.get());
    }
    EXPECT_EQ(arrays[0], arrays[1]) << format;
  }
}

TEST(CAPIKernel, PacksResults) {
  Tensor b = makeTensor("CSR{packed}", {2, 3}, {0, 1, 1, 0, 1, 2}, {1, 2, 3});
  EXPECT_TRUE(weft_tensor_is_packed(b.get()));
  for (const char *options :
       {"assembly=fused", "assembly=two_phase", "check-accesses"}) {
    Kernel kernel = compile("A(i,j) = B(i,j) * 2",
                            {"A:CSR{packed}", "B:CSR{packed}"}, {}, options);
    ASSERT_TRUE(kernel);
    Tensor a = run(kernel, {b.get()});
    ASSERT_TRUE(a);
    EXPECT_TRUE(weft_tensor_is_packed(a.get()));
    EXPECT_EQ(weft_tensor_num_arrays(a.get()), 2);
    const void *data = nullptr;
    int64_t length = 0;
    ASSERT_EQ(weft_tensor_array(a.get(), 1, &data, &length, nullptr), 0);
    struct Record {
      int32_t crd;
      double value;
    };
    const auto *records = static_cast<const Record *>(data);
    ASSERT_EQ(length, 3);
    EXPECT_EQ(records[0].crd, 1);
    EXPECT_EQ(records[0].value, 2);
    EXPECT_EQ(records[2].crd, 2);
    EXPECT_EQ(records[2].value, 6);
  }
  EXPECT_FALSE(weft_tensor_is_packed(nullptr));
}

TEST(CAPIKernel, DropsWhatIsTheFill) {
  Tensor b = makeTensor("CSR", {4, 3}, {0, 1, 2, 0, 2, 2}, {1, 2, 3});
  Tensor c = makeTensor("CSR", {4, 3}, {0, 1, 3, 1}, {-1, 5});
  Kernel kernel = compile("A(i,j) = B(i,j) + C(i,j)",
                          {"A:DCSR", "B:CSR", "C:CSR"}, {}, "drop-fill");
  ASSERT_TRUE(kernel);
  Tensor a = run(kernel, {b.get(), c.get()});
  ASSERT_TRUE(a);
  EXPECT_EQ(getValues(a.get()), (std::vector<double>{2, 3, 5}));
  std::string error;
  EXPECT_FALSE(compile("A(i,j) = B(i,j)", {"A:CSR"}, {},
                       "assembly=assemble drop-fill", &error));
  EXPECT_NE(
      error.find("can be dropped only from what is computed and assembled"),
      std::string::npos)
      << error;
}

TEST(CAPIKernel, ChecksSizesThatAreKnown) {
  auto compileError = [](const char *options) {
    std::string error;
    EXPECT_FALSE(compile("y(i) = A(i,j) * x(j)", {}, {}, options, &error));
    return error;
  };
  EXPECT_TRUE(compile("y(i) = A(i,j) * x(j)", {}, {}, "size=A:3,4 size=j:4"));
  EXPECT_EQ(compileError("size=A:3,4 size=x:5"),
            "index variable 'j' has two sizes: 4 in mode 2 of A and 5 in mode "
            "1 of x\n"
            "  y(i) = A(i,j) * x(j)\n"
            "                    ^\n"
            "note: 'j' indexes mode 2 of A here\n"
            "  y(i) = A(i,j) * x(j)\n"
            "             ^");
  EXPECT_EQ(compileError("size=k:3"),
            "the expression has no tensor or index variable 'k'\n"
            "  k:3\n"
            "  ^\n"
            "hint: the names are y, A, x, i, j");
  EXPECT_EQ(compileError("size=A"), "expected ':' after the name\n"
                                    "  A\n"
                                    "   ^\n"
                                    "hint: arguments look like NAME:VALUE, "
                                    "e.g. A:ds");
  EXPECT_EQ(compileError("size=i:3 size=i:3"),
            "'i:3' gives sizes to i for the second time");
}

TEST(CAPIKernel, TakesSizesOfResults) {
  Kernel kernel = compile("y(i) = 3");
  std::string error;
  EXPECT_FALSE(run(kernel, {}, &error));
  EXPECT_NE(error.find("the size of index variable 'i' is unknown"),
            std::string::npos);
  Tensor y = run(kernel, {}, nullptr, {"i:2"});
  ASSERT_TRUE(y);
  EXPECT_EQ(getValues(y.get()), (std::vector<double>{3, 3}));
  EXPECT_FALSE(run(kernel, {}, &error, {"k:2"}));
  EXPECT_EQ(error, "the expression has no tensor or index variable 'k'\n"
                   "  k:2\n"
                   "  ^\n"
                   "hint: the names are y, i");

  const int64_t dims[] = {4};
  const int64_t *resultDims[] = {dims};
  weft_tensor *result = nullptr;
  ASSERT_EQ(weft_kernel_run(kernel.get(), nullptr, 0, resultDims, &result, 1,
                            nullptr),
            0);
  Tensor owner(result);
  EXPECT_EQ(weft_tensor_dims(result)[0], 4);
}

TEST(CAPIKernel, ChecksAccesses) {
  Kernel kernel = compile("a(i) = b(i);\ny(i) = A(i,j) * x(j)", {"A:CSR"}, {},
                          "check-accesses");
  ASSERT_TRUE(kernel);
  Tensor b = makeTensor("d", {2}, {0}, {1});
  Tensor a = makeTensor("CSR", {2, 3}, {0, 0, 0, 2, 1, 1}, {1, 2, 3});
  Tensor x = makeTensor("d", {3}, {0, 1, 2}, {10, 20, 30});
  const weft_tensor *operands[] = {b.get(), a.get(), x.get()};
  weft_tensor *results[2] = {};
  char *error = nullptr;
  ASSERT_EQ(
      weft_kernel_run(kernel.get(), operands, 3, nullptr, results, 2, &error),
      0)
      << take(error);
  EXPECT_EQ(getValues(results[1]), (std::vector<double>{70, 60}));
  weft_tensor_free(results[0]);
  weft_tensor_free(results[1]);

  // A coordinate that no component of x has.
  const void *coordinates = nullptr;
  int64_t length = 0;
  ASSERT_EQ(weft_tensor_array(a.get(), 1, &coordinates, &length, &error), 0);
  ASSERT_EQ(length, 3);
  const_cast<int32_t *>(static_cast<const int32_t *>(coordinates))[1] = 1000;
  ASSERT_NE(
      weft_kernel_run(kernel.get(), operands, 3, nullptr, results, 2, &error),
      0);
  EXPECT_EQ(take(error), "an access out of bounds: 1000 in an array of length "
                         "3\n"
                         "  2 | y(i) = A(i,j) * x(j)\n"
                         "    |                 ^~~~");
}

TEST(CAPIKernel, ReportsThatMemoryRanOut) {
  Kernel kernel = compile("A(i,j) = 0");
  std::string error;
  EXPECT_FALSE(run(kernel, {}, &error, {"A:10000000,10000000"}));
  EXPECT_NE(error.find("not enough memory"), std::string::npos) << error;
  // Products of sizes beyond 63 bits are not computed.
  EXPECT_FALSE(
      run(kernel, {}, &error, {"A:4611686018427387904,4611686018427387904"}));
  EXPECT_NE(error, "");
  // And the library goes on.
  EXPECT_TRUE(run(kernel, {}, nullptr, {"A:2,2"}));
}

TEST(CAPIKernel, PrintsLevels) {
  Kernel kernel = compile("y(i) = A(i,j) * x(j)", {"A:CSR"});
  const char *const expected[][2] = {
      {"tin", "tin.compute"},    {"cin", "cin.forall"},
      {"lattice", "lattice."},   {"scf", "scf.for"},
      {"memref", "memref.load"}, {"llvm", "define void @kernel_entry"},
      {"asm", "kernel_entry:"},  {"header", "static inline int64_t kernel("},
      {"c", "int64_t kernel("}};
  for (auto &[level, part] : expected) {
    char *text = nullptr, *error = nullptr;
    ASSERT_EQ(weft_kernel_print(kernel.get(), level, &text, &error), 0)
        << take(error);
    EXPECT_NE(take(text).find(part), std::string::npos) << level;
  }
  char *text = nullptr, *error = nullptr;
  EXPECT_NE(weft_kernel_print(kernel.get(), "f", &text, &error), 0);
  EXPECT_EQ(take(error).find("unknown level 'f'"), 0u);
  EXPECT_EQ(text, nullptr);
}

TEST(CAPIKernel, RunsOnlyWithCode) {
  Kernel kernel = compile("y(i) = 3", {}, {}, "no-code");
  ASSERT_TRUE(kernel);
  std::string error;
  EXPECT_FALSE(run(kernel, {}, &error, {"i:2"}));
  EXPECT_EQ(error, "no machine code was generated for this kernel");
  char *message = nullptr;
  EXPECT_NE(weft_kernel_write_object(kernel.get(), "unused", nullptr, &message),
            0);
  EXPECT_EQ(take(message), "no machine code was generated for this kernel");
}

TEST(CAPIKernel, CompilesAndRunsInSeveralThreads) {
  std::vector<std::thread> threads;
  std::vector<double> sums(4);
  for (size_t number = 0; number < sums.size(); ++number)
    threads.emplace_back([&sums, number] {
      for (int repeat = 0; repeat < 3; ++repeat) {
        Kernel kernel = compile("a = x(i) * " + std::to_string(number));
        Tensor x = makeTensor("d", {3}, {0, 1, 2}, {1, 2, 3});
        Tensor a = run(kernel, {x.get()});
        if (a)
          sums[number] += getValues(a.get())[0];
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t number = 0; number < sums.size(); ++number)
    EXPECT_EQ(sums[number], 18.0 * double(number));
}
