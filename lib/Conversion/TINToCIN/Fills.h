//===- Fills.h - Fill values of expressions ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of an expression that is computed first is stored where the operands
// are, and only there, if its tensor has the fill that the part has elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_TINTOCIN_FILLS_H
#define WEFT_LIB_CONVERSION_TINTOCIN_FILLS_H

#include "weft/Dialect/TIN/IR/TIN.h"

namespace weft {
namespace tin_to_cin {

/// The value of a part of an expression wherever all of its operands that can
/// be absent are; null if that depends on others or is not known.
mlir::Attribute getFillOf(mlir::Value value);

/// Whether the absence of a value can be told from its fill in the result of a
/// compute: in what is assembled, or where it annihilates an infinity.
bool showsAbsence(tin::ComputeOp compute, mlir::Value value);

} // namespace tin_to_cin
} // namespace weft

#endif // WEFT_LIB_CONVERSION_TINTOCIN_FILLS_H
