//===- MatchOperator.h - Matching scalar operators --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations that the front end makes of the operators and functions of the
// notation, for one type or another.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_NOTATIONTOCIN_MATCHOPERATOR_H
#define WEFT_LIB_CONVERSION_NOTATIONTOCIN_MATCHOPERATOR_H

#include "weft/Notation/AST.h"

#include "mlir/IR/Operation.h"

namespace weft {

/// Whether an operation is what an operator, or a comparison, means for some
/// type.
bool isOperator(mlir::Operation *op, notation::BinaryOp sign);

/// Whether an operation is what a function means for some type, with one
/// operand for each argument, or with two for a function of any number of
/// arguments.
bool isFunction(mlir::Operation *op, const notation::Call &call);

/// The number that a condition compares with zero; null if it is no such
/// comparison.
mlir::Value getComparedWithZero(mlir::Value condition);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_NOTATIONTOCIN_MATCHOPERATOR_H
