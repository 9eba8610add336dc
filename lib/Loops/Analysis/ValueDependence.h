//===- ValueDependence.h - What values are computed from --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks from values to their operands, and computes them elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ANALYSIS_VALUEDEPENDENCE_H
#define WEFT_LIB_LOOPS_ANALYSIS_VALUEDEPENDENCE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace weft {

/// Whether all that a value is computed from passes a test, which decides, or
/// leaves it to the operands. Each value is asked once, block arguments and
/// results of operations with regions have no operands to ask.
bool isComputedFrom(mlir::Value value,
                    llvm::function_ref<std::optional<bool>(mlir::Value)> test);

/// Whether a value is computed from what there is in front of a loop or a
/// branch, and from another value, if any, without memory.
bool isInvariant(mlir::Value value, mlir::Operation *loop,
                 mlir::Value variable = {});

/// Computes a value of a loop in front of it, from what a mapping has of the
/// loop, and adds what is computed to the mapping.
mlir::Value emitInFront(mlir::OpBuilder &b, mlir::Value value,
                        mlir::Operation *loop, mlir::IRMapping &mapping);

} // namespace weft

#endif // WEFT_LIB_LOOPS_ANALYSIS_VALUEDEPENDENCE_H
