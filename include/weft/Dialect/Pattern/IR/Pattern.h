//===- Pattern.h - The pattern dialect --------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the dialect of patterns over position-dependent arrays, and
// substitution in its types.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_PATTERN_IR_PATTERN_H
#define WEFT_DIALECT_PATTERN_IR_PATTERN_H

#include "weft/Dialect/Pattern/Nat/Nat.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "weft/Dialect/Pattern/IR/PatternDialect.h.inc"
#include "weft/Dialect/Pattern/IR/PatternEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "weft/Dialect/Pattern/IR/PatternAttributes.h.inc"
#define GET_TYPEDEF_CLASSES
#include "weft/Dialect/Pattern/IR/PatternTypes.h.inc"

namespace weft {
namespace pattern {

class YieldOp;

/// Whether a type is a scalar, a pair or an array.
bool isData(mlir::Type type);
bool isScalar(mlir::Type type);

/// Applies a function to all natural numbers of a type; `depth` is the number
/// of arrays around.
mlir::Type
mapNats(mlir::Type type,
        llvm::function_ref<Nat(const Nat &, unsigned depth)> function,
        unsigned depth = 0);
void walkNats(mlir::Type type,
              llvm::function_ref<void(const Nat &, unsigned depth)> function,
              unsigned depth = 0);

/// Substitution in types as `Nat` has it.
mlir::Type instantiate(mlir::Type type, const Nat &value);
mlir::Type abstract(mlir::Type type, llvm::StringRef name);
mlir::Type substitute(mlir::Type type, llvm::StringRef name, const Nat &value);

/// Prints a type for messages, without the name of the dialect.
std::string toString(mlir::Type type);

/// The number of scalars of a type, as it is written: sums are not closed.
Nat getSize(mlir::Type type);

/// The type of the chunks, lanes and elements of arrays, which the operations
/// infer; null where the pattern does not apply, with the reason in `error`.
mlir::Type getZipType(ArrayType first, ArrayType second, std::string &error);
mlir::Type getSplitType(ArrayType input, const Nat &chunk, std::string &error);
mlir::Type getLanesType(ArrayType input, const Nat &count, std::string &error);
mlir::Type getJoinType(ArrayType input, std::string &error);
mlir::Type getTransposeType(ArrayType input, std::string &error);
mlir::Type getAtType(ArrayType input, std::string &error);

} // namespace pattern
} // namespace weft

#define GET_OP_CLASSES
#include "weft/Dialect/Pattern/IR/PatternOps.h.inc"

#endif // WEFT_DIALECT_PATTERN_IR_PATTERN_H
