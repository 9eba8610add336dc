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

#include <deque>
#include <string>
#include <vector>

using namespace llvm;
using namespace weft::csource;

/// A text with each of the names of `replacements` replaced.
static std::string
substitute(std::string text,
           ArrayRef<std::pair<StringRef, StringRef>> replacements) {
  for (auto [from, to] : replacements)
    for (size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to.str());
  return text;
}

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
  return substitute(std::move(text),
                    {{"@C", name}, {"@T", part}, {"@F", suffix}});
}

namespace {
/// A function of a real type, with `@S` for the suffix of its name, `@T` for
/// the type and `@B` for the integer type of as many bits.
struct RealFunction {
  StringRef name, header, text;
};

struct RealType {
  StringRef suffix, name, bits;
};
} // namespace

static constexpr RealFunction kToBits = {
    "weft_to_bits_@S", "string.h",
    R"(static inline @B weft_to_bits_@S(@T number) {
  @B bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}
)"};

static constexpr RealFunction kFromBits = {
    "weft_from_bits_@S", "string.h",
    R"(static inline @T weft_from_bits_@S(@B bits) {
  @T number;
  memcpy(&number, &bits, sizeof number);
  return number;
}
)"};

static constexpr RealFunction kMinimum = {
    "weft_minimum_@S", "math.h",
    R"(/* The smaller number, where NaN is the smallest and -0 smaller than 0. */
static inline @T weft_minimum_@S(@T a, @T b) {
  if (isnan(a) || isnan(b))
    return a + b;
  return a < b || (a == b && signbit(a)) ? a : b;
}
)"};

static constexpr RealFunction kMaximum = {
    "weft_maximum_@S", "math.h",
    R"(/* The larger number, where NaN is the largest and 0 larger than -0. */
static inline @T weft_maximum_@S(@T a, @T b) {
  if (isnan(a) || isnan(b))
    return a + b;
  return a > b || (a == b && !signbit(a)) ? a : b;
}
)"};

static constexpr RealType kF64 = {"f64", "double", "int64_t"},
                          kF32 = {"f32", "float", "int32_t"},
                          kF16 = {"f16", "__half", "int16_t"},
                          kBF16 = {"bf16", "__nv_bfloat16", "int16_t"};

/// Functions of real types; those of 16 bits have conversions alone.
static constexpr std::pair<RealFunction, RealType> realFunctions[] = {
    {kMinimum, kF64}, {kMaximum, kF64},  {kMinimum, kF32}, {kMaximum, kF32},
    {kToBits, kF64},  {kFromBits, kF64}, {kToBits, kF32},  {kFromBits, kF32},
    {kToBits, kF16},  {kFromBits, kF16}, {kToBits, kBF16}, {kFromBits, kBF16}};

/// Appends them; the texts live as long as the program.
static void appendRealFunctions(std::vector<Helper> &helpers) {
  static std::deque<std::string> texts;
  for (const auto &[function, type] : realFunctions) {
    auto specialize = [&, &type = type](StringRef text) -> StringRef {
      return texts.emplace_back(substitute(
          text.str(),
          {{"@S", type.suffix}, {"@T", type.name}, {"@B", type.bits}}));
    };
    helpers.push_back({specialize(function.name),
                       {},
                       function.header,
                       specialize(function.text)});
  }
}

/// None calls another one.
ArrayRef<Helper> weft::csource::getOperatorHelpers() {
  static const StringRef roundsToOdd[] = {"weft_round_to_odd"};
  static const StringRef mathHeader[] = {"math.h"},
                         complexHeader[] = {"complex.h"};
  static const std::string c64 = makeComplexType("weft_c64", "float", "f"),
                           c128 = makeComplexType("weft_c128", "double", "");
  static const Helper operators[] = {
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
      {"weft_round_to_odd",
       {},
       {},
       R"(/* An integer as a float of at most 20 bits. A nonzero remainder sets the last
 * one, so that a conversion to fewer bits rounds once. */
static inline float weft_round_to_odd(uint64_t number) {
  float unit = 1;
  for (; number >= 1 << 20; unit *= 256)
    number = number >> 8 | ((number & 255) != 0);
  return (float)number * unit;
}
)"},
      {"weft_to_bf16_u64",
       roundsToOdd,
       {},
       R"(static inline __nv_bfloat16 weft_to_bf16_u64(uint64_t number) {
  return (__nv_bfloat16)weft_round_to_odd(number);
}
)"},
      {"weft_to_bf16_i64",
       roundsToOdd,
       {},
       R"(static inline __nv_bfloat16 weft_to_bf16_i64(int64_t number) {
  return (__nv_bfloat16)(number < 0 ? -weft_round_to_odd(0 - (uint64_t)number)
                                    : weft_round_to_odd((uint64_t)number));
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
  static const std::vector<Helper> helpers = [] {
    std::vector<Helper> made(std::begin(operators), std::end(operators));
    appendRealFunctions(made);
    return made;
  }();
  return helpers;
}
