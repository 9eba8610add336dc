//===- Storage.h - Arrays in memory -----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How arrays of pairs and scalars stand in one array of memory: a scalar takes
// one element, and a pair those of its values, one behind the other.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_PATTERNTOSCF_STORAGE_H
#define WEFT_CONVERSION_PATTERNTOSCF_STORAGE_H

#include "View.h"

namespace weft {
namespace pattern_to_scf {

class Evaluator;

/// The element type of the memory that holds an array: the type of its scalars
/// or, if they differ, an integer as wide as the widest of them.
mlir::Type getStoredType(mlir::Type type);

/// The array of memory for arrays, with a size that is known at run time.
mlir::MemRefType getMemoryType(mlir::Type type);

/// Emits an access of a scalar of type `type`.
mlir::Value loadScalar(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value memory, mlir::Value index, mlir::Type type);
void storeScalar(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::Value scalar, mlir::Value memory, mlir::Value index);

/// The address of an element relative to the begin of an array.
pattern::Nat getOffset(pattern::ArrayType type, const pattern::Nat &position);

} // namespace pattern_to_scf
} // namespace weft

#endif // WEFT_CONVERSION_PATTERNTOSCF_STORAGE_H
