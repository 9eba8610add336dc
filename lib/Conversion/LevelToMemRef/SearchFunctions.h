//===- SearchFunctions.h - Searching ordered arrays -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where arrays ascend, a coordinate is found by halving what is left. A loop
// that skips searches each of its segments in each of its phases, so that these
// searches are out of line: their code would dwarf that of the kernel.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_SEARCHFUNCTIONS_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_SEARCHFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// The first position in `[begin, end)` whose element is not less than
/// `coordinate`, or `end`.
mlir::Value emitBinarySearch(mlir::ImplicitLocOpBuilder &b, mlir::Value array,
                             mlir::Value begin, mlir::Value end,
                             mlir::Value coordinate);

/// The same from the beginning on, by exponential search.
mlir::Value emitGallop(mlir::ImplicitLocOpBuilder &b, mlir::Value array,
                       mlir::Value begin, mlir::Value end,
                       mlir::Value coordinate);

/// The function that finds the same from the beginning on,
/// `(array, begin, end, coordinate) -> position`.
mlir::func::FuncOp getGallopFunction(mlir::ImplicitLocOpBuilder &b,
                                     mlir::Type elementType);

/// What the names of these functions begin with.
inline constexpr llvm::StringLiteral kGallopPrefix = "weft_gallop_";

/// Whether this is such a function, which an earlier run of the pass made.
bool isGallopFunction(mlir::func::FuncOp function);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_SEARCHFUNCTIONS_H
