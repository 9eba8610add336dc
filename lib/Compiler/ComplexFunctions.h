//===- ComplexFunctions.h - Functions of complex numbers --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_COMPILER_COMPLEXFUNCTIONS_H
#define WEFT_LIB_COMPILER_COMPLEXFUNCTIONS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"

namespace weft {

/// Calls the C library for powers, roots, logarithms and trigonometric
/// functions of complex numbers, in f64. Formulas for their parts overflow
/// where the result does not, and lose parts that are small.
mlir::LogicalResult convertComplexFunctions(mlir::ModuleOp module);

} // namespace weft

#endif // WEFT_LIB_COMPILER_COMPLEXFUNCTIONS_H
