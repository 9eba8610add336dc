//===- FileTypesTest.cpp - Components of files and their types ------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a file lists fits the type that is asked for, or is refused with its
// line; and what was written is read back.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <cmath>
#include <cstdlib>
#include <cstring>

using namespace weft::runtime;

namespace {
class FileTypesTest : public FileTest {
protected:
  /// Reads the one component of a file and returns it as text, or the error.
  std::string component(const std::string &field, const std::string &value,
                        ElementType type) {
    ReadOptions options;
    options.type = type;
    std::string text = "%%MatrixMarket matrix coordinate " + field +
                       " general\n3 3 1\n2 2 " + value + "\n";
    Expected<Tensor> tensor =
        readTensor(write("a.mtx", text), makeFormat("ds"), options);
    if (tensor.failed())
      return withoutDirectory(tensor);
    return toString(loadNumber(type, tensor->values()));
  }
};
} // namespace

/// Numbers of few digits are scaled by a power of ten, others are not; both are
/// rounded as the C library rounds them, and nothing else is taken for one.
TEST_F(FileTypesTest, RoundsLikeTheLibrary) {
  const char *words[] = {"0.1",
                         "123.456",
                         "1e22",
                         "1e23",
                         "9007199254740992",
                         "0.3e-21",
                         "1e-22",
                         "1e-23",
                         "1.7e",
                         "9007199254740993",
                         "16777217",
                         "16777216",
                         "1e10",
                         "1e11",
                         "9007199254740993e-5",
                         "33554433e-9",
                         "17e11",
                         "3e23",
                         "0012.50",
                         "5.",
                         "5.e3",
                         "3.0000000000000001e-12"};
  for (const char *word : words) {
    bool isNumber = std::string(word) != "1.7e";
    for (ElementType type : {ElementType::F64, ElementType::F32}) {
      double expected = type == ElementType::F64
                            ? std::strtod(word, nullptr)
                            : double(std::strtof(word, nullptr));
      EXPECT_EQ(component("real", std::string("-") + word, type),
                isNumber ? toString(Number::complex(-expected))
                         : "a.mtx:3: expected a value, got '-1.7e'");
    }
  }
}

/// So are quotients next to the middle between two numbers, and those of any
/// digits.
TEST_F(FileTypesTest, RoundsQuotientsLikeTheLibrary) {
  std::vector<std::string> words = {
      "1.0000000000000002", "1.00000000000000011", "1.00000000000000022",
      "0.9007199254740993", "450359962737049.75",  "450359962737049.62",
      "45035996273704.965", "1844674407370955161", "0.000000000000000001",
      "99999999.999999999", "12345678.12345678",   "1234567812345678.1",
      "8388608.5",          "8388609.5",           "16777217.000000000"};
  uint64_t state = 1;
  for (int i = 0; i < 2000; ++i) {
    state = state * 6364136223846793005 + 1442695040888963407;
    std::string digits = std::to_string(state >> (4 + i % 32));
    digits.resize(std::min<size_t>(digits.size(), 18));
    words.push_back(digits.insert(1 + i % digits.size(), "."));
  }
  // The middle between two neighbours, and its neighbours in decimal.
  for (int i = 0; i < 300; ++i) {
    uint64_t odd = ((uint64_t(1) << 53) + uint64_t(i) * 7919) | 1;
    words.push_back(std::to_string(odd / 10) + "." + std::to_string(odd % 10));
    words.push_back(std::to_string(odd * 125).insert(i % 5 + 11, "."));
  }
  std::string text = "%%MatrixMarket matrix coordinate real general\n1 " +
                     std::to_string(words.size()) + " " +
                     std::to_string(words.size()) + "\n";
  for (size_t i = 0; i < words.size(); ++i)
    text += "1 " + std::to_string(i + 1) + " " + words[i] + "\n";
  std::string path = write("a.mtx", text);
  ReadOptions options;
  options.type = ElementType::F64;
  Expected<Tensor> doubles = readTensor(path, makeFormat("ds"), options);
  options.type = ElementType::F32;
  Expected<Tensor> floats = readTensor(path, makeFormat("ds"), options);
  ASSERT_TRUE(doubles.succeeded() && floats.succeeded());
  for (size_t i = 0; i < words.size(); ++i) {
    EXPECT_EQ(static_cast<const double *>(doubles->values())[i],
              std::strtod(words[i].c_str(), nullptr))
        << words[i];
    EXPECT_EQ(static_cast<const float *>(floats->values())[i],
              std::strtof(words[i].c_str(), nullptr))
        << words[i];
  }
}

