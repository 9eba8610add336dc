//===- ElementType.h - The types of components ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types that a tensor's components may have, and numbers that are of none
// of them yet: what a file, a command line or a format states as text fits some
// types and not others. MLIR's integers have no sign, so that whether one is
// unsigned is known here and to the operations on it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_ELEMENTTYPE_H
#define WEFT_RUNTIME_ELEMENTTYPE_H

#include <cstdint>
#include <string>
#include <vector>

namespace weft {
namespace runtime {

/// The type of a tensor's components.
enum class ElementType {
  Bool /*one byte, 0 or 1*/,
  I8,
  I16,
  I32,
  I64,
  U8,
  U16,
  U32,
  U64,
  F16,
  BF16,
  F32,
  F64,
  C64 /*complex<f32>*/,
  C128 /*complex<f64>*/
};

/// What kind of numbers a type holds.
enum class NumberKind { Bool, Signed, Unsigned, Real, Complex };

/// All types, in the order above.
const std::vector<ElementType> &allElementTypes();
/// The size of one component in bytes.
int64_t sizeOf(ElementType type);
/// The alignment of a component in bytes: that of one part of a complex number.
int64_t alignmentOf(ElementType type);
NumberKind kindOf(ElementType type);
/// The name users write: bool, i8, u64, f16, bf16, f32, complex<f64> and so on.
std::string nameOf(ElementType type);
/// The reverse of nameOf; returns false if `name` names no element type.
bool parseElementType(const std::string &name, ElementType &type);

inline bool isComplex(ElementType type) {
  return kindOf(type) == NumberKind::Complex;
}

/// A number of any type: an integer exactly, other numbers by their parts.
struct Number {
  bool isInteger = true;
  /// The sign and the magnitude of an integer.
  bool isNegative = false;
  uint64_t magnitude = 0;
  /// The parts of other numbers.
  double real = 0, imaginary = 0;

  static Number integer(int64_t value);
  static Number unsignedInteger(uint64_t value);
  static Number complex(double real, double imaginary = 0);

  /// Whether the numbers are the same. Zeros of both signs are, and NaNs are.
  bool operator==(const Number &other) const;
};

/// The number as text, e.g. "-3", "0.5", "inf" or "1+2im".
std::string toString(const Number &number);

/// Reads a component of a type.
Number loadNumber(ElementType type, const void *component);

/// Writes a number as a component of a type. Real numbers are rounded. Returns
/// false, and writes nothing, if the number does not fit: if it is out of
/// range, if it has a fraction or an imaginary part that the type has not, or
/// if a truth value is neither 0 nor 1.
bool storeNumber(const Number &number, ElementType type, void *component);

} // namespace runtime
} // namespace weft

#endif // WEFT_RUNTIME_ELEMENTTYPE_H
