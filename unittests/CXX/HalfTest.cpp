//===- HalfTest.cpp - Tests of components of 16 bits ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers of 16 bits against the conversions of the runtime, and in kernels.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "weft-c/Weft.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>

using namespace weft;
using namespace weft::test;

/// All numbers of 16 bits as the runtime converts them to double.
static std::vector<double> decodeAll(const char *type) {
  std::vector<uint16_t> bits(65536);
  for (size_t number = 0; number < bits.size(); ++number)
    bits[number] = static_cast<uint16_t>(number);
  std::vector<double> numbers(bits.size());
  EXPECT_EQ(weft_convert_values(type, bits.data(), "f64", numbers.data(),
                                int64_t(bits.size()), nullptr),
            0);
  return numbers;
}

static uint16_t encode(double number, const char *type) {
  uint16_t bits = 0;
  EXPECT_EQ(weft_convert_values("f64", &number, type, &bits, 1, nullptr), 0);
  return bits;
}

template <typename T> static void checkConversions(const char *type) {
  std::vector<double> numbers = decodeAll(type);
  for (size_t bits = 0; bits < numbers.size(); ++bits) {
    double number = numbers[bits];
    T half = T::fromBits(static_cast<uint16_t>(bits));
    if (std::isnan(number)) {
      EXPECT_TRUE(std::isnan(static_cast<float>(half))) << bits;
      EXPECT_TRUE(std::isnan(static_cast<float>(T(number)))) << bits;
      continue;
    }
    ASSERT_EQ(static_cast<double>(static_cast<float>(half)), number) << bits;
    ASSERT_EQ(T(number).getBits(), bits);
    // Halfway to the next number, and a little to either side.
    double next = numbers[(bits + 1) & 0xffff];
    if (!std::isfinite(number) || !std::isfinite(next))
      continue;
    double middle = number / 2 + next / 2;
    for (double near :
         {middle, std::nextafter(middle, number), std::nextafter(middle, next)})
      ASSERT_EQ(T(near).getBits(), encode(near, type)) << bits << " " << near;
  }
  for (double number : {65504.0, 1e-300, 0.0, -0.0})
    EXPECT_EQ(T(number).getBits(), encode(number, type)) << number;
  // The runtime refuses what is out of range.
  double infinity = std::numeric_limits<double>::infinity();
  for (double number : {3.4e38, 1e300, infinity}) {
    EXPECT_EQ(static_cast<float>(T(number)), infinity) << number;
    EXPECT_EQ(static_cast<float>(T(-number)), -infinity) << number;
  }
}

TEST(CXXHalfTest, ConversionsAreThoseOfTheRuntime) {
  checkConversions<Float16>("f16");
  checkConversions<BFloat16>("bf16");
  EXPECT_EQ(Float16(65519.9), 65504);
  EXPECT_EQ(Float16(65520), std::numeric_limits<float>::infinity());
}

TEST(CXXHalfTest, NumbersAreFloatsInCXX) {
  Float16 a = 1.5, b = 2;
  BFloat16 c = 3u;
  float sum = a + b;
  EXPECT_EQ(sum, 3.5f);
  EXPECT_EQ(a * 2.0, 3.0);
  EXPECT_TRUE(a < b && b == 2 && c == 3);
  EXPECT_EQ(-c, -3.0f);
  std::ostringstream out;
  out << a << " " << c;
  EXPECT_EQ(out.str(), "1.5 3");
  EXPECT_EQ(Float16().getBits(), 0);
}

template <typename T> static void checkKernel(const char *type) {
  Matrix expected = makeMatrix(6, 5, 7);
  Tensor<T> A = makeTensor<T>(expected, CSR, "A"), x("x", {5}), y("y", {6});
  EXPECT_EQ(A.getType(), type);
  for (int64_t j = 0; j < 5; ++j)
    x.insert({j}, j + 0.5f);
  Tensor<T> alpha(2);
  IndexVar i("i"), j("j");
  y(i) = alpha * A(i, j) * x(j) + T(0.5);
  for (int64_t row = 0; row < 6; ++row) {
    double sum = 0.5;
    for (int64_t column = 0; column < 5; ++column)
      sum += 2 * expected(row, column) * (double(column) + 0.5);
    // All numbers have at most eight bits.
    EXPECT_EQ(static_cast<float>(y.at({row})), static_cast<float>(T(sum)));
  }
  for (auto [coordinates, value] : A)
    EXPECT_EQ(double(value), expected(coordinates[0], coordinates[1]));
  alpha = 0.25;
  EXPECT_EQ(alpha.value(), 0.25f);
  alpha = 3;
  EXPECT_EQ(alpha.value(), 3.0f);
}

TEST(CXXHalfTest, Kernels) {
  checkKernel<Float16>("f16");
  checkKernel<BFloat16>("bf16");
}

TEST(CXXHalfTest, ArraysAndDuplicates) {
  std::vector<int32_t> positions = {0, 1, 2}, coordinates = {1, 0};
  std::vector<Float16> components = {5, 7};
  auto own = Tensor<Float16>::fromArrays({2, 2}, CSR,
                                         {positions, coordinates, components});
  EXPECT_EQ(own.at({1, 0}), 7);
  Tensor<BFloat16> list({3}, {Compressed});
  list.insert({1}, 2);
  list.insert({1}, 3);
  EXPECT_EQ(list.at({1}), 5);
}

TEST(CXXHalfTest, OtherTypes) {
  Tensor<Float16> x("x", {2});
  Tensor<BFloat16> y("y", {2});
  Tensor<float> f("f", {2});
  Tensor<Float16> narrow("narrow", {2});
  x.insert({0}, 1.5);
  y.insert({0}, 3);
  IndexVar i("i");
  f(i) = x(i) * y(i);
  EXPECT_EQ(f.at({0}), 4.5f);
  narrow(i) = f(i);
  EXPECT_EQ(narrow.at({0}), 4.5f);
}