TEST_F(FileTypesTest, RangesOfIntegers) {
  EXPECT_EQ(component("integer", "-128", ElementType::I8), "-128");
  EXPECT_EQ(component("integer", "128", ElementType::I8),
            "a.mtx:3: the value '128' does not fit i8");
  EXPECT_EQ(component("real", "-129.0", ElementType::I8),
            "a.mtx:3: the value '-129.0' does not fit i8");
  EXPECT_EQ(component("real", "1.5", ElementType::I16),
            "a.mtx:3: the value '1.5' is not an integer, which the tensor's "
            "type i16 demands");
  EXPECT_EQ(component("integer", "255", ElementType::U8), "255");
  EXPECT_EQ(component("integer", "256", ElementType::U8),
            "a.mtx:3: the value '256' does not fit u8");
  EXPECT_EQ(component("integer", "-1", ElementType::U64),
            "a.mtx:3: the value '-1' does not fit u64");
  EXPECT_EQ(component("real", "-1.0", ElementType::U32),
            "a.mtx:3: the value '-1.0' does not fit u32");
  EXPECT_EQ(component("integer", "-0", ElementType::U8), "0");
  EXPECT_EQ(component("integer", "+7", ElementType::U8), "7");
  EXPECT_EQ(component("integer", "18446744073709551615", ElementType::U64),
            "18446744073709551615");
  EXPECT_EQ(component("integer", "18446744073709551616", ElementType::U64),
            "a.mtx:3: the value '18446744073709551616' does not fit u64");
  EXPECT_EQ(component("integer", "x", ElementType::U8),
            "a.mtx:3: expected an integer value, got 'x'");
}

TEST_F(FileTypesTest, UnsignedIntegers) {
  const std::string most = "18446744073709551615";
  EXPECT_EQ(component("unsigned-integer", most, ElementType::U64), most);
  EXPECT_EQ(component("unsigned-integer", most, ElementType::F64),
            "18446744073709551616");
  EXPECT_EQ(component("unsigned-integer", "-0", ElementType::U8), "0");
  EXPECT_EQ(component("unsigned-integer", "200", ElementType::I8),
            "a.mtx:3: the value '200' does not fit i8");
  for (ElementType type : {ElementType::I8, ElementType::F32}) {
    EXPECT_EQ(component("unsigned-integer", "-1", type),
              "a.mtx:3: expected a value without a sign, as the banner "
              "promises, got '-1'");
    EXPECT_EQ(component("unsigned-integer", "1.5", type),
              "a.mtx:3: expected an integer value, got '1.5'");
  }
}

TEST_F(FileTypesTest, FortranExponents) {
  for (ElementType type :
       {ElementType::F64, ElementType::F32, ElementType::I32, ElementType::F16})
    for (const char *word : {"1.5D+03", "1.5d3", "15D2", "1.5Q3", "1.5+3",
                             "+1.5d+0003", "150000.-2"})
      EXPECT_EQ(component("real", word, type), "1500") << word;
  EXPECT_EQ(component("real", "-2.5d-1", ElementType::F64), "-0.25");
  EXPECT_EQ(component("real", "1.5-103", ElementType::F64), "1.5e-103");
  EXPECT_EQ(component("real", "1.5-103", ElementType::F32), "0");
  EXPECT_EQ(component("real", "1.5D+400", ElementType::F64),
            "a.mtx:3: the value '1.5D+400' is too large for its type");
  EXPECT_EQ(component("complex", "1.5D0 -2d1", ElementType::C128), "1.5-20im");
  // A sum without a point, and what is no number in Fortran either.
  for (const char *word : {"1+3", "1.5D", "1.5+", "D3", ".D3", "1.5D3.0",
                           "1.5DD3", "1.5+-3", "1.5e+3d2", "********"})
    EXPECT_EQ(component("real", word, ElementType::F64),
              std::string("a.mtx:3: expected a value, got '") + word + "'");
  EXPECT_EQ(component("integer", "1D3", ElementType::I32),
            "a.mtx:3: expected an integer value, got '1D3'");
}

TEST_F(FileTypesTest, TruthValues) {
  EXPECT_EQ(component("pattern", "", ElementType::Bool), "1");
  EXPECT_EQ(component("integer", "0", ElementType::Bool), "0");
  EXPECT_EQ(component("real", "1.0", ElementType::Bool), "1");
  EXPECT_EQ(component("integer", "2", ElementType::Bool),
            "a.mtx:3: expected 0 or 1, which the tensor's type bool demands, "
            "got '2'");
  EXPECT_EQ(component("real", "0.5", ElementType::Bool),
            "a.mtx:3: expected 0 or 1, which the tensor's type bool demands, "
            "got '0.5'");
}

TEST_F(FileTypesTest, SmallRealNumbers) {
  EXPECT_EQ(component("real", "0.1", ElementType::F16), "0.0999755859375");
  EXPECT_EQ(component("real", "0.1", ElementType::BF16), "0.10009765625");
  EXPECT_EQ(component("real", "-inf", ElementType::F16), "-inf");
  EXPECT_EQ(component("real", "65520", ElementType::F16),
            "a.mtx:3: the value '65520' is too large for its type");
  EXPECT_EQ(
      component("complex", "1 2", ElementType::F16),
      "a.mtx:1: the file holds complex numbers, but the tensor is of type "
      "f16; choose the type complex<f64>");
}

