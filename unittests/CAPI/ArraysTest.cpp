//===- ArraysTest.cpp - Arrays of tensors without copies --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors of arrays that the caller owns: they are used where they lie, checked
// unless they are trusted, and released once.
//
//===----------------------------------------------------------------------===//

#include "GuardedArray.h"
#include "Handles.h"

#include <cstring>

using namespace weft::test;

namespace {
/// The arrays of a tensor as the C interface takes them.
struct Arrays {
  template <typename T> Arrays &add(const std::vector<T> &array) {
    return add(array.data(), array.size());
  }
  Arrays &add(const void *array, int64_t length) {
    data.push_back(array);
    lengths.push_back(length);
    return *this;
  }
  std::vector<const void *> data;
  std::vector<int64_t> lengths;
};

/// Counts how often a tensor releases its arrays.
void countRelease(void *context) { ++*static_cast<int *>(context); }

/// A tensor of f64; null if that fails, and then `error` says why.
Tensor borrow(const std::string &format, const std::vector<int64_t> &dims,
              const Arrays &arrays, int flags = 0, std::string *error = nullptr,
              int *numReleases = nullptr, int64_t order = -1,
              const char *type = "f64") {
  weft_tensor *tensor = nullptr;
  char *message = nullptr;
  weft_tensor_from_arrays(
      format.c_str(), type, order < 0 ? dims.size() : order, dims.data(),
      arrays.data.size(), arrays.data.data(), arrays.lengths.data(), flags,
      numReleases ? countRelease : nullptr, numReleases, &tensor, &message);
  std::string text = take(message);
  if (error)
    *error = text;
  else
    EXPECT_EQ(text, "");
  return Tensor(tensor);
}

/// The message that arrays are refused with.
std::string refuse(const std::string &format, const std::vector<int64_t> &dims,
                   const Arrays &arrays, int flags = 0, int64_t order = -1,
                   const char *type = "f64") {
  std::string error;
  int numReleases = 0;
  EXPECT_FALSE(
      borrow(format, dims, arrays, flags, &error, &numReleases, order, type));
  EXPECT_EQ(numReleases, 0);
  return error;
}

const std::vector<int32_t> positions = {0, 2, 3}, coordinates = {0, 2, 1};
const std::vector<double> values = {1, 2, 3};
} // namespace

TEST(CAPIArrays, AreUsedWhereTheyLie) {
  int numReleases = 0;
  Tensor tensor = borrow("CSR", {2, 3},
                         Arrays().add(positions).add(coordinates).add(values),
                         0, nullptr, &numReleases);
  ASSERT_TRUE(tensor);
  EXPECT_TRUE(weft_tensor_is_borrowed(tensor.get()));
  const void *data = nullptr;
  int64_t length = 0;
  ASSERT_EQ(weft_tensor_array(tensor.get(), 2, &data, &length, nullptr), 0);
  EXPECT_EQ(data, values.data());
  EXPECT_EQ(length, 3);
  EXPECT_EQ(numReleases, 0);

  // A result is not borrowed.
  Kernel kernel = compile("y(i) = A(i,j)", {"A:CSR"});
  ASSERT_TRUE(kernel);
  const weft_tensor *operands[] = {tensor.get()};
  weft_tensor *result = nullptr;
  ASSERT_EQ(
      weft_kernel_run(kernel.get(), operands, 1, nullptr, &result, 1, nullptr),
      0);
  Tensor owner(result);
  EXPECT_EQ(getValues(result), (std::vector<double>{3, 3}));
  EXPECT_FALSE(weft_tensor_is_borrowed(result));
  tensor.reset();
  EXPECT_EQ(numReleases, 1);
}

TEST(CAPIArrays, HaveTheWidthsOfTheFormat) {
  std::vector<int64_t> wide = {0, 2, 3};
  Tensor tensor = borrow("CSR{pos=64,crd=32}", {2, 3},
                         Arrays().add(wide).add(coordinates).add(values));
  ASSERT_TRUE(tensor);
  EXPECT_STREQ(weft_tensor_format(tensor.get()), "ds:0,1{pos=64,crd=32}");
  EXPECT_EQ(getValues(tensor.get()), values);
}

