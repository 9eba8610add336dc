//===- TIN.h - The tin dialect ----------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the dialect of tensor index notation (thesis, section 4.2).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_TIN_IR_TIN_H
#define WEFT_DIALECT_TIN_IR_TIN_H

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "weft/Dialect/TIN/IR/TINDialect.h.inc"
#define GET_TYPEDEF_CLASSES
#include "weft/Dialect/TIN/IR/TINTypes.h.inc"

namespace weft {
namespace tin {

class YieldOp;

/// A tensor mode that an index variable indexes.
struct IndexedMode {
  mlir::Value tensor;
  int64_t mode;
};

/// The modes that an index variable indexes, whose sizes are its extent, in the
/// order of the text.
llvm::SmallVector<IndexedMode> getIndexedModes(mlir::Value variable);

/// The index variables that what indexes a mode is computed from: the index
/// itself, unless it is a sum. None for a literal, which is null.
llvm::SmallVector<mlir::Value> getVariablesOf(mlir::Value index);

} // namespace tin
} // namespace weft

#define GET_OP_CLASSES
#include "weft/Dialect/TIN/IR/TINOps.h.inc"

#endif // WEFT_DIALECT_TIN_IR_TIN_H
