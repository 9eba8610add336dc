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

/// The complex numbers of CUDA source, which assign as the numbers of C do.
static std::string makeComplexType(StringRef name, StringRef part,
                                   StringRef suffix) {
  std::string text = R"(/* Complex numbers. */
struct @C {
  @T re, im;
  @C() = default;
  __host__ __device__ @C(@T real, @T imaginary = 0)
      : re(real), im(imaginary) {}
};
static inline @T weft_re(@C a) { return a.re; }
static inline @T weft_im(@C a) { return a.im; }
static inline @T weft_modulus(@C a) { return hypot@F(a.re, a.im); }
static inline @T weft_angle(@C a) { return atan2@F(a.im, a.re); }
static inline @C weft_conj(@C a) { return @C(a.re, -a.im); }
static inline bool operator==(@C a, @C b) { return a.re == b.re && a.im == b.im; }
static inline bool operator!=(@C a, @C b) { return !(a == b); }
static inline @C operator-(@C a) { return @C(-a.re, -a.im); }
static inline @C operator+(@C a, @C b) { return @C(a.re + b.re, a.im + b.im); }
static inline @C operator-(@C a, @C b) { return @C(a.re - b.re, a.im - b.im); }
static inline @C operator*(@C a, @C b) {
  return @C(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}
/* The larger part of the divisor is divided by, so that squares do not overflow. */
static inline @C operator/(@C a, @C b) {
  bool swaps = fabs@F(b.re) < fabs@F(b.im);
  @T large = swaps ? b.im : b.re, small = swaps ? b.re : b.im;
  @T ratio = small / large, scale = large + small * ratio;
  if (swaps)
    return @C((a.re * ratio + a.im) / scale, (a.im * ratio - a.re) / scale);
  return @C((a.re + a.im * ratio) / scale, (a.im - a.re * ratio) / scale);
}
static inline @C &operator+=(@C &a, @C b) { return a = a + b; }
static inline @C &operator-=(@C &a, @C b) { return a = a - b; }
static inline @C &operator*=(@C &a, @C b) { return a = a * b; }
)";
  const std::pair<StringRef, StringRef> replacements[] = {
      {"@C", name}, {"@T", part}, {"@F", suffix}};
  for (auto [from, to] : replacements)
    for (size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to.str());
  return text;
}

/// None calls another one.
ArrayRef<Helper> weft::csource::getOperatorHelpers() {
  static const StringRef stringHeader[] = {"string.h"},
                         mathHeader[] = {"math.h"},
                         complexHeader[] = {"complex.h"};
  static const std::string c64 = makeComplexType("weft_c64", "float", "f"),
                           c128 = makeComplexType("weft_c128", "double", "");
  static const Helper helpers[] = {
      {"weft_c64", {}, mathHeader, c64},
      {"weft_c128", {}, mathHeader, c128},
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
      {"weft_to_bits_f16",
       {},
       stringHeader,
       R"(static inline int16_t weft_to_bits_f16(__half number) {
  int16_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}
)"},
      {"weft_from_bits_f16",
       {},
       stringHeader,
       R"(static inline __half weft_from_bits_f16(int16_t bits) {
  __half number;
  memcpy(&number, &bits, sizeof number);
  return number;
}
)"},
      {"weft_to_bits_bf16",
       {},
       stringHeader,
       R"(static inline int16_t weft_to_bits_bf16(__nv_bfloat16 number) {
  int16_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}
)"},
      {"weft_from_bits_bf16",
       {},
       stringHeader,
       R"(static inline __nv_bfloat16 weft_from_bits_bf16(int16_t bits) {
  __nv_bfloat16 number;
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
