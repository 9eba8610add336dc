//===- ArrayOrigins.h - Where arrays come from ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which arrays a value may be where it has grown, is carried by a loop, or was
// chosen by a branch.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ANALYSIS_ARRAYORIGINS_H
#define WEFT_LIB_LOOPS_ANALYSIS_ARRAYORIGINS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SetVector.h"

#include <optional>

namespace weft {

/// The arguments of the function and the allocations of which an array is one,
/// or one that has moved since. Nothing if it comes from elsewhere, as from
/// memory.
std::optional<llvm::SmallSetVector<mlir::Value, 4>>
findOrigins(mlir::Value array);

/// Whether an array has memory of its own, that was allocated here, whatever
/// its length is by now.
bool isAllocatedHere(mlir::Value array);

/// Whether two arrays may have elements in common, of which the first one was
/// allocated here.
bool mayOverlap(mlir::Value own, mlir::Value other);

} // namespace weft

#endif // WEFT_LIB_LOOPS_ANALYSIS_ARRAYORIGINS_H
