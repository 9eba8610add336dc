//===- NotationToTINTest.cpp - Tests of the translation of texts ----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texts and the functions that they become, and texts that are refused with the
// place of the error.
//
//===----------------------------------------------------------------------===//

#include "NotationTrial.h"

#include "weft/Dialect/TIN/IR/TIN.h"

#include "mlir/IR/Location.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;
using namespace weft::test;

namespace {

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

TEST(NotationToTINTest, Function) {
  EXPECT_EQ(translate("y(i) = A(i,j) * x(j)",
                      {{"A", "sd:1,0", "f32"}, {"x", "s", "f64"}}),
            R"(
func.func @kernel(%arg0: tensor<?x?xf32, #level.format<(d0, d1) -> (d1 : compressed, d0 : dense)>> {weft.name = "A"}, %arg1: tensor<?xf64, #level.format<(d0) -> (d0 : compressed)>> {weft.name = "x"}) -> (tensor<?xf64> {weft.name = "y"}) attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %arg0, %c0 : tensor<?x?xf32, #level.format<(d0, d1) -> (d1 : compressed, d0 : dense)>>
  %c1 = arith.constant 1 : index
  %dim_0 = tensor.dim %arg0, %c1 : tensor<?x?xf32, #level.format<(d0, d1) -> (d1 : compressed, d0 : dense)>>
  %0 = tin.compute (%i "i" to %dim) : tensor<?xf64> {
    %1 = tin.reduce arith.addf (%j "j" to %dim_0) {
      %2 = tin.access %arg0[%i, %j] : tensor<?x?xf32, #level.format<(d0, d1) -> (d1 : compressed, d0 : dense)>>
      %3 = arith.extf %2 : f32 to f64
      %4 = tin.access %arg1[%j] : tensor<?xf64, #level.format<(d0) -> (d0 : compressed)>>
      %5 = arith.mulf %3, %4 : f64
      tin.yield %5 : f64
    } : f64
    tin.yield %1 : f64
  }
  return %0 : tensor<?xf64>
}
)");
}

// A later assignment reads what an earlier one made, and its sizes.
TEST(NotationToTINTest, Sequence) {
  EXPECT_EQ(translate("b(i) = a(i); c(j) = b(j) * b(3); b(i) += c(i)"), R"(
func.func @kernel(%arg0: tensor<?xf64> {weft.name = "a"}) -> (tensor<?xf64> {weft.name = "b"}, tensor<?xf64> {weft.name = "c"}) attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %arg0, %c0 : tensor<?xf64>
  %0 = tin.compute (%i "i" to %dim) : tensor<?xf64> {
    %3 = tin.access %arg0[%i] : tensor<?xf64>
    tin.yield %3 : f64
  }
  %1 = tin.compute (%j "j" to %dim) : tensor<?xf64> {
    %3 = tin.access %0[%j] : tensor<?xf64>
    %4 = tin.access %0[3] : tensor<?xf64>
    %5 = arith.mulf %3, %4 : f64
    tin.yield %5 : f64
  }
  %2 = tin.compute (%i "i" to %dim) : tensor<?xf64> {
    %3 = tin.access %1[%i] : tensor<?xf64>
    %4 = tin.access %0[%i] : tensor<?xf64>
    %5 = arith.addf %4, %3 : f64
    tin.yield %5 : f64
  }
  return %2, %1 : tensor<?xf64>, tensor<?xf64>
}
)");
}

// A tensor that is read before it is assigned is an argument and a result.
TEST(NotationToTINTest, InOut) {
  EXPECT_EQ(translate("s += x(i)"), R"(
func.func @kernel(%arg0: tensor<f64> {weft.name = "s"}, %arg1: tensor<?xf64> {weft.name = "x"}) -> (tensor<f64> {weft.name = "s"}) attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %arg1, %c0 : tensor<?xf64>
  %0 = tin.compute () : tensor<f64> {
    %1 = tin.reduce arith.addf (%i "i" to %dim) {
      %4 = tin.access %arg1[%i] : tensor<?xf64>
      tin.yield %4 : f64
    } : f64
    %2 = tin.access %arg0[] : tensor<f64>
    %3 = arith.addf %2, %1 : f64
    tin.yield %3 : f64
  }
  return %0 : tensor<f64>
}
)");
}

