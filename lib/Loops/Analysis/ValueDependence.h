//===- ValueDependence.h - Dependence of values on others -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks from values to their operands, and clones their computation before
// loops.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ANALYSIS_VALUEDEPENDENCE_H
#define WEFT_LIB_LOOPS_ANALYSIS_VALUEDEPENDENCE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace weft {

/// Whether a value, or else the values from which it is computed, pass a test.
/// The test returns nothing to visit the operands instead, and is called once
/// for each value. Block arguments and results of operations with regions fail
/// without an answer of the test.
bool isComputedFrom(mlir::Value value,
                    llvm::function_ref<std::optional<bool>(mlir::Value)> test);

/// Whether pure operations compute a value from values outside of a loop or a
/// branch, and from `variable`, unless it is null.
bool isInvariant(mlir::Value value, mlir::Operation *loop,
                 mlir::Value variable = {});

/// Clones the computation of a value of a loop before the loop, with the values
/// of a mapping, and adds the clones to the mapping.
mlir::Value emitBeforeLoop(mlir::OpBuilder &b, mlir::Value value,
                           mlir::Operation *loop, mlir::IRMapping &mapping);

} // namespace weft

#endif // WEFT_LIB_LOOPS_ANALYSIS_VALUEDEPENDENCE_H
