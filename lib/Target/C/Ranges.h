//===- Ranges.h - Numbers that are not negative -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which indices are not negative, so that comparing and dividing them needs no
// unsigned types. Sizes are not, nor are the arrays of an operand that follows
// the rules of its format; what is computed from them fits its type, because a
// kernel checks the sizes of what it takes.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_TARGET_C_RANGES_H
#define WEFT_LIB_TARGET_C_RANGES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

namespace weft {
namespace csource {

class Ranges {
public:
  /// `isNonNegative` says of arrays whether their elements are.
  Ranges(mlir::func::FuncOp function,
         llvm::function_ref<bool(mlir::Value array)> isNonNegative);

  bool isNonNegative(mlir::Value value) const;

private:
  bool mayBeNegative(mlir::Operation *op,
                     llvm::function_ref<bool(mlir::Value array)> holds) const;

  /// All other indices are not.
  llvm::DenseSet<mlir::Value> negative;
};

} // namespace csource
} // namespace weft

#endif // WEFT_LIB_TARGET_C_RANGES_H
