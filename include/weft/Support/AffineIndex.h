//===- AffineIndex.h - Indices that are sums of variables -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `tin` and `cin` share about indices that are computed: sums of index
// variables with constant factors, and a constant.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SUPPORT_AFFINEINDEX_H
#define WEFT_SUPPORT_AFFINEINDEX_H

#include "mlir/IR/Operation.h"

namespace weft {

/// Checks that there is a factor, which is not zero, for each of at least one
/// variable, and that they are different.
mlir::LogicalResult verifyAffineIndex(mlir::Operation *op,
                                      mlir::ValueRange variables,
                                      llvm::ArrayRef<int64_t> factors);

/// The sum as text, e.g. `2*i-j+1`; `getName` gives the names of variables.
std::string
printAffineIndex(mlir::ValueRange variables, llvm::ArrayRef<int64_t> factors,
                 int64_t constant,
                 llvm::function_ref<std::string(mlir::Value)> getName);

} // namespace weft

#endif // WEFT_SUPPORT_AFFINEINDEX_H
