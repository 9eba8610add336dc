//===- NotationBodiesTest.cpp - Tests of expressions ----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expressions and the operations that they become, for tensors of all types.
//
//===----------------------------------------------------------------------===//

#include "NotationTrial.h"

#include "gtest/gtest.h"

using namespace weft::test;

namespace {

struct BodyCase {
  const char *text;
  /// The types of the tensors x, y and z.
  const char *x, *y, *z;
  const char *body;
};

void expectBodies(llvm::ArrayRef<BodyCase> cases) {
  for (const BodyCase &test : cases) {
    SCOPED_TRACE(std::string(test.text) + " of " + test.x + ", " + test.y +
                 " and " + test.z);
    EXPECT_EQ(translateBody(
                  test.text,
                  {{"x", "", test.x}, {"y", "", test.y}, {"z", "", test.z}}),
              test.body);
  }
}

// The type that operands meet in.
TEST(NotationBodiesTest, OperandsMeetInAType) {
  expectBodies({
      {"y(i) = x(i) + z(i)", "i32", "i64", "i64",
       "access:i32 extsi:i64 access:i64 addi:i64"},
      {"y(i) = x(i) + z(i)", "i32", "f32", "f32",
       "access:i32 sitofp:f32 access:f32 addf:f32"},
      {"y(i) = x(i) + z(i)", "i64", "f64", "f32",
       "access:i64 sitofp:f64 access:f32 extf:f64 addf:f64"},
      {"y(i) = x(i) * z(i)", "f32", "complex<f32>", "complex<f32>",
       "access:f32 constant:f32=0.000000e+00 create:complex<f32> "
       "access:complex<f32> mul:complex<f32>"},
      {"y(i) = x(i) * z(i)", "f64", "complex<f64>", "complex<f32>",
       "access:f64 constant:f64=0.000000e+00 create:complex<f64> "
       "access:complex<f32> re:f32 extf:f64 im:f32 extf:f64 "
       "create:complex<f64> "
       "mul:complex<f64>"},
  });
}

// The type of the result.
TEST(NotationBodiesTest, ResultsHaveTheirType) {
  expectBodies({
      {"y(i) = x(i) * z(i)", "i32", "f64", "i32",
       "access:i32 access:i32 muli:i32 sitofp:f64"},
      {"y(i) = x(i)", "f64", "f32", "f64", "access:f64 truncf:f32"},
      {"y(i) = x(i)", "i64", "i32", "f64", "access:i64 trunci:i32"},
      {"y(i) += x(i)", "i32", "f64", "f64",
       "access:i32 sitofp:f64 access:f64 addf:f64"},
  });
}

// Literals and index variables adapt.
TEST(NotationBodiesTest, LiteralsAdapt) {
  expectBodies({
      {"y(i) = 2 * x(i)", "i32", "i32", "f64",
       "constant:i32=2 access:i32 muli:i32"},
      {"y(i) = 2 * x(i)", "f32", "f32", "f64",
       "constant:f32=2.000000e+00 access:f32 mulf:f32"},
      {"y(i) = 0.5 * x(i)", "i32", "f64", "f64",
       "constant:f64=5.000000e-01 access:i32 sitofp:f64 mulf:f64"},
      {"y(i) = 2im * x(i)", "f32", "complex<f32>", "f64",
       "constant:complex<f32>=[0.000000e+00 : f32, 2.000000e+00 : f32] "
       "access:f32 "
       "constant:f32=0.000000e+00 create:complex<f32> mul:complex<f32>"},
      {"y(i) = x(i) + 1 / 2", "f64", "f64", "f64",
       "access:f64 constant:f64=1.000000e+00 constant:f64=2.000000e+00 "
       "divf:f64 "
       "addf:f64"},
      {"y(i) = i * x(i)", "f64", "f64", "f64",
       "value:index index_cast:i64 sitofp:f64 access:f64 mulf:f64"},
      {"y(i) = i * x(i)", "i32", "i32", "f64",
       "value:index index_cast:i32 access:i32 muli:i32"},
      {"y(i) = 3", "f64", "complex<f64>", "f64",
       "constant:complex<f64>=[3.000000e+00, 0.000000e+00]"},
  });
}

// Integers with and without a sign meet in one that holds both.
TEST(NotationBodiesTest, SignsMeet) {
  expectBodies({
      {"y(i) = x(i) + z(i)", "u8", "i16", "i8",
       "access:i8 extui:i16 access:i8 extsi:i16 addi:i16"},
      {"y(i) = x(i) + z(i)", "u8", "u16", "u16",
       "access:i8 extui:i16 access:i16 addi:i16"},
      {"y(i) = x(i) + z(i)", "i64", "i32", "u32",
       "access:i64 access:i32 extui:i64 addi:i64 trunci:i32"},
      {"y(i) = x(i) + z(i)", "u64", "f64", "i8",
       "access:i64 uitofp:f64 access:i8 sitofp:f64 addf:f64"},
      {"y(i) = x(i)", "u32", "i32", "f64", "access:i32"},
      {"y(i) = x(i)", "u32", "i64", "f64", "access:i32 extui:i64"},
      {"y(i) = x(i)", "i8", "u64", "f64", "access:i8 extsi:i64"},
  });
}

// The operations tell that integers have no sign.
TEST(NotationBodiesTest, UnsignedOperations) {
  expectBodies({
      {"y(i) = max(x(i), 200)", "u8", "u8", "f64",
       "access:i8 constant:i8=-56 maxui:i8"},
      {"y(i) = min(x(i), z(i))", "u8", "u8", "u8",
       "access:i8 access:i8 minui:i8"},
      {"y(i) = x(i) / 3", "u8", "u8", "f64",
       "access:i8 constant:i8=3 divui:i8"},
      {"y(i) = x(i) / z(i)", "u8", "u8", "u8",
       "access:i8 access:i8 constant:i8=0 constant:i8=1 cmpi:i1 select:i8 "
       "select:i8 divui:i8 muli:i8"},
      {"y(i) = abs(x(i))", "u8", "u8", "f64", "access:i8"},
      {"y = max(i, x(i))", "u8", "u8", "f64",
       "reduce(arith.maxui i){ access:i8 }"},
      {"y(i) = x(i) * -128", "i8", "i8", "f64",
       "access:i8 constant:i8=-128 muli:i8"},
  });
}

// Real numbers of 16 bits are rounded once.
TEST(NotationBodiesTest, SmallFloatsAreRoundedOnce) {
  expectBodies({
      {"y(i) = x(i) * z(i)", "f16", "f16", "bf16",
       "access:f16 extf:f32 access:bf16 extf:f32 mulf:f32 truncf:f16"},
      {"y = x(i) * 2", "bf16", "bf16", "f64",
       "reduce(arith.addf i){ access:bf16 extf:f32 constant:f32=2.000000e+00 "
       "mulf:f32 } truncf:bf16"},
      {"y(i) = x(i)", "f64", "f16", "f64", "access:f64 truncf:f16"},
      {"y(i) = x(i)", "i16", "f16", "f64", "access:i16 sitofp:f32 truncf:f16"},
      {"y(i) = x(i)", "u64", "bf16", "f64",
       "access:i64 uitofp:f64 truncf:bf16"},
      {"y(i) += x(i)", "f16", "f16", "f64",
       "access:f16 extf:f32 access:f16 extf:f32 addf:f32 truncf:f16"},
  });
}

TEST(NotationBodiesTest, StoredTruthValues) {
  expectBodies({
      {"y(i) = x(i) * z(i) + x(i)", "bool", "bool", "bool",
       "access:i1 access:i1 andi:i1 access:i1 ori:i1"},
      {"y(i) = max(x(i), z(i))", "bool", "bool", "bool",
       "access:i1 access:i1 ori:i1"},
      {"y = x(i)", "bool", "bool", "f64", "reduce(arith.ori i){ access:i1 }"},
      {"y = prod(i, x(i))", "bool", "bool", "f64",
       "reduce(arith.andi i){ access:i1 }"},
      {"y = min(i, x(i))", "bool", "bool", "f64",
       "reduce(arith.andi i){ access:i1 }"},
      {"y(i) = x(i) * z(i)", "bool", "f64", "f64",
       "access:i1 uitofp:f64 access:f64 mulf:f64"},
      {"y(i) = x(i) * (z(i) > 1)", "bool", "bool", "u8",
       "access:i1 access:i8 constant:i8=1 cmpi:i1 andi:i1"},
      {"y(i) = x(i) * 2", "bool", "i32", "f64",
       "access:i1 extui:i64 constant:i64=2 muli:i64 trunci:i32"},
      {"y(i) = (x(i) > 1) + (z(i) > 1)", "f32", "f32", "f32",
       "access:f32 constant:f32=1.000000e+00 cmpf:i1 uitofp:f32 access:f32 "
       "constant:f32=1.000000e+00 cmpf:i1 uitofp:f32 addf:f32"},
      {"y(i) = sqrt(x(i))", "bool", "f64", "f64",
       "access:i1 uitofp:f64 sqrt:f64"},
      {"y(i) = not(x(i))", "bool", "bool", "f64",
       "access:i1 constant:i1=true xori:i1"},
  });
}

TEST(NotationBodiesTest, Operators) {
  expectBodies({
      {"y(i) = -x(i) - z(i)", "f64", "f64", "f64",
       "access:f64 negf:f64 access:f64 subf:f64"},
      {"y(i) = -x(i)", "i32", "i32", "f64",
       "access:i32 constant:i32=0 subi:i32"},
      {"y(i) = -x(i) / z(i)", "complex<f64>", "complex<f64>", "complex<f64>",
       "access:complex<f64> neg:complex<f64> access:complex<f64> "
       "div:complex<f64>"},
      {"y(i) = x(i) / 2", "i32", "i32", "f64",
       "access:i32 constant:i32=2 divsi:i32"},
  });
}

// Neither zero nor -1 may trap.
TEST(NotationBodiesTest, DivisionsDoNotTrap) {
  expectBodies({
      {"y(i) = x(i) / z(i)", "i32", "i32", "i32",
       "access:i32 access:i32 constant:i32=0 constant:i32=1 constant:i32=-1 "
       "cmpi:i1 cmpi:i1 ori:i1 select:i32 select:i32 select:i32 divsi:i32 "
       "muli:i32"},
  });
}

TEST(NotationBodiesTest, TruthValues) {
  expectBodies({
      {"y(i) = x(i) < 1", "f64", "f32", "f64",
       "access:f64 constant:f64=1.000000e+00 cmpf:i1 uitofp:f32"},
      {"y(i) = (x(i) == z(i)) * x(i)", "i32", "i32", "i64",
       "access:i32 extsi:i64 access:i64 cmpi:i1 extui:i32 access:i32 muli:i32"},
      {"y(i) = x(i) != z(i)", "complex<f64>", "complex<f64>", "f64",
       "access:complex<f64> access:f64 constant:f64=0.000000e+00 "
       "create:complex<f64> neq:i1 uitofp:f64 constant:f64=0.000000e+00 "
       "create:complex<f64>"},
      {"y(i) = and(x(i), not(z(i)), x(i) < z(i))", "f64", "f64", "f64",
       "access:f64 constant:f64=0.000000e+00 cmpf:i1 access:f64 "
       "constant:f64=0.000000e+00 cmpf:i1 constant:i1=true xori:i1 andi:i1 "
       "access:f64 access:f64 cmpf:i1 andi:i1 uitofp:f64"},
      {"y(i) = or(x(i), z(i))", "i32", "i32", "i32",
       "access:i32 constant:i32=0 cmpi:i1 access:i32 constant:i32=0 cmpi:i1 "
       "ori:i1 extui:i32"},
      {"y(i) = select(x(i) > 0, 1, z(i))", "f64", "f64", "f64",
       "access:f64 constant:f64=0.000000e+00 cmpf:i1 constant:f64=1.000000e+00 "
       "access:f64 select:f64"},
  });
}

TEST(NotationBodiesTest, Functions) {
  expectBodies({
      {"y(i) = max(x(i), z(i), 0)", "f64", "f64", "f64",
       "access:f64 access:f64 maximumf:f64 constant:f64=0.000000e+00 "
       "maximumf:f64"},
      {"y(i) = min(x(i), 0)", "i32", "i32", "f64",
       "access:i32 constant:i32=0 minsi:i32"},
      {"y(i) = sqrt(x(i))", "i32", "f64", "f64",
       "access:i32 sitofp:f64 sqrt:f64"},
      {"y(i) = exp(x(i)) + log(z(i))", "f32", "f32", "f32",
       "access:f32 exp:f32 access:f32 log:f32 addf:f32"},
      {"y(i) = sin(x(i)) * cos(x(i)) * tan(x(i)) * tanh(x(i))", "f64", "f64",
       "f64",
       "access:f64 sin:f64 access:f64 cos:f64 mulf:f64 access:f64 tan:f64 "
       "mulf:f64 access:f64 tanh:f64 mulf:f64"},
      {"y(i) = floor(x(i)) + ceil(x(i)) + round(x(i))", "f64", "f64", "f64",
       "access:f64 floor:f64 access:f64 ceil:f64 addf:f64 access:f64 round:f64 "
       "addf:f64"},
      {"y(i) = floor(x(i))", "i32", "i32", "f64", "access:i32"},
      {"y(i) = abs(x(i))", "i32", "i32", "f64", "access:i32 absi:i32"},
      {"y(i) = abs(x(i))", "complex<f64>", "f64", "f64",
       "access:complex<f64> abs:f64"},
      {"y(i) = conj(x(i)) + conj(z(i))", "complex<f64>", "complex<f64>",
       "complex<f64>",
       "access:complex<f64> conj:complex<f64> access:complex<f64> "
       "conj:complex<f64> add:complex<f64>"},
      {"y(i) = real(x(i)) * imag(x(i))", "complex<f32>", "f32", "f64",
       "access:complex<f32> re:f32 access:complex<f32> im:f32 mulf:f32"},
      {"y(i) = real(x(i)) + imag(x(i)) + conj(x(i))", "f64", "f64", "f64",
       "access:f64 constant:f64=0.000000e+00 addf:f64 access:f64 addf:f64"},
      {"y(i) = pow(x(i), 2)", "f64", "f64", "f64", "access:f64 mulf:f64"},
      {"y(i) = pow(x(i), 5)", "i32", "i32", "f64",
       "access:i32 muli:i32 muli:i32 muli:i32"},
      {"y(i) = pow(x(i), 0)", "i32", "i32", "f64", "access:i32 constant:i32=1"},
      {"y(i) = pow(x(i), 5)", "f64", "f64", "f64",
       "access:f64 constant:f64=5.000000e+00 powf:f64"},
      {"y(i) = pow(x(i), z(i))", "i32", "f64", "i32",
       "access:i32 sitofp:f64 access:i32 sitofp:f64 powf:f64"},
      {"y(i) = pow(x(i), z(i))", "complex<f64>", "complex<f64>", "complex<f64>",
       "access:complex<f64> access:complex<f64> pow:complex<f64>"},
      {"y(i) = sinh(x(i)) + cosh(x(i)) * erf(x(i))", "f64", "f64", "f64",
       "access:f64 sinh:f64 access:f64 cosh:f64 access:f64 erf:f64 mulf:f64 "
       "addf:f64"},
      {"y(i) = asin(x(i)) + acos(x(i)) * atan(x(i))", "i8", "f64", "f64",
       "access:i8 sitofp:f64 asin:f64 access:i8 sitofp:f64 acos:f64 access:i8 "
       "sitofp:f64 atan:f64 mulf:f64 addf:f64"},
      {"y(i) = log2(x(i)) - log10(x(i))", "f32", "f32", "f32",
       "access:f32 log2:f32 access:f32 log10:f32 subf:f32"},
      {"y(i) = trunc(x(i))", "f64", "f64", "f64", "access:f64 trunc:f64"},
      {"y(i) = trunc(x(i))", "i32", "i32", "f64", "access:i32"},
      {"y(i) = sign(x(i))", "f64", "f64", "f64",
       "access:f64 constant:f64=1.000000e+00 constant:f64=0.000000e+00 cmpf:i1 "
       "copysign:f64 select:f64"},
      {"y(i) = sign(x(i))", "i8", "i8", "f64",
       "access:i8 constant:i8=1 constant:i8=-1 minsi:i8 maxsi:i8"},
      {"y(i) = sign(x(i))", "u8", "u8", "f64",
       "access:i8 constant:i8=1 minui:i8"},
      {"y(i) = sign(x(i))", "complex<f32>", "complex<f32>", "f64",
       "access:complex<f32> sign:complex<f32>"},
      {"y(i) = xor(x(i), z(i))", "bool", "bool", "bool",
       "access:i1 access:i1 xori:i1"},
      {"y(i) = where(x(i), z(i), 0)", "bool", "f64", "f64",
       "access:i1 access:f64 constant:f64=0.000000e+00 select:f64"},
  });
}

TEST(NotationBodiesTest, Reductions) {
  expectBodies({
      {"y = x(i)", "i32", "i32", "f64", "reduce(arith.addi i){ access:i32 }"},
      {"y = prod(i, x(i))", "complex<f64>", "complex<f64>", "f64",
       "reduce(complex.mul i){ access:complex<f64> }"},
      {"y = max(i, x(i)) - min(k, x(k))", "f64", "f64", "f64",
       "reduce(arith.maximumf i){ access:f64 } "
       "reduce(arith.minimumf k){ access:f64 } subf:f64"},
      {"y = max(i, x(i))", "i32", "i32", "f64",
       "reduce(arith.maxsi i){ access:i32 }"},
      {"y = any(i, x(i) > 2) + all(j, z(j))", "f64", "f64", "i32",
       "reduce(arith.ori i){ access:f64 constant:f64=2.000000e+00 cmpf:i1 } "
       "uitofp:f64 reduce(arith.andi j){ access:i32 constant:i32=0 cmpi:i1 } "
       "uitofp:f64 addf:f64"},
      {"y = sum(i, k, x(i) * z(k) * 2)", "f64", "f64", "f64",
       "reduce(arith.addf i k){ access:f64 access:f64 mulf:f64 "
       "constant:f64=2.000000e+00 mulf:f64 }"},
      {"y(j) = sum(i, x(i) * (i == j)) + z(j)", "f64", "f64", "f64",
       "reduce(arith.addf i){ access:f64 value:index index_cast:i64 "
       "value:index "
       "index_cast:i64 cmpi:i1 uitofp:f64 mulf:f64 } access:f64 addf:f64"},
  });
}

TEST(NotationBodiesTest, StrictZero) {
  EXPECT_EQ(translateBody("y(i) = x(i) * z(i) / 2 - 1", {}, true),
            "strict access:f64 access:f64 mulf:f64 constant:f64=2.000000e+00 "
            "divf:f64 constant:f64=1.000000e+00 subf:f64");
}

} // namespace
