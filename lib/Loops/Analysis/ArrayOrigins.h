//===- ArrayOrigins.h - Allocations and arguments of arrays -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Determines which allocations and arguments an array may be that has been
// reallocated, carried by a loop or selected by a branch.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ANALYSIS_ARRAYORIGINS_H
#define WEFT_LIB_LOOPS_ANALYSIS_ARRAYORIGINS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SetVector.h"

#include <optional>

namespace weft {

/// The arguments of the function and the allocations that an array may be,
/// perhaps before a reallocation. Nothing if it has another origin, as an array
/// whose address is loaded.
std::optional<llvm::SmallSetVector<mlir::Value, 4>>
findOrigins(mlir::Value array);

/// Whether the function allocates an array, so that it aliases no argument.
bool isAllocatedHere(mlir::Value array);

/// Whether an array that the function allocates may alias another one.
bool mayOverlap(mlir::Value own, mlir::Value other);

} // namespace weft

#endif // WEFT_LIB_LOOPS_ANALYSIS_ARRAYORIGINS_H