TEST_F(FileTypesTest, MirroredValuesMustFit) {
  std::string text = "%%MatrixMarket matrix coordinate integer "
                     "skew-symmetric\n3 3 1\n2 1 ";
  ReadOptions options;
  options.type = ElementType::I8;
  EXPECT_EQ(readError("a.mtx", text + "-128\n", makeFormat("ds"), options),
            "a.mtx:3: the value across the diagonal, 128, does not fit i8");
  options.type = ElementType::U8;
  EXPECT_EQ(readError("a.mtx", text + "3\n", makeFormat("ds"), options),
            "a.mtx:3: the value across the diagonal, -3, does not fit u8");
  EXPECT_EQ(readError("a.mtx", text + "0\n", makeFormat("ds"), options),
            "no error");
}

TEST_F(FileTypesTest, WhatIsWrittenIsReadBack) {
  for (ElementType type : allElementTypes()) {
    EntryList list(type, 2);
    list.dims = {2, 2};
    int64_t first[] = {0, 1}, second[] = {1, 0};
    char one[16], other[16];
    ASSERT_TRUE(storeNumber(Number::integer(1), type, one));
    bool isReal = kindOf(type) == NumberKind::Real || isComplex(type);
    ASSERT_TRUE(storeNumber(isReal ? Number::complex(0.1) : Number::integer(0),
                            type, other));
    ASSERT_TRUE(list.append(first, one) && list.append(second, other));
    Expected<Tensor> tensor = pack(list.view(), makeFormat("ds"));
    ASSERT_TRUE(tensor.succeeded());
    for (const char *name : {"b.mtx", "b.tns"}) {
      std::string path = pathOf(name);
      ASSERT_TRUE(writeTensor(*tensor, path).succeeded());
      ReadOptions options;
      options.type = type;
      options.dims = {2, 2};
      Expected<Tensor> again = readTensor(path, makeFormat("ds"), options);
      ASSERT_TRUE(again.succeeded()) << again.message();
      ASSERT_EQ(again->numStored(), 2) << nameOf(type);
      EXPECT_EQ(
          std::memcmp(again->values(), tensor->values(), 2 * sizeOf(type)), 0)
          << nameOf(type) << " in " << name;
    }
  }
}

TEST_F(FileTypesTest, DuplicatesAreSummedInTheType) {
  auto sum = [](ElementType type, Number a, Number b) {
    EntryList list(type, 1);
    list.dims = {2};
    int64_t place = 1;
    for (const Number &number : {a, b}) {
      char component[16];
      EXPECT_TRUE(storeNumber(number, type, component));
      EXPECT_TRUE(list.append(&place, component));
    }
    Expected<Tensor> tensor = pack(list.view(), makeFormat("s"));
    if (tensor.failed())
      return tensor.message();
    EXPECT_EQ(tensor->numStored(), 1);
    return toString(loadNumber(type, tensor->values()));
  };
  auto tooLarge = [](const std::string &type) {
    return "the sum of the entries at the coordinates (1) does not fit " +
           type + "; choose a wider type";
  };
  Number one = Number::integer(1), minusOne = Number::integer(-1);
  EXPECT_EQ(sum(ElementType::Bool, one, one), "1");
  EXPECT_EQ(sum(ElementType::U8, Number::integer(254), one), "255");
  EXPECT_EQ(sum(ElementType::U8, Number::integer(255), one), tooLarge("u8"));
  EXPECT_EQ(sum(ElementType::I8, Number::integer(127), one), tooLarge("i8"));
  EXPECT_EQ(sum(ElementType::I8, Number::integer(-127), minusOne), "-128");
  EXPECT_EQ(sum(ElementType::I8, Number::integer(-128), minusOne),
            tooLarge("i8"));
  Number largest = Number::integer(std::numeric_limits<int64_t>::max());
  EXPECT_EQ(sum(ElementType::I64, largest, one), tooLarge("i64"));
  EXPECT_EQ(sum(ElementType::U64, largest, largest), "18446744073709551614");
  EXPECT_EQ(sum(ElementType::U64, Number::unsignedInteger(UINT64_MAX), one),
            tooLarge("u64"));
  Number infinite = Number::complex(INFINITY);
  for (ElementType type : {ElementType::F64, ElementType::C128}) {
    Number huge = Number::complex(1e308);
    EXPECT_EQ(sum(type, huge, huge), tooLarge(nameOf(type)));
    EXPECT_EQ(sum(type, huge, infinite), "inf");
  }
  EXPECT_EQ(
      sum(ElementType::F32, Number::complex(3e38f), Number::complex(3e38f)),
      tooLarge("f32"));
  EXPECT_EQ(
      sum(ElementType::F16, Number::integer(65504), Number::integer(65504)),
      tooLarge("f16"));
  EXPECT_EQ(sum(ElementType::F16, Number::integer(2048), one), "2048");
  EXPECT_EQ(sum(ElementType::BF16, Number::integer(2), one), "3");
}
