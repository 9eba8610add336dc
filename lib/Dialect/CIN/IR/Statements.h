//===- Statements.h - Bodies of kernels and statements ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grammar of concrete index notation (thesis, figure 4-11) is the same for
// the body of a kernel and for those of statements, so that one check serves
// all of them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_IR_STATEMENTS_H
#define WEFT_LIB_DIALECT_CIN_IR_STATEMENTS_H

#include "weft/Dialect/CIN/IR/CIN.h"

namespace weft {
namespace cin {

/// Checks that a body has one statement, after the operations that it uses.
mlir::LogicalResult verifyBody(mlir::Operation *op, mlir::Region &region);

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_IR_STATEMENTS_H