TEST(CAPIArrays, AreCheckedUnlessTrusted) {
  auto refuseCSR = [](const std::vector<int32_t> &pos,
                      const std::vector<int32_t> &crd) {
    return refuse("CSR", {2, 3}, Arrays().add(pos).add(crd).add(values));
  };
  const std::string prefix =
      "broken storage of a matrix of 2 x 3 in the format (i0, i1) -> (i0 : "
      "dense, i1 : compressed): ";
  EXPECT_EQ(refuseCSR({0, 2}, {0, 2, 1}),
            prefix + "too few positions of level 2");
  EXPECT_EQ(refuseCSR({0, 4, 3}, {0, 2, 1}),
            prefix + "disordered positions of level 2");
  EXPECT_EQ(refuseCSR({0, 2, 4}, {0, 2, 1}),
            prefix + "too few coordinates of level 2");
  EXPECT_EQ(refuseCSR({0, 2, 3}, {0, 3, 1}),
            prefix + "a coordinate of level 2 is out of range");
  EXPECT_EQ(refuseCSR({0, 2, 3}, {2, 0, 1}),
            prefix + "level 2 (compressed) is ordered, but the coordinate 0 "
                     "follows a larger one");
  EXPECT_EQ(refuseCSR({0, 2, 3}, {1, 1, 1}),
            prefix + "level 2 (compressed) is unique, but repeats the "
                     "coordinate 1 below one parent");
  std::vector<int32_t> disordered = {2, 0, 1};
  EXPECT_TRUE(borrow("CSR", {2, 3},
                     Arrays().add(positions).add(disordered).add(values),
                     WEFT_ARRAYS_TRUSTED));
  std::vector<uint8_t> truths = {0, 2};
  EXPECT_EQ(refuse("d", {2}, Arrays().add(truths), 0, -1, "bool"),
            "broken storage of a vector of 2 in the format (i0) -> (i0 : "
            "dense): a component of type bool is neither 0 nor 1");
}

TEST(CAPIArrays, HaveTheOrderOfChains) {
  std::vector<int32_t> pos = {0, 3};
  auto borrowCOO = [&](const std::string &format,
                       const std::vector<int32_t> &rows,
                       const std::vector<int32_t> &columns) {
    return refuse(format, {3, 3},
                  Arrays().add(pos).add(rows).add(columns).add(values));
  };
  Tensor tensor = borrow("COO", {3, 3},
                         Arrays()
                             .add(pos)
                             .add(std::vector<int32_t>{0, 0, 2})
                             .add(std::vector<int32_t>{1, 2, 0})
                             .add(values));
  EXPECT_TRUE(tensor);
  EXPECT_NE(borrowCOO("COO", {0, 2, 0}, {1, 2, 0}).find("level 1"),
            std::string::npos);
  EXPECT_NE(borrowCOO("COO", {0, 0, 2}, {2, 1, 0}).find("level 2"),
            std::string::npos);
  EXPECT_NE(borrowCOO("COO", {0, 0, 2}, {1, 1, 0}).find("repeats"),
            std::string::npos);
  // Without an order, equal entries need not follow each other.
  EXPECT_NE(borrowCOO("u~q~", {0, 2, 0}, {1, 2, 1}).find("(0, 1)"),
            std::string::npos);
  EXPECT_NE(refuse("DCSR", {3, 3},
                   Arrays()
                       .add(std::vector<int32_t>{0, 2})
                       .add(std::vector<int32_t>{1, 1})
                       .add(std::vector<int32_t>{0, 1, 3})
                       .add(std::vector<int32_t>{0, 1, 2})
                       .add(values))
                .find("level 1 (compressed) is unique"),
            std::string::npos);
}

TEST(CAPIArrays, HaveEachEntryInOneSlot) {
  auto make = [](const std::vector<int32_t> &columns) {
    std::string error;
    std::vector<double> components(columns.size(), 1);
    borrow("ELL", {2, 3, 2}, Arrays().add(columns).add(components), 0, &error,
           nullptr, 2);
    return error;
  };
  EXPECT_EQ(make({0, 2, 1, -1}), "");
  EXPECT_NE(make({0, 2, 0, -1}).find("(0, 0)"), std::string::npos);
}

