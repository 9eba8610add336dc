//===- Algebra.h - The algebra dialect --------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the dialect of operators that users define.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_ALGEBRA_IR_ALGEBRA_H
#define WEFT_DIALECT_ALGEBRA_IR_ALGEBRA_H

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "weft/Dialect/Algebra/IR/AlgebraDialect.h.inc"

#define GET_OP_CLASSES
#include "weft/Dialect/Algebra/IR/AlgebraOps.h.inc"

#endif // WEFT_DIALECT_ALGEBRA_IR_ALGEBRA_H
