//===- ElementTypeTest.cpp - Numbers and the types that hold them ---------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which numbers fit which types, and how those of 16 bits are rounded: every
// one of them is tried.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/ElementType.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

using namespace weft::runtime;

namespace {
/// The component that a number becomes, as bits; -1 if it does not fit.
int64_t bitsOf(const Number &number, ElementType type) {
  uint64_t bits = 0;
  return storeNumber(number, type, &bits) ? static_cast<int64_t>(bits) : -1;
}

int64_t roundedTo(ElementType type, double value) {
  return bitsOf(Number::complex(value), type);
}

double valueOf(ElementType type, uint16_t bits) {
  return loadNumber(type, &bits).real;
}

const double infinity = std::numeric_limits<double>::infinity();
} // namespace

TEST(ElementTypeTest, NamesRoundTrip) {
  for (ElementType type : allElementTypes()) {
    ElementType parsed = ElementType::F64;
    EXPECT_TRUE(parseElementType(nameOf(type), parsed));
    EXPECT_EQ(parsed, type) << nameOf(type);
  }
  EXPECT_EQ(allElementTypes().size(), 15u);
  EXPECT_EQ(nameOf(ElementType::C128), "complex<f64>");
  ElementType type = ElementType::I32;
  EXPECT_FALSE(parseElementType("f128", type));
  EXPECT_EQ(type, ElementType::I32);
}

TEST(ElementTypeTest, Sizes) {
  EXPECT_EQ(sizeOf(ElementType::Bool), 1);
  EXPECT_EQ(sizeOf(ElementType::U16), 2);
  EXPECT_EQ(sizeOf(ElementType::BF16), 2);
  EXPECT_EQ(sizeOf(ElementType::F32), 4);
  EXPECT_EQ(sizeOf(ElementType::I64), 8);
  EXPECT_EQ(sizeOf(ElementType::C64), 8);
  EXPECT_EQ(sizeOf(ElementType::C128), 16);
}

TEST(ElementTypeTest, NumbersAsText) {
  EXPECT_EQ(toString(Number::integer(std::numeric_limits<int64_t>::min())),
            "-9223372036854775808");
  EXPECT_EQ(toString(Number::unsignedInteger(~uint64_t(0))),
            "18446744073709551615");
  EXPECT_EQ(toString(Number::complex(0.5)), "0.5");
  EXPECT_EQ(toString(Number::complex(-infinity)), "-inf");
  EXPECT_EQ(toString(Number::complex(1, -2)), "1-2im");
  EXPECT_EQ(toString(Number::complex(0, 2)), "2im");
  EXPECT_EQ(toString(Number::complex(1.5, 2)), "1.5+2im");
}

TEST(ElementTypeTest, RangesOfIntegers) {
  EXPECT_EQ(bitsOf(Number::integer(127), ElementType::I8), 127);
  EXPECT_EQ(bitsOf(Number::integer(128), ElementType::I8), -1);
  EXPECT_EQ(bitsOf(Number::integer(-128), ElementType::I8), 128);
  EXPECT_EQ(bitsOf(Number::integer(-129), ElementType::I8), -1);
  EXPECT_EQ(bitsOf(Number::integer(255), ElementType::U8), 255);
  EXPECT_EQ(bitsOf(Number::integer(256), ElementType::U8), -1);
  EXPECT_EQ(bitsOf(Number::integer(-1), ElementType::U64), -1);
  EXPECT_EQ(
      bitsOf(Number::unsignedInteger(uint64_t(1) << 63), ElementType::I64), -1);
  EXPECT_EQ(bitsOf(Number::integer(1), ElementType::Bool), 1);
  EXPECT_EQ(bitsOf(Number::integer(2), ElementType::Bool), -1);
}

