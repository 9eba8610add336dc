//===- GrowthFunctions.h - The slow path of arrays --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that the lowering adds to a module. Growth is out of line: it is
// rare, and its code beside each append would dwarf that of the kernel.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_GROWTHFUNCTIONS_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_GROWTHFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// Refuses modules that have something else under the names of the functions
/// that are made here, or that kernels call from then on.
mlir::LogicalResult verifyFunctionNames(mlir::ModuleOp module);

/// The module that `b` inserts into, whose names are verified.
mlir::ModuleOp getModule(mlir::ImplicitLocOpBuilder &b);

/// Makes a declared function private and not inlined.
/// Returns its body, which is inserted into from now on.
mlir::Block *startFunction(mlir::ImplicitLocOpBuilder &b,
                           mlir::func::FuncOp function);

/// The same for one that is called rarely.
mlir::Block *startColdFunction(mlir::ImplicitLocOpBuilder &b,
                               mlir::func::FuncOp function);

/// The function that grows an array, `(array, needed, limit) -> array`, or with
/// a last argument that is the fill of the new elements.
mlir::func::FuncOp getGrowthFunction(mlir::ImplicitLocOpBuilder &b,
                                     mlir::Type elementType, bool fills);

/// The length from which an array is refused before memory is asked for it. It
/// leaves room to double.
int64_t getMaxLength(mlir::Type elementType);

/// Sets the elements `[begin, end)` of an array.
void emitFill(mlir::ImplicitLocOpBuilder &b, mlir::Value array,
              mlir::Value begin, mlir::Value end, mlir::Value fill);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_GROWTHFUNCTIONS_H
