//===- ScalarType.h - Kinds and widths of numbers ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lattice of element types in which operators find the type that they
// compute in. Literals have a kind, but no width until they meet something that
// has one.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_NOTATIONTOTIN_SCALARTYPE_H
#define WEFT_LIB_CONVERSION_NOTATIONTOTIN_SCALARTYPE_H

#include "weft/Runtime/Format.h"

#include "mlir/IR/BuiltinTypes.h"

namespace weft {

/// The type of a scalar expression.
struct ScalarType {
  /// Each kind converts to the next ones.
  enum class Kind { Truth, Integer, Real, Complex };

  Kind kind = Kind::Integer;
  /// The width in bits, of a complex number that of its parts; zero if the
  /// expression adapts to what it meets.
  unsigned width = 0;
  /// Whether an integer has no sign. MLIR's integers do not tell; the
  /// operations on them do.
  bool isUnsigned = false;

  /// The type in which components of a tensor are computed with: 16-bit real
  /// numbers are stored as such, but computed with as f32.
  static ScalarType get(runtime::ElementType type);
  /// The type whose MLIR type is `type`, with a sign; nothing if there is none.
  static std::optional<ScalarType> get(mlir::Type type);

  /// Whether this is a truth value, where `or` is the sum and `and` the
  /// product.
  bool isTruth() const { return kind == Kind::Truth; }
  bool isInteger() const { return kind == Kind::Integer; }
  bool isReal() const { return kind == Kind::Real; }
  bool isComplex() const { return kind == Kind::Complex; }
  bool isAdaptive() const { return width == 0; }
  bool operator==(const ScalarType &other) const {
    return kind == other.kind && width == other.width &&
           isUnsigned == other.isUnsigned;
  }

  /// The type itself or, of an adaptive one, that of 64 bits.
  ScalarType resolve() const;
  /// The type with another kind; an integer as a real number has 64 bits.
  ScalarType withKind(Kind other) const;

  mlir::Type getType(mlir::MLIRContext *context) const;
  /// The name that users write.
  std::string getName() const;
  /// What messages call values of this kind.
  llvm::StringRef getKindName() const;
};

/// The type that a tensor's components have in memory.
mlir::Type getStoredType(mlir::MLIRContext *context, runtime::ElementType type);

/// The smallest type that both convert to.
ScalarType promote(ScalarType left, ScalarType right);

/// Whether every value of type `from` is one of type `to`, up to the precision
/// of real numbers.
bool convertsTo(ScalarType from, ScalarType to);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_NOTATIONTOTIN_SCALARTYPE_H
