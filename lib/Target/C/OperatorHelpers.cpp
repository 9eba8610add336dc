//===- OperatorHelpers.cpp - Operators that C does not have -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of functions for operators.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

using namespace llvm;
using namespace weft::csource;

/// None calls another one.
ArrayRef<Helper> weft::csource::getOperatorHelpers() {
  static const StringRef stringHeader[] = {"string.h"},
                         mathHeader[] = {"math.h"},
                         complexHeader[] = {"complex.h"};
  static const Helper helpers[] = {
      {"weft_min",
       {},
       {},
       R"(static inline int64_t weft_min(int64_t a, int64_t b) { return a < b ? a : b; }
)"},
      {"weft_max",
       {},
       {},
       R"(static inline int64_t weft_max(int64_t a, int64_t b) { return a > b ? a : b; }
)"},
      {"weft_umin",
       {},
       {},
       R"(static inline uint64_t weft_umin(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}
)"},
      {"weft_umax",
       {},
       {},
       R"(static inline uint64_t weft_umax(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}
)"},
      {"weft_abs", {}, {}, R"(static inline uint64_t weft_abs(int64_t a) {
  return a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
}
)"},
      {"weft_ceildiv", {}, {}, R"(/* Quotients rounded up and down. */
static inline int64_t weft_ceildiv(int64_t a, int64_t b) {
  return a / b + (a % b != 0 && (a < 0) == (b < 0));
}
)"},
      {"weft_uceildiv",
       {},
       {},
       R"(static inline uint64_t weft_uceildiv(uint64_t a, uint64_t b) {
  return a / b + (a % b != 0);
}
)"},
      {"weft_floordiv",
       {},
       {},
       R"(static inline int64_t weft_floordiv(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
)"},
      {"weft_minimum_f64",
       {},
       mathHeader,
       R"(/* The smaller number, where NaN is the smallest and -0 smaller than 0. */
static inline double weft_minimum_f64(double a, double b) {
  if (isnan(a) || isnan(b))
    return a + b;
  return a < b || (a == b && signbit(a)) ? a : b;
}
)"},
      {"weft_maximum_f64",
       {},
       mathHeader,
       R"(/* The larger number, where NaN is the largest and 0 larger than -0. */
static inline double weft_maximum_f64(double a, double b) {
  if (isnan(a) || isnan(b))
    return a + b;
  return a > b || (a == b && !signbit(a)) ? a : b;
}
)"},
      {"weft_minimum_f32",
       {},
       mathHeader,
       R"(/* The smaller number, where NaN is the smallest and -0 smaller than 0. */
static inline float weft_minimum_f32(float a, float b) {
  if (isnan(a) || isnan(b))
    return a + b;
  return a < b || (a == b && signbit(a)) ? a : b;
}
)"},
      {"weft_maximum_f32",
       {},
       mathHeader,
       R"(/* The larger number, where NaN is the largest and 0 larger than -0. */
static inline float weft_maximum_f32(float a, float b) {
  if (isnan(a) || isnan(b))
    return a + b;
  return a > b || (a == b && !signbit(a)) ? a : b;
}
)"},
      {"weft_is_unordered",
       {},
       {},
       R"(static inline bool weft_is_unordered(double a, double b) {
  return a != a || b != b;
}
)"},
      {"weft_is_less_greater",
       {},
       {},
       R"(static inline bool weft_is_less_greater(double a, double b) {
  return a < b || a > b;
}
)"},
      {"weft_to_bits_f64",
       {},
       stringHeader,
       R"(static inline int64_t weft_to_bits_f64(double number) {
  int64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}
)"},
      {"weft_from_bits_f64",
       {},
       stringHeader,
       R"(static inline double weft_from_bits_f64(int64_t bits) {
  double number;
  memcpy(&number, &bits, sizeof number);
  return number;
}
)"},
      {"weft_to_bits_f32",
       {},
       stringHeader,
       R"(static inline int32_t weft_to_bits_f32(float number) {
  int32_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}
)"},
      {"weft_from_bits_f32",
       {},
       stringHeader,
       R"(static inline float weft_from_bits_f32(int32_t bits) {
  float number;
  memcpy(&number, &bits, sizeof number);
  return number;
}
)"},
      {"weft_complex_c64",
       {},
       complexHeader,
       R"(/* A number from its parts, of which each may be infinite. */
static inline float complex weft_complex_c64(float real, float imaginary) {
  union {
    float parts[2];
    float complex number;
  } pair = {{real, imaginary}};
  return pair.number;
}
)"},
      {"weft_complex_c128",
       {},
       complexHeader,
       R"(/* A number from its parts, of which each may be infinite. */
static inline double complex weft_complex_c128(double real, double imaginary) {
  union {
    double parts[2];
    double complex number;
  } pair = {{real, imaginary}};
  return pair.number;
}
)"},
  };
  return helpers;
}
