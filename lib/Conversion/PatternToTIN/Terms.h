//===- Terms.h - Values in terms of index variables -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In index notation, an array is a function of an index variable: of its
// positions or, if it has the entries of a compressed level, of the coordinates
// of these.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_PATTERNTOTIN_TERMS_H
#define WEFT_CONVERSION_PATTERNTOTIN_TERMS_H

#include "weft/Dialect/Pattern/Formats/Signature.h"

#include <functional>

namespace weft {
namespace pattern_to_tin {

struct Term;
using TermRef = std::shared_ptr<const Term>;

/// A scalar, a pair or an array: one group of fields is set. A term without
/// any has no meaning in index notation, for a reason.
struct Term {
  /// Emits the scalar; null if that fails.
  std::function<mlir::Value()> scalar;
  /// If the scalar is an index variable: that, and the size it ranges over.
  mlir::Value coordinate;
  pattern::Nat size;

  TermRef first, second;

  /// The element for an index variable; null if that fails.
  std::function<TermRef(mlir::Value variable)> at;
  /// The size that variables of the array range over.
  pattern::Nat extent;
  /// If the array has the entries of a compressed level: the tensor.
  mlir::Value stored;
  /// What the program calls positions; empty if it does not.
  std::string name;

  std::string reason;
};

TermRef makeScalar(std::function<mlir::Value()> emit);
TermRef makePair(TermRef first, TermRef second);
TermRef makeUnknown(const llvm::Twine &reason);

/// An array that is iterated as `like` is.
TermRef makeArray(const Term &like, std::function<TermRef(mlir::Value)> at);

/// The scalar that an index variable is.
TermRef makeCoordinate(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value variable, const pattern::Nat &size,
                       mlir::Type type);

/// The term of one of the arrays of a tensor.
TermRef makeOperand(mlir::OpBuilder &builder,
                    const pattern::SignatureTensor &tensor, mlir::Value value,
                    unsigned array);

} // namespace pattern_to_tin
} // namespace weft

#endif // WEFT_CONVERSION_PATTERNTOTIN_TERMS_H