TEST(ElementTypeTest, RealNumbersAsIntegers) {
  EXPECT_EQ(roundedTo(ElementType::I16, -0.0), 0);
  EXPECT_EQ(roundedTo(ElementType::I16, 300), 300);
  EXPECT_EQ(roundedTo(ElementType::I16, 300.5), -1);
  EXPECT_EQ(roundedTo(ElementType::I64, 0x1p63), -1);
  EXPECT_EQ(roundedTo(ElementType::I64, infinity), -1);
  EXPECT_EQ(roundedTo(ElementType::I64, std::nan("")), -1);
  EXPECT_EQ(roundedTo(ElementType::U64, -1), -1);
  uint64_t large = 0;
  EXPECT_TRUE(storeNumber(Number::complex(0x1p63), ElementType::U64, &large));
  EXPECT_EQ(large, uint64_t(1) << 63);
  // What does not fit is not written.
  EXPECT_FALSE(storeNumber(Number::complex(0x1p64), ElementType::U64, &large));
  EXPECT_EQ(large, uint64_t(1) << 63);
}

TEST(ElementTypeTest, ComplexNumbersHaveTwoParts) {
  EXPECT_EQ(bitsOf(Number::complex(1, 2), ElementType::F32), -1);
  float parts[2] = {};
  EXPECT_TRUE(storeNumber(Number::complex(1, 2), ElementType::C64, parts));
  EXPECT_EQ(parts[0], 1);
  EXPECT_EQ(parts[1], 2);
  EXPECT_TRUE(storeNumber(Number::integer(-3), ElementType::C64, parts));
  EXPECT_EQ(loadNumber(ElementType::C64, parts), Number::complex(-3));
  EXPECT_FALSE(storeNumber(Number::complex(0, 1e300), ElementType::C64, parts));
}

TEST(ElementTypeTest, HalfNumbers) {
  EXPECT_EQ(roundedTo(ElementType::F16, 1), 0x3C00);
  EXPECT_EQ(roundedTo(ElementType::F16, -2), 0xC000);
  EXPECT_EQ(roundedTo(ElementType::F16, 65504), 0x7BFF);
  EXPECT_EQ(roundedTo(ElementType::F16, 65519), 0x7BFF);
  EXPECT_EQ(roundedTo(ElementType::F16, 65520), -1);
  EXPECT_EQ(roundedTo(ElementType::F16, infinity), 0x7C00);
  EXPECT_EQ(roundedTo(ElementType::F16, 0x1p-24), 1);
  EXPECT_EQ(roundedTo(ElementType::F16, 0x1p-25), 0);
  EXPECT_EQ(roundedTo(ElementType::F16, 0x1.8p-25), 1);
  EXPECT_EQ(roundedTo(ElementType::F16, 1e-300), 0);
  EXPECT_TRUE(std::isnan(
      valueOf(ElementType::F16, roundedTo(ElementType::F16, std::nan("")))));
}

TEST(ElementTypeTest, BrainNumbers) {
  EXPECT_EQ(roundedTo(ElementType::BF16, 1), 0x3F80);
  EXPECT_EQ(roundedTo(ElementType::BF16, 3.14159), 0x4049);
  EXPECT_EQ(roundedTo(ElementType::BF16, 3.4e38), -1);
  EXPECT_EQ(roundedTo(ElementType::BF16, -infinity), 0xFF80);
  // The upper half of an f32 is the number itself.
  float pi = 3.140625f;
  uint32_t bits;
  std::memcpy(&bits, &pi, sizeof(bits));
  EXPECT_EQ(valueOf(ElementType::BF16, bits >> 16), pi);
}

TEST(ElementTypeTest, AllSmallNumbers) {
  for (ElementType type : {ElementType::F16, ElementType::BF16}) {
    uint16_t largest = type == ElementType::F16 ? 0x7BFF : 0x7F7F;
    for (uint16_t bits = 0; bits <= largest; ++bits) {
      double value = valueOf(type, bits);
      ASSERT_EQ(roundedTo(type, value), bits);
      ASSERT_EQ(roundedTo(type, -value), bits | 0x8000);
      if (bits == largest)
        continue;
      // Between neighbours, the nearer one is taken, or the even one.
      double next = valueOf(type, bits + 1);
      double middle = value + (next - value) / 2;
      ASSERT_LT(value, next);
      ASSERT_EQ(roundedTo(type, middle), bits + bits % 2);
      ASSERT_EQ(roundedTo(type, std::nextafter(middle, 0)), bits);
      ASSERT_EQ(roundedTo(type, std::nextafter(middle, infinity)), bits + 1);
    }
  }
}
