//===- Sorting.h - Sorting in emitted code ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime sorts: by one routine for every list and width of coordinates.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_SORTING_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_SORTING_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// Sorts `count` entries by arrays of coordinates, the first being the most
/// significant, and with them the values, unless they are null.
void emitSort(mlir::ImplicitLocOpBuilder &b, mlir::Value count,
              llvm::ArrayRef<mlir::Value> keys, mlir::Value values = nullptr);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_SORTING_H