TEST(CAPIArrays, HaveHashTablesThatSearchesFind) {
  Tensor tensor = makeTensor("h", {100}, {7, 31, 64}, {1, 2, 3});
  ASSERT_TRUE(tensor);
  Arrays arrays;
  for (int64_t i = 0; i < 3; ++i) {
    const void *data = nullptr;
    int64_t length = 0;
    ASSERT_EQ(weft_tensor_array(tensor.get(), i, &data, &length, nullptr), 0);
    arrays.add(data, length);
  }
  EXPECT_TRUE(borrow("h", {100}, arrays));
  auto *slots = static_cast<const int32_t *>(arrays.data[1]);
  std::vector<int32_t> rotated(slots + 1, slots + arrays.lengths[1]);
  rotated.push_back(slots[0]);
  arrays.data[1] = rotated.data();
  EXPECT_NE(refuse("h", {100}, arrays).find("a search does not find it"),
            std::string::npos);
}

TEST(CAPIArrays, AreConvertedOnRequest) {
  int numReleases = 0;
  std::vector<int32_t> disordered = {2, 0, 1};
  Tensor tensor =
      borrow("CSR", {2, 3}, Arrays().add(positions).add(disordered).add(values),
             WEFT_ARRAYS_CONVERT, nullptr, &numReleases);
  ASSERT_TRUE(tensor);
  EXPECT_EQ(numReleases, 1);
  EXPECT_FALSE(weft_tensor_is_borrowed(tensor.get()));
  EXPECT_EQ(getValues(tensor.get()), (std::vector<double>{2, 1, 3}));
  std::vector<int32_t> repeated = {1, 1, 1};
  tensor =
      borrow("CSR", {2, 3}, Arrays().add(positions).add(repeated).add(values),
             WEFT_ARRAYS_CONVERT);
  ASSERT_TRUE(tensor);
  EXPECT_EQ(getValues(tensor.get()), (std::vector<double>{3, 3}));
  // What is broken otherwise stays an error.
  std::vector<int32_t> outside = {0, 3, 1};
  EXPECT_NE(refuse("CSR", {2, 3},
                   Arrays().add(positions).add(outside).add(values),
                   WEFT_ARRAYS_CONVERT)
                .find("out of range"),
            std::string::npos);
}

TEST(CAPIArrays, AreAligned) {
  std::vector<char> bytes(8 * 3 + 1);
  char *shifted = bytes.data() + 1;
  std::memcpy(shifted, values.data(), 24);
  EXPECT_EQ(refuse("d", {3}, Arrays().add(shifted, 3)),
            "array 1 of 1 is not aligned to 8 bytes, the size of its elements");
  Tensor tensor =
      borrow("d", {3}, Arrays().add(shifted, 3), WEFT_ARRAYS_CONVERT);
  ASSERT_TRUE(tensor);
  EXPECT_EQ(getValues(tensor.get()), values);
}

TEST(CAPIArrays, RefusesHostileArguments) {
  EXPECT_EQ(refuse("CSR", {2, 3}, Arrays().add(positions)),
            "expected 3 arrays for the format (i0, i1) -> (i0 : dense, i1 : "
            "compressed), got 1");
  EXPECT_EQ(refuse("d", {3}, Arrays().add(nullptr, 3)), "array 1 of 1 is NULL");
  EXPECT_EQ(refuse("d", {3}, Arrays().add(values.data(), -1)),
            "array 1 of 1 has a negative length");
  EXPECT_EQ(refuse("d", {-3}, Arrays().add(values)),
            "expected the size of mode 1 not to be negative, got -3");
  EXPECT_EQ(refuse("d", {3}, Arrays().add(values), 8), "unknown flags 8");
  EXPECT_NE(
      refuse("dd", {int64_t(1) << 40, int64_t(1) << 40}, Arrays().add(values)),
      "");
  EXPECT_NE(refuse("d", {4}, Arrays().add(values)), "");
  char *error = nullptr;
  EXPECT_NE(weft_tensor_from_arrays("d", "f64", 1, nullptr, 1, nullptr, nullptr,
                                    0, nullptr, nullptr, nullptr, &error),
            0);
  EXPECT_EQ(take(error), "argument 'tensor' is NULL");
}