// What no operand determines is the size of a result.
TEST(NotationToTINTest, ExtentArguments) {
  EXPECT_EQ(translate("z = x(i); A(i,j) = x(i)"), R"(
func.func @kernel(%arg0: tensor<?xf64> {weft.name = "x"}, %arg1: index {weft.extent = array<i64: 1, 1>}) -> (tensor<f64> {weft.name = "z"}, tensor<?x?xf64> {weft.name = "A"}) attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %arg0, %c0 : tensor<?xf64>
  %0 = tin.compute () : tensor<f64> {
    %2 = tin.reduce arith.addf (%i "i" to %dim) {
      %3 = tin.access %arg0[%i] : tensor<?xf64>
      tin.yield %3 : f64
    } : f64
    tin.yield %2 : f64
  }
  %1 = tin.compute (%i "i" to %dim, %j "j" to %arg1) : tensor<?x?xf64> {
    %2 = tin.access %arg0[%i] : tensor<?xf64>
    tin.yield %2 : f64
  }
  return %0, %1 : tensor<f64>, tensor<?x?xf64>
}
)");
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

struct ErrorCase {
  const char *text;
  const char *x, *y;
  const char *error;
};

const ErrorCase kErrorCases[] = {
    {"y(i) = 2 * x(i)", "f64", "i32",
     "1:8-16: the value is a real number, but 'y' holds 'i32'; "
     "give 'y' the type 'f64'"},
    {"y(i) = x(i)", "complex<f32>", "f64",
     "1:8-12: the value is a complex number, but 'y' holds 'f64'; "
     "give 'y' the type 'complex<f32>'"},
    {"y(i) = 0.5", "f64", "i64",
     "1:8-11: the value is a real number, but 'y' holds 'i64'; "
     "give 'y' the type 'f64'"},
    {"y(i) = x(i) +\n  3000000000", "i32", "i32",
     "2:3-13: the literal does not fit in 'i32'"},
    {"y(i) = x(i) * -1", "u8", "u8",
     "1:15-17: the literal does not fit in 'u8'"},
    {"y(i) = x(i) * 256", "u8", "u8",
     "1:15-18: the literal does not fit in 'u8'"},
    {"y(i) = x(i) * -129", "i8", "i8",
     "1:15-19: the literal does not fit in 'i8'"},
    {"y(i) = x(i) + 1", "bool", "bool",
     "1:8-16: the value is an integer, but 'y' holds 'bool'; "
     "compare the value with 0 to have a truth value"},
    {"y(i) = x(i) - x(i)", "bool", "bool",
     "1:13-14: '-' is not defined for bool; "
     "multiply a truth value by 1 to compute with it as an integer"},
    {"y(i) = -x(i)", "bool", "f64",
     "1:8-13: '-' is not defined for bool; "
     "multiply a truth value by 1 to compute with it as an integer"},
    {"y(i) = x(i) * x(i)", "f16", "i32",
     "1:8-19: the value is a real number, but 'y' holds 'i32'; "
     "give 'y' the type 'f32'"},
    {"y(i) = x(i) <= 1", "complex<f64>", "f64",
     "1:13-15: '<=' is not defined for complex numbers"},
    {"y(i) = 1 + max(x(i), 0)", "complex<f64>", "f64",
     "1:12-24: 'max' is not defined for complex numbers"},
    {"y(i) = sinh(x(i))", "complex<f64>", "complex<f64>",
     "1:8-18: 'sinh' is not defined for complex numbers"},
    {"y = min(i, x(i))", "complex<f64>", "f64",
     "1:5-17: 'min' is not defined for complex numbers"},
    {"y(i) = floor(x(i))", "complex<f64>", "f64",
     "1:8-19: 'floor' is not defined for complex numbers"},
    {"y(i) = sum(k, x(i))", "f64", "f64",
     "1:12-13: the size of index variable 'k' is unknown: no operand is "
     "indexed by it; hint: give its size, as in -d=k:10"},
};

TEST(NotationToTINTest, Errors) {
  for (const ErrorCase &test : kErrorCases) {
    SCOPED_TRACE(test.text);
    EXPECT_EQ(translate(test.text, {{"x", "", test.x}, {"y", "", test.y}}),
              test.error);
  }
}

// The place of an operation is what it stands for in the text.
TEST(NotationToTINTest, Locations) {
  Translation translation("y(i) = x(i) +\n  2 * z(i)", {}, false);
  ASSERT_TRUE(translation.module);
  std::string places;
  translation.module->walk([&](Operation *op) {
    if (auto place = dyn_cast<FileLineColRange>(op->getLoc()))
      if (isa<tin::AccessOp>(op) || op->getName().stripDialect() == "mulf" ||
          op->getName().stripDialect() == "addf")
        places +=
            (op->getName().stripDialect() + "@" + Twine(place.getStartLine()) +
             ":" + Twine(place.getStartColumn()) + "-" +
             Twine(place.getEndLine()) + ":" + Twine(place.getEndColumn()) +
             " ")
                .str();
  });
  EXPECT_EQ(places, "access@1:8-1:12 access@2:7-2:11 mulf@2:3-2:11 "
                    "addf@1:8-2:11 ");
}

} // namespace