TEST(CAPIArrays, AreHandedOver) {
  Tensor tensor = makeTensor("CSR", {2, 3}, {1, 2, 0, 1}, {5, 7});
  ASSERT_TRUE(tensor);
  void *data[3] = {};
  int64_t lengths[3] = {};
  ASSERT_EQ(weft_tensor_take_arrays(tensor.release(), data, lengths, nullptr),
            0);
  EXPECT_EQ(lengths[1], 2);
  EXPECT_EQ(static_cast<double *>(data[2])[1], 5);
  for (void *array : data)
    weft_array_free(array);
  tensor = borrow("d", {3}, Arrays().add(values));
  char *error = nullptr;
  EXPECT_NE(weft_tensor_take_arrays(tensor.get(), data, lengths, &error), 0);
  EXPECT_EQ(take(error), "the arrays of this tensor belong to the caller of "
                         "weft_tensor_from_arrays");
}

TEST(CAPIArrays, ChangeTheirFormatAndType) {
  Tensor tensor = makeTensor("CSR", {2, 3}, {1, 2, 0, 1}, {5, 7});
  ASSERT_TRUE(tensor);
  weft_tensor *converted = nullptr;
  ASSERT_EQ(weft_tensor_convert(tensor.get(), "COO{pos=64,crd=64}", "i8",
                                &converted, nullptr),
            0);
  Tensor owner(converted);
  EXPECT_STREQ(weft_tensor_type(converted), "i8");
  EXPECT_STREQ(weft_tensor_format(converted), "uq:0,1{pos=64,crd=64}");
  Tensor fractions = makeTensor("d", {1}, {0}, {0.5});
  char *error = nullptr;
  EXPECT_NE(weft_tensor_convert(fractions.get(), "", "i8", &converted, &error),
            0);
  EXPECT_EQ(take(error), "the number 0.5 does not fit i8");
}

// Vectors that overrun the segment of a row stay within the arrays.
TEST(CAPIArrays, AreNotReadBeyondTheirEnds) {
  Kernel product = compile("y(i) = A(i,j) * x(j)", {"A:CSR"});
  Kernel sum = compile("C(i,j) = A(i,j) + B(i,j)", {"A:CSR", "B:CSR", "C:CSR"});
  Kernel dense = compile("s = x(j) * x(j)");
  ASSERT_TRUE(product && sum && dense);
  for (int32_t width = 0; width < 40; ++width) {
    // Three rows: full, empty, full.
    std::vector<int32_t> pos = {0, width, width, 2 * width}, crd;
    for (int32_t i = 0; i < 2 * width; ++i)
      crd.push_back(i % width);
    std::vector<double> ones(2 * width, 1), vector(width, 1);
    GuardedArray guardedPos(pos), guardedCrd(crd), guardedOnes(ones),
        guardedVector(vector);
    Tensor matrix = borrow("CSR", {3, width},
                           Arrays()
                               .add(guardedPos.data, 4)
                               .add(guardedCrd.data, 2 * width)
                               .add(guardedOnes.data, 2 * width));
    Tensor x = borrow("d", {width}, Arrays().add(guardedVector.data, width));
    ASSERT_TRUE(matrix && x);
    auto run = [](const Kernel &kernel,
                  std::vector<const weft_tensor *> operands) {
      weft_tensor *result = nullptr;
      char *error = nullptr;
      EXPECT_EQ(weft_kernel_run(kernel.get(), operands.data(), operands.size(),
                                nullptr, &result, 1, &error),
                0)
          << take(error);
      return Tensor(result);
    };
    double w = width;
    Tensor y = run(product, {matrix.get(), x.get()});
    EXPECT_EQ(getValues(y.get()), (std::vector<double>{w, 0, w}));
    Tensor twice = run(sum, {matrix.get(), matrix.get()});
    EXPECT_EQ(getValues(twice.get()), std::vector<double>(2 * width, 2));
    EXPECT_EQ(getValues(run(dense, {x.get()}).get()), std::vector<double>{w});
  }
}
